"""reads.py: every way in which a program reads a value is booked on the line that reads (a part of the suite `views`)."""

# Each reading line is the fourth of its cell: behind an operation on the same values, which is not to be blamed, a line without any, and `if`.
TORCH = ('import torch, pickle, copy, io, json\nimport numpy as np\nt = torch.ones(2, 3, device="cuda")\ns = torch.ones(1, device="cuda")\nz = torch.tensor(2, device="cuda")\nw = torch.ones(3, device="cuda", requires_grad=True)\nw.grad = torch.ones(3, device="cuda")\nl = [1, 2, 3, 4]\nd = {"a": s}',
         's * 1; t * 1; z * 1',
         ['s.item()', 't.tolist()', 'print(s)', 'print("a", t, [t])', 't', 'd', '(s, t)', 'print(d)', 'f"{s}"', 'print(f"loss {s.item():.3f}")', '"%s" % s', '"{}".format(t)', 'repr(t)', 'str(d)', 'format(z)', 'float(s)',
          'int(s)', 'bool(s)', 'complex(s)', 'not s', 'if s > 0: pass', 'while s > 1: pass', 'assert s > 0', 's and 3', '1 if s == 1 else 2', 's in [s + 1, s]', '[s + 1, s].index(s)', 'for x in s: x.item()', '[float(x) for x in s]',
          'a, = s; a.item()', 'list(map(float, s))', 'sum(float(x) for x in t[0])', 'max(s, s + 1)', 'sorted([s, s - 1])', 'l[z]', 'range(z)', 'l * z', 't[z - 1]', 't[t > 0]', 't.nonzero()', 'torch.masked_select(t, t > 0)', 'pickle.dumps(t)',
          'torch.save(t, io.BytesIO())', 'copy.deepcopy(t)', 't.cpu()', 't.to("cpu")', 't.cpu().numpy()', 't.detach().cpu().tolist()', 'np.array(t.cpu())', 'np.asarray(t.cpu(), dtype="float64")', 'torch.equal(t, t + 1)', 'torch.allclose(t, t)',
          'torch.tensor([float(s), float(s)])', 'json.dumps(t.tolist())', 'torch.nn.utils.clip_grad_norm_([w], 1.0).item()', 'round(s.item(), 2)', 'helper(s)', 'Held(s).value()', '(lambda v: v.item())(s)', 'torch.unique(t)',
          't.max().item()', 't.argmax(1).tolist()', 'display(t)', 's.item() if s is not None else 0'])
MXNET = ('import mxnet as mx\nfrom mxnet import nd, autograd\nimport numpy as onp\nt = nd.ones((2, 3), ctx=gpu(0))\ns = nd.ones((1,), ctx=gpu(0))\nz = nd.array([2], ctx=gpu(0))\nl = [1, 2, 3, 4]\nd = {"a": s}\nm = mx.metric.Accuracy()',
         's * 1; t * 1; z * 1',
         ['s.asscalar()', 't.asnumpy()', 't.asnumpy().tolist()', 'print(t)', 't', 'd', 'print([s, t])', 'f"{s}"', '"%s" % t', 'str(d)', 'repr(t)', 'float(s.asscalar())', 'int(s.asscalar())', 'bool(s)', 'if s > 0: pass', 'while s > 1: pass', 'not s',
          's in [s + 1, s]', 'for x in s: x.asscalar()', '[float(x.asscalar()) for x in s]', 'onp.array(t.asnumpy())', 'm.update([t[:, 0]], [t])', 'm.update(t[:, 0], t)', 'mx.metric.MSE().update([t], [t])', 't.as_in_context(cpu())', 't.copyto(cpu())',
          'mx.test_utils.assert_almost_equal(t, t)', 'l[int(z.asscalar())]', 'max(s.asscalar(), 2)', '(lambda v: v.asscalar())(s)', 't.sum().asscalar()', 'print(f"{s.asscalar():.2f}")', 'display(t)'])
MXNP = ('from mxnet import np, npx\nnpx.set_np()\nt = np.ones((2, 3), ctx=npx.gpu(0))\ns = np.ones((1,), ctx=npx.gpu(0))\nz = np.array(2, ctx=npx.gpu(0), dtype="int64")\nl = [1, 2, 3, 4]\nd = {"a": s}', 's * 1; t * 1; z * 1',
        ['s.item()', 't.asnumpy()', 't.tolist()', 'print(t)', 't', 'd', 'f"{s}"', 'str(d)', 'repr(t)', 'float(s)', 'int(z)', 'bool(s)', 'if s > 0: pass', 'not s', 'for x in s: float(x)', 'l[int(z)]', 'helper(s)', 't.sum().item()', '(lambda v: v.item())(s)', 't.copyto(mx.cpu())',
         'display(t)'])
