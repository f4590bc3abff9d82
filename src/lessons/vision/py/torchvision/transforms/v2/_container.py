"""Transforms of transforms."""
import torch
from torch import nn

from ._transform import Transform


def _checked(transforms, kinds=(list, tuple)):
    if not isinstance(transforms, (*kinds, nn.ModuleList)):
        raise TypeError('Argument transforms should be a sequence of callables')
    return transforms


def _through(transforms, inputs):
    many = len(inputs) > 1
    for transform in transforms:
        outputs = transform(*inputs)
        inputs = outputs if many else (outputs,)
    return outputs


class _Several(Transform):
    def extra_repr(self):
        return '\n'.join('    %s' % (transform,) for transform in self.transforms)


class Compose(_Several):
    """One behind the other."""

    def __init__(self, transforms):
        super().__init__()
        if len(_checked(transforms)) < 1:
            raise ValueError('Pass at least one transform')
        self.transforms = transforms

    def forward(self, *inputs):
        return _through(self.transforms, inputs)


class RandomApply(_Several):
    """All of them with the probability p, or none."""

    def __init__(self, transforms, p=0.5):
        super().__init__()
        self.transforms = _checked(transforms)
        if not 0.0 <= p <= 1.0:
            raise ValueError('`p` should be a floating point value in the interval [0.0, 1.0].')
        self.p = p

    def forward(self, *inputs):
        if torch.rand(1) >= self.p:
            return inputs if len(inputs) > 1 else inputs[0]
        return _through(self.transforms, inputs)


class RandomChoice(Transform):
    """One of them."""

    def __init__(self, transforms, p=None):
        _checked(transforms)
        if p is None:
            p = [1] * len(transforms)
        elif len(p) != len(transforms):
            raise ValueError('Length of p doesn\'t match the number of transforms: %d != %d' % (len(p), len(transforms)))
        super().__init__()
        self.transforms = transforms
        self.p = [each / sum(p) for each in p]

    def forward(self, *inputs):
        return self.transforms[int(torch.multinomial(torch.tensor(self.p), 1))](*inputs)


class RandomOrder(Transform):
    """All of them in any order."""

    def __init__(self, transforms):
        super().__init__()
        self.transforms = _checked(transforms)

    def forward(self, *inputs):
        return _through([self.transforms[i] for i in torch.randperm(len(self.transforms))], inputs)
