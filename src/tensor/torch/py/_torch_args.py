"""Checks of arguments, in PyTorch's words."""
import _tensor
from _torch import _places, _says, _two
from _tensor import Tensor


def need_tensor(function, value, argument='input', position=1):
    """value, which must be a tensor."""
    if not isinstance(value, Tensor):
        raise TypeError(_says("ARGUMENT_TENSOR", function, argument, position, class_word(value)))
    return value


def class_word(value):
    """A class as C knows it: NumPy's with their module."""
    kind = type(value)
    return 'numpy.' + kind.__name__ if kind.__module__ == 'numpy' else kind.__name__


_NAMES = {'torch.bool': 'Bool', 'torch.uint8': 'Byte', 'torch.int8': 'Char', 'torch.int16': 'Short', 'torch.int32': 'Int', 'torch.int64': 'Long', 'torch.float16': 'Half',
          'torch.bfloat16': 'BFloat16', 'torch.complex64': 'ComplexFloat', 'torch.complex128': 'ComplexDouble'}
_LACKS = {'B': {'torch.bool'}, 'I': {'torch.uint8', 'torch.int8', 'torch.int16', 'torch.int32', 'torch.int64'}, 'H': {'torch.float16'}, 'F': {'torch.bfloat16'}, 'C': {'torch.complex64', 'torch.complex128'}}


_SHORT = {ord('H'): None, ord('F'): None}


def looked_at(tensor):
    """The same numbers for a check of the library's own, which may read them in vmap too, where a program may not."""
    seen = tensor.detach()
    if _tensor.batched(seen):
        _tensor.batched(seen, False)
    return seen


def no_kernel(kernel, word):
    """The error of a kernel that is not made for a dtype."""
    return refused_dtype(_says("NO_KERNEL", kernel, '', word))


def refused_dtype(said):
    return (NotImplementedError if _two('NO_KERNEL_CLASS') else RuntimeError)(said)


def cpu_lacks(kernel, kinds, input):
    """PyTorch's kernel for the CPU is not made for bool (B), integers (I), float16 (H), bfloat16 (F), complex numbers (C); of what one op of perch's does, core says it itself."""
    name = str(input.dtype)
    if _two('SHORT_FLOATS'):
        kinds = kinds.translate(_SHORT)
    if name in _NAMES and input.is_cpu and any(name in _LACKS[k] for k in kinds):
        raise no_kernel(kernel, _NAMES[name])


def drawn(error, code, *tensors, **more):
    """The error with perch's drawing: these tensors, their shapes and places, the lines that made them."""
    from perch.explain import attach
    return attach(error, code, [t for t in tensors if t is not None], **more)


def same_places(method, **tensors):
    """The same for all arguments of a method, by name in its order; what is no tensor does not count, nor for elementwise kernels a number on the CPU."""
    first = None
    for name, tensor in tensors.items():
        if isinstance(tensor, Tensor) and (method or tensor.ndim or tensor.is_cuda):
            if first is None:
                first = tensor
            elif tensor.device != first.device:
                same_place(first, tensor, name, method)


def same_place(first, second, argument, method):
    """Raises as PyTorch's dispatcher does when two tensors live on different devices; first and second in the order of the method's arguments."""
    if first.device != second.device:
        a, b = (first, second) if method or first.is_cuda else (second, first)       # an elementwise kernel: places alone, that of a GPU first
        raise drawn(RuntimeError(_places(str(a.device), str(b.device), argument, method)), 'P0102' if first.is_cuda and second.is_cuda else 'P0103', first, second)
