"""Lesson files: perch FILE, perch test, perch convert: tests/lessons/run.py [NAME…] [--seeds N] [--venv DIR].

--seeds: how many random lessons take the round trips (generate.py; the suite takes few, a night may take thousands). --venv: a Python with
nbformat, which then checks every notebook that was written (else their shape is checked here).
"""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), HERE]
import generate  # noqa: E402
import harness  # noqa: E402

PERCH = harness.perch_path()
SANITIZED = harness.sanitized()
MEMORY = None if SANITIZED else 4 << 30
ENVIRONMENT = {"PERCH_GPUS": "sim:2,mem=256M"}
tally = harness.Tally("lessons")


def option(name, otherwise):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else otherwise


class Folder:
    """A folder of files in which perch runs."""

    def __init__(self, **files):
        self.path = tempfile.mkdtemp(prefix="perch-lessons-")
        for name, text in files.items():
            self.write(name.replace("__", "."), text)

    def write(self, name, text):
        with open(os.path.join(self.path, name), "wb") as f:
            f.write(text if isinstance(text, bytes) else text.encode())

    def read(self, name):
        with open(os.path.join(self.path, name), "rb") as f:
            return f.read()

    def text(self, name):
        return self.read(name).decode()

    def perch(self, *arguments, timeout=20, stdin=b"", **env):
        return harness.run_program([PERCH, *arguments], timeout, cwd=self.path, stdin=stdin, memory=MEMORY, env=harness.clean_environment(**{**ENVIRONMENT, **env}))

    def drop(self):
        shutil.rmtree(self.path)


def check(run, what, code=0, out=None, err=None):
    """out, err: the whole text, or a list of what must be in it."""
    texts = [(run.out.decode("utf-8", "replace"), out, "stdout"), (run.err.decode("utf-8", "replace"), err, "stderr")]
    wrong = [] if run.code == code and not run.timed_out else [f"status {run.code}, wanted {code}{' (timed out)' if run.timed_out else ''}"]
    for text, wanted, name in texts:
        if isinstance(wanted, str) and text != wanted:
            wrong.append(f"{name}:\n{harness.show_difference(wanted, text)}")
        elif isinstance(wanted, (list, tuple)):
            wrong += [f"{name} lacks {w!r}:\n{text[-1500:]}" for w in wanted if w not in text]
    if not wrong and "frozen perch.lesson" in texts[1][0]:
        wrong.append("the tool's own traceback:\n" + texts[1][0][-1500:])
    return tally.check(not wrong, what, "\n".join(wrong))


def book(*cells, **more):
    """A notebook as text: cells are sources, or whole cells."""
    made = [c if isinstance(c, dict) else {"cell_type": "code", "source": c, "metadata": {}, "outputs": [], "execution_count": None, "id": f"c{i}"} for i, c in enumerate(cells)]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **more})


def ran(source, *outputs, count=1):
    return {"cell_type": "code", "source": source, "metadata": {}, "outputs": list(outputs), "execution_count": count, "id": f"r{count}"}


def printed(text, name="stdout"):
    return {"output_type": "stream", "name": name, "text": text}


def value(text, count=1):
    return {"output_type": "execute_result", "execution_count": count, "metadata": {}, "data": {"text/plain": text}}


def block(saved, source, *, fence="output"):
    return f"```python\n{source}\n```\n\n```{fence}\n{saved}\n```\n"


# ---- perch FILE ----

LESSON = """# A lesson

```python
x = ones(2, 3, ctx=gpu(1))
x.context
```

1. In a list, indented:

   ```{.python .input  n=2}
   for i in range(2):
       print(i)

   i + 1
   ```

~~~ py
print("tilde")
~~~

```
x.shape
```
"""
SHOWN = "[1]\ngpu(1)\n\n[2]\n0\n1\n2\n\n[3]\ntilde\n\n[4]\n(2, 3)\n"


