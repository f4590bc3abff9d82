"""What torch.compile writes down, and when it runs a function as it is; two GPUs; errors inside have the model's lines and operands."""
import time
import traceback

import torch
from torch import nn


def learned(compiled):
    return (compiled._compiled if isinstance(compiled, nn.Module) else compiled.__closure__[0].cell_contents).learned


def report(name, function, *args, calls=4):
    compiled = torch.compile(function)
    for _ in range(calls):
        compiled(*args)
    found = learned(compiled)
    print(f'{name}:', found.why or [entry.replay.steps for entry in found.entries])
    return compiled


x, w = torch.ones(2, 3), torch.ones(3, 3)
kept, clock = [], time.time


def counts(x):
    kept.append(1)
    return x + len(kept)


def constant(x):
    return torch.tensor([1., 2., 3.]).view(3), x + 1


def writes_constant(x):
    found = torch.tensor([1., 2., 3.])
    found[0] = 4
    return x + found


def gradient(x):
    x = x.detach().requires_grad_()
    (x * x).sum().backward()
    return x.grad


def elsewhere(x):
    return x.to('cuda:0') + 1


class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g * 2


report('sum', lambda x: (x @ w).relu().sum(), x)
report('branch', lambda x: x + 1 if x.sum() > 0 else x, x)
report('item', lambda x: x * x.sum().item(), x)
report('shape', lambda x: x * 2 if x.shape[0] > 1 else x, x)
report('print', lambda x: (print(end=''), x + 1)[1], x)
report('clock', lambda x: x + clock(), x)
report('counts', counts, x)
report('constant', constant, x)
report('writes_constant', writes_constant, x)
report('numbers', lambda x: x + torch.tensor([1., 2., 3.]), x)
report('mask', lambda x: x[x > 0], x)
report('gradient', gradient, x)
report('numpy', lambda x: torch.from_numpy(x.numpy()) + 1, x)
report('own gradient', lambda x: Twice.apply(x), torch.ones(2, requires_grad=True))
report('elsewhere', elsewhere, x)
report('on a GPU', lambda x: (x * 2).sum(), x.cuda(1))

# a net that moves
net = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Linear(4, 2))
compiled = torch.compile(net)
for place in 'cpu', 'cuda:0', 'cuda:1', 'cpu':
    net.to(place)
    for _ in range(3):
        out = compiled(x.to(place))
        out.sum().backward()
    print(place, out.device, net[0].weight.grad.device, net[1].num_batches_tracked.item(), len(learned(compiled).entries))
try:
    compiled(x.to('cuda:1'))
except RuntimeError as e:
    print(str(e).split(',')[0])


# errors
class Words(nn.Module):
    def __init__(self):
        super().__init__()
        self.words, self.out = nn.Embedding(5, 3), nn.Linear(3, 2)

    def forward(self, i):
        y = self.words(i)
        return self.out(y)


class Picks(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(3)

    def forward(self, x, i):
        y = self.norm(x)
        return y.index_select(0, i)


def failure(function, *args):
    try:
        function(*args)
    except Exception as e:
        lines = [frame.line for frame in traceback.extract_tb(e.__traceback__) if frame.filename == __file__ and frame.name == 'forward']
        return type(e).__name__, str(e), lines, list(getattr(e, '__notes__', ()))


words = Words()
compiled = report('words', words, torch.tensor([1, 2]))
print(failure(compiled, torch.tensor([1, 7]))[:3])
print(failure(compiled, torch.tensor([1, 7])) == failure(words, torch.tensor([1, 7])))
picks = Picks()
compiled = report('picks', picks, x, torch.tensor([0, 1]))
before = picks.norm.num_batches_tracked.item()
kind, text, lines, notes = failure(compiled, x, torch.tensor([0, 9]))
print(kind, text, picks.norm.num_batches_tracked.item() - before)
print(*(note for note in notes), sep='\n')

# limits, stances, fullgraph (whose words are PyTorch 2.15's)
doubled = torch.compile(lambda x: x * 2)
torch._dynamo.config.recompile_limit = 2
for n in range(1, 7):
    for _ in range(3):
        doubled(torch.ones(n))
print(learned(doubled).why, len(learned(doubled).entries))
torch._dynamo.config.recompile_limit = 8
torch._dynamo.reset()
for _ in range(3):
    doubled(x)
print(learned(doubled).why, len(learned(doubled).entries))
with torch.compiler.set_stance('force_eager'):
    print(doubled(torch.ones(2)))
for function, words in (lambda: doubled(torch.ones(9)), 'fail_on_recompile'), (lambda: torch.compile(lambda x: x if x.sum() > 0 else -x, fullgraph=True)(x), 'default'):
    try:
        with torch.compiler.set_stance(words):
            function()
    except RuntimeError as e:
        print(type(e).__name__, str(e).split('\n')[0].split('. filename: ')[0])

# modes around it: each is another way
net = nn.Sequential(nn.Linear(3, 3), nn.ReLU())
compiled = torch.compile(net)
with torch.autograd.set_detect_anomaly(True), torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):
    for _ in range(3):
        compiled(x).sum().backward()
print(len(learned(compiled).entries))
for _ in range(3):
    with torch.autocast('cpu', dtype=torch.bfloat16):
        print(compiled(x).dtype, end=' ')
with torch.inference_mode():
    print(*(compiled(x).is_inference() for _ in range(3)))
print(compiled(x).dtype, compiled(x).is_inference(), compiled(x).requires_grad, len(learned(compiled).entries))
