#!/usr/bin/env python3
"""make_transforms.py: tests/session/transforms.json anew: what IPython 8 makes of each cell below (run it with a Python that has it).

A transform keeps the number of lines in perch (errors then name the right one) and does not in IPython, and perch leaves empty lines in
front where they are: neither counts in the comparison.
"""
import json
import os
import sys

CELLS = [
    "1+1", "%time 1+1", "  %time 1+1", "%time", "%timeit -n 3 f(x)", "x = %time 1", "x = %env PATH", "x, y = %foo a b", "x.y[2] = %foo a",
    "x = !ls -l", "x=!ls", "!ls -l", "!!ls -l", "  !ls", "x = 5 !ls", "if x:\n    !ls\n    %time f()\nelse:\n    y = !pwd",
    "for i in x:\n    %time i\n", "x?", "x??", "x.y?", "x.y.z??", "?x", "??x", "? x", "?", "*int*?", "np.*load*?", "%time?", "%%time?", "%time??", "?%time",
    "x[0]?", "x[-1].a?", "a = b?", "x = y.z??", "f(x)?", "'what?'", "\"%time\"", "# what?", "x  # what?", "x = 'a' # %foo?",
    "'''\n%time 1\n!ls\nx?\n'''", "f(\n%time\n)", "[\n!ls\n]", "x = (1 +\n%foo\n)", "x = 5 \\\n% 3", "x = 5 % 3", "x = 17\nx %= 3", "x = a %b",
    "%foo a \\\nb c", "!ls \\\n-l \\\n-a", "x = !ls \\\n-l", "x = %foo a \\\n  b", ",f a b", ";f a b", "/f a b", ",f", "/f", "a; b?", "a ; %time b",
    "%%time\nx = 1\ny = 2", "%%bash -x\necho hi", "%%foo a b c\n", "%%foo", "%%foo   a b  \nbody\n", "x = 1\n%%time\ny", "\n\n%%time\nx",
    ">>> x = 1\n>>> y = 2", ">>> for i in x:\n...     print(i)\n... ", ">>> 1\n1", "In [1]: x = 1\n   ...: y = 2", "In [1]: for i in x:\n   ...:     i\n   ...: ",
    "In [12]: %time x", ">>>x", "    x = 1\n    y = 2", "    if x:\n        y\n    z", "\tx = 1\n\ty = 2", "  x = 1\n\n  y = 2",
    "def f():\n    %time 1\n    x = %foo\n    return !x", "x == %foo", "x += %foo", "x := !ls", "f(a=!ls)", "d = {'a': %foo}", "lambda: %foo",
    "x = %foo?", "print('!ls')", "%foo {x} $y", "!echo $HOME {x}", "!echo \"it's\"\nx = 1", "%foo it's\n%bar", "!echo 'a\nx?", "%load_ext foo\nx = 3",
    "%alias a b %s", "%", "!", "% time", "%time  two  blanks ", "%foo\ta", "x = %foo\ta", "x =%foo", "x= %foo b",
    "class A:\n    x = !ls\n    def f(self):\n        %time 1", "try:\n    !ls\nexcept:\n    x?", "x?\ny?", "x\n?y", "x?;", "x ?", "x???",
    "é?", "变量?", "变量 = !ls", "%time 变量", "with a: %time b", "x = 1; y = !ls", "async def f():\n    %time await x", "%cd ~/foo", "%cd -", "x: int = %foo",
    "x = \"\"\"\n%foo\n\"\"\"\n%bar", "f'''{x}\n%foo'''\n%bar", "'\\'' + x?", "a\\\n?", "%foo 'a b' \"c\"", "%foo a\\b", "!dir C:\\x", "%run x.py -a 1", "x = y = %foo",
    "if True:\n  ,f a b", "(a)\n/f x", "@deco\n%foo", "return !x", "%matplotlib inline\nimport x", "!pip install x  # comment", "%time x # comment",
    "    %%time\n    x", "%%time -n1\n\n\nx", "%%writefile a.txt\n  two\n    four\n", "%lsmagic", "x = %lsmagic", "exit", "quit()", "{x}?", "x.?", ".x?", "1?", "x1?",
]


def main():
    from IPython.core.inputtransformer2 import TransformerManager
    rows = []
    for cell in CELLS:
        try:
            rows.append([cell, TransformerManager().transform_cell(cell)])
        except SyntaxError:
            rows.append([cell, None])
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "transforms.json")
    with open(path, "w", encoding="utf-8") as f:
        f.write("[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n")


if __name__ == "__main__":
    sys.exit(main())
