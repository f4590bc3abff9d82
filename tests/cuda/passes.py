"""Drawn backward passes (core/bundle.h) and recorded steps (core/replay_graph.h): programs made of a seed, played with graphs and without: the same bits, the same memory in use, the same errors.

    tests/cuda/passes.py SEED [SEED…]      one seed alone: what it drew, and both outputs where they differ
"""
import re
import sys

import programs

# A program is a list of functions (some compiled), each a drawn list of operations over parameters, inputs and each other's results; and a list of steps that call them and go back. What varies from
# step to step is drawn, too: a number, the batch, whose gradients are wanted, what is kept, how gradients begin. Half of the steps are as the one before: that is where graphs come from.
PROGRAM = r'''
import torch, torch.nn.functional as F, _tensor, random, gc, math
SEED = int(SEEDED)
R = random.Random(SEED); torch.manual_seed(SEED); torch.cuda.manual_seed(SEED)
dev = 'cuda'; torch.backends.cudnn.allow_tf32 = False
def hexed(t): return [float(v).hex() for v in t.detach().cpu().double().flatten()[:40].tolist()]
def show(*values): print(*[v if isinstance(v, (int, float, str)) else 'none' if v is None else hexed(v) for v in values])
W = [torch.randn(s, device=dev).mul_(.5).requires_grad_() for s in ((4, 4), (4,), (4, 4), (3, 4), (1, 4), ())]
X = torch.randn(64, 4, device=dev)
# Each takes a (n, 4) tensor and gives one; w: a parameter, k: a number, o: another value of that shape.
UNARY = [lambda a: a.tanh(), lambda a: a.sigmoid(), lambda a: a.relu(), lambda a: -a, lambda a: (a * a + 1).sqrt(), lambda a: a.clamp(-1, 1).exp(), lambda a: a.abs().add(1).log(), lambda a: F.gelu(a), lambda a: a.softmax(1),
         lambda a: F.layer_norm(a, (4,)), lambda a: a.t().contiguous().t(), lambda a: a.flip(1), lambda a: a.clone(), lambda a: a[:, [2, 0, 3, 1]], lambda a: torch.cat([a[:, 2:], a[:, :2]], 1), lambda a: a.cumsum(1),
         lambda a: a.reshape(-1).reshape(a.shape), lambda a: a - a.mean(1, keepdim=True), lambda a: a / (a.norm(dim=1, keepdim=True) + 1), lambda a: torch.stack([a[:, i] for i in (1, 3, 0, 2)], 1), lambda a: a.roll(1, 1),
         lambda a: F.dropout(a, .3), lambda a: a.where(a > 0, a * .1), lambda a: a.masked_fill(a < -.5, 0.), lambda a: a.expand(2, *a.shape).sum(0), lambda a: a.sort(1)[0], lambda a: a.max(1, keepdim=True)[0] + a,
         lambda a: F.log_softmax(a, 1), lambda a: a.unsqueeze(0).transpose(1, 2).transpose(1, 2)[0], lambda a: a.gather(1, torch.tensor([[3, 1, 2, 0]], device=dev).expand(a.shape)), lambda a: a.double().float(),
         lambda a: a.detach() * .5 + a, lambda a: a.clone().mul_(1.5), lambda a: torch.einsum('ij->ij', a) * 2, lambda a: (a.to(torch.complex64) * (1 + 2j)).real.contiguous(), lambda a: F.pad(a, (1, 1))[:, 1:5], lambda a: a.view_as(a)]
WITH = [lambda a, w: a @ w[0], lambda a, w: F.linear(a, w[2], w[1]), lambda a, w: a + w[1], lambda a, w: a * w[4], lambda a, w: a * w[5], lambda a, w: a @ w[3].t() @ w[3], lambda a, w: a + w[0][1], lambda a, w: a * w[2].t()[0],
        lambda a, w: torch.addmm(w[1], a, w[0]), lambda a, w: F.layer_norm(a, (4,), w[1], w[4][0]), lambda a, w: a + w[0].sum() * .1, lambda a, w: a @ (w[0] + w[2]), lambda a, w: torch.baddbmm(w[4], a[None], w[2][None])[0]]
BOTH = [lambda a, o: a + o, lambda a, o: a * o.tanh(), lambda a, o: a - o, lambda a, o: torch.maximum(a, o), lambda a, o: torch.where(a > o, a, o * 2), lambda a, o: (a @ o.t()).softmax(1) @ o, lambda a, o: a.lerp(o, .3), lambda a, o: torch.addcmul(a, o, o)]
SHOWN = []
def drawn():
    """A function of (n, 4) and a number."""
    lines = []
    for i in range(R.randint(2, 9)):
        kind = R.choice('uuwwwbk'); row = R.randrange({'u': len(UNARY), 'w': len(WITH), 'b': len(BOTH), 'k': 1}[kind]); lines.append((kind, row, R.randint(0, i), R.randint(0, i)))
    def f(x, k, w):
        made = [x]
        for kind, row, at, other in lines:
            a = made[max(at, len(made) - 2)]
            made.append(UNARY[row](a) if kind == 'u' else WITH[row](a, w) if kind == 'w' else BOTH[row](a, made[other]) if kind == 'b' else a * k)
        return made[-1] + made[R_KEEP % len(made)] * .25
    R_KEEP = R.randrange(5); SHOWN.append(''.join(kind + str(row) + ' ' for kind, row, _, _ in lines))
    return f
LOSSES = [lambda y: y.sum(), lambda y: (y ** 2).mean(), lambda y: F.cross_entropy(y, torch.arange(y.shape[0], device=dev) % 4), lambda y: F.smooth_l1_loss(y, torch.zeros_like(y)), lambda y: y.logsumexp(1).sum(), lambda y: y.std() + y.mean(), lambda y: y.abs().sum().sqrt()]
FUNCTIONS = []
for i in range(R.randint(1, 3)):
    f = drawn(); FUNCTIONS.append(torch.compile(f) if R.random() < .3 else f)
kept, hooks = [], []
def choose(): return dict(f=R.randrange(len(FUNCTIONS)), g=R.choice([None, R.randrange(len(FUNCTIONS))]), n=R.choice((4, 4, 4, 2, 7)), k=R.choice((.5, 2.)), loss=R.randrange(len(LOSSES)), begin=R.choice(('none', 'zero', 'add', 'none', 'some')),
                          back=R.choice(('plain', 'plain', 'plain', 'retain', 'grad', 'double', 'weighted', 'inputs')), keep=R.random() < .15, wants=[R.random() > .1 for _ in W], xgrad=R.random() < .2, hook=R.choice((None,) * 8 + ('calm', 'reads', 'fails', 'makes', 'leaf')),
                          after=R.choice(('sgd', 'sgd', 'nothing', 'data', 'empty', 'item', 'noise')))
def begin(how):
    for i, w in enumerate(W):
        if how == 'none' or how == 'some' and i % 2: w.grad = None
        elif how == 'zero' and w.grad is not None: w.grad.zero_()
def hooked(kind, y):
    if kind == 'calm': y.register_hook(lambda g: g * 2)
    elif kind == 'reads': y.register_hook(lambda g: show('hook', g.sum()))
    elif kind == 'fails': y.register_hook(lambda g: 1 // 0)
    elif kind == 'makes': y.register_hook(lambda g: (g.clone() + torch.ones(3, 4, device=dev).sum(0), kept.append(g * 1), kept.pop())[0])
def step(c, i):
    for w, wanted in zip(W, c['wants']): w.requires_grad_(wanted)
    begin(c['begin']); x = X[i % 8 * 8:i % 8 * 8 + c['n']].clone()
    if c['xgrad']: x.requires_grad_()
    leaf = W[0].register_hook(lambda g: g * .5) if c['hook'] == 'leaf' and W[0].requires_grad else None
    y = FUNCTIONS[c['f']](x, c['k'], W)
    if y.requires_grad: hooked(c['hook'], y)
    if c['g'] is not None: y = FUNCTIONS[c['g']](y, c['k'] + 1, W)
    l = LOSSES[c['loss']](y); wanted = [w for w in W if w.requires_grad]
    try:
        if not l.requires_grad: pass
        elif c['back'] == 'plain': l.backward()
        elif c['back'] == 'retain': l.backward(retain_graph=True); l.backward()
        elif c['back'] == 'weighted': y.backward(torch.full_like(y, .5))
        elif c['back'] == 'inputs' and wanted: l.backward(inputs=wanted[::2])
        elif wanted:
            gs = torch.autograd.grad(l, wanted, create_graph=c['back'] == 'double', allow_unused=True); show(*gs)
            if c['back'] == 'double': torch.stack([(g * g).sum() for g in gs if g is not None] or [l]).sum().backward()
    except (ZeroDivisionError, RuntimeError) as e: show(type(e).__name__, str(e).splitlines()[0])
    if leaf: leaf.remove()
    show('loss', l); show(*[w.grad for w in W])
    if x.grad is not None: show(x.grad)
    if c['keep']: kept.append([w.grad for w in W])
    with torch.no_grad():
        if c['after'] == 'sgd':
            for w in W:
                if w.grad is not None: w.sub_(w.grad.clamp(-1, 1), alpha=.05)
        elif c['after'] == 'data': W[i % len(W)].data = W[i % len(W)].data.clone()
        elif c['after'] == 'empty': torch.cuda.empty_cache()
        elif c['after'] == 'item': show(W[5].item())
        elif c['after'] == 'noise': show(torch.rand(2, device=dev))
    if len(kept) > 3: show(*kept.pop(0))
LAST = choose()
for i in range(90):
    if R.random() < .1: LAST = choose()
    elif R.random() < .08: LAST = dict(LAST, **{key: value for key, value in choose().items() if R.random() < .15})
    step(LAST, i)
    torch.cuda.synchronize(); show('in use', torch.cuda.memory_allocated())
for k in kept: show(*k)
'''
SAID = "\nimport sys; print('graphs of passes', sum(r[5] for r in _tensor.pass_graphs()), 'of steps', sum(r[5] for r in _tensor.replay_graphs()), file=sys.stderr)"


