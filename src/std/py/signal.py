"""Signals: the numbers as enums over what `_signal`, in C, does with ints."""
import _signal
from _signal import *
from enum import IntEnum

_NAMES = [n for n in dir(_signal) if n.isupper()]
Signals = IntEnum('Signals', [(n, getattr(_signal, n)) for n in sorted(
    (n for n in _NAMES if n.startswith('SIG') and not n.startswith('SIG_')), key=lambda n: (
        getattr(_signal, n), n in ('SIGCLD', 'SIGPOLL')))], module=__name__)
Handlers = IntEnum('Handlers', [('SIG_DFL', 0), ('SIG_IGN', 1)], module=__name__)
Sigmasks = IntEnum('Sigmasks', [('SIG_BLOCK', 0), ('SIG_UNBLOCK', 1), ('SIG_SETMASK', 2)],
                   module=__name__)
for _enum in (Signals, Handlers, Sigmasks):
    globals().update(_enum.__members__)
del _enum
NSIG = _signal.NSIG


def _handler(value):
    try:
        return Handlers(value)
    except (ValueError, TypeError):
        return value


def _number(value):
    return int(value) if isinstance(value, IntEnum) else value


def _signal_of(value):
    try:
        return Signals(value)
    except ValueError:
        return value


def signal(signalnum, handler):
    """Set the action for a signal; return the one before."""
    return _handler(_signal.signal(_number(signalnum), _number(handler)))


def getsignal(signalnum):
    """The current action for a signal."""
    return _handler(_signal.getsignal(signalnum))


def valid_signals():
    """The signals of this system."""
    return set(map(_signal_of, _signal.valid_signals()))
