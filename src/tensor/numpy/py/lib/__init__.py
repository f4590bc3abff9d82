"""numpy.lib: the part that programs name."""
from . import stride_tricks
