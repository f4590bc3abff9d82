"""torch._six: names that packages of PyTorch's first years take from there."""
import builtins         # noqa: F401
from math import inf, nan   # noqa: F401

string_classes = (str, bytes)
