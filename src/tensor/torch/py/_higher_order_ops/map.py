"""map: a function of each element along the first axis."""
import torch
from torch.utils._pytree import tree_flatten, tree_unflatten


def map(f, xs, *args):
    leaves, shape = tree_flatten(xs)
    made = [tree_flatten(f(tree_unflatten([leaf[i] for leaf in leaves], shape), *args)) for i in range(leaves[0].shape[0])]
    return tree_unflatten([torch.stack(column) for column in zip(*(each for each, _ in made))], made[0][1])
