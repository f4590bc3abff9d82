"""_asyncio: futures and tasks in C: their states, callbacks, errors, cancelling, what is said when they are lost; other classes that are awaited; the running loop and its task."""
import asyncio
import contextvars
import gc
import re
import threading

import _asyncio


def shown(x):
    return re.sub(r" at (<frozen )?[^ ]*asyncio[^ ]*:\d+", "", re.sub(r"0x[0-9a-f]+", "0x", str(x)).replace(__file__, "FILE"))


def say(what, call, *args, **kw):
    try:
        print(what, shown(call(*args, **kw)))
    except BaseException as e:
        print(what, type(e).__name__, shown(e))


print(asyncio.Future is _asyncio.Future, asyncio.Task is _asyncio.Task, _asyncio.Task.__mro__[1:], asyncio.tasks._current_tasks is _asyncio._current_tasks)
say("no loop", asyncio.get_running_loop)
say("none", _asyncio._get_running_loop)
loop = asyncio.new_event_loop()
f = asyncio.Future(loop=loop)
print(f, f._state, f._callbacks, f._result, f._exception, f._loop is loop, f._log_traceback, f._source_traceback, f._cancel_message, f._asyncio_future_blocking, f.get_loop() is loop)
for call in [f.result, f.exception, lambda: asyncio.Future(1), lambda: asyncio.Future(loop=loop, x=1), lambda: setattr(f, "_log_traceback", True), lambda: setattr(f, "_state", 1), lambda: asyncio.Future.__new__(asyncio.Future).result(),
             lambda: asyncio.Future.__new__(asyncio.Future).add_done_callback(print), lambda: asyncio.Future.__new__(asyncio.Future).cancel(), lambda: asyncio.Future.__new__(asyncio.Future).done(),
             lambda: f.set_exception(3), lambda: f.set_exception(StopIteration), lambda: asyncio.Future[int]]:
    say("future", call)
order = []
f.add_done_callback(order.append)
f.add_done_callback(lambda x: order.append(2))
f.add_done_callback(order.append)
print(len(f._callbacks), f.remove_done_callback(order.append), len(f._callbacks), f.remove_done_callback(print))
f.add_done_callback(lambda x: order.append(3), context=contextvars.Context())
f.set_result(7)
f.add_done_callback(lambda x: order.append(4))
loop.call_soon(loop.stop)
loop.run_forever()
print(order, f.result(), f.exception(), f.done(), f.cancelled(), f.cancel(), f)
say("again", f.set_result, 8)
say("again", f.set_exception, ValueError())
f = loop.create_future()
print(f.cancel("why"), f.cancelled(), f.done(), f._cancel_message, f)
say("cancelled", f.result)
say("cancelled", f.exception)
f = loop.create_future()
f.set_exception(ZeroDivisionError("zero"))
say("raised", f.result)
print(repr(f.exception()), f._log_traceback, f)
lost = []
loop.set_exception_handler(lambda loop, context: lost.append((context["message"], repr(context.get("exception")))))
f = loop.create_future()
f.set_exception(ValueError("nobody"))
del f
print(lost)
it = iter(loop.create_future())
print(next(it).done())
say("twice", next, it)
say("thrown", it.throw, KeyError("k"))
say("thrown", it.throw, KeyError, "k2")
say("thrown", it.throw, 3)
print(it.close(), list(it))


async def quick(x=1):
    return x


async def cancels():
    try:
        await asyncio.sleep(10)
    except asyncio.CancelledError as e:
        order.append(("told", e.args))
        raise


