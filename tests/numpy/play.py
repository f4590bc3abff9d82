"""Plays one of NumPy's own test files under the Python that runs this, a line in a log for each thing that happens:

    play.py MODULE LOG SKIP        MODULE as numpy.core.tests.test_dtype; SKIP: a file of cases, one a line, not to be played

Words of a line are parted by tabs: `start CASE`, `ok|fail|skip|xfail|xpass|c CASE REASON`, `absent REASON` (the file cannot be imported), `done`. `c`: the case calls NumPy's test
modules in C (_multiarray_tests and its like), which only CPython can load: here they are names whose call ends the case. pytest is stand/pytest.py. A case of parameters has their
numbers behind its name; of those that np.test() leaves out (slow) none is played.
"""
import contextlib
import importlib
import inspect
import io
import itertools
import os
import pathlib
import re
import shutil
import sys
import tempfile
import types
import unittest
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[0] = os.path.join(HERE, "stand")
import pytest  # noqa: E402

ADDRESS = re.compile(r"\b0x[0-9a-f]+\b")
INNER = ("_get_castingimpl", "_discover_array_parameters", "_get_sfloat_dtype")     # functions of NumPy's C that only its tests call
IN_C = ("_multiarray_tests", "_umath_tests", "_rational_tests", "_operand_flag_tests", "_struct_ufunc_tests", "_simd")
BEGAN = os.getpid()


class InC(BaseException):
    """A test module in C was called."""


class CName:
    def __init__(self, name):
        self.__name__ = name

    def __call__(self, *args, **kwargs):
        raise InC(self.__name__)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise InC(self.__name__)


class CNumber:
    """_rational_tests.rational: a type that dtypes may be asked of, a number that cannot be counted with."""

    def __init__(self, *args):
        pass

    def __add__(self, other):
        raise InC("rational")

    __eq__ = __lt__ = __mul__ = __sub__ = __radd__ = __rmul__ = __truediv__ = __add__
    __hash__ = None


