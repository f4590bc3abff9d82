"""Recorded steps as graphs (core/replay_graph.h): networks of torch.compile and hybridize() whose replays are launches of a graph, beside the same with PERCH_GRAPHS=0: the same bits; what leaves a
graph at once; faults of each call that makes, updates or launches one."""
import os
import re

import programs
from harness import ROOT

LIBRARIES = os.path.join(ROOT, 'build', 'tests')

TORCH = '''
import torch, torch.nn as nn, torch.nn.functional as F, _tensor, gc
torch.backends.cudnn.allow_tf32 = False
def bits(*values): print(*[v if isinstance(v, (int, float)) else [float(x).hex() for x in v.detach().cpu().double().flatten()[:64].tolist()] for v in values])
kept = []
def launched(): return sum(r[5] for r in _tensor.replay_graphs())
def data(shape, classes, n=7):
    torch.manual_seed(3); return [(torch.rand(shape).cuda(), torch.randint(0, classes, shape[:1]).cuda()) for _ in range(n)]
'''
TRAIN = TORCH + '''
def train(make, pairs, steps=None, opt=lambda p: torch.optim.SGD(p, lr=.05, momentum=.9), loss=F.cross_entropy, clip=None, schedule=None):
    torch.manual_seed(1); net = make().cuda(); torch.cuda.manual_seed(7); run = torch.compile(net); kept.append(run); o = opt(net.parameters()); s = schedule(o) if schedule else None
    for i, (x, y) in enumerate(pairs):
        o.zero_grad(); l = loss(run(x), y); l.backward()
        if clip: bits(float(nn.utils.clip_grad_norm_(net.parameters(), clip)))
        o.step(); print(l.item().hex())
        if s: s.step()
    bits(*net.state_dict().values())
    net.eval()
    with torch.no_grad():
        for x, y in pairs[:4]: bits(run(x))
'''
MLP = TRAIN + '''
train(lambda: nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Dropout(.3), nn.Linear(8, 3)), data((4, 6), 3), clip=.5, schedule=lambda o: torch.optim.lr_scheduler.StepLR(o, 1, .8))
train(lambda: nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 3)), data((4, 6), 3), opt=lambda p: torch.optim.Adam(p, lr=.01))
'''
LENET = TRAIN + '''
train(lambda: nn.Sequential(nn.Conv2d(1, 3, 3, padding=1), nn.BatchNorm2d(3), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(3, 4, 3), nn.Sigmoid(), nn.AvgPool2d(2), nn.Flatten(), nn.Linear(4, 5)), data((3, 1, 8, 8), 5))
'''
# (Each word once: gradients of one that comes twice are added in the order of the threads.)
LSTM = TRAIN + '''
class Net(nn.Module):
    def __init__(self): super().__init__(); self.e = nn.Embedding(16, 6); self.r = nn.LSTM(6, 7, 2, batch_first=True, dropout=.2); self.o = nn.Linear(7, 4)
    def forward(self, x): return self.o(self.r(self.e(x))[0][:, -1])
torch.manual_seed(3); train(Net, [(torch.randperm(16)[:15].reshape(3, 5).cuda(), torch.randint(0, 4, (3,)).cuda()) for _ in range(6)])
'''
TRANSFORMER = TRAIN + '''
class Net(nn.Module):
    def __init__(self): super().__init__(); self.q, self.k, self.v = (nn.Linear(8, 8) for _ in range(3)); self.n = nn.LayerNorm(8); self.f = nn.Linear(8, 8); self.o = nn.Linear(8, 4)
    def forward(self, x):
        heads = [p(x).unflatten(2, (2, 4)).transpose(1, 2) for p in (self.q, self.k, self.v)]
        h = self.n(x + F.dropout(F.scaled_dot_product_attention(*heads).transpose(1, 2).flatten(2), .1, self.training))
        return self.o(self.n(h + F.gelu(self.f(h))).mean(1))
train(Net, data((2, 5, 8), 4, 6))
'''
GLUON = '''
import mxnet as mx, _tensor
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn, rnn
ctx = mx.gpu(0)
def launched(): return sum(r[5] for r in _tensor.replay_graphs())
def bits(a): print([float(v).hex() for v in a.asnumpy().ravel()[:64]])
def train(net, xs, ys, loss=gluon.loss.SoftmaxCrossEntropyLoss(), opt='sgd', options={'learning_rate': .1, 'momentum': .9}):
    mx.random.seed(2); net.initialize(mx.init.Xavier(), ctx=ctx); net.hybridize(); trainer = gluon.Trainer(net.collect_params(), opt, options)
    for i, (x, y) in enumerate(zip(xs, ys)):
        x, y = x.as_in_context(ctx), y.as_in_context(ctx)
        with autograd.record(): l = loss(net(x), y)
        l.backward(); trainer.step(x.shape[0]); trainer.set_learning_rate(trainer.learning_rate * .9); bits(l)
    for p in net.collect_params().values(): bits(p.data())
    for x in xs[:4]: bits(net(x.as_in_context(ctx)))
def data(shape, classes, n=7):
    mx.random.seed(1); return [nd.random.uniform(shape=shape) for _ in range(n)], [nd.array([(i + k) % classes for k in range(shape[0])]) for i in range(n)]
'''
GLUON_MLP = GLUON + '''
net = nn.HybridSequential(); net.add(nn.Dense(8, activation='relu'), nn.Dropout(.3), nn.Dense(3)); train(net, *data((4, 6), 3))
net = nn.HybridSequential(); net.add(nn.Dense(8, activation='tanh'), nn.Dense(3)); train(net, *data((4, 6), 3), opt='adam', options={'learning_rate': .01})
'''
GLUON_LENET = GLUON + '''
net = nn.HybridSequential(); net.add(nn.Conv2D(3, 3, padding=1), nn.BatchNorm(), nn.Activation('relu'), nn.MaxPool2D(2), nn.Conv2D(4, 3, activation='sigmoid'), nn.AvgPool2D(2), nn.Dense(5)); train(net, *data((3, 1, 8, 8), 5))
'''
GLUON_LSTM = GLUON + '''
class Net(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        with self.name_scope(): self.r = rnn.LSTM(7, input_size=6); self.o = nn.Dense(4)
    def hybrid_forward(self, F, x): return self.o(F.transpose(self.r(x), (1, 0, 2)))
xs, ys = data((3, 5, 6), 4); train(Net(), [x.transpose((1, 0, 2)) for x in xs], [y[:3] for y in ys])
'''
GLUON_ATTENTION = GLUON + '''
class Net(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        with self.name_scope(): self.q, self.k, self.v = (nn.Dense(8, flatten=False) for _ in range(3)); self.n = nn.LayerNorm(); self.f = nn.Dense(8, flatten=False, activation='relu'); self.d = nn.Dropout(.1); self.o = nn.Dense(4)
    def hybrid_forward(self, F, x):
        w = F.softmax(F.batch_dot(self.q(x), self.k(x), transpose_b=True) / 8 ** .5)
        h = self.n(x + self.d(F.batch_dot(w, self.v(x)))); return self.o(self.n(h + self.f(h)))
train(Net(), *data((2, 5, 8), 4))
'''
NETWORKS = [('MLP', MLP, 14), ('LeNet', LENET, 6), ('LSTM', LSTM, 5), ('transformer', TRANSFORMER, 3), ("MXNet's MLP", GLUON_MLP, 10), ("MXNet's LeNet", GLUON_LENET, 5), ("MXNet's LSTM", GLUON_LSTM, 4), ("MXNet's attention", GLUON_ATTENTION, 5)]
# Shapes, places and contents of inputs that change; slices, two inputs in one storage; results that are kept, written to, and passed in again; parameters that move; gradients through a result.
CHANGES = TORCH + """
torch.manual_seed(2); net = nn.Sequential(nn.Linear(6, 5), nn.ReLU(), nn.Linear(5, 6)).cuda(); run = torch.compile(net); big = torch.rand(9, 4, 6).cuda(); seen = []
for i in range(9): x = big[i]; seen.append(run(x)); x.mul_(2); seen[-1].data.add_(i % 2)
bits(*seen); print([float(s.sum().item()).hex() for s in seen])
for i in range(3): seen.append(run(big[i, :2])); seen.append(run(big[i][:, [5, 4, 3, 2, 1, 0]])); seen.append(run(big[i].t().contiguous().t()))
bits(*seen[9:])
y = big[0]
with torch.no_grad():
    for i in range(7): y = run(y)
bits(y)
junk = torch.ones(64, device='cuda'); net[0].weight.data = net[0].weight.data.clone() * 2; bits(run(big[1])); net[2].bias.data = torch.rand(6).cuda(); bits(run(big[2]), run(big[3]))
f = torch.compile(lambda a, b: (a * b + b.exp(), a.t(), a.sum(0), b)); z = torch.rand(8, 4, device='cuda', requires_grad=True)
for i in range(6):
    s, t, u, b = f(z[:4], z[4:]); (s.sum() + t.sum() + u.prod() + b.sum()).backward(); bits(s, t, u, z.grad); z.data.add_(.1); z.grad = None
print(b.data_ptr() == z[4:].data_ptr(), t.data_ptr() == z.data_ptr())
"""
# Random numbers go on where they are, whatever is drawn, seeded or restored between; attention's dropout, too.
DRAWS = TORCH + """
f = torch.compile(lambda x: (F.dropout(x, .5), torch.rand_like(x), torch.randn_like(x) + x)); x = torch.ones(6, device='cuda'); torch.manual_seed(4)
for i in range(9):
    bits(*f(x))
    if i % 3 == 1: bits(torch.rand(3, device='cuda'))
    if i == 4: torch.manual_seed(11)
    if i == 5: state = torch.cuda.get_rng_state()
    if i == 7: torch.cuda.set_rng_state(state)
"""
# What cannot be a graph, or not always: why; results are the same.
WHYS = TORCH + """
def why(): return _tensor.replay_graphs()[0][7:]
x = torch.arange(6., device='cuda'); n = torch.zeros((), device='cuda')
f = torch.compile(lambda x: x.add_(1) * 2)
for i in range(4): bits(f(x))
print(why())
f = torch.compile(lambda x: x * torch.tensor(3.)); [f(x) for i in range(4)]; bits(f(x)); print(why())
wide = torch.rand(400, 60, device='cuda'); f = torch.compile(lambda x: x + 1); [f(wide[:, 3]) for i in range(4)]; bits(f(wide[:, 3])); print(why())
f = torch.compile(lambda x: x.sin().cos()); held = [f(x.clone().requires_grad_()) for i in range(6)]; bits(*held); print(why()); del held; [f(x.clone().requires_grad_()) for i in range(2)]; print(why())
f = torch.compile(lambda x: (x.repeat(1 << 20) + 1).sum()); [f(x) for i in range(4)]; bits(f(x)); print(why())
g = torch.compile(lambda x: x.exp()); [g(x) for i in range(4)]; graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph): y = g(x)
x.add_(1); graph.replay(); bits(y, g(x)); print(why())
"""
WHYS_SAID = ["('an input that it writes to', True)", "('a wait for the GPU, or bytes from elsewhere', True)", "('an input with wide gaps', False)", "('values of its last runs that are still in use', False)", '(None, False)',
             "(\"its values fill more than an eighth of the GPU's memory\", True)", '(None, False)']
