"""Other programs: run() starts one, waits for it and returns what it wrote.

The work is done by one C function, `_subprocess.run`; a Popen here runs its
program when its output, its end or its exit status is first asked for.
"""
import os

__all__ = ["Popen", "PIPE", "STDOUT", "call", "check_call", "getstatusoutput", "getoutput",
           "check_output", "run", "CalledProcessError", "DEVNULL", "SubprocessError",
           "TimeoutExpired", "CompletedProcess"]

PIPE = -1
STDOUT = -2
DEVNULL = -3


class SubprocessError(Exception):
    pass


class CalledProcessError(SubprocessError):
    """The program ended with an error status."""

    def __init__(self, returncode, cmd, output=None, stderr=None):
        self.returncode = returncode
        self.cmd = cmd
        self.output = output
        self.stderr = stderr

    def __str__(self):
        if self.returncode and self.returncode < 0:
            name = _signal_name(-self.returncode)
            if name:
                return "Command '%s' died with %s." % (self.cmd, name)
            return "Command '%s' died with unknown signal %d." % (self.cmd, -self.returncode)
        return "Command '%s' returned non-zero exit status %d." % (self.cmd, self.returncode)

    @property
    def stdout(self):
        return self.output

    @stdout.setter
    def stdout(self, value):
        self.output = value


_SIGNALS = {1: 'HUP', 2: 'INT', 3: 'QUIT', 4: 'ILL', 5: 'TRAP', 6: 'ABRT', 7: 'BUS', 8: 'FPE',
            9: 'KILL', 10: 'USR1', 11: 'SEGV', 12: 'USR2', 13: 'PIPE', 14: 'ALRM', 15: 'TERM'}


def _signal_name(number):
    return f'<Signals.SIG{_SIGNALS[number]}: {number}>' if number in _SIGNALS else None


class TimeoutExpired(SubprocessError):
    """The program took too long."""

    def __init__(self, cmd, timeout, output=None, stderr=None):
        self.cmd = cmd
        self.timeout = timeout
        self.output = output
        self.stderr = stderr

    def __str__(self):
        return "Command '%s' timed out after %s seconds" % (self.cmd, self.timeout)

    @property
    def stdout(self):
        return self.output

    @stdout.setter
    def stdout(self, value):
        self.output = value


class CompletedProcess:
    """What run() returns."""

    def __init__(self, args, returncode, stdout=None, stderr=None):
        self.args = args
        self.returncode = returncode
        self.stdout = stdout
        self.stderr = stderr

    def __repr__(self):
        args = ['args={!r}'.format(self.args), 'returncode={!r}'.format(self.returncode)]
        if self.stdout is not None:
            args.append('stdout={!r}'.format(self.stdout))
        if self.stderr is not None:
            args.append('stderr={!r}'.format(self.stderr))
        return "{}({})".format(type(self).__name__, ', '.join(args))

    def check_returncode(self):
        """Raise CalledProcessError unless the status is 0."""
        if self.returncode:
            raise CalledProcessError(self.returncode, self.args, self.stdout, self.stderr)

    __class_getitem__ = classmethod(type(list[int]))


