"""Concurrent programs in one thread: coroutines that take turns on an event loop.

The loop keeps callbacks that are ready and a heap of those that wait for their time; when nothing is
ready it sleeps until the first of these.  A Task runs a coroutine step by step: each time the
coroutine waits for a Future the task steps aside and comes back when the future is done.  There are
no sockets or subprocesses here; what has to do with threads is in _threads.
"""
import heapq
import sys
import time
import types
import collections

__all__ = ["run", "Runner", "sleep", "gather", "create_task", "Task", "Future", "wait_for", "wait", "as_completed",
           "shield", "ensure_future", "Event", "Lock", "Condition", "Semaphore", "BoundedSemaphore", "Queue",
           "PriorityQueue", "LifoQueue", "QueueEmpty", "QueueFull", "TaskGroup", "Timeout", "timeout", "timeout_at",
           "TimeoutError", "CancelledError", "InvalidStateError", "AbstractEventLoop", "Handle", "TimerHandle",
           "get_event_loop", "set_event_loop", "new_event_loop", "get_running_loop", "current_task", "all_tasks",
           "iscoroutine", "iscoroutinefunction", "isfuture", "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED", "to_thread", "wrap_future",
           "run_coroutine_threadsafe", "Barrier", "BrokenBarrierError"]

FIRST_COMPLETED = 'FIRST_COMPLETED'
FIRST_EXCEPTION = 'FIRST_EXCEPTION'
ALL_COMPLETED = 'ALL_COMPLETED'

TimeoutError = TimeoutError


class CancelledError(BaseException):
    """The future or task was cancelled."""


class InvalidStateError(Exception):
    """The operation does not fit the state of the future."""


for _class in (CancelledError, InvalidStateError):
    _class.__module__ = 'asyncio.exceptions'

_running = None                                 # the loop that runs now
_current = None                                 # the loop set by set_event_loop
_stepping = None                                # the task whose coroutine runs now
_names = 0                                      # tasks named so far


def iscoroutine(obj):
    """Is it a coroutine object?"""
    return isinstance(obj, types.CoroutineType)


def iscoroutinefunction(func):
    """Is it an async def function?"""
    func = getattr(func, '__func__', func)
    return isinstance(func, types.FunctionType) and bool(func.__code__.co_flags & 0x80)


def isfuture(obj):
    """Is it a Future?"""
    return isinstance(obj, Future)


# ---- the loop ----

def _copy_context():
    """A copy of the current context; None while nobody has contexts, since contextvars was not imported."""
    contextvars = sys.modules.get('contextvars')
    return contextvars and contextvars.copy_context()


class Handle:
    """A callback that the loop will call, unless it is cancelled first."""

    def __init__(self, callback, args, loop, context=None):
        self._callback, self._args, self._loop = callback, args, loop
        self._context = _copy_context() if context is None else context
        self._cancelled = False

    def cancel(self):
        self._cancelled = True
        self._callback = self._args = None

    def cancelled(self):
        return self._cancelled

    def _run(self):
        try:
            if self._context is None:
                self._callback(*self._args)
            else:
                self._context.run(self._callback, *self._args)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as exc:
            self._loop.call_exception_handler({
                'message': f'Exception in callback {self._callback!r}', 'exception': exc})


class TimerHandle(Handle):
    """A callback with a time."""

    def __init__(self, when, callback, args, loop, context=None):
        super().__init__(callback, args, loop, context)
        self._when = when

    def when(self):
        return self._when

    def __lt__(self, other):
        return self._when < other._when


class AbstractEventLoop:
    """What all event loops are."""


