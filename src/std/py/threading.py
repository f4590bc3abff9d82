"""Threads, and what they wait for: locks, conditions, semaphores, events, barriers.

One thread at a time runs Python code; another takes over while one waits, and every few milliseconds.
"""
import _thread
import sys
from _thread import (RLock, TIMEOUT_MAX, _local as local, allocate_lock as Lock, error as ThreadError,
                     get_ident, get_native_id, stack_size)
from collections import deque
from time import monotonic

__all__ = ['get_ident', 'active_count', 'Condition', 'current_thread', 'enumerate', 'main_thread', 'TIMEOUT_MAX',
           'Event', 'Lock', 'RLock', 'Semaphore', 'BoundedSemaphore', 'Thread', 'Barrier', 'BrokenBarrierError',
           'Timer', 'ThreadError', 'setprofile', 'settrace', 'local', 'stack_size', 'excepthook', 'ExceptHookArgs',
           'getprofile', 'gettrace', 'get_native_id']

_allocate_lock = Lock
_trace_hook = None
_profile_hook = None


def setprofile(func):
    """Kept for getprofile(); perch calls no profile functions."""
    global _profile_hook
    _profile_hook = func


def getprofile():
    return _profile_hook


def settrace(func):
    """The trace function of threads started from now on."""
    global _trace_hook
    _trace_hook = func


def gettrace():
    return _trace_hook


class Condition:
    """Wait until another thread says that something has changed."""

    def __init__(self, lock=None):
        if lock is None:
            lock = RLock()
        self._lock = lock
        self.acquire = lock.acquire
        self.release = lock.release
        for name in ('_release_save', '_acquire_restore', '_is_owned'):
            if hasattr(lock, name):
                setattr(self, name, getattr(lock, name))
        self._waiters = deque()

    def _release_save(self):
        self._lock.release()

    def _acquire_restore(self, state):
        self._lock.acquire()

    def _is_owned(self):
        if self._lock.acquire(False):
            self._lock.release()
            return False
        return True

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *args):
        return self._lock.__exit__(*args)

    def __repr__(self):
        return '<Condition(%s, %d)>' % (self._lock, len(self._waiters))

    def wait(self, timeout=None):
        """Give the lock back, wait for notify(), take the lock again; False when the timeout passed first."""
        if not self._is_owned():
            raise RuntimeError('cannot wait on un-acquired lock')
        turn = Lock()
        turn.acquire()
        self._waiters.append(turn)
        state = self._release_save()
        got = False
        try:
            if timeout is None:
                got = turn.acquire()
            elif timeout > 0:
                got = turn.acquire(True, timeout)
            else:
                got = turn.acquire(False)
            return got
        finally:
            self._acquire_restore(state)
            if not got:
                try:
                    self._waiters.remove(turn)
                except ValueError:
                    pass

    def wait_for(self, predicate, timeout=None):
        """Wait until predicate() is true; its last value."""
        end = None if timeout is None else monotonic() + timeout
        result = predicate()
        while not result:
            left = None if end is None else end - monotonic()
            if left is not None and left <= 0:
                break
            self.wait(left)
            result = predicate()
        return result

    def notify(self, n=1):
        """Let n of the threads that wait go on, once they have the lock."""
        if not self._is_owned():
            raise RuntimeError('cannot notify on un-acquired lock')
        while n > 0 and self._waiters:
            turn = self._waiters.popleft()
            try:
                turn.release()
            except RuntimeError:
                continue
            n -= 1

    def notify_all(self):
        self.notify(len(self._waiters))

    def notifyAll(self):
        _deprecated('notifyAll() is deprecated, use notify_all() instead')
        self.notify_all()


def _deprecated(text):
    from warnings import warn
    warn(text, DeprecationWarning, stacklevel=3)


def _where(obj):
    cls = type(obj)
    return '%s.%s at %#x' % (cls.__module__, cls.__qualname__, id(obj))


