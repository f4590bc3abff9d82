"""Programs for cards, with what they print: played on the emulated one (run.py) and on real ones (tests/gpu/check)."""
import os
import subprocess
import sys
import tempfile

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__)), os.path.dirname(os.path.dirname(os.path.abspath(__file__)))]
import record  # noqa: E402
from harness import clean_environment, perch_path, slowness  # noqa: E402

MATRIX = [*('matrix_of_' + case for case in ('one_operand', 'two_and_three_operands', 'views_and_moves', 'reductions', 'indexing', 'products', 'networks', 'the_rest')), 'matrix_knows_every_row']

TRAINED = '''
import torch, torch.nn as nn, torch.nn.functional as F
torch.backends.cudnn.allow_tf32 = False
def train(dev):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(4 * 16, 10)).to(dev)
    x, y = torch.linspace(-1, 1, 8 * 64).reshape(8, 1, 8, 8).to(dev), (torch.arange(8) % 10).to(dev)
    opt, losses = torch.optim.Adam(net.parameters(), lr=.01), []
    for i in range(5):
        opt.zero_grad(); loss = F.cross_entropy(net(x), y); loss.backward(); opt.step(); losses.append(loss.item())
    return losses
here = train('cpu')
for place in ('cuda:0', 'cuda:1'):
    print(all(abs(a - b) < 1e-4 for a, b in zip(here, train(place))), here[-1] < here[0])
'''
TWO = '''
import mxnet as mx
from mxnet import autograd, gluon, nd
ctx = [mx.gpu(0), mx.gpu(1)]
net = gluon.nn.Sequential(); net.add(gluon.nn.Dense(8, activation='relu'), gluon.nn.Dense(2)); net.initialize(ctx=ctx)
trainer, data = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': .1}), nd.arange(32).reshape((8, 4)) / 32
def step():
    parts = gluon.utils.split_and_load(data, ctx)
    with autograd.record():
        losses = [(net(x) ** 2).sum() for x in parts]
    for loss in losses: loss.backward()
    trainer.step(8)
    return sum(loss.asscalar() for loss in losses)
first = step()
for _ in range(5): last = step()
print(last < first, net[0].weight.data(mx.gpu(1)).context, nd.norm(net[0].weight.data(mx.gpu(0)).copyto(mx.cpu()) - net[0].weight.data(mx.gpu(1)).copyto(mx.cpu())).asscalar() == 0)
'''
# torch.manual_seed(0); torch.rand(8, device='cuda') as PyTorch prints it on NVIDIA's cards
NUMBERS = "import torch; torch.manual_seed(0); print(torch.rand(8, device='cuda'))"
PRINTED = "tensor([0.3990, 0.5167, 0.0249, 0.9401, 0.9459, 0.7967, 0.4150, 0.8203],\n       device='cuda:0')\n"
MEMORY = '''
import torch
for i in range(200):
    try: torch.empty(1 << 30, device='cuda')
    except RuntimeError as e: assert 'out of memory' in str(e), e
x = torch.ones(3, device='cuda'); print((x + 1).tolist(), torch.cuda.memory_allocated() < 4096)
'''
RANGE = '''
import torch
x = torch.arange(3., device='cuda')
try:
    y = x[torch.tensor([5], device='cuda')]; torch.cuda.synchronize(); print('taken')
except RuntimeError as e: print(str(e).splitlines()[0])
print((x + 1).tolist())
'''
FORKED = '''
import os, torch
print(torch.cuda.device_count(), flush=True)
if not os.fork():
    try: print(torch.ones(2, device='cuda').tolist(), flush=True)
    except RuntimeError as e: print(str(e)[:49], flush=True)
    os._exit(0)
os.wait(); print(torch.ones(2, device='cuda').tolist())
'''

COMPLEX = '''
import torch
def play(dev):
    out = []
    for dtype in (torch.complex64, torch.complex128):
        x = (torch.arange(60., dtype=torch.float64) * .37).sin().reshape(5, 12).to(dtype).to(dev)
        y = x + 1j * (torch.arange(60., dtype=torch.float64) * .11).cos().reshape(5, 12).to(dtype).to(dev)
        for n in (1, 2, 3, 5, 8, 12, 16, 30): out += [torch.fft.fft(y, n=n), torch.fft.ifft(y, n=n, dim=0)]
        out += [torch.fft.fft2(y), torch.fft.rfft(x.real), torch.fft.irfft(y)]
        out += [torch.linalg.vector_norm(y, ord=p, dim=1) for p in (0, 1, 2, 3, float('inf'), -float('inf'))]
        out += [y.sum(0), y.prod(1), y.mean(), y.var(0), y.std(), y.cumsum(1), y.cumprod(0), (y * (x.real > 0)).nonzero(), y.any(), (y != 0).all()]
        out += [y @ y.T, y.conj() * x, y / (x + 2), y ** 2.5, y ** 3, y.abs(), y.angle() if dtype is None else y.exp(), torch.where(x.real > 0, y, x), y.sqrt().log().tanh()]
        out += [torch.zeros(4, dtype=dtype, device=dev).index_put((torch.tensor([1, 1, 3], device=dev),), y[0, :3], accumulate=True), torch.eye(3, dtype=dtype, device=dev)]
        out += [torch.linspace(0, 1, 5, dtype=dtype, device=dev), torch.cat([y[0], y[1]]), y.to(torch.complex64), torch.view_as_real(y), x.real.to(dtype)]
    return [(t.long() if t.dtype == torch.bool else t).cpu() for t in out]
here, there = play('cpu'), play('cuda:1')
near = lambda a, b: a.dtype == b.dtype and a.shape == b.shape and bool(((a - b).abs() <= (1e-9 if '128' in str(a.dtype) or a.dtype == torch.float64 else 3e-5) * (1 + a.abs())).all())
print(len(here), [i for i, (a, b) in enumerate(zip(here, there)) if not near(a, b)])
n = torch.fft.fft(torch.ones(1009, 3, dtype=torch.complex128, device='cuda'), dim=0)
print(bool(((n[0] - 1009).abs() < 1e-10).all() & (n[1:].abs() < 1e-10).all()))
'''