class _Loop(AbstractEventLoop):
    def __init__(self):
        self._ready = collections.deque()
        self._timers = []
        self._count = 0
        self._stopping = self._closed = self._debug = False
        self._tasks = {}
        self._generators = {}
        self._handler = None
        self._executor = self._alarm = None
        self._outside = 0                       # futures that other threads will settle

    def __repr__(self):
        return (f'<_UnixSelectorEventLoop running={self.is_running()} '
                f'closed={self.is_closed()} debug={self._debug}>')

    def time(self):
        return time.monotonic()

    def get_debug(self):
        return self._debug

    def set_debug(self, enabled):
        self._debug = enabled

    def is_running(self):
        return _running is self

    def is_closed(self):
        return self._closed

    def _check_closed(self):
        if self._closed:
            raise RuntimeError('Event loop is closed')

    def call_soon(self, callback, *args, context=None):
        self._check_closed()
        handle = Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    def call_soon_threadsafe(self, callback, *args, context=None):
        handle = self.call_soon(callback, *args, context=context)
        if self._alarm is not None:
            self._alarm.set()
        return handle

    def _nap(self, delay):
        """Nothing is ready: sleep, unless another thread may have something."""
        if 'threading' not in sys.modules:
            return time.sleep(0.01 if delay is None else delay)
        if self._alarm is None:
            self._alarm = sys.modules['threading'].Event()
        if not self._ready:
            self._alarm.wait(0.5 if delay is None else delay)
        self._alarm.clear()

    def run_in_executor(self, executor, func, *args):
        from asyncio._threads import run_in_executor
        return run_in_executor(self, executor, func, *args)

    def set_default_executor(self, executor):
        self._executor = executor

    def call_later(self, delay, callback, *args, context=None):
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(self, when, callback, *args, context=None):
        self._check_closed()
        handle = TimerHandle(when, callback, args, self, context)
        self._count += 1
        heapq.heappush(self._timers, (when, self._count, handle))
        return handle

    def create_future(self):
        return Future(loop=self)

    def create_task(self, coro, *, name=None, context=None):
        self._check_closed()
        return Task(coro, loop=self, name=name, context=context)

    def set_exception_handler(self, handler):
        self._handler = handler

    def get_exception_handler(self):
        return self._handler

    def default_exception_handler(self, context):
        import traceback
        lines = [context.get('message') or 'Unhandled exception in event loop']
        lines += [f'{key}: {context[key]!r}' for key in sorted(context) if key not in ('message', 'exception')]
        print('\n'.join(lines), file=sys.stderr)
        exc = context.get('exception')
        if exc is not None:
            traceback.print_exception(exc)

    def call_exception_handler(self, context):
        if self._handler is None:
            self.default_exception_handler(context)
        else:
            self._handler(self, context)

    def stop(self):
        self._stopping = True

    def close(self):
        if self.is_running():
            raise RuntimeError('Cannot close a running event loop')
        self._closed = True
        self._ready.clear()
        self._timers.clear()

    def _turn(self):
        """Run everything that is ready, after waiting if nothing is."""
        timers = self._timers
        while timers and timers[0][2]._cancelled:
            heapq.heappop(timers)
        if not self._ready and not self._stopping:
            if timers:
                delay = timers[0][0] - self.time()
                if delay > 0:
                    self._nap(delay)
            else:
                self._nap(None)
        now = self.time() + 1e-9
        while timers and timers[0][0] <= now:
            handle = heapq.heappop(timers)[2]
            if not handle._cancelled:
                self._ready.append(handle)
        for _ in range(len(self._ready)):
            handle = self._ready.popleft()
            if not handle._cancelled:
                handle._run()

    def run_forever(self):
        global _running
        self._check_closed()
        if _running is not None:
            if _running is self:
                raise RuntimeError('This event loop is already running')
            raise RuntimeError('Cannot run the event loop while another loop is running')
        hooks = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(firstiter=self._generator_begins, finalizer=self._generator_ends)
        _running = self
        try:
            while True:
                self._turn()
                if self._stopping:
                    break
        finally:
            self._stopping = False
            _running = None
            sys.set_asyncgen_hooks(*hooks)

    def run_until_complete(self, future):
        self._check_closed()
        if _running is not None:
            if iscoroutine(future):
                future.close()
            self.run_forever()                  # says what is wrong
        future = ensure_future(future, loop=self)

        def done(_):
            self.stop()
        future.add_done_callback(done)
        try:
            self.run_forever()
        finally:
            future.remove_done_callback(done)
        if not future.done():
            raise RuntimeError('Event loop stopped before Future completed.')
        return future.result()

    def _generator_begins(self, generator):
        import weakref
        self._generators[id(generator)] = weakref.ref(generator)

    def _generator_ends(self, generator):
        self._generators.pop(id(generator), None)
        if not self._closed:
            self.create_task(generator.aclose())

    async def shutdown_asyncgens(self):
        alive = [g for g in (ref() for ref in self._generators.values()) if g is not None]
        self._generators.clear()
        if alive:
            await gather(*(g.aclose() for g in alive), return_exceptions=True)

    async def shutdown_default_executor(self):
        if self._executor is not None:
            self._executor.shutdown(wait=True)
            self._executor = None


