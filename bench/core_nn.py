"""core's products and networks against PyTorch: bench/core_nn.py [-t THREADS] [-n ROUNDS] [-o FILE] [NAME...].

Run it with Debian's python3 (python3-torch on libopenblas0-pthread; it refuses the reference BLAS). build/bench/core-nn (ninja bench/core-nn) and PyTorch
get the same cases in turns within one run, so that a slow moment of the machine hits both; the best round of each counts. A ratio is the other's time over
perch's: above 1 perch is faster. With one thread it is the process's own time that counts, which a busy machine disturbs less. sgemm stands against oneDNN's own function (raw_sgemm), too.
"""

import argparse
import os
import subprocess
import sys
import time

import torch
import torch.nn.functional as F

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = [
    # LeNet at batch 256, then ResNet-18 on 28x28 (batch 32) and 224x224 (batch 2)
    *('sgemm f %d %d %d' % s for s in [(512,) * 3, (1024,) * 3, (2048,) * 3, (4096, 256, 1024), (64, 2048, 512), (1, 4096, 1024), (4096, 1, 1024), (32, 32, 32)]),
    *('bmm %s %s' % (m, s) for s in ['96 128 128 64', '1000 8 8 8', '8 512 64 512'] for m in ('f', 'fb')),
    *('linear fb %d %d %d' % s for s in [(256, 256, 120), (256, 400, 120), (256, 120, 84), (32, 512, 1000), (256, 1024, 1024)]),
    *('conv %s %s' % (m, s) for s in ['256 1 28 28 6 5 1 2', '256 6 14 14 16 5 1 0', '4 1 28 28 6 5 1 2', '4 6 14 14 16 5 1 0', '32 64 28 28 64 3 1 1', '32 64 28 28 128 3 2 1', '32 128 14 14 128 3 1 1',
                                      '32 256 7 7 256 3 1 1', '32 512 4 4 512 3 1 1', '32 64 28 28 128 1 2 0', '2 3 224 224 64 7 2 3', '2 64 56 56 64 3 1 1', '2 128 28 28 128 3 1 1'] for m in ('f', 'fb')),
    *('conv fw %s' % s for s in ['256 1 28 28 6 5 1 2', '4 1 28 28 6 5 1 2', '2 3 224 224 64 7 2 3']),
    *('%s %s %s' % (p, m, s) for p in ('max_pool', 'avg_pool') for s in ['256 6 28 28 2 2 0', '256 16 10 10 2 2 0', '8 64 112 112 3 2 1', '32 64 28 28 3 1 1'] for m in ('f', 'fb')),
    *('adaptive_avg_pool %s %s' % (m, s) for s in ['32 512 7 7 1', '8 256 14 14 7'] for m in ('f', 'fb')),
    *('batch_norm %s %s' % (m, s) for s in ['32 64 28 28', '32 512 4 4', '2 64 56 56', '256 128 1 1'] for m in ('f', 'fb')),
    *('layer_norm %s %s' % (m, s) for s in ['4096 256', '512 1024', '8192 64'] for m in ('f', 'fb')),
    *('group_norm %s %s' % (m, s) for s in ['32 64 28 28 8', '8 256 14 14 32'] for m in ('f', 'fb')),
    *('%s %s %s' % (p, m, s) for p in ('softmax', 'log_softmax') for s in ['256 10', '4096 256', '512 10000'] for m in ('f', 'fb')),
    *('softmax_columns %s %s' % (m, s) for s in ['8 21 4096', '64 10 49'] for m in ('f', 'fb')),
    *('cross_entropy fb %s' % s for s in ['256 10', '4096 100', '128 10000']),
    'dropout f 256 1024', 'dropout fb 256 1024', 'interpolate f 8 16 32 32 64', 'interpolate fb 8 16 32 32 64',
]


