#!/usr/bin/env python3
"""How fast a real card is under perch, and beside PyTorch where a Python with PyTorch on CUDA is named: bench/gpu.py [--torch PYTHON]. The same programs run in both, unchanged; a
figure is the median of seven rounds, each ended by a synchronize. Networks are trained call by call, in PyTorch by torch.compile, too, and as a CUDA graph in both. Without a card it says so and measures nothing.
Sized for a quarter of an hour of one card in all: a row takes at most about 2 s, PyTorch's compiler its minutes. --emulated plays every row once, small, on the tests' emulated card: does it run?"""
import argparse
import os
import re
import runpy
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = '''
import os, time, torch, torch.nn as nn, torch.nn.functional as F
dev, small, compiled = 'cuda:0', os.environ.get('GPU_SMALL') == '1', os.environ.get('GPU_COMPILE') == '1'
def few(full, less): return less if small else full
def rate(what, step, work, unit):
    for _ in range(1 if small else 3): step()
    torch.cuda.synchronize()
    if small: print('%s\\t%.6g\\t%s' % (what, work, unit), flush=True); return
    t, n = time.perf_counter(), 0
    while n < 2 or time.perf_counter() - t < .05: step(); n += 1
    torch.cuda.synchronize()
    each = []
    for _ in range(7):
        t = time.perf_counter()
        for _ in range(n): step()
        torch.cuda.synchronize()
        each.append((time.perf_counter() - t) / n)
    print('%s\\t%.6g\\t%s' % (what, work / sorted(each)[3], unit), flush=True)
for n in few((128, 512, 1024, 2048, 4096, 8192), (16,)):
    for dtype in (torch.float32, torch.float16):
        a, b = (torch.rand(n, n, device=dev).to(dtype) for _ in range(2))
        rate('matmul %d %s' % (n, str(dtype)[6:]), lambda: a @ b, 2 * n ** 3 / 1e12, 'Tflop/s')
for mib in (1, 64):
    x = torch.rand(few(mib << 18, 1 << 10)); y = x.to(dev)
    rate('to the card, %d MiB' % mib, lambda: x.to(dev), mib / 1024, 'GiB/s')
    rate('from the card, %d MiB' % mib, lambda: y.cpu(), mib / 1024, 'GiB/s')
    rate('add on the card, %d MiB' % mib, lambda: y + y, 3 * mib / 1024, 'GiB/s')
x = torch.rand(few(16 << 20, 1 << 10), device=dev)
rate('x * sigmoid(1.702 x) + 1 over 64 MiB', lambda: x * torch.sigmoid(x * 1.702) + 1, 16 / 1024, 'G elements/s')
tiny, row = torch.ones(16, device=dev), torch.ones(1, 16, device=dev)
rate('tiny ops: add', lambda: tiny + 1, 1e-3, 'thousand a second')
rate('tiny ops: sum', lambda: tiny.sum(), 1e-3, 'thousand a second')
rate('tiny ops: matmul', lambda: row @ row.T, 1e-3, 'thousand a second')
rate('tiny ops: a value read', lambda: tiny.sum().item(), 1e-3, 'thousand a second')
def trained(what, make, x, classes=10, compiles=True, graphs=True):
    x = x.to(dev); y = (torch.arange(len(x)) % classes).to(dev)
    def stepper(net):
        opt = torch.optim.SGD(net.parameters(), lr=.01, momentum=.9)
        def step():
            opt.zero_grad(set_to_none=True); F.cross_entropy(net(x), y).backward(); opt.step()
        return step
    rate(what, stepper(make().to(dev)), 1, 'steps a second')
    if compiled and compiles: rate(what + ', torch.compile', stepper(torch.compile(make().to(dev))), 1, 'steps a second')
    if not graphs: return
    step, g, side = stepper(make().to(dev)), torch.cuda.CUDAGraph(), torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3): step()
    torch.cuda.current_stream().wait_stream(side)
    with torch.cuda.graph(g): step()
    rate(what + ', a CUDA graph', g.replay, 1, 'steps a second')
batch, side = few(256, 2), few(224, 32)
trained('MLP, batch 256', lambda: nn.Sequential(nn.Flatten(), nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 10)), torch.rand(batch, 1, 28, 28))
trained('LeNet, batch 256', lambda: nn.Sequential(nn.Conv2d(1, 6, 5, padding=2), nn.Sigmoid(), nn.AvgPool2d(2), nn.Conv2d(6, 16, 5), nn.Sigmoid(), nn.AvgPool2d(2), nn.Flatten(), nn.Linear(400, 120), nn.Sigmoid(),
        nn.Linear(120, 84), nn.Sigmoid(), nn.Linear(84, 10)), torch.rand(batch, 1, 28, 28))
class Block(nn.Module):
    def __init__(self, i, o, s):
        super().__init__()
        self.a, self.b = nn.Conv2d(i, o, 3, s, 1), nn.Conv2d(o, o, 3, 1, 1)
        self.m, self.n = nn.BatchNorm2d(o), nn.BatchNorm2d(o)
        self.c = nn.Conv2d(i, o, 1, s) if s != 1 or i != o else None
    def forward(self, x):
        y = self.n(self.b(F.relu(self.m(self.a(x)))))
        return F.relu(y + (self.c(x) if self.c else x))
def resnet(i):
    w = lambda n: n // wide
    return nn.Sequential(nn.Conv2d(i, w(64), 7, 2, 3), nn.BatchNorm2d(w(64)), nn.ReLU(), nn.MaxPool2d(3, 2, 1), *[b for o, k, s in ((64, 64, 1), (64, 128, 2), (128, 256, 2), (256, 512, 2)) for b in (Block(w(o), w(k), s), Block(w(k), w(k), 1))],
                                    nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(w(512), 10))
wide = few(1, 16) # (a small one has a sixteenth of the channels)
class Words(nn.Module):
    """A row of words to a class: an embedding, what reads it, the last (or the mean) to a layer."""
    def __init__(self, reader):
        super().__init__()
        self.words, self.reader, self.last = nn.Embedding(100, few(256, 16)), reader, nn.Linear(few(256, 16), 10)
    def forward(self, x):
        y = self.reader(self.words(x))
        return self.last(y[0][:, -1] if isinstance(y, tuple) else y.mean(1))
words = torch.arange(few(64 * 32, 8)).reshape(few(64, 2), -1) % 100
trained('LSTM of 256, 32 words, batch 64', lambda: Words(nn.LSTM(few(256, 16), few(256, 16), batch_first=True)), words)
trained('transformer of 4 layers of 256, 32 words, batch 64', lambda: Words(nn.TransformerEncoder(nn.TransformerEncoderLayer(few(256, 16), 4, few(1024, 32), 0.0, batch_first=True), few(4, 1))), words)
trained('ResNet-18, 28 x 28, batch 64', lambda: resnet(1), torch.rand(few(64, 2), 1, 28, 28))
trained('ResNet-18, 224 x 224, batch 32', lambda: resnet(3), torch.rand(few(32, 2), 3, side, side))
'''


