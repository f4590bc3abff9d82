"""scan: a function along an axis that hands something on from each element to the next."""
import torch
from torch.utils._pytree import tree_flatten, tree_map, tree_unflatten


def scan(combine_fn, init, xs, *, dim=0, reverse=False):
    """(what was handed on at last, what each step gave besides, stacked): combine_fn(carry, x) gives both."""
    leaves, shape = tree_flatten(xs)
    if not leaves:
        return init, []
    count = leaves[0].shape[dim]
    made, carry = [], init
    for i in reversed(range(count)) if reverse else range(count):
        carry, out = combine_fn(carry, tree_unflatten([leaf.select(dim, i) for leaf in leaves], shape))
        made.append(tree_flatten(out))
    if reverse:
        made.reverse()
    if not made:
        return carry, tree_map(lambda leaf: leaf.clone(), xs)
    return carry, tree_unflatten([torch.stack(column) for column in zip(*(each for each, _ in made))], made[0][1])
