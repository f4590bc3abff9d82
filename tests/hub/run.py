"""A class on one server: makes an environment with JupyterHub and nbgrader from PyPI (once), then runs

    groups.py        a cgroup for each user: what is written, refused, read
    rooms.py         users of one hub: limits, and that nothing is shared that should not be, in each kind of room that this machine allows
    grades.py        an assignment of nbgrader about places: released, submitted by ten, graded by perch's kernel

    tests/hub/run.py [groups | rooms | grades]…

Skipped, with the reason, where PyPI, Debian's proxy or the kernel are not to be had.
"""
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402

PACKAGES = ["jupyterhub==6.1.1", "jupyterlab==4.6.6", "jupyterhub-idle-culler==2.0.0", "nbgrader==0.9.6"]
PARTS = {"groups": None, "rooms": "configurable-http-proxy", "grades": None} # -> the program it needs


def clients():
    """tests/kernel/run.py, which knows how environments are made."""
    spec = importlib.util.spec_from_file_location("clients", os.path.join(os.path.dirname(HERE), "kernel", "run.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def environment():
    """(its Python, "") with perch's kernelspec in it; (None, why)."""
    perch = harness.perch_path()
    if not os.path.exists(perch + "-kernel"):
        return None, "built without ZeroMQ, jansson or libsodium"
    python, why = clients().environment("hub", PACKAGES)
    if python:
        subprocess.run([perch, "kernel", "install", "--prefix", os.path.dirname(os.path.dirname(python))], check=True, stdout=subprocess.DEVNULL)
    return python, why


def play(part, python, folder):
    """(passed, failed, skipped) of a part."""
    missing = PARTS[part]
    if missing and not shutil.which(missing):
        print(f"     {part}: {missing} is not here (Debian: node-{missing})")
        return 0, 0, 1
    if part == "rooms" and os.path.realpath(harness.ROOT).startswith("/tmp/"):
        print("     rooms: this tree lies in /tmp, and a room has a /tmp of its own: nothing of the tree could be started there")
        return 0, 0, 1
    env = harness.clean_environment(HOME=folder, PERCH=harness.perch_path(), PERCH_TEST_SLOWNESS=os.environ.get("PERCH_TEST_SLOWNESS", "1"), PATH=os.path.dirname(python) + os.pathsep + os.environ["PATH"])
    done = subprocess.run([python, os.path.join(HERE, part + ".py")], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", cwd=folder)
    counted = clients().count(done.stdout)
    if counted[1] or done.returncode:
        print(done.stdout[-8000:])
    elif counted[2]:
        print("\n".join(line for line in done.stdout.splitlines() if line.startswith("skip")))
    return counted


def main():
    python, why = environment()
    total = (0, 0, 0 if python else 1)
    if not python:
        print(f"skip hub: {why}")
    for part in [a for a in sys.argv[1:] if a in PARTS] or PARTS:
        if python:
            with tempfile.TemporaryDirectory() as folder:
                counted = play(part, python, folder)
            print("     %s: %d passed, %d failed, %d skipped" % (part, *counted))
            total = tuple(a + b for a, b in zip(total, counted))
    print("%d passed, %d failed, %d skipped" % total)
    sys.exit(1 if total[1] else 0)


if __name__ == "__main__":
    main()
