"""mx.nd.random: arrays of random numbers, made on ctx; the distribution's parameters may be arrays."""
import _mxnet
import _tensor
from _mxnet import random_normal as _normal, random_uniform as _uniform
from _tensor import NDArray
from ..base import MXNetError, _Null
from .makers import known
from .outs import _into


def _kinds(a, b):
    if isinstance(a, NDArray) != isinstance(b, NDArray):
        raise AssertionError(f'Distribution parameters must all have the same type, but got both {type(a)} and {type(b)}.')
    return isinstance(a, NDArray)


def _sizes(shape):
    return () if shape is None or shape is _Null else (shape,) if isinstance(shape, int) else tuple(shape)


def _each(a, shape, draw):
    """A draw of `shape` for each element of a, and a's elements to go with it."""
    more = _sizes(shape)
    made = draw(a.shape + more, a.context)
    return made, lambda p: p.reshape(p.shape + (1,) * len(more)) if more else p


def _said(dtype):
    return None if dtype is _Null else dtype


def _known(kwargs):
    """Of other words a name alone is taken."""
    for word in kwargs:
        if word != 'name':
            raise MXNetError("MXNetError: Cannot find argument '%s'" % word)


def _plain(operator, draw, parameters, shape, dtype, ctx, out, kwargs):
    """A draw whose parameters are numbers, as the operator reads them."""
    first, *rest = parameters.values()
    if not isinstance(first, _numbers()):
        raise ValueError('Distribution parameters must be either NDArray or numbers, but got %s.' % type(first))
    for other in rest:
        if not isinstance(other, _numbers()):
            raise AssertionError(f'Distribution parameters must all have the same type, but got both {type(first)} and {type(other)}.')
    given = {**kwargs, **parameters}
    given.pop('name', None)
    if shape is _Null and out is None:
        shape = 1
    if shape is not _Null:
        given['shape'] = shape
    given['ctx'] = _tensor.context() if ctx is None else ctx
    if dtype is not _Null:
        given['dtype'] = dtype
    other = _mxnet._reads(operator, **given)
    if shape is not _Null:
        shape = known(operator, other.get('shape', shape) if other else shape)
    return draw(*parameters.values(), None if shape is _Null else shape, None if dtype is _Null else 'float64' if dtype is None else dtype, ctx, out)


def _numbers():
    from numpy import generic
    return float, int, generic


