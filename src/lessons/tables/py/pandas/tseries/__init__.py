"""pandas.tseries: steps of the calendar, holidays, and what frequency moments have."""


def __getattr__(name):
    if name in ('offsets', 'frequencies', 'holiday', 'api'):
        import importlib
        return importlib.import_module('pandas.tseries.' + name)
    raise AttributeError(f"module 'pandas.tseries' has no attribute '{name}'")
