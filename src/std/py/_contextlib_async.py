"""The asynchronous half of contextlib."""
from abc import ABC, abstractmethod
from functools import wraps
from types import MethodType

from contextlib import _BaseExitStack, _chain, _has_methods

_GenericAlias = type(list[int])


class AbstractAsyncContextManager(ABC):
    """Base of classes with __aenter__ and __aexit__; recognises any that has both."""
    __class_getitem__ = classmethod(_GenericAlias)

    async def __aenter__(self):
        return self

    @abstractmethod
    async def __aexit__(self, exc_type, exc_value, traceback):
        return None

    @classmethod
    def __subclasshook__(cls, C):
        if cls is AbstractAsyncContextManager:
            return _has_methods(C, '__aenter__', '__aexit__')
        return NotImplemented


class AsyncContextDecorator:
    """Mixin: the asynchronous context manager can also decorate a coroutine function."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @wraps(func)
        async def inner(*args, **kwds):
            async with self._recreate_cm():
                return await func(*args, **kwds)
        return inner


class _AsyncGeneratorContextManager(AbstractAsyncContextManager, AsyncContextDecorator):
    """What an @asynccontextmanager function returns."""

    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self.func, self.args, self.kwds = func, args, kwds
        doc = getattr(func, '__doc__', None)
        self.__doc__ = type(self).__doc__ if doc is None else doc

    def _recreate_cm(self):
        return self.__class__(self.func, self.args, self.kwds)

    async def __aenter__(self):
        del self.args, self.kwds, self.func
        try:
            return await anext(self.gen)
        except StopAsyncIteration:
            raise RuntimeError("generator didn't yield") from None

    async def __aexit__(self, typ, value, traceback):
        if typ is None:
            try:
                await anext(self.gen)
            except StopAsyncIteration:
                return False
            try:
                raise RuntimeError("generator didn't stop")
            finally:
                await self.gen.aclose()
        if value is None:
            value = typ()
        try:
            await self.gen.athrow(typ, value, traceback)
        except StopAsyncIteration as exc:
            return exc is not value
        except RuntimeError as exc:
            if exc is value:
                exc.__traceback__ = traceback
                return False
            if isinstance(value, (StopIteration, StopAsyncIteration)) and exc.__cause__ is value:
                value.__traceback__ = traceback
                return False
            raise
        except BaseException as exc:
            if exc is not value:
                raise
            exc.__traceback__ = traceback
            return False
        try:
            raise RuntimeError("generator didn't stop after athrow()")
        finally:
            await self.gen.aclose()


def asynccontextmanager(func):
    """Decorator: an asynchronous generator function with one yield becomes an asynchronous context manager."""
    @wraps(func)
    def helper(*args, **kwds):
        return _AsyncGeneratorContextManager(func, args, kwds)
    return helper


class aclosing(AbstractAsyncContextManager):
    """Awaits thing.aclose() at the end."""

    def __init__(self, thing):
        self.thing = thing

    async def __aenter__(self):
        return self.thing

    async def __aexit__(self, *exc_info):
        await self.thing.aclose()


class AsyncExitStack(_BaseExitStack, AbstractAsyncContextManager):
    """An async with block whose managers and clean-ups, of both kinds, are added while it runs."""

    async def enter_async_context(self, cm):
        """Enter an asynchronous context manager; its __aexit__ runs with the stack's."""
        cls = type(cm)
        try:
            enter, leave = cls.__aenter__, cls.__aexit__
        except AttributeError:
            raise TypeError(f"'{cls.__module__}.{cls.__qualname__}' object does "
                            'not support the asynchronous context manager protocol') from None
        result = await enter(cm)
        self._push(MethodType(leave, cm), False)
        return result

    def push_async_exit(self, exit):
        """Add an object's __aexit__, or a coroutine function with its signature."""
        method = getattr(type(exit), '__aexit__', None)
        self._push(exit if method is None else MethodType(method, exit), False)
        return exit

    def push_async_callback(self, callback, /, *args, **kwds):
        """Add any coroutine function, to be called with these arguments."""
        async def _exit_wrapper(exc_type, exc, tb):
            await callback(*args, **kwds)
        _exit_wrapper.__wrapped__ = callback
        self._push(_exit_wrapper, False)
        return callback

    async def aclose(self):
        """Unwind now."""
        await self.__aexit__(None, None, None)

    async def __aenter__(self):
        return self

    async def __aexit__(self, *details):
        import sys
        had_exception = details[0] is not None
        outside = sys.exc_info()[1]
        suppressed = pending = False
        while self._exit_callbacks:
            is_sync, callback = self._exit_callbacks.pop()
            try:
                answer = callback(*details)
                if not is_sync:
                    answer = await answer
                if answer:
                    suppressed = True
                    pending = False
                    details = (None, None, None)
            except BaseException as new:
                _chain(new, details[1], outside)
                details = (type(new), new, new.__traceback__)
                pending = True
        if pending:
            exc = details[1]
            context = exc.__context__
            try:
                raise exc
            except BaseException:
                exc.__context__ = context
                raise
        return had_exception and suppressed


for _each in (AbstractAsyncContextManager, AsyncContextDecorator, _AsyncGeneratorContextManager, asynccontextmanager,
              aclosing, AsyncExitStack):
    _each.__module__ = 'contextlib'
