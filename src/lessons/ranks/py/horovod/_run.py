"""The run that this process is a rank of: what horovod.torch and horovod.mxnet have alike. All ranks make the same calls in the same order; names of tensors are taken and not needed."""
from _ranks import untold
from perch.ranks import is_started, join, local_place

Average, Sum, Adasum, Min, Max, Product = range(6)
_WORDS = {Average: 'AVG', Sum: 'SUM', Min: 'MIN', Max: 'MAX', Product: 'PRODUCT'}
_place = None       # (rank, how many)


def init(comm=None, process_sets=None):
    """Joins the run; a program that no launcher started is a run of one."""
    global _place
    from perch.only import only
    only('init', comm=(comm, None), process_sets=(process_sets, None))
    if _place is None:
        _place = tuple(join()) if is_started() or untold() else (0, 1)


def shutdown():
    global _place
    _place = None


def is_initialized():
    return _place is not None


def _known():
    if _place is None:
        raise ValueError('Horovod has not been initialized; use hvd.init().')
    return _place


def rank():
    return _known()[0]


def size():
    return _known()[1]


def local_rank():
    at, known = rank(), local_place()[0]
    return at if known is None else known


def local_size():
    count, known = size(), local_place()[1]
    return count if known is None else known


def cross_size():
    return size() // local_size()


def cross_rank():
    return rank() // local_size()


def is_homogeneous():
    return size() % local_size() == 0


def mpi_enabled():
    return _known() is not None


def mpi_threads_supported():
    _known()
    return False


def mpi_built():
    return True


def _absent():
    return False


gloo_enabled = gloo_built = ddl_built = ccl_built = cuda_built = rocm_built = _absent


def nccl_built():
    return 0


def word_of(op, average):
    """How the parts become one, by a number of the names above; average: the older way to say it."""
    if op is not None and average is not None:
        raise ValueError('The op parameter supersedes average. Please provide only one of them.')
    if op is None:
        op = Sum if average is False else Average
    if op == Adasum:
        raise NotImplementedError('op=Adasum is not in perch; the nearest is op=Average')
    if op not in _WORDS:
        raise ValueError('No such reduction: %r' % (op,))
    return _WORDS[op]


def absent(module, name, nearest):
    def call(*args, **kwargs):
        raise NotImplementedError('%s.%s is not in perch; the nearest is %s' % (module, name, nearest))
    call.__name__ = name
    return call
