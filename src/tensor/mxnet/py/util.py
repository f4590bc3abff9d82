"""Small things that programs ask for: NumPy's shape rules on and off."""
import _mxnp
from perch.only import only
_np_array = _np_shape = False


def is_np_array():
    return _np_array


def is_np_shape():
    return _np_shape


def is_np_default_dtype():
    return False


def set_np(shape=True, array=True, dtype=False):
    """npx.set_np(): programs with mx.np call it first. From then on parameters and data sets give arrays of mx.np."""
    only('mx.util.set_np', dtype=(dtype, False))
    global _np_array, _np_shape
    _np_shape, _np_array = bool(shape), bool(array)
    _mxnp._np_shape(_np_shape)


def set_np_shape(active):
    """NumPy's rules for shapes on or off; whether they were on."""
    global _np_shape
    before, _np_shape = _np_shape, bool(active)
    _mxnp._np_shape(_np_shape)
    return before


def reset_np():
    set_np(False, False)


class _Mode:
    """Switches for a while: a context manager, and a decorator of functions."""

    def __init__(self, shape=None, array=None):
        self.wanted = shape, array

    def __enter__(self):
        global _np_array, _np_shape
        self.before = _np_shape, _np_array
        shape, array = self.wanted
        _np_shape = _np_shape if shape is None else bool(shape)
        _np_array = _np_array if array is None else bool(array)
        _mxnp._np_shape(_np_shape)
        return self

    def __exit__(self, *why):
        global _np_array, _np_shape
        _np_shape, _np_array = self.before
        _mxnp._np_shape(_np_shape)

    def __call__(self, function):
        def run(*args, **kwargs):
            with _Mode(*self.wanted):
                return function(*args, **kwargs)
        run.__name__, run.__qualname__, run.__doc__ = function.__name__, function.__qualname__, function.__doc__
        run.__wrapped__ = function
        return run


def np_shape(active=True):
    """with np_shape(): shapes may hold no axes, and 0 is a size."""
    return _Mode(shape=active)


def np_array(active=True):
    """with np_array(): parameters are arrays of mx.np."""
    return _Mode(array=active)


def _switched(thing, mode):
    if not isinstance(thing, type):
        return mode(thing)
    for name in ('__init__', 'forward', 'hybrid_forward', 'infer_shape'):
        if name in vars(thing):
            setattr(thing, name, mode(vars(thing)[name]))
    return thing


def use_np(thing):
    """A decorator of classes and functions written for mx.np: it is on while they run."""
    return _switched(thing, _Mode(True, True))


def use_np_array(thing):
    return _switched(thing, _Mode(array=True))


def use_np_shape(thing):
    return _switched(thing, _Mode(shape=True))


def in_mode(array):
    """A new NDArray that nobody else has, as an array of mx.np where npx.set_np() asks for those."""
    if not _np_array:
        return array
    from _mxnp import fresh
    return fresh(array)


def data_dir():
    """Where data sets and parameters are kept: MXNET_HOME, or ~/.mxnet."""
    import os
    return os.environ.get('MXNET_HOME', os.path.join(os.path.expanduser('~'), '.mxnet'))


def get_gpu_count():
    import _tensor
    return _tensor.gpu_count()


def get_gpu_memory(gpu_dev_id):
    from .context import gpu_memory_info
    return gpu_memory_info(gpu_dev_id)


def getenv(name):
    """A variable of the environment, or None."""
    import os
    return os.environ.get(name)


def setenv(name, value):
    """Sets a variable of the environment; None: takes it away."""
    import os
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = value
