"""torch.distributions.categorical"""
from .basic import Categorical