def uniform(low=0, high=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Between low and high."""
    if isinstance(low, NDArray):
        _known(kwargs)
        _kinds(low, high)
        made, fit = _each(low, shape, lambda s, c: _uniform(0, 1, s, _said(dtype), c))
        return _into(fit(low) + made * fit(high - low), out)
    return _plain('_random_uniform', _uniform, {'low': low, 'high': high}, shape, dtype, ctx, out, kwargs)


def normal(loc=0, scale=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Normal, mean loc and deviation scale."""
    if isinstance(loc, NDArray):
        _known(kwargs)
        _kinds(loc, scale)
        made, fit = _each(loc, shape, lambda s, c: _normal(0, 1, s, _said(dtype), c))
        return _into(fit(loc) + made * fit(scale), out)
    return _plain('_random_normal', _normal, {'loc': loc, 'scale': scale}, shape, dtype, ctx, out, kwargs)


def randn(*shape, **kwargs):
    """Normal; sizes one by one."""
    loc, scale = kwargs.pop('loc', 0), kwargs.pop('scale', 1)
    return normal(loc, scale, shape, kwargs.pop('dtype', _Null), kwargs.pop('ctx', None), kwargs.pop('out', None), **kwargs)


def randint(low, high, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Integers from low to high - 1."""
    return _plain('_random_randint', _mxnet.random_randint, {'low': low, 'high': high}, shape, dtype, ctx, out, kwargs)


def exponential(scale=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Exponential, mean scale."""
    if isinstance(scale, NDArray):
        _known(kwargs)
        made, fit = _each(scale, shape, lambda s, c: _mxnet.random_exponential(1, s, _said(dtype), c))
        return _into(made * fit(scale), out)
    return _plain('_random_exponential', lambda lam, *more: _mxnet.random_exponential(1.0 / lam, *more), {'lam': 1.0 / scale}, shape, dtype, ctx, out, kwargs)


def _each_number(parameters, shape, out, draw):
    """A draw of `shape` for each element of the parameters, which are arrays of one shape."""
    first, sizes = parameters[0], _sizes(shape)
    rows = [draw(*map(float, row), sizes or 1, first.context) for row in zip(*[each.asnumpy().ravel() for each in parameters])]
    return _into(_mxnet.stack(*rows).reshape(first.shape + sizes), out)


def gamma(alpha=1, beta=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Gamma of shape alpha and scale beta."""
    if _kinds(alpha, beta):
        _known(kwargs)
        return _each_number((alpha, beta), shape, out, lambda a, b, s, c: _mxnet.random_gamma(a, b, s, _said(dtype), c))
    return _plain('_random_gamma', _mxnet.random_gamma, {'alpha': alpha, 'beta': beta}, shape, dtype, ctx, out, kwargs)


def poisson(lam=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Poisson of rate lam."""
    if isinstance(lam, NDArray):
        _known(kwargs)
        return _each_number((lam,), shape, out, lambda a, s, c: _mxnet.random_poisson(a, s, _said(dtype), c))
    return _plain('_random_poisson', _mxnet.random_poisson, {'lam': lam}, shape, dtype, ctx, out, kwargs)


_PART = 200         # a rate whose exp(-rate) is still a number of double precision, with room


def _counts(rates):
    """Poisson numbers, one for each rate: a uniform number is looked up among the sums of the chances; a large rate is the sum of smaller ones."""
    if _tensor.is_dry():        # (there are no values to look at)
        return _mxnet.zeros_like(rates)
    largest = float(rates.max().asscalar()) if rates.size else 0.0
    if largest > _PART:
        parts = int(largest / _PART) + 1
        return sum((_counts(rates / parts) for _ in range(parts)), _mxnet.zeros_like(rates))
    drawn = _uniform(0, 1, rates.shape, 'float64', rates.context)
    chance = _mxnet.exp(-rates)
    whole, found = chance, _mxnet.zeros_like(rates)
    for k in range(1, int(largest + 12 * largest ** 0.5) + 30):
        found = found + (drawn > whole)
        chance = chance * rates / k
        whole = whole + chance
    return found


def _mixed(shape_of, scale_of, shape, dtype, ctx, out):
    """Poisson numbers whose rates are gamma: negative binomial ones."""
    rates = _mxnet.random_gamma(shape_of, scale_of, _sizes(shape) or 1, 'float64', _tensor.context() if ctx is None else ctx)
    return _into(_counts(rates).astype('float32' if dtype in (None, _Null) else dtype), out)


def _mixtures(operator, parameters, mixed, shape, dtype, ctx, out, kwargs):
    if _kinds(*parameters.values()):
        _known(kwargs)
        return _each_number(tuple(parameters.values()), shape, out, lambda a, b, s, c: _mixed(*mixed(a, b), s, dtype, c, None))
    return _plain(operator, lambda a, b, s, d, c, o: _mixed(*mixed(a, b), o.shape if s is None and o is not None else s, d, c, o), parameters, shape, dtype, ctx, out, kwargs)


def negative_binomial(k=1, p=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Failures before k successes of chance p."""
    return _mixtures('_random_negative_binomial', {'k': k, 'p': p}, lambda k, p: (k, (1 - p) / p), shape, dtype, ctx, out, kwargs)


def generalized_negative_binomial(mu=1, alpha=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Mean mu, dispersion alpha."""
    return _mixtures('_random_generalized_negative_binomial', {'mu': mu, 'alpha': alpha}, lambda mu, alpha: (1 / alpha, mu * alpha), shape, dtype, ctx, out, kwargs)


def multinomial(data, shape=None, get_prob=False, out=None, dtype='int32', **kwargs):
    """Classes drawn by the probabilities in data's last axis; with get_prob their log probabilities too."""
    _known(kwargs)
    sizes = _sizes(shape)
    count = 1
    for n in sizes:
        count *= n
    drawn = _tensor.op('random_multinomial', 0, (data,), high=count, replace=True, dtype=dtype)
    result = drawn.reshape(data.shape[:-1] + sizes) if sizes or data.ndim > 1 else drawn
    if not get_prob:
        return _into(result, out)
    rows = data.reshape((-1, data.shape[-1]))
    chosen = drawn.reshape((rows.shape[0], -1)).astype('int64')
    probability = _mxnet.log(_tensor.op('gather', 0, (rows, chosen), axis=1))
    return [result, probability.reshape(result.shape)]


def shuffle(data, out=None, **kwargs):
    """The rows in a random order."""
    _known(kwargs)
    order = _mxnet.random_permutation(data.shape[0], data.context, data.ndim > 1)
    return _into(_mxnet.take(data, order), out)


def uniform_like(data, low=0, high=1, out=None, **kwargs):
    _known(kwargs)
    return uniform(low, high, data.shape, data.dtype, data.context, out)


def normal_like(data, loc=0, scale=1, out=None, **kwargs):
    _known(kwargs)
    return normal(loc, scale, data.shape, data.dtype, data.context, out)


def exponential_like(data, lam=1, out=None, **kwargs):
    _known(kwargs)
    return exponential(1 / lam, data.shape, data.dtype, data.context, out)


def gamma_like(data, alpha=1, beta=1, out=None, **kwargs):
    _known(kwargs)
    return gamma(alpha, beta, data.shape, data.dtype, data.context, out)


def poisson_like(data, lam=1, out=None, **kwargs):
    _known(kwargs)
    return poisson(lam, data.shape, data.dtype, data.context, out)


def negative_binomial_like(data, k=1, p=1, out=None, **kwargs):
    _known(kwargs)
    return negative_binomial(k, p, data.shape, data.dtype, data.context, out)


def generalized_negative_binomial_like(data, mu=1, alpha=1, out=None, **kwargs):
    _known(kwargs)
    return generalized_negative_binomial(mu, alpha, data.shape, data.dtype, data.context, out)


# -- the operators' own names, whose parameters are arrays --
def sample_exponential(lam, shape=_Null, dtype=_Null, out=None, name=None):
    """Exponential, rate lam."""
    return exponential(1 / lam, shape, dtype, out=out)


def sample_gamma(alpha, beta, shape=_Null, dtype=_Null, out=None, name=None):
    """Gamma of shape alpha and scale beta."""
    return gamma(alpha, beta, shape, dtype, out=out)


def sample_poisson(lam, shape=_Null, dtype=_Null, out=None, name=None):
    """Poisson of rate lam."""
    return poisson(lam, shape, dtype, out=out)


def sample_negative_binomial(k, p, shape=_Null, dtype=_Null, out=None, name=None):
    """Failures before k successes of chance p."""
    return negative_binomial(k, p, shape, dtype, out=out)


def sample_generalized_negative_binomial(mu, alpha, shape=_Null, dtype=_Null, out=None, name=None):
    """Mean mu, dispersion alpha."""
    return generalized_negative_binomial(mu, alpha, shape, dtype, out=out)


def random_negative_binomial(k=1, p=1.0, shape=_Null, ctx=None, dtype=_Null, out=None, name=None):
    """Failures before k successes of chance p."""
    return negative_binomial(k, p, shape, dtype, ctx, out)


def random_generalized_negative_binomial(mu=1.0, alpha=1.0, shape=_Null, ctx=None, dtype=_Null, out=None, name=None):
    """Mean mu, dispersion alpha."""
    return generalized_negative_binomial(mu, alpha, shape, dtype, ctx, out)
