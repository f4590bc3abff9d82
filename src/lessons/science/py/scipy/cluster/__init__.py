"""Clusters: vq has k-means, hierarchy trees of clusters."""
import importlib

__all__ = ['vq', 'hierarchy']


def __getattr__(name):
    if name in __all__:
        return importlib.import_module('scipy.cluster.' + name)
    raise AttributeError(f"module 'scipy.cluster' has no attribute {name!r}")
