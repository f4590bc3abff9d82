"""torch.distributions.uniform"""
from .basic import Uniform
