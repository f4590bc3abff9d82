"""mx.sym.random: draws, with numbers as their parameters or with symbols."""
from .symbol import Symbol, create


def _draw(kind, names, **defaults):
    def function(*args, **kwargs):
        given = dict(zip((*names, 'shape', 'dtype'), args))
        given.update(kwargs)
        shape = given.pop('shape', None)
        given.pop('ctx', None)
        values = [given.pop(name, defaults[name]) for name in names]
        if all(isinstance(each, Symbol) for each in values):
            return create(f'_sample_{kind}', f'_sample_{kind}', tuple(values), {**({} if shape is None else {'shape': shape}), **given})
        if any(isinstance(each, Symbol) for each in values):
            raise AssertionError('Distribution parameters must all have the same type, but got both Symbol and numbers.')
        return create(f'_random_{kind}', f'_random_{kind}', (), {**dict(zip(_PARAMS[kind], values)), 'shape': 1 if shape is None else shape, **given})
    function.__name__ = function.__qualname__ = kind
    return function


_PARAMS = {'uniform': ('low', 'high'), 'normal': ('loc', 'scale'), 'gamma': ('alpha', 'beta'), 'poisson': ('lam',), 'exponential': ('lam',), 'randint': ('low', 'high'), 'negative_binomial': ('k', 'p'),
           'generalized_negative_binomial': ('mu', 'alpha')}
uniform = _draw('uniform', ('low', 'high'), low=0, high=1)
normal = _draw('normal', ('loc', 'scale'), loc=0, scale=1)
gamma = _draw('gamma', ('alpha', 'beta'), alpha=1, beta=1)
poisson = _draw('poisson', ('lam',), lam=1)
negative_binomial = _draw('negative_binomial', ('k', 'p'), k=1, p=1)
generalized_negative_binomial = _draw('generalized_negative_binomial', ('mu', 'alpha'), mu=1, alpha=1)
randint = _draw('randint', ('low', 'high'), low=None, high=None)


def exponential(scale=1, shape=None, dtype=None, **kwargs):
    return create('_random_exponential', '_random_exponential', (), {'lam': 1.0 / scale, 'shape': 1 if shape is None else shape, **({} if dtype is None else {'dtype': dtype}), **kwargs})


def randn(*shape, loc=0, scale=1, **kwargs):
    return normal(loc, scale, shape=shape, **kwargs)


def multinomial(data, shape=None, get_prob=True, dtype='int32', **kwargs):
    return create('_sample_multinomial', '_sample_multinomial', (data,), {**({} if shape is None else {'shape': shape}), 'get_prob': get_prob, 'dtype': dtype, **kwargs})


def shuffle(data, **kwargs):
    return create('_shuffle', '_shuffle', (data,), kwargs)


def _like(kind, **defaults):
    """A draw of another symbol's shape."""
    names = tuple(defaults)

    def function(data, *args, **kwargs):
        given = {**dict(zip(names, args)), **kwargs}
        return create(f'{kind}_like', f'_random_{kind}_like', (data,), {**{name: given.pop(name, defaults[name]) for name in names}, **given})
    function.__name__ = function.__qualname__ = kind + '_like'
    return function


uniform_like, normal_like, gamma_like = _like('uniform', low=0, high=1), _like('normal', loc=0, scale=1), _like('gamma', alpha=1, beta=1)
exponential_like, poisson_like, negative_binomial_like = _like('exponential', lam=1), _like('poisson', lam=1), _like('negative_binomial', k=1, p=1)
generalized_negative_binomial_like = _like('generalized_negative_binomial', mu=1, alpha=1)
