"""PerchSpawner: JupyterHub starts each user's server in a room of its own (perch_room.py), with limits: memory, processes, processors, simulated GPUs. docs/jupyterhub.md is for administrators.

Memory is limited three times: each process by RLIMIT_DATA (perch then raises MemoryError, PyTorch's or CUDA's own words, and the kernel goes on), all of a user's processes by a look every few
seconds, which ends the largest kernel, and where the hub has a cgroup of its own by that.
"""
import json
import os
import pwd
import signal
import sys
from subprocess import Popen

from jupyterhub.spawner import LocalProcessSpawner
from jupyterhub.traitlets import ByteSpecification
from jupyterhub.utils import random_port
from traitlets import Enum, Integer, List, Unicode, default

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from perch_cgroup import Cgroup, limits # noqa: E402

ROOM = os.path.join(HERE, "perch_room.py")
SERVER = "jupyterhub-singleuser"


def shown_by_status(pid):
    """(parent, uid, threads, bytes that are its own) of a process; None: it has ended."""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8", errors="replace") as file:
            rows = dict(line.split(":", 1) for line in file if ":" in line)
        own = sum(int(rows.get(name, "0 kB").split()[0]) for name in ("RssAnon", "RssShmem"))
        return int(rows["PPid"]), int(rows["Uid"].split()[0]), int(rows["Threads"]), own * 1024
    except (OSError, KeyError, ValueError):
        return None


def all_processes():
    found = {int(name): shown_by_status(name) for name in os.listdir("/proc") if name.isdigit()}
    return {pid: row for pid, row in found.items() if row}


def tree(root, processes):
    """The pids of a process and all that come from it."""
    children = {}
    for pid, row in processes.items():
        children.setdefault(row[0], []).append(pid)
    out, waiting = [], [root] if root in processes else []
    while waiting:
        pid = waiting.pop()
        out.append(pid)
        waiting += children.get(pid, [])
    return out