# An index beyond its bounds within a graph names the op and the line of the model; the next run is a graph again.
FAULT = TORCH + """
def model(x, i):
    y = x * 2
    return y[i] + 1
f = torch.compile(model); x = torch.rand(4, device='cuda'); i = torch.tensor([0, 3], device='cuda')
for k in range(4): f(x, i)
i.fill_(9); f(x, i)
try: torch.cuda.synchronize()
except RuntimeError as e:
    import traceback; print(str(e).splitlines()[0]); text = ''.join(traceback.format_exception(e)) + str(getattr(e, '__notes__', '')); print('given to the device on line' in text, 'y[i]' in text)
i.fill_(1); before = launched(); bits(f(x, i)); torch.cuda.synchronize(); print(launched() - before)
"""
MEMORY = TORCH + """
net = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 8)).cuda(); run = torch.compile(net); x = torch.rand(16, 64, device='cuda')
torch.cuda.synchronize(); before = torch.cuda.memory_allocated()
with torch.no_grad(): out = [run(x) for i in range(5)]
print(launched() >= 3, torch.cuda.memory_allocated() - before < 1 << 16); kept = out[-1].sum().item(); held = []
try:
    while True: held.append(torch.empty(1 << 20, dtype=torch.uint8, device='cuda'))
except RuntimeError as e: print(str(e)[:18])
print([r[3:5] + r[7:] for r in _tensor.replay_graphs()])
held.pop()
with torch.no_grad(): full = run(x)
print(full.sum().item() == kept, _tensor.replay_graphs()[0][7]); del held, full; torch.cuda.empty_cache()
with torch.no_grad(): again = run(x)
print(again.sum().item() == kept, torch.cuda.memory_stats()['num_ooms']); del out, again, run, net; gc.collect(); torch.cuda.empty_cache(); print(_tensor.replay_graphs(), torch.cuda.memory_reserved() <= 4 << 20)
"""
# Ctrl-C within a step, a fork, a card that is lost.
LEFT = TORCH + """
import os, signal
net = nn.Sequential(*[nn.Linear(8, 8) for i in range(40)]).cuda(); run = torch.compile(net); x = torch.rand(2, 8, device='cuda')
with torch.no_grad(): want = [run(x) for i in range(5)][-1]
print(launched()); stopped = 0
for i in range(200):
    try:
        signal.setitimer(signal.ITIMER_REAL, .0002 + i * .00002)
        with torch.no_grad(): y = run(x)
        torch.cuda.synchronize(); signal.setitimer(signal.ITIMER_REAL, 0)
    except KeyboardInterrupt: stopped += 1
with torch.no_grad(): y = run(x)
print(torch.equal(y, want), launched() > 3)
sys_out = __import__('sys').stdout; sys_out.flush()
if not os.fork():
    try: run(x); print('done', flush=True)
    except RuntimeError as e: print(str(e)[:49], flush=True)
    os._exit(0)
os.wait()
with torch.no_grad(): print(torch.equal(run(x), want))
""".replace('import os, signal\n', 'import os, signal\nsignal.signal(signal.SIGALRM, signal.default_int_handler)\n')
TWO = TORCH + """
torch.manual_seed(5); net = nn.Sequential(nn.Linear(6, 5), nn.ReLU(), nn.Linear(5, 2)); import copy; nets = [copy.deepcopy(net).to(d) for d in ('cuda:0', 'cuda:1')]; runs = [torch.compile(n) for n in nets]; torch.manual_seed(0)
for i in range(6):
    x = torch.rand(4, 6); made = [r(x.to(d)) for r, d in zip(runs, ('cuda:0', 'cuda:1'))]; l = [(m ** 2).sum() for m in made]; [k.backward() for k in l]; print([k.item().hex() for k in l], torch.equal(made[0].cpu(), made[1].cpu()))
bits(*[p.grad for n in nets for p in n.parameters()]); kept = runs
"""
TOLD = TORCH + """
f = torch.compile(lambda x: (x @ x).relu().sum()); x = torch.ones(30, 30, device='cuda'); [f(x) for i in range(4)]; torch.cuda.synchronize(); _tensor.ledger(True); f(x); f(x); torch.cuda.synchronize()
made = [r for r in _tensor.ledger_rows() if r[1] == 'call']; print(sum(r[6] for r in made), sorted({r[4] for r in made}), all(r[9] > 0 for r in made), len(_tensor.ledger_moves()))
from perch.views.devices import devices
for more in ({'mode': 'max-autotune-no-cudagraphs'}, {'options': {'triton.cudagraphs': False}}):
    g = torch.compile(lambda x: x + 2, **more); [g(x) for i in range(4)]; kept.append(g)
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph): y = x * 2
print('\\n'.join(line for line in devices().text(room=200).splitlines() if 'graph' in line))
"""
FAULTS = TORCH + """
x = torch.ones(4, device='cuda'); w = torch.full((4,), 2., device='cuda'); torch.cuda.synchronize(); f = torch.compile(lambda x: (x * 2 + F.dropout(w, .5) * 0).sum() + x); told = 0
for i in range(8):
    try: y = f(x)
    except RuntimeError as e: told += 'CUDA error: ' in str(e); continue
    try: torch.cuda.synchronize()
    except RuntimeError as e: told += 'CUDA error: ' in str(e)
print(told, y.tolist(), f(x).tolist(), torch.cuda.is_current_stream_capturing(), launched() > 0)
"""
# A card whose context is lost in the middle of such steps, and begins anew.
LOST = TORCH + """
import os
from perch.views.devices import reset
def play(): f = torch.compile(lambda x, y: (x * 2 + y).sum() + x); x = torch.ones(4, device='cuda'); return f, x
f, x = play(); y = x + 1; [f(x, y) for i in range(5)]; torch.cuda.synchronize(); print(launched()); kept.append(f(x, y))
os.environ.update(PERCH_EMULATED_FAIL='%s', PERCH_EMULATED_STICKS='1'); told = 0
for i in range(60):
    try: f(x, y); torch.cuda.synchronize()
    except RuntimeError as e: told += 'context' in str(e)
    if told > 3: break
print(told, reset().splitlines()[0]); f, x = play(); y = x + 1; before = launched(); [f(x, y) for i in range(5)]; print(f(x, y).tolist(), launched() - before); kept.clear(); gc.collect(); print(len(_tensor.replay_graphs()))
"""
# Backward passes (core/bundle.h): gradients that are made anew, zeroed, added to, kept; the tape kept, hooks that read and that do not, second gradients, leaves that take part now and then, views of
# parameters, shapes that change, a pass that fails, functions of the program's own, dropout, checkpoints, complex numbers that change, memory in a hook that grows, caches that are emptied, a graph
# that a hook writes down, compiled steps in a hook, a parameter that moves in its own hook. And what is in use after each pass.
PASSES = TORCH + '''
def made(seed=1): torch.manual_seed(seed); return nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 6), nn.Tanh(), nn.Linear(6, 3)).cuda()
torch.manual_seed(3); X = torch.rand(40, 6).cuda(); Y = torch.randint(0, 3, (40,)).cuda()
def play(step, n=9):
    net = made(); run = torch.compile(net); ps = list(net.parameters())
    for i in range(n): step(i, net, run, ps, X[i * 4:i * 4 + 4].clone(), Y[i * 4:i * 4 + 4].clone()); torch.cuda.synchronize(); print(torch.cuda.memory_allocated())
    bits(*[p.grad for p in ps if p.grad is not None])
def none(i, net, run, ps, x, y):
    for p in ps: p.grad = None
    F.cross_entropy(run(x), y).backward(); bits(ps[0].grad)
def zeros(i, net, run, ps, x, y):
    for p in ps:
        if p.grad is not None: p.grad.zero_()
    F.cross_entropy(run(x), y).backward(); bits(ps[0].grad)
def adds(i, net, run, ps, x, y): F.cross_entropy(run(x), y).backward(); bits(ps[0].grad)
kept = []
def keeps(i, net, run, ps, x, y):
    for p in ps: p.grad = None
    F.cross_entropy(run(x), y).backward(); kept.append([p.grad for p in ps])
def retains(i, net, run, ps, x, y):
    for p in ps: p.grad = None
    l = F.cross_entropy(run(x), y); l.backward(retain_graph=True); l.backward(); bits(*[p.grad for p in ps])
def hooks(i, net, run, ps, x, y):
    if i == 0: ps[0].register_hook(lambda g: g * 2); ps[2].register_hook(lambda g: print(g.sum().item().hex()))
    for p in ps: p.grad = None
    F.cross_entropy(run(x), y).backward(); bits(*[p.grad for p in ps])
def calmhooks(i, net, run, ps, x, y):
    if i == 0: ps[0].register_hook(lambda g: g * 2)
    for p in ps: p.grad = None
    F.cross_entropy(run(x), y).backward(); bits(*[p.grad for p in ps])
def twice(i, net, run, ps, x, y):
    for p in ps: p.grad = None
    l = F.cross_entropy(run(x), y); gs = torch.autograd.grad(l, ps, create_graph=True); (sum((g ** 2).sum() for g in gs) + l).backward(); bits(*[p.grad for p in ps])
def wants(i, net, run, ps, x, y):
    for p in ps: p.grad = None
    ps[0].requires_grad_(i % 4 != 3); x = x.clone().requires_grad_(i % 3 == 2)
    F.cross_entropy(run(x), y).backward(); bits(*[p.grad for p in ps if p.grad is not None])
    if x.grad is not None: bits(x.grad)
def views(i, net, run, ps, x, y):
    for p in ps: p.grad = None
    (F.cross_entropy(run(x), y) + (ps[0][1:3].t() @ ps[1][:2]).sum() + ps[0].view(-1)[::5].exp().sum()).backward(); bits(*[p.grad for p in ps])
def shapes(i, net, run, ps, x, y):
    for p in ps: p.grad = None
    n = 4 if i % 3 else 2
    F.cross_entropy(run(x[:n]), y[:n]).backward(); bits(*[p.grad for p in ps])
def fails(i, net, run, ps, x, y):
    for p in ps: p.grad = None
    l = F.cross_entropy(run(x), y)
    if i % 3 == 2:
        h = ps[0].register_hook(lambda g: 1 / 0)
        try: l.backward()
        except ZeroDivisionError: print('stopped', [p.grad is None for p in ps])
        h.remove(); return
    l.backward(); bits(*[p.grad for p in ps])
class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): ctx.save_for_backward(x); return x * x
    @staticmethod
    def backward(ctx, g): x, = ctx.saved_tensors; return 2 * x * g
def custom(i, net, run, ps, x, y):
    for p in ps: p.grad = None
    F.cross_entropy(Double.apply(run(x)), y).backward(); bits(*[p.grad for p in ps])
def drops(i, net, run, ps, x, y):
    if i == 0: torch.cuda.manual_seed(5)
    for p in ps: p.grad = None
    F.cross_entropy(F.dropout(run(x), .4), y).backward(); bits(*[p.grad for p in ps])
def checks(i, net, run, ps, x, y):
    from torch.utils.checkpoint import checkpoint
    if i == 0: torch.cuda.manual_seed(5)
    for p in ps: p.grad = None
    F.cross_entropy(checkpoint(lambda x: F.dropout(net(x), .4), x, use_reentrant=False), y).backward(); bits(*[p.grad for p in ps])
def hooked(i, net, run, ps, x, y, hook):
    for p in ps: p.grad = None
    out = net(x); out.register_hook(hook); F.cross_entropy(out, y).backward(); bits(*[p.grad for p in ps])
def complexes(i, net, run, ps, x, y): hooked(i, net, run, ps, x, y, lambda g: (g.to(torch.complex64) * complex(1, 1 + i // 6)).imag.contiguous())
def larger(i, net, run, ps, x, y):
    def hook(g): room = torch.empty(12 * (1 + 40 * (i > 6)), device='cuda'); part = room[:12].view_as(g); part.copy_(g); kept.append([part.mul_(2)]); return g + part
    hooked(i, net, run, ps, x, y, hook); kept.pop()
def empties(i, net, run, ps, x, y): none(i, net, run, ps, x, y); x = y = None; torch.cuda.empty_cache(); kept.append([torch.ones(700 << i, device='cuda')[:2].clone()])
def captures(i, net, run, ps, x, y):
    def hook(g):
        if i % 3 == 0:
            held = torch.ones(5, device='cuda'); graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph): out = held * 3
            graph.replay(); graph.replay(); return g * out[1]
        return g * 3
    hooked(i, net, run, ps, x, y, hook)
twofold = torch.compile(lambda g: g * 2 + 1)
def compiled(i, net, run, ps, x, y): hooked(i, net, run, ps, x, y, twofold)
def moves(i, net, run, ps, x, y):
    if i == 0: ps[0].register_hook(lambda g: ps[0].data.sub_(g * .5) * 0 + g)
    none(i, net, run, ps, x, y); bits(ps[0])
for what in (KINDS,): play(what)
bits(*[g for k in kept for g in k])
'''
PASS_KINDS = ('none, zeros, adds, keeps', 'retains, hooks, calmhooks, twice', 'wants, views, shapes, fails', 'custom, drops, checks', 'complexes, larger, empties', 'captures, compiled, moves')
# A network that lies on two GPUs.
PARTS = TORCH + """
def launched(): return sum(r[5] for r in _tensor.pass_graphs())
torch.manual_seed(5); a, b = nn.Linear(6, 5).to('cuda:0'), nn.Linear(5, 2).to('cuda:1'); w = torch.ones(5, device='cuda:1', requires_grad=True); ps = [*a.parameters(), *b.parameters(), w]
for i in range(9):
    for p in ps: p.grad = None
    l = (b(a(torch.rand(4, 6).to('cuda:0')).relu().to('cuda:1') * w) ** 2).sum(); l.backward(); bits(l, *[p.grad for p in ps])
    w.grad = None; (w.exp() * 2).sum().backward(); bits(w.grad); (a.weight * 3).tanh().sum().backward(); bits(a.weight.grad)
"""
# What fails is told, a gradient is added to once at most, and the next pass is right.
PASS_FAULTS = TORCH + """
w, v = (torch.ones(4, device='cuda', requires_grad=True) for _ in '12'); w.grad = torch.zeros(4, device='cuda'); x = torch.full((4,), 2., device='cuda'); torch.cuda.synchronize(); told = done = 0
def step(): v.grad = None; ((w * x) * (v * x)).sum().backward(); torch.cuda.synchronize()
for i in range(9):
    try: step(); done += 1
    except RuntimeError as e: told += 'CUDA error: ' in str(e)
step(); done += 1; print(told, all(done <= g / 4 <= done + told for g in w.grad.tolist()), v.grad.tolist(), sum(r[5] for r in _tensor.pass_graphs()) > 0)
"""
# Ctrl-C somewhere in a pass: what comes is whole, or nothing.
PASS_LEFT = TORCH + """
import signal; signal.signal(signal.SIGALRM, signal.default_int_handler)
net = nn.Sequential(*[nn.Linear(8, 8) for i in range(10)]).cuda(); x = torch.rand(2, 8, device='cuda'); ps = list(net.parameters()); stopped, wrong = 0, []
def play(after=None):
    for p in ps: p.grad = None
    l = net(x).sum()
    if after: signal.setitimer(signal.ITIMER_REAL, after)
    l.backward(); torch.cuda.synchronize(); signal.setitimer(signal.ITIMER_REAL, 0); return [p.grad.clone() for p in ps]
want = [play() for i in range(5)][-1]
for i in range(80):
    try: got = play(.0001 + i * .00004)
    except KeyboardInterrupt: stopped += 1; got = None
    if got and not all(torch.equal(a, b) for a, b in zip(got, want)): wrong.append(i)
signal.setitimer(signal.ITIMER_REAL, 0); print(wrong, all(torch.equal(a, b) for a, b in zip([play() for i in range(6)][-1], want)), sum(r[5] for r in _tensor.pass_graphs()) > 3)
"""
CALLS = ('cudaStreamBeginCapture', 'cudaStreamEndCapture', 'cudaGraphInstantiate', 'cudaGraphLaunch', 'cudaGraphDestroy')
SAME = [('changed inputs', CHANGES, 15), ('random numbers', DRAWS, 6), ('two GPUs', TWO, 8), ('a network on two GPUs', PARTS, 12)]
ON_TWO = (TWO, PARTS)
SAID = '\nimport sys; print(launched(), [r[7] for r in _tensor.replay_graphs()], file=sys.stderr)'


