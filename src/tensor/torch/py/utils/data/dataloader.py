"""DataLoader: batches of a data set, made in the program itself or by workers: forked processes that load ahead (perch/workers.py, _worker.py)."""
import os
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, Callable, List, TypeVar

import torch
import _tensor
from _torch import _two
from ._worker import Handler, IterableEnd, IterableFetcher, MapFetcher, Resume, ExceptionWrapper, get_worker_info
from .dataset import IterableDataset
from .datapipes.datapipe import IterDataPipe, MapDataPipe
from .sampler import BatchSampler, RandomSampler, Sampler, SequentialSampler


T = TypeVar('T')
_collate_fn_t, _worker_init_fn_t = Callable[[List[T]], Any], Callable[[int], None]       # (what packages name their arguments' types by)
_CANNOT = 'default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {}'


def _made(kind, parts, plain):
    """The parts as a value of a class of the data set's, where it can be made of them."""
    try:
        return kind(parts)
    except TypeError:
        return plain(parts)


def default_collate(batch):
    """Items side by side: tensors with an axis more, in whatever holds them."""
    first, kind = batch[0], type(batch[0])
    if isinstance(first, torch.Tensor):
        return torch.stack(batch, 0)
    if _tensor.is_array(first):
        if first.dtype.kind in 'SUOaV':
            raise TypeError(_CANNOT.format(first.dtype))
        return default_collate([torch.as_tensor(b) for b in batch])
    if kind.__module__ == 'numpy' and hasattr(first, 'item') and not isinstance(first, (str, bytes)):
        return torch.as_tensor([b.item() for b in batch], dtype=torch.as_tensor(first).dtype)
    if isinstance(first, float):
        return torch.tensor(batch, dtype=torch.float64)
    if isinstance(first, int):
        return torch.tensor(batch)
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, Mapping):
        return _made(kind, {key: default_collate([d[key] for d in batch]) for key in first}, dict)
    if isinstance(first, tuple) and hasattr(first, '_fields'):
        return kind(*(default_collate(samples) for samples in zip(*batch)))
    if isinstance(first, Sequence):
        if not all(len(each) == len(first) for each in batch):
            raise RuntimeError('each element in list of batch should be of equal size')
        parts = [default_collate(samples) for samples in zip(*batch)]
        return parts if isinstance(first, tuple) else _made(kind, parts, list)
    raise TypeError(_CANNOT.format(kind))


def default_convert(data):
    """NumPy's arrays and numbers become tensors, in whatever holds them."""
    kind = type(data)
    if isinstance(data, torch.Tensor):
        return data
    if _tensor.is_array(data) or kind.__module__ == 'numpy' and hasattr(data, 'item') and not isinstance(data, (str, bytes)):
        return data if _tensor.is_array(data) and data.dtype.kind in 'SUOaV' else torch.as_tensor(data)
    if isinstance(data, Mapping):
        return _made(kind, {key: default_convert(data[key]) for key in data}, dict)
    if isinstance(data, tuple) and hasattr(data, '_fields'):
        return kind(*(default_convert(each) for each in data))
    if isinstance(data, tuple):
        return [default_convert(each) for each in data]
    if isinstance(data, Sequence) and not isinstance(data, (str, bytes)):
        return _made(kind, [default_convert(each) for each in data], list)
    return data


def _pinned(data, device=None):
    """The batch with its tensors in pinned memory."""
    if isinstance(data, torch.Tensor):
        return data.pin_memory(device)
    if isinstance(data, (str, bytes)):
        return data
    if isinstance(data, Mapping):
        return _made(type(data), {key: _pinned(value, device) for key, value in data.items()}, dict)
    if isinstance(data, tuple) and hasattr(data, '_fields'):
        return type(data)(*(_pinned(value, device) for value in data))
    if isinstance(data, tuple):
        return [_pinned(value, device) for value in data]
    if isinstance(data, Sequence):
        return _made(type(data), [_pinned(value, device) for value in data], list)
    return data.pin_memory() if hasattr(data, 'pin_memory') else data


class _Endless(Sampler):
    """The order in which an IterableDataset is visited: its own."""

    def __init__(self):
        pass

    def __iter__(self):
        while True:
            yield None


