"""Queues for threads: first in first out, last in first out, smallest first."""
import threading
from collections import deque
from heapq import heappop, heappush
from time import monotonic
from types import GenericAlias

__all__ = ['Empty', 'Full', 'Queue', 'PriorityQueue', 'LifoQueue', 'SimpleQueue']


class Empty(Exception):
    "Exception raised by Queue.get(block=0)/get_nowait()."


Empty.__module__ = '_queue'


class Full(Exception):
    "There is no room to put an item."


class Queue:
    """First in, first out; put() waits where there is no room, get() where there is nothing."""

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self._init(maxsize)
        self.mutex = threading.Lock()
        self.not_empty = threading.Condition(self.mutex)
        self.not_full = threading.Condition(self.mutex)
        self.all_tasks_done = threading.Condition(self.mutex)
        self.unfinished_tasks = 0

    # What a subclass changes; called with the mutex held.
    def _init(self, maxsize):
        self.queue = deque()

    def _qsize(self):
        return len(self.queue)

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.popleft()

    def qsize(self):
        with self.mutex:
            return self._qsize()

    def empty(self):
        with self.mutex:
            return not self._qsize()

    def full(self):
        with self.mutex:
            return 0 < self.maxsize <= self._qsize()

    def put(self, item, block=True, timeout=None):
        """Add an item; Full when there is no room (and the timeout has passed)."""
        with self.not_full:
            if self.maxsize > 0:
                _await(self.not_full, lambda: self._qsize() < self.maxsize, block, timeout, Full)
            self._put(item)
            self.unfinished_tasks += 1
            self.not_empty.notify()

    def get(self, block=True, timeout=None):
        """Take an item; Empty when there is none (and the timeout has passed)."""
        with self.not_empty:
            _await(self.not_empty, self._qsize, block, timeout, Empty)
            item = self._get()
            self.not_full.notify()
            return item

    def put_nowait(self, item):
        return self.put(item, block=False)

    def get_nowait(self):
        return self.get(block=False)

    def task_done(self):
        """An item that get() gave has been dealt with."""
        with self.all_tasks_done:
            if self.unfinished_tasks <= 0:
                raise ValueError('task_done() called too many times')
            self.unfinished_tasks -= 1
            if not self.unfinished_tasks:
                self.all_tasks_done.notify_all()

    def join(self):
        """Wait until task_done() was called for every item."""
        with self.all_tasks_done:
            while self.unfinished_tasks:
                self.all_tasks_done.wait()


def _await(condition, ready, block, timeout, error):
    if not block:
        if not ready():
            raise error
        return
    if timeout is None:
        while not ready():
            condition.wait()
        return
    if timeout < 0:
        raise ValueError("'timeout' must be a non-negative number")
    end = monotonic() + timeout
    while not ready():
        left = end - monotonic()
        if left <= 0:
            raise error
        condition.wait(left)


class PriorityQueue(Queue):
    """The smallest item first."""

    def _init(self, maxsize):
        self.queue = []

    def _put(self, item):
        heappush(self.queue, item)

    def _get(self):
        return heappop(self.queue)


class LifoQueue(Queue):
    """Last in, first out."""

    def _init(self, maxsize):
        self.queue = []

    def _get(self):
        return self.queue.pop()


class SimpleQueue:
    """First in, first out, without a limit and without task_done()."""

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self):
        self._queue = deque()
        self._changed = threading.Condition(threading.Lock())

    def put(self, item, block=True, timeout=None):
        with self._changed:
            self._queue.append(item)
            self._changed.notify()

    def get(self, block=True, timeout=None):
        with self._changed:
            _await(self._changed, self.qsize, block, timeout, Empty)
            return self._queue.popleft()

    def put_nowait(self, item):
        return self.put(item)

    def get_nowait(self):
        return self.get(block=False)

    def qsize(self):
        return len(self._queue)

    def empty(self):
        return not self._queue


SimpleQueue.__module__ = '_queue'
