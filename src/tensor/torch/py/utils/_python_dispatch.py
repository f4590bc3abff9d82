"""torch.utils._python_dispatch: modes that see every operator below autograd, and tensors that are wrapped around others."""
import torch
from torch import _dispatch


class TorchDispatchMode:
    """Inside its with statement each operator of torch.ops is its __torch_dispatch__(func, types, args, kwargs) to answer; what that calls is the outer mode's."""

    def __init__(self, _dispatch_key=None):
        if _dispatch_key is not None:
            raise NotImplementedError('TorchDispatchMode(_dispatch_key=%r) is not in perch: a mode is entered by its with statement alone' % (_dispatch_key,))

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        raise NotImplementedError

    def __enter__(self):
        import _torch
        from torch import overrides
        from torch._answers import makers
        if not _dispatch.modes:
            _dispatch.begin()
            _torch._function_modes(overrides._modes, makers())
        _dispatch.modes.append(self)
        _torch._dispatching(len(_dispatch.modes))
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        import _torch
        assert _dispatch.modes and _dispatch.modes[-1] is self
        _dispatch.modes.pop()
        _torch._dispatching(len(_dispatch.modes))

    @classmethod
    def push(cls, *args, **kwargs):
        return cls(*args, **kwargs)

    @classmethod
    def is_infra_mode(cls):
        return False

    @classmethod
    def ignore_compile_internals(cls):
        return False


class BaseTorchDispatchMode(TorchDispatchMode):
    """One that changes nothing."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


def _get_current_dispatch_mode():
    """The innermost, or None."""
    return _dispatch.modes[-1] if _dispatch.modes else None


def _get_current_dispatch_mode_stack():
    return list(_dispatch.modes)


def is_in_torch_dispatch_mode(include_infra_modes=True):
    return bool(_dispatch.modes)


class _Aside:
    """Inside, the innermost mode, or all of them, see nothing."""

    def __init__(self, count):
        self.count = count

    def __enter__(self):
        import _torch
        first = len(_dispatch.modes) - (self.count or len(_dispatch.modes))
        self.taken = _dispatch.modes[max(0, first):]
        del _dispatch.modes[max(0, first):]
        _torch._dispatching(len(_dispatch.modes))
        return self.taken[-1] if self.taken and self.count else self.taken

    def __exit__(self, *error):
        import _torch
        _dispatch.modes.extend(self.taken)
        _torch._dispatching(len(_dispatch.modes))


def _pop_mode_temporarily(k=None):
    return _Aside(1)


def _disable_current_modes():
    return _Aside(0)


def is_traceable_wrapper_subclass(t):
    """Has it the two methods that say what it is wrapped around?"""
    return isinstance(t, torch.Tensor) and type(t) is not torch.Tensor and hasattr(t, '__tensor_flatten__') and hasattr(t, '__tensor_unflatten__')


def is_traceable_wrapper_subclass_type(t):
    return issubclass(t, torch.Tensor) and t is not torch.Tensor and hasattr(t, '__tensor_flatten__') and hasattr(t, '__tensor_unflatten__')


def transform_subclass(t, callback, outer_size=None, outer_stride=None):
    """A wrapper with each of its inner tensors as callback(name, inner) gives it."""
    names, context = t.__tensor_flatten__()
    inner = {name: callback(name, getattr(t, name)) for name in names}
    size, stride = t.size() if outer_size is None else outer_size, t.stride() if outer_stride is None else outer_stride
    made = type(t).__tensor_unflatten__(inner, context, size, stride)
    if made.shape != torch.Size(size):
        raise AssertionError('Expected return value from %s__tensor_unflatten__() to have shape equal to %s, but got: %s' % (type(t), tuple(size), tuple(made.shape)))
    return made


def return_and_correct_aliasing(func, args, kwargs, out):
    """What a class's __torch_dispatch__ gives of func: in place, the tensor that was written; else as it is (of a wrapper's views the inner tensors say what they look at)."""
    if func._registered.name.endswith('_') and not func._registered.name.startswith('_') and args and isinstance(args[0], torch.Tensor):
        return args[0]
    return out
