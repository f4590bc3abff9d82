"""What the transforms share about trees of tensors."""
import torch
from torch.utils._pytree import tree_flatten, tree_map, tree_unflatten      # noqa: F401


def spread(tree, spec):
    """A value for each leaf of spec: `tree` may end earlier, and then counts for all below. None: it does not fit."""
    if spec.num_leaves == 1 and not spec.children_specs:
        return [tree] if not isinstance(tree, (tuple, list, dict)) else None
    if not isinstance(tree, (tuple, list, dict)):
        return [tree] * spec.num_leaves
    if type(tree) is not spec.type or len(tree) != len(spec.children_specs) or (isinstance(tree, dict) and list(tree) != spec.context):
        return None
    found = []
    for part, child in zip(tree.values() if isinstance(tree, dict) else tree, spec.children_specs):
        below = spread(part, child)
        if below is None:
            return None
        found += below
    return found


def name_of(func):
    return getattr(func, '__name__', None) or repr(func)


def only_tensors(leaves):
    for leaf in leaves:
        if not isinstance(leaf, torch.Tensor):
            raise ValueError('Thing passed to transform API must be Tensor, got %s' % type(leaf))
