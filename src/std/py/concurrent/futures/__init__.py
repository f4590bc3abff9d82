"""Calls that run in other threads, and their results to come."""
import itertools
import logging
import threading
import time
from collections import namedtuple
from queue import Empty, SimpleQueue
from types import GenericAlias

__all__ = ('FIRST_COMPLETED', 'FIRST_EXCEPTION', 'ALL_COMPLETED', 'CancelledError', 'TimeoutError', 'BrokenExecutor',
           'Future', 'Executor', 'wait', 'as_completed', 'ProcessPoolExecutor', 'ThreadPoolExecutor')

FIRST_COMPLETED = 'FIRST_COMPLETED'
FIRST_EXCEPTION = 'FIRST_EXCEPTION'
ALL_COMPLETED = 'ALL_COMPLETED'
_PENDING, _RUNNING, _CANCELLED, _NOTIFIED, _FINISHED = 'pending', 'running', 'cancelled', 'cancelled_and_notified', 'finished'
_STATES = {_PENDING: 'pending', _RUNNING: 'running', _CANCELLED: 'cancelled', _NOTIFIED: 'cancelled', _FINISHED: 'finished'}

TimeoutError = TimeoutError
DoneAndNotDoneFutures = namedtuple('DoneAndNotDoneFutures', 'done not_done')


class Error(Exception):
    """Base of the errors here."""


class CancelledError(Error):
    """The future was cancelled."""


class InvalidStateError(Error):
    """The future is not in a state for this."""


class BrokenExecutor(RuntimeError):
    """The executor can run nothing any more."""


class BrokenThreadPool(BrokenExecutor):
    """A thread's initializer failed."""


for _class in (Error, CancelledError, InvalidStateError, BrokenExecutor):
    _class.__module__ = 'concurrent.futures._base'
BrokenThreadPool.__module__ = 'concurrent.futures.thread'


class Future:
    """The result to come of a call."""
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self):
        self._condition = threading.Condition()
        self._state = _PENDING
        self._result = None
        self._exception = None
        self._callbacks = []
        self._watchers = []

    def __repr__(self):
        with self._condition:
            text = '<%s at %#x state=%s' % (type(self).__name__, id(self), _STATES[self._state])
            if self._state == _FINISHED:
                what = self._exception if self._exception is not None else self._result
                text += ' %s %s' % ('raised' if self._exception is not None else 'returned', type(what).__name__)
            return text + '>'

    def cancel(self):
        """Cancel it; False when it runs already or is done."""
        with self._condition:
            if self._state in (_RUNNING, _FINISHED):
                return False
            if self._state in (_CANCELLED, _NOTIFIED):
                return True
            self._state = _CANCELLED
            self._condition.notify_all()
        self._call_back()
        return True

    def cancelled(self):
        return self._state in (_CANCELLED, _NOTIFIED)

    def running(self):
        return self._state == _RUNNING

    def done(self):
        return self._state in (_CANCELLED, _NOTIFIED, _FINISHED)

    def add_done_callback(self, fn):
        """Call fn(future) when it is done; at once when it is already."""
        with self._condition:
            if not self.done():
                self._callbacks.append(fn)
                return
        self._call_one(fn)

    def _call_one(self, fn):
        try:
            fn(self)
        except Exception:
            logging.getLogger('concurrent.futures').exception('exception calling callback for %r', self)

    def _call_back(self):
        for fn in self._callbacks:
            self._call_one(fn)

    def _await(self, timeout):
        if not self._condition.wait_for(self.done, timeout):
            raise TimeoutError()
        if self.cancelled():
            raise CancelledError()

    def result(self, timeout=None):
        """What the call returned, or raises what it raised."""
        with self._condition:
            self._await(timeout)
            if self._exception is not None:
                try:
                    raise self._exception
                finally:
                    self = None
            return self._result

    def exception(self, timeout=None):
        """What the call raised, or None."""
        with self._condition:
            self._await(timeout)
            return self._exception

    def set_running_or_notify_cancel(self):
        """For executors: may the call begin?"""
        with self._condition:
            if self._state == _CANCELLED:
                self._state = _NOTIFIED
                for watcher in self._watchers:
                    watcher(self)
                return False
            if self._state != _PENDING:
                logging.getLogger('concurrent.futures').critical('Future %s in unexpected state: %s', id(self), self._state)
                raise RuntimeError('Future in unexpected state')
            self._state = _RUNNING
            return True

    def _finish(self, result, exception):
        with self._condition:
            if self.done():
                raise InvalidStateError('{}: {!r}'.format(self._state.upper(), self))
            self._result, self._exception = result, exception
            self._state = _FINISHED
            for watcher in self._watchers:
                watcher(self)
            self._condition.notify_all()
        self._call_back()

    def set_result(self, result):
        self._finish(result, None)

    def set_exception(self, exception):
        self._finish(None, exception)


def _watch(futures):
    """A queue that gets each future when it is done (those that are done already, at once)."""
    queue = SimpleQueue()
    for future in futures:
        with future._condition:
            if future._state in (_NOTIFIED, _FINISHED, _CANCELLED):
                queue.put(future)
            else:
                future._watchers.append(queue.put)
    return queue