FAILING = ('launch', 'cudaMalloc', 'cudaMemcpyAsync', 'cudaGraphLaunch', 'cudaStreamEndCapture', 'cudaGraphInstantiate', 'cudaStreamQuery', 'cudaEventRecord')


def launches(said):
    found = re.search(r'graphs of passes (\d+) of steps (\d+)', said)
    return (int(found[1]), int(found[2])) if found else (-1, -1)


def played(perch, seed, **more):
    plain, err, status = perch(PROGRAM.replace('SEEDED', str(seed)), PERCH_GRAPHS='0', **more)
    graphed, said, code = perch(PROGRAM.replace('SEEDED', str(seed)) + SAID, PERCH_GRAPHS='1', **more)
    return plain, err, status, graphed, said, code


def first_difference(a, b):
    for i, (one, other) in enumerate(zip(a.splitlines(), b.splitlines())):
        if one != other:
            return f'line {i}: {one[:300]}\n      or: {other[:300]}'
    return f'{len(a.splitlines())} lines, {len(b.splitlines())}'


def passes(tally, perch, seeds):
    total, seeds = [0, 0], list(seeds)
    for seed in seeds:
        plain, err, status, graphed, said, code = played(perch, seed, gpus='cuda' if seed % 3 else 'cuda:0/2', PERCH_EMULATED_SEED=str(seed))
        counts = launches(said)
        total = [t + max(c, 0) for t, c in zip(total, counts)]
        tally.check(status == code == 0 and plain and plain == graphed, f'drawn passes, seed {seed}: the same with graphs and without ({counts[0]} and {counts[1]} launches)', first_difference(plain, graphed) + '\n' + err[-700:] + said[-700:])
    tally.check(total[0] > 5 * len(seeds), f'drawn passes: {total[0]} launches of graphs of passes, {total[1]} of steps', '')
    for i, call in enumerate(FAILING):
        for seed in seeds[i::len(FAILING)]:
            out, err, status = perch(PROGRAM.replace('SEEDED', str(seed)), PERCH_GRAPHS='1', PERCH_EMULATED_FAIL=f'{call}:{3 + seed * 7 % 90}=999')
            tally.check(status == 0 or status == 1 and 'CUDA error' in err, f'drawn passes, seed {seed}: {call} fails once: told, or it never came to that call', f'{status} {out[-300:]}\n{err[-900:]}')


if __name__ == '__main__':
    import run
    for number in sys.argv[1:]:
        plain, err, status, graphed, said, code = played(run.perch, int(number))
        print(number, status, code, launches(said), 'same' if plain == graphed and plain else first_difference(plain, graphed), (err[-1500:] + said[-1500:]) if status or code else '')
