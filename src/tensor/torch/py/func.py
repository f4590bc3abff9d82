"""torch.func: functorch's functions as PyTorch 2 has them, with modules called as functions of their parameters by name."""
import torch
from functorch import grad, grad_and_value, hessian, jacfwd, jacrev, jvp, vjp, vmap          # noqa: F401
from functorch._modules import check_alike as _check_alike
from torch.nn.utils.stateless import functional_call as _called

__all__ = ['functional_call', 'grad', 'grad_and_value', 'hessian', 'jacfwd', 'jacrev', 'jvp', 'stack_module_state', 'vjp', 'vmap']


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
