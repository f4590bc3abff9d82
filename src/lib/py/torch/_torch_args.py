"""Checks of arguments, in PyTorch's words."""
from _tensor import Tensor


def need_tensor(function, value, argument='input', position=1):
    """value, which must be a tensor."""
    if not isinstance(value, Tensor):
        raise TypeError("%s(): argument '%s' (position %d) must be Tensor, not %s" % (function, argument, position, type(value).__name__))
    return value
