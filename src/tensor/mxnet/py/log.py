"""mx.log: loggers whose lines begin with the level's letter, the time, the process and the place, in a colour on a terminal."""
import logging
import warnings
from logging import CRITICAL, DEBUG, ERROR, INFO, NOTSET, WARNING

_LETTERS = {WARNING: 'W', INFO: 'I', DEBUG: 'D', CRITICAL: 'C', ERROR: 'E'}
_COLORS = {INFO: 32, DEBUG: 34, NOTSET: 34}       # green, blue; what is worse is red


class _Formatter(logging.Formatter):
    """W0131 12:00:00 PID FILE:FUNCTION:LINE] message; coloured where asked for."""

    def __init__(self, colored=True):
        self.colored = colored
        super().__init__(datefmt='%m%d %H:%M:%S')

    def format(self, record):
        head = f'{_LETTERS.get(record.levelno, "U")}%(asctime)s %(process)d %(pathname)s:%(funcName)s:%(lineno)d]'
        if self.colored:
            head = f'\x1b[{_COLORS.get(record.levelno, 31)}m{head}\x1b[0m'
        self._style._fmt = self._fmt = head + ' %(message)s'
        return super().format(record)


def getLogger(name=None, filename=None, filemode=None, level=WARNING):
    """The older name of get_logger."""
    warnings.warn('getLogger is deprecated, Use get_logger instead.', DeprecationWarning, stacklevel=2)
    return get_logger(name, filename, filemode, level)


def _handler(filename, filemode):
    """Where lines go, and how they look."""
    if filename:
        return logging.FileHandler(filename, filemode or 'a')
    made = logging.StreamHandler()
    made.setFormatter(_Formatter())
    return made


def get_logger(name=None, filename=None, filemode=None, level=WARNING):
    """A logger to a file, or to the standard error. One that was given before stays as it is; the root has no handler of its own."""
    found = logging.getLogger(name)
    if name is None or getattr(found, '_perch_given', False):
        return found
    found._perch_given = True
    found.setLevel(level)
    found.addHandler(_handler(filename, filemode))
    return found