PRODUCTS = '''
import torch
for dtype, tol in ((torch.float32, 1e-5), (torch.float64, 1e-12), (torch.float16, 5e-3), (torch.bfloat16, 4e-2)):
    g = lambda *s: (torch.arange(float(torch.tensor(s).prod())) * .37).sin().reshape(s)
    cases = [(g(5, 7), g(7, 3)), (g(7, 5).T, g(3, 7).T), (g(9, 7)[1:6], g(7, 6)[:, :3]), (g(2, 4, 5), g(2, 5, 3)), (g(4, 5), g(2, 5, 3)), (g(2, 3, 4, 5), g(2, 3, 5, 6)), (g(1, 7), g(7, 1)), (g(8, 1), g(1, 8)), (g(2, 5, 3, 4).transpose(1, 2), g(2, 3, 4, 6))]
    bad = []
    for i, (a, b) in enumerate(cases):
        a, b = a.to(dtype), b.to(dtype)
        r = (a.float() if dtype != torch.float64 else a) @ (b.float() if dtype != torch.float64 else b)
        s = (a.cuda() @ b.cuda()).cpu().to(r.dtype)
        if not ((r - s).abs() <= tol * (1 + r.abs())).all(): bad.append(i)
    x, w, c = g(6, 5).to(dtype), g(4, 5).to(dtype), g(4).to(dtype)
    r = torch.nn.functional.linear(x.cpu().float(), w.float(), c.float()); s = torch.nn.functional.linear(x.cuda(), w.cuda(), c.cuda()).cpu().float()
    r2 = torch.addmm(g(6, 4), x.float(), w.float().T, beta=.5, alpha=2); s2 = torch.addmm(g(6, 4).to(dtype).cuda(), x.cuda(), w.cuda().T, beta=.5, alpha=2).cpu().float()
    tol = max(tol, 1e-6)
    print(bad, bool(((r - s).abs() <= tol * (1 + r.abs())).all()), bool(((r2 - s2).abs() <= tol * 2 * (1 + r2.abs())).all()))
'''
PRODUCTS_PRINTED = '[] True True\n' * 4

