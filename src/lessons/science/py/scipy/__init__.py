"""perch's scipy: a core of scipy 1.10 over NumPy's arrays, for what lessons call. What is absent says so by name."""
__version__ = '1.10.1'
_ROOMS = ('cluster', 'constants', 'datasets', 'fft', 'fftpack', 'integrate', 'interpolate', 'io', 'linalg', 'misc', 'ndimage', 'optimize', 'signal', 'sparse', 'spatial', 'special', 'stats')


def __getattr__(name):
    """The rooms are imported when they are first asked for, as scipy's own are."""
    if name in _ROOMS:
        import importlib
        return importlib.import_module('scipy.' + name)
    raise AttributeError(f"Module 'scipy' has no attribute '{name}'")


def __dir__():
    return sorted({*globals(), *_ROOMS})
