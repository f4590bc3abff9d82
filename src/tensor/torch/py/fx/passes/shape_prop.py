"""torch.fx.passes.shape_prop: a graph run with example inputs, each node noting the shape, dtype and order in memory of what it made."""
from collections import namedtuple

import torch
from torch.fx.interpreter import Interpreter
from torch.utils._pytree import tree_map

TensorMetadata = namedtuple('TensorMetadata', 'shape dtype requires_grad stride memory_format is_quantized qparams')
_FORMATS = (torch.contiguous_format, torch.channels_last, torch.channels_last_3d)


def _format_of(t):
    """The first order in memory that it has."""
    dims = {torch.channels_last: 4, torch.channels_last_3d: 5}
    return next((order for order in _FORMATS if dims.get(order, t.dim()) == t.dim() and t.is_contiguous(memory_format=order)), None)


def _told(t):
    return TensorMetadata(t.shape, t.dtype, t.requires_grad, t.stride(), _format_of(t), t.is_quantized, {})


class ShapeProp(Interpreter):
    """ShapeProp(module).propagate(*inputs): afterwards node.meta['tensor_meta'] of each node that made tensors."""

    def run_node(self, n):
        made = super().run_node(n)
        found = []

        def note(x):
            if not isinstance(x, torch.Tensor):
                return x
            found.append(x)
            return _told(x)
        told = tree_map(note, made)
        if found:
            n.meta['tensor_meta'] = told
        n.meta['type'] = type(made)
        return made

    def propagate(self, *args):
        return self.run(*args)
