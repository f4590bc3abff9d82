"""Key-value stores: where gradients of several devices are added up."""
import pickle

import _tensor
from . import ndarray as nd
from . import optimizer as opt


def _write_states(updater, fname, *what):
    """What an updater keeps, into a file."""
    with open(fname, 'wb') as file:
        file.write(updater.get_states(*what))


def _read_states(updater, fname):
    with open(fname, 'rb') as file:
        updater.set_states(file.read())


def total(arrays, ctx=None):
    """The sum of arrays on several devices, on ctx or the first one's place."""
    ctx = arrays[0].context if ctx is None else ctx
    if len(arrays) == 1:
        return arrays[0].as_in_context(ctx)
    place = next((i for i, a in enumerate(arrays) if a.context == ctx), None)
    if place is not None and ctx.device_type == 'gpu':      # on cards of their own by NCCL, where it is
        made = [nd.empty(a.shape, ctx, a.dtype) if i == place else a for i, a in enumerate(arrays)]
        if _tensor.together(1, arrays, made, place):
            return made[place]
    return nd.add_n(*[a.as_in_context(ctx) for a in arrays])


class KVStore:
    """One process's store: push adds up, pull copies out."""

    def __init__(self, kind):
        self.type = kind
        self.rank, self.num_workers = 0, 1
        self._values, self._updater = {}, None

    @staticmethod
    def _pairs(key, value):
        if not isinstance(key, (list, tuple)):
            return [(key, list(value) if isinstance(value, (list, tuple)) else [value])]
        return [(k, list(v) if isinstance(v, (list, tuple)) else [v]) for k, v in zip(key, value)]

    def init(self, key, value):
        for k, v in self._pairs(key, value):
            self._values[k] = v[0].copy()

    def push(self, key, value, priority=0):
        for k, v in self._pairs(key, value):
            store = self._values[k]
            new = total(v, store.context)
            if self._updater is not None:
                self._updater(k, new, store)
            else:
                self._values[k] = new if len(v) > 1 or new is not v[0] else new.copy()

    def pull(self, key, out=None, priority=0, ignore_sparse=True):
        for k, targets in self._pairs(key, out):
            for t in targets:
                self._values[k].copyto(t)

    def row_sparse_pull(self, key, out=None, priority=0, row_ids=None):
        """Some rows of a value, into row-sparse arrays."""
        from .ndarray.sparse import RowSparseNDArray, retain
        if out is None or row_ids is None:
            raise AssertionError
        ids = row_ids if isinstance(row_ids, (list, tuple)) else [row_ids]
        pairs = self._pairs(key, out)
        ids = list(ids) * sum(len(targets) for _, targets in pairs) if len(ids) == 1 else list(ids)
        for k, targets in pairs:
            for target in targets:
                store = self._values[k]
                retain(store if isinstance(store, RowSparseNDArray) else store.tostype('row_sparse'), ids.pop(0)).copyto(target)

    def pushpull(self, key, value, out=None, priority=0):
        self.push(key, value, priority)
        self.pull(key, value if out is None else out, priority)

    def broadcast(self, key, value, out, priority=0):
        self.init(key, value)
        self.pull(key, out, priority)

    def set_optimizer(self, optimizer):
        self._updater = opt.get_updater(optimizer)

    def _set_updater(self, updater):
        self._updater = updater

    def is_capable(self, capability):
        return capability == 'optimizer'

    def save_optimizer_states(self, fname, dump_optimizer=False):
        _write_states(self._updater, fname, dump_optimizer)

    def load_optimizer_states(self, fname):
        _read_states(self._updater, fname)


def create(name='local'):
    """'local' or 'device'."""
    if not isinstance(name, str):
        raise TypeError('name must be a string')
    if name.startswith('dist'):
        raise NotImplementedError(f'kvstore {name!r}: perch runs in one process yet')
    if name not in ('local', 'device', 'nccl', 'local_allreduce_cpu', 'local_allreduce_device'):
        from .base import MXNetError
        raise MXNetError(f'Unknown KVStore type "{name}"')
    return KVStore(name)
