"""Plays one of CPython's test files under the Python that runs this, a line in a log for each thing that happens:

    play.py UNIT LOG play SKIP [other]   UNIT is a module of the package `test`; SKIP a file of cases, one a line, not to be played
    play.py UNIT LOG list [other]        only says which cases there are; `other`: as an implementation sees them that is not CPython

Words of a line are parted by tabs: `start CASE`, then `ok|fail|error|skip|xfail|xpass CASE SECONDS REASON`; `fixture REASON` (a setUpClass or setUpModule failed or was skipped: its cases
start and do not end); `case CASE skip|run` (of `list`); `absent error|skip REASON` (the file could not be imported, or did not want to be); `done`. Who starts this puts the package
`test` on the path. The log is opened for each line, so that no test can close it, and only the process that began writes.
"""
import os
import platform
import random
import re
import sys
import time
import unittest

ADDRESS = re.compile(r"\b0x[0-9a-f]+\b")
say_open, say_write, say_close, say_pid, clock = os.open, os.write, os.close, os.getpid, time.perf_counter # tests put their own in
BEGAN = say_pid()


def say(*words):
    if say_pid() == BEGAN:
        line = "\t".join(re.sub(r"[\t\n\r]", " ", word) for word in words) + "\n"
        log = say_open(LOG, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        say_write(log, line.encode("ascii", "backslashreplace"))
        say_close(log)


def reason(error):
    """An exception's type and the line that tells: its first, of an import that failed in the loader the last."""
    try:
        lines = [line for line in str(error).splitlines() if line.strip()] or [""]
    except Exception as again:
        lines = [f"(no text: {type(again).__name__})"]
    text = lines[-1] if lines[0].startswith("Failed to import") else f"{type(error).__name__}: {lines[0]}"
    return ADDRESS.sub("0x", text)[:300]


class Names:
    """A name for each case: what its file says, a number behind one that comes again."""

    def __init__(self, unit):
        self.prefix, self.seen = "test." + unit + ".", {}

    def name(self, case):
        name = ADDRESS.sub("0x", case.id()).removeprefix(self.prefix)
        count = self.seen[name] = self.seen.get(name, 0) + 1
        return name if count == 1 else f"{name}#{count}"


class Announced(unittest.TestSuite):
    """Cases that are said before anything of theirs runs, the fixtures of their class included."""
    _cleanup = False

    def __init__(self, named):
        super().__init__()
        self.named = named
        self._tests = [case for _, case in named]

    def __iter__(self):
        for name, case in self.named:
            say("start", name)
            yield case


class Result(unittest.TestResult):
    """Says how each case ended. Of several things that happened in one, the worst counts, of these the first."""
    WORSE = ["ok", "xfail", "skip", "xpass", "fail", "error"]

    def __init__(self, named):
        super().__init__()
        self.names = {id(case): name for name, case in named}

    def startTest(self, test):
        super().startTest(test)
        self.kind, self.why, self.began = "", "", clock()

    def note(self, test, kind, why=""):
        if isinstance(test, unittest.case._SubTest): # a part of a case that was skipped
            test = test.test_case
        if id(test) not in self.names:
            say("fixture", why)
        elif not self.kind or self.WORSE.index(kind) > self.WORSE.index(self.kind):
            self.kind, self.why = kind, why

    def stopTest(self, test):
        super().stopTest(test)
        say(self.kind or "error", self.names[id(test)], f"{clock() - self.began:.2f}", self.why if self.kind else "said no outcome")

    def addSuccess(self, test):
        self.note(test, "ok")

    def addFailure(self, test, error):
        self.note(test, "fail", reason(error[1]))

    def addError(self, test, error):
        self.note(test, "error", reason(error[1]))

    def addSkip(self, test, why):
        self.note(test, "skip", ADDRESS.sub("0x", str(why))[:300])

    def addExpectedFailure(self, test, error):
        self.note(test, "xfail")

    def addUnexpectedSuccess(self, test):
        self.note(test, "xpass", "passes, which is not expected")

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self.note(test, "fail" if issubclass(error[0], test.failureException) else "error", reason(error[1]))


def flat(suite):
    for each in suite:
        if isinstance(each, unittest.BaseTestSuite):
            yield from flat(each)
        else:
            yield each


def is_skipped(case):
    method = getattr(case, getattr(case, "_testMethodName", ""), None)
    return getattr(type(case), "__unittest_skip__", False) or getattr(method, "__unittest_skip__", False)


def list_suite(names, suite):
    for case in flat(suite):
        say("case", names.name(case), "skip" if is_skipped(case) else "run")


def play_suite(names, skip, suite):
    named = [(name, case) for name, case in ((names.name(case), case) for case in flat(suite)) if name not in skip]
    Announced(named).run(Result(named))


def be_another(support):
    """As if this were an implementation of Python that nobody knows: what CPython marks as its own detail is left out or skipped then."""
    support.check_impl_detail = lambda **guards: guards.get("another", not list(guards.values())[0] if guards else False)
    sys.implementation.name = "another"
    platform.python_implementation = lambda: "Another"


def load(unit):
    module = __import__("test." + unit, fromlist=["*"])
    suite = None if hasattr(module, "test_main") else unittest.TestLoader().loadTestsFromModule(module)
    return module, suite


def tests_beside(package):
    """The tests that lie inside a package of the library (unittest.test): CPython's files, also for a library that lies elsewhere."""
    module, there = __import__(package), os.path.join(os.path.dirname(os.path.realpath(sys.modules["test"].__path__[0])), package)
    if there not in module.__path__:
        module.__path__.append(there)


# What the functions of _ctypes_test's library have beside them for CPython's import alone
C_API = """
#include <stdlib.h>
char _Py_NoneStruct[64];
void PyArg_ParseTuple(void) { abort(); }
void PyList_Append(void) { abort(); }
void PyModuleDef_Init(void) { abort(); }
"""


def lend_library(folder):
    """_ctypes_test where CPython's extension modules cannot be imported: the same file, for its functions alone; what it names of CPython's C interface is there and not to be called."""
    import ctypes
    import glob
    import subprocess
    import tempfile
    import types
    source = os.path.join(tempfile.gettempdir(), "c_api.c")
    with open(source, "w", encoding="ascii") as file:
        file.write(C_API)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", source[:-2] + ".so", source], check=True)
    ctypes.CDLL(source[:-2] + ".so", mode=ctypes.RTLD_GLOBAL)
    module = sys.modules["_ctypes_test"] = types.ModuleType("_ctypes_test")
    module.__file__, = glob.glob(os.path.join(folder, "lib-dynload", "_ctypes_test.*.so"))


def ctypes_beside(support):
    """The tests of ctypes lie in its package, and are looked for from the folder of the library."""
    tests_beside("ctypes")
    support.STDLIB_DIR = os.path.dirname(os.path.realpath(sys.modules["test"].__path__[0]))
    try:
        import _ctypes_test
    except ImportError:
        lend_library(support.STDLIB_DIR)


def main():
    global LOG
    unit, LOG, what, *more = sys.argv[1:]
    sys.argv[1:] = []
    from test import support
    support.use_resources, support.verbose = [], 0
    if "PYTHONHASHSEED" in os.environ: # one run is to be as the other
        random.seed(int(os.environ["PYTHONHASHSEED"]))
    names, skip = Names(unit), set()
    if what == "play":
        with open(more[0], encoding="ascii") as file:
            skip.update(file.read().split("\n"))
    if more[-1:] == ["other"]:
        be_another(support)

    def take(suite):
        if what == "list":
            list_suite(names, suite)
        else:
            play_suite(names, skip, suite)

    def take_doctests(module, verbosity=None, optionflags=0):
        import doctest
        take(doctest.DocTestSuite(module, optionflags=optionflags))
        return 0, 1

    support.has_no_debug_ranges = lambda: False # -X no_debug_ranges, which only a test module in C can tell
    support._run_suite, support.run_doctest = take, take_doctests # a file with a test_main of its own says to these what it has
    try:
        if unit == "test_unittest":
            tests_beside("unittest")
        if unit == "test_ctypes":
            ctypes_beside(support)
        module, suite = load(unit)
    except unittest.SkipTest as error:
        say("absent", "skip", ADDRESS.sub("0x", str(error)))
    except Exception as error:
        say("absent", "error", reason(error))
    else:
        if suite is None:
            module.test_main()
        else:
            take(suite)
    say("done")


if __name__ == "__main__":
    main()
