"""mx.np.random: arrays of random numbers, made on ctx.

All but randint and multivariate_normal (_aside) take their words of one generator, in which mx.nd's shuffle, too, draws.
"""
import _mxnet
import _tensor
from _mxnp import fresh, ndarray

from ..base import MXNetError
from ..context import current_context
from ..random import seed
from .make import array, zeros
from perch.only import only


def _draw(draw, size, dtype, ctx, *parameters):
    """The distribution's parameters are numbers or arrays that broadcast with each other."""
    arrays = [p for p in parameters if isinstance(p, ndarray)]
    if size is None and arrays:
        import numpy
        size = numpy.broadcast_shapes(*(a.shape for a in arrays))
    shape = () if size is None else tuple(size) if isinstance(size, (list, tuple)) else (size,)
    made = fresh(draw(shape or (1,), dtype, ctx or (arrays[0].ctx if arrays else None)))
    return made if shape else made.reshape(())


def _stream(op, a, b, drawn='float32'):
    """Draws from mx.np's stream of numbers, of this dtype (mx.nd's arrays have other generators)."""
    def draw(shape, dtype, ctx):
        made = _tensor.op(op, 3, (), shape=shape, dtype=drawn, a=a, b=b, device=ctx or current_context())
        return made if dtype is None else made.astype(dtype, copy=False)
    return draw


def uniform(low=0.0, high=1.0, size=None, dtype=None, ctx=None, out=None):
    """Between low and high."""
    only('mx.np.random.uniform', out=(out, None))
    if isinstance(low, ndarray) or isinstance(high, ndarray):
        return low + (high - low) * _draw(_stream('random_uniform', 0, 1), size, dtype, ctx, low, high)
    return _draw(_stream('random_uniform', low, high), size, dtype, ctx)


def normal(loc=0.0, scale=1.0, size=None, dtype=None, ctx=None, out=None):
    """Normal, mean loc and deviation scale."""
    only('mx.np.random.normal', out=(out, None))
    if isinstance(loc, ndarray) or isinstance(scale, ndarray):
        return loc + scale * _draw(_stream('random_normal', 0, 1), size, dtype, ctx, loc, scale)
    return _draw(_stream('random_normal', loc, scale), size, dtype, ctx)


def rand(*size, **kwargs):
    """Between 0 and 1; sizes one by one."""
    return uniform(0.0, 1.0, size or None, **kwargs)


def randn(*size, **kwargs):
    """Normal; sizes one by one."""
    return normal(0.0, 1.0, size or None, **kwargs)


def randint(low, high=None, size=None, dtype=None, ctx=None, out=None):
    """Integers from low to high - 1."""
    only('mx.np.random.randint', out=(out, None))
    if high is None:
        low, high = 0, low
    return _draw(lambda s, d, c: _mxnet.random_randint(low, high, s, d or 'int64', c), size, dtype, ctx)


def exponential(scale=1.0, size=None, ctx=None, out=None):
    """Exponential."""
    only('mx.np.random.exponential', out=(out, None))
    from _mxnp import log
    return -scale * log(uniform(0.0, 1.0, size, None, ctx))


def gamma(shape, scale=1.0, size=None, dtype=None, ctx=None, out=None):
    """Gamma."""
    only('mx.np.random.gamma', out=(out, None))
    return _draw(lambda s, d, c: _gammas(shape, scale, s, c).astype(d or 'float32'), size, dtype, ctx, shape, scale)


def _gammas(shape, scale, size, ctx):
    """Each number is tried with a normal number and a unit; another unit is for shapes below 1. All are tried together, those that were refused with fresh numbers."""
    from ..autograd import pause
    from _mxnp import log, sqrt
    from math import inf
    from .functions import where
    with pause():
        k = _doubles(shape, size, ctx)
        if not (k > 0).all():
            _mxnet.random_gamma(float(k.min()), 1.0, (1,)).wait_to_read()       # (refuses it)
            raise ValueError('shape is no number')
        raised = where(k < 1, k + 1, k) - 1 / 3
        slope, made, ready = 1 / sqrt(9 * raised), None, None
        while made is None or not ready.all():
            units, normals = (fresh(_stream(op, 0, 1, 'float64')((*size, 2), None, ctx)) for op in ('random_uniform', 'random_normal'))
            x, unit = normals[..., 0], units[..., 0]
            root = 1 + slope * x
            v = where(root > 0, root, 1) ** 3
            taken = (root > 0) * (log(unit) < 0.5 * x * x + raised * (1 - v + log(v))) + (k == inf)
            new = raised * v * where(k < 1, units[..., 1] ** (1 / k), 1)
            made = new if made is None else where(ready, made, new)
            ready = taken if ready is None else ready + taken
        return made * _doubles(scale, size, ctx)


