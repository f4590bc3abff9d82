"""Functions of each element that need more than one op."""
import builtins
import math

import _torch
from .._torch_args import cpu_lacks, need_tensor, same_place, same_places
from ._shared import BOOL, TORCH, Tensor, op, named as _named
from .facts import type_name, get_default_dtype
from .indexing import where
from ..amp.autocast_mode import in_float32


def _bound(value, input):
    return value if isinstance(value, Tensor) and value.ndim else _torch.as_tensor(value, None, input.device)


def clamp(input, min=None, max=None, *, out=None):
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    if isinstance(min, Tensor) or isinstance(max, Tensor):
        same_places('wrapper_clamp_Tensor', self=input, min=min, max=max)
        if min is not None:
            input = _torch.maximum(input, _bound(min, input))
        return input if max is None else _torch.minimum(input, _bound(max, input))
    if min != min or max != max:
        return _clamped_by_nan(input, min, max)
    return _torch.clip(input, min, max, out=out)


def _clamped_by_nan(input, min, max):
    """A bound that is NaN is none where it stands alone, and every result where there are two; integers become floats."""
    floats = input.clone() if input.is_floating_point() else input.to(get_default_dtype())
    return floats if min is None or max is None else floats + math.nan


def clamp_(input, min=None, max=None):
    if isinstance(min, Tensor) or isinstance(max, Tensor):
        return input.copy_(clamp(input, min, max))
    if min is None and max is None:
        return clamp(input)
    if min != min or max != max:
        return input.copy_(_clamped_by_nan(input, min, max))
    return input.clip_(min, max)


def clamp_min(input, min):
    if not isinstance(min, Tensor) and min != min:
        return input + min
    return _named(clamp(input, min=min), 'ClampMinBackward0')


def clamp_max(input, max):
    return _named(clamp(input, max=max), 'ClampMaxBackward0')


def clamp_min_(input, min):
    return clamp_(input, min=min)


def clamp_max_(input, max):
    return clamp_(input, max=max)


def round(input, *, decimals=0, out=None):
    if decimals:
        cpu_lacks('round_cpu', 'BIH', input)
        scale = 10.0 ** decimals
        return op('round', TORCH, (input * scale,)) / scale
    return op('round', TORCH, (need_tensor('round', input),), out=out)


def round_(input, *, decimals=0):
    return input.copy_(round(input, decimals=decimals)) if decimals else op('round', TORCH, (input,), out=input)


def nan_to_num(input, nan=0.0, posinf=None, neginf=None):
    if input.is_complex():
        raise RuntimeError('"nan_to_num" not implemented for %r' % {8: 'ComplexFloat', 16: 'ComplexDouble'}[input.element_size()])
    if not input.is_floating_point():
        return _named(input.clone(), 'NanToNumBackward0')
    made = _torch.where3(_torch.isnan(input), _torch.zeros_like(input) + nan, input)
    top = {'torch.float32': 3.4028234663852886e+38, 'torch.float64': 1.7976931348623157e+308, 'torch.float16': 65504.0}.get(str(input.dtype), 3.3895313892515355e+38)
    made = _torch.where3(made == math.inf, _torch.full_like(made, top if posinf is None else posinf), made)
    return _named(_torch.where3(made == -math.inf, _torch.full_like(made, -top if neginf is None else neginf), made), 'NanToNumBackward0')


def rsub(input, other, *, alpha=1):
    return other - input * alpha


def _wide(x):
    return x if not isinstance(x, Tensor) else x.to(__import__('torch').complex128) if x.is_complex() else x.double()


def float_power(input, exponent):
    return _torch.pow(_wide(input), _wide(exponent))


def positive(input):
    return input


def logit(input, eps=None):
    cpu_lacks('logit_cpu', 'H', input)
    if not input.is_floating_point():
        input = input.to(get_default_dtype())
    if eps is not None:
        input = clamp(input, eps, 1 - eps)
    return _named(_torch.log(input / (1 - input)), 'LogitBackward0')


def sinc(input):
    cpu_lacks('sinc_cpu', 'H', input)
    x = input * math.pi
    return _named(where(input == 0, _torch.ones_like(x), _torch.sin(x) / x), 'SincBackward0')


def xlogy(input, other):
    product = input * _torch.log(other) if isinstance(other, Tensor) else input * math.log(other)
    return _named(where(input == 0, _torch.zeros_like(product), product), 'XlogyBackward0')