def _start_context(asked, workers):
    """How worker processes begin, asked for by a name or as an object with get_start_method(); None: as the platform does."""
    if asked is None:
        return None
    if workers <= 0:
        raise ValueError(f'multiprocessing_context can only be used with multi-process loading (num_workers > 0), but got num_workers={workers}')
    from torch import multiprocessing
    known, found = multiprocessing.get_all_start_methods(), asked
    if isinstance(asked, (str, bytes)):
        found = multiprocessing.get_context(asked) if asked in known else None
        if found is None:
            raise ValueError(f'multiprocessing_context option should specify a valid start method in {known!r}, but got multiprocessing_context={asked!r}')
    if hasattr(found, 'get_start_method'):
        return found
    raise TypeError(f'multiprocessing_context option should be a valid context object or a string specifying the start method, but got multiprocessing_context={asked}')


_PREFETCHED = None if _two('PREFETCH_WHERE_WORKERS') else 2         # what prefetch_factor is where nothing is said


class DataLoader:
    _iterator = None
    _ready = False

    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0, collate_fn=None, pin_memory=False,
                 drop_last=False, timeout=0, worker_init_fn=None, multiprocessing_context=None, generator=None, *, prefetch_factor=_PREFETCHED,
                 persistent_workers=False, pin_memory_device='', in_order=True):
        if num_workers < 0:
            raise ValueError('num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.')
        if timeout < 0:
            raise ValueError('timeout option should be non-negative')
        if num_workers == 0 and prefetch_factor != _PREFETCHED:
            raise ValueError('prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 to enable multiprocessing%s.'
                             % (', otherwise set prefetch_factor to None' if _PREFETCHED is None else ''))
        if num_workers > 0 and prefetch_factor is None:
            prefetch_factor = 2
        if _PREFETCHED is None and prefetch_factor is not None and prefetch_factor < 0:
            raise ValueError('prefetch_factor option should be non-negative')
        assert num_workers == 0 or prefetch_factor > 0
        if persistent_workers and num_workers == 0:
            raise ValueError('persistent_workers option needs num_workers > 0')
        self._iterable = isinstance(dataset, IterableDataset)
        if isinstance(dataset, (IterDataPipe, MapDataPipe)):
            from .graph_settings import apply_shuffle_settings
            apply_shuffle_settings(dataset, shuffle if isinstance(dataset, IterDataPipe) else None)      # (where nothing shuffles it warns, as PyTorch, and the order stays)
        if self._iterable:
            for name, value, wrong in ('shuffle', shuffle, shuffle and not isinstance(dataset, IterDataPipe)), ('sampler', sampler, sampler is not None), ('batch_sampler', batch_sampler, batch_sampler is not None):
                if wrong:
                    raise ValueError('DataLoader with IterableDataset: expected unspecified {0} option, but got {0}={1}'.format(name, value))
        if sampler is not None and shuffle:
            raise ValueError('sampler option is mutually exclusive with shuffle')
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError('batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last')
            batch_size = None
            drop_last = False
        elif batch_size is None and drop_last:
            raise ValueError('batch_size=None option disables auto-batching and is mutually exclusive with drop_last')
        self.dataset = dataset
        self.num_workers = num_workers
        self.prefetch_factor = prefetch_factor
        self.pin_memory = pin_memory
        self.pin_memory_device = pin_memory_device
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.multiprocessing_context = multiprocessing_context
        self.generator = generator
        if sampler is None:
            sampler = _Endless() if self._iterable else RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
        if batch_size is not None and batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        self.collate_fn = collate_fn or (default_collate if self._auto_collation else default_convert)
        self.persistent_workers = persistent_workers
        self._length_said = None
        self._ready = True
        self.check_worker_number_rationality()

    def __class_getitem__(cls, item):
        return cls

    def __setattr__(self, name, value):
        if self._ready and name in ('batch_size', 'batch_sampler', 'sampler', 'drop_last', 'dataset', 'persistent_workers'):
            raise ValueError('{} attribute should not be set after {} is initialized'.format(name, type(self).__name__))
        object.__setattr__(self, name, value)

    @property
    def multiprocessing_context(self):
        return self._context

    @multiprocessing_context.setter
    def multiprocessing_context(self, context):
        self._context = _start_context(context, self.num_workers)

    @property
    def _auto_collation(self):
        return self.batch_sampler is not None

    @property
    def _index_sampler(self):
        return self.batch_sampler if self._auto_collation else self.sampler

    def _get_iterator(self):
        if self.num_workers == 0:
            return _SingleProcessDataLoaderIter(self)
        self.check_worker_number_rationality()
        return _MultiProcessingDataLoaderIter(self)

    def __iter__(self):
        if not (self.persistent_workers and self.num_workers > 0):
            return self._get_iterator()
        if self._iterator is None:
            self._iterator = self._get_iterator()
        else:
            self._iterator._reset(self)
        return self._iterator

    def __len__(self):
        if not self._iterable:
            return len(self._index_sampler)
        length = self._length_said = len(self.dataset)
        if self.batch_size is not None:
            length = length // self.batch_size if self.drop_last else -(-length // self.batch_size)
        return length

    def check_worker_number_rationality(self):
        """Warns of more workers than the processors that this program may use."""
        if not self.num_workers:
            return
        most = len(os.sched_getaffinity(0))
        if self.num_workers > most:
            warnings.warn('This DataLoader will create {} worker processes in total. Our suggested max number of worker in current system is {}, which is smaller than what '
                          'this DataLoader is going to create. Please be aware that excessive worker creation might get DataLoader running slow or even freeze, lower the '
                          'worker number to avoid potential slowness/freeze if necessary.'.format(self.num_workers, most))


