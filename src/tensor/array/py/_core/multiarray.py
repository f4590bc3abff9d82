"""numpy._core.multiarray: what arrays and scalars in NumPy 2's pickles are made by."""
from numpy.core.multiarray import *
from numpy.core.multiarray import _reconstruct, scalar