def new_event_loop():
    """A loop of its own."""
    return _Loop()


def get_running_loop():
    """The loop that runs this code."""
    if _running is None:
        raise RuntimeError('no running event loop')
    return _running


def set_event_loop(loop):
    """What get_event_loop() gives outside of a running loop."""
    global _current
    _current = loop


def get_event_loop():
    """The running loop, or the one that was set, or a new one."""
    if _running is not None:
        return _running
    if _current is None:
        set_event_loop(new_event_loop())
    return _current


# ---- futures and tasks ----

class Future:
    """A result that is not there yet."""

    _blocking = False

    def __init__(self, *, loop=None):
        self._loop = get_event_loop() if loop is None else loop
        self._state = 'PENDING'
        self._result = self._exception = self._message = None
        self._callbacks = []
        self._told = True

    def __repr__(self):
        words = [self._state.lower()]
        if self._state == 'FINISHED':
            words.append(f'exception={self._exception!r}' if self._exception is not None else f'result={self._result!r}')
        return f'<{type(self).__name__} {" ".join(words)}>'

    def __class_getitem__(cls, item):
        return types.GenericAlias(cls, item)

    def __del__(self):
        if not self._told:
            self._loop.call_exception_handler({
                'message': f'{type(self).__name__} exception was never retrieved',
                'exception': self._exception, 'future': self})

    def get_loop(self):
        return self._loop

    def done(self):
        return self._state != 'PENDING'

    def cancelled(self):
        return self._state == 'CANCELLED'

    def _cancelled_error(self):
        return CancelledError() if self._message is None else CancelledError(self._message)

    def result(self):
        if self._state == 'CANCELLED':
            raise self._cancelled_error()
        if self._state == 'PENDING':
            raise InvalidStateError('Result is not ready.' if type(self) is not Task else 'Result is not set.')
        self._told = True
        if self._exception is not None:
            raise self._exception.with_traceback(self._exception.__traceback__)
        return self._result

    def exception(self):
        if self._state == 'CANCELLED':
            raise self._cancelled_error()
        if self._state == 'PENDING':
            raise InvalidStateError('Exception is not set.')
        self._told = True
        return self._exception

    def _finish(self, state):
        self._state = state
        callbacks, self._callbacks = self._callbacks, []
        for callback, context in callbacks:
            self._loop.call_soon(callback, self, context=context)

    def set_result(self, result):
        if self._state != 'PENDING':
            raise InvalidStateError(f'{self._state}: {self!r}')
        self._result = result
        self._finish('FINISHED')

    def set_exception(self, exception):
        if self._state != 'PENDING':
            raise InvalidStateError(f'{self._state}: {self!r}')
        if isinstance(exception, type):
            exception = exception()
        if type(exception) is StopIteration:
            raise TypeError('StopIteration interacts badly with generators and cannot be raised into a Future')
        self._exception = exception
        self._told = False
        self._finish('FINISHED')

    def cancel(self, msg=None):
        if self._state != 'PENDING':
            return False
        self._message = msg
        self._finish('CANCELLED')
        return True

    def add_done_callback(self, callback, *, context=None):
        if self._state != 'PENDING':
            self._loop.call_soon(callback, self, context=context)
        else:
            self._callbacks.append((callback, _copy_context() if context is None else context))

    def remove_done_callback(self, callback):
        before = len(self._callbacks)
        self._callbacks = [c for c in self._callbacks if c[0] != callback]
        return before - len(self._callbacks)

    def __await__(self):
        if not self.done():
            self._blocking = True
            yield self
        if not self.done():
            raise RuntimeError("await wasn't used with future")
        return self.result()

    __iter__ = __await__


