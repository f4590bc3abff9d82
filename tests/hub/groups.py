"""The cgroup (version 2) of each user of a hub (run.py): which files are written, with what, what is said where one cannot be, what is read back, and that a room's process is in it.

A stand-in is played: a folder with the files that the kernel shows (this machine's own controllers may be version 1's). Where this is root and the kernel lets itself be asked, a real group too: who is in it, and its end.
"""
import asyncio
import json
import logging
import os
import subprocess
import sys
import tempfile
import time
import types

HERE = os.path.dirname(os.path.abspath(__file__))
JUPYTER = os.path.join(os.path.dirname(os.path.dirname(HERE)), "jupyter")
sys.path[:0] = [os.path.dirname(HERE), JUPYTER]
from harness import Tally  # noqa: E402
from perch_cgroup import Cgroup, CgroupError, limits  # noqa: E402
from perch_spawner import PerchSpawner  # noqa: E402

ALL = "cpuset cpu io memory pids"
ENTERED = "import os; print(os.getcwd())"


def stand_in(folder, controllers=ALL, given=""):
    """A hub's folder as a kernel shows it."""
    os.makedirs(folder)
    for name, text in (("cgroup.controllers", controllers), ("cgroup.subtree_control", given), ("cgroup.procs", "")):
        with open(os.path.join(folder, name), "w") as file:
            file.write(text + "\n")
    return folder


def text_of(*parts):
    with open(os.path.join(*parts)) as file:
        return file.read()


def refused(function):
    try:
        return f"nothing: {function()}"
    except CgroupError as error:
        return str(error)


def files(tally, folder):
    hub = stand_in(os.path.join(folder, "hub"))
    group = Cgroup(hub, "perch-ada")
    made = group.make(limits(700 << 20, 120, 1.5))
    tally.check(made == os.path.join(hub, "perch-ada"), "the group lies below the hub's", made)
    shown = {name: text_of(made, name) for name in sorted(os.listdir(made))}
    tally.check(shown == {"cpu.max": "150000 100000", "memory.max": str(700 << 20), "pids.max": "120"}, "its limits", str(shown))
    tally.check(text_of(hub, "cgroup.subtree_control") == "+memory +pids +cpu", "what they count is handed down", text_of(hub, "cgroup.subtree_control"))
    tally.check(limits(0, 0, None) == {} and limits(5) == {"memory.max": "5"}, "no limit, no file", str(limits(0, 0, None)))
    other = stand_in(os.path.join(folder, "other"), given="memory pids")
    Cgroup(other, "perch-ada").make(limits(1 << 30, 10))
    tally.check(text_of(other, "cgroup.subtree_control") == "memory pids\n", "what is handed down already is not asked for again", text_of(other, "cgroup.subtree_control"))
    again = Cgroup(hub, "perch-ada")
    again.make(limits(1 << 30, 0, 0))
    tally.check(text_of(made, "memory.max") == str(1 << 30), "a group that is there takes the new limit", text_of(made, "memory.max"))


def refusals(tally, folder):
    said = refused(lambda: Cgroup(os.path.join(folder, "nowhere"), "perch-ada").make(limits(1)))
    tally.check("nowhere is no folder of cgroup v2 (No such file or directory)" in said, "no folder", said)
    os.mkdir(os.path.join(folder, "plain"))
    said = refused(lambda: Cgroup(os.path.join(folder, "plain"), "perch-ada").make(limits(1)))
    tally.check("is no folder of cgroup v2" in said, "a folder that is none", said)
    few = stand_in(os.path.join(folder, "few"), "hugetlb")
    said = refused(lambda: Cgroup(few, "perch-ada").make(limits(1, 2)))
    tally.check("has no memory, pids to give (its cgroup.controllers: hugetlb); Delegate=yes" in said and not os.path.exists(os.path.join(few, "perch-ada")), "controllers that it has not", said)
    shut = stand_in(os.path.join(folder, "shut"))
    os.mkdir(os.path.join(shut, "perch-ada"))
    os.mkdir(os.path.join(shut, "perch-ada", "memory.max"))         # (root may write what others may not: a folder he may not either)
    said = refused(lambda: Cgroup(shut, "perch-ada").make(limits(1024)))
    tally.check("'1024' cannot be written to " in said and said.endswith("memory.max: Is a directory"), "a limit that cannot be written", said)
    if os.geteuid():
        os.chmod(shut, 0o500)
        said = refused(lambda: Cgroup(shut, "perch-eve").make({}))
        tally.check("perch-eve cannot be made: Permission denied" in said, "a folder that may not be written", said)
        os.chmod(shut, 0o700)
    for number, words in ((16, "processes run in it, the hub perhaps; let them run in a group below it"), (13, "Permission denied")):
        group = Cgroup(few, "perch-ada")
        group._write = types.MethodType(failing(number), group)
        said = refused(lambda: group._hand_down(["hugetlb"]))
        tally.check(said.endswith(words), f"handing down fails with {number}", said)


def failing(number):
    """Cgroup._write where the kernel says no."""
    def write(self, name, text, folder=None):
        real, path = Cgroup._write, os.path.join(folder or self.folder, name)
        import builtins
        opened = builtins.open

        def refuse(place, *rest, **more):
            if place == path and rest[:1] == ("w",):
                raise OSError(number, os.strerror(number))
            return opened(place, *rest, **more)
        builtins.open = refuse
        try:
            real(self, name, text, folder)
        finally:
            builtins.open = opened
    return write