def _seed_pipes(loader):
    """Pipes that draw get their seeds from one number, the same in every worker; None: the data set is no pipe."""
    if not isinstance(loader.dataset, (IterDataPipe, MapDataPipe)):
        return None
    from .graph_settings import apply_random_seed
    number = torch.empty((), dtype=torch.int64).random_(generator=loader.generator)
    shared = torch.Generator()
    shared.manual_seed(0 if _tensor.is_dry() else int(number.item()))
    apply_random_seed(loader.dataset, shared)
    return shared.initial_seed()


class _BaseDataLoaderIter:
    def __init__(self, loader):
        self._dataset, self._iterable, self._index_sampler = loader.dataset, loader._iterable, loader._index_sampler     # not the loader, which may hold this
        self._persistent, self._prefetch, self._timeout, self._pin_device = loader.persistent_workers, loader.prefetch_factor, loader.timeout, loader.pin_memory_device or None
        self._num_workers = loader.num_workers
        self._sampler_iter = iter(self._index_sampler)
        self._shared_seed = _seed_pipes(loader)
        seed = torch.empty((), dtype=torch.int64).random_(generator=loader.generator)
        self._base_seed = 0 if _tensor.is_dry() else int(seed.item())
        self._pin = loader.pin_memory and (torch.cuda.is_available() or bool(loader.pin_memory_device))
        if loader.pin_memory and not self._pin and _two('PREFETCH_WHERE_WORKERS'):
            warnings.warn("'pin_memory' argument is set as true but no accelerator is found, then device pinned memory won't be used.")
        if loader.pin_memory_device and not loader.pin_memory:
            warnings.warn("pin memory device is set and pin_memory flag is not used then device pinned memory won't be usedplease set pin_memory to true, if you need to use "
                          'the device pin memory')
        self._begin(loader)

    def _begin(self, loader):
        self._yielded, self._length_said = 0, loader._length_said

    def __iter__(self):
        return self

    def __len__(self):
        return len(self._index_sampler)

    def __getstate__(self):
        raise NotImplementedError('{} cannot be pickled', type(self).__name__)

    def __next__(self):
        data = self._next_data()
        self._yielded += 1
        said = self._length_said
        if self._iterable and said is not None and self._yielded > said:
            text = 'Length of IterableDataset {} was reported to be {} (when accessing len(dataloader)), but {} samples have been fetched. '.format(self._dataset, said, self._yielded)
            if self._num_workers > 0:
                text += ('For multiprocessing data-loading, this could be caused by not properly configuring the IterableDataset replica at each worker. Please see '
                         'https://pytorch.org/docs/stable/data.html#torch.utils.data.IterableDataset for examples.')
            warnings.warn(text)
        return data


class _SingleProcessDataLoaderIter(_BaseDataLoaderIter):
    def __init__(self, loader):
        super().__init__(loader)
        assert loader.timeout == 0
        self._fetcher = (IterableFetcher if loader._iterable else MapFetcher)(loader.dataset, loader._auto_collation, loader.collate_fn, loader.drop_last)

    def _next_data(self):
        data = self._fetcher.fetch(next(self._sampler_iter))
        return _pinned(data, self._pin_device) if self._pin else data


class _Task:
    """A batch that has been asked for: by which worker, and what it gave once it has."""

    __slots__ = 'worker', 'done', 'data'

    def __init__(self, worker):
        self.worker, self.done, self.data = worker, False, None