class Task(Future):
    """A coroutine that runs on the loop by itself."""

    def __init__(self, coro, *, loop=None, name=None, context=None):
        global _names
        if not hasattr(coro, 'send'):
            raise TypeError(f'a coroutine was expected, got {coro!r}')
        super().__init__(loop=loop)
        _names += 1
        self._name = f'Task-{_names}' if name is None else str(name)
        self._coro = coro
        self._waits_for = None
        self._must_cancel = False
        self._cancels = 0
        self._context = _copy_context() if context is None else context
        self._loop._tasks[id(self)] = self
        self._loop.call_soon(self._step, context=self._context)

    def __repr__(self):
        name = getattr(self._coro, '__qualname__', repr(self._coro))
        text = super().__repr__()[1:-1].split(' ', 2)
        rest = f' {text[2]}' if len(text) > 2 else ''
        return f'<Task {text[1]} name={self._name!r} coro=<{name}()>{rest}>'

    def get_name(self):
        return self._name

    def set_name(self, name):
        self._name = str(name)

    def get_coro(self):
        return self._coro

    def set_result(self, result):
        raise RuntimeError('Task does not support set_result operation')

    def set_exception(self, exception):
        raise RuntimeError('Task does not support set_exception operation')

    def cancel(self, msg=None):
        if self.done():
            return False
        self._cancels += 1
        if self._waits_for is not None and self._waits_for.cancel(msg):
            return True
        self._must_cancel = True
        self._message = msg
        return True

    def cancelling(self):
        return self._cancels

    def uncancel(self):
        if self._cancels > 0:
            self._cancels -= 1
        return self._cancels

    def _finish(self, state):
        self._loop._tasks.pop(id(self), None)
        super()._finish(state)

    def _step(self, exc=None):
        global _stepping
        if self.done():
            return
        if self._must_cancel:
            if not isinstance(exc, CancelledError):
                exc = self._cancelled_error()
            self._must_cancel = False
        self._waits_for = None
        outer, _stepping = _stepping, self
        try:
            if exc is None:
                waits_for = self._coro.send(None)
            else:
                waits_for = self._coro.throw(exc)
        except StopIteration as stop:
            if self._must_cancel:
                self._must_cancel = False
                super().cancel(self._message)
            else:
                super().set_result(stop.value)
        except CancelledError as stop:
            self._message = stop.args[0] if stop.args else None
            super().cancel(self._message)
        except (KeyboardInterrupt, SystemExit) as error:
            super().set_exception(error)
            raise
        except BaseException as error:
            super().set_exception(error)
        else:
            self._wait(waits_for)
        finally:
            _stepping = outer

    def _wait(self, future):
        if future is None:
            self._loop.call_soon(self._step, context=self._context)
        elif not isinstance(future, Future) or not future._blocking:
            self._loop.call_soon(self._step, RuntimeError(f'Task got bad yield: {future!r}'), context=self._context)
        elif future is self:
            self._loop.call_soon(self._step, RuntimeError(f'Task cannot await on itself: {self!r}'), context=self._context)
        else:
            future._blocking = False
            future.add_done_callback(self._wake, context=self._context)
            self._waits_for = future
            if self._must_cancel and future.cancel(self._message):
                self._must_cancel = False

    def _wake(self, future):
        try:
            future.result()
        except BaseException as error:
            self._step(error)
        else:
            self._step()


def current_task(loop=None):
    """The task that runs now, or None."""
    get_running_loop()
    return _stepping


def all_tasks(loop=None):
    """The set of the loop's tasks that are not done."""
    loop = get_running_loop() if loop is None else loop
    return set(loop._tasks.values())


def create_task(coro, *, name=None, context=None):
    """Run a coroutine in the background."""
    return get_running_loop().create_task(coro, name=name, context=context)


def ensure_future(obj, *, loop=None):
    """A Future for a coroutine, an awaitable or a Future."""
    if isinstance(obj, Future):
        if loop is not None and obj._loop is not loop:
            raise ValueError('The future belongs to a different loop than the one specified as the loop argument')
        return obj
    if not iscoroutine(obj):
        if not hasattr(type(obj), '__await__'):
            raise TypeError('An asyncio.Future, a coroutine or an awaitable is required')
        obj = _wait_for_it(obj)
    return (get_event_loop() if loop is None else loop).create_task(obj)


async def _wait_for_it(awaitable):
    return await awaitable


class _Pass:
    """Awaited, it gives the other tasks one turn."""

    def __await__(self):
        yield


async def sleep(delay, result=None):
    """Come back after `delay` seconds, with `result`."""
    if delay <= 0:
        await _Pass()
        return result
    loop = get_running_loop()
    future = loop.create_future()
    handle = loop.call_later(delay, _set_unless_done, future, result)
    try:
        return await future
    finally:
        handle.cancel()


def _set_unless_done(future, result):
    if not future.done():
        future.set_result(result)