def rates(command, **more):
    done = subprocess.run([*command, '-c', PROGRAM], capture_output=True, text=True, env={**os.environ, **more})
    if done.returncode:
        print(f'{command[0]}: {done.stderr.strip().splitlines()[-1] if done.stderr.strip() else done.returncode}')
    return dict(re.findall(r'^(.*)\t(.*\t.*)$', done.stdout, re.M))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--torch', help='a Python that has PyTorch on CUDA')
    parser.add_argument('--build', default=os.path.join(ROOT, 'build-gpu'), help='where tests/gpu/check has built perch')
    parser.add_argument('--emulated', action='store_true', help='small, on the emulated card of build/tests: nothing is measured')
    args = parser.parse_args()
    if args.emulated:
        rows = rates([os.path.join(ROOT, 'build', 'perch'), '--gpus=cuda:0'], PERCH_CUDA=os.path.join(ROOT, 'build', 'tests', 'libperch_cuda_emulated.so'), GPU_SMALL='1', GPU_COMPILE='1')
        print(*rows, f'{len(rows)} rows run', sep='\n')
        sys.exit(len(rows) < 25)
    kinds, why = runpy.run_path(os.path.join(ROOT, 'tests', 'gpu', 'check'))['cards']()
    if not kinds:
        print(f'nothing is measured: {why}\nno card')
        return
    print(subprocess.run(['nvidia-smi', '--query-gpu=name,driver_version', '--format=csv,noheader'], capture_output=True, text=True).stdout.strip())
    ours = rates([os.path.join(args.build, 'perch'), '--gpus=cuda'], PERCH_CUDA=os.path.join(args.build, 'src', 'cuda', 'libperch_cuda.so'), GPU_COMPILE='1')
    theirs = rates([args.torch], GPU_COMPILE='1') if args.torch else {}
    print(f'{"":52} {"perch":>12} {"PyTorch":>12} {"times":>6}')
    for what, said in ours.items():
        rate, unit = said.split('\t')           # (perch's torch.compile: steps as graphs)
        other = theirs.get(what, '\t').split('\t')[0]
        print(f'{what:52} {float(rate):12.4g} {float(other) if other else float("nan"):12.4g} {float(rate) / float(other) if other else float("nan"):6.2f}  {unit}')
    sys.exit(not ours)


if __name__ == '__main__':
    main()
