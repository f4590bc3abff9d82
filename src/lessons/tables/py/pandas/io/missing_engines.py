"""Formats that pandas itself leaves to other packages: what it says where they are not there."""


_ENGINES = {'pyarrow': 'pyarrow', 'fastparquet': 'fastparquet'}


def refuse_parquet(engine='auto'):
    """pandas' words where no engine for Parquet is installed."""
    if engine in _ENGINES:
        raise ImportError(f"Missing optional dependency '{engine}'. {engine} is required for parquet support. Use pip or conda to install {engine}.")
    raise ImportError("Unable to find a usable engine; tried using: 'pyarrow', 'fastparquet'.\nA suitable version of pyarrow or fastparquet is required for parquet support.\nTrying to import the above resulted in "
                      "these errors:\n - Missing optional dependency 'pyarrow'. pyarrow is required for parquet support. Use pip or conda to install pyarrow.\n - Missing optional dependency 'fastparquet'. "
                      "fastparquet is required for parquet support. Use pip or conda to install fastparquet.")


def read_parquet(path, *args, **kwargs):
    """Parquet, which pyarrow or fastparquet reads."""
    refuse_parquet(kwargs.get('engine', args[0] if args else 'auto'))


def read_feather(path, *args, **kwargs):
    """Feather, which pyarrow reads."""
    raise ImportError("Missing optional dependency 'pyarrow'.  Use pip or conda to install pyarrow.")


def read_orc(path, *args, **kwargs):
    """ORC, which pyarrow reads."""
    raise ImportError("Missing optional dependency 'pyarrow.orc'.  Use pip or conda to install pyarrow.orc.")


def _lacks(package):
    raise ImportError(f"Missing optional dependency '{package}'.  Use pip or conda to install {package}.")


class HDFStore:
    """HDF5, which PyTables reads and writes; perch has no such library."""

    def __init__(self, path, mode='a', complevel=None, complib=None, fletcher32=False, **kwargs):
        _lacks('tables')


def read_hdf(path_or_buf, key=None, mode='r', *args, **kwargs):
    """A table of an HDF5 file."""
    import os
    if isinstance(path_or_buf, (str, os.PathLike)) and not os.path.exists(path_or_buf):
        raise FileNotFoundError(f'File {path_or_buf} does not exist')
    HDFStore(path_or_buf, mode)


def write_hdf(frame, path_or_buf, key, mode='a', *args, **kwargs):
    """A table into an HDF5 file."""
    HDFStore(path_or_buf, mode)


def read_gbq(query, *args, **kwargs):
    """A table of Google's BigQuery."""
    _lacks('pandas_gbq')


def read_spss(path, usecols=None, convert_categoricals=True):
    """A table of SPSS, which pyreadstat reads."""
    _lacks('pyreadstat')


def read_sas(filepath_or_buffer, *args, **kwargs):
    """A table of SAS."""
    raise NotImplementedError("perch's pandas has no read_sas")


def no_clipboard():
    """What pandas says where there is no clipboard."""
    from pandas.errors import PyperclipException
    raise PyperclipException('\n    Pyperclip could not find a copy/paste mechanism for your system.\n    For more information, please visit\n    https://pyperclip.readthedocs.io/en/latest/#not-implemented-error\n    ')


def read_clipboard(sep=r'\s+', **kwargs):
    """A table of the clipboard."""
    no_clipboard()
