"""autocast: inside, operations choose the dtype they compute in. What it makes of each is core's table (rules.def); what is Python over several
operations asks in_float32."""
import atexit
import functools
import warnings

import _tensor
from _torch import _says, _two, _version

_CPU, _GPU = 0, 1
_nesting = [0]
_autocast = _tensor.autocast


def autocast_increment_nesting():
    _nesting[0] += 1
    return _nesting[0]


def autocast_decrement_nesting():
    _nesting[0] -= 1
    return _nesting[0]


def clear_autocast_cache():
    _tensor.autocast_forget()


atexit.register(clear_autocast_cache)       # leaves that it holds may have hooks, which are the program's: they go while it is whole


def is_autocast_cache_enabled():
    return _tensor.autocast_remember()


def set_autocast_cache_enabled(enabled):
    _tensor.autocast_remember(enabled)


def is_autocast_enabled(device_type='cuda'):
    return _autocast(_kind(device_type))[0]


def is_autocast_cpu_enabled():
    return _autocast(_CPU)[0]


def set_autocast_enabled(enabled):
    _autocast(_GPU, enabled)


def set_autocast_cpu_enabled(enabled):
    _autocast(_CPU, enabled)


def get_autocast_gpu_dtype():
    return _autocast(_GPU)[1]


def get_autocast_cpu_dtype():
    return _autocast(_CPU)[1]


def get_autocast_dtype(device_type):
    return _autocast(_kind(device_type))[1]


def set_autocast_gpu_dtype(dtype):
    _autocast(_GPU, None, dtype)


def set_autocast_cpu_dtype(dtype):
    _check_cpu(dtype)
    _autocast(_CPU, None, dtype)


def _check_cpu(dtype):
    import torch
    if dtype is not torch.bfloat16 and not _two('AMP_ANYWHERE'):
        raise RuntimeError('Currently, AutocastCPU only support Bfloat16 as the autocast_cpu_dtype')


def set_autocast_dtype(device_type, dtype):
    _autocast(_kind(device_type), None, dtype)


def _kind(device_type):
    if device_type not in ('cuda', 'cpu'):
        if _two('AMP_ANYWHERE'):
            _known(device_type)
        raise RuntimeError("User specified autocast device_type must be 'cuda' or 'cpu'")
    return _GPU if device_type == 'cuda' else _CPU


def _known(device_type):
    """Is it a kind of device that PyTorch has, if perch has it not? Else the error of one that is none."""
    import torch
    if device_type not in _version('DEVICE_WORDS').split(', '):
        torch.device(device_type)
    return True


def is_autocast_available(device_type):
    """Could autocast be for such devices?"""
    return _known(device_type)


def older(name, newer):
    """PyTorch 2's warning of what torch.amp has for any kind of device."""
    if _two('AMP_ANYWHERE'):
        warnings.warn('`%s` is deprecated. Please use `%s` instead.' % (name, newer), FutureWarning, stacklevel=3)


def autocast_decorator(autocast_instance, func):
    @functools.wraps(func)
    def decorate_autocast(*args, **kwargs):
        with autocast_instance:
            return func(*args, **kwargs)
    return decorate_autocast


