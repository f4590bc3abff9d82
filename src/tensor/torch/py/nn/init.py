"""First values of parameters."""
import math
import warnings

import torch
import _tensor
from _torch import _two, fits


def calculate_gain(nonlinearity, param=None):
    if nonlinearity in ('linear', 'conv1d', 'conv2d', 'conv3d', 'conv_transpose1d', 'conv_transpose2d', 'conv_transpose3d', 'sigmoid'):
        return 1
    if nonlinearity == 'tanh':
        return 5.0 / 3
    if nonlinearity == 'relu':
        return math.sqrt(2.0)
    if nonlinearity == 'leaky_relu':
        if param is None:
            slope = 0.01
        elif not isinstance(param, bool) and isinstance(param, (int, float)):
            slope = param
        else:
            raise ValueError('negative_slope {} not a valid number'.format(param))
        return math.sqrt(2.0 / (1 + slope ** 2))
    if nonlinearity == 'selu':
        return 3.0 / 4
    raise ValueError('Unsupported nonlinearity {}'.format(nonlinearity))


def _calculate_fan_in_and_fan_out(tensor):
    dims = tensor.dim()
    if dims < 2:
        raise ValueError('Fan in and fan out can not be computed for tensor with fewer than 2 dimensions')
    field = 1
    for size in tensor.shape[2:]:
        field *= size
    return tensor.size(1) * field, tensor.size(0) * field


def _calculate_correct_fan(tensor, mode):
    mode = mode.lower()
    if mode not in ('fan_in', 'fan_out'):
        raise ValueError('Mode {} not supported, please use one of {}'.format(mode, ['fan_in', 'fan_out']))
    return _calculate_fan_in_and_fan_out(tensor)[mode == 'fan_out']


def uniform_(tensor, a=0.0, b=1.0, generator=None):
    with torch.no_grad():
        fits('uniform_', tensor, a, b)
        return tensor.uniform_(a, b, generator=generator)


def normal_(tensor, mean=0.0, std=1.0, generator=None):
    with torch.no_grad():
        fits('normal_', tensor, mean, std)
        return tensor.normal_(mean, std, generator=generator)


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    if mean < a - 2 * std or mean > b + 2 * std:
        warnings.warn('mean is more than 2 std from [a, b] in nn.init.trunc_normal_. The distribution of values may be incorrect.', stacklevel=2)
    if _two('TRUNCATED_ANEW'):
        with torch.no_grad():
            tensor.normal_(mean, std, generator=generator)
            while True:
                outside = (tensor < a) | (tensor > b)
                if not outside.any():
                    return tensor
                tensor.copy_(torch.where(outside, torch.empty_like(tensor).normal_(mean, std, generator=generator), tensor))
    below, above = ((1.0 + math.erf((edge - mean) / std / math.sqrt(2.0))) / 2.0 for edge in (a, b))
    with torch.no_grad():
        tensor.uniform_(2 * below - 1, 2 * above - 1, generator=generator)
        tensor.erfinv_()
        tensor.mul_(std * math.sqrt(2.0))
        tensor.add_(mean)
        tensor.clamp_(min=a, max=b)
        return tensor


def constant_(tensor, val):
    with torch.no_grad():
        return tensor.fill_(val)


def ones_(tensor):
    return constant_(tensor, 1.0)


def zeros_(tensor):
    with torch.no_grad():
        return tensor.zero_()


def eye_(tensor):
    if tensor.ndimension() != 2:
        raise ValueError('Only tensors with 2 dimensions are supported')
    with torch.no_grad():
        tensor.zero_().diagonal().fill_(1)
        return tensor


