"""torch.special: functions of mathematics. Those that torch has under other names are these; Bessel's are summed here, in float64."""
import math
import types as _types

import _tensor
import torch
from ._torch_args import cpu_lacks, need_tensor
from ._functions._outs import into

_named = _tensor.name_node

expit, exp2, expm1, log1p, erf, erfc, erfinv, sinc = torch.sigmoid, torch.exp2, torch.expm1, torch.log1p, torch.erf, torch.erfc, torch.erfinv, torch.sinc
gammaln, digamma, psi, polygamma, multigammaln, logit, xlogy = torch.lgamma, torch.digamma, torch.digamma, torch.polygamma, torch.mvlgamma, torch.logit, torch.xlogy
logsumexp, i0, gammainc, gammaincc = torch.logsumexp, torch.i0, torch.igamma, torch.igammac


def round(input, *, decimals=0, out=None):
    cpu_lacks('round_vml_cpu' if decimals == 0 else 'round_cpu', 'BI', need_tensor('special_round', input))
    return torch.round(input, decimals=decimals, out=out)


def softmax(input, dim, *, dtype=None):
    return torch.softmax(input, dim, dtype=dtype)


def log_softmax(input, dim, *, dtype=None):
    return torch.log_softmax(input, dim, dtype=dtype)


def _in_doubles(name, input, find, out=None, more=''):
    """find(input), computed in float64 and given in the dtype of a function of floats."""
    cpu_lacks(name + '_cpu', 'HC' + more, need_tensor('special_' + name, input))
    kept = input.dtype if input.is_floating_point() else torch.get_default_dtype()
    return into('special_' + name, out, find(input.double()).to(kept))


def i0e(input, *, out=None):
    return _in_doubles('i0e', input, lambda x: bessel(x, 0), out)


def i1(input, *, out=None):
    return _in_doubles('i1', input, lambda x: bessel(x, 1) * x.abs().exp(), out)


def i1e(input, *, out=None):
    return _in_doubles('i1e', input, lambda x: bessel(x, 1), out)


def bessel(x, order):
    """The modified function of the first kind of order 0 or 1, times exp(-|x|): its power series up to 30, beyond that the series in 1/x."""
    size = x.abs()
    near = size.clamp(max=30.)
    square, term, total = near * near / 4, torch.ones_like(near), torch.ones_like(near)
    for k in range(1, 90):
        term = term * square / (k * (k + order))
        total = total + term
    total = total * torch.exp(-near) * (near / 2 if order else 1)
    far = size.clamp(min=30.)
    term, tail = torch.ones_like(far), torch.ones_like(far)
    for k in range(1, 16):
        term = term * ((2 * k - 1) ** 2 - 4 * order) / (8 * k * far)
        tail = tail + term
    made = torch.where(size <= 30, total, tail / (2 * math.pi * far).sqrt())
    return made * x.sign() if order else made


def entr(input, *, out=None):
    """-x log x, 0 at 0 and minus infinity below."""
    cpu_lacks('entr_cpu', 'HC', need_tensor('special_entr', input))
    x = input if input.is_floating_point() else input.to(torch.get_default_dtype())
    inside = torch.where(x > 0, x, torch.ones_like(x))
    made = torch.where(x > 0, -x * inside.log(), torch.where(x == 0, torch.zeros_like(x), torch.full_like(x, -math.inf)))
    return into('special_entr', out, torch.where(x != x, x, made))


def ndtr(input, *, out=None):
    """How much of a standard normal distribution lies below x."""
    x = need_tensor('special_ndtr', input)
    x = x if x.is_floating_point() else x.to(torch.get_default_dtype())
    return into('special_ndtr', out, (1 + torch.erf(x / math.sqrt(2.))) * .5)


def erfcx(input, *, out=None):
    """exp(x^2) erfc(x): the product where both are moderate, beyond that the continued fraction, downwards."""
    def find(x):
        near = x.clamp(max=5.)
        made = torch.exp(near * near) * torch.erfc(near)
        far = x.clamp(min=5.)
        tail = torch.zeros_like(far)
        for k in range(60, 0, -1):
            tail = k / 2 / (far + tail)
        return torch.where(x <= 5, made, 1 / ((far + tail) * math.sqrt(math.pi)))
    return _in_doubles('erfcx', input, find, out, 'F')


def log_ndtr(input, *, out=None):
    """The logarithm of ndtr, exact far below, where ndtr itself is 0."""
    def find(x):
        low = x.clamp(max=-1.)
        made = torch.log(erfcx(-low * math.sqrt(.5)) / 2) - low * low / 2
        return torch.where(x < -1, made, torch.log1p(-torch.erfc(x.clamp(min=-1.) * math.sqrt(.5)) / 2))
    return _in_doubles('log_ndtr', input, find, out, 'F')


