"""pandas.api: what other programs may ask about columns and windows."""
from pandas.api import indexers, types
