"""torch.nn.utils.parametrize: a tensor of a module made anew from others whenever it is asked for.

A module with such tensors is of a class of its own, made for it, on which each of them is a property; what they are made from stands under module.parametrizations.
"""
from contextlib import contextmanager

import torch
from torch import Tensor
from torch.nn.modules.container import ModuleDict, ModuleList
from torch.nn.parameter import Parameter

_depth, _kept = 0, {}


@contextmanager
def cached():
    """Within it each tensor is made once."""
    global _depth
    _depth += 1
    try:
        yield
    finally:
        _depth -= 1
        if not _depth:
            _kept.clear()


def _register(module, name, tensor):
    if isinstance(tensor, Parameter):
        module.register_parameter(name, tensor)
    else:
        module.register_buffer(name, tensor)


class ParametrizationList(ModuleList):
    """The steps from what is kept (original, or original0, original1 …) to the tensor."""

    def __init__(self, modules, original, unsafe=False):
        if not len(modules):
            raise ValueError('ParametrizationList requires one or more modules.')
        super().__init__(modules)
        self.unsafe = unsafe
        shape, dtype = original.shape, original.dtype
        new = self._back(original)
        if not isinstance(new, Tensor) and not isinstance(new, (list, tuple)):
            raise ValueError("'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). Got %s" % type(new).__name__)
        self.is_tensor = isinstance(new, Tensor)
        self.ntensors = 1 if self.is_tensor else len(new)
        if self.is_tensor:
            if original.dtype != new.dtype:
                raise ValueError('When `right_inverse` outputs one tensor, it may not change the dtype.\noriginal.dtype: {}\nright_inverse(original).dtype: {}'.format(original.dtype, new.dtype))
            original.data = new.detach()
            _register(self, 'original', original)
        else:
            for i, part in enumerate(new):
                if not isinstance(part, Tensor):
                    raise ValueError("'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). Got element {} of the sequence with type {}.".format(i, type(part).__name__))
                part = Parameter(part.detach()) if isinstance(original, Parameter) else part
                part.requires_grad_(original.requires_grad)
                _register(self, 'original%d' % i, part)
        if not unsafe:
            made = self()
            if not isinstance(made, Tensor):
                raise ValueError('A parametrization must return a tensor. Got %s.' % type(made).__name__)
            if made.dtype != dtype:
                raise ValueError('Registering a parametrization may not change the dtype of the tensor, unless `unsafe` flag is enabled.\nunparametrized dtype: {}\nparametrized dtype: {}'
                                 .format(dtype, made.dtype))
            if made.shape != shape:
                raise ValueError('Registering a parametrization may not change the shape of the tensor, unless `unsafe` flag is enabled.\nunparametrized shape: {}\nparametrized shape: {}'
                                 .format(shape, made.shape))

    def _originals(self):
        return [self.original] if self.is_tensor else [getattr(self, 'original%d' % i) for i in range(self.ntensors)]

    def _back(self, value):
        """What the tensor would be made from; a step that cannot go back is passed over."""
        with torch.no_grad():
            for step in reversed(list(self)):
                if hasattr(step, 'right_inverse'):
                    try:
                        value = step.right_inverse(value)
                    except NotImplementedError:
                        pass
        return value

    def right_inverse(self, value):
        """Takes the value over: what is kept becomes what it is made from."""
        with torch.no_grad():
            for step in reversed(list(self)):
                if not hasattr(step, 'right_inverse'):
                    raise RuntimeError('parametrization {} does not implement right_inverse.'.format(type(step).__name__))
                value = step.right_inverse(value)
            for kept, new in zip(self._originals(), [value] if self.is_tensor else value):
                kept.data = new.detach()

    def forward(self):
        steps = iter(self)
        made = next(steps)(*self._originals())
        for step in steps:
            made = step(made)
        return made


def _property(name):
    def get(self):
        made = self.parametrizations[name]
        if not _depth:
            return made()
        key = id(self), name
        if key not in _kept:
            _kept[key] = made()
        return _kept[key]

    def put(self, value):
        self.parametrizations[name].right_inverse(value)
    return property(get, put)


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        before, steps = getattr(module, tensor_name), module.parametrizations[tensor_name]
        if not unsafe:
            with torch.no_grad():
                made = parametrization(before)
            if made.dtype != before.dtype or made.shape != before.shape:
                raise ValueError('Registering a parametrization may not change the {0} of the tensor, unless the `unsafe` flag is enabled.'.format('dtype' if made.dtype != before.dtype else 'shape'))
        steps.append(parametrization)
        steps.unsafe |= unsafe
    elif tensor_name in module._buffers or tensor_name in module._parameters:
        made = ParametrizationList([parametrization], getattr(module, tensor_name), unsafe)
        delattr(module, tensor_name)
        if not is_parametrized(module):
            kind = type(module)
            module.__class__ = type('Parametrized' + kind.__name__, (kind,), {'__module__': kind.__module__})
            module.parametrizations = ModuleDict()
        setattr(type(module), tensor_name, _property(tensor_name))
        module.parametrizations[tensor_name] = made
    else:
        raise ValueError("Module '{}' does not have a parameter, a buffer, or a parametrized element with name '{}'".format(module, tensor_name))
    return module


def is_parametrized(module, tensor_name=None):
    made = module._modules.get('parametrizations')
    return isinstance(made, ModuleDict) and (bool(len(made)) if tensor_name is None else tensor_name in made)


def type_before_parametrizations(module):
    """The class that the module was made of."""
    return type(module).__bases__[0] if is_parametrized(module) else type(module)


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    """The tensor is a plain one again: with its value, or (leave_parametrized=False) what it was made from."""
    if not is_parametrized(module, tensor_name):
        raise ValueError('Module {} does not have a parametrization on {}'.format(module, tensor_name))
    made = module.parametrizations[tensor_name]
    if not leave_parametrized and not made.is_tensor:
        raise ValueError('Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is parametrized in terms of a sequence of tensors.')
    kept = made._originals()
    if leave_parametrized:
        with torch.no_grad():
            value = made().detach()
        if made.is_tensor:
            kept[0].data = value
        else:
            kept = [Parameter(value) if any(k.requires_grad for k in kept) else value]
    delattr(type(module), tensor_name)
    del module.parametrizations[tensor_name]
    _register(module, tensor_name, kept[0])
    if not is_parametrized(module):
        delattr(module, 'parametrizations')
        module.__class__ = type(module).__bases__[0]
    return module
