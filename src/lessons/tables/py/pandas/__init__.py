"""perch's pandas: a core of pandas 1.5 over NumPy's arrays, for the tables of lessons. What is absent says so by name."""
from pandas.core.options import get_option, option_context, options, reset_option, set_option
from pandas.core.missing import NA, NaT, isna, isna as isnull, notna, notna as notnull
from pandas.core.indexes.base import Index
from pandas.core.indexes.numeric import Float64Index, Int64Index, UInt64Index
from pandas.core.indexes.range import RangeIndex
from pandas.core.series import Series
from pandas.core.frame import DataFrame
from pandas.core.algorithms import factorize, unique
from pandas.core.numeric import to_numeric, value_counts
from pandas.core.reshape.concat import concat
from pandas.core.reshape.encoding import get_dummies
from pandas.io.parsers.readers import read_csv, read_fwf, read_table
from pandas import errors

__version__ = '1.5.3'


def __getattr__(name):
    import importlib
    from pandas.core.absent import LATER, MODULE
    if name in LATER:
        try:
            found = getattr(importlib.import_module(LATER[name]), name)
        except ModuleNotFoundError as e:
            if e.name != LATER[name]:
                raise
        else:
            globals()[name] = found
            return found
    if name in ('datetime', 'np'):
        import warnings
        whole, instead = ('The pandas.datetime class', 'Import from datetime module') if name == 'datetime' else ('The pandas.np module', 'Import numpy directly')
        warnings.warn(f'{whole} is deprecated and will be removed from pandas in a future version. {instead} instead.', FutureWarning, stacklevel=2)
        return importlib.import_module('numpy') if name == 'np' else importlib.import_module('datetime').datetime
    if name in ('api', 'tseries', 'testing', 'plotting'):
        return importlib.import_module('pandas.' + name)
    if name in MODULE:
        raise AttributeError(f"module 'pandas' has no attribute '{name}' (pandas has it; perch's pandas is a core of it, without {name})")
    raise AttributeError(f"module 'pandas' has no attribute '{name}'")


def __dir__():
    from pandas.core.absent import LATER
    return sorted(set(globals()) | set(LATER))