class Semaphore:
    """A counter that acquire() takes from, and waits where it is zero."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError('semaphore initial value must be >= 0')
        self._cond = Condition(Lock())
        self._value = value

    def __repr__(self):
        return '<%s: value=%s>' % (_where(self), self._value)

    def acquire(self, blocking=True, timeout=None):
        if not blocking and timeout is not None:
            raise ValueError("can't specify timeout for non-blocking acquire")
        with self._cond:
            if not blocking and not self._value:
                return False
            if not self._cond.wait_for(lambda: self._value > 0, timeout):
                return False
            self._value -= 1
            return True

    __enter__ = acquire

    def __exit__(self, t, v, tb):
        self.release()

    def release(self, n=1):
        if n < 1:
            raise ValueError('n must be one or more')
        with self._cond:
            self._value += n
            self._cond.notify(n)


class BoundedSemaphore(Semaphore):
    """A semaphore whose value may not go above where it began."""

    def __init__(self, value=1):
        super().__init__(value)
        self._initial_value = value

    def __repr__(self):
        return '<%s: value=%s/%s>' % (_where(self), self._value, self._initial_value)

    def release(self, n=1):
        if n < 1:
            raise ValueError('n must be one or more')
        with self._cond:
            if self._value + n > self._initial_value:
                raise ValueError('Semaphore released too many times')
            self._value += n
            self._cond.notify(n)


class Event:
    """A flag to wait for."""

    def __init__(self):
        self._cond = Condition(Lock())
        self._flag = False

    def __repr__(self):
        return '<%s: %s>' % (_where(self), 'set' if self._flag else 'unset')

    def is_set(self):
        return self._flag

    def isSet(self):
        _deprecated('isSet() is deprecated, use is_set() instead')
        return self.is_set()

    def set(self):
        with self._cond:
            self._flag = True
            self._cond.notify_all()

    def clear(self):
        with self._cond:
            self._flag = False

    def wait(self, timeout=None):
        """Wait until the flag is set; False when the timeout passed first."""
        with self._cond:
            if self._flag:
                return True
            return self._cond.wait_for(self.is_set, timeout)


class BrokenBarrierError(RuntimeError):
    pass


class Barrier:
    """Where a number of threads wait for each other."""

    def __init__(self, parties, action=None, timeout=None):
        self._cond = Condition(Lock())
        self._parties = parties
        self._action = action
        self._timeout = timeout
        self._count = 0
        self._state = 'filling'     # then 'draining', and back; or 'broken', 'resetting'

    def __repr__(self):
        if self.broken:
            return '<%s: broken>' % _where(self)
        return '<%s: waiters=%d/%d>' % (_where(self), self.n_waiting, self.parties)

    def wait(self, timeout=None):
        """Wait for the others; every thread gets another number from range(parties)."""
        if timeout is None:
            timeout = self._timeout
        with self._cond:
            self._cond.wait_for(lambda: self._state not in ('draining', 'resetting'))
            if self._state == 'broken':
                raise BrokenBarrierError
            index = self._count
            self._count += 1
            try:
                if index + 1 == self._parties:
                    try:
                        if self._action:
                            self._action()
                    except BaseException:
                        self._break()
                        raise
                    self._state = 'draining'
                    self._cond.notify_all()
                else:
                    if not self._cond.wait_for(lambda: self._state != 'filling', timeout):
                        self._break()
                        raise BrokenBarrierError
                    if self._state != 'draining':
                        raise BrokenBarrierError
                return index
            finally:
                self._count -= 1
                if not self._count and self._state in ('draining', 'resetting'):
                    self._state = 'filling'
                    self._cond.notify_all()

    def _break(self):
        self._state = 'broken'
        self._cond.notify_all()

    def reset(self):
        """Empty it; threads that wait get BrokenBarrierError."""
        with self._cond:
            if self._count > 0:
                if self._state in ('filling', 'broken'):
                    self._state = 'resetting'
            else:
                self._state = 'filling'
            self._cond.notify_all()

    def abort(self):
        """Break it for all."""
        with self._cond:
            self._break()

    @property
    def parties(self):
        return self._parties

    @property
    def n_waiting(self):
        return self._count if self._state == 'filling' else 0

    @property
    def broken(self):
        return self._state == 'broken'


_active = {}                # by identifier
_starting = set()
_shutdown_locks = set()     # of threads that are no daemons
_counter = 0


def _new_name(template='Thread-%d'):
    global _counter
    _counter += 1
    return template % _counter


class Thread:
    """Call target(*args, **kwargs) in a thread of its own."""

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        assert group is None, 'group argument must be None for now'
        if name:
            name = str(name)
        else:
            name = _new_name()
            if target is not None:
                try:
                    name += ' (%s)' % target.__name__
                except AttributeError:
                    pass
        self._target = target
        self._name = name
        self._args = args
        self._kwargs = {} if kwargs is None else kwargs
        self._daemonic = current_thread().daemon if daemon is None else daemon
        self._ident = None
        self._native_id = None
        self._done = Lock()         # held while the thread runs
        self._started = Event()
        self._stopped = False
        self._initialized = True

    def __repr__(self):
        assert self._initialized, 'Thread.__init__() was not called'
        status = 'initial'
        if self._started.is_set():
            status = 'started'
        if self._stopped:
            status = 'stopped'
        if self._daemonic:
            status += ' daemon'
        if self._ident is not None:
            status += ' %s' % self._ident
        return '<%s(%s, %s)>' % (type(self).__name__, self._name, status)

    def start(self):
        """Start it; once only."""
        if not getattr(self, '_initialized', False):
            raise RuntimeError('thread.__init__() not called')
        if self._started.is_set():
            raise RuntimeError('threads can only be started once')
        self._done.acquire()
        _starting.add(self)
        if not self._daemonic:
            _shutdown_locks.add(self._done)
        try:
            _thread.start_new_thread(self._bootstrap, ())
        except BaseException:
            _starting.discard(self)
            _shutdown_locks.discard(self._done)
            self._done.release()
            raise
        self._started.wait()

    def run(self):
        """What the thread does."""
        try:
            if self._target is not None:
                self._target(*self._args, **self._kwargs)
        finally:
            del self._target, self._args, self._kwargs

    def _bootstrap(self):
        try:
            self._ident = get_ident()
            self._native_id = get_native_id()
            _active[self._ident] = self
            _starting.discard(self)
            self._started.set()
            if _trace_hook:
                sys.settrace(_trace_hook)
            try:
                self.run()
            except SystemExit:
                pass
            except BaseException:
                _call_excepthook(self)
        finally:
            self._stopped = True
            _active.pop(self._ident, None)
            _shutdown_locks.discard(self._done)
            self._done.release()

    def join(self, timeout=None):
        """Wait until the thread has ended, or the timeout passed."""
        if not getattr(self, '_initialized', False):
            raise RuntimeError('Thread.__init__() not called')
        if not self._started.is_set():
            raise RuntimeError('cannot join thread before it is started')
        if self is current_thread():
            raise RuntimeError('cannot join current thread')
        if timeout is None:
            got = self._done.acquire()
        else:
            got = self._done.acquire(True, max(timeout, 0)) if timeout > 0 else self._done.acquire(False)
        if got:
            self._done.release()

    @property
    def name(self):
        assert self._initialized, 'Thread.__init__() not called'
        return self._name

    @name.setter
    def name(self, name):
        assert self._initialized, 'Thread.__init__() not called'
        self._name = str(name)

    @property
    def ident(self):
        assert self._initialized, 'Thread.__init__() not called'
        return self._ident

    @property
    def native_id(self):
        assert self._initialized, 'Thread.__init__() not called'
        return self._native_id

    def is_alive(self):
        assert self._initialized, 'Thread.__init__() not called'
        return self._started.is_set() and not self._stopped

    @property
    def daemon(self):
        assert self._initialized, 'Thread.__init__() not called'
        return self._daemonic

    @daemon.setter
    def daemon(self, daemonic):
        if not self._initialized:
            raise RuntimeError('Thread.__init__() not called')
        if self._started.is_set():
            raise RuntimeError('cannot set daemon status of active thread')
        self._daemonic = daemonic

    def isDaemon(self):
        _deprecated('isDaemon() is deprecated, get the daemon attribute instead')
        return self.daemon

    def setDaemon(self, daemonic):
        _deprecated('setDaemon() is deprecated, set the daemon attribute instead')
        self.daemon = daemonic

    def getName(self):
        _deprecated('getName() is deprecated, get the name attribute instead')
        return self.name

    def setName(self, name):
        _deprecated('setName() is deprecated, set the name attribute instead')
        self.name = name


class ExceptHookArgs(tuple):
    """What excepthook() gets: exc_type, exc_value, exc_traceback, thread."""
    __slots__ = ()
    exc_type = property(lambda self: self[0])
    exc_value = property(lambda self: self[1])
    exc_traceback = property(lambda self: self[2])
    thread = property(lambda self: self[3])

    def __repr__(self):
        return '_thread.ExceptHookArgs(exc_type=%r, exc_value=%r, exc_traceback=%r, thread=%r)' % tuple(self)


def excepthook(args, /):
    """Print an exception that a thread did not catch."""
    exc_type, exc_value, exc_traceback, thread = args
    if exc_type == SystemExit:
        return
    stream = sys.stderr if sys.stderr is not None else getattr(thread, '_stderr', None)
    if stream is None:
        return
    from traceback import print_exception
    print('Exception in thread %s:' % (thread.name if thread is not None else get_ident()), file=stream, flush=True)
    print_exception(exc_type, exc_value, exc_traceback, file=stream)
    stream.flush()


__excepthook__ = excepthook


def _call_excepthook(thread):
    args = ExceptHookArgs((*sys.exc_info(), thread))
    try:
        excepthook(args)
    except BaseException:
        if sys.stderr is not None:
            print('Exception in threading.excepthook:', file=sys.stderr, flush=True)
            sys.excepthook(*sys.exc_info())


class Timer(Thread):
    """Call a function after a time, unless cancel() comes first."""

    def __init__(self, interval, function, args=None, kwargs=None):
        super().__init__()
        self.interval = interval
        self.function = function
        self.args = args if args is not None else []
        self.kwargs = kwargs if kwargs is not None else {}
        self.finished = Event()

    def cancel(self):
        self.finished.set()

    def run(self):
        self.finished.wait(self.interval)
        if not self.finished.is_set():
            self.function(*self.args, **self.kwargs)
        self.finished.set()


class _MainThread(Thread):
    def __init__(self):
        super().__init__(name='MainThread', daemon=False)
        _settle(self)


class _DummyThread(Thread):
    """A thread that was started without this module."""

    def __init__(self):
        super().__init__(name=_new_name('Dummy-%d'), daemon=True)
        _settle(self)

    def is_alive(self):
        return True

    def join(self, timeout=None):
        raise RuntimeError('cannot join a dummy thread')


def _settle(thread):
    thread._ident = get_ident()
    thread._native_id = get_native_id()
    thread._started._flag = True
    thread._done.acquire()
    _active[thread._ident] = thread


def current_thread():
    """The Thread object of the thread that calls this."""
    thread = _active.get(get_ident())
    return _DummyThread() if thread is None else thread


def main_thread():
    return _main_thread


def active_count():
    return len(_active) + len(_starting)


def enumerate():
    """The threads that are alive."""
    return [*_active.values(), *_starting]


def currentThread():
    _deprecated('currentThread() is deprecated, use current_thread() instead')
    return current_thread()


def activeCount():
    _deprecated('activeCount() is deprecated, use active_count() instead')
    return active_count()


_exit_calls = []


def _register_atexit(func, *args, **kwargs):
    """Call func before the threads are joined at the end of the program."""
    _exit_calls.append((func, args, kwargs))


def _shutdown():
    """At the end of the program: wait for the threads that are no daemons."""
    if _main_thread._stopped:
        return
    _main_thread._stopped = True
    _main_thread._done.release()
    for func, args, kwargs in reversed(_exit_calls):
        func(*args, **kwargs)
    while _shutdown_locks:
        lock = next(iter(_shutdown_locks))
        lock.acquire()
        lock.release()
        _shutdown_locks.discard(lock)


_main_thread = _MainThread()
_thread._at_end(_shutdown)
