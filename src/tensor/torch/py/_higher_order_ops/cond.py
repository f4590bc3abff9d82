"""torch.cond: one of two functions, as a value says."""
import torch


def cond(pred, true_fn, false_fn, operands=()):
    """true_fn(*operands) where pred holds, else false_fn(*operands)."""
    if isinstance(pred, torch.Tensor) and pred.numel() != 1:
        raise RuntimeError('Expected pred to be bool or single-element tensor, but got %s.' % pred)
    if not callable(true_fn) or not callable(false_fn):
        raise RuntimeError('Expect both branches to be callable.')
    if not isinstance(operands, (tuple, list)):
        raise RuntimeError('Expect operands to be a tuple of possibly nested dict/list/tuple that only consists of tensor leaves, but got %s.' % (operands,))
    return (true_fn if pred else false_fn)(*operands)