CONVOLUTIONS = '''
import torch, torch.nn.functional as F
g = lambda *s: (torch.arange(float(torch.tensor(s).prod())) * .37).sin().reshape(s)
def play(dev, dtype):
    out = []
    def case(f, x, w, b, **more):
        x, w = (t.to(dtype).to(dev).requires_grad_() for t in (x, w))
        b = None if b is None else b.to(dtype).to(dev).requires_grad_()
        y = f(x, w, b, **more)
        y.backward(g(*y.shape).to(dtype).to(dev))
        out.extend(t.detach().cpu() for t in (y, x.grad, w.grad) + (() if b is None else (b.grad,)))
    case(F.conv2d, g(2, 3, 7, 8), g(4, 3, 3, 2), g(4), padding=1)
    case(F.conv2d, g(2, 4, 9, 9), g(6, 2, 3, 3), None, stride=2, groups=2, dilation=(2, 1), padding=(2, 0))
    case(F.conv1d, g(2, 3, 11), g(5, 3, 4), g(5), stride=3)
    case(F.conv3d, g(1, 2, 4, 5, 6), g(3, 2, 2, 3, 2), g(3), padding=(1, 0, 1))
    case(F.conv_transpose2d, g(2, 3, 4, 5), g(3, 4, 3, 3), g(4), stride=2, output_padding=1)
    case(F.conv2d, g(3, 6, 6), g(4, 3, 3, 3), g(4))
    case(F.conv2d, g(2, 8, 8, 3).permute(0, 3, 1, 2), g(3, 2, 2, 4).permute(3, 0, 1, 2)[:, :, :, :2], None)
    case(F.conv2d, g(1, 1, 1, 1), g(1, 1, 1, 1), g(1))
    return out
def near(a, b, tol): return a.dtype == b.dtype and a.shape == b.shape and bool(((a.double() - b.double()).abs() <= tol * (1 + b.double().abs())).all())
torch.backends.cudnn.allow_tf32 = False
for dtype, tol in ((torch.float32, 1e-5), (torch.float64, 1e-12), (torch.float16, 2e-2), (torch.bfloat16, 1e-1)):
    here, there = play('cpu', torch.float32 if tol > 1e-3 else dtype), play('cuda', dtype)
    print(len(here), [i for i, (a, b) in enumerate(zip(there, here)) if not near(a, b.to(dtype), tol)])
x = torch.zeros(0, 3, 5, 5, device='cuda'); print(F.conv2d(x, torch.ones(2, 3, 3, 3, device='cuda')).shape)
print(F.conv2d(torch.arange(9, device='cuda').reshape(1, 1, 3, 3), torch.ones(1, 1, 2, 2, dtype=torch.int64, device='cuda')).flatten().tolist())
'''
CONVOLUTIONS_PRINTED = '30 []\n' * 4 + 'torch.Size([0, 2, 3, 3])\n[8, 12, 20, 24]\n'
# TF32 in convolutions: PyTorch allows it unless it is told not to, and MXNet leaves it to cuDNN.
EXACT_CONVOLUTIONS = '''
import torch, torch.nn.functional as F, mxnet as mx
x, w = torch.full((1, 1, 4, 4), 1 + 2 ** -12, device='cuda'), torch.ones(1, 1, 1, 1, device='cuda')
exact = lambda: F.conv2d(x, w)[0, 0, 0, 0].item() == 1 + 2 ** -12
print(torch.backends.cudnn.allow_tf32, exact())
with torch.backends.cudnn.flags(allow_tf32=False): print(exact())
with torch.backends.cudnn.flags(enabled=False): print(torch.backends.cudnn.enabled, exact())
print(torch.backends.cudnn.enabled, exact(), mx.nd.Convolution(mx.nd.ones((1, 1, 4, 4), ctx=mx.gpu()) * (1 + 2 ** -12), mx.nd.ones((1, 1, 1, 1), ctx=mx.gpu()), no_bias=True, kernel=(1, 1), num_filter=1).asnumpy().max() == 1)
'''
# Each call of the library fails in turn: what comes is right, or an exception that says so, and the next one is right.
FAULTS = '''
import os, torch, torch.nn.functional as F
w = torch.ones(2, 1, 3, 3, device='cuda'); told = right = 0; F.conv2d(w[:, :, :3], w)
for n in range(1, 200):
    x = torch.ones(1, 1, 5, 3 + n, device='cuda')
    os.environ['PERCH_FAKE_DNN'] = f'{n}=%d'
    try: y = F.conv2d(x, w); torch.cuda.synchronize(); right += bool((y == 9).all())
    except RuntimeError as e: told += 'conv: cuDNN says: ' in str(e)
    del os.environ['PERCH_FAKE_DNN']
    assert bool((F.conv2d(x, w) == 9).all())
print(told + right, told > 0, right > 0)
'''
# Batch norms of long statistics (three of them) are cuDNN's where it is, all others own kernels: short ones of one launch, layer and group norms, those that do not train.
NORMS = '''
import torch, torch.nn.functional as F
g = lambda *s: (torch.arange(float(torch.tensor(s).prod())) * .37).sin().reshape(s)
def play(dev, dtype):
    out = []
    def case(f, x, scale=True):
        wide = torch.float64 if dtype == torch.float64 else torch.float32
        n = x.shape[1]
        x = (x * 2 + 1).to(dtype).to(dev).requires_grad_()
        w, b = ((g(n) + 2).to(wide).to(dev).requires_grad_(), (g(n) - 1).to(wide).to(dev).requires_grad_()) if scale else (None, None)
        mean, var = g(n).to(wide).to(dev), (g(n) + 2).to(wide).to(dev)
        y = f(x, w, b, mean, var)
        y.backward((g(*y.shape) + .5).to(dtype).to(dev))
        out.extend(t.detach().cpu() for t in (y, x.grad, mean, var) + ((w.grad, b.grad) if scale else ()))
    batch = lambda **more: lambda x, w, b, mean, var: F.batch_norm(x, mean, var, w, b, **more)
    case(batch(training=True, momentum=.3), g(3, 4, 5, 2))
    case(batch(training=True, momentum=.3), g(3, 2, 64, 48))
    case(batch(training=True), g(9000, 3))
    case(batch(training=True), g(2, 2, 5000), scale=False)
    case(batch(training=False), g(3, 4, 5, 2))
    case(batch(training=False), g(3, 2, 128, 96))
    case(lambda x, w, b, mean, var: F.batch_norm(x, None, None, w, b, True), g(2, 3, 8))
    case(lambda x, w, b, mean, var: F.layer_norm(x, (4,), w, b), g(5, 4))
    case(lambda x, w, b, mean, var: F.layer_norm(x, x.shape, None, None), g(100, 100), scale=False)
    case(lambda x, w, b, mean, var: F.group_norm(x, 2, w, b), g(2, 4, 6))
    case(lambda x, w, b, mean, var: F.instance_norm(x, None, None, w, b, True), g(2, 3, 101, 99))
    return out
torch.backends.cudnn.benchmark = False
for dtype, tol in ((torch.float32, 3e-5), (torch.float64, 1e-11), (torch.float16, 2e-2), (torch.bfloat16, 1e-1)):
    here, there = play('cpu', torch.float32 if tol > 1e-3 else dtype), play('cuda', dtype)
    near = lambda a, b: a.shape == b.shape and bool(((a.double() - b.double()).abs() <= tol * (1 + b.double().abs().max())).all())
    print(len(here), [i for i, (a, b) in enumerate(zip(there, here)) if not near(a, b)])
import mxnet as mx
def glued(ctx):
    net = mx.gluon.nn.BatchNorm(momentum=.8, in_channels=2); net.initialize(ctx=ctx)
    x = (mx.nd.arange(20000) * .37).sin().reshape((2, 2, 5000)).as_in_context(ctx); x.attach_grad()
    with mx.autograd.record(): y = net(x)
    y.backward(x + 1)
    return [torch.tensor(a.asnumpy().tolist()) for a in (y, x.grad, net.running_mean.data(), net.running_var.data(), net.gamma.grad(), net.beta.grad())]
print([i for i, (a, b) in enumerate(zip(glued(mx.gpu()), glued(mx.cpu()))) if not ((a - b).abs() <= 2e-5 * (1 + b.abs().max())).all()])
x = torch.ones(0, 3, 5, device='cuda'); print(F.batch_norm(x, torch.zeros(3, device='cuda'), torch.ones(3, device='cuda')).shape, F.layer_norm(torch.ones(4, 0, device='cuda'), (0,)).shape)
'''
NORMS_PRINTED = '62 []\n' * 4 + '[]\ntorch.Size([0, 3, 5]) torch.Size([4, 0])\n'
# Each call of the library for a norm fails in turn: own kernels where it is refused, else an exception; the running statistics change once or not at all.
NORM_FAULTS = '''
import os, torch, torch.nn.functional as F
x, v, told, right = torch.arange(20000.).reshape(1, 2, 10000).remainder(7).cuda(), torch.ones(2, device='cuda'), 0, 0
def play(): m = torch.zeros(2, device='cuda'); y = F.batch_norm(x, m, v, training=True); return y.sum().abs().item() < 1, abs(m[0].item() - .3) < .01
F.conv2d(x[:, None], torch.ones(1, 1, 1, 1, device='cuda')); assert play() == (True, True)
for n in range(1, 8):
    os.environ['PERCH_FAKE_DNN'] = f'{n}=%d'
    try: right += play() == (True, True)
    except RuntimeError as e: told += 'batch_norm: cuDNN says: ' in str(e)
    del os.environ['PERCH_FAKE_DNN']
    assert play() == (True, True)
print(right, told)
'''
# Recurrent layers are one operation in each direction on a card: beside the CPU, where they are played step by step.
RECURRENT = '''
import torch, mxnet as mx
from mxnet import nd, autograd, gluon
def play(dev, kind, dtype, steps, wide=5, rows=3, **more):
    torch.manual_seed(1)
    net, x = getattr(torch.nn, kind)(4, wide, **more).to(dtype), torch.randn(steps, rows, 4).to(dtype)
    states = [torch.randn(more.get('num_layers', 1) * (1 + more.get('bidirectional', False)), rows, wide).to(dtype).to(dev).requires_grad_() for _ in range(1 + (kind == 'LSTM'))]
    net, x = net.to(dev), x.to(dev).requires_grad_()
    y, last = net(x, tuple(states) if kind == 'LSTM' else states[0])
    last = last if kind == 'LSTM' else (last,)
    ((y * torch.arange(y.numel(), device=dev).reshape(y.shape).remainder(7).to(dtype)).sum() + sum((s * s).sum() for s in last)).backward()
    return [t.detach().cpu().double() for t in (y, *last, x.grad, *(s.grad for s in states), *(p.grad for p in net.parameters()))]
near = lambda a, b, tol: a.shape == b.shape and bool(((a - b).abs() <= tol * (1 + b.abs().max())).all())
torch.backends.cudnn.allow_tf32 = False
for dtype, tol in ((torch.float32, 1e-5), (torch.float64, 1e-12), (torch.float16, 3e-2)):
    cases = [(kind, steps, more) for kind in ('LSTM', 'GRU', 'RNN') for steps in (1, 5) for more in ({}, dict(bidirectional=True, num_layers=2), dict(bias=False))] + [('RNN', 4, dict(nonlinearity='relu'))]
    widest = 512 // torch.tensor([], dtype=dtype).element_size()      # (of those that one launch takes: GPU_NARROW; the next one is a launch a step, and with many rows a product and a program)
    cases += [(kind, 3, dict(wide=wide, rows=rows)) for kind in ('LSTM', 'GRU', 'RNN') for wide, rows in ((9, 11), (widest, 2), (widest + 1, 2), (70, 9))]
    if dtype == torch.float32: cases += [('LSTM', 2, dict(wide=130, rows=130)), ('GRU', 2, dict(wide=140, rows=150)), ('RNN', 3, dict(wide=129, rows=10, bidirectional=True, nonlinearity='relu'))]
    print(len(cases), [case for case in cases for a, b in zip(play('cuda', case[0], dtype, case[1], **case[2]), play('cpu', case[0], torch.float32 if tol > 1e-3 else dtype, case[1], **case[2])) if not near(a, b, tol)])
def glued(ctx, kind, **more):
    g = lambda *s: (nd.arange(int(nd.array(s).prod().asscalar())) * .37).sin().reshape(s).as_in_context(ctx)
    net = getattr(gluon.rnn, kind)(5, input_size=4, **more); net.initialize(ctx=ctx)
    for p in net.collect_params().values(): p.set_data(g(*p.shape))
    x, states = g(6, 3, 4), [g(*i['shape']) for i in net.state_info(3)]
    x.attach_grad()
    with autograd.record():
        y, last = net(x, states)
        loss = (y * g(*y.shape)).sum() + sum(s.sum() for s in last)
    loss.backward()
    return [torch.tensor(t.asnumpy().tolist()) for t in (y, *last, x.grad, *(p.grad() for p in net.collect_params().values()), *nd.RNN(g(5, 2, 3), g(144), g(1, 2, 4), g(1, 2, 4), state_size=4, num_layers=1, mode='lstm', state_outputs=True))]
print([kind for kind, more in (('LSTM', {}), ('GRU', dict(num_layers=2, bidirectional=True)), ('RNN', dict(activation='tanh'))) for a, b in zip(glued(mx.gpu(), kind, **more), glued(mx.cpu(), kind, **more)) if not near(a, b, 1e-2)])
net, x = torch.nn.LSTM(3, 4).cuda(), torch.randn(2, 3, 3, device='cuda', requires_grad=True)
for cudnn in (True, False):
    with torch.backends.cudnn.flags(enabled=cudnn): y = net(x)[0]
    try: torch.autograd.grad(torch.autograd.grad(y.sum(), x, create_graph=True)[0].sum(), x); print('twice')
    except NotImplementedError as e: print(str(e)[:59])
'''
RECURRENT_PRINTED = '34 []\n' + '31 []\n' * 2 + "[]\nthe derivative for '_cudnn_rnn_backward' is not implemented\ntwice\n"
# TF32 in a recurrent layer goes by the rule of convolutions, there and back.
EXACT_RECURRENT = '''
import torch
net, h = torch.nn.RNN(2, 130, nonlinearity='relu', bias=False).cuda(), torch.full((1, 512, 130), 1 + 2 ** -12, device='cuda', requires_grad=True)
with torch.no_grad(): net.weight_ih_l0.zero_(); net.weight_hh_l0.copy_(torch.eye(130))
def exact():
    y = net(torch.zeros(1, 512, 2, device='cuda'), h)[0]; g, = torch.autograd.grad(y, h, torch.full_like(y, 1 + 2 ** -12))
    return y[0, 0, 0].item() == 1 + 2 ** -12, g[0, 0, 0].item() == 1 + 2 ** -12
print(torch.backends.cudnn.allow_tf32, torch.backends.cuda.matmul.allow_tf32, exact())
with torch.backends.cudnn.flags(allow_tf32=False): torch.backends.cuda.matmul.allow_tf32 = True; print(exact())
'''
# What a layer of so many steps takes.
RECURRENT_STEPS = '''
import torch
dtype = torch.%s
net, x = torch.nn.%s(8, %d).cuda().to(dtype), torch.ones(%d, 4, 8, device='cuda', dtype=dtype)
net(x)[0].sum().backward()
torch.cuda.synchronize()
'''
# Losses over classes, short ones of one launch each way and long ones; softmax of many classes.
LOSSES = '''
import torch, torch.nn.functional as F
g = lambda *s: (torch.arange(float(torch.tensor(s).prod())) * .37).sin().reshape(s)
def play(dev, dtype):
    out = []
    for shape in ((6, 5), (5,), (3, 4, 2, 3), (70, 200), (4000, 3), (2, 3, 50, 30)):
        at = 0 if len(shape) == 1 else 1
        n, rest = shape[at], shape[:at] + shape[at + 1:]
        target = torch.arange(max(1, torch.tensor(rest).prod().int().item() if rest else 1)).remainder(n).reshape(rest).to(dev)
        for weight in (None, (g(n) + 2).to(dtype).to(dev)):
            for more in ({}, dict(reduction='sum'), dict(reduction='none'), dict(ignore_index=1), dict(label_smoothing=.1)):
                for f in (F.cross_entropy, F.nll_loss):
                    if f is F.nll_loss and 'label_smoothing' in more: continue
                    x = g(*shape).to(dtype).to(dev).requires_grad_()
                    y = f(x, target, weight, **more)
                    y.backward(torch.ones_like(y) * 1.5)
                    out += [y.detach().cpu(), x.grad.cpu()]
    for f in (F.softmax, F.log_softmax):
        x = g(3, 400).to(dtype).to(dev).requires_grad_(); y = f(x, -1); y.backward(g(3, 400).to(dtype).to(dev)); out += [y.detach().cpu(), x.grad.cpu()]
    return out
for dtype, tol in ((torch.float32, 1e-5), (torch.float64, 1e-11)):
    here, there = play('cpu', dtype), play('cuda', dtype)
    print(len(here), [i for i, (a, b) in enumerate(zip(there, here)) if a.shape != b.shape or not ((a - b).abs() <= tol * (1 + b.abs())).all()])
try: F.cross_entropy(torch.ones(2, 3, device='cuda'), torch.tensor([0, 3], device='cuda')); torch.cuda.synchronize()
except RuntimeError as e: print(str(e).splitlines()[0])
print(F.cross_entropy(torch.ones(0, 3, device='cuda'), torch.ones(0, dtype=torch.int64, device='cuda')).item())
'''
LOSSES_PRINTED = '220 []\n' * 2 + 'CUDA error: device-side assert triggered\nnan\n'
# What is allowed to be less exact: products of 1 + 2^-12, which TF32 rounds to 1.
EXACT = '''
import torch
a = torch.full((64, 64), 1 + 2 ** -12, device='cuda'); one = torch.eye(64, device='cuda')
exact = lambda: (a @ one)[3, 4].item() == 1 + 2 ** -12
print(exact(), torch.get_float32_matmul_precision())
%s
'''
ALLOWED = [('torch.backends.cuda.matmul.allow_tf32 = True; print(exact()); torch.set_float32_matmul_precision("highest"); print(exact())', 'False\nTrue\n', {}, 1, 0),
           ('torch.set_float32_matmul_precision("high"); print(exact(), (a.double() @ one.double())[0, 0].item() > 1, (a.half() @ one.half())[0, 0].item())', 'False True 1.0\n', {}, 1, 0),
           ('w = a.clone().requires_grad_(); torch.set_float32_matmul_precision("medium"); (w @ one).backward(a); print(w.grad[0, 0].item())', '1.0\n', {}, 2, 0),
           ('import mxnet as mx; n = mx.nd.ones((64, 64), ctx=mx.gpu()) * (1 + 2 ** -12); print(mx.nd.dot(n, mx.nd.eye(64, ctx=mx.gpu()))[0, 0].asscalar() > 1)', 'True\n', {}, 0, 0),
           ('import mxnet as mx; n = mx.nd.ones((64, 64), ctx=mx.gpu()) * (1 + 2 ** -12); print(mx.nd.dot(n, mx.nd.eye(64, ctx=mx.gpu()))[0, 0].asscalar() > 1)', 'False\n', {'MXNET_CUDA_TENSOR_OP_MATH_ALLOW_CONVERSION': '1'}, 1, 0),
           ('torch.backends.cuda.matmul.allow_tf32 = True; print(exact())', 'True\n', {'NVIDIA_TF32_OVERRIDE': '0'}, 0, 0),
           ('import mxnet as mx; n = mx.nd.ones((64, 64), ctx=mx.gpu(), dtype="float16"); n.attach_grad()\nwith mx.autograd.record(): y = mx.nd.dot(n, n)\ny.backward(); print(n.grad[0, 0].asscalar())', '128.0\n',
            {'MXNET_CUDA_TENSOR_OP_MATH_ALLOW_CONVERSION': 'true', 'MXNET_CUDA_ALLOW_TENSOR_CORE': '0'}, 0, 3)]
