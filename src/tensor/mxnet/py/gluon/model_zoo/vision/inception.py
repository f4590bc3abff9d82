"""Inception v3: branches of convolutions side by side, said by tables."""
import contextlib

from ... import nn
from ...block import HybridBlock
from ...contrib.nn import HybridConcurrent
from ..model_store import filled

# A convolution is (channels, kernel, strides, padding); a branch begins with 'avg' or 'max' where it pools first; a list in a branch splits it.
_row, _column = ((1, 7), 1, (0, 3)), ((7, 1), 1, (3, 0))
_split = [[(384, (1, 3), 1, (0, 1))], [(384, (3, 1), 1, (1, 0))]]


def _a(pooled):
    return [[(64, 1)], [(48, 1), (64, 5, 1, 2)], [(64, 1), (96, 3, 1, 1), (96, 3, 1, 1)], ['avg', (pooled, 1)]]


_b = [[(384, 3, 2)], [(64, 1), (96, 3, 1, 1), (96, 3, 2)], ['max']]


def _c(n):
    return [[(192, 1)], [(n, 1), (n, *_row), (192, *_column)], [(n, 1), (n, *_column), (n, *_row), (n, *_column), (192, *_row)], ['avg', (192, 1)]]


_d = [[(192, 1), (320, 3, 2)], [(192, 1), (192, *_row), (192, *_column), (192, 3, 2)], ['max']]
_e = [[(320, 1)], [(384, 1), _split], [(448, 1), (384, 3, 1, 1), _split], ['avg', (192, 1)]]
_stem = [(32, 3, 2), (32, 3), (64, 3, 1, 1), 'max', (80, 1), (192, 3), 'max']
_modules = [('A1_', _a(32)), ('A2_', _a(64)), ('A3_', _a(64)), ('B_', _b), ('C1_', _c(128)), ('C2_', _c(160)), ('C3_', _c(160)), ('C4_', _c(192)), ('D_', _d), ('E1_', _e), ('E2_', _e)]


def _step(said):
    if said == 'avg':
        return nn.AvgPool2D(pool_size=3, strides=1, padding=1)
    if said == 'max':
        return nn.MaxPool2D(pool_size=3, strides=2)
    channels, kernel, strides, padding = said + (1, 0)[len(said) - 2:]
    made = nn.HybridSequential(prefix='')
    made.add(nn.Conv2D(channels, kernel_size=kernel, strides=strides, padding=padding, use_bias=False), nn.BatchNorm(epsilon=0.001), nn.Activation('relu'))
    return made


def _side_by_side(branches, prefix):
    made = HybridConcurrent(axis=1, prefix=prefix)
    with made.name_scope() if prefix else contextlib.nullcontext():
        made.add(*[_branch(branch) for branch in branches])
    return made


def _branch(said):
    made = nn.HybridSequential(prefix='')
    if isinstance(said[-1], list):
        made.add(_branch(said[:-1]), _side_by_side(said[-1], None))
    else:
        made.add(*[_step(part) for part in said])
    return made


class Inception3(HybridBlock):
    def __init__(self, classes=1000, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix='')
            self.features.add(*[_step(said) for said in _stem])
            self.features.add(*[_side_by_side(branches, prefix) for prefix, branches in _modules])
            self.features.add(nn.AvgPool2D(pool_size=8), nn.Dropout(0.5))
            self.output = nn.Dense(classes)

    def hybrid_forward(self, F, x):
        return self.output(self.features(x))


def inception_v3(pretrained=False, ctx=None, root=None, **kwargs):
    return filled(Inception3(**kwargs), 'inceptionv3', pretrained, ctx, root)
