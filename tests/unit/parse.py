#!/usr/bin/python3
"""The parser alone against this Python: parse.py [DRIVER].  Wrong programs by message and place, the standard library by tree
and span, and allocation failing at each of the first requests of a parse.  Without DRIVER it is compiled first.
"""
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCES = (*("front/" + name for name in (
    "arena lex lex_literal lex_chars ast ast_fields ast_dump parse parse_error parse_expr parse_atom parse_call parse_params parse_target "
    "parse_string parse_escape parse_number parse_stmt parse_compound parse_pattern parse_invalid parse_tools").split()),
    "text/unicode", "text/unicode_names", "object/mem")


def build(folder):
    program = os.path.join(folder, "parse_dump")
    files = [os.path.join(ROOT, "src/lang", name + ".c") for name in SOURCES]
    subprocess.run(["cc", "-std=gnu11", "-D_GNU_SOURCE", "-O1", "-I" + os.path.join(ROOT, "src"), "-o", program,
                    os.path.join(ROOT, "tests/unit/parse_dump.c")] + files + ["-lm"], check=True)
    return program


def main():
    with tempfile.TemporaryDirectory() as folder:
        return compare(sys.argv[1] if len(sys.argv) > 1 else build(folder))


def compare(driver):
    tools = os.path.join(ROOT, "tests/tools")
    failed = subprocess.run([sys.executable, os.path.join(tools, "compare_errors.py"), driver]).returncode
    library = os.path.dirname(os.__file__)
    failed |= subprocess.run([sys.executable, os.path.join(tools, "compare_ast.py"), driver, library]).returncode
    source = b"@d\nclass A(b, c=1):\n def f(a, /, b=2, *c: int, d, **e) -> (yield):\n  return f'{a!r:>{b}} x' 'y', [i for i in a if b]\nx y\n"
    for after in range(0, 60):
        job = subprocess.run([driver], input=b"fail%d %d\n" % (after, len(source)) + source, stdout=subprocess.PIPE)
        text = job.stdout.split(b"\n", 1)[1]
        if job.returncode or not text.startswith((b"!MemoryError", b"!SyntaxError")):
            print("allocation failing at", after, text[:60], job.returncode)
            failed = 1
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
