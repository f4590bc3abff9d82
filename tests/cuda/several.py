"""What several cards do together: NCCL's functions over a stand-in for it (fake/nccl.c), own copies and sums without it; the same programs on simulated GPUs print the same."""
import os
import re

import programs

TOGETHER = '''
import torch, torch.cuda.nccl as nccl, torch.cuda.comm as comm
print(nccl.version(), nccl.is_available([torch.ones(2, device='cuda:%d' % i) for i in range(torch.cuda.device_count())]), nccl.is_available([torch.ones(2), torch.ones(2)]))
k = torch.cuda.device_count()
row = lambda dtype=torch.float32, n=6: [((torch.arange(n) + 1) * (i + 1)).to(dtype).to('cuda:%d' % i) for i in range(k)]
for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int32, torch.int64, torch.uint8, torch.int8, torch.int16, torch.complex64):
    r = row(dtype); nccl.all_reduce(r)
    s = row(dtype); out = torch.zeros_like(s[1]); nccl.reduce(s, out, root=1)
    b = row(dtype); nccl.broadcast(b, 1)
    g = [torch.zeros(6 * k, dtype=dtype, device=t.device) for t in b]; nccl.all_gather(row(dtype), g)
    c = [torch.zeros(2, dtype=dtype, device=t.device) for t in b]; nccl.reduce_scatter(row(dtype, 2 * k), c)
    print(dtype, r[-1].tolist(), all(torch.equal(r[0].cpu(), t.cpu()) for t in r), out.tolist(), s[0].tolist()[1], b[0].tolist(), g[-1].tolist()[-7:], [t.tolist() for t in c])
for op in (1, 2, 3): r = row(); nccl.all_reduce(r, op=op); print(op, r[0].tolist())
print([t.tolist() for t in comm.broadcast(torch.arange(3., device='cuda:1'), range(k))], comm.reduce_add(row(), 1).tolist(), [[u.tolist() for u in t] for t in comm.broadcast_coalesced([torch.ones(2, device='cuda:0'), torch.zeros(1, device='cuda:0')], range(k))])
print([t.tolist() for t in comm.reduce_add_coalesced([[t, t + 1] for t in row()], 0)])
def said(f):
    try: f(); return 'done'
    except Exception as e: return type(e).__name__ + ': ' + str(e).splitlines()[0]
for f in (lambda: nccl.all_reduce([torch.ones(2), torch.ones(2)]), lambda: nccl.all_reduce(row()[:1] * 2), lambda: nccl.all_gather(row(), row()), lambda: nccl.all_reduce(torch.ones(2)),
          lambda: nccl.all_reduce([row()[0], row()[1].double()]), lambda: nccl.all_reduce([])): print(said(f))
w = torch.ones(2, device='cuda:0', requires_grad=True); (comm.broadcast(w, [0, 1])[1] * 3).sum().backward(); print(w.grad.tolist())
x = row(); big = [torch.ones(5, 6, device=t.device)[:, ::2] for t in x]
print(said(lambda: nccl.all_reduce(big)), x[0].tolist())
'''

# Work that was given before and after, in an order that the cards' streams do not keep by themselves.
ORDERED = '''
import torch, torch.cuda.nccl as nccl
a, b = (torch.ones(3000, device='cuda:%d' % i) for i in (0, 1))
for i in range(30):
    a = a * 2 - .5; b = b * 3 - a.to('cuda:1') * .5
    nccl.all_reduce([a, b]); a = a / 4; b.mul_(.125)
x, y = torch.ones(3000), torch.ones(3000)
for i in range(30):
    x = x * 2 - .5; y = y * 3 - x * .5; s = x + y; x = s / 4; y = s * .125
print(torch.equal(a.cpu(), x), torch.equal(b.cpu(), y))
'''

TRAINED = '''
import mxnet as mx, _tensor
from mxnet import autograd, gluon, nd
ctx = [mx.gpu(i) for i in range(mx.context.num_gpus())]
def train(kvstore, on_store):
    mx.random.seed(0); net = gluon.nn.Sequential(); net.add(gluon.nn.Dense(8, activation='relu', in_units=4), gluon.nn.Dense(2, in_units=8)); net.initialize(mx.init.Constant(.1), ctx=ctx)
    trainer, data = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': .1}, kvstore=kvstore, update_on_kvstore=on_store), nd.arange(48).reshape((12, 4)) / 48
    for _ in range(4):
        with autograd.record(): losses = [(net(x) ** 2).sum() for x in gluon.utils.split_and_load(data, ctx)]
        for loss in losses: loss.backward()
        trainer.step(12)
    return [[v for p in net.collect_params().values() for v in p.data(c).asnumpy().ravel().tolist()] for c in ctx]
made = [train(*how) for how in (('device', True), ('device', False), ('nccl', False), ('local', True))]
print(all(abs(a - b) < 1e-6 for rows in made for row in rows for a, b in zip(row, made[0][0])), all(row == rows[0] for rows in made for row in rows))
kv = mx.kv.create('nccl'); kv.init(3, nd.ones((2, 3), ctx[0])); kv.push(3, [nd.ones((2, 3), c) * (i + 1) for i, c in enumerate(ctx)]); out = nd.zeros((2, 3), ctx[-1]); kv.pull(3, out); print(out.asnumpy().tolist(), out.context)
import torch, torch.nn as nn
torch.manual_seed(0); net = nn.Sequential(nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, 1)); one = [p.clone() for p in net.parameters()]
x = torch.rand(9, 4); net(x).sum().backward(); here = [p.grad.clone() for p in net.parameters()]; net.zero_grad(set_to_none=True)
many = nn.DataParallel(net.cuda()); many(x.cuda()).sum().backward(); print(all(torch.allclose(p.grad.cpu(), g, atol=1e-5) for p, g in zip(net.parameters(), here)))
'''