def _unwatch(futures, queue):
    for future in futures:
        with future._condition:
            if queue.put in future._watchers:
                future._watchers.remove(queue.put)


def as_completed(fs, timeout=None):
    """The futures as they get done."""
    end = None if timeout is None else timeout + time.monotonic()
    pending = set(fs)
    total = len(pending)
    queue = _watch(pending)
    try:
        while pending:
            left = None if end is None else max(end - time.monotonic(), 0)
            try:
                future = queue.get(timeout=left) if left is None or left > 0 else queue.get_nowait()
            except Empty:
                raise TimeoutError('%d (of %d) futures unfinished' % (len(pending), total)) from None
            if future in pending:
                pending.remove(future)
                yield future
    finally:
        _unwatch(pending, queue)


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    """(done, not_done): wait until all, or the first, are done."""
    if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError('Invalid return condition: %r' % return_when)
    fs = set(fs)
    done = {f for f in fs if f._state in (_NOTIFIED, _FINISHED, _CANCELLED)}

    def enough():
        if len(done) == len(fs):
            return True
        if return_when == FIRST_COMPLETED:
            return bool(done)
        return return_when == FIRST_EXCEPTION and any(not f.cancelled() and f._exception is not None for f in done)

    if not enough():
        try:
            for future in as_completed(fs, timeout):
                done.add(future)
                if enough():
                    break
        except TimeoutError:
            pass
    return DoneAndNotDoneFutures(done, fs - done)


class Executor:
    """Runs calls."""

    def submit(self, fn, /, *args, **kwargs):
        raise NotImplementedError()

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        """Like map(), the calls run side by side, the results come in order."""
        end = None if timeout is None else timeout + time.monotonic()
        fs = [self.submit(fn, *args) for args in zip(*iterables)]

        def results():
            try:
                fs.reverse()
                while fs:
                    yield fs.pop().result(None if end is None else end - time.monotonic())
            finally:
                for future in fs:
                    future.cancel()
        return results()

    def shutdown(self, wait=True, *, cancel_futures=False):
        pass

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.shutdown(wait=True)
        return False


class ThreadPoolExecutor(Executor):
    """Runs calls in a number of threads."""
    _counter = itertools.count().__next__

    def __init__(self, max_workers=None, thread_name_prefix='', initializer=None, initargs=()):
        if max_workers is None:
            import os
            max_workers = min(32, (os.cpu_count() or 1) + 4)
        if max_workers <= 0:
            raise ValueError('max_workers must be greater than 0')
        if initializer is not None and not callable(initializer):
            raise TypeError('initializer must be a callable')
        self._max_workers = max_workers
        self._work_queue = SimpleQueue()
        self._idle = threading.Semaphore(0)
        self._threads = set()
        self._broken = False
        self._shutdown = False
        self._lock = threading.Lock()
        self._thread_name_prefix = thread_name_prefix or 'ThreadPoolExecutor-%d' % self._counter()
        self._initializer, self._initargs = initializer, initargs
        threading._register_atexit(self._at_exit)

    def _at_exit(self):
        if not self._shutdown:
            self.shutdown(wait=False)

    def submit(self, fn, /, *args, **kwargs):
        with self._lock:
            if self._broken:
                raise BrokenThreadPool(self._broken)
            if self._shutdown:
                raise RuntimeError('cannot schedule new futures after shutdown')
            future = Future()
            self._work_queue.put((future, fn, args, kwargs))
            if not self._idle.acquire(timeout=0) and len(self._threads) < self._max_workers:
                name = '%s_%d' % (self._thread_name_prefix, len(self._threads))
                thread = threading.Thread(name=name, target=self._work)
                thread.start()
                self._threads.add(thread)
            return future

    def _work(self):
        if self._initializer is not None:
            try:
                self._initializer(*self._initargs)
            except BaseException:
                logging.getLogger('concurrent.futures').critical('Exception in initializer:', exc_info=True)
                self._broken = 'A thread initializer failed, the thread pool is not usable anymore'
                while not self._work_queue.empty():
                    item = self._work_queue.get_nowait()
                    if item is not None:
                        item[0].set_exception(BrokenThreadPool(self._broken))
                return
        while True:
            try:
                item = self._work_queue.get_nowait()
            except Empty:
                self._idle.release()
                item = self._work_queue.get()
            if item is None:
                self._work_queue.put(None)      # for the next thread
                return
            future, fn, args, kwargs = item
            if not future.set_running_or_notify_cancel():
                continue
            try:
                result = fn(*args, **kwargs)
            except BaseException as e:
                future.set_exception(e)
                del e
            else:
                future.set_result(result)
            del item, future, fn, args, kwargs

    def shutdown(self, wait=True, *, cancel_futures=False):
        """No more calls; wait for those that were submitted."""
        with self._lock:
            self._shutdown = True
            if cancel_futures:
                while not self._work_queue.empty():
                    item = self._work_queue.get_nowait()
                    if item is not None:
                        item[0].cancel()
            self._work_queue.put(None)
        if wait:
            for thread in self._threads:
                thread.join()


class ProcessPoolExecutor(Executor):
    """perch runs no Python in other processes."""

    def __init__(self, *args, **kwargs):
        raise NotImplementedError('perch has no ProcessPoolExecutor: use ThreadPoolExecutor, or subprocess for other programs')