def play():
    f = Folder(a__md=LESSON, a__txt=LESSON, indented__txt="Words.\n\n    x = 1\n    x + 1\n\nMore words\n\n\tprint('tab')\n", book__ipynb=book("1 + 1", "print('two')"),
               fail__md="```python\n1\n```\n\ntext\n\n```python\ndef f():\n    return 1 / 0\n\nf()\n```\n\n```python\n'after'\n```\n",
               meant__md=block("ZeroDivisionError: division by zero", "1 / 0") + "\n```python\n'after'\n```\n", other__md=block("0.5", "1 / 0") + "\n```python\n'after'\n```\n",
               speaks__zh__md="```python\nfrom perch.language import language\nprint(language())\n```\n",
               prompts__md="```python\n>>> x = 2\n>>> x * 3\n6\n>>> for i in range(2):\n...     print(i)\n0\n1\n```\n", session__txt="In [1]: 1 + 1\nOut[1]: 2\n\nIn [2]: for i in range(2):\n   ...:     print(i)\n0\n1\n",
               bare__txt=">>> 1 + 1\n2\n", exit__md="```python\nprint(1)\nexit(3)\n```\n\n```python\nprint(2)\n```\n", magic__md="```python\n%%capture c\nprint(1)\n```\n\n```\nc.stdout\n```\n\n```\n!echo child\n```\n",
               awaits__md="```python\nimport asyncio\nawait asyncio.sleep(0, 'slept')\n```\n", comment__md="<!--\n```python\nprint('hidden')\n```\n-->\n\n```python\nprint('shown')\n```\n",
               streams__md="```python\nimport sys\nprint('out')\nprint('err', file=sys.stderr)\n```\n", thread__md="```python\nimport threading\nt = threading.Thread(target=print, args=('from a thread',))\nt.start(); t.join()\n```\n",
               fork__md="```python\nimport os, sys\nif os.fork():\n    os.wait(); print('parent')\n```\n", chdir__md="```python\nimport os\nos.chdir('/')\n```\n",
               tabs__md="```{.python .input}\nfrom mxnet import np\n```\n\n```{.python .input}\n#@tab pytorch, jax\nnp = None\n```\n\n```{.python .input}\n#@tab all\nnp is not None\n```\n",
               sketch__md="```python\na = [1, 2]\na\n```\n\nIn general:\n\n```\nb[start:end]  # from start\nb[:]\n```\n\nand for us\n\n```\na[:1]\n```\n\n```\npip install it\n```\n\n```\nx = missing\n```\n",
               sketches__md="```{.python .input}\na = 1\n```\n\nNot of this lesson:\n\n```\na = missing\n```\n\n```{.python .input}\na\n```\n\n```\nword\n```\n",
               chapter__md="```{.python .input}\n%load_ext d2lbook.tab\ntab.interact_select(['tensorflow', 'mxnet', 'pytorch'])\n```\n\n```{.python .input}\n%%tab mxnet\nfrom mxnet import np\n```\n\n```{.python .input}\n%%tab pytorch, jax\nnp = None\n```\n\n"
                           "```{.python .input}\n%%tab all\nnp is not None, tab.selected('mxnet'), tab.selected('jax', 'pytorch')\n```\n\n```{.python .input}\ntab.select_tab('pytorch')\n```\n\n```{.python .input}\n%%tab pytorch\n7\n```\n",
               future__md="```python\n%matplotlib inline\nfrom __future__ import print_function\n7\n```\n")
    check(f.perch("tabs.md"), "play: cells for another framework are left out", out="[2]\nTrue\n")
    check(f.perch("future.md"), "play: a __future__ import behind a magic", out="[1]\n7\n")
    for name in ("a.md", "a.txt"):
        check(f.perch(name), f"play: {name}", out=SHOWN, err="")
    check(f.perch("indented.txt"), "play: indented blocks", out="[1]\n2\n\n[2]\ntab\n")
    check(f.perch("book.ipynb"), "play: a notebook", out="[1]\n2\n\n[2]\ntwo\n")
    check(f.perch("fail.md"), "play: an error stops it, with the file's line", 1, "[1]\n1\n\n[2]\n",
          ['File "fail.md", line 11, in <module>', 'File "fail.md", line 9, in f', "ZeroDivisionError: division by zero", "fail.md:8: stopped at cell 2 of 3"])
    check(f.perch("fail.md", "--keep-going"), "play: --keep-going", 1, "[1]\n1\n\n[2]\n\n[3]\n'after'\n", ["ZeroDivisionError", "1 cell of 3 failed"])
    check(f.perch("meant.md"), "play: an error that the lesson shows does not end it", 0, "[1]\n\n[2]\n'after'\n", ["ZeroDivisionError: division by zero"])
    check(f.perch("other.md"), "play: one in a cell that saves something else does", 1, "[1]\n", ["ZeroDivisionError", "other.md:2: stopped at cell 1 of 2"])
    check(f.perch("speaks.zh.md"), "play: a lesson's name says its language", out="[1]\nzh\n")
    check(f.perch("speaks.zh.md", "--lang", "en"), "play: --lang says it before the name", out="[1]\nen\n")
    check(f.perch("fail.md", "-k", "-q", "--lang", "zh"), "play: quiet", 1, err=["ZeroDivisionError: division by zero\n"])
    check(f.perch("prompts.md"), "play: examples", out="[2]\n6\n\n[3]\n0\n1\n")
    check(f.perch("session.txt"), "play: a transcript", out="[1]\n2\n\n[2]\n0\n1\n")
    check(f.perch("bare.txt"), "play: prompts without a block", out="[1]\n2\n")
    check(f.perch("exit.md"), "play: exit()", 3, "[1]\n1\n", "")
    check(f.perch("sketch.md", "--keep-going"), "play: blocks that name no language and could not run are text", 1, "[1]\n[1, 2]\n\n[2]\n[1]\n\n[3]\n",
          ["skipped: 2 blocks in other languages (none named)", "NameError: name 'missing'"])
    check(f.perch("sketches.md"), "play: where cells are marked as cells, what is not marked is none", out="[2]\n1\n", err="perch: sketches.md: skipped: 1 block in another language (none named)\n")
    check(f.perch("chapter.md"), "play: d2l's %%tab", out="[1]\n\n[3]\n\n[4]\n(True, True, False)\n\n[5]\n\n[6]\n7\n",
          err='Selected tab "mxnet", all other code cells not marked as "mxnet" will be ignored in execution.\nIgnored to run as it is not marked as a "mxnet" cell.\n'
              'Selected tab "pytorch", all other code cells not marked as "pytorch" will be ignored in execution.\n')
    check(f.perch("magic.md"), "play: magics and children", out="[2]\n'1\\n'\n\n[3]\nchild\n", err="")
    check(f.perch("awaits.md"), "play: await", out="[1]\n'slept'\n")
    check(f.perch("comment.md"), "play: what a comment hides does not run", out="[1]\nshown\n")
    check(f.perch("streams.md"), "play: two streams", out="[1]\nout\n", err="err\n")
    check(f.perch("thread.md"), "play: a thread's print", out="[1]\nfrom a thread\n")
    check(f.perch("fork.md"), "play: a fork's child ends with its cell", out="[1]\nparent\n")
    check(f.perch("--gpus", "none", "a.md"), "play: no GPU", 1, err=["gpu(1)"])
    check(f.perch("chdir.md", "--out", "chdir.ipynb"), "play: a lesson that leaves the folder")
    tally.check(os.path.exists(os.path.join(f.path, "chdir.ipynb")), "play: its notebook is where it was asked for")
    f.drop()


def outs():
    """What --out writes."""
    f = Folder(a__md=LESSON + "\n```python\nfrom IPython.display import HTML\nHTML('<b>bold</b>')\n```\n\n```python\n1 / 0\n```\n")
    for name in ("a.ipynb", "b.md", "c.txt", "d.py"):
        check(f.perch("a.md", "--keep-going", "--out", name), f"out: {name}", 1)
        check(f.perch("test", name), f"out: perch test of {name}", 0, [f"{name}: 6 outputs as saved"])
    b = json.loads(f.text("a.ipynb"))
    tally.check(valid(b), "out: a valid notebook", valid(b, True))
    code = [c for c in b["cells"] if c["cell_type"] == "code"]
    tally.check([c["execution_count"] for c in code] == [1, 2, 3, 4, 5, 6], "out: counts")
    tally.check("text/html" in code[4]["outputs"][0]["data"] and code[5]["outputs"][0]["ename"] == "ZeroDivisionError", "out: rich outputs and errors", f.text("a.ipynb"))
    text = f.text("b.md")
    tally.check("```output result\n(2, 3)\n```" in text and "```output\n0\n1\n```" in text and "ZeroDivisionError: division by zero\n```" in text, "out: Markdown with output blocks", text)
    nbformat_says(f)
    check(f.perch("d.py"), "out: a program in cells is a program", 1, err=["ZeroDivisionError"])
    check(f.perch("a.md", "-o", "nowhere/x.md"), "out: a folder that is not there", 2, err=["nowhere/x.md: cannot be written: No such file"])
    check(f.perch("a.md", "-o", "x.doc"), "out: no such format", 2, err=["x.doc: is not a lesson"])
    f.drop()