MOVED = '''
import torch, torch.cuda.nccl as nccl, _tensor
_tensor.ledger(True)
r = [torch.ones(300, device='cuda:%d' % i) for i in range(3)]
nccl.all_reduce(r); torch.cuda.synchronize()
moves = [m for m in _tensor.ledger_moves()]
print(len(moves), r[2][0].item())
from perch.views.transfers import transfers
print(str(transfers()).count('1.6 KB') + str(transfers()).count('1.56 KiB') + str(transfers()).count('1,600'))
'''

# Each call of the library fails in turn: what comes is right, or an exception that says so, and the next one is right.
FAULTS = '''
import os, torch, torch.cuda.nccl as nccl
right = told = 0
for call in ('ncclCommGetAsyncError', 'ncclGroupStart', 'ncclGroupEnd', 'ncclAllReduce', 'ncclReduce', 'ncclBroadcast', 'ncclAllGather', 'ncclReduceScatter', 'ncclCommInitAll'): # (the last is asked once: own sums from then on)
    for status in (1, 3, 5):
        r = lambda: [torch.full((4,), i + 1., device='cuda:%d' % i) for i in range(2)]
        def play():
            a = r(); nccl.all_reduce(a); b = r(); nccl.reduce(b); c = r(); nccl.broadcast(c); d = [torch.zeros(8, device=t.device) for t in c]; nccl.all_gather(r(), d); e = [torch.zeros(2, device=t.device) for t in c]; nccl.reduce_scatter(r(), e)
            return [[t.tolist() for t in v] for v in (a, b[:1], c, d, e)] == [[[3.] * 4] * 2, [[3.] * 4], [[1.] * 4] * 2, [[1.] * 4 + [2.] * 4] * 2, [[3.] * 2] * 2]
        os.environ['PERCH_FAKE_NCCL'] = '%s:%d' % (call, status)
        try: right += play()
        except RuntimeError as e: told += ('NCCL Error %d: ' % status) in str(e)
        del os.environ['PERCH_FAKE_NCCL']
        assert play(), call
print(right, told)
'''


def together(tally, perch, build):
    there = {'LD_LIBRARY_PATH': os.path.join(build, 'tests'), 'PERCH_FAKE_NCCL_TELL': '1', 'PERCH_EMULATED_CARDS': '3'}
    wanted, err, code = programs.perch(TOGETHER, 'sim:3', None)
    tally.check(code == 0 and wanted.startswith('(0, 0, 0) False False\n') and wanted.count('\n') == 24, "NCCL's functions on simulated GPUs", wanted + err[-800:])
    for what, gpus, more, first in (('by NCCL', 'cuda:0,1,2', there, '(2, 28, 9) True False'), ('on one card', 'cuda:0/3', there, '(2, 28, 9) False False'),
                                    ('without the library', 'cuda:0,1,2', {'PERCH_EMULATED_CARDS': '3'}, '(0, 0, 0) False False')):
        for seed in ('1', '2'):
            out, err, _ = perch(TOGETHER, gpus=gpus, PERCH_EMULATED_SEED=seed, **more)
            used = re.search(r'fake NCCL: (\d+) all-reduces, (\d+) reduces, (\d+) broadcasts, (\d+) gathers, (\d+) scatters, 0 communicators left', err)
            tally.check(out == wanted.replace('(0, 0, 0) False False', first, 1) and (used is not None) == (what == 'by NCCL'), f'what several cards do together {what}, seed {seed}', out + err[-800:])
            out, err, _ = perch(ORDERED, gpus=gpus, PERCH_EMULATED_SEED=seed, **more)
            tally.check(out == 'True True\n', f'... in the order of what was given {what}, seed {seed}', out + err[-800:])
        out, err, _ = perch(TRAINED, gpus=gpus, **more)
        tally.check(out == f'True True\n{[[6.0] * 3] * 2} gpu(2)\nTrue\n' and (' 0 all-reduces' not in err and 'all-reduces' in err) == (what == 'by NCCL'), f'networks trained on three {what}', out + err[-800:])
    out, err, _ = perch(MOVED, gpus='cuda:0,1,2', **there)
    tally.check(out.startswith('3 3.0\n'), 'what NCCL moves stands in the ledger', out + err[-800:])
    out, err, _ = perch(FAULTS, gpus='cuda:0,1', **there)
    tally.check(out == '3 24\n', 'each call of NCCL fails in turn', out + err[-800:])
