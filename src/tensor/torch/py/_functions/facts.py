"""What a value is: kinds, dtypes and how they combine."""
import builtins

import _tensor
import _torch
from .._torch_args import need_tensor
from ._shared import TORCH, Tensor, op


def is_tensor(obj):
    return isinstance(obj, Tensor)


def is_storage(obj):
    from ..storage import _Row
    return isinstance(obj, _Row)


def numel(input):
    return need_tensor('numel', input).numel()


def is_floating_point(input):
    return need_tensor('is_floating_point', input).is_floating_point()


def is_complex(input):
    return input.is_complex()


def is_nonzero(input):
    if input.numel() != 1:
        raise RuntimeError('Boolean value of Tensor with %s is ambiguous' % ('no values' if input.numel() == 0 else 'more than one value'))
    return bool(input.item())


def typename(o):
    if isinstance(o, Tensor):
        return o.type()
    kind = o if hasattr(o, '__qualname__') and hasattr(o, '__module__') and not isinstance(o, type(need_tensor)) and isinstance(o, type) else type(o)
    module = getattr(o, '__module__', '') if not isinstance(o, type) else o.__module__
    name = getattr(o, '__qualname__', None) or getattr(o, '__name__', None) or type(o).__name__
    if not module or module == 'builtins':
        return name
    return module + '.' + name


def is_same_size(input, other):
    return input.shape == other.shape


def set_default_dtype(d):
    _tensor.set_default_dtype(d)


def get_default_dtype():
    return _tensor.set_default_dtype(None)


def result_type(tensor1, tensor2):
    return op('add', TORCH, (_one_of(tensor1), _one_of(tensor2))).dtype


def _one_of(x):
    return _torch.zeros((1,) * builtins.min(x.ndim, 1), dtype=x.dtype) if isinstance(x, Tensor) else x


def promote_types(type1, type2):
    return op('add', TORCH, (_torch.zeros(1, dtype=type1), _torch.zeros(1, dtype=type2))).dtype


def can_cast(from_, to):
    rank = [str(from_), str(to)]
    kinds = [4 if 'complex' in name else 3 if 'float' in name else 0 if 'bool' in name else 1 for name in rank]
    return kinds[0] <= kinds[1]


def type_name(t):
    from .._types import type_word
    return type_word(t).rsplit('.', 1)[1].replace('Tensor', '')


def get_device(input):
    return input.get_device()


def is_inference(input):
    return input.is_inference()


def is_signed(input):
    return input.is_signed()
