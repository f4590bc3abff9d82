"""mx.random: the seed, and the same functions as mx.nd.random."""
import _tensor

from .ndarray.random import (exponential, gamma, generalized_negative_binomial, multinomial, negative_binomial, normal, poisson, randint, randn, shuffle, uniform)


def seed(seed_state, ctx='all'):
    """Sets the state of the random numbers, of all devices."""
    if not isinstance(seed_state, int):
        raise ValueError('seed_state must be int')
    _tensor.seed(seed_state, 0)
