"""torch.distributions.poisson"""
from .basic import Poisson