async def main():
    print(asyncio.get_running_loop() is loop, asyncio.get_event_loop() is loop, asyncio.current_task().get_name(), len(asyncio.all_tasks()))
    t = loop.create_task(quick(5), name="five")
    print(t, t.get_name(), t.get_coro().__name__, t._must_cancel, t._fut_waiter, t.cancelling(), t.uncancel(), len(t.get_stack()))
    print(await t, t, t.result(), t.get_stack())
    for call in [lambda: t.set_result(1), lambda: t.set_exception(ValueError()), lambda: asyncio.Task(3), lambda: asyncio.Task(quick(), quick()), lambda: asyncio.Task(), t.cancel, lambda: t.set_name(9), t.get_name]:
        say("task", call)
    t = loop.create_task(cancels())
    await asyncio.sleep(0)
    print(t.cancel("stop"), t.cancel("stop"), t.cancelling(), t.uncancel())
    try:
        await t
    except asyncio.CancelledError as e:
        print("cancelled", e.args, t.cancelled(), t, order[-1])
    t = loop.create_task(quick())
    t.cancel()
    say("before it began", lambda: loop.run_until_complete(t))
    try:
        await t
    except asyncio.CancelledError as e:
        print(e.args, t.cancelled())

    async def bad(x):
        return await x

    class Yields:
        def __init__(self, x):
            self.x = x

        def __await__(self):
            return (yield self.x)

    other = asyncio.new_event_loop()
    for what in (3, quick, (i for i in ()), loop.create_future(), other.create_future(), None):
        try:
            print("gives", await loop.create_task(bad(Yields(what))))
        except BaseException as e:
            print("gives", type(e).__name__, shown(e))
    other.close()

    async def itself():
        await asyncio.current_task()
    say("itself", (await asyncio.gather(itself(), return_exceptions=True))[0].__str__)

    class Duck:
        _asyncio_future_blocking = False
        done = None

        def get_loop(self):
            return loop

        def add_done_callback(self, fn, *, context):
            loop.call_later(0.001, lambda: context.run(fn, self))

        def result(self):
            return "quack"

        def __await__(self):
            self._asyncio_future_blocking = True
            yield self
            return self.result()
    print(await bad(Duck()))
    me = asyncio.current_task()
    say("enter", _asyncio._enter_task, loop, me)
    say("leave", _asyncio._leave_task, loop, 3)
    say("leave", _asyncio._leave_task, 3, 3)
    here = []
    thread = threading.Thread(target=lambda: here.append(_asyncio._get_running_loop()))
    thread.start()
    thread.join()
    print(here)
    var = contextvars.ContextVar("var", default=0)

    async def sets():
        var.set(var.get() + 1)
        await asyncio.sleep(0)
        return var.get()
    print(await asyncio.gather(*[sets() for i in range(3)]), var.get())
    results = await asyncio.gather(quick(1), bad(Yields(3)), cancels() if 0 else quick(2), return_exceptions=True)
    print([shown(r) for r in results])
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(quick())
            group.create_task(bad(Yields(3)))
            group.create_task(asyncio.sleep(10))
    except BaseExceptionGroup as e:
        print([shown(x) for x in e.exceptions])
    try:
        await asyncio.wait_for(loop.create_future(), 0.001)
    except TimeoutError as e:
        print("late", asyncio.current_task().cancelling())
    print(await asyncio.wait_for(asyncio.shield(quick("shield")), 5))


class Own(asyncio.Task):
    def __init__(self, *args, **kw):
        super().__init__(*args, **kw)
        self.mark = 1


loop.set_task_factory(lambda loop, coro, **kw: Own(coro, loop=loop, **kw))
loop.run_until_complete(main())
loop.set_task_factory(None)
loop.set_debug(True)
f = loop.create_future()
print(f._source_traceback[-1].line)
loop.set_debug(False)


async def forever(f):
    await f

t = loop.create_task(forever(loop.create_future()))
loop.call_soon(loop.stop)
loop.run_forever()
del lost[:], t
gc.collect()
print(lost)


class Mixin:
    pass


t = type("Mixed", (Mixin, asyncio.Task), {})(forever(loop.create_future()), loop=loop)
loop.call_soon(loop.stop)
loop.run_forever()
del t
gc.collect()
print(lost, asyncio.Task.__del__ is not asyncio.Future.__del__)


async def interrupted():
    raise KeyboardInterrupt("now")

say("interrupted", loop.run_until_complete, interrupted())
loop.close()
