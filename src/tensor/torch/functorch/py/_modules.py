"""Modules as functions of their parameters."""
import copy

import torch
from torch import nn


def _slots(model):
    """{name: where the tensor stands, in all places that share it} of parameters and of buffers."""
    found = {}, {}
    first = {}
    for path, module in model.named_modules(remove_duplicate=False):
        for kind, tensors in enumerate((module._parameters, module._buffers)):
            for name, tensor in tensors.items():
                if tensor is not None:
                    whole = (path + '.' if path else '') + name
                    found[kind].setdefault(first.setdefault((kind, id(tensor)), whole), []).append((tensors, name))
    return found


class _Stateless(nn.Module):
    def __init__(self, stateless_model):
        super().__init__()
        self.stateless_model = stateless_model
        parameters, buffers = _slots(stateless_model)
        self.param_names, self.buffer_names = tuple(parameters), tuple(buffers)
        self._places = list(parameters.values()), list(buffers.values())

    def _call(self, groups, args, kwargs):
        """Called with these tensors in the places of its own, which come back afterwards."""
        before = []
        try:
            for places, tensors in zip(self._places, groups):
                for slots, tensor in zip(places, tensors):
                    for holder, name in slots:
                        before.append((holder, name, holder[name]))
                        holder[name] = tensor
            return self.stateless_model(*args, **kwargs)
        finally:
            for holder, name, tensor in reversed(before):
                holder[name] = tensor


class FunctionalModule(_Stateless):
    """f(params, *args)"""

    def forward(self, params, *args, **kwargs):
        return self._call((params,), args, kwargs)


class FunctionalModuleWithBuffers(_Stateless):
    """f(params, buffers, *args)"""

    def forward(self, params, buffers, *args, **kwargs):
        return self._call((params, buffers), args, kwargs)


def _taken(kind, model, disable_autograd_tracking):
    function = kind(copy.deepcopy(model))
    tensors = [tuple(slots[0][0][slots[0][1]] for slots in places) for places in function._places]
    for param in tensors[0] if disable_autograd_tracking else ():
        param.requires_grad_(False)
    return function, *tensors


def make_functional(model, disable_autograd_tracking=False):
    """(f, params): f(params, *args) is the model called with these parameters."""
    if any(True for _ in model.buffers()):
        raise RuntimeError('make_functional(model): `model` has buffers. Please use make_functional_with_buffers(model) instead.')
    function, params, _ = _taken(FunctionalModule, model, disable_autograd_tracking)
    return function, params


def make_functional_with_buffers(model, disable_autograd_tracking=False):
    """(f, params, buffers)"""
    return _taken(FunctionalModuleWithBuffers, model, disable_autograd_tracking)


def check_alike(function, models):
    """Are these models of one kind, as a function that stacks what they hold wants them?"""
    if not models:
        raise RuntimeError(function + ': Expected at least one model, got 0.')
    if not (all(m.training for m in models) or not any(m.training for m in models)):
        raise RuntimeError(function + ': Expected all models to have the same training/eval mode.')
    if not all(type(m) is type(models[0]) for m in models):
        raise RuntimeError(function + ': Expected all models to be of the same class.')


def combine_state_for_ensemble(models):
    """(f, params, buffers) of several models of one kind, each tensor with an axis for the models in front."""
    check_alike('combine_state_for_ensemble', models)
    functions, params, buffers = zip(*(make_functional_with_buffers(m) for m in models))
    return functions[0], *(tuple(torch.stack(each).detach() for each in zip(*group)) for group in (params, buffers))
