"""torch.onnx.symbolic_helper: the decorator under which packages register operators."""
import functools

from torch.onnx import absent

_get_const = absent('symbolic_helper._get_const')


def parse_args(*arg_descriptors):
    """How a graph's values are read as the function's arguments; there is no graph to read them from."""
    def decorate(function):
        @functools.wraps(function)
        def wrapper(g, *args, **kwargs):
            return absent(function.__name__)(g, *args, **kwargs)
        wrapper._arg_descriptors = list(arg_descriptors)
        return wrapper
    return decorate
