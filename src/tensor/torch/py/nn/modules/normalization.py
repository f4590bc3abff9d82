"""Layer and group normalization, and AlexNet's local response normalization."""
from _torch import _says
import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn.parameter import Parameter
from ._scales import make_scale, reset_scale, shift_said
from .module import Module

__all__ = ['LocalResponseNorm', 'CrossMapLRN2d', 'LayerNorm', 'GroupNorm', 'RMSNorm']


class LocalResponseNorm(Module):
    def __init__(self, size, alpha=0.0001, beta=0.75, k=1.0):
        super().__init__()
        self.size = size
        self.alpha = alpha
        self.beta = beta
        self.k = k

    def forward(self, input):
        return F.local_response_norm(input, self.size, self.alpha, self.beta, self.k)

    def extra_repr(self):
        return '%s, alpha=%s, beta=%s, k=%s' % (self.size, self.alpha, self.beta, self.k)


class _AcrossMaps(torch.autograd.Function):
    """x / scale ** beta. The windows of the way there and of the way back are PyTorch's, which lie not quite over one another and keep the first channel."""

    @staticmethod
    def forward(ctx, input, size, alpha, beta, k):
        if input.dim() != 4:
            raise RuntimeError('CrossMapLRN2d: Expected input to be 4D, got {}D instead.'.format(input.dim()))
        squares, channels, reach = input.square(), input.size(1), int((size - 1) / 2 + 1)
        sums = [squares[:, :min(reach, channels)].sum(1)]
        for c in range(1, channels):
            more = sums[-1]
            if c < channels - reach + 1:
                more = more + squares[:, c + reach - 1]
            if c > reach:
                more = more - squares[:, c - reach]
            sums.append(more)
        scale = torch.stack(sums, 1) * (alpha / size) + k
        made = input * scale ** -beta
        ctx.save_for_backward(input, made, scale)
        ctx.options = size, alpha, beta
        return made

    @staticmethod
    def backward(ctx, grad):
        (input, made, scale), (size, alpha, beta) = ctx.saved_tensors, ctx.options
        channels, before = input.size(1), int(size - (size - 1) / 2)
        if before + channels > channels + size - 1:
            raise RuntimeError(_says("NARROW_RANGE", before, channels, channels + size - 1))
        ratio = grad * made / scale
        padded = F.pad(ratio, (0, 0, 0, 0, before, size - 1 - before))
        windows = torch.stack([padded[:, c:c + size].sum(1) for c in range(channels)], 1)
        return grad * scale ** -beta - input * windows * (2 * alpha * beta / size), None, None, None, None


class CrossMapLRN2d(Module):
    def __init__(self, size, alpha=0.0001, beta=0.75, k=1):
        super().__init__()
        self.size, self.alpha, self.beta, self.k = size, alpha, beta, k

    def forward(self, input):
        return _AcrossMaps.apply(input, self.size, self.alpha, self.beta, self.k)

    def extra_repr(self):
        return '{}, alpha={}, beta={}, k={}'.format(self.size, self.alpha, self.beta, self.k)


class LayerNorm(Module):
    """Normalizes over the last axes, whose sizes are normalized_shape."""

    def __init__(self, normalized_shape, eps=1e-05, elementwise_affine=True, bias=True, device=None, dtype=None):
        super().__init__()
        self.normalized_shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        make_scale(self, self.normalized_shape, elementwise_affine, bias, device, dtype)
        self.reset_parameters()

    def reset_parameters(self):
        reset_scale(self)

    def forward(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return '%s, eps=%s, elementwise_affine=%s%s' % (self.normalized_shape, self.eps, self.elementwise_affine, shift_said(self))


class GroupNorm(Module):
    """Normalizes over groups of channels."""

    def __init__(self, num_groups, num_channels, eps=1e-05, affine=True, device=None, dtype=None, *, bias=True):
        super().__init__()
        if num_channels % num_groups != 0:
            raise ValueError(_says("GROUPS_DIVIDE", num_channels, num_groups))
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        self.affine = affine
        make_scale(self, num_channels, affine, bias, device, dtype)
        self.reset_parameters()

    def reset_parameters(self):
        reset_scale(self)

    def forward(self, input):
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return '%s, %s, eps=%s, affine=%s%s' % (self.num_groups, self.num_channels, self.eps, self.affine, shift_said(self))


class RMSNorm(Module):
    """PyTorch 2's: over the last dimensions, by the root of the mean of squares; eps None is the smallest step of the input's dtype."""

    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        super().__init__()
        self.normalized_shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        if elementwise_affine:
            self.weight = Parameter(torch.empty(self.normalized_shape, device=device, dtype=dtype))
        else:
            self.register_parameter('weight', None)
        self.reset_parameters()

    def reset_parameters(self):
        if self.elementwise_affine:
            init.ones_(self.weight)

    def forward(self, x):
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self):
        return '%s, eps=%s, elementwise_affine=%s' % (self.normalized_shape, self.eps, self.elementwise_affine)