class CModule(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if name == "rational":
            return CNumber
        return CName(f"{self.__name__}.{name}")


def say(*words):
    if os.getpid() == BEGAN:
        os.write(LOG, ("\t".join(re.sub(r"[\t\n\r]", " ", word) for word in words) + "\n").encode("ascii", "backslashreplace"))


def reason(error):
    try:
        lines = [line for line in str(error).splitlines() if line.strip()] or [""]
    except Exception as again:
        lines = [f"(no text: {type(again).__name__})"]
    return ADDRESS.sub("0x", f"{type(error).__name__}: {' / '.join(lines[:6])}")[:400]


def without_c():
    import numpy.core
    for name in IN_C:
        try:
            importlib.import_module("numpy.core." + name)
        except ImportError:
            module = sys.modules["numpy.core." + name] = CModule("numpy.core." + name)
            setattr(numpy.core, name, module)
    for name in INNER:
        if not hasattr(numpy.core._multiarray_umath, name):
            setattr(numpy.core._multiarray_umath, name, CName(name))


# The fixtures that pytest itself has

class MonkeyPatch:
    def __init__(self):
        self.undo = []

    def setattr(self, thing, name, value, raising=True):
        if isinstance(thing, str):
            module, _, name = thing.rpartition(".")
            thing, value = importlib.import_module(module), name
        old = getattr(thing, name, self)
        self.undo.append(lambda: delattr(thing, name) if old is self else setattr(thing, name, old))
        setattr(thing, name, value)

    def setenv(self, name, value):
        old = os.environ.get(name)
        self.undo.append(lambda: os.environ.pop(name, None) if old is None else os.environ.__setitem__(name, old))
        os.environ[name] = value

    def delenv(self, name, raising=True):
        if name in os.environ:
            self.setenv(name, "")
            del os.environ[name]


def fix_monkeypatch():
    patch = MonkeyPatch()
    yield patch
    while patch.undo:
        patch.undo.pop()()


def fix_tmp_path():
    folder = tempfile.mkdtemp()
    yield pathlib.Path(folder)
    shutil.rmtree(folder, ignore_errors=True)


class Captured:
    def __init__(self, out, err):
        self.files = out, err

    def readouterr(self):
        sys.stdout.flush()
        sys.stderr.flush()
        said = []
        for file in self.files:
            file.seek(0)
            said.append(file.read().decode())
            file.seek(0)
            file.truncate()
        return types.SimpleNamespace(out=said[0], err=said[1])


def fix_capfd():
    kept = os.dup(1), os.dup(2)
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        sys.stdout.flush()
        os.dup2(out.fileno(), 1)
        os.dup2(err.fileno(), 2)
        try:
            yield Captured(out, err)
        finally:
            sys.stdout.flush()
            for number, old in zip((1, 2), kept):
                os.dup2(old, number)
                os.close(old)


def fix_recwarn():
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        yield said


def fix_weak_promotion(request):
    """NumPy's conftest has it: the rules of promotion, both."""
    import numpy
    state = numpy._get_promotion_state()
    numpy._set_promotion_state("weak_and_warn" if request.param else "legacy")
    yield request.param
    numpy._set_promotion_state(state)


OF_PYTEST = {name: pytest.Fixture(function, "function", params, False, name) for name, function, params in (
    ("monkeypatch", fix_monkeypatch, None), ("tmp_path", fix_tmp_path, None), ("tmpdir", fix_tmp_path, None), ("capfd", fix_capfd, None), ("capsys", fix_capfd, None),
    ("recwarn", fix_recwarn, None), ("weak_promotion", fix_weak_promotion, [True, False]))}


# Cases: which there are

def marks_of(*things):
    return [mark for thing in things if thing is not None for mark in getattr(thing, "marks", ())]


def names_of(argnames):
    return [name.strip() for name in argnames.split(",") if name.strip()] if isinstance(argnames, str) else list(argnames)


def rows_of(mark):
    """What one parametrize gives: (arguments, marks), a row a value."""
    names = names_of(mark.kwargs["argnames"] if "argnames" in mark.kwargs else mark.args[0])
    for values in mark.kwargs["argvalues"] if "argvalues" in mark.kwargs else mark.args[1]:
        marks = values.marks if isinstance(values, pytest.Param) else []
        if isinstance(values, pytest.Param):
            values = values.values if len(names) > 1 else values.values[0]
        yield dict(zip(names, values)) if len(names) > 1 else {names[0]: values}, marks


def fixtures_of(module, cls):
    found = dict(OF_PYTEST)
    for space in [module, *(reversed(cls.__mro__) if cls else ())]:
        found.update((each.name or name, each) for name, each in vars(space).items() if isinstance(each, pytest.Fixture))
    return found


def wanted(function, fixtures, given):
    """The fixtures that a test asks for, those that these ask for before them."""
    order = []

    def ask(name):
        if name in fixtures and name not in given and name not in order:
            for other in inspect.signature(fixtures[name].function).parameters:
                ask(other)
            order.append(name)

    for name, each in fixtures.items():
        if each.autouse:
            ask(name)
    for name in inspect.signature(function).parameters:
        ask(name)
    return order


class Case:
    def __init__(self, name, cls, function, args, marks, params):
        self.name, self.cls, self.function, self.args, self.marks, self.params = name, cls, function, args, marks, params


def cases_of(module, cls, name, function):
    marks = marks_of(module.__dict__.get("pytestmark"), cls, function)
    marks += [mark for mark in (vars(module).get("pytestmark") or []) if isinstance(mark, pytest.Mark)] if isinstance(vars(module).get("pytestmark"), list) else []
    if any(mark.name == "slow" for mark in marks):
        return
    axes = [list(enumerate(rows_of(mark))) for mark in reversed(marks) if mark.name == "parametrize"]
    given = {key for axis in axes for _, (row, _) in axis[:1] for key in row}
    fixtures = fixtures_of(module, cls)
    with_params = [each for each in wanted(function, fixtures, given) if fixtures[each].params is not None]
    axes += [list(enumerate(fixtures[each].params)) for each in with_params]
    split = len(axes) - len(with_params)
    for combined in itertools.product(*axes):
        args, more = {}, []
        for _, (row, extra) in combined[:split]:
            args.update(row)
            more += extra
        if any(mark.name == "slow" for mark in more):
            continue
        numbers = "-".join(str(number) for number, _ in combined)
        yield Case(f"{name}[{numbers}]" if combined else name, cls, function, args, marks + more, dict(zip(with_params, (value for _, value in combined[split:]))))


def all_cases(module):
    for key, thing in list(vars(module).items()):
        if isinstance(thing, type) and (key.startswith("Test") or issubclass(thing, unittest.TestCase)) and "__init__" not in vars(thing):
            for name in dir(thing):
                if name.startswith("test") and callable(getattr(thing, name)):
                    yield from cases_of(module, thing, f"{key}.{name}", getattr(thing, name))
        elif key.startswith("test") and isinstance(thing, types.FunctionType):
            yield from cases_of(module, None, key, thing)


# Playing

class Request:
    def __init__(self, cls, instance):
        self.cls, self.instance = cls, instance

    def addfinalizer(self, function):
        self.stack.callback(function)


def call_if(thing, name, *args):
    method = getattr(thing, name, None)
    if method is not None:
        try:
            count = len(inspect.signature(method).parameters)
        except ValueError:
            count = 0
        method(*args[:count])


def set_up(stack, module, case, instance):
    """The fixtures' values; what they do afterwards is left on the stack."""
    fixtures, values = fixtures_of(module, case.cls), dict(case.args)
    request = Request(case.cls, instance)
    request.stack = stack
    for name in wanted(case.function, fixtures, case.args):
        each = fixtures[name]
        request.param = case.params.get(name)
        names = list(inspect.signature(each.function).parameters)
        args = {key: request if key == "request" else values[key] for key in names if key == "request" or key in values}
        if names and names[0] in ("self", "cls") and instance is not None:
            args[names[0]] = instance
        made = each.function(**args)
        if inspect.isgenerator(made):
            values[name] = next(made)
            stack.callback(lambda made=made: next(made, None))
        else:
            values[name] = made
    return values


def run(module, case):
    with contextlib.ExitStack() as stack:
        instance = None
        stack.enter_context(warnings.catch_warnings())
        for mark in case.marks:
            if mark.name == "filterwarnings":
                for said in mark.args:
                    action, message, category = (said.split(":") + ["", ""])[:3]
                    where, _, name = category.rpartition(".")
                    warnings.filterwarnings(action, re.escape(message), getattr(importlib.import_module(where or "builtins"), name or "Warning"))
        if case.cls:
            instance = case.cls(case.function.__name__) if issubclass(case.cls, unittest.TestCase) else case.cls()
            call_if(instance, "setUp")
            stack.callback(call_if, instance, "tearDown")
        values = set_up(stack, module, case, instance)
        if instance is not None and not isinstance(instance, unittest.TestCase):
            call_if(instance, "setup_method", case.function)
            stack.callback(call_if, instance, "teardown_method", case.function)
        names = list(inspect.signature(case.function).parameters)
        args = {name: values[name] for name in names if name in values}
        function = getattr(instance, case.function.__name__) if instance is not None else case.function
        function(**args)


def expected(case):
    """('skip', why) or ('xfail', strict) by the case's marks."""
    for mark in case.marks:
        if mark.name == "skip" or mark.name == "skipif" and (mark.args[0] if mark.args else mark.kwargs["condition"]):
            return "skip", str(mark.kwargs.get("reason", ""))
    for mark in case.marks:
        if mark.name == "xfail" and (not mark.args or mark.args[0]):
            return "xfail", ""
    return "", ""


def play_case(module, case):
    kind, why = expected(case)
    if kind == "skip":
        return "skip", why
    try:
        run(module, case)
    except unittest.SkipTest as error:
        return "skip", reason(error)
    except pytest.XFailed as error:
        return "xfail", reason(error)
    except InC as error:
        return "c", str(error)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return ("xfail" if kind == "xfail" else "fail"), reason(error)
    return ("xpass" if kind == "xfail" else "ok"), ""


def play_all(module, skip):
    call_if(module, "setup_module", module)
    entered, left = None, set()
    for case in all_cases(module):
        if case.name in skip or case.name in left:
            continue
        left.add(case.name)
        say("start", case.name)
        try:
            if case.cls is not entered and case.cls and not issubclass(case.cls, unittest.TestCase):
                call_if(case.cls, "setup_class", case.cls)
            entered = case.cls
            kind, why = play_case(module, case)
        except InC as error:
            kind, why = "c", str(error)
        except Exception as error:
            kind, why = "fail", reason(error)
        say(kind, case.name, why)


def main():
    global LOG
    name, log, skips = sys.argv[1:]
    sys.argv[1:] = []
    LOG = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    with open(skips, encoding="ascii") as file:
        skip = set(file.read().split("\n"))
    sys.stdout = io.TextIOWrapper(os.fdopen(os.dup(1), "wb"), write_through=True)
    without_c()
    warnings.simplefilter("default")
    for category in ("PendingDeprecationWarning", "ResourceWarning"):
        warnings.simplefilter("ignore", getattr(__import__("builtins"), category))
    try:
        module = importlib.import_module(name)
    except InC as error:
        say("c", "*", str(error))
    except Exception as error:
        say("absent", reason(error))
    else:
        play_all(module, skip)
    say("done")


if __name__ == "__main__":
    main()
