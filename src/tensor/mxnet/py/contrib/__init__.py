"""mx.contrib."""


def __dir__():
    return sorted({*globals(), 'nd', 'ndarray', 'text'})


def __getattr__(name):
    if name in ('nd', 'ndarray'):
        return __import__('mxnet.ndarray.contrib', fromlist=('__name__',))
    if name == 'text':
        return __import__('mxnet.contrib.text', fromlist=('__name__',))
    raise AttributeError(f"module 'mxnet.contrib' has no attribute {name!r} in perch; it has 'nd' and 'text'")
