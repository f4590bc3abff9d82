"""A room for one user of a class: the program that PerchSpawner starts, which shuts itself in and then becomes the user's Jupyter server.

perch_room.py PLAN COMMAND… (PLAN: JSON, perch_spawner.py makes it). As root it takes the user's own number (uid) and private /tmp, /dev/shm and System V memory. Without root it is a user
namespace in which the user stays who he is: processes of others are not there, the folders of others and of the hub are covered. All of it is gone when the server ends. What cannot be
done ends the start with a sentence: no server runs in less of a room than its plan says.
"""
import contextlib
import ctypes
import json
import math
import os
import resource
import shutil
import signal
import sys

NEWNS, NEWUSER, NEWPID, NEWIPC = 0x00020000, 0x10000000, 0x20000000, 0x08000000
MS_NOSUID, MS_NODEV, MS_BIND, MS_REC, MS_PRIVATE = 2, 4, 4096, 16384, 1 << 18
PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS = 1, 38
libc = ctypes.CDLL(None, use_errno=True)


def asked(answer, what):
    if answer:
        number = ctypes.get_errno()
        sys.exit(f"perch_room: {what}: {os.strerror(number)}")


def mount(source, target, kind, flags, data=None):
    coded = [None if text is None else os.fsencode(text) for text in (source, target, kind)]
    asked(libc.mount(*coded, ctypes.c_ulong(flags), data and data.encode()), f"{target} cannot be made private")


def unshare(flags):
    asked(libc.unshare(flags), "this machine does not let a user shut himself in (user namespaces); let the hub run as root, or say PerchSpawner.accounts = 'trusting'")


def fresh(path):
    """An empty folder of its owner's alone."""
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path, 0o700, exist_ok=True)
    return path


@contextlib.contextmanager
def as_user(plan):
    """In the user's folder nothing is done as root: what lies there may be a link to anywhere."""
    if plan["uid"] is None:
        yield
        return
    groups = os.getgroups()
    os.setgroups(plan["groups"])
    os.setegid(plan["gid"])
    os.seteuid(plan["uid"])
    yield
    os.seteuid(0)
    os.setegid(0)
    os.setgroups(groups)


def own_namespaces(root):
    """Away from the others' mounts and shared memory; without root away from their processes too, as the same user."""
    if root:
        return unshare(NEWNS | NEWIPC)
    uid, gid = os.geteuid(), os.getegid()
    unshare(NEWUSER | NEWNS | NEWIPC | NEWPID)
    for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(text)


def put(folder, target):
    """A folder that is open in the place of another."""
    mount(f"/proc/self/fd/{folder}", target, None, MS_BIND | MS_REC)
    os.close(folder)


def open_folder(path):
    return os.open(path, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW)


def own_mounts(plan):
    """Private /tmp and /dev/shm; without root empty folders over those of the others and of the hub. The own folder is put back where one of them hides it."""
    mount("none", "/", None, MS_REC | MS_PRIVATE)
    home = open_folder(plan["home"])
    with as_user(plan):
        tmp = open_folder(os.path.join(plan["home"], ".tmp"))
    put(tmp, "/tmp")
    mount("tmpfs", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, f"mode=1777,size={plan['memory'] or '50%'}")
    for folder in sorted(plan["hidden"]) if plan["uid"] is None else []:
        if os.path.isdir(folder): # (else it lies in one that is covered)
            mount("tmpfs", folder, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=64k")
    if os.path.isdir(plan["home"]):
        return os.close(home)
    with as_user(plan):
        os.makedirs(plan["home"], 0o700)
    put(home, plan["home"])


def wait_for(child):
    """The outer half of a room without root: gives signals on, and ends as the server ends."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, frame: os.kill(child, number))
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os._exit(code if code >= 0 else 128 - code)


def enter(plan):
    root = plan["uid"] is not None
    if plan["accounts"] == "trusting":
        return
    own_namespaces(root)
    if not root:
        child = os.fork()
        if child:
            wait_for(child)
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    own_mounts(plan)
    if not root:
        mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV)


def limit(plan):
    """Limits of each process, and of all by the number of them. (What a user has in memory altogether the spawner watches, or the cgroup.)"""
    def at_most(what, value):
        hard = resource.getrlimit(what)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(what, (value, value))

    at_most(resource.RLIMIT_CORE, 0)
    if plan["memory"]:
        at_most(resource.RLIMIT_DATA, plan["memory"])
    if plan["processes"] and plan["accounts"] != "trusting": # (there it would count what all users have)
        at_most(resource.RLIMIT_NPROC, plan["processes"])
    if plan["cpus"]:
        mine, n = sorted(os.sched_getaffinity(0)), math.ceil(plan["cpus"])
        os.sched_setaffinity(0, {mine[(plan["seat"] * n + i) % len(mine)] for i in range(n)})
        os.nice(plan["nice"])


def join(path):
    """From here on this process and all that come from it are counted by a cgroup."""
    try:
        with open(path, "w", encoding="ascii") as file:
            file.write(str(os.getpid()))
    except OSError as error:
        sys.exit(f"perch_room: {path} cannot be written: {error.strerror}")


def become(plan):
    if plan["uid"] is not None:
        os.setgroups(plan["groups"])
        os.setresgid(plan["gid"], plan["gid"], plan["gid"])
        os.setresuid(plan["uid"], plan["uid"], plan["uid"])
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    os.umask(0o077)
    os.chdir(plan["home"])


def main():
    plan, command = json.loads(sys.argv[1]), sys.argv[2:]
    if plan["cgroup"]:
        join(os.path.join(plan["cgroup"], "cgroup.procs"))
    with as_user(plan):
        fresh(os.path.join(plan["home"], ".tmp"))
    enter(plan)
    limit(plan)
    become(plan)
    fresh(os.environ["JUPYTER_RUNTIME_DIR"])
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.exit(f"perch_room: {command[0]}: {error.strerror}")


if __name__ == "__main__":
    main()