# Chains of elementwise calls: played call by call (PERCH_FUSE=0) and as programs they print the same, bit by bit.
CHAINS = '''
import zlib, torch
dev = 'cuda'
def show(*ts): print(*(zlib.crc32(t.cpu().contiguous().view(-1).view(torch.uint8).numpy().tobytes()) if t.dtype != torch.bool else t.sum().item() for t in ts))
def floats(dtype, n):
    x, y = torch.linspace(-2, 2, n, device=dev).to(dtype), (torch.arange(n, device=dev) % 7).to(dtype)
    z = (x * 2 + 1).sigmoid() * y - x.exp() / (y + 3)
    w = z.clamp(-1, 1).where(x > 0, y * .5).tanh() + (x != y)
    m, p = torch.zeros_like(x), x.clone()
    for _ in range(3): m.mul_(.9).add_(z, alpha=.1); p.add_(m, alpha=-.01)
    show(z, w, m, p)
    q = p[:n // 2 * 2].clone().reshape(2, -1)
    t = q.T + 1           # read across, then written in place
    q.mul_(3); q.add_(q[:, :1]); q[0].sub_(1)
    show(t, q)
    x.relu_().mul_(x); y = y + x; del x
    show(y)
for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
    for n in (1, 7, 1000, 5000): floats(dtype, n)
i = torch.arange(600, device=dev).reshape(20, 30)
for dtype in (torch.int64, torch.int32):
    a, b = i.to(dtype), (i % 11).to(dtype)
    show((a * b - a) ^ (b << 2) & 255, (a > 40) & ~(b == 3) | (a < b), torch.where(a > b, a, -b) + a.T.reshape(20, 30), a.double() * .5 + b)
    show(a // (b + 1) + a % (b + 1), (a * 2 + 1).float().sqrt())
big = torch.linspace(0, 1, 40 * 50, device=dev).reshape(40, 50)
rows, columns = big[:1] + 1, big[:, :1] - 1
show((big * rows + columns) / (rows * 2) - big.T.reshape(40, 50) * 3, (big[::2, 1::2] + big[1::2, ::2]) * 2)
s, many = big, [big * (k + 1) for k in range(30)]
for k in range(60): s = s * 1.01 + k        # more steps than a program has
show(s, sum(many), many[7])
t = big.clone()
for k in range(14): t = t + big.reshape(-1)[k:k + 1]     # more operands than it has
show(t)
e = torch.cuda.Event(); a = big + 1; e.record(); e.synchronize(); b = a * 2; torch.cuda.synchronize(); show(a, b)
c = big + 1; d = c.cpu() + 1; big.zero_(); show(c, big); print(d.sum().item() == (c + 1).cpu().sum().item())
w = torch.ones(4, 5, device=dev, requires_grad=True)
((w * 3).sigmoid() * w - w.exp()).pow(2).sum().backward(); show(w.grad)
'''
# How many launches: three operations of one chain are one; what is not element by element comes between.
# The same program over operands of several sizes is one launch, unless one reads or writes what another writes.
JOINED = '''
import torch
g = lambda n, k=.37: (torch.arange(float(n)) * k).sin().cuda()
told = lambda *ts: print(*(f'{t.double().sum().item():.12g} {t.flatten()[-1].item():.9g}' for t in ts))
sizes = [640, 32, 7, 1, 3000, 257, 70000, 5, 128, 2, 9, 1000, 33, 31, 12, 8, 99, 4, 600, 300000, 17]
for kind, more in (('SGD', {}), ('SGD', dict(momentum=.9)), ('Adam', {}), ('AdamW', dict(weight_decay=.1)), ('RMSprop', {}), ('Adagrad', {})):
    for dtype in (torch.float32, torch.float64):
        ps = [torch.nn.Parameter(g(n).to(dtype)) for n in sizes]
        for p in ps: p.grad = (p.detach() * 2 + .1).cos()
        o = getattr(torch.optim, kind)(ps, lr=.01, **more)
        for _ in range(2): o.step()
        told(*ps)
for dtype in (torch.float16, torch.bfloat16):
    a = [g(n).to(dtype) for n in sizes]; told(*[x * 2 - .25 for x in a])
x = g(100); y = x[:50] * 2 + 1; z = y[:20] * 2 + 1; w = z[:10] * 2 + 1; told(x, y, z, w)                     # one reads what another writes
a = [g(n) for n in (64, 32, 16)]; base = g(64); views = [base[:64], base[:32], base[:16]]
for v, b in zip(views, a): v.mul_(.5).add_(b)
told(base)                                                                                                     # one writes what another writes
for n in (40, 30, 20): base[:n].mul_(2).add_(base[n]); told(base)
for n in (33, 34, 35): t = g(n).add_(1).mul_(3); u = t[:n - 1] * 2 + 1; del t
told(u)
q = [g(n) for n in (10, 20, 30)]
for t in q: t.mul_(3).add_(1)
q[1][3] = 5; told(*q); r = [t * 2 + 1 for t in q]; del q; s = [torch.full((n,), 9., device='cuda') for n in (10, 20, 30)]; told(*r, *s)
import _tensor
_tensor.ledger(True); r = [t * 2 + 1 for t in r]; torch.cuda.synchronize(); told(*r); print(len({row[0] for row in _tensor.ledger_rows() if row[1] == 'call'}) > 0)
'''
# One value laid at many places: whoever comes last, and no memory to find out.
FILLED = '''
import torch
def play(dev):
    x = torch.arange(24., device=dev).reshape(2, 3, 4); at = lambda *i: torch.tensor(i, device=dev)
    made = [x.index_fill(d, at(*i), 9) for d, i in ((0, [1]), (1, [0, -1, 0]), (2, [3, 1]), (-1, [-4]))] + [x.scatter(1, torch.zeros(2, 3, 2, dtype=torch.long, device=dev), 5.)]
    w, v = x.clone().requires_grad_(), torch.tensor(2., device=dev, requires_grad=True)
    ((w * 1).index_fill(1, at(0, 2, 2), v) * x).sum().backward()
    y = x.clone(); y[:, at(1, 1)] = 7; z = x.half(); z[at(0, 1, 0), at(2, 2, 1)] = torch.tensor(3., device=dev, dtype=torch.half)
    return [t.cpu() for t in (*made, w.grad, v.grad, y, z)]
print([torch.equal(a, b) for a, b in zip(play('cpu'), play('cuda'))].count(True))
big, i = torch.zeros(1 << 18, 4, device='cuda'), torch.arange(0, 1 << 18, 2, device='cuda'); torch.cuda.synchronize(); torch.cuda.reset_peak_memory_stats(); was = torch.cuda.memory_allocated()
big.index_fill_(0, i, 1.); print(torch.cuda.max_memory_allocated() - was < 6 << 20, big.sum().item())
'''
OPTIMIZED = '''
import torch
ps = [torch.nn.Parameter(torch.ones(n, device='cuda')) for n in (640, 32, 128, 4, 7, 5000)]
for p in ps: p.grad = torch.ones_like(p) / 2
o = torch.optim.%s; o.step(); torch.cuda.synchronize()
for _ in range(%d): o.step(); torch.cuda.synchronize()
'''
LAUNCHES = '''
import torch
x = torch.ones(100, device='cuda'); torch.cuda.synchronize()
%s
torch.cuda.synchronize()
'''
COUNTED = [('', 0), ('y = x + 1', 1), ('y = (x * 2 + 1).sigmoid() - x', 1), ('y = x * 2; z = y + x; y.add_(z); x.mul_(3)', 1), ('y = (x + 1).sum() * 2', 3), ('y = x.mean(), x.view(4, 25).max(), x.norm(), x.logsumexp(0), (x > 0).all()', 7), ('y = x + 1; z = x[:50] * 2 + 1; w = z * 2', 2),
           ('import torch.nn.functional as F; y = F.layer_norm(x, (100,)), F.batch_norm(x.view(4, 25), None, None, training=True), F.group_norm(x.view(2, 10, 5), 2)', 3),
           ('import torch.nn.functional as F; w = x.view(10, 10).clone().requires_grad_(); t = torch.arange(10, device="cuda"); torch.cuda.synchronize(); F.cross_entropy(w, t).backward()', 5),
           ('for i in range(11): x.mul_(.5).add_(1)', 1), ('for i in range(16): x.mul_(.5).add_(1)', 2)]
