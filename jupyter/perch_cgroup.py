"""A user's cgroup (version 2) below the hub's: what all of the user's processes may have together, by the kernel's own count. PerchSpawner makes one for each user where the hub has a folder of its own.

The hub's folder holds groups and no processes: a group that gives its children memory, processes and processors to count cannot have any itself (docs/jupyterhub.md says how systemd makes it so).
"""
import errno
import os
import time

CONTROLLERS = {"memory.max": "memory", "pids.max": "pids", "cpu.max": "cpu"}
PERIOD = 100000         # microseconds, of cpu.max
PATIENCE = 2            # seconds for processes that were killed to be gone


class CgroupError(ValueError):
    """A sentence for the administrator."""


def limits(memory=None, processes=None, cpus=None):
    """{file: text}; what is 0 or None has no limit."""
    found = {"memory.max": memory and str(memory), "pids.max": processes and str(processes), "cpu.max": cpus and f"{int(cpus * PERIOD)} {PERIOD}"}
    return {name: text for name, text in found.items() if text}


class Cgroup:
    """parent: the hub's folder; name: the user's below it."""

    def __init__(self, parent, name):
        self.parent, self.folder = parent, os.path.join(parent, name)
        self.killed = 0     # processes that memory.max has ended, as far as it was told

    def _read(self, name, folder=None):
        with open(os.path.join(folder or self.folder, name), encoding="ascii") as file:
            return file.read()

    def _write(self, name, text, folder=None):
        path = os.path.join(folder or self.folder, name)
        try:
            with open(path, "w", encoding="ascii") as file:
                file.write(text)
        except OSError as error:
            why = error.strerror
            if error.errno == errno.EBUSY and name == "cgroup.subtree_control":
                why = "processes run in it, the hub perhaps; let them run in a group below it"
            raise CgroupError(f"PerchSpawner.cgroup: {text!r} cannot be written to {path}: {why}") from error

    def _hand_down(self, wanted):
        """What the limits count is counted in the groups below the hub's."""
        try:
            known, given = self._read("cgroup.controllers", self.parent).split(), self._read("cgroup.subtree_control", self.parent).split()
        except OSError as error:
            raise CgroupError(f"PerchSpawner.cgroup: {self.parent} is no folder of cgroup v2 ({error.strerror})") from error
        missing = [name for name in wanted if name not in known]
        if missing:
            raise CgroupError(f"PerchSpawner.cgroup: {self.parent} has no {', '.join(missing)} to give (its cgroup.controllers: {' '.join(known) or 'none'}); Delegate=yes in the hub's unit gives them")
        new = [name for name in wanted if name not in given]
        if new:
            self._write("cgroup.subtree_control", " ".join("+" + name for name in new), self.parent)

    def make(self, given):
        """The group with these limits, and nobody in it yet; its folder."""
        self._hand_down([CONTROLLERS[name] for name in given])
        try:
            os.makedirs(self.folder, exist_ok=True)
        except OSError as error:
            raise CgroupError(f"PerchSpawner.cgroup: {self.folder} cannot be made: {error.strerror}") from error
        for name, text in given.items():
            self._write(name, text)
        self.killed = self._count_killed()
        return self.folder

    def _count_killed(self):
        try:
            return int(dict(line.split() for line in self._read("memory.events").splitlines())["oom_kill"])
        except (OSError, ValueError, KeyError):
            return 0

    def newly_killed(self):
        """How many processes memory.max has ended since this was asked last."""
        before, self.killed = self.killed, self._count_killed()
        return max(0, self.killed - before)

    def used(self):
        """Bytes that all of the user's processes have, files that are kept in memory too; None: nobody counts them."""
        try:
            return int(self._read("memory.current"))
        except (OSError, ValueError):
            return None

    def end(self):
        """Nothing of the user's runs any more, whatever it was started by, and the group is gone."""
        try:
            self._write("cgroup.kill", "1")
        except CgroupError:         # (before Linux 5.14)
            pass
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return os.rmdir(self.folder)
            except OSError as error:
                if error.errno != errno.EBUSY or time.monotonic() > until:
                    return None
            time.sleep(0.05)
