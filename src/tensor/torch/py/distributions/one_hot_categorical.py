"""torch.distributions.one_hot_categorical: the name that PyTorch has both under; they stand in transformed.py and more.py."""
from .more import OneHotCategoricalStraightThrough       # noqa: F401
from .transformed import OneHotCategorical               # noqa: F401
