"""The other name of collections.abc."""
from collections.abc import *
from collections.abc import __all__
