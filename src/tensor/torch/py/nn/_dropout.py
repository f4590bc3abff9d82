"""Dropout of all kinds, as functions of torch.nn.functional. Backward needs the masks alone: in place, the result is written over the input."""
import warnings

from _torch import _says, fits
import _tensor
import _torch
from .._torch_args import no_kernel
from .._functions.facts import get_default_dtype, type_name

_op = _tensor.op
_TORCH = 1


def _into(input, made, inplace):
    return input.copy_(made) if inplace else made


def _check_p(p):
    p = p.item() if isinstance(p, _tensor.Tensor) and not p.ndim else p
    if p < 0.0 or p > 1.0:
        raise ValueError(_says("DROPOUT_RANGE", p))


def _check_kept(p):
    """NaN is in no range, and passes the question before."""
    if p != p:
        raise RuntimeError(_says("DROPOUT_RANGE", p))


def dropout(input, p=0.5, training=True, inplace=False):
    _check_p(p)
    fits('dropout', input, p, training)
    if not training or p == 0 or not input.numel():
        return input
    if p == 1:
        return _into(input, input * _torch.zeros((), dtype=input.dtype, device=input.device), inplace)
    if input.is_complex():
        raise no_kernel('bernoulli_scalar_cpu_', type_name(input))
    if not input.is_floating_point() and input.is_cpu:
        raise RuntimeError(_says("CANNOT_CAST", type_name(_torch.empty(0, dtype=get_default_dtype())), type_name(input)))
    return _into(input, _op('dropout', _TORCH, (input,), p=p, training=True)[0], inplace)


def _purpose(dims):
    return ('Note that dropout%dd exists to provide channel-wise dropout on inputs with %d spatial dimension%s, a channel dimension, and an optional batch dimension (i.e. %dD or %dD inputs).'
            % (dims, dims, 's' if dims > 1 else '', dims + 1, dims + 2))


def _warn_of_dims(input, dims):
    """Inputs of other dimensions than an image's, or a volume's, are taken still."""
    if input.dim() not in (dims + 1, dims + 2):
        warnings.warn('dropout%dd: Received a %d-D input to dropout%dd, which is deprecated and will result in an error in a future release. To retain the behavior and silence this warning, '
                      'please use dropout instead. ' % (dims, input.dim(), dims) + _purpose(dims))


def _need_channels(input):
    if input.dim() < 2:
        raise RuntimeError('Feature dropout requires at least 2 dimensions in the input')


def _feature_dropout(input, p, training, inplace, lead):
    """lead: how many dimensions come before a channel's own."""
    if not training or p == 0:
        return input
    _check_kept(p)
    keep = _torch.empty(list(input.shape[:lead]) + [1] * (input.dim() - lead), dtype=input.dtype, device=input.device).bernoulli_(1 - p)
    return _into(input, input * keep.div_(1 - p) if p < 1 else input * 0, inplace)


def dropout1d(input, p=0.5, training=True, inplace=False):
    _check_p(p)
    if input.dim() not in (2, 3):
        raise RuntimeError('dropout1d: Expected 2D or 3D input, but received a %dD input. %s' % (input.dim(), _purpose(1)))
    return _feature_dropout(input, p, training, inplace, input.dim() - 1)


def dropout2d(input, p=0.5, training=True, inplace=False):
    _check_p(p)
    _warn_of_dims(input, 2)
    if input.dim() == 3:
        warnings.warn('dropout2d: Received a 3D input to dropout2d and assuming that channel-wise 1D dropout behavior is desired - input is interpreted as shape (N, C, L), where C is the '
                      'channel dim. This behavior will change in a future release to interpret the input as one without a batch dimension, i.e. shape (C, H, W). To maintain the 1D '
                      'channel-wise dropout behavior, please switch to using dropout1d instead.')
    if training and p:
        _need_channels(input)
    return _feature_dropout(input, p, training, inplace, 2)


def dropout3d(input, p=0.5, training=True, inplace=False):
    _check_p(p)
    _warn_of_dims(input, 3)
    return _feature_dropout(input, p, training, inplace, 2 if input.dim() == 5 else 1)


def _alpha_dropout(input, p, training, inplace, shape):
    """Dropped numbers get the value that the rest of a self-normalizing net has at its lowest; mean and variance stay."""
    _check_p(p)
    if not training or p == 0:
        return input
    _check_kept(p)
    if p == 1:
        return _into(input, input * 0, inplace)
    low = -1.7580993408473766
    a = ((1 - p) * (1 + p * low ** 2)) ** -0.5
    keep = _torch.empty(shape, dtype=input.dtype, device=input.device).bernoulli_(1 - p)
    if not input.is_floating_point():
        raise RuntimeError(_says("CANNOT_CAST", type_name(_torch.empty(0, dtype=get_default_dtype())), 'Long' if type_name(input) == 'Bool' else type_name(input)))
    shift = (keep - 1) * (-low * a) + -low * a * p
    return _into(input, input * (keep * a) + shift, inplace)


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    return _alpha_dropout(input, p, training, inplace, input.shape)


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    """The same for whole channels."""
    if training and p:
        _need_channels(input)
    return _alpha_dropout(input, p, training, inplace, [*input.shape[:2], *[1] * (input.dim() - 2)])