class _MultiProcessingDataLoaderIter(_BaseDataLoaderIter):
    """Batches in their order from workers that load ahead. Every worker gets its tasks in turn and keeps to prefetch_factor of them."""

    _crew = ()

    def __init__(self, loader):
        super().__init__(loader)
        from perch import workers
        self._workers_module = workers
        self._owner = os.getpid()
        context = loader.multiprocessing_context
        if context is None:
            from torch.multiprocessing import get_context
            context = get_context()
        anew = context.get_start_method() != 'fork'
        if anew:
            workers.packed((loader.dataset, loader.collate_fn, loader.worker_init_fn))     # what cannot be pickled cannot be sent to a program that is started
        import numpy     # whose numbers each worker seeds: taken once here, and not again in every worker of every round
        here = _tensor.is_dry()
        self._crew = workers.crew([lambda number=number: Handler(loader, number, self._base_seed, here) for number in range(self._num_workers)], anew)
        self._start()

    def _start(self):
        self._sampler_iter = iter(self._index_sampler)
        self._given = self._taken = self._outstanding = self._turn = 0
        self._tasks, self._active = {}, [True] * self._num_workers
        for _ in range(self._prefetch * self._num_workers):
            self._give_task()

    def _reset(self, loader):
        """A new round for workers that stay."""
        self._begin(loader)
        waiting = set()
        for worker in self._crew:
            worker.put(Resume())
            waiting.add(worker)
        self._active = [True] * self._num_workers
        while waiting:                          # what an unfinished round left comes first, and is dropped
            for worker, message in self._came(-1, waiting):
                if isinstance(message[0], Resume):
                    waiting.discard(worker)
        self._start()

    def _give_task(self):
        try:
            index = next(self._sampler_iter)
        except StopIteration:
            return
        for _ in range(self._num_workers):
            number, self._turn = self._turn, (self._turn + 1) % self._num_workers
            if self._active[number]:
                break
        else:
            return
        self._crew[number].put((self._given, index))
        self._tasks[self._given] = _Task(number)
        self._outstanding += 1
        self._given += 1

    def _came(self, seconds, workers=None):
        """Messages of the workers that are active. Raises what PyTorch does where one of them has ended."""
        module = self._workers_module
        if workers is None:
            workers = [w for w, active in zip(self._crew, self._active) if active]
        came = module.wait(workers, seconds)
        if not any(message is module.GONE for _, message in came):
            return came
        for worker, message in came:            # batches that came beside are kept
            if message is not module.GONE:
                self._keep(worker, message)
        gone = [worker for worker, message in came if message is module.GONE]
        whys = [module.why_ended(worker) for worker in gone]
        for worker in gone:
            self._active[self._crew.index(worker)] = False
        error = RuntimeError('DataLoader worker (pid(s) {}) exited unexpectedly'.format(', '.join(str(worker.pid) for worker in gone)))
        why = next((why for why in whys if why), None)
        raise error from (RuntimeError(why) if why else None)

    def _keep(self, worker, message):
        number, data = message
        if number in self._tasks:
            self._outstanding -= 1
            self._tasks[number].done, self._tasks[number].data = True, data
        if isinstance(data, IterableEnd):
            which = self._crew.index(worker)
            if self._active[which]:             # what it was asked besides ends the same way
                self._active[which] = False
                self._give_task()

    def _next_data(self):
        if os.getpid() != self._owner:
            raise RuntimeError('DataLoader workers belong to the process that started them')
        while True:
            while self._taken < self._given:
                task = self._tasks[self._taken]
                if task.done or self._active[task.worker]:
                    break
                del self._tasks[self._taken]
                self._taken += 1
            else:
                if not self._persistent:
                    self._shutdown_workers()
                raise StopIteration
            if task.done:
                del self._tasks[self._taken]
                if isinstance(task.data, IterableEnd):
                    self._taken += 1
                    continue
                return self._handed(task.data)
            limit = self._timeout
            came = self._came(limit if limit > 0 else -1)
            if not came and limit > 0:
                raise RuntimeError('DataLoader timed out after {} seconds'.format(limit))
            for worker, message in came:
                self._keep(worker, message)

    def _handed(self, data):
        self._taken += 1
        self._give_task()
        if isinstance(data, ExceptionWrapper):
            data.reraise()
        if self._pin:
            try:
                data = _pinned(data, self._pin_device)
            except Exception as error:
                ExceptionWrapper(error, 'in pin memory thread for device %d' % torch.cuda.current_device()).reraise()
        return data

    def _shutdown_workers(self):
        crew, self._crew = self._crew, ()
        if crew and os.getpid() == self._owner:
            self._workers_module.end(crew, self._outstanding > 0)
            self._active = [False] * self._num_workers

    def __del__(self):
        try:
            self._shutdown_workers()
        except Exception:
            pass