def valid(b, say=False):
    """The rules of nbformat 4.5, as far as perch writes them."""
    wrong, ids = [], set()
    if set(b) != {"cells", "metadata", "nbformat", "nbformat_minor"} or b["nbformat"] != 4:
        wrong.append(f"keys {sorted(b)}")
    for c in b["cells"]:
        keys = {"code": {"cell_type", "id", "metadata", "source", "outputs", "execution_count"}}.get(c["cell_type"], {"cell_type", "id", "metadata", "source"})
        if set(c) - {"attachments"} != keys:
            wrong.append(f"cell with {sorted(c)}")
        if not re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", c.get("id", "")) or c["id"] in ids:
            wrong.append(f"id {c.get('id')}")
        ids.add(c.get("id"))
        for o in c.get("outputs", ()):
            keys = {"stream": {"output_type", "name", "text"}, "error": {"output_type", "ename", "evalue", "traceback"}, "display_data": {"output_type", "data", "metadata"},
                    "execute_result": {"output_type", "data", "metadata", "execution_count"}}[o["output_type"]]
            if set(o) != keys:
                wrong.append(f"output with {sorted(o)}")
    return "\n".join(wrong) if say else not wrong


def nbformat_says(f):
    python = os.path.join(option("--venv", "/nowhere"), "bin", "python")
    if not os.path.exists(python):
        tally.skip("nbformat's own check", "no --venv with nbformat was named")
        return
    program = "import nbformat, sys\nn = nbformat.read(sys.argv[1], 4)\nnbformat.validate(n)\nassert nbformat.writes(n) + '\\n' == open(sys.argv[1]).read()"
    done = subprocess.run([python, "-c", program, os.path.join(f.path, "a.ipynb")], capture_output=True)
    tally.check(done.returncode == 0, "nbformat reads, validates and writes it alike", done.stderr.decode())


# ---- bad input ----

def bad():
    f = Folder(words__ipynb="not json", cut__ipynb='{"cells": [\n', three__ipynb='{"nbformat": 3, "worksheets": []}', five__ipynb='{"nbformat": 5, "cells": []}', other__ipynb='{"a": 1}', list__ipynb="[]",
               empty__ipynb="", empty__md="", words__txt="nothing but words\n", julia__ipynb=book("1", metadata={"kernelspec": {"language": "julia", "name": "j", "display_name": "j"}}),
               cell__ipynb='{"nbformat": 4, "cells": [{"cell_type": "code", "source": 5}]}', output__ipynb='{"nbformat": 4, "cells": [{"cell_type": "code", "source": "", "outputs": [7]}]}',
               open__md="# T\n\n```python\n1\n", tilde__md="~~~python\n1\n```\n", langs__md="```bash\nls\n```\n\n```c++\nint x;\n```\n\n```bash\nls\n```\n\n```text\nwords\n```\n\n```python\n1\n```\n",
               latin__md=b"# caf\n```python\nprint('caf\xe9')\n```\n", bom__md=b"\xef\xbb\xbf# T\r\n\r\n```python\r\nx = 1\r\nx\r\n```\r\n", loop__md="```python\n1\n```\n\n```python\nwhile True:\n    pass\n```\n",
               sleep__md="```python\nimport time\ntime.sleep(60)\n```\n", caught__md="```python\nimport time\nwhile True:\n    try:\n        time.sleep(60)\n    except KeyboardInterrupt:\n        pass\n```\n",
               asks__md="```python\nname = input('Name? ')\nprint('hello', name)\n```\n\n```python\nimport getpass\nlen(getpass.getpass('Word: '))\n```\n", answers__txt="Ada\nsecret\n", note__md="<!-- perch:cell {broken -->\n```python\n1\n```\n",
               null__md="```python\nprint(1)\0\n```\n", deep__ipynb="[" * 100000, empty_cell__md="```python\n```\n\n```python\n1\n```\n")
    os.mkdir(os.path.join(f.path, "folder.md"))
    sentences = [
        ("words.ipynb", 2, "words.ipynb:1: is not a notebook: its JSON is broken"), ("cut.ipynb", 2, "cut.ipynb:2: is not a notebook: its JSON is broken"), ("three.ipynb", 2, "is a notebook of version 3"),
        ("five.ipynb", 2, "is a notebook of version 5"), ("other.ipynb", 2, "is not a notebook"), ("list.ipynb", 2, "is not a notebook"), ("empty.ipynb", 2, "is not a notebook"), ("deep.ipynb", 2, "is not a notebook"),
        ("julia.ipynb", 2, "is a notebook in julia, not Python"), ("cell.ipynb", 2, "cell 1 is not what a notebook's cell is"), ("output.ipynb", 2, "cell 1 is not"),
        ("empty.md", 1, "has no code to run"), ("words.txt", 1, "has no code to run"), ("open.md", 2, "open.md:3: the block that begins here is never closed: no line ``` follows"),
        ("tilde.md", 2, "tilde.md:1: the block that begins here is never closed: no line ~~~ follows"), ("latin.md", 2, "latin.md:3: is not UTF-8: byte 0xe9 at position 11"),
        ("folder.md", 2, "is a folder, not a lesson"), ("missing.md", 2, "not found"), ("note.md", 2, "note.md:1: what perch has noted here is damaged"),
    ]
    for name, code, words in sentences:
        run = f.perch(name)
        if check(run, f"bad: {name}", code, "", [words]):
            tally.check(run.err.count(b"\n") == 1, f"bad: {name}: one sentence", run.err.decode())
        check(f.perch("--lang", "zh", name), f"bad: {name} in Chinese", code, "")
        if name != "folder.md":
            check(f.perch("test", name), f"bad: test {name}", 2, err=[words])
        if not name.startswith(("empty.md", "words.txt")):
            check(f.perch("convert", name, "to.md"), f"bad: convert {name}", 2, err=[words])
    check(f.perch("langs.md"), "bad: other languages are skipped, and it is said", out="[1]\n1\n", err="perch: langs.md: skipped: 3 blocks in other languages (bash, c++)\n")
    check(f.perch("bom.md"), "bad: a byte order mark and Windows' lines", out="[1]\n1\n", err="")
    check(f.perch("null.md"), "bad: a null byte", 1, err=["SyntaxError"])
    check(f.perch("empty_cell.md"), "bad: an empty cell", out="[1]\n1\n", err="")
    start = time.monotonic()
    check(f.perch("loop.md", "--timeout", "0.5"), "bad: a cell that never ends", 1, ["[1]\n1\n"], ["KeyboardInterrupt", "loop.md:6: cell 2 was still running after 0.5 seconds (--timeout) and was interrupted"])
    check(f.perch("sleep.md", "--timeout", "0.3"), "bad: a cell that sleeps", 1, err=["cell 1 was still running after 0.3 seconds"])
    tally.check(time.monotonic() - start < 6 * harness.slowness(), "bad: they end in time")
    check(f.perch("caught.md", "--timeout", "0.3"), "bad: a cell that catches every interrupt", 1, err=["cell 1 did not end when it was interrupted"])
    check(f.perch("test", "caught.md", "bom.md", "--timeout", "0.3"), "bad: the next lesson runs all the same", 1, ["cell 1 did not end", "2 files"])
    check(f.perch("asks.md"), "bad: input without answers", 1, ["Name? "], ["EOFError", "cell 1 asks for input, and there is no line for it"])
    check(f.perch("asks.md", "--input", "answers.txt"), "bad: input from a file", 0, "[1]\nName? Ada\nhello Ada\n\n[2]\nWord: \n6\n", "")
    check(f.perch("asks.md", "--input", "none.txt"), "bad: no such file of answers", 2, err=["none.txt: not found"])
    check(f.perch("bom.md", "--timeout", "x"), "bad: --timeout x", 2, err=["argument --timeout"])
    check(f.perch("bom.md", "--no-such"), "bad: an unknown option", 2, err=["usage: perch FILE.md", "unrecognized arguments: --no-such"])
    check(f.perch("test"), "bad: test of nothing", 2, err=["usage: perch test"])
    check(f.perch("convert", "bom.md", "bom.md"), "bad: convert onto itself", 2, err=["both names are the same file"])
    check(f.perch("convert", "bom.md"), "bad: convert of one", 2, err=["usage: perch convert A B"])
    check(f.perch("convert", "bom.md", "x.doc"), "bad: convert to what is no format", 2, err=["x.doc: is not a lesson"])
    f.drop()