# What waits gives way where memory is wanted.
GIVES_WAY = '''
import torch
x = torch.ones(3 << 20, device='cuda')
y = ((x + 1) * 2 - x) / 4 + x * x
print(y[:2].tolist())
for i in range(6): z = [y + i, (y - i) * 2]; del z; w = torch.zeros(7 << 20, device='cuda'); del w
print((y * 0).sum().item())
'''

# The context of a card is lost in the midst: every value on it is, on both logical GPUs; the process lives, and after a reset the card goes on.
LOST = '''
import os, gc, torch, _tensor
from perch.views.devices import reset
x, net, z = torch.ones(300, device='cuda:0'), torch.nn.Linear(3, 2).cuda(), torch.ones(3, device='cuda:1')
def said(f):
    try: return repr(f())
    except RuntimeError as e: return 'lost' if 'context' in str(e) else str(e)
w = torch.ones(3)
torch.cuda.synchronize()
os.environ.update(PERCH_EMULATED_FAIL='%s', PERCH_EMULATED_STICKS='1')
def play(): a = torch.ones(9, device='cuda'); return [(a @ a).item(), (z + a[:3].to('cuda:1')).tolist(), torch.cuda.synchronize()]
for _ in range(200):
    if said(play) == 'lost': break
print([said(f) for f in (lambda: z.tolist(), lambda: w.cuda(), lambda: torch.cuda.synchronize(), lambda: (x * 2).tolist(), lambda: (w + 1).tolist())])
print(reset())
print(said(lambda: (x + 1).tolist()), said(lambda: torch.ones(300, device='cuda') + x), said(lambda: net(torch.ones(1, 3).cuda()).cpu()), said(lambda: net.cpu()), said(lambda: x.to('cuda:1')), sep='\\n')
del x; gc.collect()
net, y = torch.nn.Linear(3, 2).cuda(), torch.ones(300, device='cuda:1')
net(torch.ones(4, 3).cuda()).sum().backward()
print(y.sum().item(), tuple(net.weight.grad.shape), torch.cuda.memory_allocated() > 0, reset())
'''

