"""tree_map and its kin, as programs use them: classes of their own registered, specs, leaves."""
from collections import OrderedDict, namedtuple, defaultdict, deque
from dataclasses import dataclass

import torch
import torch.utils._pytree as pytree
from torch.utils._pytree import tree_map, tree_flatten, tree_unflatten, tree_map_only

Point = namedtuple('Point', 'x y')


class Batch:
    def __init__(self, data, label):
        self.data, self.label = data, label


(pytree.register_pytree_node if hasattr(pytree, 'register_pytree_node') else pytree._register_pytree_node)(Batch, lambda b: ([b.data, b.label], None), lambda v, c: Batch(*v))
b = Batch(torch.ones(2), {'y': torch.zeros(1), 'n': 3})
leaves, spec = tree_flatten(b)
print(len(leaves), spec.num_leaves)
c = tree_map(lambda t: t + 1 if isinstance(t, torch.Tensor) else t, b)
print(type(c).__name__, c.data, c.label)
values = {'a': [1, 2, (3, 4)], 'p': Point(5, OrderedDict(u=6, v=7)), 'n': None}
leaves, spec = tree_flatten(values)
print(leaves, spec.num_leaves)
print(tree_unflatten([v * 10 if v is not None else v for v in leaves], spec))
print(tree_map(str, values))
print(tree_map_only(int, lambda v: -v, values), tree_map_only((int, float), float, [1, 2.5, 'x']))
print(tree_flatten([1, [2]])[1] == tree_flatten([3, [4]])[1], tree_flatten([1, [2]])[1] == tree_flatten([3, 4])[1])
try:
    tree_unflatten([1], spec)
except ValueError as e:
    print(str(e)[:70])
device = torch.device('cpu')
batch = tree_map(lambda t: t.to(device), {'x': torch.ones(2), 'y': [torch.zeros(1)]})
print(batch)
print(pytree.tree_all(lambda v: isinstance(v, int), [1, (2, 3)]), pytree.tree_any(lambda v: v == 2, [1, (2, 3)]))
print(pytree.tree_all_only(int, lambda v: v > 0, [1, 'a', 2]), pytree.tree_any_only(int, lambda v: v > 1, [1, 'a', 2]))
print(pytree._broadcast_to_and_flatten(0, tree_flatten([1, (2, 3)])[1]))
