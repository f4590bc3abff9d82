"""torch.masked's functions of a tensor and a mask: what the mask hides counts as the reduction's neutral element, and not at all where elements are counted."""
import torch

_LEAST, _MOST = float('-inf'), float('inf')


def _given(input, mask):
    """(data, mask) of a tensor that may have a mask of its own."""
    from .maskedtensor.core import MaskedTensor
    if isinstance(input, MaskedTensor):
        return input._whole(), input._flags() if mask is None else mask
    return input, None if mask is None else mask.expand(input.shape) if mask.dim() <= input.dim() else mask


def _neutral(value, dtype):
    """The neutral element as a number of the dtype."""
    if abs(value) != _MOST or dtype.is_floating_point:
        return value
    limits = torch.iinfo(dtype)
    return limits.max if value > 0 else limits.min


def _hidden(input, mask, value):
    data, mask = _given(input, mask)
    return data if mask is None else torch.where(mask, data, torch.full((), _neutral(value, data.dtype), dtype=data.dtype, device=data.device))


def _dims(dim, ndim):
    return tuple(range(ndim)) if dim is None else tuple(d % ndim for d in dim) if isinstance(dim, (tuple, list)) else (dim % ndim,)


def sum(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    data = _hidden(input, mask, 0)
    return data.sum(_dims(dim, data.dim()), keepdim=bool(keepdim), dtype=dtype) if data.dim() else data.sum(dtype=dtype)


def prod(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    data = _hidden(input, mask, 1)
    for d in sorted(_dims(dim, data.dim()), reverse=True):
        data = data.prod(d, keepdim=bool(keepdim), dtype=dtype)
    return data


def cumsum(input, dim, *, dtype=None, mask=None):
    return _hidden(input, mask, 0).cumsum(dim, dtype=dtype)


def cumprod(input, dim, *, dtype=None, mask=None):
    return _hidden(input, mask, 1).cumprod(dim, dtype=dtype)


def _cast(data, dtype):
    return data if dtype is None else data.to(dtype)


def amax(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    data = _cast(_hidden(input, mask, _LEAST), dtype)
    return data.amax(_dims(dim, data.dim()), keepdim=bool(keepdim))


def amin(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    data = _cast(_hidden(input, mask, _MOST), dtype)
    return data.amin(_dims(dim, data.dim()), keepdim=bool(keepdim))


def argmax(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    data = _cast(_hidden(input, mask, _LEAST), dtype)
    return torch.argmax(data, dim, bool(keepdim)).to(data.dtype)


def argmin(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    data = _cast(_hidden(input, mask, _MOST), dtype)
    return torch.argmin(data, dim, bool(keepdim)).to(data.dtype)


def _count(data, mask, dims, keepdim):
    if mask is None:
        n = 1
        for d in dims:
            n *= data.shape[d]
        return n
    return mask.sum(dims, keepdim=bool(keepdim)) if dims else mask.long()


def mean(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    data, flags = _given(input, mask)
    if not (dtype or data.dtype).is_floating_point:
        raise ValueError('input type must be floating point or complex, got %s' % data.dtype)
    return sum(data, dim, keepdim=keepdim, dtype=dtype, mask=flags) / _count(data, flags, _dims(dim, data.dim()), keepdim)


def var(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None):
    data, flags = _given(input, mask)
    data = _cast(data, dtype)
    taken = correction if correction is not None else 0 if unbiased is False else 1
    dims = _dims(dim, data.dim())
    count = _count(data, flags, dims, True)
    middle = sum(data, dim, keepdim=True, mask=flags) / count
    apart = sum((data - middle) ** 2, dim, keepdim=keepdim, mask=flags)
    left = _count(data, flags, dims, keepdim) - taken
    return apart / (left.clamp(min=0) if isinstance(left, torch.Tensor) else left)


def std(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None):
    return var(input, dim, unbiased, correction=correction, keepdim=keepdim, dtype=dtype, mask=mask).sqrt()


def norm(input, ord=2.0, dim=None, *, keepdim=False, dtype=None, mask=None):
    data = _cast(_hidden(input, mask, _MOST if ord == _LEAST else 0), dtype)
    return torch.linalg.vector_norm(data, float(ord), _dims(dim, data.dim()), bool(keepdim))


def median(input, dim=-1, *, keepdim=False, dtype=None, mask=None):
    data = _cast(_hidden(input, mask, float('nan')), dtype)
    return torch.nanmedian(data, dim, bool(keepdim)).values


def logsumexp(input, dim, *, keepdim=False, dtype=None, mask=None):
    return torch.logsumexp(_cast(_hidden(input, mask, _LEAST), dtype), dim, keepdim=bool(keepdim))


def logaddexp(input, other, *, dtype=None, input_mask=None, other_mask=None):
    return torch.logaddexp(_cast(_hidden(input, input_mask, _LEAST), dtype), _cast(_hidden(other, other_mask, _LEAST), dtype))


def softmax(input, dim, *, dtype=None, mask=None):
    return torch.softmax(_hidden(input, mask, _LEAST), dim, dtype=dtype)


def log_softmax(input, dim, *, dtype=None, mask=None):
    return torch.log_softmax(_hidden(input, mask, _LEAST), dim, dtype=dtype)


def softmin(input, dim, *, dtype=None, mask=None):
    return torch.nn.functional.softmin(_hidden(input, mask, _MOST), dim, dtype=dtype)


def normalize(input, ord, dim, *, eps=1e-12, dtype=None, mask=None):
    data = _cast(_hidden(input, mask, 0), dtype)
    return data / norm(input, ord, dim, keepdim=True, dtype=dtype, mask=mask).clamp(min=eps)
