"""pandas.api.indexers: what says where windows begin and end."""
from pandas.core.window import BaseIndexer, FixedForwardWindowIndexer
