"""In hypothesis' place: what asks it for examples is skipped, under every Python alike."""
import sys
import types


class Anything(types.ModuleType):
    """A name of hypothesis' that may be called and looked into and is never drawn from."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything(name)

    def __call__(self, *args, **kwargs):
        return self

    __or__ = __call__


def given(*args, **kwargs):
    def mark(function):
        def test(self=None):
            raise unittest.SkipTest("hypothesis draws its examples")
        test.__name__, test.__qualname__ = function.__name__, function.__qualname__
        return test
    import unittest
    return mark


def settings(*args, **kwargs):
    return lambda function: function


def example(*args, **kwargs):
    return lambda function: function


assume = strategies = Anything("strategies")
extra = Anything("extra")
__path__ = []
for name in ("strategies", "extra", "extra.numpy"):
    sys.modules["hypothesis." + name] = Anything(name)
