"""What lies about: derivatives by differences. The pictures and the heartbeat are data that perch has not."""
import warnings as _warnings

import numpy as _np

_DATA = ('ascent', 'face', 'electrocardiogram')


def _tell_of_the_end(name):
    _warnings.warn(f'scipy.misc.{name} is deprecated in SciPy v1.10.0; and will be completely removed in SciPy v1.12.0. You may consider using findiff: https://github.com/maroba/findiff or '
                   'numdifftools: https://github.com/pbrod/numdifftools', DeprecationWarning, stacklevel=3)


def central_diff_weights(Np, ndiv=1):
    """The weights of points about one for the ndiv-th derivative."""
    _tell_of_the_end('central_diff_weights')
    if Np < ndiv + 1:
        raise ValueError('Number of points must be at least the derivative order + 1.')
    if Np % 2 == 0:
        raise ValueError('The number of points must be odd.')
    places = _np.arange(-(Np >> 1), (Np >> 1) + 1.0)
    return _np.prod(_np.arange(1, ndiv + 1), axis=0) * _np.linalg.inv(places[:, None] ** _np.arange(Np))[ndiv]


def derivative(func, x0, dx=1.0, n=1, args=(), order=3):
    """The n-th derivative at a place, by the values about it."""
    _tell_of_the_end('derivative')
    if order < n + 1:
        raise ValueError("'order' (the number of points used to compute the derivative), must be at least the derivative order 'n' + 1.")
    if order % 2 == 0:
        raise ValueError("'order' (the number of points used to compute the derivative) must be odd.")
    with _warnings.catch_warnings():
        _warnings.simplefilter('ignore')
        weights = central_diff_weights(order, n)
    value = 0.0
    for k in range(order):
        value += weights[k] * func(x0 + (k - (order >> 1)) * dx, *args)
    return value / _np.prod((dx,) * n, axis=0)


def __getattr__(name):
    if name in _DATA:
        raise AttributeError(f"module 'scipy.misc' has no attribute {name!r} (scipy has it; perch's scipy is a core of it, without its data)")
    raise AttributeError(f"module 'scipy.misc' has no attribute {name!r}")


__all__ = ['central_diff_weights', 'derivative']