def interrupted():
    """Ctrl-C while a cell runs."""
    f = Folder(a__md="```python\nprint('begun', flush=True)\nimport time\ntime.sleep(60)\n```\n\n```python\nprint('never')\n```\n")
    process = subprocess.Popen([PERCH, "a.md", "--out", "b.md"], cwd=f.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=harness.clean_environment(**ENVIRONMENT))
    time.sleep(1 * harness.slowness())
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=15 * harness.slowness())
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
    tally.check(process.returncode == 130 and b"begun" in out and b"never" not in out and b"KeyboardInterrupt" in err and b"frozen perch.lesson" not in err,
                "interrupt: Ctrl-C ends the lesson", f"{process.returncode}\n{out}\n{err}")
    tally.check(os.path.exists(os.path.join(f.path, "b.md")), "interrupt: what had run is written")
    f.write("t.md", "```python\nopen('begun', 'w').close()\nimport time\ntime.sleep(60)\n```\n")
    process = subprocess.Popen([PERCH, "test", "t.md", "a.md"], cwd=f.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=harness.clean_environment(**ENVIRONMENT))
    until = time.monotonic() + 15 * harness.slowness()
    while not os.path.exists(os.path.join(f.path, "begun")) and time.monotonic() < until:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=15 * harness.slowness())
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
    tally.check(process.returncode == 130 and b"1 file: 0 passed, 1 failed" in out and b"frozen perch.lesson" not in err, "interrupt: Ctrl-C ends perch test, and the files behind it are not played",
                f"{process.returncode}\n{out}\n{err}")
    f.drop()


# ---- perch test ----

