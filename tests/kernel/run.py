"""The Jupyter kernel under real clients: makes an environment with them from PyPI (once), then runs

    protocol.py      what jupyter_kernel_test leaves out, over raw ZeroMQ
    beside.py        what ipykernel answered to the same requests (beside.json; --make)
    subshells.py     subshells; whose output is whose; what nobody heard
    kernel_test.py   jupyter_kernel_test whole
    clients.py       nbclient, nbconvert, papermill, jupyter execute, jupyter console
    notebook.py      the notebook of examples/ gives what is saved in it

    soak.py          long use (only when named)

    tests/kernel/run.py [protocol | beside | subshells | kernel_test | clients | notebook | soak]… [what these take]
    tests/kernel/run.py --make          the notebook of examples/ anew, with what it gives now
"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402

PACKAGES = ["jupyter_client==8.10.0", "jupyter_kernel_test==0.7.0", "ipykernel==7.4.0", "nbclient", "nbconvert", "papermill", "jupyter_console"]
PARTS = ("protocol", "beside", "subshells", "kernel_test", "clients", "notebook")


def environment(name="clients", packages=PACKAGES):
    """The Python of an environment that holds the packages; None and why."""
    folder = os.path.join(harness.ROOT, "build", name)
    python = os.path.join(folder, "bin", "python")
    stamp = os.path.join(folder, "packages")
    wanted = "\n".join(packages)
    if os.path.exists(stamp) and open(stamp).read() == wanted:
        return python, ""
    for command in ([sys.executable, "-m", "venv", "--clear", folder], [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages]):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            return None, done.stdout.strip().splitlines()[-1] if done.stdout.strip() else "it failed"
    with open(stamp, "w") as f:
        f.write(wanted)
    return python, ""


def count(out):
    """(passed, failed, skipped) of a part's closing line: the suites', or unittest's."""
    own = re.search(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", out, re.M)
    if own:
        return int(own[1]), int(own[2]), int(own[3] or 0)
    ran = re.search(r"^Ran (\d+) tests?", out, re.M)
    if not ran:
        return 0, 1, 0
    bad = sum(int(n) for n in re.findall(r"(?:failures|errors)=(\d+)", out))
    skipped = sum(int(n) for n in re.findall(r"skipped=(\d+)", out))
    return int(ran[1]) - bad - skipped, bad, skipped


def main():
    perch = harness.perch_path()
    if not os.path.exists(perch + "-kernel"):
        print("skip kernel: built without ZeroMQ, jansson or libsodium")
        print("0 passed, 0 failed, 1 skipped")
        return
    python, why = environment()
    if not python:
        print(f"skip kernel: Jupyter's clients cannot be had: {why}")
        print("0 passed, 0 failed, 1 skipped")
        return
    total = [0, 0, 0]
    with tempfile.TemporaryDirectory() as data:
        env = harness.clean_environment(JUPYTER_DATA_DIR=data, PERCH=perch, HOME=data, PERCH_HISTORY=os.path.join(data, "history"),
                                        PERCH_TEST_SLOWNESS=os.environ.get("PERCH_TEST_SLOWNESS", "1"), PATH=os.path.dirname(python) + os.pathsep + os.environ["PATH"])
        subprocess.run([perch, "kernel", "install", "--user"], env=env, check=True, stdout=subprocess.DEVNULL)
        parts = [a for a in sys.argv[1:] if a in (*PARTS, "soak")] or PARTS
        options = [a for a in sys.argv[1:] if a not in parts]
        if "--make" in options:
            parts, options, env["PERCH_MAKE"] = ["notebook"], [], "1"
        for part in parts:
            done = subprocess.run([python, os.path.join(HERE, part + ".py"), *options], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", cwd=data)
            counted = count(done.stdout)
            if counted[1] or done.returncode:
                print(done.stdout[-6000:])
            elif part == "soak":
                print("\n".join(line for line in done.stdout.splitlines() if line.startswith("     ")))
            total = [a + b for a, b in zip(total, counted)]
            print(f"     {part}: {counted[0]} passed, {counted[1]} failed, {counted[2]} skipped")
    print("%d passed, %d failed, %d skipped" % tuple(total))
    sys.exit(1 if total[1] else 0)


if __name__ == "__main__":
    main()
