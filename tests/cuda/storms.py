"""A thousand times out of memory, interrupts, and bad input, on the emulated card: after each the session goes on, nothing is left behind, and what is said is true."""
import os
import re
import shutil
import tempfile

import programs
import record

# Each program runs with room for no block, for one, for two ... until it goes through: so memory runs out at each of its places, forward, backward, in the optimizer, in a copy, in a
# kernel's own memory. fill() takes all that the card has, which runs out once more.
OUT_OF_MEMORY = '''
import gc, os, re, torch, torch.nn as nn, torch.nn.functional as F, _tensor
import mxnet as mx, perch.explain as explain
from mxnet import nd, autograd
seen, phases, wrong, phase, whole = 0, set(), [], "", torch.cuda.get_device_properties(0).total_memory
words = re.compile(r'CUDA out of memory. Tried to allocate ([\\d.]+ \\w+) \\(GPU (\\d); ([\\d.]+) (\\w+) total capacity; ([\\d.]+) (\\w+) already allocated; ([\\d.]+) (\\w+) free; ([\\d.]+) (\\w+) reserved in total by PyTorch\\)')
size = lambda n, unit: float(n) * {'bytes': 1, 'KiB': 1024, 'MiB': 1 << 20, 'GiB': 1 << 30}[unit]
def agree(where):
    m, (free, total) = _tensor.memory(0), torch.cuda.mem_get_info()
    left = total - free - m['reserved']
    if left != 0: wrong.append((where, free, total, m['reserved']))
def told(e, library):
    global seen
    seen += 1; phases.add((library, phase))
    if seen == 20: explain.draw = lambda *facts: None   # what is drawn beside the words takes its time, and has suites of its own
    if library == 'mxnet':
        if 'out of memory' not in str(e): wrong.append(str(e))
        return
    found = words.match(str(e))
    if not found: return wrong.append(str(e)[:300])
    total, used, free, reserved = (size(found[k], found[k + 1]) for k in (3, 5, 7, 9))
    if abs(free + reserved - total) > 2 * .005 * (1 << 20) * 2 or used > reserved * 1.01 or total != whole: wrong.append((total, used, free, reserved))
def fill(held, size):
    try:
        while True: held.append(torch.empty(size, dtype=torch.uint8, device='cuda:0'))
    except torch.cuda.OutOfMemoryError as e: told(e, 'torch')
    return held
def chances(play, result, library='torch', error=torch.cuda.OutOfMemoryError):
    """How often it ran out before it went through."""
    global phase
    start, held = _tensor.memory(0)['allocated'], []
    if whole > 20 << 20: fill(held, 20 << 20)
    for size in (1 << 20, 1 << 16): fill(held, size).pop()
    for room in range(128):             # of the last 64 KiB, in the smallest pieces
        pieces = fill([], 512); del pieces[:room]
        phase = 'start'
        try: made = play()
        except error as e: told(e, library); made = None
        del pieces
        if made is not None: break
        if room % 8 == 0: torch.cuda.synchronize(); agree(play.__name__)
    del held
    if made != result: wrong.append((play.__name__, made, result))
    del made; gc.collect(); torch.cuda.synchronize()
    if _tensor.memory(0)['allocated'] != start: wrong.append((play.__name__, 'left', _tensor.memory(0)['allocated'] - start))
    agree(play.__name__)
def trained(optimizer, dtype):
    def play():
        global phase
        torch.manual_seed(0)
        net = nn.Sequential(nn.Linear(7, 12), nn.Tanh(), nn.Linear(12, 5)).to(dtype).cuda()
        opt = optimizer(net.parameters())
        x, y = torch.ones(4, 7, dtype=dtype).cuda(), torch.zeros(4, dtype=torch.long).cuda()
        out = []
        for _ in range(2):
            opt.zero_grad(set_to_none=True); phase = 'forward'; loss = F.cross_entropy(net(x), y); phase = 'backward'; loss.backward(); phase = 'optimizer'; opt.step(); phase = 'read'; out.append(loss.item())
        return out
    return play
def copied():
    global phase
    x = torch.ones(200); phase = 'copy'
    y = x.cuda(); z = [y.clone(), y.to('cuda:1').to('cuda:0'), y.double(), y.expand(4, 200).contiguous(), torch.cat([y, y])]
    return sum(t.sum().item() for t in z)
def workspace():
    global phase
    x = torch.arange(200., device='cuda').flip(0); phase = 'workspace'
    return [x.sort()[0][0].item(), x.topk(3)[0].sum().item(), x.cumsum(0)[-1].item(), torch.unique(x % 7).tolist(), x.reshape(10, 20).median(1)[0].sum().item(), F.conv1d(x.reshape(1, 1, -1), torch.ones(1, 1, 3, device='cuda')).sum().item()]
def mxnets():
    global phase
    mx.random.seed(0); x = nd.ones((6, 9), ctx=mx.gpu(0)); w = nd.ones((9, 9), ctx=mx.gpu(0)) * .01; w.attach_grad()
    with autograd.record(): phase = 'forward'; loss = (nd.tanh(nd.dot(nd.tanh(nd.dot(x, w)), w)) ** 2).sum()
    phase = 'backward'; loss.backward(); phase = 'optimizer'; nd.sgd_mom_update(w, w.grad, nd.zeros_like(w), out=w, lr=.1, momentum=.9); phase = 'read'
    return [loss.asscalar(), w.sum().asscalar()]
torch.zeros(1, device='cuda:0'); torch.zeros(1, device='cuda:1'); nd.zeros(1, ctx=mx.gpu(0)).wait_to_read(); torch.cuda.synchronize()
plays = [(trained(o, t), 'torch', torch.cuda.OutOfMemoryError) for t in (torch.float32, torch.float64) for o in (lambda p: torch.optim.SGD(p, .1, momentum=.9), lambda p: torch.optim.Adam(p))]
plays += [(copied, 'torch', torch.cuda.OutOfMemoryError), (workspace, 'torch', torch.cuda.OutOfMemoryError), (mxnets, 'mxnet', mx.MXNetError)]
results = [play() for play, *_ in plays]
gc.collect(); torch.cuda.empty_cache(); agree('start')
rounds = 0; gc.collect(); gc.freeze()
times = int(os.environ['TIMES'])
while seen < times and rounds < 40:
    rounds += 1
    for (play, library, error), result in zip(plays, results): chances(play, result, library, error)
# memory that the card refuses although there is room: another process has it, or the driver fails
if os.environ.get('PERCH_CUDA'):
    torch.cuda.empty_cache()
    for n in (1, 2, 3, 5):
        for play, library, error in plays:
            os.environ['PERCH_EMULATED_FAIL'] = 'cudaMalloc:*%d=2' % n
            try: phase = 'start'; play()
            except error as e: told(e, library) if library == 'mxnet' else seen.__add__(1)
            del os.environ['PERCH_EMULATED_FAIL']; gc.collect(); torch.cuda.synchronize(); torch.cuda.empty_cache()
    agree('driver')
print(seen, sorted(phases), len(wrong), wrong[:3])
print([play() == result for (play, *_), result in zip(plays, results)].count(False), torch.cuda.memory_allocated(0) < 4096)
'''
PHASES = ["('mxnet', 'backward')", "('mxnet', 'forward')", "('torch', 'backward')", "('torch', 'copy')", "('torch', 'forward')", "('torch', 'optimizer')", "('torch', 'workspace')"]

