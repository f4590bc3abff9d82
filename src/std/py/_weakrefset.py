"""WeakSet under its old address."""
from weakref import WeakSet

__all__ = ['WeakSet']
