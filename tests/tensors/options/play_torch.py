"""Players of PyTorch's options: each uses what a call makes, from seeds and operands that are always the same, and tells what came out."""
import random

import torch
import torch.nn.functional as F
import torch.nn.init as I
import torch.nn.utils as U
import torch.optim.lr_scheduler as L
import torch.utils.data as D
from torch import nn, optim
from torch.nn.utils import rnn as R

import telling
from telling import signature

nan, inf = float('nan'), float('inf')
SEEDS = 5


def seed():
    torch.set_warn_always(True)             # a case is warned of the same wherever it stands: cases are dealt out to processes
    torch.manual_seed(SEEDS)
    random.seed(SEEDS)


# ---- operands ----
def count(shape):
    n = 1
    for s in shape:
        n *= s
    return n


def X(*shape):
    """Values between -1.5 and 1.6, no two alike near one another."""
    return torch.tensor([(k * 7 % 13 - 6) / 4 + (k * 5 % 7) / 50 for k in range(count(shape))], dtype=torch.float32).reshape(shape).requires_grad_()


def W(*shape):
    return X(*shape).detach() / 2


def P(*shape):
    """Between 0.05 and 0.95."""
    return torch.tensor([0.05 + 0.9 * (k * 7 % 13) / 12 for k in range(count(shape))], dtype=torch.float32).reshape(shape).requires_grad_()


def S(*shape):
    """1 and -1."""
    return torch.tensor([1.0 if k * 5 % 7 < 4 else -1.0 for k in range(count(shape))]).reshape(shape)


def C(n, *shape):
    """Whole numbers below n."""
    return torch.tensor([k * 3 % n for k in range(count(shape))]).reshape(shape)


def V(values, dtype=None):
    return torch.tensor(values, dtype=dtype)


# ---- telling ----
def tell(v, most=10):
    if isinstance(v, torch.Tensor):
        if v.layout != torch.strided:
            return 'sparse ' + tell(v.to_dense(), most)
        return '%s%s%s %s' % (str(v.dtype)[6:], list(v.shape), ' grad' if v.requires_grad else '', telling.digest(v.detach().tolist(), most))
    if isinstance(v, R.PackedSequence):
        return 'packed' + telling.plain(tuple(v), tell)
    if isinstance(v, (nn.Module, torch.Generator)):
        return type(v).__name__
    return telling.plain(v, tell)


def tensors(v):
    if isinstance(v, torch.Tensor):
        return [v]
    if isinstance(v, (tuple, list)):
        return [t for each in v for t in tensors(each)]
    return []


def descend(out):
    """The gradients of everything, from weights that differ from one element to the next."""
    total = None
    for t in tensors(out):
        if t.requires_grad and t.numel():
            part = (t * torch.tensor([k % 5 - 1.5 for k in range(t.numel())], dtype=t.dtype).reshape(t.shape)).sum()
            total = part if total is None else total + part
    if total is not None:
        total.backward()
    return total is not None


def leaf(t, kind):
    """The same values, with a gradient of their own where they had one; of another dtype if kind says so."""
    return (t.detach() if kind is None else t.detach().to(kind)).clone().requires_grad_(t.requires_grad)


def operands(inputs, kind=None):
    """The operands, and what is passed of them: results, which a function may change in place."""
    inputs = [leaf(i, kind) if isinstance(i, torch.Tensor) and i.is_floating_point() else i for i in inputs]
    return inputs, [i * 1 if isinstance(i, torch.Tensor) and i.requires_grad else i for i in inputs]


def changed(passed, inputs):
    return ['changed ' + tell(p, 4) for p, i in zip(passed, inputs) if isinstance(p, torch.Tensor) and not torch.equal(p, i)]


def grads(named):
    return ['d%s %s' % (name, tell(t.grad, 5)) for name, t in named if isinstance(t, torch.Tensor) and t.grad is not None]


# ---- players ----
def net(make, *inputs, **words):
    """A layer: its output, gradients, buffers, text; its output when it does not train."""
    layer = make()
    held = [p.dtype for p in layer.parameters() if not isinstance(p, nn.parameter.UninitializedParameter)]
    inputs, passed = operands(inputs, held[0] if held and held[0] == torch.float64 else None)
    out = layer(*passed, **words)
    parts = [tell(out)] + changed(passed, inputs)
    descend(out)
    parts += grads(list(zip('abcdef', inputs)) + list(layer.named_parameters()))
    parts += ['%s %s' % (n, tell(b, 5)) for n, b in layer.named_buffers()]
    parts.append(repr(layer))
    layer.eval()
    with torch.no_grad():
        again = tell(layer(*operands(inputs)[1], **words))
    return ' / '.join(parts + ([] if again == tell(out) else ['eval ' + again]))


