"""The values of the names that need no import (src/lib/prelude.def): MXNet's accent, each loaded when it is first used."""

_modules = {
    'mx': 'mxnet', 'mxnet': 'mxnet', 'nd': 'mxnet.ndarray', 'autograd': 'mxnet.autograd', 'gluon': 'mxnet.gluon', 'nn': 'mxnet.gluon.nn', 'gloss': 'mxnet.gluon.loss',
    'init': 'mxnet.initializer', 'np': 'numpy', 'numpy': 'numpy', 'npx': 'mxnet.numpy_extension', 'torch': 'torch',
}
# the place of what stands elsewhere than in mxnet.ndarray under its own name
_elsewhere = {
    'ones': ('_mxnet', '_ones'), 'zeros': ('_mxnet', '_zeros'), 'rand': ('_mxnet', 'rand'), 'randn': ('_mxnet', 'randn'), 'randint': ('mxnet.ndarray.random', 'randint'),
    'normal': ('mxnet.ndarray.random', 'normal'), 'uniform': ('mxnet.ndarray.random', 'uniform'), 'cpu': ('mxnet.context', 'cpu'), 'gpu': ('mxnet.context', 'gpu'),
    'num_gpus': ('mxnet.context', 'num_gpus'), 'Context': ('mxnet.context', 'Context'), 'current_context': ('mxnet.context', 'current_context'), 'Trainer': ('mxnet.gluon', 'Trainer'),
    'split_and_load': ('mxnet.gluon.utils', 'split_and_load'),
}


def _load(module):
    return __import__(module, fromlist=('__name__',))


def where(*args, **kwargs):
    """where(x): on which device x lives, and how it got there. where(condition, a, b): a where the condition holds, else b."""
    if len(args) + len(kwargs) < 3:
        return _load('perch._where').where(*args, **kwargs)
    condition = args[0] if args else kwargs['condition']
    kind = type(condition).__module__.partition('.')[0]
    return _load(kind if kind in ('torch', 'numpy') else 'mxnet.ndarray').where(*args, **kwargs)


def __getattr__(name):
    if name in _modules:
        return _load(_modules[name])
    module, attribute = _elsewhere.get(name, ('mxnet.ndarray', name))
    if module == '_mxnet':
        _load('mxnet.ndarray')
    return getattr(_load(module), attribute)
