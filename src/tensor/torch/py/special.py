"""torch.special: functions of mathematics. Those that torch has under other names are these; Bessel's are summed here, in float64."""
import math

import _tensor
import torch
from ._torch_args import cpu_lacks, need_tensor
from ._functions._outs import into

_named = _tensor.name_node

expit, exp2, expm1, log1p, erf, erfc, erfinv, sinc = torch.sigmoid, torch.exp2, torch.expm1, torch.log1p, torch.erf, torch.erfc, torch.erfinv, torch.sinc
gammaln, digamma, psi, polygamma, multigammaln, logit, xlogy = torch.lgamma, torch.digamma, torch.digamma, torch.polygamma, torch.mvlgamma, torch.logit, torch.xlogy
round, logsumexp, i0 = torch.round, torch.logsumexp, torch.i0


def softmax(input, dim, *, dtype=None):
    return torch.softmax(input, dim, dtype=dtype)


def log_softmax(input, dim, *, dtype=None):
    return torch.log_softmax(input, dim, dtype=dtype)


def _in_doubles(name, input, find, out=None):
    """find(input), computed in float64 and given in the dtype of a function of floats."""
    cpu_lacks(name + '_cpu', 'H', need_tensor('special_' + name, input))
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
    cpu_lacks('entr', 'H', need_tensor('special_entr', input))
    x = input if input.is_floating_point() else input.to(torch.get_default_dtype())
    inside = torch.where(x > 0, x, torch.ones_like(x))
    made = torch.where(x > 0, -x * inside.log(), torch.where(x == 0, torch.zeros_like(x), torch.full_like(x, -math.inf)))
    return into('special_entr', out, torch.where(x != x, x, made))


def ndtr(input, *, out=None):
    """How much of a standard normal distribution lies below x."""
    x = need_tensor('special_ndtr', input)
    x = x if x.is_floating_point() else x.to(torch.get_default_dtype())
    return into('special_ndtr', out, torch.erfc(-x * math.sqrt(.5)) / 2)


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