def _doubles(parameter, size, ctx):
    """A distribution's parameter for every number that is drawn."""
    ones = fresh(_tensor.op('full', 3, (), shape=size, dtype='float64', value=1, device=ctx or current_context()))
    return ones * (parameter.astype('float64') if isinstance(parameter, ndarray) else parameter)


def chisquare(df, size=None, dtype=None, ctx=None):
    """Chi square's quarter: 1.9.1 gives gamma numbers of scale 1 / 2 where the distribution has 2."""
    return gamma(df / 2, 0.5, size, dtype, ctx)


def lognormal(mean=0.0, sigma=1.0, size=None, dtype=None, ctx=None, out=None):
    """The exponential of a normal number."""
    only('mx.np.random.lognormal', out=(out, None))
    from _mxnp import exp
    return exp(normal(mean, sigma, size, dtype, ctx))


def _by_uniform(inverse):
    def draw(size, ctx, dtype=None):
        return inverse(uniform(0.0, 1.0, size, dtype, ctx))
    return draw


def gumbel(loc=0.0, scale=1.0, size=None, ctx=None, out=None):
    """Gumbel."""
    only('mx.np.random.gumbel', out=(out, None))
    from _mxnp import log
    return loc - scale * _by_uniform(lambda u: log(-log(u)))(size, ctx)


def logistic(loc=0.0, scale=1.0, size=None, ctx=None, out=None):
    """Logistic."""
    only('mx.np.random.logistic', out=(out, None))
    from _mxnp import log
    return loc + scale * _by_uniform(lambda u: log(u / (1 - u)))(size, ctx)


def laplace(loc=0.0, scale=1.0, size=None, dtype=None, ctx=None, out=None):
    """Laplace."""
    only('mx.np.random.laplace', out=(out, None))
    from _mxnp import abs, log, sign
    u = uniform(-0.5, 0.5, size, dtype, ctx)
    return loc - scale * sign(u) * log(1 - 2 * abs(u))


def power(a, size=None, ctx=None, out=None):
    """Between 0 and 1, as x ** (a - 1). One number more is drawn than there are."""
    only('mx.np.random.power', out=(out, None))
    import numpy
    size = _like(size, a)
    shape = () if size is None else (size,) if isinstance(size, int) else tuple(size)
    count = int(numpy.prod(shape))
    return (1 - uniform(0.0, 1.0, count + 1, None, ctx)[:count].reshape(shape)) ** (1 / a)


def pareto(a, size=None, ctx=None, out=None):
    """Pareto of the second kind: from 0 on, its tail falls as x ** -a."""
    only('mx.np.random.pareto', out=(out, None))
    return uniform(0.0, 1.0, _like(size, a), None, ctx) ** (-1 / a) - 1


def weibull(a, size=None, ctx=None, out=None):
    """Weibull of shape a."""
    only('mx.np.random.weibull', out=(out, None))
    from _mxnp import log
    return (-log(uniform(0.0, 1.0, _like(size, a), None, ctx))) ** (1 / a)


def _like(size, *parameters):
    """The size, or that of parameters that are arrays."""
    arrays = [p.shape for p in parameters if isinstance(p, ndarray)]
    if size is not None or not arrays:
        return size
    import numpy
    return numpy.broadcast_shapes(*arrays)


def multivariate_normal(mean, cov, size=None, check_valid=None, tol=None):
    """Normal vectors of this mean and these covariances; check_valid and tol are not asked. The original draws in a thread of its own, whose generator began at 0 and
    of which mx.random.seed does not know, and multiplies by the root's transpose."""
    from . import linalg
    from .functions import einsum
    for each in (mean, cov):
        if not isinstance(each, ndarray):
            raise AssertionError(_mxnet._says('NO_NDARRAY_OF_MANY', each))
    _fits(mean.shape, cov.shape)
    import numpy
    shape = (() if size is None else (size,) if isinstance(size, int) else tuple(size)) + numpy.broadcast_shapes(mean.shape, cov.shape[:-1])
    return mean + einsum('...jk,...j->...k', linalg.cholesky(cov), _aside(shape, mean.dtype, mean.ctx))


def _fits(mean, cov):
    said = 'mean must be at least 1 dimensional' if not mean else 'cov must be at least 2 dimensional' if len(cov) < 2 else \
        f'the last two dimentions of the parameter cov have to be the same, whereas the shape of cov is {list(cov)}' if cov[-1] != cov[-2] else \
        f'mean and cov must have same length.The shape of mean is {list(mean[-1:])} but the shape of cov is {list(cov[-2:])}' if cov[-1] != mean[-1] else ''
    if said:
        raise MXNetError(f'MXNetError: Error in operator mvn_fallback: ValueError: {said}')