class Runner:
    """Runs coroutines on one loop of its own; the loop is closed at the end of the with block."""

    def __init__(self, *, debug=None, loop_factory=None):
        self._loop = None
        self._factory = loop_factory or new_event_loop

    def __enter__(self):
        self.get_loop()
        return self

    def __exit__(self, *exc_info):
        self.close()

    def get_loop(self):
        if self._loop is None:
            self._loop = self._factory()
        return self._loop

    def run(self, coro, *, context=None):
        if not iscoroutine(coro):
            raise ValueError(f'a coroutine was expected, got {coro!r}')
        if _running is not None:
            raise RuntimeError('Runner.run() cannot be called from a running event loop')
        loop = self.get_loop()
        set_event_loop(loop)
        return loop.run_until_complete(loop.create_task(coro, context=context))

    def close(self):
        loop = self._loop
        if loop is None or loop.is_closed():
            return
        try:
            left = all_tasks(loop)
            for task in left:
                task.cancel()
            if left:
                loop.run_until_complete(_gather(left, True, loop))
            for task in left:
                if not task.cancelled() and task.exception() is not None:
                    loop.call_exception_handler({
                        'message': 'unhandled exception during asyncio.run() shutdown',
                        'exception': task.exception(), 'task': task})
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.run_until_complete(loop.shutdown_default_executor())
        finally:
            set_event_loop(None)
            loop.close()


def run(main, *, debug=None):
    """Run a coroutine on a new loop; its result."""
    if _running is not None:
        raise RuntimeError('asyncio.run() cannot be called from a running event loop')
    with Runner(debug=debug) as runner:
        return runner.run(main)


# ---- several at once ----

class _Gathering(Future):
    """The future of gather(): to cancel it is to cancel all."""

    def __init__(self, children, loop):
        super().__init__(loop=loop)
        self._children = children
        self._asked = False

    def cancel(self, msg=None):
        if self.done():
            return False
        hit = False
        for child in self._children:
            hit = child.cancel(msg) or hit
        self._asked = self._asked or hit
        return hit


def _gather(awaitables, return_exceptions, loop):
    known = {}
    children = []
    for awaitable in awaitables:
        if id(awaitable) not in known:
            known[id(awaitable)] = ensure_future(awaitable, loop=loop)
        children.append(known[id(awaitable)])
    different = list(known.values())
    outer = _Gathering(different, loop)
    left = len(different)

    def done(child):
        nonlocal left
        left -= 1
        if outer.done():
            if not child.cancelled():
                child.exception()
            return
        if not return_exceptions:
            error = child._cancelled_error() if child.cancelled() else child.exception()
            if error is not None:
                outer.set_exception(error)
                return
        if left:
            return
        if outer._asked:
            outer.set_exception(different[-1]._cancelled_error())
            return
        outer.set_result([c._cancelled_error() if c.cancelled() else
                          c.exception() if c.exception() is not None else c.result() for c in children])

    if not children:
        outer.set_result([])
    for child in different:
        child.add_done_callback(done)
    return outer


def gather(*coros_or_futures, return_exceptions=False):
    """Run all at once; the list of their results."""
    loop = _running
    for item in coros_or_futures:
        if loop is None and isinstance(item, Future):
            loop = item.get_loop()
    return _gather(coros_or_futures, return_exceptions, loop or get_event_loop())


async def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    """Wait for futures: (done, pending), two sets."""
    if isinstance(fs, Future) or iscoroutine(fs):
        raise TypeError(f'expect a list of futures, not {type(fs).__name__}')
    if not fs:
        raise ValueError('Set of Tasks/Futures is empty.')
    if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError(f'Invalid return_when value: {return_when}')
    fs = set(fs)
    if any(iscoroutine(f) for f in fs):
        raise TypeError('Passing coroutines is forbidden, use tasks explicitly.')

    def enough():
        done = [f for f in fs if f.done()]
        if len(done) == len(fs):
            return True
        if return_when == FIRST_COMPLETED:
            return bool(done)
        return return_when == FIRST_EXCEPTION and any(not f.cancelled() and f._exception is not None for f in done)

    if not enough():
        loop = get_running_loop()
        waiter = loop.create_future()
        handle = None if timeout is None else loop.call_later(timeout, _set_unless_done, waiter, None)

        def done(_):
            if enough():
                _set_unless_done(waiter, None)
        for f in fs:
            f.add_done_callback(done)
        try:
            await waiter
        finally:
            if handle is not None:
                handle.cancel()
            for f in fs:
                f.remove_done_callback(done)
    finished = {f for f in fs if f.done()}
    return finished, fs - finished


