"""Parameters and buffers: tensors that a module knows as its own."""
import torch
import _tensor

Tensor = _tensor.Tensor


class Parameter(Tensor):
    """A tensor that a Module lists among its parameters when it is assigned as an attribute."""

    def __new__(cls, data=None, requires_grad=True):
        if data is None:
            data = torch.empty(0)
        made = _tensor.subclass(cls, data)
        if requires_grad:
            _tensor.set_requires(made, True)
        return made

    def __init__(self, data=None, requires_grad=True):
        pass

    def __repr__(self):
        return 'Parameter containing:\n' + Tensor.__repr__(self)

    def __deepcopy__(self, memo):
        if id(self) in memo:
            return memo[id(self)]
        made = type(self)(self.data.clone(), self.requires_grad)
        memo[id(self)] = made
        return made

    def __reduce_ex__(self, protocol):
        return torch._utils._rebuild_parameter, (self.data, self.requires_grad, _ordered())


def zero_grads(parameters, set_to_none):
    """What zero_grad of modules and optimizers does."""
    for parameter in parameters:
        grad = parameter.grad
        if grad is None:
            continue
        if set_to_none:
            parameter.grad = None
        else:
            if grad.grad_fn is not None:
                grad.detach_()
            else:
                grad.requires_grad_(False)
            grad.zero_()


def _ordered():
    from collections import OrderedDict
    return OrderedDict()


class UninitializedTensorMixin:
    """A tensor whose shape is not known before the first forward pass of its lazy module."""

    _wanted = (None, None)

    def materialize(self, shape, device=None, dtype=None):
        old_dtype, old_device = self._wanted
        _tensor.set_data(self, torch.empty(shape, device=device or old_device, dtype=dtype or old_dtype))
        self.__class__ = self.cls_to_become

    def __repr__(self):
        return '<%s>' % type(self).__name__

    @property
    def shape(self):
        raise RuntimeError("Can't access the shape of an uninitialized parameter or buffer. "
                           'This error usually happens in `load_state_dict` when trying to load an uninitialized parameter '
                           'into an initialized one. Call `forward` to initialize the parameters before accessing their attributes.')

    def share_memory_(self):
        raise RuntimeError("Can't share memory on an uninitialized parameter or buffer. "
                           'Call `forward` to initialize the parameters before calling `module.share_memory()`.')


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    cls_to_become = Parameter

    def __new__(cls, requires_grad=True, device=None, dtype=None):
        made = _tensor.subclass(cls, torch.empty(0, device=device, dtype=dtype))
        made._wanted = (dtype, device)
        if requires_grad:
            _tensor.set_requires(made, True)
        return made

    def __init__(self, requires_grad=True, device=None, dtype=None):
        pass

    def __deepcopy__(self, memo):
        if id(self) in memo:
            return memo[id(self)]
        made = type(self)(self.requires_grad, self.device, self.dtype)
        memo[id(self)] = made
        return made


class UninitializedBuffer(UninitializedTensorMixin, Tensor):
    cls_to_become = type('Tensor', (Tensor,), {'__module__': 'torch'})      # a class of Python's: an object may become one

    def __new__(cls, requires_grad=False, device=None, dtype=None):
        made = _tensor.subclass(cls, torch.empty(0, device=device, dtype=dtype))
        made._wanted = (dtype, device)
        return made

    def __init__(self, requires_grad=False, device=None, dtype=None):
        pass


def is_lazy(param):
    return isinstance(param, UninitializedTensorMixin)