# (what, saved, source, does it agree)
COMPARED = [
    ("equal", "1\n2", "print(1)\n2", True), ("different", "2", "1", False), ("fewer lines", "1", "print(1)\nprint(2)", False), ("more lines", "1\n2", "print(1)", False),
    ("floats near", "0.30000", "0.1 + 0.2", True), ("floats far", "0.31", "0.1 + 0.2", False), ("integers are exact", "1000", "1001", False), ("an integer and a float", "3", "3.0000001", True),
    ("exponents", "1e-05 2.5e+10", "print(1.0000001e-5, 25e9)", True), ("nan and inf", "nan inf", "print(float('nan'), float('inf'))", True), ("minus zero", "-0.0", "0.0", True),
    ("sign", "-0.5", "0.5", False), ("an array's width", "[1.  2.5]", "np.array([1.0, 2.5])", False), ("gaps", "a    b", "print('a b')", True), ("blank ends", "a", "print('a   ')\nprint()", True),
    ("ellipsis in a line", "a ... c", "print('a b b c')", True), ("ellipsis of lines", "a\n...\nc", "print('a\\nb\\nb\\nc')", True), ("ellipsis needs its ends", "a ... d", "print('a b b c')", False),
    ("ellipsis twice", "a...b...c", "print('a1b2c')", True), ("ellipsis out of order", "a...c...b...d", "print('abcd')", False), ("ellipsis of nothing", "a...", "print('a')", True),
    ("times", "took 3.2 s (1min 2s)", "print('took 0.001 s (3min 40s)')", True), ("seconds in words", "12.5 seconds", "print('0.1 seconds')", True), ("units differ", "3.2 ms", "print('7.1 µs')", True),
    ("a file that is written", "Writing a.py", "print('Overwriting a.py')", True), ("another file", "Writing a.py", "print('Overwriting b.py')", False), ("rates", "1234.5 img/s", "print('99.25 img/s')", True), ("clock", "12:30:45", "print('01:02:03')", True), ("dates", "2024-01-31 on Mon Jan 31 2024", "print('2026-12-24 on Thu Dec 24 2026')", True),
    ("addresses", "<object at 0x7f0000000010>", "object()", True), ("addresses of another", "<list at 0x7f0000000010>", "object()", False), ("temporary paths", "/tmp/abc123/x", "print('/tmp/q/y/z')", True),
    ("other paths", "/home/a", "print('/home/b')", False), ("a device", "gpu(0)", "print('gpu(1)')", False), ("a place", "<NDArray 2x3 @gpu(1)>", "print('<NDArray 2x3 @gpu(0)>')", False),
    ("numbers in names", "float32", "print('float64')", False), ("an error in full", "Traceback (most recent call last):\n  anything\nValueError: words", "raise ValueError('words')", True),
    ("an error's last line", "ValueError: words", "raise ValueError('words')", True), ("other words", "ValueError: others", "raise ValueError('words')", False), ("another error", "TypeError: words", "raise ValueError('words')", False),
    ("an error with its drawing", "MXNetError: Check failed: ... on gpu(1)", "ones(2, ctx=gpu(0)) + ones(2, ctx=gpu(1))", True), ("an error that no longer comes", "ValueError: words", "1", False),
    ("printed, then an error", "1\nTraceback (most recent call last):\n  ...\nZeroDivisionError: division by zero", "print(1)\n1 / 0", True), ("two numbers glued", "1 2", "12", False), ("an error with dots", "KeyError: ...", "{}['a']", True),
    ("Chinese", "设备 gpu(0)", "print('设备 gpu(0)')", True), ("a list", "[1, 2, 3]", "[1, 2, 3]", True), ("a list's order", "[1, 3, 2]", "[1, 2, 3]", False), ("hex short", "0xff", "print('0xfe')", False),
]


def compare():
    f = Folder()
    for i, (what, saved, source, agrees) in enumerate(COMPARED):
        f.write(f"{i:02}.md", block(saved, source))
    f.perch("test", ".", "--junit", "report.xml", "-q", timeout=60)
    suites = {s.get("name"): s for s in ElementTree.parse(os.path.join(f.path, "report.xml")).getroot()}
    for i, (what, saved, source, agrees) in enumerate(COMPARED):
        s = suites.get(f"./{i:02}.md")
        tally.check(s is not None and s.get("tests") == "1" and (s.get("failures") == "0") == agrees, f"compare: {what} ({saved!r})", ElementTree.tostring(s).decode() if s is not None else "not run")
    f.write("x.md", block("0.31", "0.1 + 0.2"))
    check(f.perch("test", "x.md", "--rtol", "0.1"), "compare: --rtol", 0, ["1 output as saved"])
    check(f.perch("test", "x.md", "--atol", "0.02"), "compare: --atol", 0)
    f.write("y.md", block("0.3", "0.1 + 0.2"))
    check(f.perch("test", "y.md", "--exact"), "compare: --exact", 1, ["-0.3\n+0.30000000000000004"])
    check(f.perch("test", "x.md", "y.md"), "compare: a unified diff and a sum", 1,
          ["--- x.md:2 cell 1 (saved)\n+++ x.md:2 cell 1 (now)\n@@ -1 +1 @@\n-0.31\n+0.30000000000000004\n", "x.md: 1 of 1 outputs differ\n", "y.md: 1 output as saved\n", "2 files: 1 passed, 1 failed ("])
    check(f.perch("--lang", "zh", "test", "x.md"), "compare: in Chinese", 1, ["保存的输出", "1 个文件：0 项通过，1 项失败"])
    f.drop()


def notebooks():
    """Saved outputs of notebooks."""
    f = Folder(good__ipynb=book(ran("print(1)", printed("1\n")), ran("import sys\nprint('w', file=sys.stderr)\n2.00001", printed("warning", "stderr"), value("2.0", 2), count=2),
                                ran("1 / 0", {"output_type": "error", "ename": "ZeroDivisionError", "evalue": "division by zero", "traceback": ["\x1b[31mother"]}, count=3), ran("x = 1", count=4)),
               value__ipynb=book(ran("2", value("3"))), missing__ipynb=book(ran("print(1)")), error__ipynb=book(ran("1 / 0", value("0"))), fresh__ipynb=book("print(1)", "2"),
               skip__ipynb=book({**ran("1 / 0", value("7")), "metadata": {"tags": ["skip-execution"]}}, ran("# NBVAL_IGNORE_OUTPUT\nprint(2)", printed("3\n"), count=2)))
    f.write("was.md", "```python\n>>> x = 2\n>>> x\n2\n```\n\n```python\nx + 1\n```\n\n```\n3\n```\n\n```python\n1 / 0\n```\n\n```output\nZeroDivisionError: division by zero\n```\n")
    check(f.perch("convert", "was.md", "was.ipynb", "-q"), "notebooks: from Markdown", out="")
    check(f.perch("test", "was.ipynb"), "notebooks: a value that was saved as text", 0, ["2 outputs as saved"])
    check(f.perch("test", "good.ipynb"), "notebooks: as saved", 0, ["good.ipynb: 4 outputs as saved"])
    check(f.perch("test", "value.ipynb"), "notebooks: another value", 1, ["-3\n+2"])
    check(f.perch("test", "missing.ipynb"), "notebooks: prints what it did not", 1, ["+1"])
    check(f.perch("test", "error.ipynb"), "notebooks: fails now", 1, ["+ZeroDivisionError: division by zero"])
    check(f.perch("test", "fresh.ipynb"), "notebooks: never run", 0, ["no saved outputs"])
    check(f.perch("test", "skip.ipynb"), "notebooks: cells left out", 0)
    f.drop()


