"""mx.nd.op: the same functions."""
from . import *
