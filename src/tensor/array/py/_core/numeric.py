"""numpy._core.numeric: what arrays in NumPy 2's pickles of protocol 5 are made by."""
from numpy.core.numeric import *
from numpy.core.numeric import _frombuffer
