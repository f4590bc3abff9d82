"""Optimizers: one step each, in place, on whatever device the weight lives."""
from .base import Optimizer, Updater, create, get_updater, register
from .rules import NAG, SGD, AdaDelta, AdaGrad, Adam, Adamax, Ftrl, RMSProp, Signum