def dirac_(tensor, groups=1):
    dims = tensor.ndimension()
    if dims not in (3, 4, 5):
        raise ValueError('Only tensors with 3, 4, or 5 dimensions are supported')
    sizes = tensor.size()
    if sizes[0] % groups != 0:
        raise ValueError('dim 0 must be divisible by groups')
    per_group = sizes[0] // groups
    with torch.no_grad():
        tensor.zero_()
        for g in range(groups):
            for d in range(min(per_group, sizes[1])):
                tensor[(g * per_group + d, d, *[size // 2 for size in sizes[2:]])] = 1
    return tensor


def xavier_uniform_(tensor, gain=1.0, generator=None):
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    bound = math.sqrt(3.0) * gain * math.sqrt(2.0 / float(fan_in + fan_out))
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor, gain=1.0, generator=None):
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return normal_(tensor, 0.0, gain * math.sqrt(2.0 / float(fan_in + fan_out)), generator)


def kaiming_uniform_(tensor, a=0, mode='fan_in', nonlinearity='leaky_relu', generator=None):
    if 0 in tensor.shape:
        warnings.warn('Initializing zero-element tensors is a no-op')
        return tensor
    fan = _calculate_correct_fan(tensor, mode)
    bound = math.sqrt(3.0) * (calculate_gain(nonlinearity, a) / math.sqrt(fan))
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(tensor, a=0, mode='fan_in', nonlinearity='leaky_relu', generator=None):
    if 0 in tensor.shape:
        warnings.warn('Initializing zero-element tensors is a no-op')
        return tensor
    fan = _calculate_correct_fan(tensor, mode)
    return normal_(tensor, 0, calculate_gain(nonlinearity, a) / math.sqrt(fan), generator)


def orthogonal_(tensor, gain=1, generator=None):
    """Rows (or columns) at right angles to each other: normal numbers' Q, turned so that R's diagonal is positive."""
    if tensor.ndimension() < 2:
        raise ValueError('Only tensors with 2 or more dimensions are supported')
    if tensor.numel() == 0:
        return tensor
    rows = tensor.size(0)
    flat = torch.empty(rows, tensor.numel() // rows, dtype=tensor.dtype, device=tensor.device).normal_(0, 1, generator=generator)
    wide = rows < flat.size(1)
    with torch.no_grad():
        q, r = _tensor.qr(flat if wide else flat.t())
        q.mul_(r.diagonal().sign().unsqueeze(1))
        tensor.view(rows, -1).copy_(q if wide else q.t())
        tensor.mul_(gain)
    return tensor


def sparse_(tensor, sparsity, std=0.01, generator=None):
    if tensor.ndimension() != 2:
        raise ValueError('Only tensors with 2 dimensions are supported')
    rows, columns = tensor.shape
    with torch.no_grad():
        tensor.normal_(0, std, generator=generator)
        gone = [torch.randperm(rows)[:math.ceil(sparsity * rows)] for _ in range(columns)]
        return tensor.scatter_(0, torch.stack(gone, 1).to(tensor.device), 0) if gone else tensor


def _spread(inputs, *tensors):
    """What layers start from: numbers between -1/sqrt(inputs) and 1/sqrt(inputs); zeros where the inputs are endless."""
    edge = 1 / math.sqrt(inputs)
    for tensor in tensors:
        if tensor is not None:
            uniform_(tensor, -edge, edge)


def _start(weight, bias):
    """A layer whose units each have a weight[i] of inputs; kaiming_uniform_'s bound for this slope is 1/sqrt(inputs), too."""
    kaiming_uniform_(weight, a=math.sqrt(5))
    _spread(math.prod(weight.shape[1:]) or math.inf, bias)


def _renamed(function):
    old = function.__name__[:-1]

    def called(*args, **kwargs):
        warnings.warn('nn.init.{} is now deprecated in favor of nn.init.{}.'.format(old, function.__name__), stacklevel=2)
        return function(*args, **kwargs)
    called.__name__ = old
    return called


uniform, normal, constant, eye, dirac = (_renamed(f) for f in (uniform_, normal_, constant_, eye_, dirac_))
xavier_uniform, xavier_normal, kaiming_uniform, kaiming_normal = (_renamed(f) for f in (xavier_uniform_, xavier_normal_, kaiming_uniform_, kaiming_normal_))
orthogonal, sparse = _renamed(orthogonal_), _renamed(sparse_)
