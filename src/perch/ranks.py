"""This process as a rank of a run (_ranks): joining it, and telling the others how it ended. For the libraries that have runs: torch.distributed, mxnet's stores."""
import atexit
import os
import shutil
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
        import _tensor
        _ranks.record(_tensor.ledger())
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
            where = ' at %s:%d' % (name.rsplit('/', 1)[-1].removeprefix('Cell '), line)
    return '%s: %s%s' % (kind.__name__, ' '.join(str(error).split()).split('; ')[0][:160], where)


def _leave():
    _ranks.close(_ended[-1] if _ended else None)


# ---- the launcher ----

def launcher():
    """Open MPI's mpirun, where perch has the engine for its ranks; None: not here."""
    path = shutil.which('mpirun')
    try:
        return path if path and _ranks.version().startswith('Open MPI') else None
    except RuntimeError:
        return None


def free_port():
    import socket
    with socket.socket() as door:
        door.bind(('', 0))
        return door.getsockname()[1]


def launched(environment, count):
    """The environment of a launcher of so many ranks. What torchrun does not ask, mpirun is told not to ask either, where the user has not said otherwise: whether there are as many
    processors as ranks, and whether it is root who starts them."""
    told = {'OMPI_MCA_rmaps_base_oversubscribe': '1', 'OMPI_MCA_hwloc_base_binding_policy': 'none'}
    if os.geteuid() == 0:
        told.update(OMPI_ALLOW_RUN_AS_ROOT='1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM='1')
    if count > 1:
        told['OMP_NUM_THREADS'] = '1'
    return {**told, **environment}


# ---- a rank that is steered (perch.lesson.rank): around its cells ----

def begins(number, targets, alone):
    _ranks.cell(number, targets, alone)


def rests(failed):
    """Its cell has ended; the state of its calls."""
    words = None
    if failed:
        import _session
        error = _session.last_exception()
        words = _words(type(error), error, error.__traceback__) if error is not None else failed
    _ranks.rest(words)


def state():
    """(calls of everybody so far, how many of this rank's own are not done)."""
    return _ranks.state()


def mend():
    _ranks.mend()


def leaves(words):
    """This rank ends of its own: the others are told why."""
    _ended.append(words)


def devices_text():
    """'cpu 1.2 MB, gpu(0) 0 bytes': what is in use of each."""
    import _tensor
    from perch._draw import amount
    return ', '.join(('cpu ' if i < 0 else 'gpu(%d) ' % i) + amount(_tensor.memory(i)['allocated']) for i in range(-1, _tensor.gpu_count()))