def torch_case(name, numbers):
    """(function, operands) of a case."""
    r = lambda *shape: torch.rand(*shape) * 2 - 1
    n = numbers
    if name == 'sgemm':
        return torch.matmul, [r(n[0], n[2]), r(n[2], n[1])]
    if name == 'bmm':
        return torch.bmm, [r(n[0], n[1], n[3]), r(n[0], n[3], n[2])]
    if name == 'linear':
        return F.linear, [r(n[0], n[1]), r(n[2], n[1]), r(n[2])]
    if name == 'conv':
        return lambda x, w, b: F.conv2d(x, w, b, n[6], n[7]), [r(*n[:4]), r(n[4], n[1], n[5], n[5]), r(n[4])]
    if name in ('max_pool', 'avg_pool'):
        f = F.max_pool2d if name == 'max_pool' else F.avg_pool2d
        return lambda x: f(x, n[4], n[5], n[6]), [r(*n[:4])]
    if name == 'adaptive_avg_pool':
        return lambda x: F.adaptive_avg_pool2d(x, n[4]), [r(*n[:4])]
    if name == 'batch_norm':
        return lambda x, w, b: F.batch_norm(x, None, None, w, b, True), [r(*n[:4]), r(n[1]), r(n[1])]
    if name == 'group_norm':
        return lambda x, w, b: F.group_norm(x, n[4], w, b), [r(*n[:4]), r(n[1]), r(n[1])]
    if name == 'layer_norm':
        return lambda x, w, b: F.layer_norm(x, (n[1],), w, b), [r(*n[:2]), r(n[1]), r(n[1])]
    if name in ('softmax', 'softmax_columns'):
        return lambda x: F.softmax(x, 1), [r(*n)]
    if name == 'log_softmax':
        return lambda x: F.log_softmax(x, 1), [r(*n)]
    if name == 'cross_entropy':
        target = torch.arange(n[0]) * 7 % n[1]
        return lambda x: F.cross_entropy(x, target), [r(*n)]
    if name == 'dropout':
        return lambda x: F.dropout(x, .5), [r(*n)]
    if name == 'interpolate':
        return lambda x: F.interpolate(x, (n[4], n[4]), mode='bilinear', align_corners=False), [r(*n[:4])]
    raise KeyError(name)


class Perch:
    def __init__(self, threads):
        program = os.environ.get('CORE_NN') or os.path.join(HERE, '..', 'build', 'bench', 'core-nn')
        self.process = subprocess.Popen([program, str(threads)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        self.process.stdin.write(line + '\n')
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if answer.startswith('error') or not answer:
            raise SystemExit('%s: %s' % (line, answer))
        return float(answer)


class Torch:
    def prepare(self, case):
        name, mode, *numbers = case.split()
        self.f, self.operands = torch_case(name, [int(n) for n in numbers])
        self.backward = mode != 'f'
        self.wanted = self.operands[mode == 'fw':]
        for x in self.wanted:
            x.requires_grad_(self.backward)
        self.seed = None

    def once(self):
        if not self.backward:
            with torch.no_grad():
                self.f(*self.operands)
            return
        y = self.f(*self.operands)
        if self.seed is None:
            self.seed = (torch.arange(y.numel()) % 17 - 8.).reshape(y.shape)
        torch.autograd.grad(y, self.wanted, self.seed)

    def go(self, n):
        clock = time.perf_counter if torch.get_num_threads() > 1 else time.process_time
        start = clock()
        for _ in range(n):
            self.once()
        return (clock() - start) / n


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('-t', type=int, default=1)
    parser.add_argument('-n', type=int, default=12)
    parser.add_argument('-o')
    parser.add_argument('names', nargs='*')
    args = parser.parse_args()
    blas = os.path.realpath('/usr/lib/x86_64-linux-gnu/libblas.so.3')
    if 'openblas-pthread' not in blas:
        raise SystemExit('PyTorch runs on %s: install libopenblas0-pthread' % blas)
    torch.set_num_threads(args.t)
    cpu = next((l.split(':')[1].strip() for l in open('/proc/cpuinfo') if l.startswith('model name')), '?')
    out = ['torch %s on %s, %d thread(s), %s, load %.1f' % (torch.__version__, blas.split('/')[-2], args.t, cpu, os.getloadavg()[0]), '%-40s %10s %10s %7s' % ('case', 'perch us', 'other us', 'ratio')]
    print('\n'.join(out), flush=True)
    perch, other, worst = Perch(args.t), Torch(), {}
    for case in CASES:
        if args.names and not any(case.startswith(n) for n in args.names):
            continue
        other.prepare(case)
        perch.ask(case)
        other.once()
        perch.ask('go 1')
        count = max(1, min(500, int(.02 / max(other.go(1), 1e-6))))
        best = [1e9, 1e9, 1e9]
        for _ in range(args.n):
            best[0] = min(best[0], perch.ask('go %d' % count))
            best[1] = min(best[1], other.go(count))
        if case.startswith('sgemm'):
            for _ in range(args.n):
                perch.ask(case)
                perch.ask('go 1')
                best[0] = min(best[0], perch.ask('go %d' % count))
                perch.ask('raw_' + case)
                perch.ask('go 1')
                best[2] = min(best[2], perch.ask('go %d' % count))
        lines = ['%-40s %10.1f %10.1f %6.2f%s' % (case, best[0] * 1e6, best[1] * 1e6, best[1] / best[0], '' if best[1] >= best[0] else ' <')]
        if best[2] < 1e9:
            m, n, k = map(int, case.split()[2:])
            lines.append('%-40s %10.1f %10.1f %6.2f   %.0f GFLOP/s' % ('  against oneDNN', best[0] * 1e6, best[2] * 1e6, best[2] / best[0], 2e-9 * m * n * k / best[0]))
        print('\n'.join(lines), flush=True)
        out += lines
    if args.o:
        open(args.o, 'w').write('\n'.join(out) + '\n')


if __name__ == '__main__':
    sys.exit(main())