LOST_PRINTED = "['lost', 'lost', 'lost', 'lost', '[2.0, 2.0, 2.0]']\ngpu(0), gpu(1): begun anew; 4 values (1244 bytes) that were there are lost\nlost: x, net (2), z\n" + 'lost\n' * 5 \
    + '300.0 (2, 3) True no card has lost its context: nothing to reset\n'

# Times are measured: each piece of work after the one before it on its card, calls of one launch in equal shares, none longer than the host knows; events of torch.cuda too.
MEASURED = '''
import time, torch, _tensor
_tensor.ledger(True)
began = time.monotonic()
x = torch.ones(300, 300)
a, b = (torch.cuda.Event(enable_timing=True) for _ in range(2))
for dev in ('cuda:0', 'cuda:1'):
    y = x.to(dev)
    for _ in range(50): y = y + 1
    z = ((y * 2 + 1).sigmoid() - y).sum()
    a.record(); w = torch.ones(40, 40, device=dev); v = w @ w; b.record()
    if dev == 'cuda:0': took = (a, b); a, b = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    z.item(); v.to('cuda:1')
torch.cuda.synchronize()
rows = _tensor.ledger_rows()
for i in (0, 1):
    mine = [r for r in rows if r[2] == i and r[1] != 'wait']
    calls = [r for r in mine if r[1] == 'call']
    print(sum(r[6] for r in calls) >= 57, all(r[7] < r[8] and 0 < r[9] <= (r[8] - r[7]) * 1.001 for r in calls), all(p[8] <= q[7] + 1e-6 for p, q in zip(mine, mine[1:])),
          began < mine[0][7] and mine[-1][8] < time.monotonic(), abs(_tensor.ledger_busy(i) - sum(r[9] for r in mine + [r for r in rows if r[2:4] == (None, i)])) < 1e-4 + .01 * _tensor.ledger_busy(i))
print(0 < took[0].elapsed_time(took[1]) < 1e3 * (time.monotonic() - began), sum(m[4] > 0 for m in _tensor.ledger_moves()) == len(_tensor.ledger_moves()) > 4,
      abs(sum(t[4] for t in _tensor.ledger_totals()) - sum(m[4] for m in _tensor.ledger_moves())) < 1e-6)
from perch.views.timeline import timeline
from perch.views.transfers import transfers
print('model' in str(timeline()) + str(transfers()))
'''
MEASURED_PRINTED = 'True True True True True\n' * 2 + 'True True True\nFalse\n'

