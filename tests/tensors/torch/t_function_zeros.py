"""Gradients that a Function's backward is given for results without one, vjp as another name of backward, orders of ParameterDict, checkpoints and samplers that say what is wrong."""
import warnings
from collections import OrderedDict

import numpy as np
import torch
from torch import nn
from torch.autograd import Function
from torch.utils.checkpoint import checkpoint
from torch.utils.data import WeightedRandomSampler, default_collate, default_convert


def tried(what, call):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter('always')
        try:
            print(what, call())
        except Exception as error:
            print(what, type(error).__name__, error)
    for each in said:
        print('  warned', each.category.__name__, each.message)


class Three(Function):
    @staticmethod
    def forward(ctx, x):
        a, b, c = x * 2, x * 3, (x * 5).long()
        ctx.mark_non_differentiable(b)
        return a, b, c

    @staticmethod
    def backward(ctx, a, b, c):
        print(a, b, c)
        return a * 2


class Bare(Three):
    @staticmethod
    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        return Three.forward(ctx, x)


x = torch.ones(2, requires_grad=True)
for kind in Three, Bare:
    a, b, c = kind.apply(x)
    print(a.requires_grad, b.requires_grad, c.requires_grad)
    a.sum().backward()


class Named(Function):
    @staticmethod
    def forward(ctx, x):
        print(type(ctx).__name__, [kind.__name__ for kind in type(ctx).__mro__[1:2]])
        return x * 2

    @staticmethod
    def vjp(ctx, grad):
        return grad * 5


class Twice(Named):
    @staticmethod
    def backward(ctx, grad):
        return grad


x.grad = None
Named.apply(x).sum().backward()
print(x.grad)
tried('both', lambda: Twice.apply(x).sum().backward())

one = lambda: nn.Parameter(torch.ones(1))
print(list(nn.ParameterDict({'b': one(), 'a': one()})), list(nn.ParameterDict(OrderedDict(b=one(), a=one()))), list(nn.ParameterDict([('b', one()), ('a', one())])))
d = nn.ParameterDict({'b': one()})
d.update({'z': one(), 'c': one()})
print(list(d), list(reversed(d)), list(d.copy()), d.setdefault('k', torch.zeros(1)), d.popitem()[0], list(d | {'y': one()}), list(d.fromkeys(['n', 'm'])))
d.clear()
print(len(d), list(nn.ModuleDict({'b': nn.ReLU(), 'a': nn.ReLU()})))

m = nn.Linear(2, 1)
tried('no gradient', lambda: checkpoint(m, torch.ones(1, 2), use_reentrant=True).grad_fn)
tried('an unknown word', lambda: checkpoint(m, x, use_reentrant=True, foo=1))
for count in -1, 0, True, 2.5:
    tried('so many', lambda: WeightedRandomSampler([1.], count))
tried('a number for a truth', lambda: WeightedRandomSampler([1.], 1, replacement=3))
tried('words', lambda: default_collate([np.array(['a', 'b'])] * 2))
tried('objects', lambda: default_collate([np.array([object()])] * 2))
tried('a word', lambda: default_collate([np.str_('a'), np.str_('b')]))
tried('words', lambda: default_convert(np.array(['a', 'b'])))
