"""What asyncio does with threads: calls that run in a pool, results that come from another thread, and barriers."""
import asyncio
import threading


def run_in_executor(loop, executor, func, *args):
    """A Future of the loop for func(*args), which runs in a thread."""
    loop._check_closed()
    if executor is None:
        if loop._executor is None:
            from concurrent.futures import ThreadPoolExecutor
            loop._executor = ThreadPoolExecutor(thread_name_prefix='asyncio')
        executor = loop._executor
    return wrap_future(executor.submit(func, *args), loop=loop)


def wrap_future(future, *, loop=None):
    """A Future of the loop that gets the result of one of concurrent.futures."""
    if asyncio.isfuture(future):
        return future
    loop = loop or asyncio.get_event_loop()
    mine = loop.create_future()
    loop._outside += 1

    def settle(done):
        loop._outside -= 1
        if mine.cancelled():
            return
        if done.cancelled():
            mine.cancel()
        elif done.exception() is not None:
            mine.set_exception(done.exception())
        else:
            mine.set_result(done.result())

    def cancelled(mine):
        if mine.cancelled():
            future.cancel()

    mine.add_done_callback(cancelled)
    future.add_done_callback(lambda done: loop.call_soon_threadsafe(settle, done))
    return mine


async def to_thread(func, /, *args, **kwargs):
    """func(*args, **kwargs) in a thread, in a copy of this context."""
    from contextvars import copy_context
    from functools import partial
    context = copy_context()
    return await run_in_executor(asyncio.get_running_loop(), None, partial(context.run, func, *args, **kwargs))


def run_coroutine_threadsafe(coro, loop):
    """From another thread: run a coroutine on the loop; a concurrent.futures.Future."""
    if not asyncio.iscoroutine(coro):
        raise TypeError('A coroutine object is required')
    from concurrent.futures import Future
    result = Future()

    def begin():
        try:
            task = asyncio.ensure_future(coro, loop=loop)
        except BaseException as e:
            result.set_exception(e)
            raise

        def settle(task):
            if task.cancelled():
                result.cancel()
            elif task.exception() is not None:
                result.set_exception(task.exception())
            else:
                result.set_result(task.result())
        task.add_done_callback(settle)

    loop.call_soon_threadsafe(begin)
    return result


class BrokenBarrierError(RuntimeError):
    """The barrier was broken."""


class Barrier:
    """Where a number of tasks wait for each other."""

    def __init__(self, parties):
        if parties < 1:
            raise ValueError('parties must be > 0')
        self._cond = asyncio.Condition()
        self._parties = parties
        self._state = 'filling'
        self._count = 0

    def __repr__(self):
        wait = '' if self.broken else f', waiters:{self.n_waiting}/{self.parties}'
        return f'<asyncio.locks.Barrier object at {id(self):#x} [{self._state}{wait}]>'

    async def __aenter__(self):
        return await self.wait()

    async def __aexit__(self, *args):
        pass

    async def wait(self):
        """Wait for the others; each task gets another number."""
        async with self._cond:
            await self._cond.wait_for(lambda: self._state not in ('draining', 'resetting'))
            if self._state == 'broken':
                raise BrokenBarrierError('Barrier aborted')
            index = self._count
            self._count += 1
            try:
                if index + 1 == self._parties:
                    self._state = 'draining'
                    self._cond.notify_all()
                else:
                    await self._cond.wait_for(lambda: self._state != 'filling')
                    if self._state in ('broken', 'resetting'):
                        raise BrokenBarrierError('Abort or reset of barrier')
                return index
            finally:
                self._count -= 1
                if not self._count and self._state in ('draining', 'resetting'):
                    self._state = 'filling'
                    self._cond.notify_all()

    async def reset(self):
        async with self._cond:
            if self._count > 0:
                if self._state != 'resetting':
                    self._state = 'resetting'
            else:
                self._state = 'filling'
            self._cond.notify_all()

    async def abort(self):
        async with self._cond:
            self._state = 'broken'
            self._cond.notify_all()

    @property
    def parties(self):
        return self._parties

    @property
    def n_waiting(self):
        return self._count if self._state == 'filling' else 0

    @property
    def broken(self):
        return self._state == 'broken'


for _class in (Barrier, BrokenBarrierError):
    _class.__module__ = 'asyncio.locks' if _class is Barrier else 'asyncio.exceptions'
