"""associative_scan: sums so far, with any function of two in the place of the sum."""
import torch
from torch.utils._pytree import tree_flatten, tree_unflatten


def associative_scan(combine_fn, xs, dim, reverse=False, combine_mode='pointwise'):
    if combine_mode not in ('pointwise', 'generic'):
        raise ValueError("Combine_mode must either 'pointwise' or 'generic', but got %s" % combine_mode)
    leaves, shape = tree_flatten(xs)
    if any(not isinstance(leaf, torch.Tensor) for leaf in leaves) or not leaves:
        raise ValueError('xs leaves must be tensors' if leaves else 'Expected at least 1 xs leaf')
    parts = [leaf.unbind(dim) for leaf in leaves]
    steps = range(len(parts[0]))
    made, so_far = [], None
    for i in reversed(steps) if reverse else steps:
        now = tree_unflatten([part[i] for part in parts], shape)
        so_far = now if so_far is None else combine_fn(so_far, now)
        made.append(tree_flatten(so_far)[0])
    if reverse:
        made.reverse()
    return tree_unflatten([torch.stack(column, dim) for column in zip(*made)], shape)
