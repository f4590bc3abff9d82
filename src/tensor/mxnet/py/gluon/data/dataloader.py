"""DataLoader: batches of a data set, made in the program itself or by workers: forked processes that load ahead (perch/workers.py)."""
import traceback

import _tensor

from ... import ndarray as nd
from ...context import cpu_pinned
from ...util import in_mode, is_np_array, is_np_shape, set_np
from .sampler import BatchSampler, RandomSampler, SequentialSampler


def __getattr__(name):
    if name == 'ForkingPickler':        # (what lessons tell of how arrays of their own come from workers)
        from multiprocessing.reduction import ForkingPickler
        return ForkingPickler
    raise AttributeError(f"module 'mxnet.gluon.data.dataloader' has no attribute {name!r}")


def default_batchify_fn(data):
    """Items side by side: arrays are stacked, tuples part by part, numbers become an array."""
    first = data[0]
    if isinstance(first, nd.NDArray):
        return nd.stack(*data)
    if isinstance(first, tuple):
        return [default_batchify_fn(part) for part in zip(*data)]
    import numpy
    data = numpy.asarray(data)
    return in_mode(nd.array(data, dtype=data.dtype))


default_mp_batchify_fn = default_batchify_fn


def _as_in_context(data, ctx):
    return [_as_in_context(part, ctx) for part in data] if isinstance(data, (list, tuple)) else data.as_in_context(ctx) if isinstance(data, nd.NDArray) else data


class RemoteTraceback(Exception):
    """What stood where an exception was raised, in the worker: the exception's cause."""

    def __init__(self, text):
        super().__init__(text)
        self.tb = text

    def __str__(self):
        return self.tb


class MaybeEncodingError(Exception):
    """A worker's answer could not be sent."""

    def __init__(self, reason, value):
        self.exc, self.value = repr(reason), repr(value)
        super().__init__(self.exc, self.value)

    def __str__(self):
        return "Error sending result: '%s'. Reason: '%s'" % (self.value, self.exc)


class TimeoutError(Exception):
    """A batch did not come in time."""


for _class, _module in (RemoteTraceback, 'multiprocessing.pool'), (MaybeEncodingError, 'multiprocessing.pool'), (TimeoutError, 'multiprocessing.context'):
    _class.__module__ = _module


class _Handler:
    """In the worker: answers (number, samples) with (number, the batch, None) or (number, the exception, its traceback)."""

    def __init__(self, dataset, batchify_fn, here):
        self.dataset, self.batchify_fn = dataset, batchify_fn
        if not here:
            _tensor.threads(1)

    def __call__(self, message):
        number, samples = message
        try:
            return number, self.batchify_fn([self.dataset[i] for i in samples]), None
        except Exception as error:
            return self.failed(number, error)

    def failed(self, number, error):
        from perch import workers
        trace = error.__traceback__         # from the program's first line on, where it is the program that failed
        while trace is not None and _tensor.is_library(trace.tb_frame.f_code):
            trace = trace.tb_next
        text = ''.join(traceback.format_exception(type(error), error, trace or error.__traceback__))
        try:
            workers.packed(error)
        except Exception as reason:
            error = MaybeEncodingError(reason, error)
        return number, error, text

    def refused(self, message, error):
        return self.failed(message[0], MaybeEncodingError(error, message[0]))


class _Processes:
    """The loader's workers; each batch goes to the one that has the fewest before it."""

    def __init__(self, count, dataset, batchify_fn):
        from perch import workers
        import os
        here = _tensor.is_dry()
        self.module, self.owner = workers, os.getpid()
        self.crew = workers.crew([lambda: _Handler(dataset, batchify_fn, here)] * count)
        self.at_work = {w: set() for w in self.crew}
        self.answers, self.numbers = {}, 0

    def start(self, samples):
        if not self.crew:
            raise ValueError('Pool not running')
        worker = min(self.crew, key=lambda w: len(self.at_work[w]))
        number, self.numbers = self.numbers, self.numbers + 1
        self.at_work[worker].add(number)
        worker.put((number, samples))
        return number

    def get(self, number, timeout):
        import time
        end = time.monotonic() + timeout
        while number not in self.answers:
            if not self.crew:
                raise ValueError('Pool not running')
            came = self.module.wait(self.crew, max(end - time.monotonic(), 0))
            if not came:
                raise TimeoutError
            gone = []
            for worker, message in came:
                if message is self.module.GONE:
                    gone.append(worker)
                    continue
                self.at_work[worker].discard(message[0])
                self.answers[message[0]] = message[1:]
            if gone:                        # MXNet waits until the time is up
                why = next(filter(None, map(self.module.why_ended, gone)), None)
                raise RuntimeError('DataLoader worker (pid(s) %s) exited unexpectedly' % ', '.join(str(w.pid) for w in gone)) from (RuntimeError(why) if why else None)
        value, text = self.answers.pop(number)
        if text is None:
            return value
        raise value from RemoteTraceback('\n"""\n%s"""' % text)

    def forget(self, number):
        """A batch that nobody waits for any more."""
        self.answers.pop(number, None)

    def terminate(self):
        import os
        crew, self.crew = self.crew, ()
        if crew and os.getpid() == self.owner:
            self.module.end(crew, any(self.at_work.values()))
            self.at_work = {}

    def __del__(self):
        try:
            self.terminate()
        except Exception:
            pass


