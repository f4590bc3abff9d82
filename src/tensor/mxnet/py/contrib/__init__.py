"""mx.contrib."""
import importlib as _importlib

_ELSEWHERE = {'nd': 'mxnet.ndarray.contrib', 'ndarray': 'mxnet.ndarray.contrib', 'sym': 'mxnet.symbol.contrib', 'symbol': 'mxnet.symbol.contrib'}
_OWN = ('autograd', 'io', 'text')


def __dir__():
    return sorted({*globals(), *_ELSEWHERE, *_OWN})


def __getattr__(name):
    if name in _ELSEWHERE or name in _OWN:
        return _importlib.import_module(_ELSEWHERE.get(name, f'mxnet.contrib.{name}'))
    raise AttributeError(f"module 'mxnet.contrib' has no attribute {name!r} in perch; it has {', '.join(map(repr, sorted({*_ELSEWHERE, *_OWN})))}")
