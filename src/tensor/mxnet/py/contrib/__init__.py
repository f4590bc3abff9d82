"""mx.contrib."""
import importlib as _importlib

_ELSEWHERE = {'nd': 'mxnet.contrib.ndarray', 'sym': 'mxnet.contrib.symbol'}
_OWN = ('amp', 'autograd', 'io', 'ndarray', 'onnx', 'quantization', 'svrg_optimization', 'symbol', 'tensorboard', 'text')


def __dir__():
    return sorted({*globals(), *_ELSEWHERE, *_OWN})


def __getattr__(name):
    if name in _ELSEWHERE or name in _OWN:
        return _importlib.import_module(_ELSEWHERE.get(name, f'mxnet.contrib.{name}'))
    raise AttributeError(f"module 'mxnet.contrib' has no attribute {name!r} in perch; it has {', '.join(map(repr, sorted({*_ELSEWHERE, *_OWN})))}")
