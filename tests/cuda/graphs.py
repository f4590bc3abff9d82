"""CUDA graphs: programs of torch.cuda's graphs, played on the emulated card and on a simulated GPU; a replay beside the same work given call by call."""
import os
import re

import programs
from harness import ROOT

HEAD = '''
import torch, torch.nn as nn, torch.nn.functional as F, gc, warnings
def said(f):
    try: return f()
    except Exception as e: return type(e).__name__ + ': ' + str(e).splitlines()[0]
def bad(f):
    g = torch.cuda.CUDAGraph()
    def go():
        with torch.cuda.graph(g): f()
    e = None
    try: go()
    except RuntimeError as error: e = error
    return str(e).splitlines()[0], str(e.__context__).splitlines()[0] if e is not None and e.__context__ else None
'''
TRAINED = '''
torch.manual_seed(0)
def make():
    torch.manual_seed(1)
    net = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3)).cuda()
    return net, torch.optim.SGD(net.parameters(), lr=.1, momentum=.9)
xs = [torch.rand(4, 6).cuda() for _ in range(6)]; ys = [torch.randint(0, 3, (4,)).cuda() for _ in range(6)]
def eager():
    net, opt = make(); out = []
    for x, y in zip(xs, ys):
        opt.zero_grad(set_to_none=True); l = F.cross_entropy(net(x), y); l.backward(); opt.step(); out.append(l.item())
    return out
def graphed():
    net, opt = make(); sx, sy = torch.zeros(4, 6, device='cuda'), torch.zeros(4, dtype=torch.long, device='cuda')
    s = torch.cuda.Stream(); s.wait_stream(torch.cuda.current_stream())
    state = {k: v.clone() for k, v in net.state_dict().items()}
    with torch.cuda.stream(s):
        for _ in range(3):
            opt.zero_grad(set_to_none=True); F.cross_entropy(net(sx), sy).backward(); opt.step()
    torch.cuda.current_stream().wait_stream(s)
    with torch.no_grad():
        net.load_state_dict(state)
        for v in opt.state.values(): v['momentum_buffer'].zero_()
    g = torch.cuda.CUDAGraph(); opt.zero_grad(set_to_none=True)
    with torch.cuda.graph(g):
        l = F.cross_entropy(net(sx), sy); l.backward(); opt.step()
    out = []
    for x, y in zip(xs, ys):
        sx.copy_(x); sy.copy_(y); g.replay(); out.append(l.item())
    return out
a, b = eager(), graphed()
print(len(set(a)), a == b)
'''
DRAWN = '''
torch.manual_seed(3); g = torch.cuda.CUDAGraph(); x = torch.ones(8, device='cuda')
with torch.cuda.graph(g): y = F.dropout(x, .5); r = torch.rand(4, device='cuda'); p = torch.randperm(6, device='cuda'); n = torch.randn(3, device='cuda')
got = []
for _ in range(3): g.replay(); got.append((y.tolist(), r.tolist(), p.tolist(), n.tolist()))
torch.manual_seed(3); want = []
for _ in range(3): want.append((F.dropout(x, .5).tolist(), torch.rand(4, device='cuda').tolist(), torch.randperm(6, device='cuda').tolist(), torch.randn(3, device='cuda').tolist()))
print(got == want, got[0] != got[1])
'''
REFUSED = '''
z = torch.ones(3, device='cuda')
for f in (lambda: z.sum().item(), lambda: z.cpu(), lambda: torch.cuda.synchronize(), lambda: torch.tensor(3., device='cuda'), lambda: print(z), lambda: z.nonzero()): print(bad(f))
print(len({bad(lambda: z.sum().item())}), (z + 1).tolist(), torch.cuda.is_current_stream_capturing())
print(said(lambda: torch.cuda.CUDAGraph().replay())); print(said(lambda: torch.cuda.CUDAGraph().pool())); print(said(lambda: torch.cuda.CUDAGraph().capture_begin())); print(said(lambda: torch.cuda.CUDAGraph().capture_end()))
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always'); e = torch.cuda.CUDAGraph()
    with torch.cuda.graph(e): pass
    print([str(m.message) for m in w])
with torch.cuda.stream(torch.cuda.Stream()): print(said(lambda: (e.capture_begin(), 0)))
'''
MEMORY = '''
z = torch.ones(3, device='cuda')
before = torch.cuda.memory_allocated()
a = torch.cuda.CUDAGraph()
with torch.cuda.graph(a):
    t = z * 2; print(torch.cuda.is_current_stream_capturing()); u = (t + 1).square() - t; del t
b = torch.cuda.CUDAGraph()
with torch.cuda.graph(b, pool=a.pool()): v = u * 3
junk = [torch.full((3,), 9., device='cuda') for _ in range(50)]
for k in (1., 5.): z.fill_(k); a.replay(); b.replay(); print(u.tolist(), v.tolist())
z2 = z; del z, junk; gc.collect(); torch.cuda.empty_cache(); a.replay(); print(u.tolist())
a.reset(); b.reset(); del a, b, u, v; gc.collect()
print(torch.cuda.memory_allocated() <= before)
'''
ADAM = '''
torch.manual_seed(0); net = nn.Linear(5, 2).cuda(); opt = torch.optim.Adam(net.parameters(), lr=.01)
def step(): opt.zero_grad(set_to_none=True); net(torch.ones(3, 5, device='cuda')).pow(2).sum().backward(); opt.step()
print(bad(step))
opt = torch.optim.Adam(net.parameters(), lr=.01, capturable=True); start = {k: v.clone() for k, v in net.state_dict().items()}
for _ in range(2): step()
eager = [q.clone() for q in net.parameters()]
with torch.no_grad():
    net.load_state_dict(start)
    for s in opt.state.values(): [v.zero_() for v in s.values()]
g = torch.cuda.CUDAGraph(); opt.zero_grad(set_to_none=True)
with torch.cuda.graph(g): step()
g.replay(); g.replay(); print(all(torch.allclose(p, q) for p, q in zip(eager, net.parameters())), [s['step'].item() for s in opt.state.values()])
'''
CALLED = '''
torch.manual_seed(0)
class Net(nn.Module):
    def __init__(self): super().__init__(); self.a = nn.Linear(4, 6); self.b = nn.Linear(6, 2)
    def forward(self, x): return self.b(torch.tanh(self.a(x)))
n1 = Net().cuda(); n2 = Net().cuda(); n2.load_state_dict(n1.state_dict())
n2 = torch.cuda.make_graphed_callables(n2, (torch.rand(3, 4, device='cuda', requires_grad=True),))
o1, o2 = (torch.optim.SGD(m.parameters(), lr=.1) for m in (n1, n2))
same = True
for i in range(4):
    x = torch.rand(3, 4, device='cuda'); xs = [x.clone().requires_grad_() for _ in range(2)]
    for m, o, q in ((n1, o1, xs[0]), (n2, o2, xs[1])): o.zero_grad(set_to_none=True); m(q).square().mean().backward(); o.step()
    same &= torch.allclose(xs[0].grad, xs[1].grad) and all(torch.allclose(p, q, atol=1e-6) for p, q in zip(n1.parameters(), n2.parameters()))
print(same, n2(x).requires_grad); n2.eval(); print(torch.allclose(n1(x), n2(x), atol=1e-6))
f, h = torch.cuda.make_graphed_callables((lambda a, b: {'s': a * b, 'd': [a - b]}, lambda q: q.exp()), ((torch.ones(3, device='cuda', requires_grad=True), torch.ones(3, device='cuda')), (torch.ones(2, device='cuda'),)))
q = torch.full((3,), 2., device='cuda', requires_grad=True); made = f(q, torch.full((3,), 4., device='cuda')); (made['s'].sum() + made['d'][0].sum()).backward(); print(made['s'].tolist(), made['d'][0].tolist(), q.grad.tolist(), h(torch.zeros(2, device='cuda')).tolist())
'''
# A graph outlives what it works on, fills and empties its memory many times over, and fails where an index does.
LIVES = '''
w = torch.arange(4., device='cuda'); i = torch.tensor([0, 3], device='cuda'); big = torch.ones(3 << 18, device='cuda')
g = torch.cuda.CUDAGraph()
with torch.cuda.graph(g): y = w[i] * 2; s = big.sum()
del big, w; gc.collect(); torch.cuda.empty_cache(); junk = [torch.full((1 << 18,), 7., device='cuda') for _ in range(8)]
g.replay(); print(y.tolist(), s.item())
i.copy_(torch.tensor([9, 1])); g.replay(); print(said(torch.cuda.synchronize)); i.zero_(); g.replay(); print(y.tolist())
del junk
before = torch.cuda.memory_allocated(), torch.cuda.memory_reserved()
for n in range(40):
    h = torch.cuda.CUDAGraph(); x = torch.ones(50 + n, 40, device='cuda')
    with torch.cuda.graph(h, pool=g.pool() if n % 3 == 0 else None): v = [x * k + 1 for k in range(5)]; u = sum(v); del v
    h.replay(); assert u[0, 0].item() == 15, u
    if n % 2: del h
    else: h.reset()
    del u, x
gc.collect(); torch.cuda.empty_cache(); print(torch.cuda.memory_allocated() <= before[0], torch.cuda.memory_reserved() <= before[1])
h = torch.cuda.CUDAGraph(); print(bad(lambda: [torch.empty(1 << 38, dtype=torch.uint8, device='cuda')])[0][:34])
print(said(lambda: g.capture_end()), (y + 1).tolist())
'''
# The ledger tells of a graph's calls when they are done, not when they are written down.
TOLD = '''
import _tensor
x = torch.ones(300, 300, device='cuda'); torch.cuda.synchronize(); _tensor.ledger(True); g = torch.cuda.CUDAGraph()
with torch.cuda.graph(g): y = (x @ x).relu().sum()
calls = lambda: [(r[4], r[6]) for r in _tensor.ledger_rows() if r[1] == 'call']
print(calls()); g.replay(); g.replay(); torch.cuda.synchronize(); made = [r for r in _tensor.ledger_rows() if r[1] == 'call']
print(sum(r[6] for r in made), {r[4] for r in made}, all(r[9] > 0 for r in made), _tensor.ledger_busy(0) > 0)
'''
FAULTS = '''
x = torch.ones(4, device='cuda'); torch.cuda.synchronize(); r = torch.rand(1, device='cuda')
g = torch.cuda.CUDAGraph(); told = 0
def capture():
    with torch.cuda.graph(g): y = x * 2 + torch.rand(4, device='cuda') * 0
    return y
try: y = capture()
except RuntimeError as e: told += 'CUDA error: ' in str(e); g.reset(); y = capture()
for _ in range(3):
    try: g.replay(); torch.cuda.synchronize()
    except RuntimeError as e: told += 'CUDA error: ' in str(e)
torch.cuda.synchronize(); g.replay(); print(told, y.tolist(), (x + 1).tolist(), torch.cuda.is_current_stream_capturing())
'''
# What another GPU has is fetched at each replay, after what that one was given, and before what comes later there; the other way is refused.
FETCHED = '''
import _tensor
x, w = torch.ones(4000, device='cuda:0'), torch.ones(4000, device='cuda:1')
g = torch.cuda.CUDAGraph()
with torch.cuda.graph(g): y = (w.to('cuda:0') + x) * 2 + torch.rand(4000, device='cuda:0') * 0
for k in (1., 4., 7.):
    for i in range(20): w.add_(1).mul_(.5)
    w.fill_(k); g.replay(); w.fill_(99.); print(y[0].item(), y[-1].item()); x.add_(1)
print(bad(lambda: x.to('cuda:1')))
del w; gc.collect(); junk = [torch.full((4000,), 5., device='cuda:1') for _ in range(9)]
torch.cuda.synchronize(0); torch.cuda.synchronize(1); _tensor.ledger(True)
g.replay(); g.replay(); print(y[7].item(), (x + 1)[0].item(), len(_tensor.ledger_moves()), len([r for r in _tensor.ledger_rows() if r[1] == 'copy']))
'''
# A network by cuDNN and cuBLASLt, with dropout: each step beside the same step given call by call.
NETWORK = '''
def make():
    torch.manual_seed(1); torch.cuda.manual_seed(7)
    net = nn.Sequential(nn.Conv2d(1, 2, 3, padding=1), nn.BatchNorm2d(2), nn.ReLU(), nn.MaxPool2d(4), nn.Flatten(), nn.Dropout(.4), nn.Linear(1152, 6), nn.Tanh(), nn.Linear(6, 3)).cuda()
    return net, torch.optim.SGD(net.parameters(), lr=.01, momentum=.9)
torch.manual_seed(2); xs = [torch.rand(2, 1, 96, 96).cuda() for _ in range(3)]; ys = [torch.randint(0, 3, (2,)).cuda() for _ in range(3)]
def steps(net, opt, x, y): opt.zero_grad(set_to_none=True); l = F.cross_entropy(net(x), y); l.backward(); opt.step(); return l
def eager():
    net, opt = make(); return [steps(net, opt, x, y).item() for x, y in zip(xs, ys)], net
def graphed():
    net, opt = make(); sx, sy = torch.zeros_like(xs[0]), torch.zeros_like(ys[0]); start = {k: v.clone() for k, v in net.state_dict().items()}
    steps(net, opt, sx, sy)
    with torch.no_grad():
        net.load_state_dict(start)
        for v in opt.state.values(): v['momentum_buffer'].zero_()
    g = torch.cuda.CUDAGraph(); opt.zero_grad(set_to_none=True)
    with torch.cuda.graph(g): l = steps(net, opt, sx, sy)
    out = []; torch.cuda.manual_seed(7)
    for x, y in zip(xs, ys): sx.copy_(x); sy.copy_(y); g.replay(); out.append(l.item())
    return out, net
(a, one), (b, two) = eager(), graphed()
print(len(set(a)), a == b, all(torch.equal(p, q) for p, q in zip(one.state_dict().values(), two.state_dict().values())))
class Tall(nn.Module):
    def __init__(self): super().__init__(); self.a = nn.Conv2d(1, 2, 3); self.b = nn.Linear(8, 2)
    def forward(self, x): return self.b(torch.tanh(self.a(x)).flatten(1))
n1 = Tall().cuda(); n2 = Tall().cuda(); n2.load_state_dict(n1.state_dict())
n2 = torch.cuda.make_graphed_callables(n2, (torch.rand(3, 1, 4, 4, device='cuda'),)); same = True
for i in range(3):
    x = torch.rand(3, 1, 4, 4, device='cuda')
    for m in (n1, n2): m.zero_grad(set_to_none=True); m(x).square().mean().backward()
    same &= all(torch.equal(p.grad, q.grad) for p, q in zip(n1.parameters(), n2.parameters()))
print(same)
'''
# Each call of the libraries fails in turn while a graph is written down: own kernels, or an exception, and no graph; the next one is right.
NETWORK_FAULTS = '''
import os
w, k = torch.full((4, 4), .5, device='cuda'), torch.ones(1, 1, 3, 3, device='cuda'); b = torch.ones(4, device='cuda')
def work(n): return F.linear(F.conv2d(torch.ones(1, 1, 4 + n, 6, device='cuda') * w[0, 0], k, padding=1).mean((0, 1, 2))[:4], w, b).sum()
def capture(n):
    g = torch.cuda.CUDAGraph()
    with torch.cuda.graph(g): y = work(n)
    return g, y
told = made = 0; torch.cuda.synchronize()
for n, (name, value) in enumerate(%s):
    want = work(50 + n).item(); os.environ[name] = value
    try: g, y = capture(50 + n)
    except RuntimeError as e: told += 1
    else: g.replay(); made += abs(y.item() - want) < 1e-5
    del os.environ[name]
    g, y = capture(50 + n); g.replay(); assert abs(y.item() - want) < 1e-5, (n, name, value); g.replay(); torch.cuda.synchronize()
print(told, made, torch.cuda.is_current_stream_capturing())
'''
# A graph with all of it: products, a convolution, random numbers, a copy from another card; what fails is told, and done again.
STORM = '''
def go():
    x, w, k = torch.ones(4, 4, device='cuda'), torch.full((4, 4), .5, device='cuda:1'), torch.ones(1, 1, 2, 2, device='cuda'); g = torch.cuda.CUDAGraph()
    with torch.cuda.graph(g): y = (F.conv2d((x @ w.to('cuda:0'))[None, None], k) + torch.rand(3, 3, device='cuda') * 0).sum()
    w.mul_(2); g.replay(); g.replay(); torch.cuda.synchronize(); return y.item()
told = 0; made = None
while told < 9 and made is None:
    try: made = go()
    except RuntimeError as e: told += 1
torch.cuda.synchronize(); print(told, made == 144., torch.cuda.is_current_stream_capturing())
'''
REFUSED_PRINTED = '''1 [2.0, 2.0, 2.0] False
RuntimeError: Called CUDAGraph::replay without a preceding successful capture.
RuntimeError: Called CUDAGraph::pool() without a preceding successful capture.
RuntimeError: CUDA graphs must be captured on a non-default stream. (However, after capture, it's ok to replay them on the default stream.)
RuntimeError: Invalid capture.
['The CUDA Graph is empty. This usually means that the graph was attempted to be captured on wrong device or stream.']
RuntimeError: This CUDAGraph instance already owns a captured graph. To capture a new graph, create a new instance.
'''
SPOILT = "('CUDA error: operation failed due to a previous error during capture', 'CUDA error: operation not permitted when stream is capturing')\n"
ISOLATED = "('CUDA error: operation failed due to a previous error during capture', 'CUDA error: dependency created on uncaptured work in another stream')\n"
PLAYED = [('a training step', TRAINED, '6 True\n'), ('random numbers go on at each replay', DRAWN, 'True True\n'), ('what a graph cannot hold', REFUSED, SPOILT * 6 + REFUSED_PRINTED),
          ('memory of graphs', MEMORY, 'True\n[7.0, 7.0, 7.0] [21.0, 21.0, 21.0]\n[111.0, 111.0, 111.0] [333.0, 333.0, 333.0]\n[111.0, 111.0, 111.0]\nTrue\n'),
          ('Adam', ADAM, "('Attempting CUDA graph capture of step() for an instance of Adam but this instance was constructed with capturable=False.', None)\nTrue [2.0, 2.0]\n"),
          ('callables', CALLED, 'True True\nTrue\n[8.0, 8.0, 8.0] [-2.0, -2.0, -2.0] [5.0, 5.0, 5.0] [1.0, 1.0]\n'),
          ('what a graph works on', LIVES, '[0.0, 6.0] 786432.0\nRuntimeError: CUDA error: device-side assert triggered\n[0.0, 0.0]\nTrue True\nCUDA out of memory. Tried to alloc\nRuntimeError: Invalid capture. [1.0, 1.0]\n'),
          ('copies from another GPU', FETCHED, '4.0 4.0\n12.0 12.0\n20.0 20.0\n' + ISOLATED + '206.0 5.0 2 2\n'),
          ('the ledger', TOLD, "[]\n6 {'matmul', 'relu', 'sum'} True True\n")]
