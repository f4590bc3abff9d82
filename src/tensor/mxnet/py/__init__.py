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
    'image': 'image', 'img': 'image', 'io': 'io', 'recordio': 'recordio',
}
_absent = {
    'sym': "symbols are not there: write the network with mx.nd or gluon",
    'symbol': "symbols are not there: write the network with mx.nd or gluon",
    'mod': "the Module API is not there: use mx.gluon", 'module': "the Module API is not there: use mx.gluon",
    'model': "the Module API is not there: use mx.gluon",
    'viz': "network drawings are not there", 'visualization': "network drawings are not there",
    'operator': "custom operators are not there: use mx.autograd.Function", 'rtc': "run-time compiled kernels are not there",
    'monitor': "the monitor is not there", 'callback': "callbacks of the Module API are not there", 'rnn': "symbolic cells are not there: use mx.gluon.rnn",
}


def __getattr__(name):
    if name in _parts:
        part = __import__('mxnet.' + _parts[name], fromlist=('__name__',))
        globals()[name] = part
        return part
    if name == 'AttrScope':
        from .attribute import AttrScope
        return AttrScope
    if name in _absent:
        raise AttributeError(f"module 'mxnet' has no attribute {name!r} in perch: {_absent[name]}")
    raise AttributeError(f"module 'mxnet' has no attribute {name!r}")


def __dir__():
    return sorted(set(globals()) | set(_parts))
