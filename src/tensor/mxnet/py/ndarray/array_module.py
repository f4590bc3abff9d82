"""mx.nd.ndarray: the class and the functions around it."""
from . import *
from . import NDArray, array, load, save, waitall
