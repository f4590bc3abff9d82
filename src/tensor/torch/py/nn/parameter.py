"""Parameters and buffers: tensors that a module knows as its own."""
from _torch import _says
import torch
import _tensor
import _torch

Tensor = _tensor.Tensor


class _IsParameter(type(Tensor)):
    """A subclass's tensor that is a parameter is an instance of Parameter."""

    def __instancecheck__(cls, instance):
        return super().__instancecheck__(instance) or (cls is Parameter and isinstance(instance, Tensor) and getattr(instance, '_is_param', False))


class Parameter(Tensor, metaclass=_IsParameter):
    """A tensor that a Module lists among its parameters when it is assigned as an attribute."""
    __torch_function__ = _torch._disabled_torch_function_impl
    _is_param = True

    def __new__(cls, data=None, requires_grad=True):
        if data is None:
            data = torch.empty(0)
        if requires_grad and isinstance(data, Tensor) and not (data.is_floating_point() or data.is_complex()):
            raise RuntimeError(_says("GRAD_DTYPE_MADE"))
        from torch import _ops
        if _torch._answering(data) or _ops.answers(type(data)):
            return _of_subclass(data, requires_grad)
        made = _tensor.subclass(cls, data if isinstance(data, Tensor) else data.detach())   # (what has no detach() says so)
        if requires_grad:
            _tensor.set_requires(made, True)
        if _torch._names(data):
            made.names = data.names
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


def _of_subclass(data, requires_grad):
    """A program's subclass stays what it is, and says that it is a parameter."""
    made = data.detach().requires_grad_(requires_grad)
    if type(made) is not type(data):
        raise RuntimeError(_says("PARAMETER_OF_SUBCLASS", type(data).__name__))
    made._is_param = True
    return made


class Buffer(Tensor):
    """PyTorch 2's: a tensor that a Module lists among its buffers when it is assigned as an attribute."""

    def __new__(cls, data=None, *, persistent=True):
        made = _tensor.subclass(cls, torch.empty(0) if data is None else data.detach())
        made.persistent = persistent
        _tensor.set_requires(made, data is not None and data.requires_grad)
        return made

    def __init__(self, data=None, *, persistent=True):
        pass


def zero_grads(parameters, set_to_none):
    """What zero_grad of modules and optimizers does."""
    parameters = tuple(parameters)
    if not set_to_none and _torch.clear_gradients(parameters):
        return
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

    def materialize(self, shape, device=None, dtype=None):
        _tensor.set_data(self, torch.empty(shape, device=device or self.device, dtype=dtype or self.dtype))
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


def _refused(name):
    def method(self, *args, **kwargs):
        raise ValueError("Attempted to use an uninitialized parameter in <method '%s' of 'torch._C._TensorBase' objects>. This error happens when you are using a `LazyModule` or "
                         'explicitly manipulating `torch.nn.parameter.%s` objects. When using LazyModules Call `forward` with a dummy batch to initialize the parameters before '
                         'calling torch functions' % (name, type(self).__name__))
    method.__name__ = name
    return method


# What has values or a shape to it is refused; moving and casting are not.
for _name in ('add sub mul div matmul pow neg abs sum mean max min std var norm numel nelement dim view reshape flatten t transpose permute expand squeeze unsqueeze item tolist numpy '
              'fill_ zero_ normal_ uniform_ add_ sub_ mul_ div_ requires_grad_ clone contiguous exp log sqrt relu clamp all any argmax sort topk backward stride').split():
    setattr(UninitializedTensorMixin, _name, _refused(_name))
for _name, _word in (('add', 'add'), ('sub', 'sub'), ('mul', 'mul'), ('truediv', 'div'), ('matmul', 'matmul'), ('pow', '__pow__')):
    setattr(UninitializedTensorMixin, '__%s__' % _name, _refused(_word))
    setattr(UninitializedTensorMixin, '__r%s__' % _name, _refused('__r%s__' % _name))
for _name in ('neg', 'abs', 'getitem', 'setitem', 'len', 'iter', 'float', 'int', 'bool'):
    setattr(UninitializedTensorMixin, '__%s__' % _name, _refused('__%s__' % _name))


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    cls_to_become = Parameter

    def __new__(cls, requires_grad=True, device=None, dtype=None):
        made = _tensor.subclass(cls, torch.empty(0, device=device, dtype=dtype))
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
        return made

    def __init__(self, requires_grad=False, device=None, dtype=None):
        pass


def is_lazy(param):
    return isinstance(param, UninitializedTensorMixin)
