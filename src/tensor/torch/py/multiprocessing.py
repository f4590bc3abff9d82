"""torch.multiprocessing: how a DataLoader's workers are started. Processes and queues of a program's own are not in perch."""
import os


class _Context:
    """What get_context() gives: a way to start workers.

    fork: the worker is a copy of the program and cannot use a GPU that the program has used. spawn, forkserver: it may (in perch it is a copy all the same,
    with GPUs of its own); the data set and the loader's functions must be such as can be pickled.
    """

    def __init__(self, name):
        self._name = name

    def get_start_method(self, allow_none=False):
        return self._name

    def __getattr__(self, name):
        return _absent('multiprocessing.get_context(%r)' % self.__dict__.get('_name'), name)


_method = [None]


def _absent(owner, name):
    if name in ('Process', 'Queue', 'SimpleQueue', 'JoinableQueue', 'Pool', 'Pipe', 'Manager', 'Lock', 'RLock', 'Event', 'Barrier', 'Semaphore', 'Condition', 'Value', 'Array',
                'spawn', 'start_processes', 'SpawnContext', 'ProcessContext', 'current_process', 'active_children', 'parent_process'):
        raise NotImplementedError('%s.%s is not in perch; the nearest are the workers of torch.utils.data.DataLoader, os.fork, subprocess and threading' % (owner, name))
    raise AttributeError('%r has no attribute %r' % (owner, name))


def __getattr__(name):
    return _absent('torch.multiprocessing', name)


def get_all_start_methods():
    return ['fork', 'spawn', 'forkserver']


def get_context(method=None):
    if method is None:
        method = _method[0] or 'fork'
    if method not in get_all_start_methods():
        raise ValueError('cannot find context for %r' % method)
    return _Context(method)


def get_start_method(allow_none=False):
    if _method[0] is None and not allow_none:
        _method[0] = 'fork'
    return _method[0]


def set_start_method(method, force=False):
    """For all loaders that are given no context of their own."""
    if _method[0] is not None and not force:
        raise RuntimeError('context has already been set')
    _method[0] = None if method is None and force else get_context(method)._name


def cpu_count():
    return os.cpu_count()


def get_all_sharing_strategies():
    return {'file_descriptor', 'file_system'}


def get_sharing_strategy():
    return 'file_descriptor'


def set_sharing_strategy(new_strategy):
    """Batches come by file descriptors: the other way, by names in the file system, is not there."""
    assert new_strategy in get_all_sharing_strategies()
    if new_strategy != 'file_descriptor':
        raise NotImplementedError("torch.multiprocessing.set_sharing_strategy(%r) is not in perch; the nearest is 'file_descriptor', which it uses" % new_strategy)