class Popen:
    """A program.  It runs at communicate(), wait(), poll() or the first read of a pipe."""

    def __init__(self, args, bufsize=-1, executable=None, stdin=None, stdout=None, stderr=None,
                 preexec_fn=None, close_fds=True, shell=False, cwd=None, env=None,
                 universal_newlines=None, startupinfo=None, creationflags=0,
                 restore_signals=True, start_new_session=False, pass_fds=(), *, user=None,
                 group=None, extra_groups=None, encoding=None, errors=None, text=None, umask=-1,
                 pipesize=-1, process_group=None):
        if not isinstance(bufsize, int):
            raise TypeError("bufsize must be an integer")
        if preexec_fn is not None:
            raise NotImplementedError("preexec_fn is not supported here")
        if text is not None and universal_newlines is not None and bool(
                universal_newlines) != bool(text):
            raise SubprocessError("Cannot disambiguate when both text and universal_newlines are "
                                  "supplied but different. Pass one or the other.")
        self.args = args
        self.text_mode = bool(encoding or errors or text or universal_newlines)
        self.encoding, self.errors = encoding, errors
        self.returncode = None
        self.pid = None
        argv = [args] if isinstance(args, (str, bytes)) or hasattr(args, '__fspath__') else list(args)
        argv = [os.fspath(a) for a in argv]
        if shell:
            argv = ['/bin/sh', '-c'] + argv
        if executable is not None:
            argv[0] = os.fspath(executable)
        for a in argv:
            if '\0' in (a if isinstance(a, str) else a.decode('latin-1')):
                raise ValueError("embedded null byte")
        self._argv = argv
        self._cwd = None if cwd is None else os.fsdecode(os.fspath(cwd))
        self._env = None if env is None else {os.fsdecode(k): os.fsdecode(v)
                                              for k, v in env.items()}
        self._pipes = stdin, stdout, stderr
        self._out = self._err = None
        self._done = False
        self.stdin = _Input(self) if stdin == PIPE else None
        self.stdout = _Output(self, '_out') if stdout == PIPE else None
        self.stderr = _Output(self, '_err') if stderr == PIPE else None
        if not any(p == PIPE for p in self._pipes) or stdin != PIPE:
            self._check_program()

    def _check_program(self):
        """The error of a program that is not there belongs to the constructor."""
        name = os.fsdecode(self._argv[0])
        if self._cwd is not None and not os.path.isdir(self._cwd):
            raise FileNotFoundError(2, os.strerror(2), self._cwd)
        if '/' in name:
            place = os.path.join(self._cwd or '', name)
            if not os.path.exists(place):
                raise FileNotFoundError(2, os.strerror(2), name)
            if not os.access(place, os.X_OK) or os.path.isdir(place):
                raise PermissionError(13, os.strerror(13), name)
            return
        import shutil
        path = None if self._env is None else self._env.get('PATH', os.defpath)
        if shutil.which(name, path=path) is None:
            number = 13 if any(self._is_barred(os.path.join(folder, name)) for folder in (path or os.environ.get('PATH', os.defpath)).split(os.pathsep)) else 2
            raise OSError(number, os.strerror(number), name)

    def _is_barred(self, place):
        """Is it there, or in a folder that may not be looked into?"""
        try:
            os.stat(place)
        except OSError as error:
            return error.errno == 13
        return True

    def _fd(self, stream):
        if stream is None or isinstance(stream, int):
            return stream
        if hasattr(stream, 'flush'):
            stream.flush()
        return stream.fileno()

    def _run(self, input=None, timeout=None):
        if self._done:
            return
        import _subprocess
        import sys
        for stream in (sys.stdout, sys.stderr):
            if stream is not None and hasattr(stream, 'flush'):
                stream.flush()
        stdin, stdout, stderr = map(self._fd, self._pipes)
        if stdin == PIPE and input is None:
            input = self.stdin._data()
        self._done = True
        code, self._out, self._err = _subprocess.run(
            self._argv, input, self._cwd, self._env, stdin, stdout, stderr, timeout)
        if code is None:
            self.returncode = -9
            raise TimeoutExpired(self.args, timeout, self._out, self._err)
        self.returncode = code

    def _decode(self, data):
        if data is None or not self.text_mode:
            return data
        return (data.decode(self.encoding or 'utf-8', self.errors or 'strict')
                .replace('\r\n', '\n').replace('\r', '\n'))

    def communicate(self, input=None, timeout=None):
        """Give the input, wait for the end: (stdout, stderr)."""
        if input is not None and self._pipes[0] != PIPE:
            raise ValueError("Cannot send input unless stdin is PIPE")
        if isinstance(input, str):
            if not self.text_mode:
                raise TypeError("memoryview: a bytes-like object is required, not 'str'")
            input = input.encode(self.encoding or 'utf-8', self.errors or 'strict')
        self._run(input, timeout)
        return self._decode(self._out), self._decode(self._err)

    def wait(self, timeout=None):
        """Wait for the end; returns the exit status."""
        self._run(None, timeout)
        return self.returncode

    def poll(self):
        """The exit status."""
        self._run()
        return self.returncode

    def send_signal(self, sig):
        pass

    def kill(self):
        pass

    terminate = kill

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.wait()

    def __del__(self):
        if not getattr(self, '_done', True):
            try:
                self._run()
            except (OSError, SubprocessError):
                pass

    def __repr__(self):
        text = f"<{type(self).__name__}: returncode: {self.returncode} args: {self.args!r}>"
        return text if len(text) <= 80 else text[:76] + "...>"