def counts(tally, folder):
    hub = stand_in(os.path.join(folder, "counted"))
    group = Cgroup(hub, "perch-ada")
    made = group.make(limits(1 << 20))
    tally.check((group.newly_killed(), group.used()) == (0, None), "nobody counts", str(group.used()))

    def shows(killed, used):
        with open(os.path.join(made, "memory.events"), "w") as file:
            file.write(f"low 0\nhigh 0\nmax 7\noom 3\noom_kill {killed}\noom_group_kill 0\n")
        with open(os.path.join(made, "memory.current"), "w") as file:
            file.write(f"{used}\n")
    shows(2, 900_000)
    tally.check((group.newly_killed(), group.newly_killed(), group.used()) == (2, 0, 900_000), "what memory.max has ended is told once; what is used", str(group.used()))
    again = Cgroup(hub, "perch-ada")
    again.make({})
    tally.check(again.newly_killed() == 0, "what was before this server is not told")


def user(name):
    return types.SimpleNamespace(name=name, escaped_name=name, id=3, url="/user/" + name)


class Kept(logging.Handler):
    def __init__(self):
        super().__init__()
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


def spawner(tally, folder):
    """The spawner's own use of it: the plan, the log, the end."""
    hub = stand_in(os.path.join(folder, "spawned"))
    one = PerchSpawner(cgroup=hub, accounts="trusting", homes=os.path.join(folder, "homes"), mem_limit=600 << 20, processes=77)
    one.user = user("ada")
    plan = one.plan()
    tally.check(plan["cgroup"] == os.path.join(hub, "perch-ada") and text_of(plan["cgroup"], "memory.max") == str(600 << 20) and text_of(plan["cgroup"], "pids.max") == "77", "the spawner's plan has it", str(plan))
    kept = Kept()
    one.log.addHandler(kept)
    one.tell_killed()
    with open(os.path.join(plan["cgroup"], "memory.events"), "w") as file:
        file.write("oom_kill 1\n")
    with open(os.path.join(plan["cgroup"], "memory.current"), "w") as file:
        file.write(str(599 << 20))
    one.tell_killed()
    one.tell_killed()
    tally.check(kept.lines == ["ada: the kernel has ended 1 process(es) for memory.max, 600 MiB; 599 MiB are in use"], "the log tells what was ended", str(kept.lines))
    asyncio.run(one.stop(now=True))
    tally.check(text_of(plan["cgroup"], "cgroup.kill") == "1", "its end ends all that is in it", str(os.listdir(plan["cgroup"])))
    none = PerchSpawner(accounts="trusting", homes=os.path.join(folder, "homes"))
    none.user = user("ada")
    none.tell_killed()
    tally.check(none.plan()["cgroup"] == "" and none.group is None, "no folder, no group")


def room(folder, group):
    home = os.path.join(folder, "home")
    os.makedirs(home, exist_ok=True)
    plan = {"accounts": "trusting", "home": home, "uid": None, "gid": None, "groups": [], "memory": 0, "processes": 0, "cpus": 0, "seat": 0, "nice": 0, "hidden": [], "cgroup": group}
    return subprocess.Popen([sys.executable, os.path.join(JUPYTER, "perch_room.py"), json.dumps(plan), sys.executable, "-c", ENTERED + "; import time; time.sleep(60 * ('stay' in os.environ))"],
                            env={**os.environ, "JUPYTER_RUNTIME_DIR": os.path.join(home, ".tmp", "jupyter"), **({"stay": "1"} if "real" in group else {})},
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def entering(tally, folder):
    hub = stand_in(os.path.join(folder, "entered"))
    made = Cgroup(hub, "perch-ada").make({})
    process = room(folder, made)
    out, err = process.communicate()
    tally.check(process.returncode == 0 and out.strip() == os.path.join(folder, "home") and text_of(made, "cgroup.procs") == str(process.pid), "a room's process enters it", out + err)
    process = room(folder, os.path.join(hub, "gone"))
    out, err = process.communicate()
    tally.check(process.returncode == 1 and err.strip().startswith("perch_room: ") and err.strip().endswith("cgroup.procs cannot be written: No such file or directory") and not out,
                "no group, no server", out + err)


def real(tally, folder):
    """The kernel's own: entering, who is in it, its end with all that is in it."""
    mounted = os.path.join(folder, "real")
    os.mkdir(mounted)
    if os.geteuid() or subprocess.run(["mount", "-t", "cgroup2", "none", mounted], stderr=subprocess.DEVNULL).returncode:
        print("skip groups: no real cgroup: this is not root, or the kernel gives none")
        return 1
    try:
        group = Cgroup(mounted, f"perch-test-{os.getpid()}")
        made = group.make({})
        process = room(folder, made)
        until = time.monotonic() + 20
        while not text_of(made, "cgroup.procs").split() and process.poll() is None and time.monotonic() < until:
            time.sleep(0.05)
        inside = text_of(made, "cgroup.procs").split()
        tally.check(inside == [str(process.pid)], "a real group has the room's process", f"{inside}, not {process.pid}")
        said = refused(lambda: Cgroup(mounted, "perch-none").make(limits(1 << 30))) if "memory" not in text_of(mounted, "cgroup.controllers").split() else "has no memory to give"
        tally.check("has no memory to give" in said and not os.path.exists(os.path.join(mounted, "perch-none")), "what a real one cannot count is said", said)
        group.end()
        status = process.wait(20)
        tally.check(status == -9 and not os.path.exists(made), "its end is everybody's", f"{status} {os.path.exists(made)}")
        process.communicate()
    finally:
        subprocess.run(["umount", mounted], check=True)
    return 0


def main():
    tally = Tally("groups")
    with tempfile.TemporaryDirectory() as folder:
        for part in (files, refusals, counts, spawner, entering):
            part(tally, folder)
        tally.skipped = real(tally, folder)
    tally.close()


main()
