"""Functions of each element that need more than one op."""
import builtins
import math

import _torch
from _torch import _two, _says
from .._torch_args import cpu_lacks, need_tensor, no_kernel, refused_dtype, same_place, same_places
from ._outs import bools, c_name, found, into, specified
from ._shared import as_it_was, BOOL, TORCH, Tensor, op, named as _named
from .facts import can_cast, get_default_dtype, promote_types, result_type, type_name
from .indexing import where
from .parts import broadcast_tensors
from ..amp.autocast_mode import in_float32


def _bound(value, input):
    return value if isinstance(value, Tensor) and value.ndim else _torch.as_tensor(value, None, input.device)


def clamp(input, min=None, max=None, *, out=None):
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    if isinstance(min, Tensor) or isinstance(max, Tensor):
        if not all(v is None or isinstance(v, Tensor) for v in (min, max)):     # a number, and a tensor of one that counts as one
            return clamp(input, *(v.item() if isinstance(v, Tensor) else v for v in (min, max)), out=out)
        same_places('wrapper_clamp_Tensor', self=input, min=min, max=max)
        if min is not None:
            input = _torch.maximum(input, _bound(min, input))
        return into('clamp', out, input if max is None else _torch.minimum(input, _bound(max, input)))
    if isinstance(min, complex) or isinstance(max, complex):
        raise RuntimeError(_says("NUMBER_OVERFLOWS", c_name(input)) if input.is_floating_point() else 'clamp is not supported for complex types')
    if min != min or max != max:
        return into('clamp', out, _clamped_by_nan(input, min, max), found)
    return _torch.clip(input, min, max, out=out)


def _clamped_by_nan(input, min, max):
    """A bound that is NaN is none where it stands alone, and every result where there are two; integers become floats."""
    floats = input.clone() if input.is_floating_point() else input.to(get_default_dtype())
    return floats if min is None or max is None else floats + math.nan


def clamp_(input, min=None, max=None):
    for v in (min, max):
        if type(v) is int and not -2 ** 63 <= v < 2 ** 63:
            raise RuntimeError('Overflow when unpacking long')
    if isinstance(min, Tensor) or isinstance(max, Tensor):
        if not all(v is None or isinstance(v, Tensor) for v in (min, max)):
            return clamp_(input, *(v.item() if isinstance(v, Tensor) else v for v in (min, max)))
        return into('clamp_', input, clamp(input, min, max)) if not input.requires_grad and not _requires(min, max) else input.copy_(clamp(as_it_was(input, min, max), min, max))
    if min is None and max is None or isinstance(min, complex) or isinstance(max, complex):
        return clamp(input, min, max)
    if (isinstance(min, float) or isinstance(max, float)) and not input.is_floating_point() and not input.is_complex():
        raise RuntimeError(_says("CANNOT_CAST", 'Float', c_name(input)))
    if input.dtype is BOOL and any(v is not None and type(v) is not builtins.bool for v in (min, max)):
        raise RuntimeError(_says("CANNOT_CAST", 'Long', c_name(input)))
    if min != min or max != max:
        return input.copy_(_clamped_by_nan(input, min, max))
    return input.clip_(min, max)


def _requires(*values):
    return any(isinstance(v, Tensor) and v.requires_grad for v in values)


def clamp_min(input, min, *, out=None):
    if not isinstance(min, Tensor) and min != min:
        return into('clamp_min', out, input + min)
    return into('clamp_min', out, _named(clamp(input, min=min), 'ClampMinBackward0'), None if isinstance(min, Tensor) else found)


def clamp_max(input, max, *, out=None):
    return into('clamp_max', out, _named(clamp(input, max=max), 'ClampMaxBackward0'), None if isinstance(max, Tensor) else found)


def clamp_min_(input, min):
    return clamp_(input, min=min)


def clamp_max_(input, max):
    return clamp_(input, max=max)


def round(input, *, decimals=0, out=None):
    if decimals:
        cpu_lacks('round_cpu', 'BIH', input)
        scale = 10.0 ** decimals
        return into('round', out, op('round', TORCH, (input * scale,)) / scale, found)
    return into('round', out, op('round', TORCH, (need_tensor('round', input),)), found)


def round_(input, *, decimals=0):
    return input.copy_(round(as_it_was(input), decimals=decimals)) if decimals else op('round', TORCH, (input,), out=input)