def ndtri(input, *, out=None):
    """The x below which that much of a standard normal distribution lies."""
    def find(p):
        x = math.sqrt(2) * torch.erfinv(2 * p - 1)
        low = (p > 0) & (p < 1e-3)                          # where 2 p - 1 keeps too few digits: Newton's steps
        for _ in range(4 if bool(low.any()) else 0):
            density = torch.exp(-x * x / 2) / math.sqrt(2 * math.pi)
            step = (torch.erfc(-x * math.sqrt(.5)) / 2 - p) / density
            x = torch.where(low & torch.isfinite(step), x - step, x)
        return x
    return _in_doubles('ndtri', input, find, out)


def xlog1py(input, other, *, out=None):
    """x log(1 + y), 0 where x is 0."""
    if not isinstance(input, torch.Tensor) and not isinstance(other, torch.Tensor):
        raise TypeError("special_xlog1py(): argument 'input' (position 1) must be Tensor, not %s" % type(input).__name__)
    logarithm = torch.log1p(other) if isinstance(other, torch.Tensor) else math.log1p(other) if other > -1 else -math.inf if other == -1 else math.nan
    product = input * logarithm
    first = input if isinstance(input, torch.Tensor) else torch.full_like(product, input)
    second = other if isinstance(other, torch.Tensor) else torch.full_like(product, other)
    return into('special_xlog1py', out, torch.where((first == 0) & (second == second), torch.zeros_like(product), product))


def modified_bessel_i0(input, *, out=None):
    return _in_doubles('modified_bessel_i0', input, lambda x: bessel(x, 0) * x.abs().exp(), out)


def modified_bessel_i1(input, *, out=None):
    return _in_doubles('modified_bessel_i1', input, lambda x: bessel(x, 1) * x.abs().exp(), out)


def spherical_bessel_j0(x, *, out=None):
    """sin x / x, by its series near 0."""
    def find(x):
        square = x * x
        near = 1 - square / 6 * (1 - square / 20 * (1 - square / 42 * (1 - square / 72)))
        return torch.where(x.abs() < 0.5, near, x.sin() / torch.where(x == 0, torch.ones_like(x), x))
    return _in_doubles('spherical_bessel_j0', x, find, out)


# Euler's and Maclaurin's sum: 2 k! over Bernoulli's numbers.
_TAIL = 12.0, -720.0, 30240.0, -1209600.0, 47900160.0, -1.8924375803183791606e9, 7.47242496e10, -2.950130727918164224e12, 1.1646782814350067249e14, -4.5979787224074726105e15, 1.8152105401943546773e17, -7.1661652561756670113e18


def zeta(input, other, *, out=None):
    """Hurwitz's zeta function: the sum of (other + k) ** -input."""
    if not isinstance(input, torch.Tensor) and not isinstance(other, torch.Tensor):
        raise TypeError("special_zeta(): argument 'input' (position 1) must be Tensor, not %s" % type(input).__name__)
    kind = next((t.dtype for t in (input, other) if isinstance(t, torch.Tensor) and t.is_floating_point()), torch.get_default_dtype())
    like = input if isinstance(input, torch.Tensor) else other
    s, q = torch.broadcast_tensors(*[(t if isinstance(t, torch.Tensor) else torch.tensor(float(t), device=like.device)).double() for t in (input, other)])
    safe = torch.where(s > 1, s, torch.full_like(s, 2.))
    total, at = torch.zeros_like(q), q
    for _ in range(12):
        total = total + at.pow(-safe)
        at = at + 1
    total = total + at.pow(1 - safe) / (safe - 1) + at.pow(-safe) / 2
    factor, power = safe, at.pow(-safe - 1)
    for k, divisor in enumerate(_TAIL):
        total = total + factor * power / divisor
        factor = factor * (safe + 2 * k + 1) * (safe + 2 * k + 2)
        power = power / (at * at)
    pole = (q <= 0) & (q == q.floor())
    total = torch.where(pole, torch.full_like(total, math.inf), torch.where((q <= 0) & (s != s.floor()), torch.full_like(total, math.nan), total))
    total = torch.where(s > 1, total, torch.where(s == 1, torch.full_like(total, math.inf), torch.full_like(total, math.nan)))
    return into('special_zeta', out, total.to(kind))


from ._polynomials import NAMES as _POLYNOMIALS, polynomial as _polynomial       # noqa: E402

for _name in _POLYNOMIALS:
    globals()[_name] = _polynomial(_name)


def _judged(name, function):
    """A function as torch.special calls it: what a program gives it is judged by that name."""
    if function.__module__ != __name__:
        own = _types.FunctionType(function.__code__.replace(), function.__globals__, name, function.__defaults__, function.__closure__)
        own.__kwdefaults__, own.__module__, own.__doc__ = function.__kwdefaults__, __name__, function.__doc__
        function = own
    _tensor.judge(function, False, 'special_' + name)
    function.__name__ = 'special_' + name
    return function


for _name, _value in list(globals().items()):
    if isinstance(_value, _types.FunctionType) and not _name.startswith('_') and _name not in ('cpu_lacks', 'need_tensor', 'into', 'bessel'):
        globals()[_name] = _judged(_name, _value)
