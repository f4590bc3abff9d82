"""Key-value stores: where gradients of several devices are added up."""
import pickle

import _tensor
from . import ndarray as nd
from . import optimizer as opt
from .base import MXNetError
from .context import cpu
from .kvstore_base import KVStoreBase


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


class _TwoBits:
    """What is pushed as 0 or plus or minus a threshold; what that leaves out is added to the next push of the same key from the same device."""

    def __init__(self, threshold):
        self.threshold, self._left = threshold, {}

    def __call__(self, key, arrays):
        return [self._one((key, i), each) for i, each in enumerate(arrays)]

    def _one(self, key, array):
        left = self._left[key] + array if key in self._left else array
        sent = ((left >= self.threshold) - (left <= -self.threshold)) * self.threshold
        self._left[key] = left - sent
        return sent


def _compression(params):
    """The compression of set_gradient_compression's words."""
    from .base import MXNetError
    if not isinstance(params, dict):
        raise AssertionError(f'unexpected type for param_dict: {type(params)}')
    if 'type' not in params:
        raise MXNetError('MXNetError: Required parameter type of string is not presented')
    if params['type'] != '2bit':
        raise MXNetError(f"MXNetError: Unknown type for gradient compression {params['type']}")
    threshold = float(params.get('threshold', 0.5))
    if threshold <= 0:
        raise MXNetError(f'MXNetError: Check failed: params.threshold > 0 ({threshold:g} vs. 0) : threshold must be greater than 0')
    return _TwoBits(threshold)


class KVStore(KVStoreBase):
    """One process's store: push adds up, pull copies out."""
    type = rank = num_workers = None

    def __init__(self, kind):
        self.type = kind
        self.rank, self.num_workers = 0, 1
        self._values, self._updater, self._compress, self._numbered = {}, None, None, None

    def set_gradient_compression(self, compression_params):
        """{'type': '2bit', 'threshold': 0.5}: gradients as two bits each. Nothing is smaller for it here; the numbers are those that would come over."""
        if 'device' not in self.type and 'dist' not in self.type:
            raise Exception('Gradient compression is not supported for this type of kvstore')
        self._compress = _compression(compression_params)

    @staticmethod
    def _pairs(key, value):
        if not isinstance(key, (list, tuple)):
            return [(key, list(value) if isinstance(value, (list, tuple)) else [value])]
        return [(k, list(v) if isinstance(v, (list, tuple)) else [v]) for k, v in zip(key, value)]

    def _of_one_kind(self, pairs):
        """The pairs; a store's keys are all numbers or all texts."""
        for k, _ in pairs:
            numbered = int(not isinstance(k, str))
            if self._numbered is None:
                self._numbered = numbered
            elif self._numbered != numbered:
                raise MXNetError(f'MXNetError: Check failed: key_type_ == key_type ({self._numbered} vs. {numbered}) : Mixed key types are not allowed')
        return pairs

    def init(self, key, value):
        for k, v in self._of_one_kind(self._pairs(key, value)):
            self._values[k] = v[0].copy()

    def push(self, key, value, priority=0):
        for k, v in self._of_one_kind(self._pairs(key, value)):
            store = self._values[k]
            v = v if self._compress is None else self._compress(k, v)
            new = total(v, store.context)
            if self._updater is not None:
                self._updater(k, new, store)
            else:
                self._values[k] = new if len(v) > 1 or new is not v[0] else new.copy()

    def pull(self, key, out=None, priority=0, ignore_sparse=True):
        for k, targets in self._of_one_kind(self._pairs(key, out)):
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


class DistKVStore(KVStore):
    """The ranks' store (perch.ranks, MPI): each rank has the whole of it; what is pushed is added up over all of them, and each does the same with the sum. All ranks make the same calls."""

    LIMIT = 1800.0          # seconds that a rank waits for another

    def __init__(self, kind):
        from perch.ranks import join
        super().__init__(kind)
        self.rank, self.num_workers = self._asked(join)

    @staticmethod
    def _asked(function, *args):
        from .base import MXNetError
        try:
            return function(*args)
        except RuntimeError as error:
            raise MXNetError(str(error)) from None

    def _begin(self, kind, taken, given, later):
        import _ranks
        from perch.ranks import KIND
        return self._asked(_ranks.begin, 0, KIND[kind], 0, 0, taken, given, later, self.LIMIT)

    def add_up(self, arrays):
        """Each array of the CPU becomes the sum of all ranks'."""
        import _ranks
        works = [self._begin('all_reduce', a, a, True) for a in arrays]
        for work in works:
            self._asked(_ranks.wait, work, self.LIMIT)
            _ranks.drop(work)

    def over_net(self, kind, arrays):
        """What that call for each takes on the network that simulated GPUs have (--net)."""
        import _tensor
        from perch.ranks import KIND
        for array in arrays:
            if array.context.device_type == 'gpu':
                _tensor.net_spend(array, KIND[kind], self.num_workers, _tensor.nbytes(array))

    def share(self, array):
        """What rank 0 has, on the CPU."""
        here = array.as_in_context(cpu()).copy()
        self._begin('broadcast', here if self.rank == 0 else None, here, False)
        self.over_net('broadcast', [array])
        return here

    def init(self, key, value):
        for k, v in self._pairs(key, value):
            self._refuse_sparse(v)
            self._values[k] = self.share(v[0])

    def push(self, key, value, priority=0):
        pairs = self._pairs(key, value)
        sums = []
        for k, v in pairs:
            self._values[k]             # (a key that was never given is known before anything is exchanged)
            self._refuse_sparse(v)
            v = v if self._compress is None else self._compress(k, v)
            one = total(v, cpu())
            sums.append(one.copy() if any(one is a for a in v) else one)
        self.add_up(sums)
        self.over_net('all_reduce', [v[0] for _, v in pairs])
        for (k, _), new in zip(pairs, sums):
            if self._updater is not None:
                self._updater(k, new, self._values[k])
            else:
                self._values[k] = new

    @staticmethod
    def _refuse_sparse(values):
        if any(getattr(v, 'stype', 'default') != 'default' for v in values):
            raise NotImplementedError('a row_sparse value in a dist kvstore is not in perch; the nearest is its dense form, .tostype("default")')

    def row_sparse_pull(self, key, out=None, priority=0, row_ids=None):
        raise NotImplementedError('row_sparse_pull of a dist kvstore is not in perch; the nearest is pull')

    def _barrier(self):
        self._begin('barrier', None, None, False)


_DIST = ('dist', 'dist_sync', 'dist_device_sync', 'dist_sync_device')


def create(name='local'):
    """'local', 'device' …; under mpirun 'dist_sync'."""
    if not isinstance(name, str):
        raise TypeError('name must be a string')
    if name.lower() in KVStoreBase.kv_registry:
        return KVStoreBase.kv_registry[name.lower()]()
    if name in _DIST:
        return DistKVStore(name)
    if name.startswith('dist_async'):
        raise NotImplementedError(f'kvstore {name!r} is not in perch, whose ranks have no server between them; the nearest is dist_sync')
    if 'dist' in name:
        from .base import MXNetError
        raise MXNetError(f'Unknown KVStore type "{name}"')
    return KVStore(name.lower())            # (any other word is a store of one process, as in MXNet)
