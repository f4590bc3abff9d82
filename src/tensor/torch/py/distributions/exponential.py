"""torch.distributions.exponential"""
from .basic import Exponential