MODELLED = '''
import torch, _tensor
from perch.views.timeline import timeline
from perch.views.transfers import transfers
_tensor.ledger(True)
x = torch.ones(30, device='cuda'); y = x.sum().item()
print(*(' '.join(str(view()).split()).endswith('times of the CPU come from a model (--clock=model), those of real GPUs are measured') for view in (timeline, transfers)))
'''
MODELLED_PRINTED = 'True True\n'

UNMEASURED = '''
import torch, _tensor
_tensor.ledger(True)
x = torch.ones(3, device='cuda')
for _ in range(20): x = x * 1; x.sum()
print(x.sum().item())
print(sum(r[9] > 0 for r in _tensor.ledger_rows() if r[1] == 'call') < 60)
'''

# for two logical GPUs: what it is, the program, what it prints
ON_TWO = [('a network trained on each GPU', TRAINED, 'True True\n' * 2), ('data parallel over two GPUs', TWO, 'True gpu(1) True\n'), ("PyTorch's numbers on CUDA", NUMBERS, PRINTED),
          ('complex numbers beside the CPU', COMPLEX, '102 []\nTrue\n'), ('products of all layouts', PRODUCTS, PRODUCTS_PRINTED), ('convolutions', CONVOLUTIONS, CONVOLUTIONS_PRINTED),
          ('norms beside the CPU', NORMS, NORMS_PRINTED), ('recurrent layers beside the CPU', RECURRENT, RECURRENT_PRINTED), ('losses over classes beside the CPU', LOSSES, LOSSES_PRINTED),
          ('times are measured', MEASURED, MEASURED_PRINTED),
          ('an index out of range is told at the wait, and the card goes on', RANGE, 'CUDA error: device-side assert triggered\n[1.0, 2.0, 3.0]\n')]


def perch(code, gpus, card, minutes=2, **environment):
    record.program(gpus, code, environment)
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run([perch_path(), *([f'--gpus={gpus}'] if gpus else []), '-c', code], env=clean_environment(**{'HOME': home, **({'PERCH_CUDA': card} if card else {}), 'PERCH_NOTES': 'off', **environment}), capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=60 * minutes * slowness())
    record.told(done.stderr)
    return done.stdout, done.stderr, done.returncode