# Ctrl-C again and again while a network trains: each time it comes up as KeyboardInterrupt, and what is computed afterwards is right.
INTERRUPTED = '''
import os, signal, threading, time, gc, torch, torch.nn as nn, torch.nn.functional as F, _tensor
inside = ended = False; hits = 0
def handler(*_):
    if inside: raise KeyboardInterrupt
signal.signal(signal.SIGINT, handler)
def storm():
    while not ended: time.sleep(.001); os.kill(os.getpid(), signal.SIGINT)
def step():
    torch.manual_seed(0); net = nn.Linear(6, 3).cuda(); x = torch.ones(5, 6).cuda()
    for _ in range(3): F.mse_loss(net(x), torch.zeros(5, 3, device='cuda')).backward()
    y = net.weight.grad.to('cuda:1'); torch.cuda.synchronize(); return y.sum().item()
want = step(); gc.collect(); start = _tensor.memory(0)['allocated']
thread = threading.Thread(target=storm); thread.start(); began = time.monotonic()
while hits < 150 and time.monotonic() - began < 60:
    try: inside = True; step()
    except KeyboardInterrupt: inside = False; hits += 1
    inside = False
ended = True; thread.join(); gc.collect(); torch.cuda.synchronize()
m, (free, total) = _tensor.memory(0), torch.cuda.mem_get_info()
print(hits, step() == want, m['allocated'] <= start, free + m['reserved'] == total)
'''

