"""This process as a rank of a run (_ranks): joining it, and telling the others how it ended. For the libraries that have runs: torch.distributed, mxnet's stores."""
import atexit
import sys

import _ranks

KIND = {name: i for i, name in enumerate(_ranks.kinds())}
REDUCTION = {name: i for i, name in enumerate(_ranks.reductions())}
_ended = []         # what went wrong, in a few words


def is_started():
    """Has a launcher of MPI started this process as one of a run? (A child of multiprocessing inherits what such a process was told.)"""
    from multiprocessing import parent_process
    return _ranks.is_open() or _ranks.started() and parent_process() is None


def join():
    """(rank, how many) of the run that this process is a rank of."""
    begun = _ranks.is_open()
    place = _ranks.open()
    if not begun:
        atexit.register(_leave)
        _watch()
    return place


def _watch():
    """The others are told which error ended this rank."""
    before = sys.excepthook

    def hook(kind, error, trace):
        _ended.append(_words(kind, error, trace))
        before(kind, error, trace)
    sys.excepthook = hook


def _words(kind, error, trace):
    import traceback
    where = ''
    for frame, line in traceback.walk_tb(trace):
        name = frame.f_code.co_filename
        if not name.startswith('<frozen'):
            where = ' at %s:%d' % (name.rsplit('/', 1)[-1], line)
    return '%s: %s%s' % (kind.__name__, ' '.join(str(error).split()).split('; ')[0][:160], where)


def _leave():
    _ranks.close(_ended[-1] if _ended else None)