def limits():
    """--mem-limit holds in a lesson's interpreter, tensors counted, whatever the lesson's form."""
    code = "import torch\nkept = []\ntry:\n    while len(kept) < 5000: kept.append(torch.ones(100000))\nexcept RuntimeError as e: print('said', len(kept) < 1500)\ndel kept\nprint('goes on', torch.ones(3).sum().item())"
    book = '{"cells": [{"cell_type": "code", "metadata": {}, "execution_count": null, "outputs": [], "source": %s}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}' % json.dumps(code)
    f = Folder(a__md=f"# Text\n\n```python\n{code}\n```\n", b__ipynb=book, c__py=f"# %% [markdown]\n# Text\n\n# %%\n{code}\n")
    for name in ("a.md", "b.ipynb", "c.py"):
        check(f.perch("--mem-limit", "64M", name), f"limits: --mem-limit in {name}", 0, ["said True\ngoes on 3.0"])
    bytes_ = "kept = []\ntry:\n    while len(kept) < 100: kept.append(bytes(1000000))\nexcept MemoryError: print('said', len(kept) < 70)\n"
    f.write("d.md", f"```python\n{bytes_}```\n")
    check(f.perch("--mem-limit", "64M", "d.md"), "limits: --mem-limit and Python's own values", 0, ["said True"])
    f.drop()


def doctests():
    f = Folder(prog__py='"""Module.\n\n>>> double(2)\n4\n>>> x = 5\n"""\nCALLED = __name__\n\n\ndef double(v):\n    """Twice.\n\n    >>> double(1.5)\n    3.0\n    >>> double("ab")\n    \'abab\'\n    >>> x\n    Traceback (most recent call last):\n'
                        '        ...\n    NameError: name \'x\' is not defined\n    >>> double(None)  # doctest: +SKIP\n    17\n    >>> print("a\\n\\nb")\n    a\n    <BLANKLINE>\n    b\n    """\n    return v * 2\n\n\nif __name__ == "__main__":\n    raise SystemExit(9)\n',
               wrong__py='def f():\n    """\n    >>> f()\n    2\n    >>> 1 / 0\n    """\n    return 1\n', cells__py="# %% [markdown]\n# Text\n\n# %%\nx = 2\nx + 1\n#= 3\n\n# %%\nprint(x)\n#> 2\n", plain__py="print(1)\n",
               prompts__md="Text\n\n```pycon\n>>> 1 + 1\n2\n>>> [1,\n...  2]\n[1, 3]\n```\n")
    check(f.perch("test", "prog.py"), "doctest: a program's examples", 0, ["prog.py: 6 outputs as saved"])
    check(f.perch("test", "wrong.py"), "doctest: a difference and an error", 1, ["-2\n+1", "ZeroDivisionError", "wrong.py: 2 of 2 outputs differ"])
    check(f.perch("test", "cells.py"), "doctest: a program in cells", 0, ["2 outputs as saved"])
    check(f.perch("test", "plain.py"), "doctest: a program without examples", 2, err=["has no code to run"])
    check(f.perch("test", "prompts.md"), "doctest: in Markdown", 1, ["-[1, 3]\n+[1, 2]", "1 of 2 outputs differ"])
    check(f.perch("test", "--update", "wrong.py"), "doctest: --update", 0, ["2 outputs rewritten"])
    tally.check("    >>> f()\n    1\n    >>> 1 / 0\n    Traceback (most recent call last):\n        ...\n    ZeroDivisionError: division by zero\n    \"\"\"\n    return 1\n" in f.text("wrong.py"), "doctest: what it wrote", f.text("wrong.py"))
    check(f.perch("test", "wrong.py"), "doctest: it agrees then", 0)
    f.drop()


UPDATED = b"""\xef\xbb\xbfIntro  \r
\r
1. item\r
\r
   ~~~ python\r
   print(1)\r
   ~~~\r
\r
\r
   ``` text\r
   old\r
   ```\r
   tail\r
\r
```{.python .input  n=3}\r
'```'\r
```\r
\r
```{.output}\r
old\r
```\r
\r
```python\r
print('no block')\r
```\r
end"""


def update():
    f = Folder(a__md=UPDATED, fresh__md="```python\n1 + 1\n```\n\ntext\n\n```python\nx = 1\n```\n", b__ipynb=json.dumps(json.loads(book(ran("2", value("3")), ran("'x'", value("'x'", 2), count=2))), indent=2),
               gone__md=block("1", "x = 1") + "\nafter\n", tagged__md="```python\nprint(1)\n2\n```\n\n```output\n0\n```\n\n```output result\n0\n```\n\nafter\n", t__txt="In [1]: 1 + 1\nOut[1]: 3\n\n# text\n\nIn [2]: print(5)\n4\n",
               near__md=block("0.3", "0.1 + 0.2"), c__py="# %%\n1 + 1\n#= 3\n\n# %%\nx = 2\n", loop__md=block("1", "while True: pass"))
    check(f.perch("test", "--update", "a.md"), "update: Markdown", 0, ["2 outputs rewritten"])
    wanted = UPDATED.replace(b"   old\r\n", b"   1\r\n").replace(b"```{.output}\r\nold\r\n```\r\n", b"```{.output}\r\n'```'\r\n```\r\n")
    tally.check(f.read("a.md") == wanted, "update: text around stays to the byte", harness.show_difference(wanted, f.read("a.md")))
    check(f.perch("test", "a.md"), "update: it agrees then", 0)
    check(f.perch("test", "-u", "fresh.md"), "update: a lesson without outputs gets them")
    tally.check(f.text("fresh.md") == "```python\n1 + 1\n```\n\n```output\n2\n```\n\ntext\n\n```python\nx = 1\n```\n", "update: as blocks behind the cells", f.text("fresh.md"))
    before = f.text("b.ipynb")
    check(f.perch("test", "-u", "b.ipynb"), "update: a notebook")
    tally.check(json.loads(f.text("b.ipynb"))["cells"][0]["outputs"][0]["data"]["text/plain"] in ("2", ["2"]) and f.text("b.ipynb").count('"id": "r2"') == 1 and f.text("b.ipynb").startswith(before[:60]),
                "update: its other keys as they were", f.text("b.ipynb"))
    check(f.perch("test", "-u", "gone.md"), "update: an output that no longer comes")
    tally.check(f.text("gone.md") == "```python\nx = 1\n```\n\nafter\n", "update: its block goes", f.text("gone.md"))
    check(f.perch("test", "-u", "tagged.md"), "update: blocks by kind")
    tally.check(f.text("tagged.md") == "```python\nprint(1)\n2\n```\n\n```output\n1\n```\n\n```output result\n2\n```\n\nafter\n", "update: each in its own", f.text("tagged.md"))
    check(f.perch("test", "-u", "t.txt"), "update: a transcript")
    tally.check(f.text("t.txt") == "In [1]: 1 + 1\nOut[1]: 2\n\n# text\n\nIn [2]: print(5)\n5\n", "update: what it wrote", f.text("t.txt"))
    check(f.perch("test", "-u", "c.py"), "update: a program in cells")
    tally.check(f.text("c.py") == "# %%\n1 + 1\n#= 2\n\n# %%\nx = 2\n", "update: what it wrote there", f.text("c.py"))
    check(f.perch("test", "-u", "near.md"), "update: what agrees stays", 0, ["nothing to rewrite"])
    tally.check(f.text("near.md") == block("0.3", "0.1 + 0.2"), "update: to the byte")
    check(f.perch("test", "-u", "loop.md", "--timeout", "0.3"), "update: not where a cell did not end", 1, ["not rewritten"])
    tally.check(f.text("loop.md") == block("1", "while True: pass"), "update: such a file stays")
    f.drop()