INTERRUPTED_ENDS = ' True True True\n'

# Sizes, strides and places that lie beyond what a kernel's grid, or 32 bits, can say. (Where the bytes are many, few of them are touched.)
LARGE = '''
import torch
x = torch.empty((1 << 31) + 100, dtype=torch.int8, device='cuda'); x[-3:] = torch.tensor([5, 6, 7], dtype=torch.int8, device='cuda'); x[:2] = 1
print(x[[0, -1, (1 << 31) + 98]].tolist(), (x[-3:] * 2).tolist(), x[1 << 31:][97:].cumsum(0).tolist())
s = x.as_strided((2, 2), ((1 << 31) + 98, 1)); print(s.sum(1).tolist(), (s + s.flip(0)).tolist(), s.t().contiguous().tolist())
i = torch.tensor([(1 << 31) + 97, 0], device='cuda'); print(x.gather(0, i).tolist(), x.index_select(0, i).tolist(), torch.take(x, i).tolist())
e = torch.ones(1, 1, device='cuda').expand(1 << 16, 1 << 17); print(e.numel() > 1 << 32, e[5, 7].item(), e[:2, -3:].sum().item(), e.stride())
a = torch.ones(7000, 1, 2, device='cuda'); print(a.sum().item(), a.softmax(-1).sum().item(), a[:, 0].max(1)[0].sum().item(), (a[:50] @ torch.ones(50, 2, 1, device='cuda')).sum().item())
def said(f):
    try: return f()
    except Exception as e: return type(e).__name__ + ': ' + str(e).splitlines()[0][:70]
print(said(lambda: torch.ones(1 << 40, 1 << 40, device='cuda')), said(lambda: torch.ones(3, device='cuda').as_strided((2,), (1 << 40,))), said(lambda: torch.empty(-1, device='cuda')), sep='|')
'''
LARGE_PRINTED = """[1, 7, 6] [10, 12, 14] [5, 11, 18]
[2, 13] [[7, 8], [7, 8]] [[1, 6], [1, 7]]
[5, 1] [5, 1] [5, 1]
True 1.0 6.0 (0, 0)
14000.0 7000.0 7000.0 100.0
"""

# Indices that are none: as MXNet gives them, in floats; out of range on either side, each told with the op at the next wait; and mixed places.
INDICES = '''
import torch, mxnet as mx, torch.nn.functional as F
from mxnet import nd
def said(f):
    try: r = f(); torch.cuda.synchronize(); nd.waitall(); return r
    except Exception as e: return type(e).__name__ + ': ' + str(e).splitlines()[0][:90]
x = torch.arange(12., device='cuda').reshape(4, 3)
bad = torch.tensor([0, 7], device='cuda')
for f in (lambda: x[bad], lambda: x.index_select(0, bad), lambda: x.gather(0, bad[None]), lambda: F.embedding(bad, x), lambda: F.one_hot(bad, 3), lambda: F.cross_entropy(x[:2], bad), lambda: F.nll_loss(x[:2], bad),
          lambda: x.index_add(0, bad, x[:2]), lambda: torch.zeros(3, device='cuda').scatter(0, bad, 1.), lambda: x.index_copy(0, bad, x[:2]), lambda: torch.take(x, bad * 9), lambda: x.index_put((bad,), x[:2]), lambda: x[-bad]):
    print(str(said(f))[:60], x.sum().item())
nan, inf = float('nan'), float('inf')
for v in (nan, inf, -inf, 1e30, -7., 2.7):
    row = []
    for ctx in (mx.cpu(), mx.gpu(0)):
        a, i = nd.arange(6, ctx=ctx).reshape((3, 2)), nd.array([v, 1], ctx=ctx)
        row.append([str(said(lambda: f(a, i).asnumpy().tolist())) for f in (lambda a, i: nd.take(a, i, mode='clip'), lambda a, i: nd.take(a, i, mode='wrap'), lambda a, i: nd.Embedding(i, a, 3, 2), lambda a, i: nd.pick(a[:2], i), lambda a, i: nd.one_hot(i, 3))])
    print(v, row[0] == row[1] or (v != v or abs(v) > 1e9))
print((x + 1).sum().item(), nd.ones((2,), ctx=mx.gpu(0)).asnumpy().tolist())
for f in (lambda: x + torch.ones(3), lambda: x + torch.ones(3, device='cuda:1'), lambda: x @ torch.ones(3, 2, device='cuda:1'), lambda: F.linear(x, torch.ones(2, 3)), lambda: torch.cat([x, torch.ones(1, 3)]), lambda: nd.ones((2,), ctx=mx.gpu(0)) + nd.ones((2,), ctx=mx.gpu(1))): print(said(f))
'''

