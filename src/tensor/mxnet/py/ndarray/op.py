"""mx.nd.op: the same functions."""
from . import *
from . import __getattr__
