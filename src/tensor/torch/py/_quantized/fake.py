"""Numbers made small and whole again at once, so that a network learns with what quantization will do to it: a gradient passes where a number was within the range."""
import _tensor
import torch
from torch.autograd import Function

from .choice import choose
from .tensors import along


class _Fake(Function):
    @staticmethod
    def forward(ctx, x, scale, zero, low, high):
        whole = torch.round(x * (1.0 / scale) + zero) if zero.is_floating_point() else torch.round(x * (1.0 / scale)) + zero
        ctx.save_for_backward((whole >= low) & (whole <= high))
        return (whole.clamp(low, high) - zero) * scale

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[0], None, None, None, None


def _faked(x, scale, zero, low, high, step):
    made = _Fake.apply(x, scale, zero, low, high)
    return _tensor.name_anew(made, step) if made.requires_grad and not made.is_leaf else made


def _check_range(low, high):
    if low > high:
        raise RuntimeError('`quant_min` should be less than or         equal to `quant_max`.')


def fake_quantize_per_tensor_affine(input, scale, zero_point, quant_min, quant_max):
    _check_range(quant_min, quant_max)
    tensors = isinstance(scale, torch.Tensor)
    if not tensors and not quant_min <= zero_point <= quant_max:
        raise RuntimeError('`zero_point` must be between `quant_min` and `quant_max`.')
    scale = scale.detach() if tensors else torch.tensor(scale, dtype=torch.float32)
    zero = zero_point.detach() if isinstance(zero_point, torch.Tensor) else torch.tensor(int(zero_point))
    return _faked(input, scale.reshape(()), zero.reshape(()), quant_min, quant_max,
                  'FakeQuantizePerTensorAffineCachemask%sBackward0' % ('TensorQparams' if tensors else ''))


def fake_quantize_per_channel_affine(input, scale, zero_point, axis, quant_min, quant_max):
    _check_range(quant_min, quant_max)
    if scale.dim() != 1 or zero_point.dim() != 1:
        raise RuntimeError('%s should be a 1-D tensor' % ('scale' if scale.dim() != 1 else 'zero point'))
    if scale.numel() != zero_point.numel():
        raise RuntimeError('scale and zero-point need to have the same dimensions')
    if scale.numel() != input.shape[axis]:
        raise RuntimeError('dimensions of scale and zero-point are not consistent with input tensor')
    around = along(axis, input.dim())
    return _faked(input, scale.detach().view(around), zero_point.detach().view(around), quant_min, quant_max, 'FakeQuantizePerChannelAffineCachemaskBackward0')


def fused_moving_avg_obs_fake_quant(x, observer_on, fake_quant_on, running_min, running_max, scale, zero_point, averaging_const, quant_min, quant_max, ch_axis, per_row_fake_quant=False,
                                    symmetric_quant=False):
    """Looks at x where the first switch is on, and gives x as it will be where the second is."""
    if observer_on.item():
        with torch.no_grad():
            _look(x.detach(), running_min, running_max, scale, zero_point, averaging_const, quant_min, quant_max, ch_axis if per_row_fake_quant else None, symmetric_quant)
    if not fake_quant_on.item():
        return x.view_as(x) if x.requires_grad else x
    if per_row_fake_quant:
        return fake_quantize_per_channel_affine(x, scale, zero_point, ch_axis, quant_min, quant_max)
    return fake_quantize_per_tensor_affine(x, scale, zero_point, quant_min, quant_max)


def _look(x, running_min, running_max, scale, zero_point, share, quant_min, quant_max, axis, symmetric):
    rows = x.flatten()[None] if axis is None else x.transpose(0, axis).flatten(1)
    low, high = torch.aminmax(rows, dim=1)
    for running, now in ((running_min, low), (running_max, high)):
        if running.numel() == 0:
            running.resize_(now.shape).fill_(float('inf') if running is running_min else float('-inf'))
        now = now.view(running.shape)
        running.copy_(torch.where(torch.isinf(running), now, running + share * (now - running)))
    if scale.numel() != low.numel():
        scale.resize_(low.shape)
        zero_point.resize_(low.shape)
    for k, pair in enumerate(zip(running_min.reshape(-1).tolist(), running_max.reshape(-1).tolist())):
        scale[k], zero_point[k] = choose(*pair, quant_min, quant_max, symmetric)
