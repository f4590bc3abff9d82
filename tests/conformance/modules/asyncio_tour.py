# asyncio: tasks, gather, queues, locks, timeouts, groups, run to the end.
import asyncio
async def w(n, d):
    print("start", n)
    await asyncio.sleep(d)
    print("end", n)
    return n
async def main():
    print(await asyncio.gather(w(1, .03), w(2, .01), w(3, .02)))
    t = asyncio.create_task(w("t", 0.01), name="T")
    print(t.get_name(), t.done())
    print(await t, t.done(), t.result())
    try:
        await asyncio.wait_for(w("slow", 1), 0.01)
    except asyncio.TimeoutError as e:
        print("timeout", repr(e))
    q = asyncio.Queue(2)
    async def prod():
        for i in range(4):
            await q.put(i); print("put", i)
        await q.put(None)
    async def cons():
        while (x := await q.get()) is not None:
            print("got", x); q.task_done()
    await asyncio.gather(prod(), cons())
    lock = asyncio.Lock()
    async def crit(n):
        async with lock:
            print("in", n); await asyncio.sleep(0); print("out", n)
    await asyncio.gather(*(crit(i) for i in range(3)))
    ev = asyncio.Event()
    async def waiter():
        await ev.wait(); print("event")
    t = asyncio.create_task(waiter()); await asyncio.sleep(0); ev.set(); await t
    sem = asyncio.Semaphore(2)
    async def s(n):
        async with sem:
            print("sem", n); await asyncio.sleep(0.005)
    await asyncio.gather(*(s(i) for i in range(5)))
    try:
        async with asyncio.timeout(0.01):
            await asyncio.sleep(1)
    except TimeoutError as e:
        print("T", repr(e))
    async def bad(x): 
        await asyncio.sleep(0.001); raise ValueError(x)
    try:
        async with asyncio.TaskGroup() as tg:
            tg.create_task(bad(1)); tg.create_task(w("cancelled", 1)); 
    except* ValueError as eg:
        print(repr(eg))
    async with asyncio.TaskGroup() as tg:
        a = tg.create_task(w("a", .001)); b = tg.create_task(w("b", .002))
    print(a.result(), b.result())
    print(await asyncio.gather(bad(1), w("ok", 0), return_exceptions=True))
    t = asyncio.create_task(w("c", 1)); await asyncio.sleep(0); t.cancel()
    try: await t
    except asyncio.CancelledError as e: print("cancelled", repr(e), t.cancelled())
    d, p = await asyncio.wait([asyncio.create_task(w(i, i)) for i in range(3)], return_when=asyncio.FIRST_COMPLETED)
    print(len(d), len(p))
    async def ag():
        try:
            for i in range(5):
                yield i; await asyncio.sleep(0)
        finally:
            await asyncio.sleep(0); print("ag cleanup")
    async for i in ag():
        if i == 2: break
    print("broke")
    f = asyncio.get_running_loop().create_future()
    asyncio.get_running_loop().call_later(0.001, f.set_result, 9)
    print(await f)
    asyncio.get_running_loop().call_soon(print, "soon")
    await asyncio.sleep(0)
    return "fin"
print(asyncio.run(main()))
try: asyncio.run(5)
except ValueError as e: print(e)
try: asyncio.get_running_loop()
except RuntimeError as e: print(e)
async def bad(): raise KeyError("x")
asyncio.run(bad())
# --- case: woken_and_cancelled
import asyncio
async def queues():
    q = asyncio.Queue()
    one, two, three = (asyncio.create_task(q.get()) for _ in range(3))
    await asyncio.sleep(0)
    q.put_nowait('a')
    q.put_nowait('b')
    one.cancel()
    print(await asyncio.wait_for(two, 1), await asyncio.wait_for(three, 1), one.cancelled())
    full = asyncio.Queue(1)
    full.put_nowait(0)
    one, two = (asyncio.create_task(full.put(i)) for i in (1, 2))
    await asyncio.sleep(0)
    full.get_nowait()
    one.cancel()
    await asyncio.wait_for(two, 1)
    print(full.get_nowait(), one.cancelled())
async def semaphores():
    s = asyncio.Semaphore(0)
    one, two = (asyncio.create_task(s.acquire()) for _ in range(2))
    await asyncio.sleep(0)
    s.release()
    one.cancel()
    print(await asyncio.wait_for(two, 1), one.cancelled(), s.locked())
    async def again():
        await s.acquire()
        s.release()
        return await s.acquire()
    tasks = [asyncio.create_task(again()), asyncio.create_task(s.acquire())]
    await asyncio.sleep(0)
    s.release()
    s.release()
    print(await asyncio.wait_for(asyncio.gather(*tasks), 1))
asyncio.run(queues())
asyncio.run(semaphores())
