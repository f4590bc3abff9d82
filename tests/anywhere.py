"""Plays the suites as on a machine that has never run them: tests/anywhere.py [--suites A,B] [--plays N] [--users other,root] [--seed N] [--keep].

A clean clone of HEAD is built once; then the tree is read-only. Each suite gets a HOME and a TMPDIR of its own, both empty, and nothing of the caller's
environment but PATH. The suites run in random order (the seed is said), all of them N times for each user: a user made for this and taken away again,
and root. A suite fails here when it fails, or when it leaves a file or a process. Which suites: those of `quick`, and those of `full` that need neither
the network nor another build. Not a part of ./test: it takes as long as the suites do, as often as they run. Without root there is only the
user who calls, and the tree's files are made read-only instead of the whole mount.
"""

import argparse
import os
import pwd
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import run  # noqa: E402
from harness import ROOT, slowness  # noqa: E402

USER = "perch-anywhere"
SHARED = ("/tmp", "/var/tmp", "/dev/shm", "/run/lock")
# The tree becomes a read-only mount that only this suite sees; then the suite becomes the user.
READ_ONLY = 'tree=$1 uid=$2 gid=$3; shift 3; mount --bind "$tree" "$tree" && mount -o remount,bind,ro "$tree" && cd "$tree" && exec setpriv --reuid="$uid" --regid="$gid" --clear-groups "$@"'


def is_root():
    return os.geteuid() == 0


class Place:
    """The clone and the users who play in it; `with` takes both away again."""

    def __init__(self, users, keep):
        self.keep = keep
        self.folder = tempfile.mkdtemp(prefix="perch-anywhere-", dir="/tmp")
        os.chmod(self.folder, 0o755)
        self.tree = os.path.join(self.folder, "tree")
        self.users = {}
        for name in users:
            if name == "other" and is_root():
                subprocess.run(["useradd", "--system", "--no-create-home", "--home-dir", "/nonexistent", USER], check=True)
            self.users[name] = pwd.getpwnam(USER) if name == "other" and is_root() else pwd.getpwuid(os.geteuid())

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if self.keep:
            print(f"kept: {self.folder}")
            return
        subprocess.run(["chmod", "-R", "u+w", self.folder])
        shutil.rmtree(self.folder, ignore_errors=True)
        if "other" in self.users and is_root():
            subprocess.run(["userdel", USER])

    def build(self):
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, self.tree], check=True)
        environment = {**os.environ, "PERCH_TUNE": "no"}
        subprocess.run(["./run", "--version"], cwd=self.tree, env=environment, check=True, stdout=subprocess.DEVNULL)
        code = "import sys; sys.path.insert(0, 'tests'); import run; sys.exit(not run.make_build('build'))"
        subprocess.run([run.PYTHON, "-B", "-c", code], cwd=self.tree, env=environment, check=True)
        if is_root():
            owner = self.users.get("other")
            if owner:
                subprocess.run(["chown", "-R", f"{owner.pw_uid}:{owner.pw_gid}", self.tree], check=True)
        else:
            subprocess.run(["chmod", "-R", "a-w", self.tree], check=True)


def processes_of(user):
    """The processes of the user made for this: nobody else's can be told from those that run beside."""
    if user.pw_name != USER:
        return {}
    found = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.stat(f"/proc/{pid}").st_uid == user.pw_uid:
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    found[int(pid)] = file.read().replace(b"\0", b" ").decode(errors="replace").strip()[:100]
        except OSError:
            pass # it has ended meanwhile
    return {pid: line for pid, line in found.items() if line}


def files_of(user, home, temporary):
    """What a suite left: everything in the two folders of its own, and what the made user has where all may write."""
    found = [os.path.join(at, name) for top in (home, temporary) for at, folders, files in os.walk(top) for name in folders + files]
    for folder in SHARED if user.pw_name == USER else ():
        for entry in os.scandir(folder) if os.path.isdir(folder) else ():
            if entry.stat(follow_symlinks=False).st_uid == user.pw_uid:
                found.append(entry.path)
    return sorted(found)


