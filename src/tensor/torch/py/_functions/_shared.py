"""What these files have in common: core's ops, the accent's number, four dtypes."""
import warnings

import _tensor

Tensor = _tensor.Tensor
op = _tensor.op
named = _tensor.name_node                                 # what made a tensor is called as PyTorch's own function would have it: nodes.def
TORCH = 1
BOOL, UINT8, INT32, INT64, FLOAT64 = (_tensor.dtype_by_number(TORCH, number) for number in (0, 1, 4, 5, 9))


def as_it_was(input, *others):
    """What stands in for an operand that the result will be written over: a gradient reads it afterwards."""
    return input.clone() if any(isinstance(t, Tensor) and t.requires_grad for t in (input, *others)) else input


_warned = set()


def warn_once(text, stacklevel=3):
    """A warning that a process hears once."""
    if text not in _warned:
        _warned.add(text)
        warnings.warn(text, stacklevel=stacklevel + 1)
