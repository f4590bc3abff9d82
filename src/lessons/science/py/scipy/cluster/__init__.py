"""Clusters: vq has k-means."""
import importlib


def __getattr__(name):
    if name == 'vq':
        return importlib.import_module('scipy.cluster.vq')
    raise AttributeError(f"module 'scipy.cluster' has no attribute {name!r}")
