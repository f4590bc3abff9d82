"""torch.func: functorch's functions as PyTorch 2 has them, with modules called as functions of their parameters by name."""
import functools

import torch
from functorch import grad, grad_and_value, hessian, jacfwd, jacrev as _jacrev, jvp, vjp, vmap as _vmap          # noqa: F401
from functorch._modules import check_alike as _check_alike
from torch.nn.utils.stateless import functional_call as _called
from torch.utils._pytree import tree_flatten, tree_unflatten

__all__ = ['functional_call', 'functionalize', 'grad', 'grad_and_value', 'hessian', 'jacfwd', 'jacrev', 'jvp', 'linearize', 'stack_module_state', 'vjp', 'vmap']


def _pieces(value, dim, size):
    """A tensor, or a container of tensors, in pieces along an axis; each piece is like the whole."""
    if dim is None:
        return None
    leaves, shape = tree_flatten(value)
    dims = [dim] * len(leaves) if isinstance(dim, int) else tree_flatten(dim)[0]
    if len(dims) != len(leaves):
        raise NotImplementedError('torch.vmap with chunk_size and in_dims of another structure than the arguments is not in perch; the nearest is torch.vmap without chunk_size')
    parts = [[leaf] if at is None else leaf.split(size, at) for leaf, at in zip(leaves, dims)]
    count = max((len(part) for part in parts), default=0)
    return [tree_unflatten([part[i if len(part) > 1 else 0] for part in parts], shape) for i in range(count)]


def vmap(func, in_dims=0, out_dims=0, randomness='error', *, chunk_size=None):
    """func over an axis of its arguments; chunk_size: so many of that axis at a time, which needs less memory."""
    mapped = _vmap(func, in_dims, out_dims, randomness)
    if chunk_size is None:
        return mapped
    if chunk_size <= 0:
        raise ValueError('vmap: chunk_size should be None or greater than 0. (got %s)' % chunk_size)

    def in_chunks(*args, **kwargs):
        dims = tuple(in_dims) if isinstance(in_dims, (tuple, list)) else (in_dims,) * len(args)
        parts = [_pieces(arg, dim, chunk_size) for arg, dim in zip(args, dims)]
        count = max((len(part) for part in parts if part), default=1)
        made = [tree_flatten(mapped(*(part[i] if part else arg for part, arg in zip(parts, args)), **kwargs)) for i in range(count)]
        joined = [out_dims] * len(made[0][0]) if isinstance(out_dims, int) else tree_flatten(out_dims)[0]
        return tree_unflatten([torch.cat(column, at) for at, *column in zip(joined, *(leaves for leaves, _ in made))], made[0][1])
    return in_chunks


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None, _preallocate_and_copy=False):
    """The Jacobian by backward passes; chunk_size says how many of them are made at a time: the numbers are the same."""
    return _jacrev(func, argnums, has_aux=has_aux)


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """The module called with other tensors in the places of its own: a dict of them by name, or several dicts."""
    given = parameter_and_buffer_dicts
    if not isinstance(given, dict):
        together = {}
        for each in given:
            for name, tensor in each.items():
                if name in together:
                    raise ValueError('%s appears in multiple dictionaries; behavior of functional call is ambiguous' % name)
                together[name] = tensor
        given = together
    if strict:
        own = {**dict(module.named_parameters()), **dict(module.named_buffers())}
        missing, unexpected = [name for name in own if name not in given], [name for name in given if name not in own]
        if missing or unexpected:
            said = [(kind, ', '.join(map(repr, sorted(names)))) for kind, names in (('Unexpected', unexpected), ('Missing', missing)) if names]
            raise RuntimeError('Error(s) in reparametrizing for %s:\n\t%s' % (type(module).__name__, '\n\t'.join('%s key(s): %s.' % each for each in said)))
    if tie_weights:         # a tensor that stands in several places is another in all of them
        given = dict(given)
        places = {}
        for named in module.named_parameters(remove_duplicate=False), module.named_buffers(remove_duplicate=False):
            for name, tensor in named:
                places.setdefault(id(tensor), []).append(name)
        for names in places.values():
            said = [name for name in names if name in given]
            for name in names if said else ():
                given.setdefault(name, given[said[0]])
    args = () if args is None else args if isinstance(args, tuple) else (args,)
    return _called(module, given, args, kwargs)


def linearize(func, *primals):
    """(func's value, the function that takes tangents to their products with the Jacobian there)"""
    def jvp_fn(*tangents):
        return jvp(func, primals, tangents)[1]
    with torch.no_grad():
        return func(*primals), jvp_fn


def functionalize(func, *, remove='mutations'):
    """func without writing in place, as far as its caller can tell: here func itself, whose arguments stay as they were."""
    if remove not in ('mutations', 'mutations_and_views'):
        raise RuntimeError("functionalize(f, remove='mutations'): received invalid argument for remove=%s. Valid options are:\n     remove=\"mutations\": all inplace and out= operators will be removed from the program, "
                           'and replaced with their out-of-place equivalents.\n     remove="mutations_and_views": In addition to the above, all aliasing operators {view} will be\n     replaced with their non-aliasing counterparts, {view}_copy.\n' % remove)
    return functools.wraps(func)(lambda *args, **kwargs: func(*args, **kwargs))


def stack_module_state(models):
    """(parameters, buffers) of models of one kind: dicts by name, each tensor with an axis for the models in front."""
    _check_alike('stack_module_state', models)

    def stacked(parts):
        parts = [dict(part) for part in parts]
        made = {}
        for name, first in parts[0].items():
            made[name] = torch.stack([part[name].detach() for part in parts]).requires_grad_(first.requires_grad)
        return made
    return stacked(m.named_parameters() for m in models), stacked(m.named_buffers() for m in models)
