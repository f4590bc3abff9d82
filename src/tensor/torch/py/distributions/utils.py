"""What distributions have in common: broadcasting, sums of an event's dimensions, probabilities and logits, triangles as rows."""
import torch
from .distribution import Lazy as lazy_property
from .distribution import broadcast, of_probs

euler_constant = 0.57721566490153286060


def broadcast_all(*values):
    return broadcast(*values)


def _standard_normal(shape, dtype, device):
    return torch.normal(torch.zeros(shape, dtype=dtype, device=device), torch.ones(shape, dtype=dtype, device=device))


def sum_rightmost(value, dim):
    """Over the last dim dimensions."""
    return value if dim == 0 else value.reshape(value.shape[:value.dim() - dim] + (-1,)).sum(-1)


_sum_rightmost = sum_rightmost


def clamp_probs(probs):
    return of_probs(probs)


def logits_to_probs(logits, is_binary=False):
    return torch.sigmoid(logits) if is_binary else torch.softmax(logits, -1)


def probs_to_logits(probs, is_binary=False):
    kept = of_probs(probs)
    return kept.log() - torch.log1p(-kept) if is_binary else kept.log()


def tril_matrix_to_vec(mat, diag=0):
    """The numbers on and under a diagonal, row after row."""
    side = mat.shape[-1]
    if not -side <= diag < side:
        raise ValueError(f'diag ({diag}) provided is outside [{-side}, {side - 1}].')
    steps = torch.arange(side, device=mat.device)
    return mat[..., steps < steps.view(-1, 1) + (diag + 1)]


def vec_to_tril_matrix(vec, diag=0):
    """The matrix whose numbers on and under a diagonal these are; 0 above it."""
    side = (-(1 + 2 * diag) + ((1 + 2 * diag) ** 2 + 8 * vec.shape[-1] + 4 * abs(diag) * (diag + 1)) ** 0.5) / 2
    if round(side) - side >= torch.finfo(vec.dtype).eps:
        raise ValueError(f'The size of last dimension is {vec.shape[-1]} which cannot be expressed as the lower triangular part of a square D x D matrix.')
    side = round(side)
    steps = torch.arange(side, device=vec.device)
    made = vec.new_zeros(vec.shape[:-1] + (side, side))
    made[..., steps < steps.view(-1, 1) + (diag + 1)] = vec
    return made
