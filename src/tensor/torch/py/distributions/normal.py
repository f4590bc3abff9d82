"""torch.distributions.normal"""
from .basic import Normal