def as_completed(fs, *, timeout=None):
    """Coroutines that give the results in the order in which they come."""
    if isinstance(fs, Future) or iscoroutine(fs):
        raise TypeError(f'expect an iterable of futures, not {type(fs).__name__}')
    loop = get_event_loop()
    done = Queue()
    todo = {ensure_future(f, loop=loop) for f in set(fs)}
    for f in todo:
        f.add_done_callback(done.put_nowait)
    handle = None
    if timeout is not None:
        handle = loop.call_later(timeout, lambda: [done.put_nowait(None) for _ in todo])

    async def next_one():
        f = await done.get()
        if f is None:
            raise TimeoutError
        return f.result()
    for _ in range(len(todo)):
        yield next_one()


def shield(arg):
    """Wait for something that goes on when the waiting is cancelled."""
    inner = ensure_future(arg)
    if inner.done():
        return inner
    outer = inner.get_loop().create_future()

    def done(_):
        if outer.cancelled():
            if not inner.cancelled():
                inner.exception()
        elif inner.cancelled():
            outer.cancel()
        elif inner.exception() is not None:
            outer.set_exception(inner.exception())
        else:
            outer.set_result(inner.result())
    inner.add_done_callback(done)
    return outer


async def wait_for(fut, timeout):
    """Wait at most `timeout` seconds, then cancel and raise TimeoutError."""
    if timeout is None:
        return await fut
    fut = ensure_future(fut, loop=get_running_loop())
    if timeout <= 0 and not fut.done():
        await _cancel_and_wait(fut)
        try:
            return fut.result()
        except CancelledError as error:
            raise TimeoutError from error
    try:
        await wait([fut], timeout=timeout)
    except CancelledError:
        if fut.done():
            return fut.result()
        await _cancel_and_wait(fut)
        raise
    if fut.done():
        return fut.result()
    await _cancel_and_wait(fut)
    try:
        return fut.result()
    except CancelledError as error:
        raise TimeoutError from error


async def _cancel_and_wait(fut):
    fut.cancel()
    await wait([fut])


class Timeout:
    """async with timeout(seconds): the body is cancelled when its time is over."""

    def __init__(self, when):
        self._when = when
        self._task = self._handle = None
        self._expired = False

    def when(self):
        return self._when

    def expired(self):
        return self._expired

    def reschedule(self, when):
        self._when = when
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        if when is not None:
            self._handle = get_running_loop().call_at(when, self._on_time)

    def _on_time(self):
        self._expired = True
        self._task.cancel()

    async def __aenter__(self):
        self._task = current_task()
        if self._task is None:
            raise RuntimeError('Timeout should be used inside a task')
        self._cancels = self._task.cancelling()
        self.reschedule(self._when)
        return self

    async def __aexit__(self, kind, error, tb):
        if self._handle is not None:
            self._handle.cancel()
        if self._expired and self._task.uncancel() <= self._cancels and kind is CancelledError:
            raise TimeoutError from error


def timeout(delay):
    """Limit a block to `delay` seconds (None: no limit)."""
    return Timeout(None if delay is None else get_running_loop().time() + delay)


def timeout_at(when):
    """Limit a block until the loop's time `when`."""
    return Timeout(when)


