"""Events to run at their time."""
import heapq
import threading
import time
from collections import namedtuple
from itertools import count

__all__ = ['scheduler']

Event = namedtuple('Event', 'time, priority, sequence, action, argument, kwargs')
Event.time.__doc__ = 'When, in the units of timefunc.'
Event.priority.__doc__ = 'Events of one time run in the order of priority.'
Event.sequence.__doc__ = 'A growing number, so that events of one time and priority run in the order they were entered.'
Event.action.__doc__ = 'The function to call.'
Event.argument.__doc__ = 'Its positional arguments.'
Event.kwargs.__doc__ = 'Its keyword arguments.'
_sentinel = object()


class scheduler:
    """A queue of events over a clock, timefunc(), and a way to wait, delayfunc(duration)."""

    def __init__(self, timefunc=time.monotonic, delayfunc=time.sleep):
        self._queue = []
        self._lock = threading.RLock()
        self.timefunc = timefunc
        self.delayfunc = delayfunc
        self._sequence_generator = count()

    def enterabs(self, time, priority, action, argument=(), kwargs=_sentinel):
        """Enter an event at an absolute time; what cancel() takes."""
        if kwargs is _sentinel:
            kwargs = {}
        with self._lock:
            event = Event(time, priority, next(self._sequence_generator), action, argument, kwargs)
            heapq.heappush(self._queue, event)
        return event

    def enter(self, delay, priority, action, argument=(), kwargs=_sentinel):
        """Enter an event `delay` from now."""
        return self.enterabs(self.timefunc() + delay, priority, action, argument, kwargs)

    def cancel(self, event):
        """Take an event out; ValueError if it is not there."""
        with self._lock:
            self._queue.remove(event)
            heapq.heapify(self._queue)

    def empty(self):
        with self._lock:
            return not self._queue

    def run(self, blocking=True):
        """Run the events until there are none; not blocking: those that are due, and the time until the next."""
        while True:
            with self._lock:
                if not self._queue:
                    return
                event = self._queue[0]
                now = self.timefunc()
                due = event.time <= now
                if due:
                    heapq.heappop(self._queue)
            if due:
                event.action(*event.argument, **event.kwargs)
                self.delayfunc(0)
            elif not blocking:
                return event.time - now
            else:
                self.delayfunc(event.time - now)

    @property
    def queue(self):
        with self._lock:
            return sorted(self._queue)