class _Input:
    """The writing end of a program's input: collects what is written."""

    def __init__(self, process):
        self._process = process
        self._parts = []
        self.closed = False

    def write(self, data):
        p = self._process
        if isinstance(data, str):
            if not p.text_mode:
                raise TypeError("a bytes-like object is required, not 'str'")
            data = data.encode(p.encoding or 'utf-8', p.errors or 'strict')
        self._parts.append(bytes(data))
        return len(data)

    def _data(self):
        return b''.join(self._parts)

    def flush(self):
        pass

    def close(self):
        self.closed = True


class _Output:
    """The reading end of a program's output: runs it at the first read."""

    def __init__(self, process, name):
        self._process = process
        self._name = name
        self._file = None

    def _open(self):
        if self._file is None:
            import io
            self._process._run()
            data = self._process._decode(getattr(self._process, self._name))
            self._file = io.StringIO(data) if self._process.text_mode else io.BytesIO(data)
        return self._file

    def __getattr__(self, name):
        return getattr(self._open(), name)

    def __iter__(self):
        return iter(self._open())

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()

    def close(self):
        if self._file is not None:
            self._file.close()


def run(*popenargs, input=None, capture_output=False, timeout=None, check=False, **kwargs):
    """Run a program to its end; returns a CompletedProcess."""
    if input is not None:
        if kwargs.get('stdin') is not None:
            raise ValueError('stdin and input arguments may not both be used.')
        kwargs['stdin'] = PIPE
    if capture_output:
        if kwargs.get('stdout') is not None or kwargs.get('stderr') is not None:
            raise ValueError('stdout and stderr arguments may not be used with capture_output.')
        kwargs['stdout'] = kwargs['stderr'] = PIPE
    process = Popen(*popenargs, **kwargs)
    process._check_program()
    stdout, stderr = process.communicate(input, timeout=timeout)
    if check and process.returncode:
        raise CalledProcessError(process.returncode, process.args, output=stdout, stderr=stderr)
    return CompletedProcess(process.args, process.returncode, stdout, stderr)


def call(*popenargs, timeout=None, **kwargs):
    """Run a program; returns its exit status."""
    return Popen(*popenargs, **kwargs).wait(timeout=timeout)


def check_call(*popenargs, **kwargs):
    """Run a program; CalledProcessError unless its status is 0."""
    code = call(*popenargs, **kwargs)
    if code:
        cmd = kwargs.get("args")
        raise CalledProcessError(code, popenargs[0] if cmd is None else cmd)
    return 0


def check_output(*popenargs, timeout=None, **kwargs):
    """Run a program; returns what it wrote, or CalledProcessError."""
    for name in ('stdout', 'check'):
        if name in kwargs:
            raise ValueError(f'{name} argument not allowed, it will be overridden.')
    if 'input' in kwargs and kwargs['input'] is None:
        kwargs['input'] = '' if (kwargs.get('universal_newlines') or kwargs.get('text')
                                 or kwargs.get('encoding') or kwargs.get('errors')) else b''
    return run(*popenargs, stdout=PIPE, timeout=timeout, check=True, **kwargs).stdout


def getstatusoutput(cmd, *, encoding=None, errors=None):
    """(exit status, output) of a shell command."""
    try:
        data = check_output(cmd, shell=True, text=True, stderr=STDOUT, encoding=encoding,
                            errors=errors)
        code = 0
    except CalledProcessError as e:
        data, code = e.output, e.returncode
    return code, data[:-1] if data[-1:] == '\n' else data


def getoutput(cmd, *, encoding=None, errors=None):
    """The output of a shell command."""
    return getstatusoutput(cmd, encoding=encoding, errors=errors)[1]


def list2cmdline(seq):
    """Arguments as one line, quoted where needed."""
    out = []
    for arg in map(os.fsdecode, seq):
        if arg and not any(c in arg for c in ' \t"'):
            out.append(arg)
        else:
            out.append('"' + arg.replace('"', '\\"') + '"')
    return ' '.join(out)