# A card that goes away in the midst and does not come back; what the host has stays, and the other card works.
GONE = '''
import os, torch
from perch.views.devices import reset
x, y, h = torch.ones(3, device='cuda:0'), torch.ones(3, device='cuda:1'), torch.ones(3)
torch.cuda.synchronize(0); torch.cuda.synchronize(1)
os.environ.update(PERCH_EMULATED_FAIL='cudaSetDevice:*1=46', PERCH_EMULATED_STICKS='1')
def said(f):
    try: return f()
    except Exception as e: return type(e).__name__ + ': ' + str(e).splitlines()[0][:60]
for f in (lambda: (x + 1).tolist(), lambda: torch.cuda.synchronize(), lambda: torch.ones(2).cuda(), lambda: torch.cuda.mem_get_info()[1] > 0): print(said(f))
print((h + 1).tolist()); os.environ['PERCH_EMULATED_FAIL'] = 'cudaDeviceReset:*1=46'
print(str(said(reset))[:40]); print(str(said(lambda: (x + 1).tolist()))[:24], (h * 2).tolist())
'''

USED_FORKED = '''
import os, torch
x = torch.ones(2, device='cuda'); print(x.sum().item(), flush=True)
if not os.fork():
    def said(f):
        try: return f()
        except RuntimeError as e: return str(e).splitlines()[0][:60]
    print(said(lambda: torch.ones(2, device='cuda')), said(lambda: (x + 1).tolist()), said(lambda: x.cpu()), (torch.ones(2) + 1).tolist(), sep='|', flush=True); os._exit(0)
os.wait(); print((x + 1).tolist(), torch.cuda.memory_allocated())
'''
SHARED = '''
import torch
free, total = torch.cuda.mem_get_info(); print(total - free >> 20)
try: torch.empty(200 << 20, dtype=torch.uint8, device='cuda')
except torch.cuda.OutOfMemoryError as e: print(str(e)[:150])
import mxnet as mx; print([n >> 20 for n in mx.context.gpu_memory_info(0)]); print(torch.ones(3, device='cuda').sum().item())
'''
ASSERTED = 'RuntimeError: CUDA error: device-side assert triggered 66.0\n'
INDICES_BEGIN = ASSERTED * 4 + 'RuntimeError: Class values must be smaller than num_classes. 66.0\n' + ASSERTED * 8 + ''.join(f'{v} True\n' for v in ('nan', 'inf', '-inf', '1e+30', '-7.0', '2.7')) + '78.0 [1.0, 1.0]\n'
GONE_BEGIN = 'RuntimeError: CUDA error: ', 'RuntimeError: CUDA error: ', 'RuntimeError: CUDA error: ', 'True', '[2.0, 2.0, 2.0]', 'RuntimeError: CUDA error: ', 'RuntimeError: CUDA error [2.0, 2.0, 2.0]'
USED_FORKED_PRINTED = '2.0\nCannot re-initialize CUDA in forked subprocess. To use CUDA |Cannot re-initialize CUDA in forked subprocess. To use CUDA |CUDA error: initialization error|[2.0, 2.0]\n[2.0, 2.0] 512\n'
SHARED_PRINTED = ('100\nCUDA out of memory. Tried to allocate 200.00 MiB (GPU 0; 256.00 MiB total capacity; 0 bytes already allocated; 156.00 MiB free; 0 bytes reserved in to\n[156, 256]\n3.0\n')


