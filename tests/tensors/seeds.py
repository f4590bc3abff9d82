"""Runs the code of the seed lessons (../shared/seeds) under perch, straight from the files, and the lesson written out of 004's lecture.

The seeds are notes, not clean programs. Where a block holds prose perch must say so (a SyntaxError on that line); then one named edit takes it out and the
rest runs. What a lesson takes from elsewhere (its data, gluonbook's Residual, a model) is supplied before it. Without the folder only our own lesson is tested.
"""
import glob
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PERCH = os.environ.get('PERCH') or os.path.join(ROOT, 'build', 'perch')

DATA = '''
import time
batch_size = 8
train_data = [(nd.random.uniform(shape=(8, 1, 28, 28)), nd.arange(8)) for _ in range(2)]
'''
GLUONBOOK = '''
import sys, types
from mxnet import nd
from mxnet.gluon import nn
gb = types.ModuleType('gluonbook')
class Residual(nn.Block):
    def __init__(self, num_channels, use_1x1conv=False, strides=1, **kwargs):
        super(Residual, self).__init__(**kwargs)
        self.conv1 = nn.Conv2D(num_channels, kernel_size=3, padding=1, strides=strides)
        self.conv2 = nn.Conv2D(num_channels, kernel_size=3, padding=1)
        self.conv3 = nn.Conv2D(num_channels, kernel_size=1, strides=strides) if use_1x1conv else None
        self.bn1, self.bn2 = nn.BatchNorm(), nn.BatchNorm()
    def forward(self, X):
        Y = self.bn2(self.conv2(nd.relu(self.bn1(self.conv1(X)))))
        if self.conv3:
            X = self.conv3(X)
        return nd.relu(Y + X)
gb.Residual = Residual
sys.modules['gluonbook'] = gb
'''


TORCH = '''
import torch
from torch import nn
class Net(nn.Module):
    def __init__(self, *sizes):
        super().__init__()
        self.layer = nn.Linear(4, 2)
    def forward(self, x):
        return self.layer(x)
Model = Net
'''
LECTURE = ['devices: cpu(0) gpu(0) gpu(1) of 2', 'x + y -> MXNetError', 'y + z: [3.0, 3.0, 3.0] on gpu(1)', 'net(x): [6.0, 6.0] on gpu(0)', 'after reset_ctx: [12.0, 12.0] on gpu(1)', 'all as the lesson says']


def seed(number):
    for folder in (ROOT, os.path.dirname(ROOT), os.path.dirname(os.path.dirname(ROOT))):
        for path in glob.glob(os.path.join(folder, '..', 'shared', 'seeds', number + '_*')) + glob.glob(os.path.join(folder, 'shared', 'seeds', number + '_*')):
            with open(path, encoding='utf-8') as f:
                return re.findall(r'^```[^\n]*\n(.*?)^```', f.read(), re.S | re.M)
    return None


def perch(text, gpus=2):
    done = subprocess.run([PERCH, f'--gpus=sim:{gpus}', '-'], input=text.encode(), capture_output=True, timeout=300, cwd=os.environ.get('TMPDIR', '/tmp'), env={**os.environ, 'PERCH_NOTES': 'off'})
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def check(name, text, status=0, out=(), err=(), gpus=2):
    code, stdout, stderr = perch(text, gpus)
    missing = [w for w in out if w not in stdout] + [w for w in err if w not in stderr]
    if code == status and not missing:
        return 1, 0
    print(f'FAIL {name}: status {code}, missing {missing}\n{stdout[-800:]}\n{stderr[-1200:]}')
    return 0, 1


def main():
    results = []
    blocks = seed('000')
    if blocks:
        network, data, several = blocks[-3:]
        results.append(check('000: prose in a block', network, 1, err=['把网络参数放入GPU:', 'SyntaxError']))
        results.append(check('000: prose in the second block', data, 1, err=['把输入数据放入GPU:', 'SyntaxError']))
        prose = re.compile(r'^把.*:\s*$', re.M)  # the edit: lines of prose go
        network, data = prose.sub('', network), prose.sub('', data)
        first = network.split('net.load_parameters')[0] + "net.initialize()\nnet(nd.zeros((1, 1, 28, 28)))\nnet.save_parameters('net.params')\n"
        results.append(check('000: one GPU', first + network + data + 'print(net(x).context, net[0].weight.data().context)\n', out=['gpu(0) gpu(0)']))
        results.append(check('000: two GPUs', first + DATA + several + 'print(net[0].weight.list_ctx())\n', out=['Epoch 9: loss', '[gpu(0), gpu(1)]']))
    cells = seed('001')
    if cells:
        text = GLUONBOOK + ''.join(cells[:4]) + 'print(net(gpu_x[0]).context, net(gpu_x[1]).context)\n' + cells[4] + 'print(weight.list_ctx())\n' + cells[5]
        results.append(check('001: up to its training', text, out=['gpu(0) gpu(1)', 'not initialized on cpu(0)', '[gpu(0), gpu(1)]']))
    blocks = seed('002')
    if blocks:
        first, last = blocks[0], next(b for b in blocks if 'model，' in b)
        results.append(check('002: one GPU, with a gutter of digits', TORCH + first + "print(next(net.parameters()).device)\n", out=['cuda:0']))
        results.append(check('002: a full-width comma', TORCH + last, 1, err=['，', 'U+FF0C', 'SyntaxError']))
        text = TORCH + last.replace('，', ', ') + "print(model(torch.ones(6, 4, device=device)).shape, torch.cuda.device_count())\n"  # the edit: a comma
        results.append(check('002: three GPUs', text, out=['torch.Size([6, 2]) 3'], gpus=3))
    with open(os.path.join(ROOT, 'examples', 'using_gpus.py'), encoding='utf-8') as f:
        results.append(check("004's lecture as a lesson: examples/using_gpus.py", f.read(), out=LECTURE))
    print(f'{sum(p for p, _ in results)} passed, {sum(f for _, f in results)} failed' + ('' if results else ', 1 skipped'))
    sys.exit(any(f for _, f in results))


if __name__ == '__main__':
    main()
