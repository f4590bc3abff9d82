"""Progress bars: for x in tqdm(items): … and with tqdm(total=n) as bar: bar.update(k).

Where the front draws bars itself it is told how far they are; else a line in sys.stderr is drawn again and again.
"""
from tqdm.std import tqdm, trange

__version__ = '4.66.0'
__all__ = ['tqdm', 'trange', 'tqdm_notebook', 'tnrange', 'main', 'TqdmTypeError', 'TqdmKeyError', 'TqdmWarning']


class TqdmTypeError(TypeError):
    pass


class TqdmKeyError(KeyError):
    pass


class TqdmWarning(Warning):
    pass


tqdm_notebook, tnrange = tqdm, trange


def main(fp=None, argv=None):
    """Hands the lines of stdin on to stdout and draws how many they are; without options."""
    import sys
    if argv:
        raise SystemExit(f'tqdm: options of the command ({" ".join(argv)}) are not in perch')
    for line in tqdm(sys.stdin, file=fp or sys.stderr):
        sys.stdout.write(line)


def __getattr__(name):
    """tqdm.notebook and its like: in the original torch has imported them."""
    if name in ('auto', 'autonotebook', 'notebook'):
        import importlib
        return importlib.import_module('tqdm.' + name)
    raise AttributeError(f"module 'tqdm' has no attribute {name!r}")
