"""torch.func: functorch's functions as PyTorch 2 has them, with modules called as functions of their parameters by name."""
import torch
from functorch import grad, grad_and_value, hessian, jacfwd, jacrev as _jacrev, jvp, vjp, vmap as _vmap          # noqa: F401
from functorch._modules import check_alike as _check_alike
from torch.nn.utils.stateless import functional_call as _called

__all__ = ['functional_call', 'grad', 'grad_and_value', 'hessian', 'jacfwd', 'jacrev', 'jvp', 'stack_module_state', 'vjp', 'vmap']


def _pieces(value, dim, size):
    return [value] if dim is None else value.split(size, dim)


def vmap(func, in_dims=0, out_dims=0, randomness='error', *, chunk_size=None):
    """func over an axis of its arguments; chunk_size: so many of that axis at a time, which needs less memory."""
    mapped = _vmap(func, in_dims, out_dims, randomness)
    if chunk_size is None:
        return mapped
    if chunk_size <= 0:
        raise ValueError('vmap: chunk_size should be None or greater than 0. (got %s)' % chunk_size)

    def in_chunks(*args, **kwargs):
        dims = tuple(in_dims) if isinstance(in_dims, (tuple, list)) else (in_dims,) * len(args)
        if not all(isinstance(arg, torch.Tensor) or dim is None for arg, dim in zip(args, dims)):
            raise NotImplementedError('torch.vmap with chunk_size over containers of tensors is not in perch; the nearest is torch.vmap without it')
        parts = [_pieces(arg, dim, chunk_size) for arg, dim in zip(args, dims)]
        count = max(len(part) for part, dim in zip(parts, dims) if dim is not None)
        made = [mapped(*(part[i if dim is not None else 0] for part, dim in zip(parts, dims)), **kwargs) for i in range(count)]
        joined = out_dims if isinstance(out_dims, int) else 0
        if isinstance(made[0], tuple):
            return tuple(torch.cat(column, joined) for column in zip(*made))
        return torch.cat(made, joined)
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
            raise RuntimeError('Error(s) in strict reparametrization of %s: missing %s, unexpected %s' % (type(module).__name__, missing, unexpected))
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
