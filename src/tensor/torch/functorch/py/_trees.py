"""What the transforms share about trees of tensors."""
import torch
from torch.utils._pytree import _broadcast_to_and_flatten as spread, tree_flatten, tree_map, tree_unflatten      # noqa: F401


def name_of(func):
    return getattr(func, '__name__', None) or repr(func)


def only_tensors(leaves):
    for leaf in leaves:
        if not isinstance(leaf, torch.Tensor):
            raise ValueError('Thing passed to transform API must be Tensor, got %s' % type(leaf))
