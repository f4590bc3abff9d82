"""Programs that people run notebooks with, over perch's kernel: nbclient, nbconvert, papermill, jupyter execute, jupyter console."""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from harness import Tally, slowness  # noqa: E402


def notebook(*cells):
    code = [{"cell_type": "code", "id": f"c{i}", "metadata": {"tags": ["parameters"]} if c.startswith("# parameters") else {}, "source": c, "outputs": [], "execution_count": None}
            for i, c in enumerate(cells)]
    return {"cells": code, "metadata": {"kernelspec": {"name": "perch", "display_name": "perch", "language": "python"}}, "nbformat": 4, "nbformat_minor": 5}


def texts(path):
    """What each cell of an executed notebook shows."""
    with open(path) as f:
        cells = json.load(f)["cells"]
    return ["".join("".join(o.get("text", o.get("data", {}).get("text/plain", o.get("ename", "")))) for o in c["outputs"]) for c in cells if c["cell_type"] == "code"]


CELLS = ("x = ones(2, 3, ctx=gpu(1))\nx.context", "print('hi')\nx.sum().asscalar()", "import torch\ntorch.ones(2, device='cuda')")
SHOWN = ["gpu(1)", "hi\n6.0", "tensor([1., 1.], device='cuda:0')"]


def run(*command, stdin=None):
    return subprocess.run(command, input=stdin, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60 * slowness())


def main():
    tally = Tally("clients")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)

        def write(name, *cells):
            with open(name, "w") as f:
                json.dump(notebook(*cells), f)

        write("a.ipynb", *CELLS)
        done = run("jupyter", "execute", "--inplace", "a.ipynb")
        tally.check(done.returncode == 0 and texts("a.ipynb") == SHOWN, "jupyter execute", done.stdout + str(texts("a.ipynb")))

        write("b.ipynb", *CELLS)
        done = run("jupyter", "nbconvert", "--to", "notebook", "--execute", "--output", "c.ipynb", "b.ipynb")
        tally.check(done.returncode == 0 and texts("c.ipynb") == SHOWN, "nbconvert to a notebook", done.stdout)
        done = run("jupyter", "nbconvert", "--to", "html", "--execute", "--output", "c.html", "b.ipynb")
        tally.check(done.returncode == 0 and "cuda:0" in open("c.html").read(), "nbconvert to a page", done.stdout)

        write("p.ipynb", "import subprocess, sys\nprint(subprocess.run([sys.executable, '-c', 'print(6 * 7)'], capture_output=True, text=True).stdout, end='')",
              "from multiprocessing import shared_memory\nblock = shared_memory.SharedMemory(create=True, size=8)\nblock.close()\nblock.unlink()\nprint('let go')")
        done = run("jupyter", "execute", "--inplace", "p.ipynb")
        tally.check(done.returncode == 0 and texts("p.ipynb") == ["42\n", "let go\n"], "sys.executable in a kernel runs programs, multiprocessing's helpers among them", done.stdout + str(texts("p.ipynb")))

        write("d.ipynb", "# parameters\nn = 1", "print(n * 2)")
        done = run("papermill", "d.ipynb", "e.ipynb", "-p", "n", "21", "-k", "perch")
        tally.check(done.returncode == 0 and texts("e.ipynb")[-1] == "42\n", "papermill", done.stdout)

        write("f.ipynb", "1", "1/0", "print('never')")
        done = run("jupyter", "execute", "--inplace", "--allow-errors", "f.ipynb")
        tally.check(done.returncode == 0 and texts("f.ipynb") == ["1", "ZeroDivisionError", "never\n"], "errors allowed", done.stdout)
        write("g.ipynb", "1/0", "print('never')")
        done = run("jupyter", "execute", "g.ipynb")
        tally.check(done.returncode != 0 and "ZeroDivisionError" in done.stdout, "an error ends it", done.stdout)

        done = run("jupyter", "console", "--kernel", "perch", "--simple-prompt", stdin="x = ones(2, 3, ctx=gpu(1))\nx.context\nprint(6 * 7)\nexit()\n")
        tally.check("gpu(1)" in done.stdout and "42" in done.stdout, "jupyter console", done.stdout)
    tally.close()


if __name__ == "__main__":
    main()
