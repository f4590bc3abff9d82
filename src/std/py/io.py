"""Streams.  The classes are in C, `_io`; here are the abstract bases' names."""
from _io import *
from _io import open, StringIO, BytesIO, TextIOWrapper, FileIO
import _io

SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
DEFAULT_BUFFER_SIZE = getattr(_io, 'DEFAULT_BUFFER_SIZE', 8192)
UnsupportedOperation = _io.UnsupportedOperation
BlockingIOError = BlockingIOError


def open_code(path):
    """Open a file that will be run."""
    return open(path, 'rb')


def text_encoding(encoding, stacklevel=2):
    """The encoding, or 'locale' where none is given."""
    return 'locale' if encoding is None else encoding


def __getattr__(name):
    if name in ('IOBase', 'RawIOBase', 'BufferedIOBase', 'TextIOBase'):
        globals()[name] = value = getattr(_io, '_' + name, None) or getattr(_io, name)
        return value
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')


__all__ = ["BlockingIOError", "open", "open_code", "IOBase", "RawIOBase", "FileIO",
           "BytesIO", "StringIO", "BufferedIOBase", "BufferedReader", "BufferedWriter",
           "BufferedRWPair", "BufferedRandom", "TextIOBase", "TextIOWrapper",
           "UnsupportedOperation", "SEEK_SET", "SEEK_CUR", "SEEK_END",
           "DEFAULT_BUFFER_SIZE", "IncrementalNewlineDecoder"]
__all__ = [n for n in __all__ if n in globals() or n.endswith('IOBase')]
