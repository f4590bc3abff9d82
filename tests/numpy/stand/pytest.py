"""What NumPy's own test files ask of pytest, written anew and no more: marks, raises, warns, fixtures, param, approx. play.py reads the marks and calls the tests."""
import contextlib
import math
import re
import unittest
import warnings as _warnings

SKIPPED = unittest.SkipTest


class XFailed(Exception):
    """pytest.xfail was called."""


class Failed(AssertionError):
    """A demand of the test's was not met."""


class PytestUnraisableExceptionWarning(Warning):
    """What pytest makes of an exception that nobody can catch."""


class Mark:
    """pytest.mark.NAME, and NAME(args): as a decorator it is noted on what it stands before."""

    def __init__(self, name, args=(), kwargs=None):
        self.name, self.args, self.kwargs = name, args, kwargs or {}

    def __call__(self, *args, **kwargs):
        if len(args) == 1 and not kwargs and (isinstance(args[0], type) or hasattr(args[0], "__code__")):
            args[0].marks = [*vars(args[0]).get("marks", ()), self]
            return args[0]
        return Mark(self.name, self.args + args, self.kwargs | kwargs)


class Marks:
    def __getattr__(self, name):
        return Mark(name)


mark = Marks()


class Param:
    def __init__(self, values, marks, id):
        self.values, self.marks, self.id = values, marks if isinstance(marks, (list, tuple)) else [marks], id


def param(*values, marks=(), id=None):
    return Param(values, marks, id)


class Fixture:
    def __init__(self, function, scope, params, autouse, name):
        self.function, self.scope, self.params, self.autouse, self.name = function, scope, params, autouse, name


def fixture(function=None, *, scope="function", params=None, autouse=False, name=None, ids=None):
    def make(function):
        return Fixture(function, scope, list(params) if params is not None else None, autouse, name)
    return make(function) if function else make


class Caught:
    """What `raises` gives its block: filled when the block has ended."""
    type = value = tb = None

    def match(self, pattern):
        if not re.search(pattern, str(self.value)):
            raise Failed(f"{str(self.value)!r} does not match {pattern!r}")
        return True


class Raises:
    def __init__(self, expected, match):
        self.expected, self.wanted, self.caught = expected, match, Caught()

    def __enter__(self):
        return self.caught

    def __exit__(self, kind, value, tb):
        if kind is None:
            raise Failed(f"did not raise {self.expected}")
        if not issubclass(kind, self.expected):
            return False
        self.caught.type, self.caught.value, self.caught.tb = kind, value, tb
        if self.wanted is not None:
            self.caught.match(self.wanted)
        return True


def raises(expected, *args, match=None, **kwargs):
    if not args:
        return Raises(expected, match)
    with Raises(expected, match) as caught:
        args[0](*args[1:], **kwargs)
    return caught


@contextlib.contextmanager
def _warned(expected, match):
    with _warnings.catch_warnings(record=True) as said:
        _warnings.simplefilter("always")
        yield said
    if not any(issubclass(each.category, expected) and (match is None or re.search(match, str(each.message))) for each in said):
        raise Failed(f"did not warn with {expected}: {[str(each.message) for each in said]}")


def warns(expected=Warning, *args, match=None, **kwargs):
    if not args:
        return _warned(expected, match)
    with _warned(expected, match):
        return args[0](*args[1:], **kwargs)


def deprecated_call(*args, match=None, **kwargs):
    return warns((DeprecationWarning, PendingDeprecationWarning), *args, match=match, **kwargs)


def skip(reason="", allow_module_level=False, msg=None):
    raise SKIPPED(reason or msg or "")


skip.Exception = SKIPPED


def xfail(reason=""):
    raise XFailed(reason)


def fail(reason="", pytrace=True):
    raise Failed(reason)


def importorskip(name, minversion=None, reason=None):
    try:
        __import__(name)
    except ImportError as error:
        raise SKIPPED(reason or str(error)) from None
    import sys
    return sys.modules[name]


class approx:
    def __init__(self, expected, rel=None, abs=None, nan_ok=False):
        self.expected, self.rel, self.abs = expected, 1e-6 if rel is None else rel, 1e-12 if abs is None else abs

    def __eq__(self, other):
        if isinstance(self.expected, (list, tuple)):
            return len(self.expected) == len(other) and all(approx(a, self.rel, self.abs) == b for a, b in zip(self.expected, other))
        return self.expected == other or math.isclose(self.expected, other, rel_tol=self.rel, abs_tol=self.abs)

    def __repr__(self):
        return f"approx({self.expected!r})"