def nan_to_num(input, nan=0.0, posinf=None, neginf=None, *, out=None):
    return into('nan_to_num', out, _nan_to_num(input, *(v if v is None or isinstance(v, float) else float(v) for v in (0.0 if nan is None else nan, posinf, neginf))),
                lambda made, given: 'nan_to_num: dtype of out: %s should be same as input: %s' % (type_name(given), type_name(made)))


def _nan_to_num(input, nan, posinf, neginf):
    if input.is_complex():
        raise RuntimeError('"nan_to_num" not implemented for %r' % {8: 'ComplexFloat', 16: 'ComplexDouble'}[input.element_size()])
    if not input.is_floating_point():
        return _named(input.clone(), 'NanToNumBackward0')
    top = {'torch.float32': 3.4028234663852886e+38, 'torch.float64': 1.7976931348623157e+308, 'torch.float16': 65504.0}.get(str(input.dtype), 3.3895313892515355e+38)

    def number(v):                              # as the dtype has it; what is beyond becomes infinite
        return v if v != v or builtins.abs(v) <= top else math.copysign(math.inf, v)
    made = _torch.where3(_torch.isnan(input), _torch.zeros_like(input) + number(nan), input)
    made = _torch.where3(input == math.inf, _torch.full_like(made, top if posinf is None else number(posinf)), made)
    return _named(_torch.where3(input == -math.inf, _torch.full_like(made, -top if neginf is None else number(neginf)), made), 'NanToNumBackward0')


def rsub(input, other, *, alpha=1):
    if input.dtype is BOOL:
        if isinstance(other, Tensor) and other.dtype is BOOL:
            raise refused_dtype(_says("SUBTRACT_TWO_BOOLS"))
        raise refused_dtype(_says("SUBTRACT_BOOL"))
    if not isinstance(alpha, int) or isinstance(alpha, bool):
        check_factor(input, other, alpha)
    return other - input * alpha


def check_factor(input, other, factor, name='alpha'):
    """A factor's kind may not be above what the operands make."""
    made = promote_types(input.dtype, other.dtype) if isinstance(other, Tensor) else result_type(input, other)
    if isinstance(factor, bool) and made is not BOOL:
        raise RuntimeError('Boolean %s only supported for Boolean results.' % name)
    if isinstance(factor, float) and not (made.is_floating_point or made.is_complex):
        raise RuntimeError('For integral input tensors, argument %s must not be a floating point number.' % name)


def _wide(x):
    return x if not isinstance(x, Tensor) else x.to(__import__('torch').complex128) if x.is_complex() else x.double()


def float_power(input, exponent, *, out=None):
    made = _torch.pow(_wide(input), _wide(exponent))
    return into('float_power', out, made, lambda made, given: "the output given to float_power has dtype %s but the operation's result requires dtype %s" % (type_name(given), type_name(made)))


def positive(input):
    if need_tensor('positive', input).dtype is BOOL:
        raise RuntimeError('The `+` operator, on a bool tensor is not supported.')
    return input


def logit(input, eps=None, *, out=None):
    cpu_lacks('logit_cpu', 'HC', input)
    if not input.is_floating_point():
        input = input.to(get_default_dtype())
    if input.is_complex():
        raise no_kernel('logit_cpu', {8: 'ComplexFloat', 16: 'ComplexDouble'}[input.element_size()])
    if eps is not None:
        eps = float(eps)
        input = where(input < eps, _torch.full_like(input, eps), where(input > 1 - eps, _torch.full_like(input, 1 - eps), input))     # (the lower bound first, wherever they stand)
    return into('logit', out, _named(_torch.log(input / (1 - input)), 'LogitBackward0'))


def lerp(input, end, weight, *, out=None):
    for word, other in (('end', end), ('weight', weight)):
        if isinstance(input, Tensor) and isinstance(other, Tensor) and other.dtype is not input.dtype:
            raise RuntimeError('expected dtype %s for `%s` but got dtype %s' % (_torch._c_name(input), word, _torch._c_name(other)))
    return _torch.lerp(input, end, weight) if out is None else _torch.lerp(input, end, weight, out=out)


def i0(input, *, out=None):
    cpu_lacks('i0', 'H', need_tensor('i0', input))
    cpu_lacks('i0_vml_cpu', 'C', input)
    from ..special import bessel
    kept = input.dtype if input.is_floating_point() else get_default_dtype()
    x = input.double()
    return into('i0', out, _named((bessel(x, 0) * x.abs().exp()).to(kept), 'I0Backward0'))


