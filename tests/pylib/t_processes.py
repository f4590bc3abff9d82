"""multiprocessing: processes by fork and by spawn, queues, pipes, locks, pools, shared memory."""
import multiprocessing
import sys
import time
from multiprocessing import shared_memory


def square(x):
    return x * x


def child(queue, lock, event, number):
    with lock:
        queue.put((number, multiprocessing.current_process().name.split('-')[0]))
    event.wait(20)
    sys.exit(number)


def fill(name):
    memory = shared_memory.SharedMemory(name)
    memory.buf[:5] = b'hello'
    memory.close()


def play(method):
    context = multiprocessing.get_context(method)
    queue, lock, event = context.Queue(), context.RLock(), context.Event()
    children = [context.Process(target=child, args=(queue, lock, event, i)) for i in range(2)]
    for p in children:
        p.start()
    print(sorted(queue.get(timeout=30) for _ in children))
    event.set()
    for p in children:
        p.join()
    print([p.exitcode for p in children])
    with context.Pool(2) as pool:
        print(pool.map(square, range(5)), pool.apply(square, (9,)))
        try:
            pool.map(square, ['a'])
        except TypeError as e:
            print(e)
    a, b = context.Pipe()
    a.send([1, {'x': (2, 3)}])
    print(b.recv(), b.poll(0))
    semaphore = context.BoundedSemaphore(1)
    print(semaphore.acquire(timeout=1), semaphore.acquire(False), semaphore.acquire(timeout=0.01))
    semaphore.release()
    try:
        semaphore.release()
    except ValueError as e:
        print(e)


if __name__ == '__main__':
    play('fork')
    play('spawn')
    memory = shared_memory.SharedMemory(create=True, size=16)
    p = multiprocessing.Process(target=fill, args=(memory.name,))
    p.start()
    p.join()
    print(bytes(memory.buf[:5]))
    memory.close()
    memory.unlink()
    sleeper = multiprocessing.Process(target=time.sleep, args=(60,), daemon=True)
    sleeper.start()
    print(sleeper.is_alive())
    sleeper.terminate()
    sleeper.join()
    print(sleeper.exitcode)
