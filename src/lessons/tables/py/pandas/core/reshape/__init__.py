"""A part of perch's pandas."""


def __getattr__(name):
    if name == 'util':
        import importlib
        return importlib.import_module('pandas.core.reshape.util')
    raise AttributeError(f"module 'pandas.core.reshape' has no attribute '{name}'")
