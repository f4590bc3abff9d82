"""Lessons that hold their outputs: ```output blocks behind the cells of a .md, or a transcript with In [n] and Out[n] (.txt). `perch test` plays
them on two simulated GPUs; those that the original library can run on a CPU run there, too, and perch without a GPU must print the same.

    tests/examples/saved.py --write        take the outputs anew (read the difference before committing it)
    tests/examples/saved.py --originals    what the original libraries print (tests/examples/originals); MXNET_PYTHON as for tests/tensors
"""
import glob
import os
import re
import subprocess
import sys
import tempfile
import textwrap

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402
from playing import play, transcript  # noqa: E402

LESSONS = os.path.join(harness.ROOT, "examples")
ORIGINALS = os.path.join(HERE, "originals")
# lesson: the original that can run it on a CPU
SAVED = {
    "one_gpu.md": "mxnet", "two_gpus.md": "mxnet", "data_parallel_by_hand.md": "mxnet", "resnet_mxnet.md": "mxnet", "resnet_torch.md": "torch",
    "pytorch_places.md": "torch", "terminal_lesson.txt": None, "../docs/tutorial.md": None, "../docs/tutorial.zh.md": None,
}
def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def bare(text):
    """Without a traceback's levels inside perch's own packages (their lines change, and a lesson is not about them) and notes for conversions."""
    return re.sub(r'^  File "<frozen .*\n(?:    .*\n)*|^  \[.*%tb.*\]\n|^#perch:output .*\n', "", text, flags=re.M)


def perch_test(name, *options):
    """`perch test` on a lesson, in a folder of its own: lessons write files."""
    language = "zh" if ".zh." in name else "en"
    with tempfile.TemporaryDirectory() as folder:
        return harness.run_program([harness.perch_path(), "test", "--gpus", "sim:2", "--clock", "model", "--lang", language, *options, os.path.join(LESSONS, name)], 60,
                                   cwd=folder, env=harness.clean_environment())


def python_of(original):
    if original == "mxnet":
        return os.environ.get("MXNET_PYTHON") or sys.exit("MXNET_PYTHON must name a Python with mxnet 1.9.1 and numpy 1.23.5")
    return "/usr/bin/python3"


def take_originals():
    for name, original in SAVED.items():
        if original:
            head = f'import {original}; print("#", "{original}", {original}.__version__)'
            environment = {**os.environ, "OMP_NUM_THREADS": "1"}
            version, said = (subprocess.run([python_of(original), "-W", "ignore", *arguments], env=environment, capture_output=True, text=True, check=True).stdout
                             for arguments in (["-c", head], [os.path.join(HERE, "driver.py"), os.path.join(LESSONS, name)]))
            write(os.path.join(ORIGINALS, name[:-3] + ".out"), version + said)


def check(tally, write_anew=False):
    for name, original in SAVED.items():
        path = os.path.join(LESSONS, name)
        if write_anew:
            perch_test(name, "--update")
            write(path, bare(read(path)))
        run = perch_test(name)
        tally.check(run.code == 0, f"{name}: its outputs are those saved in it (perch test)", (run.out + run.err).decode()[-3000:])
        if original:
            wanted = read(os.path.join(ORIGINALS, name[:-3] + ".out")).split("\n", 1)[1]
            alone = harness.run_program([harness.perch_path(), "--gpus", "none", "-W", "ignore", os.path.join(HERE, "driver.py"), path], 60,
                                        env=harness.clean_environment(PERCH_NOTES="0"))
            said = alone.out.decode()
            tally.check(said == wanted, f"{name}: without a GPU it prints what {original} prints", harness.show_difference(wanted, said) + alone.err.decode()[-1000:])


def check_commands(tally):
    """What the documents say that a command prints: ```console blocks with an answer under `$ ./run …`."""
    for path in sorted(glob.glob(os.path.join(harness.ROOT, "docs", "*.md"))) + [os.path.join(harness.ROOT, "README.md")]:
        for block in re.findall(r"^```console\n(.*?)^```$", read(path), re.M | re.S):
            for command, answer in re.findall(r"^\$ \./run(.*)\n((?:[^$].*\n)*)", block, re.M):
                if answer:
                    run = harness.run_program(["bash", "-c", "exec " + harness.perch_path() + command], 30, env=harness.clean_environment())
                    tally.check(run.out.decode() == answer, f"{os.path.basename(path)}: ./run{command}", harness.show_difference(answer, run.out.decode()) + run.err.decode())


def check_readme(tally):
    """The session that README begins with, but for where lines are folded."""
    block = re.search(r"^    In \[1\]: .*?(?=^\S)", read(os.path.join(harness.ROOT, "README.md")), re.M | re.S).group()
    wanted = textwrap.dedent(block)
    sources = [source + "\n" for source in re.findall(r"^In \[\d+\]: (.*)", wanted, re.M)]
    played, _ = play(sources)
    said = re.sub(r'^  File "<frozen .*\n(?:    .*\n)*|^  \[.*%tb.*\]\n', "", transcript(sources, played), flags=re.M)
    tally.check(said.split() == wanted.split(), "README.md: its session", harness.show_difference(wanted, said))


def check_program(tally):
    """The lesson that is a program asserts what it says."""
    path = os.path.join(LESSONS, "using_gpus.py")
    run = harness.run_program([harness.perch_path(), "--gpus", "sim:2", path], 60, env=harness.clean_environment())
    tally.check(run.out.decode().endswith("all as the lesson says\n"), "using_gpus.py: all as it says", (run.out + run.err).decode()[-2000:])


def main():
    if "--originals" in sys.argv:
        return take_originals()
    tally = harness.Tally("examples")
    check(tally, "--write" in sys.argv)
    check_commands(tally)
    check_readme(tally)
    check_program(tally)
    tally.close()


if __name__ == "__main__":
    main()