class TaskGroup:
    """async with: the block ends when all its tasks have; if one fails the others are cancelled."""

    def __init__(self):
        self._entered = self._exiting = self._aborting = False
        self._parent = self._waiter = self._base_error = None
        self._cancelled_parent = False
        self._tasks = set()
        self._errors = []

    async def __aenter__(self):
        if self._entered:
            raise RuntimeError(f'TaskGroup {self!r} has been already entered')
        self._entered = True
        self._loop = get_running_loop()
        self._parent = current_task()
        if self._parent is None:
            raise RuntimeError(f'TaskGroup {self!r} cannot determine the parent task')
        return self

    def create_task(self, coro, *, name=None, context=None):
        if not self._entered:
            raise RuntimeError(f'TaskGroup {self!r} has not been entered')
        if self._exiting and not self._tasks:
            raise RuntimeError(f'TaskGroup {self!r} is finished')
        if self._aborting:
            raise RuntimeError(f'TaskGroup {self!r} is shutting down')
        task = self._loop.create_task(coro, name=name, context=context)
        task.add_done_callback(self._on_done)
        self._tasks.add(task)
        return task

    async def __aexit__(self, kind, error, tb):
        self._exiting = True
        fatal = error if isinstance(error, (KeyboardInterrupt, SystemExit)) else None
        cancelled = error if kind is CancelledError else None
        if self._cancelled_parent and self._parent.uncancel() == 0:
            cancelled = None
        if kind is not None and not self._aborting:
            self._abort()
        while self._tasks:
            self._waiter = self._loop.create_future()
            try:
                await self._waiter
            except CancelledError as again:
                if not self._aborting:
                    cancelled = again
                    self._abort()
            self._waiter = None
        if self._base_error is not None or fatal is not None:
            raise self._base_error or fatal
        if cancelled is not None and not self._errors:
            raise cancelled
        if kind is not None and kind is not CancelledError:
            self._errors.append(error)
        if self._errors:
            raise BaseExceptionGroup('unhandled errors in a TaskGroup', self._errors) from None

    def _abort(self):
        self._aborting = True
        for task in self._tasks:
            task.cancel()

    def _on_done(self, task):
        self._tasks.discard(task)
        if self._waiter is not None and not self._tasks:
            _set_unless_done(self._waiter, None)
        if task.cancelled() or task.exception() is None:
            return
        error = task.exception()
        self._errors.append(error)
        if isinstance(error, (KeyboardInterrupt, SystemExit)) and self._base_error is None:
            self._base_error = error
        if not self._aborting and not self._parent.done():
            self._abort()
            if self._waiter is None or self._tasks:
                if not self._exiting:
                    self._cancelled_parent = True
                    self._parent.cancel()


# ---- locks ----

class _Waiters:
    """A queue of tasks that wait in line."""

    def __init__(self):
        self._waiters = collections.deque()

    async def _stand_in_line(self):
        future = get_running_loop().create_future()
        self._waiters.append(future)
        try:
            return await future
        except CancelledError:
            if future.done() and not future.cancelled():
                self._turn_lost()
            raise
        finally:
            self._waiters.remove(future)

    def _turn_lost(self):
        """A task was woken and, before it ran, cancelled."""

    def _wake_one(self):
        for future in self._waiters:
            if not future.done():
                future.set_result(True)
                return True
        return False

    def _show(self, state):
        text = f'{state}, waiters:{len(self._waiters)}' if self._waiters else state
        return f'<{object.__repr__(self)[1:-1]} [{text}]>'


class _Guard:
    async def __aenter__(self):
        await self.acquire()

    async def __aexit__(self, *exc_info):
        self.release()


class Lock(_Guard, _Waiters):
    """One task at a time."""

    def __init__(self):
        super().__init__()
        self._locked = False

    def __repr__(self):
        return self._show('locked' if self._locked else 'unlocked')

    def locked(self):
        return self._locked

    async def acquire(self):
        if self._locked or any(not w.cancelled() for w in self._waiters):
            try:
                await self._stand_in_line()
            except CancelledError:
                if not self._locked:
                    self._wake_one()
                raise
        self._locked = True
        return True

    def release(self):
        if not self._locked:
            raise RuntimeError('Lock is not acquired.')
        self._locked = False
        self._wake_one()


class Event(_Waiters):
    """A flag that tasks wait for."""

    def __init__(self):
        super().__init__()
        self._value = False

    def __repr__(self):
        return self._show('set' if self._value else 'unset')

    def is_set(self):
        return self._value

    def set(self):
        self._value = True
        for future in self._waiters:
            _set_unless_done(future, True)

    def clear(self):
        self._value = False

    async def wait(self):
        if not self._value:
            await self._stand_in_line()
        return True


class Condition(_Guard, _Waiters):
    """A lock with the possibility to wait for news."""

    def __init__(self, lock=None):
        super().__init__()
        self._lock = Lock() if lock is None else lock
        self.locked, self.acquire, self.release = self._lock.locked, self._lock.acquire, self._lock.release

    def __repr__(self):
        return self._show('locked' if self.locked() else 'unlocked')

    async def wait(self):
        if not self.locked():
            raise RuntimeError('cannot wait on un-acquired lock')
        self.release()
        try:
            await self._stand_in_line()
            return True
        finally:
            cancelled = None
            while True:
                try:
                    await self.acquire()
                    break
                except CancelledError as error:
                    cancelled = error
            if cancelled is not None:
                raise cancelled

    async def wait_for(self, predicate):
        result = predicate()
        while not result:
            await self.wait()
            result = predicate()
        return result

    def notify(self, n=1):
        if not self.locked():
            raise RuntimeError('cannot notify on un-acquired lock')
        for _ in range(n):
            if not self._wake_one():
                break

    def notify_all(self):
        self.notify(len(self._waiters))