def folders():
    f = Folder(b__md=block("1", "1"), a__ipynb=book(ran("1", value("1"))), words__md="no code\n", p__py="print(1)\n", broken__ipynb="{")
    os.mkdir(os.path.join(f.path, "sub"))
    f.write("sub/c.txt", "In [1]: 1\nOut[1]: 2\n")
    os.mkdir(os.path.join(f.path, ".ipynb_checkpoints"))
    f.write(".ipynb_checkpoints/a.ipynb", "{")
    run = f.perch("test", ".", "--junit", "r.xml")
    check(run, "folders: all lessons below", 1, ["./a.ipynb: 1 output as saved", "./b.md: 1 output as saved", "./sub/c.txt: 1 of 1 outputs differ", "4 files: 2 passed, 2 failed"], ["./broken.ipynb"])
    root = ElementTree.parse(os.path.join(f.path, "r.xml")).getroot()
    tally.check(root.tag == "testsuites" and (root.get("tests"), root.get("failures"), root.get("errors")) == ("4", "1", "1"), "folders: the JUnit file's sums", ElementTree.tostring(root).decode())
    tally.check(root.find(".//testcase[@name='cell 1']/failure") is not None and "-2\n+1" in root.find(".//failure").text, "folders: a failure holds its diff")
    os.mkdir(os.path.join(f.path, "none"))
    check(f.perch("test", "none"), "folders: an empty one", 2, err=["no lesson in this folder"])
    f.drop()


# ---- perch convert ----

def shipped():
    """Every lesson and demo of examples/ and both tutorials are as saved, as docs/teachers.md has it, with no option at all, from any folder; each plays to its end."""
    f, examples = Folder(), os.path.join(harness.ROOT, "examples")
    tutorials = [os.path.join(harness.ROOT, "docs", name) for name in ("tutorial.md", "tutorial.zh.md")]
    alone = lambda *arguments: harness.run_program([PERCH, *arguments], 120, cwd=f.path, env=harness.clean_environment())
    run = alone("test", examples, *tutorials)
    said = run.out.decode().strip().split("\n")[-1]
    tally.check(run.code == 0 and re.search(r"^\d+ files: \d{3} passed, 0 failed", said), "shipped: perch test examples docs/tutorial.md docs/tutorial.zh.md", run.out[-3000:] + run.err[-500:])
    run = harness.run_program([PERCH, "test", os.path.join(examples, "ranks.md")], 120, cwd=f.path, env=harness.clean_environment(PATH=f.path))
    tally.check(run.code == 0 and b"ranks.md: not played from line 14 on: ranks are started there, and Open MPI is not here\n1 file: 0 passed, 0 failed" in run.out, "shipped: ranks where mpirun is not", run.out + run.err)
    for path in tutorials:
        check(alone(path), f"shipped: perch {os.path.basename(path)} plays it all", 0, ["\n[20]\n"])
    f.drop()


def convert(f, *names):
    """'' or what went wrong, from one to the next."""
    for a, b in zip(names, names[1:]):
        run = f.perch("convert", "-q", a, b)
        if run.code or run.err:
            return f"{a} -> {b}: {run.code} {run.err.decode()}"
    return ""


