"""The plugin for real GPUs, proved on an emulated card (tests/cuda/emulated): the op matrix under several orders of its streams, networks trained on it beside the CPU, PyTorch's numbers
on CUDA, faults of its calls, and what is said where there is no card.
"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from harness import ROOT, Tally, clean_environment, perch_path, slowness  # noqa: E402

BUILD = os.path.join(ROOT, 'build')
CARD = os.path.join(BUILD, 'tests', 'libperch_cuda_emulated.so')
CASES = ['one_operand', 'two_and_three_operands', 'views_and_moves', 'reductions', 'indexing', 'products', 'networks', 'the_rest']

TRAINED = '''
import torch, torch.nn as nn, torch.nn.functional as F
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


def names_without_kernel():
    core = os.path.join(ROOT, 'src')
    there = set(re.findall(r'^(?:KERNEL|PLANNED)\((\w+)', open(os.path.join(core, 'cuda', 'kernels.def'), encoding='utf-8').read(), re.M))
    rows = re.findall(r'^OP\((\w+),(.*?)"', open(os.path.join(core, 'core', 'ops.def'), encoding='utf-8').read(), re.M)
    assert len(rows) > 200, rows
    return len(rows), [name for name, row in rows if row.split(',')[5].strip() not in there]


def perch(code, gpus='cuda', **environment):
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run([perch_path(), f'--gpus={gpus}', '-c', code], env=clean_environment(**{'HOME': home, 'PERCH_CUDA': CARD, 'PERCH_NOTES': 'off', **environment}), capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=120 * slowness())
    return done.stdout, done.stderr, done.returncode


def matrix(tally, seed):
    done = subprocess.run([os.path.join(BUILD, 'tests', 'core-test'), *('matrix_of_' + case for case in CASES), 'matrix_knows_every_row'], capture_output=True, text=True, timeout=600 * slowness(),
                          env=clean_environment(PERCH_CUDA=CARD, PERCH_TEST_GPUS='cuda:0,1,mem=64M', PERCH_TEST_TELL='1000000', PERCH_EMULATED_SEED=str(seed)))
    wrong = [line for line in done.stdout.splitlines() if line.startswith('FAIL ') and 'test_matrix.c' in line]
    counted = re.search(r'op matrix: .*', done.stdout)
    tally.check(counted and not wrong, f'the op matrix, seed {seed}', '\n'.join(wrong[:20]) or done.stderr[-1000:])
    if counted:
        print(f'     {counted[0]}')


def main():
    tally = Tally('cuda')
    if not os.path.exists(CARD):
        tally.skip('the emulated card', 'no C++ compiler where perch was built')
        tally.close()
    for seed in (1, 2):
        matrix(tally, seed)
        out, err, _ = perch(TRAINED, PERCH_EMULATED_SEED=str(seed))
        tally.check(out == 'True True\n' * 2, f'a network trained on each card, seed {seed}', out + err[-800:])
        out, err, _ = perch(TWO, PERCH_EMULATED_SEED=str(seed))
        tally.check(out == 'True gpu(1) True\n', f'data parallel over two cards, seed {seed}', out + err[-800:])
    out, err, _ = perch(TWO, gpus='cuda:0/2')
    tally.check(out == 'True gpu(1) True\n', 'two logical GPUs on one card', out + err[-800:])
    count, absent = names_without_kernel()
    tally.check(not absent, f'each of the {count} ops has a kernel for CUDA', str(absent))
    out, err, _ = perch(COMPLEX)
    tally.check(out == '102 []\nTrue\n', 'complex numbers beside the CPU', out + err[-800:])
    out, err, _ = perch(NUMBERS)
    tally.check(out == PRINTED, "PyTorch's numbers on CUDA", out + err[-800:])
    out, err, _ = perch(MEMORY)
    tally.check(out == '[2.0, 2.0, 2.0] True\n', 'two hundred times out of memory', out + err[-800:])
    out, err, _ = perch(RANGE)
    tally.check(out == 'CUDA error: device-side assert triggered\n[1.0, 2.0, 3.0]\n', 'an index out of range is told at the wait, and the card goes on', out + err[-800:])
    out, err, _ = perch(FORKED)
    tally.check(out == '2\nCannot re-initialize CUDA in forked subprocess. T\n[1.0, 1.0]\n', 'a card that was counted, not used, in a forked child', out + err[-800:])
    for call in ('cudaMalloc', 'cudaMemcpyAsync', 'launch', 'cudaEventRecord', 'cudaStreamCreateWithFlags', 'cudaHostAlloc', 'cudaSetDevice', 'cudaGetDeviceProperties', 'cudaStreamQuery'):
        for nth in (1, 2, 5):
            out, err, code = perch('import torch\ntry:\n    print(torch.ones(3, device="cuda:1").add(1).sum().item())\nexcept Exception as e: print(type(e).__name__)\nprint("lives")',
                                   PERCH_EMULATED_FAIL=f'{call}:{nth}=999')
            tally.check(code == 0 and out.endswith('lives\n'), f'{call} fails at call {nth}: an exception', out + err[-800:])
    out, err, code = perch('print(1)', gpus='cuda:7')
    tally.check(code == 2 and 'there is no card 7: 2 answer' in err, 'a card that is not there', err)
    out, err, code = perch('print(1)', PERCH_CUDA='/nowhere.so')
    tally.check(code == 2 and '/nowhere.so' in err, "a plugin's file that is not there", err)
    tally.close()


main()
