"""out=: what a function made, written into the caller's tensor as PyTorch does: dtypes first, then the shape is taken; no gradient flows."""
import builtins

import _tensor
from _torch import _c_name as c_name, _says
from .._warned import warn as _warn
from ._shared import TORCH, Tensor
from .facts import can_cast, type_name

# Words for an out of another dtype than the result's; where a function has none, the result is cast.
def specified(made, out):
    return _says("OUT_DTYPE", c_name(made), c_name(out))


def found(made, out):
    return 'Found dtype %s but expected %s' % (type_name(out), type_name(made))


def scalar(made, out):
    return _says("EXPECTED_TYPE", type_name(made), type_name(out))


def scalar_type(made, out):
    return 'expected scalar_type %s but found %s' % (type_name(made), type_name(out))


def contracted(made, out):
    return 'tensordot: Expected the output tensor to have dtype %s, but got an output tensor with dtype %s' % (type_name(made), type_name(out))


def joined(made, out):
    return None if can_cast(made.dtype, out.dtype) else _says("CAT_CAST", type_name(out))


def kernel(name):
    """The kernel is asked for the out's dtype, which must be one of floats."""
    return lambda made, out: None if out.is_floating_point() else _says("NO_KERNEL", name, '', type_name(out))


def bools(name):
    return lambda made, out: '%s does not support non-boolean outputs.' % name


def searched(made, out):
    return ("torch.searchsorted(): output tensor's dtype is wrong, it can only be Int(int32) or Long(int64) depending on whether out_int32 flag is True, but we got output "
            "tensor's dtype %s and out_int32 flag is %s" % (type_name(out), 'true' if str(made.dtype) == 'torch.int32' else 'false'))


def into(name, out, made, words=None):
    """made where out is None; else out, which holds it now. words(made, out): what is said of a dtype that does not fit, None: it does."""
    if out is None:
        return made
    if not isinstance(out, Tensor):
        raise TypeError(_says("OUT_TENSOR", name, type(out).__name__))
    records = _tensor.mode(TORCH)[0]
    if records and (made.requires_grad or out.requires_grad and made.is_floating_point()):
        raise RuntimeError("%s(): functions with out=... arguments don't support automatic differentiation, but one of the arguments requires grad." % name)
    if name not in ('std', 'var', 'norm') and not (name in ('softmax', 'log_softmax') and out.shape != made.shape) and builtins.any(n > 1 and not step for n, step in zip(out.shape, out.stride())):
        raise RuntimeError(_says("WRITES_ITSELF"))
    if out.dtype is not made.dtype:
        text = words(made, out) if words else None if can_cast(made.dtype, out.dtype) else _says("CANNOT_CAST", type_name(made), type_name(out))
        if text:
            raise RuntimeError(text)
    _tensor.mode(TORCH, False)
    try:
        if out.shape != made.shape:
            if out.numel():
                _warn('RESIZED', list(out.shape), list(made.shape))
            out.resize_(made.shape)
        return out.copy_(made)
    finally:
        _tensor.mode(TORCH, records)


def pair_into(name, kind, outs, made, words=None, second=None):
    """The same for functions of two results: outs is a tuple of two tensors."""
    if outs is None:
        return made
    if not isinstance(outs, (tuple, list)):
        raise TypeError("%s(): argument 'out' must be tuple of Tensors, not %s" % (name, type(outs).__name__))
    if len(outs) != 2:
        raise TypeError('expected tuple of 2 elements but got %d' % len(outs))
    for i, out in enumerate(outs):
        if not isinstance(out, Tensor):
            raise TypeError("%s(): argument 'out' must be tuple of Tensors, but found element of type %s at pos %d" % (name, type(out).__name__, i + 1))
    for out, part, says in zip(outs, made, (words or specified, second or specified)):
        if out.dtype is not part.dtype:
            raise RuntimeError(says(part, out))
    into(name, outs[0], made[0])
    into(name, outs[1], made[1])
    return kind(outs)
