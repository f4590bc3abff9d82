"""Euclid's distances between many rows by one product: |a|^2 - 2 a b + |b|^2, as PyTorch measures them; rows that are the same hand no gradient on."""
import torch
import _tensor

_named = _tensor.name_node


class _Euclidean(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        rows, others = a.pow(2).sum(-1, keepdim=True), b.pow(2).sum(-1, keepdim=True)
        left = torch.cat([a * -2, rows, torch.ones_like(rows)], -1)
        right = torch.cat([b, torch.ones_like(others), others], -1)
        apart = (left @ right.mT).clamp_min_(0).sqrt_()
        ctx.save_for_backward(a, b, apart)
        return apart

    @staticmethod
    def backward(ctx, g):
        a, b, apart = ctx.saved_tensors
        by = (g / apart).masked_fill(apart == 0, 0)
        each = [side * weight.sum(-1, keepdim=True) - weight @ other if needed else None
                for side, other, weight, needed in ((a, b, by, ctx.needs_input_grad[0]), (b, a, by.mT, ctx.needs_input_grad[1]))]
        return tuple(each)


def euclidean(a, b):
    batch = torch.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    made = _named(_Euclidean.apply(a.expand(batch + a.shape[-2:]), b.expand(batch + b.shape[-2:])), 'EuclideanDistBackward0')
    return made.view(made.shape)
