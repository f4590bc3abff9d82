"""mx.npx.random."""
from .numpy.random import _like, bernoulli, normal, uniform
from .random import seed


def _of_batch(draw, first, second, batch_shape, dtype, ctx):
    """The parameters' size stands behind that of the batch."""
    shape = () if batch_shape is None else (batch_shape,) if isinstance(batch_shape, int) else tuple(batch_shape)
    return draw(first, second, (*shape, *(_like(None, first, second) or ())) or None, dtype, ctx)


def uniform_n(low=0.0, high=1.0, batch_shape=None, dtype=None, ctx=None):
    """Between low and high, for each of the batch."""
    return _of_batch(uniform, low, high, batch_shape, dtype, ctx)


def normal_n(loc=0.0, scale=1.0, batch_shape=None, dtype=None, ctx=None):
    """Normal, mean loc and deviation scale, for each of the batch."""
    return _of_batch(normal, loc, scale, batch_shape, dtype, ctx)