def same(tally, perch, what, code, least, gpus, **more):
    """The same lines with and without graphs, and as many launches of graphs as are wanted."""
    plain, err, status = perch(code, gpus=gpus, PERCH_GRAPHS='0', **more)
    graphed, said, code_ = perch(code + SAID, gpus=gpus, PERCH_GRAPHS='1', **more)
    launches = int((re.findall(r'^(\d+) \[', said, re.M) or [-1])[0])
    tally.check(status == code_ == 0 and plain == graphed and plain and launches >= least, f'{what}, {gpus} {" ".join(more)}: the same bits, {launches} launches of graphs', f'{plain[-600:]}\n{graphed[-600:]}\n{err[-600:]}\n{said[-900:]}')


def same_word_by_word(tally, perch, what, code, wanted, **more):
    out, err, status = perch(code, **more)
    tally.check(status == 0 and re.fullmatch(wanted, out), f'steps as graphs: {what}', out + err[-1500:])


def on_card(tally, perch):
    """What can be asked of a real card, too."""
    for what, code, least in [*NETWORKS, *SAME]:
        same(tally, perch, f'{what} as graphs', code, least, 'cuda:0/2', NVIDIA_TF32_OVERRIDE='0')


def reasons(tally):
    """Every reason that core gives has its sentence in both languages."""
    files = [open(os.path.join(ROOT, 'src', *path), encoding='utf-8').read() for path in (('core', 'replay_graph.c'), ('core', 'replay.c'), ('perch', 'views', 'graphs.py'), ('core', 'bundle_plan.c'), ('core', 'bundle.c'))]
    bars = files[1][files[1].index('const char *replay_bars_graph'):]
    given = set(re.findall(r'differs\(g?r?u?n?&?\w*, "([^"]+)"\)|why = (?:[^;"]*)"([^"]+)"|return "([^"]+)"|return kind == [^"]*"([^"]+)" : "([^"]+)"', files[0] + bars))
    given = {text for each in given for text in each if text}
    said = set(re.findall(r'^    [\'"](.*?)[\'"]: \'', files[2], re.M))
    given |= {text for pair in re.findall(r'(?:differs|bundle_spoil)\(b, "([^"]+)"|why = "([^"]+)"', files[3] + files[4]) for text in pair if text}
    tally.check(len(given) > 15 and given - {'PERCH_GRAPHS=0'} == said, 'why a step is no graph, in both languages', str((given - {'PERCH_GRAPHS=0'}) ^ said))