def _by_numpy(tensors, how):
    """What NumPy's function makes of tensors of one dtype: in float32 where that is bfloat16."""
    kept = tensors[0].dtype
    short = str(kept) == 'torch.bfloat16'
    arrays = [(t.float() if short else t).detach().cpu().numpy() for t in tensors]
    return how(__import__('numpy'), arrays), kept


def nextafter(input, other, *, out=None):
    need_tensor('nextafter', input)
    need_tensor('nextafter', other, 'other', 2)
    same_place(input, other, 'other', 'wrapper_nextafter')
    both = result_type(input, other)
    input, other = broadcast_tensors(input, other)
    if str(both) not in ('torch.float32', 'torch.float64', *(('torch.float16',) if _two('SHORT_FLOATS') else ())):
        raise no_kernel('nextafter_cpu', type_name(_torch.zeros((), dtype=both)))
    found, _ = _by_numpy((input.to(both), other.to(both)), lambda np, arrays: np.nextafter(*arrays))
    return into('nextafter', out, _torch.as_tensor(found, None, input.device))


def frexp(input, *, out=None):
    from .. import return_types
    if not need_tensor('frexp', input).is_floating_point():
        raise RuntimeError('torch.frexp() only supports floating-point dtypes')
    (mantissa, exponent), kept = _by_numpy((input,), lambda np, arrays: np.frexp(arrays[0]))
    made = return_types.frexp((_torch.as_tensor(mantissa, None, input.device).to(kept), _torch.as_tensor(exponent, None, input.device)))
    return made if out is None else return_types.frexp(tuple(into('frexp', to, value) for to, value in zip(out, made)))


def mvlgamma(input, p, *, out=None):
    """The logarithm of the gamma function of p dimensions."""
    if not isinstance(p, int) or isinstance(p, bool):
        raise TypeError("mvlgamma(): argument 'p' (position 2) must be int, not %s" % type(p).__name__)
    if p < 1:
        raise RuntimeError('p has to be greater than or equal to 1')
    x = need_tensor('mvlgamma', input)
    x = x if x.is_floating_point() else x.to(get_default_dtype())
    halves = _torch.arange(p, dtype=x.dtype, device=x.device) / 2
    return into('mvlgamma', out, _named(_torch.lgamma(x.unsqueeze(-1) - halves).sum(-1) + p * (p - 1) / 4 * math.log(math.pi), 'MvlgammaBackward0'))


def sinc(input, *, out=None):
    cpu_lacks('sinc_cpu', 'H', input)
    x = input * math.pi
    return into('sinc', out, _named(where(input == 0, _torch.ones_like(x), _torch.sin(x) / x), 'SincBackward0'))


def xlogy_(input, other):
    if isinstance(other, Tensor) and broadcast_tensors(input, other)[0].shape != input.shape:
        raise RuntimeError(_says("OUT_SHAPE", list(input.shape), list(broadcast_tensors(input, other)[0].shape)))
    made = result_type(input, other)
    made = made if made.is_floating_point or made.is_complex else get_default_dtype()
    if not can_cast(made, input.dtype):
        raise RuntimeError(_says("CANNOT_CAST", type_name(_torch.empty(0, dtype=made)), type_name(input)))
    return input.copy_(xlogy(as_it_was(input, other), other))


def xlogy(input, other, *, out=None):
    for v in (input, other):
        if isinstance(v, Tensor):
            cpu_lacks('xlogy_cpu', 'C', v)
    logarithm = _torch.log(other) if isinstance(other, Tensor) else math.log(other) if other > 0 else -math.inf if other == 0 else math.nan
    product = input * logarithm
    first = input if isinstance(input, Tensor) else _torch.full_like(product, input)
    return into('xlogy', out, _named(where((first == 0) & ~_torch.isnan(product if other is None else _torch.as_tensor(other, None, product.device)), _torch.zeros_like(product), product), 'XlogyBackward0'))


def heaviside(input, values, *, out=None):
    need_tensor('heaviside', values, 'values', 2)
    if input.is_complex() or values.is_complex() or out is not None and out.is_complex():
        raise RuntimeError('heaviside is not yet implemented for complex tensors.')
    if input.dtype is not values.dtype or out is not None and out.dtype is not input.dtype:
        raise RuntimeError('heaviside is not yet implemented for tensors with different dtypes.')
    return into('heaviside', out, where(input == 0, values, (input > 0).to(input.dtype)))


