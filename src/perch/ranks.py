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


# ---- what a launcher told ----

def local_place():
    """(rank, how many) among the ranks of this machine, each None where the launcher does not say it."""
    at = _number('OMPI_COMM_WORLD_LOCAL_RANK', 'MPI_LOCALRANKID', 'LOCAL_RANK', 'SLURM_LOCALID')
    count = _number('OMPI_COMM_WORLD_LOCAL_SIZE', 'MPI_LOCALNRANKS', 'LOCAL_WORLD_SIZE')
    return at, _of_slurm() if count is None else count


def _number(*names):
    return next((int(os.environ[name]) for name in names if os.environ.get(name, '').isdigit()), None)


def _of_slurm():
    """How many processes srun has started on this machine: "3,2(x4)" says it of each."""
    counts = []
    for part in os.environ.get('SLURM_STEP_TASKS_PER_NODE', '').split(','):
        count, _, times = part.rstrip(')').partition('(x')
        counts += [int(count)] * int(times or 1) if count.isdigit() else []
    node = _number('SLURM_NODEID')
    return counts[node] if node is not None and node < len(counts) else None


def is_one_of_several():
    return _ranks.is_open() or is_started() and _number('OMPI_COMM_WORLD_SIZE', 'PMI_SIZE', 'SLURM_STEP_NUM_TASKS') != 1


# ---- the launcher ----

# What launchers tell each process that they start, by the beginnings of the names; it is of that process alone.
_TOLD = ('PMI_', 'PMIX_', 'MPI_LOCAL', 'OMPI_COMM_WORLD_', 'OMPI_UNIVERSE_SIZE', 'OMPI_MCA_ess', 'OMPI_MCA_orte_', 'OMPI_MCA_pmix', 'PERCH_RANK')


def forget_launcher():
    """This process starts ranks and is none itself: what a launcher around it (srun, mpirun) has told it is not for them."""
    for name in [name for name in os.environ if name.startswith(_TOLD)]:
        del os.environ[name]


def launcher():
    """Open MPI's mpirun, where perch has the engine for its ranks; None: not here."""
    path = shutil.which('mpirun.openmpi') or shutil.which('mpirun')     # (that name may also be MPICH's)
    try:
        return path if path and _ranks.version().startswith('Open MPI') else None
    except RuntimeError:
        return None


def free_port():
    import socket
    with socket.socket() as door:
        door.bind(('', 0))
        return door.getsockname()[1]


def launched(environment, count, hosts=None):
    """The environment of a launcher of so many ranks. What torchrun does not ask, mpirun is told not to ask either, where the user has not said otherwise: whether there are as many
    processors as ranks, and whether it is root who starts them; and without hosts all are on this machine, also where a batch system (Slurm) has lent several."""
    told = {'OMPI_MCA_rmaps_base_oversubscribe': '1', 'OMPI_MCA_hwloc_base_binding_policy': 'none'}
    if not hosts:
        told.update(OMPI_MCA_plm='isolated', OMPI_MCA_ras='^slurm,tm,gridengine,lsf', OMPI_MCA_orte_default_hostfile='none')
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
    """'cpu 1.2 MB, gpu(0) 0 bytes': what is in use of each; cuda:0 where the session speaks PyTorch alone."""
    import _tensor
    from perch.mistakes.draw import amount
    from perch.views.world import place_name, torch_speaks
    torch = torch_speaks()
    return ', '.join(f"{place_name(i, torch)} {amount(_tensor.memory(i)['allocated'])}" for i in range(-1, _tensor.gpu_count()))