def fun(call, *inputs):
    """A function: its output and gradients, what it changed of its operands."""
    inputs, passed = operands(inputs)
    out = call(*passed)
    parts = [tell(out)] + changed(passed, inputs)
    descend(out)
    return ' / '.join(parts + grads(zip('abcdefgh', inputs)))


def steps(make, n=4):
    """An optimizer: two parameters after n steps, its state and groups, its text."""
    ps = [nn.Parameter(W(2, 3) * 2), nn.Parameter(W(3) + 0.3)]
    made = make(ps)
    scale = torch.tensor([1.0, 0.25, 2.0])

    def closure():
        made.zero_grad()
        loss = ((ps[0] * scale - 0.4) ** 2).sum() + (ps[0].sum(0) * ps[1]).sum() + (ps[1] ** 4).sum()
        loss.backward()
        return loss
    for _ in range(n):
        made.step(closure)
    state = made.state_dict()
    return ' / '.join([tell(p) for p in ps] + [tell(state['state'], 4), tell(state['param_groups']), repr(made)])


def rates(make, n=8, momentum=0.9, metrics=(5, 4, 4, 4.5, 4, 3.9999, 4, 4)):
    """A scheduler: both groups' rates and momenta over n steps, its state (without the functions in it: no two libraries call theirs alike)."""
    ps = [nn.Parameter(W(2)), nn.Parameter(W(2))]
    optimizer = optim.SGD([{'params': [ps[0]]}, {'params': [ps[1]], 'lr': 0.02}], lr=0.5, momentum=momentum)
    for group in optimizer.param_groups:
        group['initial_lr'] = group['lr']
    made = make(optimizer)
    seen = []
    for k in range(n):
        seen.append('%s %s' % (' '.join(telling.number(float(g['lr'])) for g in optimizer.param_groups), telling.number(float(optimizer.param_groups[0]['momentum']))))
        optimizer.step()
        made.step(metrics[k]) if isinstance(made, L.ReduceLROnPlateau) else made.step()
    return ', '.join(seen) + ' / ' + tell({k: v for k, v in made.state_dict().items() if k == '_last_lr' or k[0] != '_' and not callable(v)})


def rates_plain(make):
    """The same of an optimizer without momentum."""
    return rates(make, momentum=0)


def items(make):
    """A sampler, a data set, a loader: its length and what it gives, twice."""
    made = make()
    try:
        parts = ['len %d' % len(made)]
    except TypeError as e:
        parts = ['no len: %s' % e]
    return ' / '.join(parts + [tell(list(made)) for _ in range(2)])


def parts(make):
    """What random_split makes: every part's indices."""
    return ' / '.join(tell(list(part)) for part in make())


def epoch(make, n=3):
    """A sampler of a run over several processes: its indices before and after set_epoch."""
    made = make()
    first = tell(list(made))
    made.set_epoch(n)
    return ' / '.join([first, tell(list(made)), str(len(made))])


def filled(call, *inputs):
    """A function of torch.nn.init: what it gives and what its operand became."""
    inputs = [i.detach().clone() if isinstance(i, torch.Tensor) else i for i in inputs]
    out = call(*inputs)
    return ' / '.join([tell(out)] + ['in ' + tell(i) for i in inputs])


def clipped(call):
    """A function of torch.nn.utils over parameters with gradients: what it gives, the gradients after it."""
    ps = [nn.Parameter(W(2, 3)), nn.Parameter(W(4))]
    ((ps[0] ** 2).sum() * 3 + ps[1].sum() * 2).backward()
    out = call(ps)
    return ' / '.join([tell(out)] + [tell(p.grad) for p in ps] + [tell(p) for p in ps])


def normed(call, n=3):
    """A function of torch.nn.utils that changes a layer: what it holds, gives and passes back after n calls."""
    layer = nn.Linear(3, 4)
    made = call(layer)
    for _ in range(n):
        out = made(W(2, 3))
    descend(out)
    return ' / '.join([tell(out), repr(made)] + ['%s %s' % (k, tell(v)) for k, v in made.state_dict().items()] + grads(made.named_parameters()))


def value(make):
    return tell(make())


# ---- objects that rows name ----
class Numbers(D.IterableDataset):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return iter(range(self.n))


def squares(n):
    return D.TensorDataset(torch.arange(n) ** 2, torch.arange(n))


def generator(n):
    return torch.Generator().manual_seed(n)


def begin(k):
    torch.manual_seed(100 + k)


def sized(shape, init=0):
    return torch.full(shape, float(init))


def cycle(k):
    return 0.5 ** k