def steps(tally, perch):
    reasons(tally)
    for what, code, least in [*NETWORKS, *SAME]:
        for gpus, more in (('cuda:0/2', {}), ('cuda:0,1' if code in ON_TWO else 'cuda', {'PERCH_EMULATED_SEED': '2'}), ('sim:2', {})):
            if code is not TRANSFORMER or gpus != 'sim:2':
                same(tally, (lambda code, gpus, **more: programs.perch(code, gpus, None, **more)) if gpus == 'sim:2' else perch, f'{what} as graphs', code, least, gpus, **more)
    same(tally, perch, 'LeNet as graphs, by the libraries', LENET, 6, 'cuda', LD_LIBRARY_PATH=LIBRARIES, NVIDIA_TF32_OVERRIDE='0')
    for kinds in PASS_KINDS:
        plain, err, status = perch(PASSES.replace('KINDS', kinds), PERCH_GRAPHS='0')
        graphed, said, code = perch(PASSES.replace('KINDS', kinds), PERCH_GRAPHS='1', PERCH_EMULATED_TELL='1')
        graphs = int((re.findall(r'(\d+) graphs', said) or [-1])[0])
        tally.check(status == code == 0 and plain and plain == graphed and graphs > 4, f'backward passes as graphs: {kinds}: the same bits, {graphs} launches of graphs', plain[-600:] + graphed[-600:] + err[-500:] + said[-900:])
    out, err, _ = perch(WHYS, gpus='cuda:0,mem=256M')
    plain, more, _ = perch(re.sub(r'print\(why\(\)\)', 'pass', WHYS), gpus='cuda:0,mem=256M', PERCH_GRAPHS='0')
    said = [line for line in out.splitlines() if line.startswith('(')]
    tally.check(said == WHYS_SAID and [line for line in out.splitlines() if not line.startswith('(')] == plain.splitlines(), 'why a step is no graph is said, and its results are the same', '\n'.join(said) + err[-900:] + more[-500:])
    same_word_by_word(tally, perch, 'a fault names its line', FAULT, r"CUDA error: device-side assert triggered\nTrue True\n.*\n1\n")
    same_word_by_word(tally, perch, 'memory', MEMORY, r"True True\nCUDA out of memory\n\[\(0, 0, 'its memory was wanted elsewhere', False\)\]\nTrue too little memory for it\nTrue 1\n\[\] True\n", gpus='cuda:0,mem=32M')
    same_word_by_word(tally, perch, 'interrupts, forks', LEFT, r'3\nTrue True\nCannot re-initialize CUDA in forked subprocess\. T\nTrue\n')
    same_word_by_word(tally, perch, 'what is told of them', TOLD, r"6 \['matmul', 'relu', 'sum'\] True 0\n.*: 2 CUDA graphs, 4(\.\d+)? MiB\n(.*no graph because of: torch.compile was told so\n){2}.*a graph of 3 calls, launched 4 times, 2(\.\d+)? MiB\n")
    for fault in ('cudaGraphLaunch:6=700', 'cudaMemcpyAsync:40=719', 'cudaStreamQuery:60=719', 'cudaSetDevice:90=719'):
        same_word_by_word(tally, perch, f'a card is lost: {fault}', LOST % fault, r'3\n4 gpu\(0\): begun anew.*\n\[17.0, 17.0, 17.0, 17.0\] 4\n1\n')
    for what, code, wanted in (('faults', PASS_FAULTS, r'0 True \[(4\.0,? ?){4}\] True\n'), ('interrupts', PASS_LEFT, r'\[\] True True\n')):
        same_word_by_word(tally, perch, f'backward passes, {what}', code, wanted)
        same_word_by_word(tally, lambda code, **more: programs.perch(code, 'sim:2', None, **more), f'backward passes on a simulated GPU, {what}', code, wanted, PERCH_GRAPHS='1')
    for call, turns in (('launch', range(5, 29, 3)), ('cudaMalloc', (2, 3)), ('cudaStreamQuery', (6, 10)), *((call, (1, 2)) for call in CALLS)):
        for nth in turns:
            same_word_by_word(tally, perch, f'{call} fails at call {nth}, in a backward pass or beside it', PASS_FAULTS, r'[0-2] True \[(4\.0,? ?){4}\] True\n', PERCH_EMULATED_FAIL=f'{call}:{nth}=999')
    for call, turns in (('launch', range(3, 40, 3)), ('cudaMalloc', range(2, 7)), ('cudaMemcpyAsync', range(2, 14, 2)), ('cudaStreamQuery', (4, 7))):
        for nth in turns:
            same_word_by_word(tally, perch, f'{call} fails at call {nth}, in a graph, while it is written down, or beside it', FAULTS, r'[0-2] (\[.*\]) \1 False True\n', PERCH_EMULATED_FAIL=f'{call}:{nth}=999')
    for call in CALLS:
        for nth in (1, 2, 3):
            same_word_by_word(tally, perch, f'{call} fails at call {nth}', FAULTS, r'[01] \[\d.*\] \[\d.*\] False True\n', PERCH_EMULATED_FAIL=f'{call}:{nth}=999')