def out_of_memory(tally, perch, times):
    out, err, code = perch(OUT_OF_MEMORY, gpus='cuda:0,1', minutes=8, PERCH_EMULATED_MEMORY=str(6 << 20), TIMES=str(times))
    seen = leading(out)
    tally.check(code == 0 and seen >= times and all(p in out for p in PHASES) and '] 0 []\n0 True\n' in out, f'{times} times out of memory', out[-800:] + err[-800:])
    record.note('out of memory', {'times': seen, 'places': [f'{library}: {place}' for library, place in re.findall(r"\('(\w+)', '(\w+)'\)", out)]})


def interrupts(tally, perch, gpus='cuda'):
    out, err, _ = perch(INTERRUPTED, gpus=gpus, minutes=4)
    tally.check(leading(out) >= 20 and out.endswith(INTERRUPTED_ENDS), 'a storm of interrupts', out + err[-800:])
    record.note('interrupts', leading(out))


def leading(out):
    """The number that a storm's output begins with: how often it came."""
    return int((re.match(r'\d+', out) or ['-1'])[0])


def storms(tally, perch, build):
    out, err, _ = perch(LARGE, PERCH_EMULATED_MEMORY=str(8 << 30), PERCH_EMULATED_BLOCKS='7')
    tally.check(out.startswith(LARGE_PRINTED) and out.count('RuntimeError: ') == 3, 'more than 2^31 elements, long strides, grids that take turns', out + err[-800:])
    out, err, _ = perch(INDICES)
    tally.check(out.startswith(INDICES_BEGIN) and out.count('Expected all tensors to be on the same device') == 5 and 'MXNetError: ' in out, 'indices that are none, places that differ', out + err[-800:])
    out, err, _ = perch(GONE)
    tally.check(len(out.splitlines()) == len(GONE_BEGIN) and all(line.startswith(begin) for line, begin in zip(out.splitlines(), GONE_BEGIN)), 'a card that goes away', out + err[-800:])
    out, err, _ = perch(USED_FORKED)
    tally.check(out == USED_FORKED_PRINTED, 'a card that was used, in a forked child', out + err[-800:])
    out, err, _ = perch(SHARED, PERCH_EMULATED_MEMORY=str(256 << 20), PERCH_EMULATED_USED=str(100 << 20))
    tally.check(out == SHARED_PRINTED, 'a card that another process uses, too: true numbers', out + err[-800:])
    for file, said in (('libperch_fake_plugin.so', 'was built for another perch'), ('libperch_fake_driver.so', "is no plugin of perch's")):
        out, err, code = perch('print(1)', card=os.path.join(build, 'tests', file))
        tally.check(code == 1 and out == '' and file in err and said in err, f'a plugin that {said}', out + err[-800:])
    with tempfile.TemporaryDirectory() as folder: # libraries that lack what they should have: own kernels and copies, the same results
        for name in ('blas', 'dnn', 'nccl'):
            shutil.copy(os.path.join(build, 'tests', 'libperch_fake_driver.so'), os.path.join(folder, f'libperch_fake_{name}.so'))
        out, err, _ = perch(programs.PRODUCTS, LD_LIBRARY_PATH=folder)
        tally.check(out == programs.PRODUCTS_PRINTED, 'a cuBLASLt that lacks a function', out + err[-800:])
        out, err, _ = perch(programs.CONVOLUTIONS, LD_LIBRARY_PATH=folder)
        tally.check(out == programs.CONVOLUTIONS_PRINTED, 'a cuDNN that lacks a function', out + err[-800:])
        out, err, _ = perch('import torch, torch.cuda.nccl as n; r = [torch.ones(2, device="cuda:%d" % i) for i in range(2)]; n.all_reduce(r); print(n.version(), r[1].tolist())', LD_LIBRARY_PATH=folder)
        tally.check(out == '(0, 0, 0) [2.0, 2.0]\n', 'an NCCL that lacks a function', out + err[-800:])