CALLS = ('cudaStreamBeginCapture', 'cudaStreamEndCapture', 'cudaGraphInstantiate', 'cudaGraphLaunch')


def in_order(out):
    """What was printed, sets of words in the order of the alphabet."""
    return re.sub(r"\{('\w+'(?:, )?)+\}", lambda m: '{' + ', '.join(sorted(m[0][1:-1].split(', '))) + '}', out)


def libraries(tally, perch):
    """Graphs with calls of cuDNN and cuBLASLt in them, and their faults."""
    there = {'LD_LIBRARY_PATH': os.path.join(ROOT, 'build', 'tests'), 'NVIDIA_TF32_OVERRIDE': '0'}
    for what, code, wanted in (('a network by the libraries', NETWORK, '3 True True\nTrue\n'), *PLAYED):
        out, err, _ = perch(HEAD + code, gpus='cuda:0/2', PERCH_EMULATED_TELL='1', PERCH_EMULATED_SEED='3', **there)
        calls = int((re.findall(r'(\d+) calls of libraries in them', err) or [0])[0])
        tally.check(in_order(out) == in_order(wanted) and (calls >= 14 or code is not NETWORK), f'graphs with libraries: {what} ({calls} calls)', out + err[-1200:])
    dnn = [('PERCH_FAKE_DNN', f'{n}={status}') for status in (3000, 5000) for n in range(1, 36)]
    blas = [('PERCH_FAKE_BLAS', f'{call}:{status}') for call in ('cublasLtMatmul', 'cublasLtMatmulAlgoGetHeuristic', 'cublasLtMatmulDescCreate', 'cublasLtMatrixLayoutCreate') for status in (13, 15)]
    out, err, code = perch(HEAD + NETWORK_FAULTS % (dnn + blas), **there)
    counted = [*map(int, re.findall(r'\d+', out)), 0, 0]
    tally.check(code == 0 and sum(counted[:2]) == len(dnn + blas) and min(counted[:2]) > 2 and out.endswith('False\n'), f'each call of the libraries fails in turn in a graph: {counted[:2]}', out + err[-1200:])
    for call, turns in (('launch', range(8, 40, 3)), ('cudaMalloc', range(2, 9)), ('cudaMemcpyPeerAsync', (1,)), ('cudaMemcpyAsync', range(3, 9))):
        for nth in turns:
            out, err, code = perch(HEAD + STORM, gpus='cuda:0,1', PERCH_EMULATED_FAIL=f'{call}:{nth}=999', **there)
            tally.check(code == 0 and re.fullmatch(r'\d+ True False\n', out), f'{call} fails at call {nth}, in a graph or beside it: told, and the next graph is right', out + err[-800:])