_custom = []        # the stream of numbers that operators written in Python draw from


def _aside(shape, dtype, ctx):
    import _torch
    import numpy
    if not _custom:
        _custom.append(_torch.stream(0, 0))
    made = fresh(_tensor.op('random_normal', 3, (), shape=shape or (1,), dtype=numpy.dtype(dtype).name, a=0.0, b=1.0, device=ctx, stream=_custom[0].address))
    return made if shape else made.reshape(())


def rayleigh(scale=1.0, size=None, ctx=None, out=None):
    """Rayleigh."""
    only('mx.np.random.rayleigh', out=(out, None))
    from _mxnp import log, sqrt
    return scale * sqrt(-2 * log(uniform(0.0, 1.0, size, None, ctx)))


def multinomial(n, pvals, size=None):
    """How often each of n draws fell."""
    import numpy
    rows = 1 if size is None else size if isinstance(size, int) else numpy.prod(size)
    weights = numpy.cumsum(pvals.asnumpy() if isinstance(pvals, ndarray) else pvals)
    spare = 0 if isinstance(pvals, ndarray) else len(weights)         # (numbers that are drawn and not used, if the chances are a list)
    u = _tensor.op('random_uniform', 3, (), shape=(int(rows) * n + spare,), dtype='float64', a=0, b=1, device=current_context()).asnumpy()
    u = u[:int(rows) * n].reshape(int(rows), n) * weights[-1]
    at = numpy.minimum(numpy.searchsorted(weights, u, 'right'), len(weights) - 1)
    counts = numpy.stack([numpy.bincount(row, minlength=len(weights)) for row in at])
    shape = () if size is None else (size,) if isinstance(size, int) else tuple(size)
    return array(counts.reshape(shape + (len(weights),)), 'int64')


def choice(a, size=None, replace=True, p=None, ctx=None, out=None):
    """Some of a's elements, or of the numbers below a."""
    only('mx.np.random.choice', out=(out, None))
    import numpy
    n = a if isinstance(a, int) else a.shape[0]
    shape = () if size is None else (size,) if isinstance(size, int) else tuple(size)
    count = int(numpy.prod(shape)) if shape else 1
    if p is not None:
        weights = p.asnumpy() if isinstance(p, ndarray) else numpy.array(p)
        if replace:
            edges = numpy.cumsum(weights)
            at = numpy.minimum(numpy.searchsorted(edges, uniform(0.0, 1.0, count).asnumpy() * edges[-1], 'right'), n - 1)
        else:
            at = numpy.argsort(numpy.log(uniform(0.0, 1.0, n).asnumpy()) / numpy.maximum(weights, 1e-30))[::-1][:count]
    elif replace:
        at = numpy.array(_mxnet.random_word(count), 'int64') % n
    else:
        if count > n:
            raise ValueError('Cannot take a larger sample than population when replace=False')
        at = _some(n, count)
    at = array(at.reshape(shape), 'int64', ctx)
    return at if isinstance(a, int) else a[at]


def _some(n, count):
    """That many of the numbers below n: those behind the larger part change places with some of it, by chance."""
    import numpy
    places, most = list(range(n)), max(count, n - count)
    for i, word in enumerate(_mxnet.random_word(n - most), most):
        other = word % (i + 1)
        if other < most:
            places[i], places[other] = places[other], places[i]
    return numpy.array(places[:count] if count == most else places[most:], 'int64')


def permutation(x):
    """x's rows, or the numbers below x, in a random order."""
    if isinstance(x, int):
        return fresh(_mxnet.random_permutation(x))
    return x[array(_mxnet.random_permutation(x.shape[0], None, x.ndim > 1).asnumpy(), 'int64', x.ctx)]


def shuffle(x):
    """x's rows in a random order, in place."""
    x[...] = permutation(x)


def beta(a, b, size=None, dtype=None, ctx=None):
    """Beta."""
    x, y = gamma(a, 1.0, size, dtype, ctx), gamma(b, 1.0, size, dtype, ctx)
    return x / (x + y)


def bernoulli(prob=None, logit=None, size=None, dtype=None, ctx=None, out=None):
    """1 by this chance, or by that of this logit, else 0."""
    only('mx.npx.random.bernoulli', out=(out, None))
    if (prob is None) == (logit is None):
        raise ValueError(f'Either `prob` or `logit` must be specified, but not both. Received prob={prob}, logit={logit}')
    if prob is None:
        from _mxnp import exp
        prob = 1 / (1 + exp(-logit))
    return (uniform(0.0, 1.0, _like(size, prob), None, ctx) < prob).astype(dtype or 'float32')
