"""Checks of arguments, in PyTorch's words."""
from _tensor import Tensor


def need_tensor(function, value, argument='input', position=1):
    """value, which must be a tensor."""
    if not isinstance(value, Tensor):
        raise TypeError("%s(): argument '%s' (position %d) must be Tensor, not %s" % (function, argument, position, type(value).__name__))
    return value


def drawn(error, code, *tensors, remarks=()):
    """The error with perch's drawing: these tensors, their shapes and places, the lines that made them."""
    from perch.explain import attach
    return attach(error, code, [t for t in tensors if t is not None], remarks=remarks)


def same_place(first, second, argument, method):
    """Raises as PyTorch's dispatcher does when two tensors live on different devices; first and second in the order of the method's arguments."""
    if first.device != second.device:
        raise drawn(RuntimeError('Expected all tensors to be on the same device, but found at least two devices, %s and %s! (when checking argument for argument %s in '
                                 'method %s)' % (first.device, second.device, argument, method)), 'P0102' if first.is_cuda and second.is_cuda else 'P0103', first, second)
