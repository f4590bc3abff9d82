"""As IPython.display."""
from IPython.display import *
from IPython.display import __all__