def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    need_tensor('isclose', other, 'other', 2)
    if input.dtype is not other.dtype:
        raise RuntimeError('%s did not match %s' % (type_name(input), type_name(other)))
    for word, v in (('rtol', rtol), ('atol', atol)):
        if v < 0:
            raise RuntimeError('%s must be greater than or equal to zero, but got %g' % (word, v))
    if input.dtype is BOOL:
        return input == other
    near = (input == other) | ((input - other).abs() <= atol + rtol * other.abs()) & _torch.isfinite(input - other)
    return near | (_torch.isnan(input) & _torch.isnan(other)) if equal_nan else near


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    need_tensor('allclose', other, 'other', 2)
    return bool(isclose(input, other, rtol, atol, equal_nan).all())


def equal(input, other):
    same_place(input, need_tensor('equal', other, 'other', 2), 'other', 'wrapper__equal')
    return input.shape == other.shape and bool((input == other).all())


def isin(elements, test_elements, *, assume_unique=False, invert=False, out=None):
    numbers = not isinstance(elements, Tensor), not isinstance(test_elements, Tensor)
    given = [v for v, number in zip((elements, test_elements), numbers) if not number]
    for v in given:
        if v.dtype is BOOL or str(v.dtype) == 'torch.bfloat16' or v.is_complex():
            raise RuntimeError('Unsupported input type encountered for isin(): %s' % type_name(v))
    if not any(numbers):
        same_places('wrapper_isin_Tensor_Tensor', elements=elements, test_elements=test_elements)
    elements, test_elements = (_torch.as_tensor(v, None, given[0].device) if number else v for v, number in zip((elements, test_elements), numbers))
    drawn = elements, test_elements
    if elements.dtype is not test_elements.dtype:
        both = promote_types(elements.dtype, test_elements.dtype)
        elements, test_elements = (v if v.dtype is both else v.to(both) for v in (elements, test_elements))
    if elements.numel() and test_elements.numel() < int(10 * elements.numel() ** 0.145):        # few: each is compared with all
        cpu_lacks('isin_default_cpu', 'H', _torch.empty(0, dtype=result_type(elements, test_elements)))
        (drawn[1] if drawn[1].numel() == 1 + sum((n - 1) * s for n, s in zip(drawn[1].shape, drawn[1].stride())) else test_elements).view(-1)    # (what is converted lies as it lay)
    elif elements.numel() and not assume_unique:                                                 # many: both are sorted
        for v in drawn:
            cpu_lacks('unique', 'H', v)
    made = (elements.unsqueeze(-1) == test_elements.flatten()).any(-1)
    return into('isin', out, made.logical_not() if invert else made, specified)


def isposinf(input, *, out=None):
    return into('isposinf', out, input == math.inf, bools('isposinf'))


def isneginf(input, *, out=None):
    return into('isneginf', out, input == -math.inf, bools('isneginf'))


def isreal(input):
    return input.imag == 0 if input.is_complex() else _torch.ones_like(input, dtype=BOOL)


def signbit(input, *, out=None):
    return into('signbit', out, (_torch.copysign(_torch.ones_like(input, dtype=None if input.is_floating_point() else get_default_dtype()), input) < 0), bools('signbit'))


def met_as(input, dtype):
    """The operand and dtype of a function of floats whose result's dtype is said: kernels see that one."""
    return (input, dtype) if getattr(dtype, 'is_floating_point', True) else (input.to(dtype), None)


def softmax(input, dim, dtype=None, *, out=None):
    if out is not None:
        return into('softmax', out, softmax(input, dim, dtype), specified)
    input, dtype = met_as(input, dtype)
    return _torch.softmax2(input, dim, dtype)


def log_softmax(input, dim, dtype=None, *, out=None):
    if out is not None:
        return into('log_softmax', out, log_softmax(input, dim, dtype), specified)
    input, dtype = met_as(input, dtype)
    return _torch.log_softmax2(input, dim, dtype)


def relu_(input):
    return op('relu', TORCH, (input,), out=input)


def clone(input, *, memory_format=None):
    return need_tensor('clone', input).clone(memory_format=memory_format)


def detach(input):
    return input.detach()


def dropout(input, p, train):
    from torch.nn.functional import dropout as f
    return f(input, p, train)


def _of_integers(name, input, other):
    """Both in their common dtype, which must be one of integers."""
    need_tensor(name, input), need_tensor(name, other, 'other', 2)
    if input.shape != other.shape:
        input, other = broadcast_tensors(input, other)
    dtype = promote_types(input.dtype, other.dtype)
    if dtype is BOOL or dtype.is_floating_point or dtype.is_complex:
        cpu_lacks(name + '_cpu', 'B', input.to(dtype))
        raise no_kernel(name + '_cpu', type_name(_torch.zeros(0, dtype=dtype)))
    return input.to(dtype), other.to(dtype)


