"""What os has besides: rare functions and constants, found by os.__getattr__."""
import os

EX_NOUSER, EX_NOHOST, EX_OSFILE, EX_CANTCREAT, EX_TEMPFAIL, EX_PROTOCOL, EX_NOPERM, EX_CONFIG = 67, 68, 72, 73, 75, 76, 77, 78
P_WAIT, P_NOWAIT, P_NOWAITO = 0, 1, 1
P_ALL, P_PID, P_PGID = 0, 1, 2
PRIO_PROCESS, PRIO_PGRP, PRIO_USER = 0, 1, 2
F_ULOCK, F_LOCK, F_TLOCK, F_TEST = 0, 1, 2, 3
SCHED_OTHER, SCHED_FIFO, SCHED_RR, SCHED_BATCH, SCHED_IDLE = 0, 1, 2, 3, 5
RTLD_LAZY, RTLD_NOW, RTLD_LOCAL, RTLD_GLOBAL = 1, 2, 0, 256
supports_bytes_environ = True
supports_dir_fd = supports_effective_ids = supports_fd = supports_follow_symlinks = frozenset()


def abort():
    """End the process by SIGABRT."""
    os.kill(os.getpid(), 6)


def getrandom(size, flags=0):
    return os.urandom(size)


def major(device, /):
    return (device >> 8 & 0xfff) | (device >> 32 & 0xfffff000)


def minor(device, /):
    return (device & 0xff) | (device >> 12 & 0xffffff00)


def makedev(major, minor, /):
    return (major & 0xfffff000) << 32 | (major & 0xfff) << 8 | (minor & 0xffffff00) << 12 | minor & 0xff


def sched_yield():
    """Let others run."""


def getenvb(key, default=None):
    return environb.get(key, default)


def execle(file, *args):
    os.execve(file, args[:-1], args[-1])


def execlpe(file, *args):
    os.execvpe(file, args[:-1], args[-1])


def _spawn(mode, file, args, env, function):
    if not isinstance(args, (tuple, list)):
        raise TypeError('argv must be a tuple or a list')
    if not args or not args[0]:
        raise ValueError('argv first element cannot be empty')
    pid = os.fork()
    if not pid:
        try:
            function(file, args) if env is None else function(file, args, env)
        except BaseException:
            os._exit(127)
    if mode == P_NOWAIT:
        return pid
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status)


def spawnv(mode, file, args):
    return _spawn(mode, file, args, None, os.execv)


def spawnve(mode, file, args, env):
    return _spawn(mode, file, args, env, os.execve)


def spawnvp(mode, file, args):
    return _spawn(mode, file, args, None, os.execvp)


def spawnvpe(mode, file, args, env):
    return _spawn(mode, file, args, env, os.execvpe)


def spawnl(mode, file, *args):
    return spawnv(mode, file, args)


def spawnle(mode, file, *args):
    return spawnve(mode, file, args[:-1], args[-1])


def spawnlp(mode, file, *args):
    return spawnvp(mode, file, args)


def spawnlpe(mode, file, *args):
    return spawnvpe(mode, file, args[:-1], args[-1])


_SYSCONF = {'SC_PAGE_SIZE': 4096, 'SC_PAGESIZE': 4096, 'SC_CLK_TCK': 100, 'SC_OPEN_MAX': None, 'SC_NPROCESSORS_ONLN': None,
            'SC_NPROCESSORS_CONF': None, 'SC_ARG_MAX': 2097152}
sysconf_names = {name: i for i, name in enumerate(_SYSCONF)}


def sysconf(name, /):
    """A limit of the system."""
    if not isinstance(name, str):
        name = next((n for n, i in sysconf_names.items() if i == name), name)
    if name not in _SYSCONF:
        raise ValueError('unrecognized configuration name')
    if name.startswith('SC_NPROCESSORS'):
        return os.cpu_count()
    return 1024 if name == 'SC_OPEN_MAX' else _SYSCONF[name]


class _Environb:
    """os.environ in bytes."""

    def __getitem__(self, key):
        if not isinstance(key, bytes):
            raise TypeError('bytes expected, not %s' % type(key).__name__)
        try:
            return os.fsencode(os.environ[os.fsdecode(key)])
        except KeyError:
            raise KeyError(key) from None

    def __setitem__(self, key, value):
        os.environ[os.fsdecode(key)] = os.fsdecode(value)

    def __delitem__(self, key):
        del os.environ[os.fsdecode(key)]

    def __contains__(self, key):
        return os.fsdecode(key) in os.environ

    def __iter__(self):
        return map(os.fsencode, os.environ)

    def __len__(self):
        return len(os.environ)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def keys(self):
        return list(self)

    def items(self):
        return [(key, self[key]) for key in self]

    def values(self):
        return [self[key] for key in self]

    def __repr__(self):
        return 'environ({%s})' % ', '.join('%r: %r' % item for item in self.items())


environb = _Environb()


def fwalk(top='.', topdown=True, onerror=None, *, follow_symlinks=False, dir_fd=None):
    """As walk(), with a file descriptor of each folder."""
    for root, dirs, files in os.walk(top, topdown, onerror, follow_symlinks):
        fd = os.open(root, os.O_RDONLY)
        try:
            yield root, dirs, files, fd
        finally:
            os.close(fd)