class PerchSpawner(LocalProcessSpawner):
    accounts = Enum(["system", "numbered", "rooms", "trusting"], config=True, help="""
        Who a user is on this machine. system: the account of that name (root). numbered: a number of its own, no account needed (root; see first_uid). rooms: the hub's own user, in a user
        namespace that hides the others (no root). trusting: the hub's own user and nothing hidden.""")
    homes = Unicode("", config=True, help="The folder that holds the users' folders; not for accounts of the system, which have their own. Without it class/ where the hub runs.")
    first_uid = Integer(200000, config=True, help="numbered: users get numbers from here on; a user's number is who owns the folder of that name.")
    hidden = List(Unicode(), config=True, help="rooms: more folders that users shall not see (the hub's own is always covered, and so are homes).")
    processes = Integer(192, config=True, help="Processes and threads that a user may have; 0: any. Not with trusting.")
    nice = Integer(5, config=True, help="By how much users' work stands behind the hub's.")
    gpus = Integer(2, config=True, help="Simulated GPUs in each kernel.")
    gpu_memory = ByteSpecification("256M", config=True, help="The memory of each; it counts as the user's own.")
    cgroup = Unicode("", config=True, help="A cgroup (v2) folder that the hub may write, as systemd's Delegate=yes gives it: each user gets one below it.")

    group = None            # the user's Cgroup, where the hub has one

    @default("accounts")
    def _who(self):
        return "system" if os.geteuid() == 0 else "rooms"

    @default("mem_limit")
    def _memory(self):
        return 1 << 30

    @default("poll_interval")
    def _often(self):
        return 5

    @default("notebook_dir")
    def _where(self):
        return "~"

    # ---- who and where ----

    def base(self):
        return os.path.abspath(self.homes or "class")

    def home(self):
        return pwd.getpwnam(self.user.name).pw_dir if self.accounts == "system" else os.path.join(self.base(), self.user.escaped_name)

    def numbers(self):
        """(uid, gid, groups) that the server takes; uid None: it stays who the hub is."""
        if self.accounts == "system":
            row = pwd.getpwnam(self.user.name)
            return row.pw_uid, row.pw_gid, os.getgrouplist(self.user.name, row.pw_gid)
        if self.accounts != "numbered":
            return None, None, []
        owner = os.stat(self.home()).st_uid
        return owner, owner, []

    def make_home(self):
        if self.accounts == "system":
            return
        os.makedirs(self.base(), 0o711, exist_ok=True)
        home = self.home()
        if not os.path.isdir(home):
            taken = {os.stat(entry.path).st_uid for entry in os.scandir(self.base())}
            os.mkdir(home, 0o700)
            if self.accounts == "numbered":
                uid = next(n for n in range(self.first_uid, self.first_uid + len(taken) + 1) if n not in taken)
                os.chown(home, uid, uid)

    # ---- what the server is given ----

    def user_env(self, env):
        home = self.home()
        env.update(USER=self.user.name, LOGNAME=self.user.name, HOME=home, SHELL="/bin/bash", PERCH_GPUS=f"sim:{self.gpus},mem={self.gpu_memory}" if self.gpus else "none")
        private = self.accounts != "trusting"
        env["TMPDIR"] = "/tmp" if private else os.path.join(home, ".tmp")
        env["JUPYTER_RUNTIME_DIR"] = os.path.join(env["TMPDIR"], "jupyter") # (sockets' paths have to be short)
        return env

    def get_args(self):
        """Kernels talk over sockets in a folder of the user's alone: whoever knows a port could listen to a kernel's output."""
        return [*super().get_args(), "--KernelManager.transport=ipc"]

    def plan(self):
        uid, gid, groups = self.numbers()
        return {"accounts": self.accounts, "home": self.home(), "uid": uid, "gid": gid, "groups": groups, "memory": self.mem_limit or 0, "processes": self.processes, "cpus": self.cpu_limit or 0,
                "seat": self.user.id, "nice": self.nice, "hidden": [os.getcwd(), self.base(), *self.hidden], "cgroup": self.make_cgroup()}

    def make_cgroup(self):
        """This user's cgroup, with its limits written; "" where the hub has none."""
        if not self.cgroup:
            return ""
        self.group = Cgroup(self.cgroup, "perch-" + self.user.escaped_name)
        return self.group.make(limits(self.mem_limit, self.processes, self.cpu_limit))

    def tell_killed(self):
        """What the user's cgroup has ended is said in the hub's log."""
        ended = self.group.newly_killed() if self.group else 0
        if ended:
            self.log.warning("%s: the kernel has ended %d process(es) for memory.max, %d MiB; %d MiB are in use", self.user.name, ended, (self.mem_limit or 0) >> 20, (self.group.used() or 0) >> 20)

    # ---- its life ----

    def judge(self):
        """What an administrator has said and cannot be."""
        if self.mem_limit and self.gpus * self.gpu_memory > self.mem_limit:
            raise ValueError(f"{self.gpus} simulated GPUs of {self.gpu_memory} bytes are more than mem_limit, {self.mem_limit}")
        covered = [folder for folder in (os.getcwd(), self.base(), *self.hidden) if os.path.commonpath([folder, sys.prefix]) == folder]
        if self.accounts == "rooms" and covered:
            raise ValueError(f"{covered[0]} would be hidden from users, and their servers' own programs are in it ({sys.prefix}): run the hub in a folder of its own")

    async def start(self):
        self.judge()
        self.make_home()
        self.port = self.port or random_port()
        self.proc = Popen([sys.executable, ROOM, json.dumps(self.plan()), *self.cmd, *self.get_args()], env=self.get_env(), cwd="/", start_new_session=True)
        self.pid = self.proc.pid
        return "127.0.0.1", self.port

    def mine(self):
        """This user's processes: pid -> row."""
        processes = all_processes()
        uid = self.numbers()[0]
        pids = tree(self.pid, processes) if uid is None else [pid for pid, row in processes.items() if row[1] == uid]
        return {pid: processes[pid] for pid in pids}

    def keep_within(self):
        """Where a user's processes have more memory together than one may have, the largest ends (the server itself last)."""
        mine = self.mine()
        total = sum(row[3] for row in mine.values())
        others = {pid: row for pid, row in mine.items() if pid != self.pid and row[0] != self.pid} if self.accounts == "rooms" else {pid: row for pid, row in mine.items() if pid != self.pid}
        if self.mem_limit and total > self.mem_limit and others:
            largest = max(others, key=lambda pid: others[pid][3])
            self.log.warning("%s has %d MiB in %d processes, more than %d MiB: process %d ends", self.user.name, total >> 20, len(mine), self.mem_limit >> 20, largest)
            os.kill(largest, signal.SIGKILL)

    async def poll(self):
        status = await super().poll()
        if status is None and self.pid:
            self.keep_within()
            self.tell_killed()
        return status

    async def stop(self, now=False):
        await super().stop(now)
        if self.accounts == "numbered": # (an account of the system may have other work here)
            for pid in self.mine():
                os.kill(pid, signal.SIGKILL)
        if self.group:
            self.group.end()