NUMPY = ('import numpy as np, torch\nt = torch.ones(2, 3, device="cuda")\ns = torch.ones(1, device="cuda")\nz = torch.tensor(1, device="cuda")\na = np.arange(6.0)', 's * 1; t * 1; z * 1',
         ['np.asarray(t.cpu())', 'np.array(t.tolist())', 'a + t.cpu().numpy().sum()', 'np.float64(s.item())', 'a * float(s)', 'a[int(z)]', 'np.full(int(z), 2.0)', 'np.mean([float(s), float(s)])', 'np.stack([x.cpu().numpy() for x in t])',
          'print(a.sum(), s)', 'np.testing.assert_allclose(t.cpu(), 1)', 'torch.from_numpy(a).to("cuda")', 'torch.tensor(a, device="cuda")'])
HELPERS = '\n\ndef helper(v):\n    return float(v)\n\nclass Held:\n    def __init__(self, v): self.v = v\n    def value(self):\n        kept = self.v\n        return kept.item()\n'
WITHIN = {'helper(s)': ('helper', 'return float(v)'), 'Held(s).value()': ('value', 'return kept.item()')}


def books(tally, play, accent, setup, before, lines):
    cells = [setup + HELPERS] + [f'{before}\nn = 0\nif n == 0: n = 1\n{line}' for line in lines]
    ask = 'from perch.views.transfers import transfers as _t\nfor _m in _t(): print([_m.number, _m.source, _m.target, *_m.line])'
    played = play(cells + [ask])
    if len(played) != len(cells) + 1:
        tally.check(False, f'reads: {accent}', str(played[-2:])[-2000:])
        return
    rows = [eval(line) for event in played[-1] if event['event'] == 'stream' for line in event['text'].splitlines()]
    for i, line in enumerate(lines, 1):
        number = 2 * i + 2      # (each cell has one before it that prints where it begins)
        failed = [event for event in played[i] if event['event'] == 'error']
        tally.check(not failed, f'reads: {accent}: {line} runs', str(failed)[-500:])
        mine = [row for row in rows if row[3].startswith(f'In[{number}]:')]
        if line in WITHIN:      # in a function of the first cell: on its line, not where it was called
            inside = [row for row in rows if row[3].startswith('In[2]:') and row[4].strip() == WITHIN[line][1]]
            tally.check(inside and not mine, f'reads: {accent}: {line} is booked in the function', str((inside, mine)))
            continue
        tally.check(mine and all(row[3] == f'In[{number}]:4' for row in mine), f'reads: {accent}: {line} is booked on its line', str(mine or rows[-3:]))
    strays = [row for row in rows if not row[3].startswith('In[')]
    tally.check(not strays, f'reads: {accent}: nothing is booked on no line', str(strays[:3]))


LOOP = '''import torch
from torch import nn
dev = 'cuda'
net = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 1)).to(dev)
opt = torch.optim.Adam(net.parameters())
X, Y = torch.randn(20, 8, device=dev), torch.randn(20, 1, device=dev)
for epoch in range(3):
    loss = ((net(X) - Y) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(epoch, loss.item())
    if loss > 100:
        break
loss'''


def loops(tally, play):
    """A training loop: neither the optimizer's step nor the backward pass gets the blame, in %transfers, the timeline's waits, %blame."""
    ask = ('import _tensor\nfrom perch.views.transfers import transfers as _t\nfrom perch.views.world import site_place as _p\nfor _m in _t(): print(["move", *_m.line])\n'
           'for _r in _tensor.ledger_rows():\n    if _r[1] == "wait": print(["wait", *_p(_r[5])])')
    played = play([LOOP, ask, 'y = torch.ones(4).tolist()\nw = torch.tensor([1.0, 2.0], device=dev)\nw *= 2\nw', '%blame w', '%mem'])
    tally.check(len(played) == 5, 'reads: a loop plays', str(played[-1])[-2000:])
    if len(played) != 5:
        return
    rows = [eval(line) for event in played[1] if event['event'] == 'stream' for line in event['text'].splitlines()]
    moved = [row[1] for row in rows if row[0] == 'move' and row[1] != 'In[2]:4']
    tally.check(moved == ['In[2]:12', 'In[2]:13'] * 3 + ['In[2]:15'], 'reads: a training loop books item(), if and the shown loss', str(moved))
    waits = {row[1] for row in rows if row[0] == 'wait'}
    tally.check(waits <= {'In[2]:4', 'In[2]:12', 'In[2]:13', 'In[2]:15'}, 'reads: what waits is the line that reads', str(waits))
    text = ''.join(event['data'].get('text/plain', '') for event in played[3] if 'data' in event)
    tally.check('In[6]:2' in text, 'reads: %blame names the line that made the value from a list', text)
    text = ''.join(event['data'].get('text/plain', '') for event in played[4] if 'data' in event)
    tally.check('In[6]:2' in text, 'reads: %mem names it, too', text)


def reads(tally, play):
    for accent, (setup, before, lines) in {'torch': TORCH, 'mxnet': MXNET, 'mx.np': MXNP, 'numpy': NUMPY}.items():
        books(tally, play, accent, setup, before, lines)
    loops(tally, play)
