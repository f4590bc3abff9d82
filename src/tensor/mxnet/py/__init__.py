"""MXNet 1.9.1 as lessons use it, over perch's own tensors.

Importing it loads next to nothing: a part (`mx.gluon`, `mx.autograd` …) is loaded when it is first named. What MXNet
has and perch has not is an AttributeError that says so.
"""
from .base import MXNetError
from .context import Context, cpu, cpu_pinned, current_context, gpu, gpu_memory_info, num_gpus
from . import base, context

__version__ = '1.9.1'

# name of the attribute: module below mxnet
_parts = {
    'nd': 'ndarray', 'ndarray': 'ndarray', 'autograd': 'autograd', 'gluon': 'gluon', 'init': 'initializer',
    'initializer': 'initializer', 'random': 'random', 'rnd': 'random', 'metric': 'metric', 'optimizer': 'optimizer', 'opt': 'optimizer',
    'lr_scheduler': 'lr_scheduler', 'kv': 'kvstore', 'kvstore': 'kvstore', 'name': 'name', 'util': 'util',
    'np': 'numpy', 'numpy': 'numpy', 'npx': 'numpy_extension', 'numpy_extension': 'numpy_extension',
    'contrib': 'contrib', 'engine': 'engine', 'runtime': 'runtime', 'test_utils': 'test_utils', 'registry': 'registry', 'profiler': 'profiler',
    'image': 'image', 'img': 'image', 'io': 'io', 'recordio': 'recordio', 'sym': 'symbol', 'symbol': 'symbol', 'executor': 'executor', 'mod': 'module', 'module': 'module', 'model': 'model',
    'callback': 'callback', 'mon': 'monitor', 'monitor': 'monitor', 'operator': 'operator', 'viz': 'visualization', 'visualization': 'visualization', 'attribute': 'attribute', 'rnn': 'rnn', 'log': 'log', 'onnx': 'onnx',
}
_names = {'AttrScope': 'attribute', 'Symbol': 'symbol', 'Executor': 'executor', 'Monitor': 'monitor',
          **{each: 'util' for each in ('is_np_array', 'is_np_shape', 'np_array', 'np_shape', 'set_np_shape', 'use_np', 'use_np_array', 'use_np_shape')}}


def __getattr__(name):
    if name in _parts:
        part = __import__('mxnet.' + _parts[name], fromlist=('__name__',))
        globals()[name] = part
        return part
    if name in _names:
        return getattr(__import__('mxnet.' + _names[name], fromlist=('__name__',)), name)
    raise AttributeError(f"module 'mxnet' has no attribute {name!r}")


def __dir__():
    return sorted(set(globals()) | set(_parts))