def round_trip(seed):
    """What did not come back, for one random notebook and one random Markdown file."""
    f = Folder(a__ipynb=generate.as_jupyter(generate.notebook(seed)), a__md=generate.markdown(seed))
    order = [("md", "txt", "py"), ("py", "md", "txt"), ("txt", "py", "md")][seed % 3]
    wrong = []
    try:
        names = ["a.ipynb"] + [f"n.{form}" for form in order] + ["back.ipynb"]
        problem = convert(f, *names)
        if problem or f.read("back.ipynb") != f.read("a.ipynb"):
            wrong.append(problem or harness.show_difference(f.read("a.ipynb"), f.read("back.ipynb")))
        else: # what perch wrote comes back through a notebook, to the byte
            form = order[seed // 3 % 3]
            problem = convert(f, f"n.{form}", "m.ipynb", f"back.{form}")
            if problem or f.read(f"n.{form}") != f.read(f"back.{form}"):
                wrong.append(problem or harness.show_difference(f.read(f"n.{form}"), f.read(f"back.{form}")))
        problem = convert(f, "a.md", "x.ipynb", "x.txt", "x.py", "back.md")
        if "never closed" not in problem and (problem or f.read("back.md") != f.read("a.md")):
            wrong.append(problem or harness.show_difference(f.read("a.md"), f.read("back.md")))
    finally:
        f.drop()
    return "\n".join(wrong)


# A notebook with a cell of every kind, and what each format writes of it.
WRITTEN = book({**ran("1 + 1", {**value("2", 3), "data": {"text/plain": "2", "text/html": "<b>2</b>"}}, printed("hi\n"), count=3), "metadata": {"tags": ["a"]}},
               {"cell_type": "markdown", "source": "words", "metadata": {"x": 1}, "id": "c2"},
               {**ran("p", {"output_type": "display_data", "metadata": {}, "data": {"image/png": "aGk="}}, {"output_type": "display_data", "metadata": {}, "data": {"text/plain": "```\nx"}},
                      {"output_type": "error", "ename": "E", "evalue": "v", "traceback": ["a", "b"]}, count=None)},
               {"cell_type": "raw", "source": "r", "metadata": {}, "id": "c4"}, {"cell_type": "markdown", "source": "", "metadata": {}, "id": "c5"})
FORMS = {
    "md": """\
<!-- perch:lesson {"metadata": {}} -->

<!-- perch:cell {"count": 3, "id": "r3", "metadata": {"tags": ["a"]}} -->
```python
1 + 1
```

<!-- perch:output {"data": {"text/html": "<b\\u003e2</b\\u003e"}} -->
```output result
2
```

```output
hi
```

<!-- perch:cell {"id": "c2", "metadata": {"x": 1}} -->
words

<!-- perch:cell {"count": null, "id": "rNone"} -->
```python
p
```

<!-- perch:output {"output": {"data": {"image/png": "aGk="}, "metadata": {}, "output_type": "display_data"}} -->

````output display
```
x
````

<!-- perch:output {"ename": "E", "evalue": "v"} -->
```output error
a
b
```

<!-- perch:cell {"id": "c4", "kind": "raw", "until": "end"} -->
r
<!-- perch:end -->

<!-- perch:cell {"empty": true, "id": "c5"} -->
""",
    "txt": """\
#perch:lesson {"metadata": {}}

#perch:cell {"count": 3, "id": "r3", "metadata": {"tags": ["a"]}}
In [3]: 1 + 1
Out[3]: 2
hi
#perch:output {"cuts": [["result", 1], ["stdout", 1]]}
#perch:output [{"data": {"text/html": "<b\\u003e2</b\\u003e"}}, null]

#perch:cell {"id": "c2", "metadata": {"x": 1}}
# words

#perch:cell {"count": null, "id": "rNone"}
In [2]: p

```
x
a
b
#perch:output {"cuts": [["display", 1], ["display", 2], ["error", 2]]}
#perch:output [{"output": {"data": {"image/png": "aGk="}, "metadata": {}, "output_type": "display_data"}}, null, {"ename": "E", "evalue": "v", "traceback": ["a", "b"]}]

#perch:cell {"id": "c4", "kind": "raw"}
# r

#perch:cell {"empty": true, "id": "c5"}
""",
    "py": """\
#perch:lesson {"metadata": {}}

#perch:cell {"count": 3, "id": "r3", "metadata": {"tags": ["a"]}}
# %%
1 + 1
#= 2
#> hi
#perch:output [{"data": {"text/html": "<b\\u003e2</b\\u003e"}}, null]

#perch:cell {"id": "c2", "metadata": {"x": 1}}
# %% [markdown]
# words

#perch:cell {"count": null, "id": "rNone"}
# %%
p
#+
#+ ```
#+ x
#! a
#! b
#perch:output {"all": [{"data": {"image/png": "aGk="}, "metadata": {}, "output_type": "display_data"}, {"data": {"text/plain": "```\\nx"}, "metadata": {}, "output_type": "display_data"}, {"ename": "E", "evalue": "v", "output_type": "error", "traceback": ["a", "b"]}]}

#perch:cell {"id": "c4"}
# %% [raw]
# r

#perch:cell {"id": "c5"}
# %% [markdown]
""",
}


def written():
    """The very text of each format, and the notebook that is read from it."""
    f = Folder(a__ipynb=WRITTEN)
    check(f.perch("convert", "-q", "a.ipynb", "as.ipynb"), "written: a notebook as Jupyter writes it")
    for form, wanted in FORMS.items():
        check(f.perch("convert", "-q", "a.ipynb", "b." + form), f"written: to {form}", out="", err="")
        tally.check(f.text("b." + form) == wanted, f"written: the text of {form}", harness.show_difference(wanted, f.text("b." + form)))
        f.write("c." + form, wanted)
        check(f.perch("convert", "-q", "c." + form, f"{form}.ipynb"), f"written: from {form}", out="", err="")
        got, back = (json.loads(f.text(name)) for name in ("as.ipynb", f"{form}.ipynb"))
        tally.check(got["cells"] == back["cells"], f"written: what is read from {form}", harness.show_difference(json.dumps(got["cells"], indent=1), json.dumps(back["cells"], indent=1)))
    f.drop()


def round_trips():
    n = int(option("--seeds", "4" if SANITIZED else "24"))
    for seed, wrong in zip(range(n), harness.in_parallel(round_trip, range(n), 2)):
        tally.check(not wrong, f"round trip {seed}", wrong)
    f = Folder(a__md=UPDATED, t__txt=LESSON, e__md="", w__txt="words\n\nand more\n")
    for path in sorted(os.listdir(os.path.join(harness.ROOT, "examples"))) if not SANITIZED else ():
        if path.endswith(".md"):
            with open(os.path.join(harness.ROOT, "examples", path), "rb") as file:
                f.write(path, file.read())
    for name in sorted(os.listdir(f.path)):
        form = name.rsplit(".")[-1]
        problem = convert(f, name, "1.ipynb", "2.py", "3." + ("txt" if form == "md" else "md"), "4.ipynb", "back." + form)
        tally.check(not problem and f.read("back." + form) == f.read(name), f"round trip of {name}", problem or harness.show_difference(f.read(name), f.read("back." + form)))
    f.drop()


SUITES = [play, outs, bad, interrupted, compare, notebooks, doctests, limits, update, folders, shipped, written, round_trips]


def main():
    names = [a for a in sys.argv[1:] if not a.startswith("-") and any(a == s.__name__ for s in SUITES)]
    for suite in SUITES:
        if not names or suite.__name__ in names:
            suite()
    tally.close()


if __name__ == "__main__":
    main()
