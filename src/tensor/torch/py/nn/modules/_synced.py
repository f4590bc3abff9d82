"""Batch normalization over the parts of a batch that several processes have: one mean and variance of all of them, and a gradient that knows so."""
import torch
from torch import distributed as dist
from torch.autograd import Function


def statistics(x, group):
    """(mean, variance, how many) of each channel over the parts of all processes, from each one's own: counts may differ."""
    axes, like = _axes(x), x.float() if x.dtype in (torch.float16, torch.bfloat16) else x
    count = x.numel() // x.shape[1]
    if count:
        own_mean = like.mean(axes)
        spread = (like - _over(own_mean, x)).square().sum(axes)
    else:
        own_mean = spread = like.new_zeros(x.shape[1])
    own = torch.cat([own_mean, spread, like.new_full((1,), count)])
    parts = [torch.empty_like(own) for _ in range(dist.get_world_size(group))]
    dist.all_gather(parts, own, group=group)
    means, spreads, counts = torch.stack(parts).split([x.shape[1], x.shape[1], 1], dim=1)
    total = counts.sum()
    mean = (means * counts).sum(0) / total
    return mean, (spreads + counts * (means - mean).square()).sum(0) / total, total


def _axes(x):
    return [0, *range(2, x.dim())]


def _over(channels, x):
    """A value a channel, along x."""
    return channels.reshape(1, -1, *[1] * (x.dim() - 2))


class Normalized(Function):
    """x by a mean and a variance that are x's and other processes' own."""

    @staticmethod
    def forward(ctx, x, weight, bias, mean, variance, total, eps, group):
        scale = (variance + eps).rsqrt()
        ctx.save_for_backward(x, weight, mean, scale, total)
        ctx.group = group
        y = (x - _over(mean, x)) * _over(scale if weight is None else scale * weight, x)
        return (y if bias is None else y + _over(bias, x)).to(x.dtype)

    @staticmethod
    def backward(ctx, grad):
        x, weight, mean, scale, total = ctx.saved_tensors
        like = grad.to(mean.dtype)
        normal = (x - _over(mean, x)) * _over(scale, x)
        shift, stretch = like.sum(_axes(x)), (like * normal).sum(_axes(x))  # the gradients of bias and weight: each process's own
        of_x = None
        if ctx.needs_input_grad[0]:
            both = torch.cat([shift, stretch])
            dist.all_reduce(both, group=ctx.group)
            all_shift, all_stretch = (both / total).chunk(2)
            of_x = ((like - _over(all_shift, x) - normal * _over(all_stretch, x)) * _over(scale if weight is None else scale * weight, x)).to(x.dtype)
        needs = ctx.needs_input_grad
        return of_x, stretch.to(weight.dtype) if needs[1] else None, shift.to(grad.dtype if weight is None else weight.dtype) if needs[2] else None, None, None, None, None, None