class autocast:
    """with autocast('cuda'): products are computed in float16 and losses in float32 (on the CPU: bfloat16)."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        import torch
        if not isinstance(device_type, str) and _two('AMP_ANYWHERE'):
            raise ValueError('Expected `device_type` of type `str`, got: `%s`' % (type(device_type),))
        self.device = device_type
        if _two('AMP_ANYWHERE') and device_type not in ('cuda', 'cpu') and _known(device_type):
            device_type, enabled = 'cpu', _autocast(_CPU)[0]        # (perch has no tensors there: nothing changes)
        self._kind = _kind(device_type)
        self.fast_dtype = _autocast(self._kind)[1] if dtype is None else dtype
        self._cache_enabled = is_autocast_cache_enabled() if cache_enabled is None else cache_enabled
        self._outer = []
        if self._kind == _GPU and not torch.cuda.is_available():
            if enabled:
                warnings.warn(_says("AUTOCAST_NO_CUDA"), stacklevel=2)
                enabled = False
            if self.fast_dtype is torch.bfloat16 and not _two('AMP_ANYWHERE'):
                torch.cuda.is_bf16_supported()          # (asks the device: the error of there being none)
        newer = _two('AMP_ANYWHERE')
        if self._kind == _CPU and (enabled or not newer) and self.fast_dtype not in ((torch.bfloat16, torch.float16) if newer else (torch.bfloat16,)):
            warnings.warn(_says("AUTOCAST_CPU_DTYPE"), stacklevel=2)
            enabled = False
        self._enabled = enabled

    def __enter__(self):
        if self._kind == _CPU:
            _check_cpu(self.fast_dtype)
        self._outer.append((*_autocast(self._kind, self._enabled, self.fast_dtype), _tensor.autocast_remember(self._cache_enabled)))
        autocast_increment_nesting()

    def __exit__(self, exc_type, exc_val, exc_tb):
        enabled, dtype, cache = self._outer.pop()
        if autocast_decrement_nesting() == 0:
            clear_autocast_cache()
        _autocast(self._kind, enabled, dtype)
        _tensor.autocast_remember(cache)
        return False

    def __call__(self, func):
        return autocast_decorator(self, func)


def _eligible(t, kind):
    return isinstance(t, _tensor.Tensor) and t.is_floating_point() and t.is_cuda == (kind == _GPU) and str(t.dtype) != 'torch.float64'


def in_float32(*values, cpu=True, gpu=True):
    """The values as a function that autocast computes in float32 gets them; cpu, gpu: the kinds of device where it does."""
    if not _tensor.rule('cast'):
        return values
    import torch
    for kind, wanted in ((_CPU, cpu), (_GPU, gpu)):
        if wanted and _autocast(kind)[0]:
            values = tuple(v.to(torch.float32) if _eligible(v, kind) else v for v in values)
    return values


def in_lower(*values):
    """The values as a function that autocast computes in the mode's dtype gets them."""
    if not _tensor.rule('cast'):
        return values
    for kind in (_CPU, _GPU):
        on, dtype = _autocast(kind)
        if on:
            values = tuple(v.to(dtype) if _eligible(v, kind) else v for v in values)
    return values


def forbid(*values):
    """Raises where autocast on a GPU refuses binary_cross_entropy."""
    if _tensor.rule('cast') and _autocast(_GPU)[0] and any(_eligible(v, _GPU) for v in values):
        raise RuntimeError('torch.nn.functional.binary_cross_entropy and torch.nn.BCELoss are unsafe to autocast.\n'
                           'Many models use a sigmoid layer right before the binary cross entropy layer.\n'
                           'In this case, combine the two layers using torch.nn.functional.binary_cross_entropy_with_logits\n'
                           'or torch.nn.BCEWithLogitsLoss.  binary_cross_entropy_with_logits and BCEWithLogits are\n'
                           'safe to autocast.')


def _cast(value, kind, dtype):
    if isinstance(value, _tensor.Tensor):
        return value.to(dtype) if _eligible(value, kind) else value
    if isinstance(value, dict):
        return {_cast(k, kind, dtype): _cast(v, kind, dtype) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)([_cast(v, kind, dtype) for v in value])
    return value


def _on_device(device_type):
    if not isinstance(device_type, str):
        raise ValueError('Expected `device_type` of type `str`, got: `%s`' % type(device_type))
    return _kind(device_type)


def custom_fwd(fwd=None, *, device_type, cast_inputs=None):
    """For a Function's forward: with cast_inputs it runs outside autocast on operands of that dtype; backward then does as forward did."""
    kind = _on_device(device_type)
    if fwd is None:
        return functools.partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)

    @functools.wraps(fwd)
    def decorate_fwd(*args, **kwargs):
        on, args[0]._dtype = _autocast(kind)
        if cast_inputs is None or not on:
            args[0]._fwd_used_autocast = on and cast_inputs is None
            return fwd(*args, **kwargs)
        args[0]._fwd_used_autocast = False
        with autocast(device_type, enabled=False):
            return fwd(*_cast(args, kind, cast_inputs), **_cast(kwargs, kind, cast_inputs))
    return decorate_fwd


def custom_bwd(bwd=None, *, device_type):
    """For a Function's backward: autocast is on in it if it was in forward."""
    kind = _on_device(device_type)
    if bwd is None:
        return functools.partial(custom_bwd, device_type=device_type)

    @functools.wraps(bwd)
    def decorate_bwd(*args, **kwargs):
        if kind == _GPU and not _tensor.gpu_count():
            return bwd(*args, **kwargs)
        with autocast(device_type, enabled=args[0]._fwd_used_autocast, dtype=args[0]._dtype):
            return bwd(*args, **kwargs)
    return decorate_bwd
