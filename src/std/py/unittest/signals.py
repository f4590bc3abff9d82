"""Ctrl-C asks running results to stop after the present test; a second one raises KeyboardInterrupt."""
import signal
import weakref
from functools import wraps

__unittest = True
_results = weakref.WeakKeyDictionary()
_handler = None


class _Interrupt:
    def __init__(self, default):
        self.called = False
        self.original = default
        self.default = default if callable(default) else signal.default_int_handler

    def __call__(self, signum, frame):
        if self.called or signal.getsignal(signal.SIGINT) is not self:
            self.default(signum, frame)
        self.called = True
        for result in list(_results.keys()):
            result.stop()


def registerResult(result):
    _results[result] = 1


def removeResult(result):
    return bool(_results.pop(result, None))


def installHandler():
    global _handler
    if _handler is None:
        _handler = _Interrupt(signal.getsignal(signal.SIGINT))
        signal.signal(signal.SIGINT, _handler)


def removeHandler(method=None):
    if method is not None:
        @wraps(method)
        def inner(*args, **kwargs):
            before = signal.getsignal(signal.SIGINT)
            removeHandler()
            try:
                return method(*args, **kwargs)
            finally:
                signal.signal(signal.SIGINT, before)
        return inner
    if _handler is not None:
        signal.signal(signal.SIGINT, _handler.original)
