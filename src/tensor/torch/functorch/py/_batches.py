"""vmap(): a function of one example, called for each of a batch."""
import functools

import _tensor
import torch
from _torch import _says, _two
from torch import autograd
from torch.autograd import function as _function

from ._trees import name_of, spread, tree_flatten, tree_unflatten

_KINDS = 'error', 'different', 'same'


def _sliced(func, in_dims, args):
    """(leaves, the axis of each or None, plan, size of the batch)"""
    call = 'vmap(%s, in_dims=%s, ...)(<inputs>)' % (name_of(func), in_dims)
    if not isinstance(in_dims, (int, tuple)):
        raise ValueError('%s: expected `in_dims` to be int or a (potentially nested) tuple matching the structure of inputs, got: %s.' % (call, type(in_dims)))
    if not args:
        raise ValueError('vmap(%s)(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are trying to vmap over a function with no inputs. The latter is unsupported.' % name_of(func))
    leaves, plan = tree_flatten(args)
    dims = spread(in_dims, plan)
    if dims is None:
        raise ValueError('%s: in_dims is not compatible with the structure of `inputs`. in_dims has structure %s but inputs has structure %s.' % (call, tree_flatten(in_dims)[1], plan))
    for i, (leaf, dim) in enumerate(zip(leaves, dims)):
        if dim is None:
            continue
        if not isinstance(dim, int):
            raise ValueError('%s: Got in_dim=%s for an input but in_dim must be either an integer dimension or None.' % (call, dim))
        if not isinstance(leaf, torch.Tensor):
            raise ValueError('%s: Got in_dim=%s for an input but the input is of type %s. We cannot vmap over non-Tensor arguments, please use None as the respective in_dim' % (call, dim, type(leaf)))
        if not -leaf.dim() <= dim < leaf.dim():
            raise ValueError('%s: Got in_dim=%s for some input, but that input is a Tensor of dimensionality %d so expected in_dim to satisfy -%d <= in_dim < %d.'
                             % (call, dim, leaf.dim(), leaf.dim(), leaf.dim()))
    sizes = [leaf.size(dim) for leaf, dim in zip(leaves, dims) if dim is not None]
    if not sizes:
        raise ValueError('vmap: Expected at least one Tensor to vmap over')
    return leaves, dims, plan, one_size(sizes)


def one_size(sizes):
    """The size of a batch, which all have."""
    if any(size != sizes[0] for size in sizes):
        raise ValueError('vmap: Expected all tensors to have the same size in the mapped dimension, got sizes %s for the mapped dimension' % sizes)
    return sizes[0]


def _example(tensor):
    """Marked: what is computed from it cannot say its value, which each example would say otherwise."""
    _tensor.batched(tensor, True)
    return tensor


def _checked(func, outputs, out_dims):
    """The leaves of what one call gave, and their plan."""
    leaves, plan = tree_flatten(outputs)
    dims = spread(out_dims, plan) if _two('VMAP_OTHERS') else None        # (2 gives back what is no tensor where its dim is None)
    for leaf, dim in zip(leaves, dims or (0,) * len(leaves)):
        if not isinstance(leaf, torch.Tensor) and dim is not None:
            raise ValueError(_says("VMAP_TENSORS", name_of(func), str(type(leaf))))
    return leaves, plan


def _out_dims(func, out_dims, plan):
    if not all(isinstance(dim, (int, type(None))) for dim in tree_flatten(out_dims)[0]):
        raise ValueError(_says("VMAP_OUT_DIMS", name_of(func), str(out_dims)))
    found = [out_dims[0]] if isinstance(out_dims, tuple) and len(out_dims) == 1 and not plan.children_specs else spread(out_dims, plan)
    if found is None:
        raise ValueError('vmap(%s, ..., out_dims=%s)(<inputs>): out_dims is not compatible with the structure of `outputs`. out_dims has structure %s but outputs has structure %s.'
                         % (name_of(func), out_dims, tree_flatten(out_dims)[1], plan))
    return found


# How PyTorch 2 makes of a batch what it makes of an example by a step of another name.
_OF_BATCHES = {'SumBackward0': 'SumBackward1', 'MeanBackward0': 'MeanBackward1', 'ProdBackward0': 'ProdBackward1', 'MmBackward0': 'UnsafeViewBackward0', 'BmmBackward0': 'UnsafeViewBackward0',
               'MvBackward0': 'SqueezeBackward1', 'DotBackward0': 'SqueezeBackward1', 'SqueezeBackward1': 'SqueezeBackward2', 'MaxBackward1': 'MaxBackward0', 'MinBackward1': 'MinBackward0',
               'ConvolutionBackward0': 'ViewBackward0', 'NativeBatchNormBackward0': 'TransposeBackward0', 'NllLossBackward0': 'DivBackward0', 'MseLossBackward0': 'MeanBackward1',
               'BinaryCrossEntropyBackward0': 'MeanBackward1', 'TraceBackward0': 'SumBackward1', 'EmbeddingBackward0': 'PermuteBackward0', 'RollBackward0': 'ViewBackward0',
               'ScaledDotProductFlashAttentionForCpuBackward0': 'ViewBackward0'}


def _stacked(parts, dim):
    """Results of examples together, made by the step that made each: a batch has no step of its own in PyTorch. (A layer of a batch of weights is a product, and the bias added to it.)"""
    made = torch.stack(parts, dim)
    if not made.requires_grad or parts[0].grad_fn is None:
        return made
    name = type(parts[0].grad_fn).__name__
    return _tensor.name_anew(made, 'AddBackward0' if name == 'AddmmBackward0' else _OF_BATCHES.get(name, name) if _two('VMAP_OTHERS') else name)


def vmap(func, in_dims=0, out_dims=0, randomness='error'):
    """func for each example: of arguments the parts along in_dims, of results a stack along out_dims."""
    if randomness not in _KINDS:
        raise RuntimeError("Only allowed values for randomness are 'error', 'different', or 'same'. Got %s" % randomness)

    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        leaves, dims, plan, size = _sliced(func, in_dims, args)
        began = torch.get_rng_state() if randomness != 'different' else None

        def one(k):
            if randomness == 'same':
                torch.set_rng_state(began)
            picked = [leaf if dim is None else _example(leaf.select(dim, k) if size else leaf.new_zeros(leaf.shape).sum(dim)) for leaf, dim in zip(leaves, dims)]
            return _checked(func, func(*tree_unflatten(picked, plan), **kwargs), out_dims)
        around = _tensor.batch(size or 1)
        _function.transforms.append(randomness)
        last = (size or 1) - 1
        rows = []
        try:
            for k in range(last + 1):
                autograd._keeping[0] += k < last            # (a batch goes back through a graph once: only its last example may let go of it)
                try:
                    rows.append(one(k))
                finally:
                    autograd._keeping[0] -= k < last
        finally:
            _tensor.batch(around)
            _function.transforms.pop()
        if randomness == 'error' and not torch.equal(torch.get_rng_state(), began):
            raise RuntimeError("vmap: called random operation while in randomness error mode. Please either use the 'same' or 'different' randomness flags on vmap or perform "
                               'the randomness operation out of vmap')
        plan = rows[0][1]
        stacked = []
        for i, dim in enumerate(_out_dims(func, out_dims, plan)):
            parts = [row[0][i] for row in rows]
            if not around:
                for part in parts:
                    if isinstance(part, torch.Tensor):
                        _tensor.batched(part, False)
            stacked.append(parts[0] if dim is None else _stacked(parts[:size], dim) if size else torch.stack(parts, dim).narrow(dim, 0, 0))
        return tree_unflatten(stacked, plan)
    return wrapped
