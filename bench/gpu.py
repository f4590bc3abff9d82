#!/usr/bin/env python3
"""How fast a real card is under perch, and beside PyTorch where a Python with PyTorch on CUDA is named: bench/gpu.py [--torch PYTHON]. The same programs run in both, unchanged; a
figure is the median of seven rounds, each ended by a synchronize. Without a card it says so and measures nothing."""
import argparse
import os
import re
import runpy
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = '''
import time, torch, torch.nn as nn, torch.nn.functional as F
dev = 'cuda:0'
def rate(what, step, work, unit):
    for _ in range(3): step()
    torch.cuda.synchronize()
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
for n in (128, 512, 1024, 2048, 4096, 8192):
    for dtype in (torch.float32, torch.float16):
        a, b = (torch.rand(n, n, device=dev).to(dtype) for _ in range(2))
        rate('matmul %d %s' % (n, str(dtype)[6:]), lambda: a @ b, 2 * n ** 3 / 1e12, 'Tflop/s')
for mib in (1, 64):
    x = torch.rand(mib << 18); y = x.to(dev)
    rate('to the card, %d MiB' % mib, lambda: x.to(dev), mib / 1024, 'GiB/s')
    rate('from the card, %d MiB' % mib, lambda: y.cpu(), mib / 1024, 'GiB/s')
    rate('add on the card, %d MiB' % mib, lambda: y + y, 3 * mib / 1024, 'GiB/s')
x = torch.rand(16 << 20, device=dev)
rate('x * sigmoid(1.702 x) + 1 over 64 MiB', lambda: x * torch.sigmoid(x * 1.702) + 1, 16 / 1024, 'G elements/s')
small = torch.ones(16, device=dev)
rate('tiny ops', lambda: small + 1, 1e-3, 'thousand a second')
def trained(what, net, x, classes=10):
    net = net.to(dev); x = x.to(dev); y = (torch.arange(len(x)) % classes).to(dev)
    opt = torch.optim.SGD(net.parameters(), lr=.01)
    def step():
        opt.zero_grad(); F.cross_entropy(net(x), y).backward(); opt.step()
    rate(what, step, 1, 'steps a second')
trained('MLP, batch 256', nn.Sequential(nn.Flatten(), nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 10)), torch.rand(256, 1, 28, 28))
trained('LeNet, batch 256', nn.Sequential(nn.Conv2d(1, 6, 5, padding=2), nn.Sigmoid(), nn.AvgPool2d(2), nn.Conv2d(6, 16, 5), nn.Sigmoid(), nn.AvgPool2d(2), nn.Flatten(), nn.Linear(400, 120), nn.Sigmoid(),
        nn.Linear(120, 84), nn.Sigmoid(), nn.Linear(84, 10)), torch.rand(256, 1, 28, 28))
class Block(nn.Module):
    def __init__(self, i, o, s):
        super().__init__()
        self.a, self.b = nn.Conv2d(i, o, 3, s, 1), nn.Conv2d(o, o, 3, 1, 1)
        self.m, self.n = nn.BatchNorm2d(o), nn.BatchNorm2d(o)
        self.c = nn.Conv2d(i, o, 1, s) if s != 1 or i != o else None
    def forward(self, x):
        y = self.n(self.b(F.relu(self.m(self.a(x)))))
        return F.relu(y + (self.c(x) if self.c else x))
def resnet(i): return nn.Sequential(nn.Conv2d(i, 64, 7, 2, 3), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(3, 2, 1), *[b for o, k, s in ((64, 64, 1), (64, 128, 2), (128, 256, 2), (256, 512, 2)) for b in (Block(o, k, s), Block(k, k, 1))],
                                    nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 10))
trained('ResNet-18, 28 x 28, batch 64', resnet(1), torch.rand(64, 1, 28, 28))
trained('ResNet-18, 224 x 224, batch 32', resnet(3), torch.rand(32, 3, 224, 224))
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
    args = parser.parse_args()
    kinds, why = runpy.run_path(os.path.join(ROOT, 'tests', 'gpu', 'check'))['cards']()
    if not kinds:
        print(f'nothing is measured: {why}\nno card')
        return
    print(subprocess.run(['nvidia-smi', '--query-gpu=name,driver_version', '--format=csv,noheader'], capture_output=True, text=True).stdout.strip())
    ours = rates([os.path.join(args.build, 'perch'), '--gpus=cuda'], PERCH_CUDA=os.path.join(args.build, 'src', 'cuda', 'libperch_cuda.so'))
    theirs = rates([args.torch]) if args.torch else {}
    print(f'{"":34} {"perch":>12} {"PyTorch":>12} {"times":>6}')
    for what, said in ours.items():
        rate, unit = said.split('\t')
        other = theirs.get(what, '\t').split('\t')[0]
        print(f'{what:34} {float(rate):12.4g} {float(other) if other else float("nan"):12.4g} {float(rate) / float(other) if other else float("nan"):6.2f}  {unit}')
    sys.exit(not ours)


if __name__ == '__main__':
    main()