def remove(path):
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path, ignore_errors=True)
    elif os.path.lexists(path):
        os.unlink(path)


def left_by(user, home, temporary):
    """Lines about what is left, which is then taken away: the next suite must not be blamed for it."""
    running = processes_of(user)
    if running:
        time.sleep(1) # one that is ending may
        running = processes_of(user)
    lines = [f"left running: {pid} {line}" for pid, line in sorted(running.items())]
    for pid in running:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    files = files_of(user, home, temporary)
    lines += [f"left behind: {path}" for path in files[:8]] + ([f"and {len(files) - 8} more"] if len(files) > 8 else [])
    for path in files + [home, temporary]:
        remove(path)
    return lines


def play(place, suite, user):
    """One suite as one user: (whether it passed, what is to be said about it)."""
    own = tempfile.mkdtemp(prefix="", dir=place.folder)       # short: the path of a socket holds 107 bytes
    home, temporary = os.path.join(own, "home"), os.path.join(own, "tmp")
    for folder in (own, home, temporary):
        os.makedirs(folder, exist_ok=True)
        os.chown(folder, user.pw_uid, user.pw_gid)
    command = [part.replace(ROOT, place.tree) for part in suite.command]
    if is_root():
        command = ["unshare", "-m", "bash", "-c", READ_ONLY, "anywhere", place.tree, str(user.pw_uid), str(user.pw_gid), *command]
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": home, "TMPDIR": temporary, "USER": user.pw_name, "LOGNAME": user.pw_name, "PYTHONDONTWRITEBYTECODE": "1",
                   "PERCH_TEST_SLOWNESS": str(slowness()), **{name: value.replace(ROOT, place.tree) for name, value in suite.env.items()}}
    process = subprocess.Popen(command, cwd=place.tree, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        text = process.communicate(timeout=suite.minutes * 60 * slowness())[0].decode("utf-8", "backslashreplace")
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        text = process.communicate()[0].decode("utf-8", "backslashreplace") + "not done in time\n"
    counts = run.CLOSING.findall(text)
    said = [] if process.returncode == 0 and counts and counts[-1][1] == "0" else text.splitlines()[-60:]
    said += left_by(user, home, temporary)
    remove(own)
    return not said, said


def chosen(names):
    known = {suite.name: suite for suite in run.SUITES}
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.exit(f"no suite is called {unknown[0]!r}")
    return [known[name] for name in names] or [s for s in run.SUITES if not s.by_name and not s.outside and set(s.build) <= {"build"}]


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--suites", default="", help="only these, divided by commas")
    options.add_argument("--plays", type=int, default=2, help="how often all of them run, for each user")
    options.add_argument("--users", default="other,root", help="other, root or both")
    options.add_argument("--seed", type=int, default=random.randrange(10 ** 6))
    options.add_argument("--keep", action="store_true", help="leave the clone and the user")
    given = options.parse_args()
    suites = chosen([name for name in given.suites.split(",") if name])
    order, passed, failed = random.Random(given.seed), 0, []
    users = [name for name in given.users.split(",") if name] if is_root() else ["other"]
    if not is_root():
        print("skip anywhere: another user and root: only root can become them; the suites run as the user who calls")
    print(f"{len(suites)} suites, {given.plays} times as {' and as '.join(users)}, --seed {given.seed}", flush=True)
    with Place(users, given.keep) as place:
        place.build()
        for number in range(given.plays):
            for name in users:
                for suite in order.sample(suites, len(suites)):
                    start = time.monotonic()
                    good, said = play(place, suite, place.users[name])
                    print("".join(line + "\n" for line in said) + f"{'ok  ' if good else 'FAIL'} {suite.name} as {name}, play {number + 1}  ({time.monotonic() - start:.1f} s)", flush=True)
                    passed += good
                    failed += [] if good else [f"{suite.name} as {name}, play {number + 1}"]
    print("".join(f"failed: {line}\n" for line in failed) + f"{passed} passed, {len(failed)} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