def heaviside(input, values):
    return where(input == 0, values.expand_as(input), (input > 0).to(input.dtype))


def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    near = (input == other) | ((input - other).abs() <= atol + rtol * other.abs()) & _torch.isfinite(input - other)
    return near | (_torch.isnan(input) & _torch.isnan(other)) if equal_nan else near


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    if input.dtype != other.dtype:
        raise RuntimeError('%s did not match %s' % (type_name(input), type_name(other)))
    return bool(isclose(input, other, rtol, atol, equal_nan).all())


def equal(input, other):
    same_place(input, need_tensor('equal', other, 'other', 2), 'other', 'wrapper__equal')
    return input.shape == other.shape and bool((input == other).all())


def isin(elements, test_elements):
    same_places('wrapper_isin_Tensor_Tensor', elements=elements, test_elements=test_elements)
    return (elements.unsqueeze(-1) == test_elements.flatten()).any(-1)


def isposinf(input):
    return input == math.inf


def isneginf(input):
    return input == -math.inf


def isreal(input):
    return input.imag == 0 if input.is_complex() else _torch.ones_like(input, dtype=BOOL)


def signbit(input):
    return (_torch.copysign(_torch.ones_like(input, dtype=None if input.is_floating_point() else get_default_dtype()), input) < 0)


def softmax(input, dim, dtype=None):
    return _torch.softmax2(input, dim, dtype)


def log_softmax(input, dim, dtype=None):
    return _torch.log_softmax2(input, dim, dtype)


def relu_(input):
    return op('relu', TORCH, (input,), out=input)


def clone(input, *, memory_format=None):
    return need_tensor('clone', input).clone()


def detach(input):
    return input.detach()


def dropout(input, p, train):
    from torch.nn.functional import dropout as f
    return f(input, p, train)


def gcd(input, other):
    cpu_lacks('gcd_cpu', 'BHF', input)
    a, b = input.abs(), other.abs()
    while bool((b != 0).any()):
        a, b = where(b == 0, a, b), where(b == 0, b, a % where(b == 0, _torch.ones_like(b), b))
    return a


def lcm(input, other):
    cpu_lacks('lcm_cpu', 'BHF', input)
    common = gcd(input, other)
    return where(common == 0, common, (input // where(common == 0, _torch.ones_like(common), common) * other).abs())


def ldexp(input, other):
    return input * _torch.pow(2.0, other)


def logaddexp2(input, other):
    return _named(_torch.logaddexp(input * math.log(2), other * math.log(2)) / math.log(2), 'Logaddexp2Backward0')


def angle(input):
    if input.is_complex():
        return _torch.atan2(input.imag, input.real)
    return where(input < 0, _torch.full_like(input, math.pi), _torch.zeros_like(input))


def conj(input):
    return op('conj', TORCH, (input,)) if input.is_complex() else input


conj_physical = conj


def resolve_conj(input):
    return input


resolve_neg = resolve_conj


def view_as_real(input):
    return op('view_as_real', TORCH, (need_tensor('view_as_real', input),))


def view_as_complex(input):
    return op('view_as_complex', TORCH, (need_tensor('view_as_complex', input),))


def real(input):
    return op('view_as_real', TORCH, (input,)).select(-1, 0) if input.is_complex() else input


def imag(input):
    if not input.is_complex():
        raise RuntimeError('imag is not implemented for tensors with non-complex dtypes.')
    return op('view_as_real', TORCH, (input,)).select(-1, 1)


def sgn(input, *, out=None):
    if not input.is_complex():
        return _named(op('sign', TORCH, (input,), out=out), 'SgnBackward0')
    size = input.abs()
    made = where(size == 0, _torch.zeros_like(input), input / where(size == 0, _torch.ones_like(size), size))
    return _named(made if out is None else out.copy_(made), 'SgnBackward0')


def renorm(input, p, dim, maxnorm):
    """Each part along dim scaled down to the norm that it may have."""
    input, = in_float32(input, cpu=False)
    axes = [i for i in builtins.range(input.ndim) if i != dim % input.ndim]
    from .statistics import norm
    size = norm(input, p, axes, True)
    return _named(where(size > maxnorm, input * (maxnorm / (size + 1e-7)), input), 'RenormBackward0')


def fill(input, value):
    return _torch.full_like(input, value)
