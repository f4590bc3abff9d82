"""Small things that programs ask for: NumPy's shape rules on and off."""
_np_array = _np_shape = False


def is_np_array():
    return _np_array


def is_np_shape():
    return _np_shape


def is_np_default_dtype():
    return False


def set_np(shape=True, array=True, dtype=False):
    """npx.set_np(): programs with mx.np call it first. From then on parameters and data sets give arrays of mx.np."""
    global _np_array, _np_shape
    _np_shape, _np_array = bool(shape), bool(array)


def reset_np():
    set_np(False, False)


def use_np(thing):
    """A decorator of classes and functions written for mx.np; nothing to do in perch."""
    return thing


use_np_array = use_np_shape = use_np


def get_gpu_count():
    import _tensor
    return _tensor.gpu_count()


def get_gpu_memory(gpu_dev_id):
    from .context import gpu_memory_info
    return gpu_memory_info(gpu_dev_id)
