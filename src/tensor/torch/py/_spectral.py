"""Gradients of the decompositions whose parts are values and orthogonal vectors: of symmetric matrices and by singular values."""
import torch


def _apart(values):
    """1 / (value_j - value_i), 0 on the diagonal."""
    between = values.unsqueeze(-2) - values.unsqueeze(-1)
    eye = torch.eye(values.shape[-1], dtype=torch.bool, device=values.device)
    return torch.where(eye, torch.zeros_like(between), 1 / torch.where(eye, torch.ones_like(between), between))


def _skew(x):
    return x - x.mT


class Symmetric(torch.autograd.Function):
    """(values, vectors) that find(A) gives."""

    @staticmethod
    def forward(ctx, A, find):
        values, vectors = find(A.detach())
        ctx.save_for_backward(values, vectors)
        return values, vectors

    @staticmethod
    def backward(ctx, g_values, g_vectors):
        values, vectors = ctx.saved_tensors
        inner = _skew(vectors.mT @ g_vectors) / 2 * _apart(values) + torch.diag_embed(g_values)
        return vectors @ inner @ vectors.mT, None


class Singular(torch.autograd.Function):
    """(U, values, V') that find(A) gives, of as many columns as there are values."""

    @staticmethod
    def forward(ctx, A, find):
        u, values, vh = find(A.detach())
        ctx.save_for_backward(u, values, vh)
        return u, values, vh

    @staticmethod
    def backward(ctx, gu, g_values, gvh):
        u, values, vh = ctx.saved_tensors
        v, gv = vh.mT, gvh.mT
        apart = _apart(values.square())
        row, column = values.unsqueeze(-2), values.unsqueeze(-1)
        left, right = u.mT @ gu, v.mT @ gv
        inner = _skew(left) * apart * row + column * _skew(right) * apart + torch.diag_embed(g_values)
        made = u @ inner @ vh
        if u.shape[-2] > u.shape[-1]:           # what of gu is not in u's columns
            made = made + (gu - u @ left) / row @ vh
        if v.shape[-2] > v.shape[-1]:
            made = made + u @ ((gv - v @ right) / row).mT
        return made, None