def gcd(input, other, *, out=None):
    return into('gcd', out, _gcd(*_of_integers('gcd', input, other)))


def _gcd(input, other):
    a, b = input.abs(), other.abs()
    while bool((b != 0).any()):
        a, b = where(b == 0, a, b), where(b == 0, b, a % where(b == 0, _torch.ones_like(b), b))
    return a


def lcm(input, other, *, out=None):
    input, other = _of_integers('lcm', input, other)
    common = _gcd(input, other)
    return into('lcm', out, where(common == 0, common, (input // where(common == 0, _torch.ones_like(common), common) * other).abs()))


def ldexp(input, other, *, out=None):
    return into('ldexp', out, input * _torch.pow(2.0, need_tensor('ldexp', other, 'other', 2)))


def logaddexp2(input, other, *, out=None):
    return into('logaddexp2', out, _named(_torch.logaddexp(input * math.log(2), other * math.log(2)) / math.log(2), 'Logaddexp2Backward0'))


def angle(input, *, out=None):
    if input.is_complex():
        return into('angle', out, _named(_torch.atan2(input.imag, input.real), 'AngleBackward0'))
    floats = input if input.is_floating_point() else input.to(get_default_dtype())
    return into('angle', out, where(_torch.isnan(floats), floats, where(floats < 0, _torch.full_like(floats, math.pi), _torch.zeros_like(floats))))


def conj(input):
    return op('conj', TORCH, (input,)) if input.is_complex() else input


def conj_physical(input, *, out=None):
    return into('conj_physical', out, conj(input), found)


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
        return into('sgn', out, _named(op('sign', TORCH, (input,)), 'SgnBackward0'), found)
    size = input.abs()
    made = where(size == 0, _torch.zeros_like(input), input / where(size == 0, _torch.ones_like(size), size))
    return into('sgn', out, _named(made, 'SgnBackward0'), found)


def renorm(input, p, dim, maxnorm, *, out=None):
    """Each part along dim scaled down to the norm that it may have."""
    if not p > 0:
        raise RuntimeError('renorm: non-positive-norm not supported')
    if maxnorm < 0:
        raise RuntimeError('renorm: expected maxnorm to be >= 0 but got %g' % maxnorm)
    if input.ndim < 2:
        raise RuntimeError('renorm: input needs at least 2 dimensions, got %d dimensions' % input.ndim)
    if not -input.ndim <= dim < input.ndim:
        raise IndexError(_says("DIM_RANGE", dim, -input.ndim, input.ndim - 1))
    input, = in_float32(input, cpu=False)
    axes = [i for i in builtins.range(input.ndim) if i != dim % input.ndim]
    from .statistics import norm
    size = norm(input, p, axes, True, _words='linalg.vector_norm: Expected a floating point or complex tensor as input. Got %s')
    return into('renorm', out, _named(where(size > maxnorm, input * (maxnorm / (size + 1e-7)), input), 'RenormBackward0'), specified)


_gamma_slopes = _torch.polygamma


def polygamma(n, input, *, out=None):
    if n < 0:
        raise RuntimeError('polygamma(n, x) does not support negative n.')
    if n != 1 or input.requires_grad:
        return _gamma_slopes(n, input) if out is None else _gamma_slopes(n, input, out=out)
    x = input if input.is_floating_point() else input.to(get_default_dtype())
    left = x < 0.5                                # by reflection, whose sine is not 0 at numbers that are not exactly pi's
    found = _gamma_slopes(1, _torch.where3(left, 1 - x, x))
    sine = _torch.sin(x * math.pi)
    found = _torch.where3(left, math.pi ** 2 / (sine * sine) - found, found)
    return into('polygamma', out, _torch.where3(x == math.inf, _torch.zeros_like(x), found))


def fill(input, value):
    return _torch.full_like(input, value)


def _incomplete(name, input, other, out):
    from .._igamma import incomplete
    cpu_lacks(name + '_cpu', 'BIC', input)
    return into(name, out, _named(incomplete(input, other, name == 'igammac'), name.capitalize() + 'Backward0'))


def igamma(input, other, *, out=None):
    """The lower incomplete gamma function of (input, other), as a part of the whole."""
    return _incomplete('igamma', input, other, out)


def igammac(input, other, *, out=None):
    """The upper one."""
    return _incomplete('igammac', input, other, out)
