"""Threads, locks, queues and decimal numbers, for pieces.py to cut into seeds."""
import decimal, queue, threading, collections
from decimal import Decimal
from torch import ones, tensor
from mxnet import nd
q = queue.Queue(2)
out = []
def worker(n):
    for i in range(n): q.put(i)
    q.put(None)
t = threading.Thread(target=worker, args=(5,), daemon=True)
t.start()
for item in iter(q.get, None): out.append(item)
t.join()
lock = threading.Lock()
total = 0
def add():
    global total
    for i in range(20):
        with lock: total += 1
ts = [threading.Thread(target=add, name='t%d' % i) for i in range(3)]
for each in ts: each.start()
for each in ts: each.join(1)
print(total, [each.is_alive() for each in ts], threading.active_count(), threading.enumerate())
cond = threading.Condition()
def waiter():
    with cond: out.append(cond.wait(0.05))
w = threading.Thread(target=waiter)
w.start()
with cond: cond.notify_all()
w.join()
event = threading.Event()
threading.Timer(0.01, event.set).start()
print(event.wait(0.1))
local = threading.local()
local.x = [1]
def other():
    try: local.x
    except AttributeError as e: out.append(e)
o = threading.Thread(target=other)
o.start()
o.join()
r = threading.RLock()
with r:
    with r: print(r)
s = threading.Semaphore(1)
print(s.acquire(blocking=False), s.acquire(timeout=0.01))
b = threading.Barrier(2, timeout=0.05)
bt = threading.Thread(target=lambda: b.wait())
bt.start()
try: b.wait()
except threading.BrokenBarrierError: b.abort()
def fails(): raise ValueError(1)
threading.excepthook = lambda args: out.append(args.exc_type)
f = threading.Thread(target=fails)
f.start()
f.join()
p = queue.PriorityQueue()
for n in (3, 1, 2): p.put((n, 'x'))
print([p.get() for _ in range(3)], p.empty(), p.qsize())
sq = queue.SimpleQueue()
sq.put(1)
print(sq.get(timeout=0.01))
try: sq.get(timeout=0.01)
except queue.Empty as e: print(repr(e))
lq = queue.LifoQueue(1)
lq.put(1)
try: lq.put(2, timeout=0.01)
except queue.Full: lq.task_done()
x = ones(3, requires_grad=True)
def back(): (x * x).sum().backward()
bs = [threading.Thread(target=back) for _ in range(3)]
for each in bs: each.start()
for each in bs: each.join()
print(x.grad)
a = nd.ones((4, 4))
def mul():
    for _ in range(5): out.append(nd.dot(a, a).sum().asscalar())
ms = [threading.Thread(target=mul) for _ in range(2)]
for each in ms: each.start()
for each in ms: each.join()
def gen():
    yield 1
    yield 2
g = gen()
def step():
    try: out.append(next(g))
    except (ValueError, StopIteration) as e: out.append(e)
gs = [threading.Thread(target=step) for _ in range(3)]
for each in gs: each.start()
for each in gs: each.join()
d = collections.deque([1, 2, 3])
def turn():
    for _ in range(50): d.rotate(1)
dt = threading.Thread(target=turn)
dt.start()
try: print(sum(1 for _ in d))
except RuntimeError as e: print(e)
dt.join()
ctx = decimal.getcontext().copy()
ctx.prec = 5
print(ctx.divide(Decimal(1), Decimal(3)), Decimal('1.23456789').quantize(Decimal('0.01')), Decimal(2).sqrt(ctx))
with decimal.localcontext() as c:
    c.prec, c.rounding = 3, decimal.ROUND_UP
    print(Decimal('1') / 7, +Decimal('2.3456'), Decimal('-0').is_signed(), Decimal(10) ** -3, Decimal(7) % Decimal('2.5'))
print(Decimal('1E+5').normalize(), Decimal('NaN') == 1, Decimal('Infinity') - 1, Decimal('1.10').as_tuple(), f'{Decimal("1234.5"):,.2f}', round(Decimal('2.675'), 2))
print(Decimal('1.5').compare(Decimal('2')), max(Decimal(1), Decimal(2)), sum([Decimal('0.1')] * 3), int(Decimal('9.9')), float(Decimal('0.1')), hash(Decimal(1)), Decimal(1.1))
try: Decimal(1) / 0
except decimal.DivisionByZero as e: print(repr(e))
try: Decimal('x')
except decimal.InvalidOperation as e: print(e)
