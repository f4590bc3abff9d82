# Futures and tasks whose callbacks, loops, coroutines and exceptions use or drop what they stand in: an exception at most.
import asyncio
import gc


def tried(what, call):
    try:
        call()
    except BaseException as e:
        print(what, type(e).__name__)


loop = asyncio.new_event_loop()
loop.set_exception_handler(lambda loop, context: None)


class Equal:
    def __init__(self, future):
        self.future = future

    def __eq__(self, other):
        self.future.cancel()
        self.future.__init__(loop=loop)
        return True

    def __call__(self, future):
        pass


f = loop.create_future()
for i in range(5):
    f.add_done_callback(Equal(f))
tried("callbacks that empty their future", lambda: f.remove_done_callback(Equal(f)))


class Loop:
    def __init__(self, f=None):
        self.calls = []

    def get_debug(self):
        return False

    def call_soon(self, callback, *args, context=None):
        self.calls.append((callback, args))
        for future in self.futures:
            future.__init__(loop=self)
        del self.futures[:]

    def call_exception_handler(self, context):
        self.calls.append(context)

    def __hash__(self):
        gc.collect()
        return 1

    def __eq__(self, other):
        asyncio.tasks._current_tasks.clear()
        return True


odd = Loop()
odd.futures = []
f = asyncio.Future(loop=odd)
odd.futures.append(f)
f.add_done_callback(lambda f: None)
f.add_done_callback(lambda f: None)
tried("a loop that opens its future anew", lambda: f.set_result(1))


async def short():
    return 1


async def waits(what):
    return await what


class Replaces:
    def __init__(self):
        self.task = None

    def __await__(self):
        return self

    def __iter__(self):
        return self

    def __next__(self):
        self.task.__init__(short(), loop=loop)
        return loop.create_future()


odd.futures = []
t = asyncio.Task(short(), loop=odd)
for callback, args in odd.calls:
    tried("steps of an odd loop", callback)
    tried("a second step", callback)
r = Replaces()
r.task = loop.create_task(waits(r))
loop.call_soon(loop.stop)
tried("a task that is opened anew in its step", loop.run_forever)


class Duck:
    _asyncio_future_blocking = True

    def __init__(self, fail):
        self.fail = fail

    def __getattribute__(self, name):
        if name == object.__getattribute__(self, "fail"):
            raise ZeroDivisionError(name)
        return object.__getattribute__(self, name)

    def get_loop(self):
        return loop

    def add_done_callback(self, fn, *, context):
        fn(self)

    def cancel(self, msg=None):
        return 1 / 0

    def result(self):
        raise KeyError

    def __await__(self):
        yield self


for fail in ("get_loop", "add_done_callback", "_asyncio_future_blocking", "result", "cancel", "none"):
    t = loop.create_task(waits(Duck(fail)))
    loop.call_soon(loop.stop)
    tried("run " + fail, loop.run_forever)
    tried("cancel " + fail, t.cancel)


class Own(asyncio.CancelledError):
    def __del__(self):
        t.cancel()


async def ends():
    raise Own()


t = loop.create_task(ends())
tried("its own cancelling", lambda: loop.run_until_complete(t))


class Bad(asyncio.Task):
    def __del__(self):
        self.again = self
        super().__del__()


t = Bad(waits(loop.create_future()), loop=loop)
loop.call_soon(loop.stop)
loop.run_forever()
del t
gc.collect()
it = iter(asyncio.Future(loop=loop))
next(it)
it.close()
tried("a closed iterator", lambda: it.send(1))
for call in (lambda: asyncio.Future.__new__(asyncio.Task).cancel(), lambda: asyncio.Task.__new__(asyncio.Task).cancel(), lambda: repr(asyncio.Task.__new__(asyncio.Task)), lambda: asyncio.Task.__new__(asyncio.Task).get_stack(),
             lambda: iter(asyncio.Future.__new__(asyncio.Future)), lambda: asyncio.Task.__new__(asyncio.Task).result()):
    tried("never opened", call)
f = loop.create_future()
f.set_result(f)
t = loop.create_task(waits(f))
loop.run_until_complete(t)
f.me = t
del f, t
asyncio.tasks._current_tasks.clear()
loop.close()
gc.collect()
print("end")
