"""Arrays that NumPy has not: numbers and bools that may lack values, texts, categories, intervals; their dtypes by name."""
import importlib

# what a dtype's name begins with: (the module here, the function there that makes the dtype of a name)
_NAMES = {'Int': 'masked', 'UInt': 'masked', 'Float': 'masked', 'boolean': 'masked', 'string': 'texts', 'category': 'categories', 'interval': 'intervals', 'Interval': 'intervals'}


def of(module, name):
    """A name of one of the modules here, which are read when they are first needed."""
    return getattr(importlib.import_module('pandas.core.extended.' + module), name)


def named(text):
    """The dtype that a text names, or None."""
    for begin, module in _NAMES.items():
        if text.startswith(begin):
            return of(module, 'dtype_named')(text)
    return None
