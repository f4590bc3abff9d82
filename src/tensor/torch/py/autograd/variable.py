"""torch.autograd.Variable: from before tensors kept gradients themselves; calling it gives a tensor of the same memory."""
import warnings

from _torch import _says
import _tensor


class _Engine:
    """What runs backward: queue_callback(function) calls it at the end of the backward under way."""

    @staticmethod
    def queue_callback(callback):
        _tensor.after_backward(callback)


class VariableMeta(type):
    def __instancecheck__(cls, other):
        return isinstance(other, _tensor.Tensor)


class Variable(metaclass=VariableMeta):
    _execution_engine = _Engine()

    def __new__(cls, data=None, requires_grad=False, volatile=None, **others):
        for name in others:
            raise TypeError('%r is an invalid keyword argument for this function' % name)
        if volatile:
            warnings.warn('volatile was removed and now has no effect. Use `with torch.no_grad():` instead.', stacklevel=2)
        if data is None:
            import torch
            data = torch.tensor([])
        if not isinstance(data, _tensor.Tensor):
            kind = type(data)
            raise TypeError('Variable data has to be a tensor, but got ' + (kind.__name__ if kind.__module__ == 'builtins' else kind.__module__ + '.' + kind.__name__))
        if requires_grad and not (data.is_floating_point() or data.is_complex()):
            raise RuntimeError(_says("GRAD_DTYPE_MADE"))
        made = data.detach()
        return made.requires_grad_() if requires_grad else made
