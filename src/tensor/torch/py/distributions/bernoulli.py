"""torch.distributions.bernoulli"""
from .basic import Bernoulli