def graphs(tally, perch):
    for what, code, wanted in PLAYED:
        for gpus, more in (('sim:2', {}), ('cuda:0/2', {'PERCH_EMULATED_SEED': '2'}), *([('cuda', {'PERCH_FUSE': '0'})] if code is TRAINED else [])):
            out, err, _ = programs.perch(HEAD + code, gpus, None, **more) if gpus == 'sim:2' else perch(HEAD + code, gpus=gpus, **more)
            tally.check(in_order(out) == in_order(wanted), f'graphs: {what}, {gpus} {" ".join(more)}', out + err[-1200:])
    out, err, _ = perch(HEAD + TRAINED, PERCH_EMULATED_TELL='1', PERCH_GRAPHS='0') # (else backward passes beside them are graphs, too)
    tally.check(', 6 graphs' in err, 'a replay is one launch of a graph', err)
    libraries(tally, perch)
    for call in CALLS:
        for nth in (1, 2, 3):
            out, err, code = perch(HEAD + FAULTS, PERCH_EMULATED_FAIL=f'{call}:{nth}=999')
            tally.check(code == 0 and re.fullmatch(r'[01] \[2.0, 2.0, 2.0, 2.0\] \[2.0, 2.0, 2.0, 2.0\] False\n', out) and (nth > 1 or out[0] == '1'), f'{call} fails at call {nth}: told, and the card goes on', out + err[-800:])