class Semaphore(_Guard, _Waiters):
    """At most `value` tasks at a time."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError('Semaphore initial value must be >= 0')
        super().__init__()
        self._value = value

    def __repr__(self):
        return self._show('locked' if self.locked() else f'unlocked, value:{self._value}')

    def locked(self):
        return self._value == 0 or any(not w.cancelled() for w in self._waiters)

    async def acquire(self):
        if not self.locked():
            self._value -= 1
            return True
        await self._stand_in_line()             # who wakes us has taken one for us
        if self._value > 0 and self._wake_one():
            self._value -= 1                    # given back before we ran, while others stood behind us
        return True

    def release(self):
        if not self._wake_one():
            self._value += 1

    def _turn_lost(self):
        Semaphore.release(self)                # what was taken for it goes to the next


class BoundedSemaphore(Semaphore):
    """A Semaphore that may not be released too often."""

    def __init__(self, value=1):
        super().__init__(value)
        self._bound = value

    def release(self):
        if self._value >= self._bound:
            raise ValueError('BoundedSemaphore released too many times')
        super().release()


# ---- queues ----

class QueueEmpty(Exception):
    """Queue.get_nowait() found nothing."""


class QueueFull(Exception):
    """Queue.put_nowait() found no room."""


class Queue:
    """First in, first out; at most `maxsize` items if that is positive."""

    def __init__(self, maxsize=0):
        self._maxsize = maxsize
        self._getters, self._putters = _Waiters(), _Waiters()
        self._unfinished = 0
        self._finished = Event()
        self._finished.set()
        self._init(maxsize)

    def _init(self, maxsize):
        self._queue = collections.deque()

    def _get(self):
        return self._queue.popleft()

    def _put(self, item):
        self._queue.append(item)

    def __repr__(self):
        return f'<{type(self).__name__} at {id(self):#x} {self._about()}>'

    def __str__(self):
        return f'<{type(self).__name__} {self._about()}>'

    def __class_getitem__(cls, item):
        return types.GenericAlias(cls, item)

    def _about(self):
        text = f'maxsize={self._maxsize!r}'
        if self._queue:
            text += f' _queue={list(self._queue)!r}'
        if self._unfinished:
            text += f' tasks={self._unfinished}'
        return text

    @property
    def maxsize(self):
        return self._maxsize

    def qsize(self):
        return len(self._queue)

    def empty(self):
        return not self._queue

    def full(self):
        return 0 < self._maxsize <= self.qsize()

    async def put(self, item):
        while self.full():
            try:
                await self._putters._stand_in_line()
            except CancelledError:
                if not self.full():
                    self._putters._wake_one()
                raise
        return self.put_nowait(item)

    def put_nowait(self, item):
        if self.full():
            raise QueueFull
        self._put(item)
        self._unfinished += 1
        self._finished.clear()
        self._getters._wake_one()

    async def get(self):
        while self.empty():
            try:
                await self._getters._stand_in_line()
            except CancelledError:
                if not self.empty():
                    self._getters._wake_one()
                raise
        return self.get_nowait()

    def get_nowait(self):
        if self.empty():
            raise QueueEmpty
        item = self._get()
        self._putters._wake_one()
        return item

    def task_done(self):
        if self._unfinished <= 0:
            raise ValueError('task_done() called too many times')
        self._unfinished -= 1
        if not self._unfinished:
            self._finished.set()

    async def join(self):
        if self._unfinished > 0:
            await self._finished.wait()


class PriorityQueue(Queue):
    """The smallest item first."""

    def _init(self, maxsize):
        self._queue = []

    def _put(self, item):
        heapq.heappush(self._queue, item)

    def _get(self):
        return heapq.heappop(self._queue)


class LifoQueue(Queue):
    """The last item first."""

    def _init(self, maxsize):
        self._queue = []

    def _get(self):
        return self._queue.pop()


_FROM_THREADS = ('to_thread', 'wrap_future', 'run_coroutine_threadsafe', 'Barrier', 'BrokenBarrierError')


def __getattr__(name):
    if name in _FROM_THREADS:
        import importlib
        value = globals()[name] = getattr(importlib.import_module('asyncio._threads'), name)
        return value
    raise AttributeError(f"module 'asyncio' has no attribute {name!r}")
