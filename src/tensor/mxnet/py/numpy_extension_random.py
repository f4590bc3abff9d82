"""mx.npx.random."""
from .numpy.random import bernoulli, normal as normal_n, uniform as uniform_n
from .random import seed