class _Threads:
    """The same with threads of the program's own (thread_pool=True)."""

    def __init__(self, count, dataset, batchify_fn):
        from concurrent.futures import ThreadPoolExecutor
        mode = is_np_shape(), is_np_array()
        self.pool = ThreadPoolExecutor(count, initializer=lambda: set_np(*mode))
        self.make = lambda samples: batchify_fn([dataset[i] for i in samples])
        self.over = False

    def start(self, samples):
        if self.over:
            raise ValueError('Pool not running')
        return self.pool.submit(self.make, samples)

    def get(self, future, timeout):
        import concurrent.futures
        try:
            return future.result(timeout)
        except concurrent.futures.TimeoutError:
            if future.done():
                raise
            raise TimeoutError from None

    def forget(self, future):
        future.cancel()

    def terminate(self):
        if not self.over:
            self.over = True
            self.pool.shutdown(wait=False, cancel_futures=True)

    __del__ = terminate


class _MultiWorkerIter:
    """Batches in their order: `prefetch` of them are asked for before the first is taken, and one with each that is."""

    def __init__(self, pool, batch_sampler, pinned, prefetch, timeout, threads):
        self._pool, self._batch_sampler, self._pinned, self._timeout, self._threads = pool, batch_sampler, pinned, timeout, threads
        self._asked = []
        self._iter = iter(batch_sampler)
        for _ in range(prefetch):
            self._push_next()

    def __len__(self):
        return len(self._batch_sampler)

    def _push_next(self):
        samples = next(self._iter, None)
        if samples is not None:
            self._asked.append(self._pool.start(samples))

    def __next__(self):
        self._push_next()
        if not self._asked:
            raise StopIteration
        try:
            batch = self._pool.get(self._asked.pop(0), self._timeout)
        except TimeoutError:
            text = ('Worker timed out after {} seconds. This might be caused by \n\n            - Slow transform. Please increase timeout to allow slower data loading in each '
                    'worker.\n            ').format(self._timeout)
            if not self._threads:
                text += ('- Insufficient shared_memory if `timeout` is large enough.\n            Please consider reduce `num_workers` or increase shared_memory in system.\n            ')
            print(text)
            raise
        except Exception:
            self._pool.terminate()
            self._asked, self._iter = [], iter(())
            raise
        return batch if self._pinned is None else _as_in_context(batch, self._pinned)

    next = __next__

    def __iter__(self):
        return self

    def __del__(self):
        for number in self._asked:
            self._pool.forget(number)


class DataLoader:
    """for batch in DataLoader(dataset, batch_size, shuffle=True): …

    num_workers processes, forked when the loader is made, load `prefetch` batches ahead (2 * num_workers if it is not said); thread_pool=True: threads.
    timeout: seconds that a batch may take. auto_reload: the next round's first batches are asked for at a round's end.
    """

    _worker_pool = None

    def __init__(self, dataset, batch_size=None, shuffle=False, sampler=None, last_batch=None, batch_sampler=None, batchify_fn=None, num_workers=0, pin_memory=False,
                 pin_device_id=0, prefetch=None, thread_pool=False, timeout=120, auto_reload=False):
        self._dataset = dataset
        self._pinned = cpu_pinned(pin_device_id) if pin_memory else None
        self._thread_pool = thread_pool
        self._timeout = timeout
        assert timeout > 0, 'timeout must be positive, given {}'.format(timeout)
        if batch_sampler is None:
            if batch_size is None:
                raise ValueError('batch_size must be specified unless batch_sampler is specified')
            if sampler is None:
                sampler = RandomSampler(len(dataset)) if shuffle else SequentialSampler(len(dataset))
            elif shuffle:
                raise ValueError('shuffle must not be specified if sampler is specified')
            batch_sampler = BatchSampler(sampler, batch_size, last_batch if last_batch else 'keep')
        elif batch_size is not None or shuffle or sampler is not None or last_batch is not None:
            raise ValueError('batch_size, shuffle, sampler and last_batch must not be specified if batch_sampler is specified.')
        self._batch_sampler = batch_sampler
        self._batchify_fn = default_batchify_fn if batchify_fn is None else batchify_fn
        self._num_workers = max(num_workers, 0)
        self._prefetch = max(0, int(prefetch) if prefetch is not None else 2 * self._num_workers)
        if self._num_workers > 0:
            nd.waitall()
            self._worker_pool = (_Threads if thread_pool else _Processes)(self._num_workers, dataset, self._batchify_fn)
        self.auto_reload = auto_reload
        self._iter = None
        if auto_reload:
            self.refresh()

    def __iter__(self):
        if self._iter is None:
            self.refresh()
        batches, self._iter = self._iter, None
        yield from batches
        if self._iter is None and self.auto_reload:
            self.refresh()

    def _here(self):
        for samples in self._batch_sampler:
            batch = self._batchify_fn([self._dataset[i] for i in samples])
            yield batch if self._pinned is None else _as_in_context(batch, self._pinned)

    def refresh(self):
        """Begins a round: its first batches are asked for."""
        if self._worker_pool is None:
            self._iter = self._here()
        else:
            self._iter = _MultiWorkerIter(self._worker_pool, self._batch_sampler, self._pinned, self._prefetch, self._timeout, self._thread_pool)

    def clean(self):
        self._iter = None

    def __len__(self):
        return len(self._batch_sampler)

    def __del__(self):
        if self._worker_pool is not None:
            self._worker_pool.terminate()
