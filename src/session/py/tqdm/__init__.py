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
