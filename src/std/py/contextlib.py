"""Tools for the with statement."""
from abc import ABC, abstractmethod
from functools import wraps
from types import MethodType

__all__ = ['asynccontextmanager', 'contextmanager', 'closing', 'nullcontext', 'AbstractContextManager',
           'AbstractAsyncContextManager', 'AsyncExitStack', 'ContextDecorator', 'AsyncContextDecorator', 'ExitStack',
           'redirect_stdout', 'redirect_stderr', 'suppress', 'aclosing', 'chdir']


def __getattr__(name):                          # the asynchronous half is loaded at first use
    if name in ('asynccontextmanager', 'AbstractAsyncContextManager', 'AsyncExitStack', 'AsyncContextDecorator',
                'aclosing', '_AsyncGeneratorContextManager'):
        import _contextlib_async
        for each in ('asynccontextmanager', 'AbstractAsyncContextManager', 'AsyncExitStack',
                     'AsyncContextDecorator', 'aclosing', '_AsyncGeneratorContextManager'):
            globals()[each] = getattr(_contextlib_async, each)
        return globals()[name]
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')


class AbstractContextManager(ABC):
    """Base of classes with __enter__ and __exit__; recognises any that has both."""
    __slots__ = ()
    __class_getitem__ = classmethod(type(list[int]))

    def __enter__(self):
        return self

    @abstractmethod
    def __exit__(self, exc_type, exc_value, traceback):
        return None

    @classmethod
    def __subclasshook__(cls, C):
        if cls is AbstractContextManager:
            return _has_methods(C, '__enter__', '__exit__')
        return NotImplemented


def _has_methods(C, *names):
    for name in names:
        for c in C.__mro__:
            if name in c.__dict__:
                if c.__dict__[name] is None:
                    return NotImplemented
                break
        else:
            return NotImplemented
    return True


class ContextDecorator:
    """Mixin: the context manager can also decorate a function."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @wraps(func)
        def inner(*args, **kwds):
            with self._recreate_cm():
                return func(*args, **kwds)
        return inner


class _GeneratorContextManager(ContextDecorator, AbstractContextManager):
    """What a @contextmanager function returns: runs the generator in two halves."""

    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self.func, self.args, self.kwds = func, args, kwds
        doc = getattr(func, '__doc__', None)
        self.__doc__ = type(self).__doc__ if doc is None else doc

    def _recreate_cm(self):
        return self.__class__(self.func, self.args, self.kwds)

    def __enter__(self):
        del self.args, self.kwds, self.func     # not needed again; may hold a lot
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, typ, value, traceback):
        if typ is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            try:
                raise RuntimeError("generator didn't stop")
            finally:
                self.gen.close()
        if value is None:
            value = typ()
        try:
            self.gen.throw(typ, value, traceback)
        except StopIteration as exc:
            # ended by itself: handled, unless it let our own StopIteration out
            return exc is not value
        except RuntimeError as exc:
            if exc is value:
                exc.__traceback__ = traceback
                return False
            if isinstance(value, StopIteration) and exc.__cause__ is value:
                value.__traceback__ = traceback
                return False
            raise
        except BaseException as exc:
            if exc is not value:
                raise
            exc.__traceback__ = traceback
            return False
        try:
            raise RuntimeError("generator didn't stop after throw()")
        finally:
            self.gen.close()


def contextmanager(func):
    """Decorator: a generator function with one yield becomes a context manager."""
    @wraps(func)
    def helper(*args, **kwds):
        return _GeneratorContextManager(func, args, kwds)
    return helper


class closing(AbstractContextManager):
    """Calls thing.close() at the end."""

    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *exc_info):
        self.thing.close()


class _Redirect(AbstractContextManager):
    _stream = None

    def __init__(self, new_target):
        self._new_target = new_target
        self._old_targets = []                  # re-entrant

    def __enter__(self):
        import sys
        self._old_targets.append(getattr(sys, self._stream))
        setattr(sys, self._stream, self._new_target)
        return self._new_target

    def __exit__(self, exctype, excinst, exctb):
        import sys
        setattr(sys, self._stream, self._old_targets.pop())


class redirect_stdout(_Redirect):
    """What is printed goes to another stream."""
    _stream = 'stdout'


class redirect_stderr(_Redirect):
    """What is written to sys.stderr goes to another stream."""
    _stream = 'stderr'


class suppress(AbstractContextManager):
    """Swallow the named exceptions; goes on after the with block."""

    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        pass

    def __exit__(self, exctype, excinst, exctb):
        return exctype is not None and issubclass(exctype, self._exceptions)


class nullcontext(AbstractContextManager):
    """Does nothing: for where a context manager is optional."""

    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *excinfo):
        pass

    async def __aenter__(self):
        return self.enter_result

    async def __aexit__(self, *excinfo):
        pass


class chdir(AbstractContextManager):
    """Work in another directory for a while."""

    def __init__(self, path):
        self.path = path
        self._old_cwd = []

    def __enter__(self):
        import os
        self._old_cwd.append(os.getcwd())
        os.chdir(self.path)

    def __exit__(self, *excinfo):
        import os
        os.chdir(self._old_cwd.pop())


class _BaseExitStack:
    """What ExitStack and AsyncExitStack share: _exit_callbacks holds (is it synchronous, function of type, value, tb)."""

    def __init__(self):
        self._exit_callbacks = []

    def pop_all(self):
        """Move all clean-ups to a new stack, so that this one runs none."""
        new = type(self)()
        new._exit_callbacks, self._exit_callbacks = self._exit_callbacks, []
        return new

    def push(self, exit):
        """Add an object's __exit__, or a function with its signature."""
        method = getattr(type(exit), '__exit__', None)
        self._push(exit if method is None else MethodType(method, exit))
        return exit

    def _push(self, callback, is_sync=True):
        self._exit_callbacks.append((is_sync, callback))

    def enter_context(self, cm):
        """Enter a context manager; its __exit__ runs with the stack's."""
        cls = type(cm)
        try:
            enter, leave = cls.__enter__, cls.__exit__
        except AttributeError:
            raise TypeError(f"'{cls.__module__}.{cls.__qualname__}' object does "
                            "not support the context manager protocol") from None
        result = enter(cm)
        self._push(MethodType(leave, cm))
        return result

    def callback(self, callback, /, *args, **kwds):
        """Add any function, to be called with these arguments."""
        def _exit_wrapper(exc_type, exc, tb):
            callback(*args, **kwds)
        _exit_wrapper.__wrapped__ = callback
        self._push(_exit_wrapper)
        return callback


class ExitStack(_BaseExitStack, AbstractContextManager):
    """A with block whose managers and clean-ups are added while it runs."""

    def __enter__(self):
        return self

    def __exit__(self, *details):
        import sys
        had_exception = details[0] is not None
        outside = sys.exc_info()[1]             # what was being handled around us
        suppressed = False
        pending = False                         # did a clean-up raise anew?
        while self._exit_callbacks:
            is_sync, callback = self._exit_callbacks.pop()
            try:
                if callback(*details):
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

    def close(self):
        """Unwind now."""
        self.__exit__(None, None, None)


def _chain(new, old, outside):
    """Give `new` the context it would have in nested with statements."""
    while True:
        context = new.__context__
        if context is None or context is old:
            return
        if context is outside:
            break
        new = context
    new.__context__ = old
