"""IsolatedAsyncioTestCase: test methods may be coroutines; each test has an event loop of its own."""
import asyncio
import inspect

from unittest.case import TestCase

__unittest = True


class IsolatedAsyncioTestCase(TestCase):
    """A TestCase with asyncSetUp, asyncTearDown, addAsyncCleanup and `async def test...`."""

    def __init__(self, methodName='runTest'):
        super().__init__(methodName)
        self._loop = None

    async def asyncSetUp(self):
        pass

    async def asyncTearDown(self):
        pass

    def addAsyncCleanup(self, func, /, *args, **kwargs):
        self.addCleanup(func, *args, **kwargs)

    async def enterAsyncContext(self, cm):
        cls = type(cm)
        try:
            enter, leave = cls.__aenter__, cls.__aexit__
        except AttributeError:
            raise TypeError(f"'{cls.__module__}.{cls.__qualname__}' object does not support the "
                            'asynchronous context manager protocol') from None
        result = await enter(cm)
        self.addAsyncCleanup(leave, cm, None, None, None)
        return result

    def _await(self, made):
        return self._loop.run_until_complete(made)

    def _callSetUp(self):
        self.setUp()
        self._await(self.asyncSetUp())

    def _callTestMethod(self, method):
        made = method()
        if inspect.isawaitable(made):
            made = self._await(made)
        if made is not None:
            self._warn_of_result(method, made)

    def _callTearDown(self):
        self._await(self.asyncTearDown())
        self.tearDown()

    def _callCleanup(self, function, *args, **kwargs):
        made = function(*args, **kwargs)
        if inspect.isawaitable(made):
            self._await(made)

    def run(self, result=None):
        self._loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self._loop)
        try:
            return super().run(result)
        finally:
            self._close()

    def debug(self):
        self._loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self._loop)
        try:
            super().debug()
        finally:
            self._close()

    def _close(self):
        loop, self._loop = self._loop, None
        asyncio.set_event_loop(None)
        loop.close()
