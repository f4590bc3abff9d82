"""Horovod's names over ranks: what they compute, training that equals one process's, and what is refused."""
import os
import re
import tempfile

import harness

TORCH = """
import torch, torch.nn as nn, horovod.torch as hvd
hvd.init()
r, n = hvd.rank(), hvd.size()
one = torch.tensor([1., 2.]) * (r + 1)
total = torch.tensor([1., 2.]) * (n * (n + 1) / 2)
assert torch.equal(hvd.allreduce(one), total / n) and torch.equal(hvd.allreduce(one, average=False), total) and torch.equal(hvd.allreduce(one, op=hvd.Max), torch.tensor([1., 2.]) * n)
assert torch.equal(hvd.allreduce(one, op=hvd.Sum, prescale_factor=2., postscale_factor=.5), total) and torch.equal(one, torch.tensor([1., 2.]) * (r + 1))
assert torch.equal(hvd.allreduce(one, compression=hvd.Compression.fp16), total / n) and hvd.allreduce(one, compression=hvd.Compression.fp16).dtype == torch.float32
here = one.clone(); assert hvd.allreduce_(here, op=hvd.Sum) is here and torch.equal(here, total)
assert hvd.allgather(torch.full((r + 1, 2), r)).tolist() == [[k, k] for k in range(n) for _ in range(k + 1)]
assert hvd.broadcast(torch.tensor([r, 5]), n - 1).tolist() == [n - 1, 5]
view = torch.full((3, 2), float(r)).t(); hvd.broadcast_(view, n - 1); assert view.eq(n - 1).all()
assert hvd.alltoall(torch.arange(n) + 10 * r).tolist() == [10 * k + r for k in range(n)]
rows, came = hvd.alltoall(torch.arange(n * (n + 1) // 2) + 100 * r, splits=torch.arange(1, n + 1))
assert came.tolist() == [r + 1] * n and rows.tolist() == [100 * k + i for k in range(n) for i in range(r * (r + 1) // 2, (r + 1) * (r + 2) // 2)]
parts = hvd.reducescatter(torch.arange(n + 1.), op=hvd.Sum); assert parts.tolist() == ([0., n] if r == 0 else [n * (r + 1.)])
assert [o['r'] for o in hvd.allgather_object({'r': r, 't': torch.ones(r)})] == list(range(n)) and hvd.broadcast_object([r], 1 % n) == [1 % n]
handle = hvd.allreduce_async(torch.ones(3), op=hvd.Product); assert hvd.synchronize(handle).tolist() == [1.] * 3 and hvd.poll(handle)
x = torch.ones(2, requires_grad=True); (hvd.allreduce(x * 2, op=hvd.Sum) * (r + 1)).sum().backward(); assert x.grad.tolist() == [n * (n + 1.)] * 2
assert (hvd.local_rank(), hvd.local_size(), hvd.cross_rank(), hvd.cross_size(), hvd.is_homogeneous(), hvd.mpi_built()) == (r, n, 0, 1, True, True)

def weights(ranks, kind, passes=1, **how):
    torch.manual_seed(3 + (r if ranks else 0))
    net = nn.Sequential(nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, 2))
    opt = getattr(torch.optim, kind)(net.parameters(), lr=.05)
    if ranks:
        hvd.broadcast_parameters(net.state_dict(), root_rank=0); hvd.broadcast_optimizer_state(opt, root_rank=0)
        opt = hvd.DistributedOptimizer(opt, named_parameters=net.named_parameters(), backward_passes_per_step=passes, **how)
        assert isinstance(opt, getattr(torch.optim, kind))
    data = torch.linspace(-1, 1, 8 * 4 * n).reshape(8 * n, 4)
    for step in range(5):
        x = (data + step).sin()
        opt.zero_grad()
        for part in (x.chunk(n)[r] if ranks else x).chunk(passes): ((net(part) ** 2).mean() / passes).backward()
        opt.step()
    return torch.cat([p.detach().reshape(-1) for p in net.parameters()])
for kind in ('SGD', 'Adam'):
    assert torch.allclose(weights(True, kind), weights(False, kind), atol=1e-6), kind
    assert torch.allclose(weights(True, kind, 2), weights(False, kind, 1), atol=1e-5), kind
assert torch.allclose(weights(True, 'SGD', gradient_predivide_factor=2.), weights(False, 'SGD'), atol=1e-6)
assert torch.allclose(weights(True, 'SGD', compression=hvd.Compression.fp16), weights(False, 'SGD'), atol=1e-2)
net = nn.Linear(2, 1); opt = hvd.DistributedOptimizer(torch.optim.SGD(net.parameters(), lr=.1), named_parameters=net.named_parameters())
net(torch.ones(1, 2)).sum().backward()
def said(f):
    try: f()
    except Exception as e: print(type(e).__name__, str(e)[:60])
if n > 1:
    said(opt.zero_grad); said(lambda: net(torch.ones(1, 2)).sum().backward())
opt.synchronize()
with opt.skip_synchronize(): opt.step()
if r == 0:
    said(lambda: hvd.allreduce(one, average=True, op=hvd.Sum)); said(lambda: hvd.allreduce(one, op=hvd.Adasum)); said(lambda: hvd.broadcast(one, n)); said(hvd.join); said(lambda: hvd.broadcast_parameters(3, 0))
    said(lambda: hvd.DistributedOptimizer(torch.optim.SGD(net.parameters(), lr=.1), named_parameters=[('a', net.weight), ('a', net.bias)])); said(lambda: hvd.alltoall(torch.arange(n + 1)) if n > 1 else 1 / 0)
hvd.barrier(); hvd.shutdown(); said(hvd.rank)
print('all well', r)
"""
TORCH_SAID = ["ValueError The op parameter supersedes average", "NotImplementedError op=Adasum is not in perch", "ValueError broadcast: there is no rank", "NotImplementedError horovod.torch.join() is not in perch",
              "ValueError invalid params of type: <class 'int'>", "ValueError Parameter names in named_parameters must be unique. Found du", "ValueError Horovod has not been initialized; use hvd.init()."]
MXNET = """
import mxnet as mx, horovod.mxnet as hvd
from mxnet import autograd, gluon, nd
hvd.init()
r, n = hvd.rank(), hvd.size()
one = nd.array([1, 2]) * (r + 1)
same = lambda a, b: bool((a.as_in_context(mx.cpu()) == nd.array(b)).asnumpy().all()) and a.shape == nd.array(b).shape
assert same(hvd.allreduce(one), [(n + 1) / 2, n + 1]) and same(hvd.allreduce(one, average=False), [n * (n + 1) / 2, n * (n + 1)]) and same(one, [r + 1, 2 * (r + 1)])
assert same(hvd.broadcast(one, n - 1), [n, 2 * n]) and same(hvd.allgather(nd.full((r + 1, 2), r)), [[k, k] for k in range(n) for _ in range(k + 1)]) and hvd.broadcast_object({'k': r}, 1 % n) == {'k': 1 % n}
def weights(ranks, contexts, deferred=False):
    mx.random.seed(5 + (r if ranks else 0))
    net = gluon.nn.Dense(2, in_units=0 if deferred else 3, prefix='d_')
    net.initialize(mx.init.Uniform(0.3), ctx=contexts)
    params = net.collect_params()
    if deferred: net(nd.zeros((1, 3), contexts[0]))
    if ranks: hvd.broadcast_parameters(params, root_rank=0)
    trainer = hvd.DistributedTrainer(params, 'sgd', {'learning_rate': 0.5, 'momentum': 0.9}) if ranks else gluon.Trainer(params, 'sgd', {'learning_rate': 0.5, 'momentum': 0.9})
    for step in range(3):
        data = (nd.arange(8 * n * 3).reshape((8 * n, 3)) * 0.7 + step).sin()
        part = data[8 * r:8 * r + 8] if ranks else data
        with autograd.record():
            losses = [(net(x) ** 2).sum() for x in gluon.utils.split_and_load(part, contexts)]
        autograd.backward(losses)
        trainer.step(part.shape[0])
    return net.weight.data(contexts[0]).asnumpy()
for contexts in ([mx.cpu()], [mx.gpu(0)], [mx.gpu(0), mx.gpu(1)]):
    assert abs(weights(True, contexts) - weights(False, [mx.cpu()])).max() < 1e-6, contexts
net = gluon.nn.Dense(2, prefix='l_'); net.initialize(mx.init.Constant(r + 1.)); hvd.broadcast_parameters(net.collect_params(), root_rank=n - 1)
net(nd.ones((1, 3))); assert same(net.weight.data(), [[n] * 3] * 2), net.weight.data()
opt = hvd.DistributedOptimizer(mx.optimizer.create('sgd', learning_rate=1.0)); w, g = nd.zeros(2), nd.array([1, 2]) * (r + 1)
opt.update(0, w, g, opt.create_state(0, w)); assert same(w, [-(n + 1) / 2, -(n + 1)]), w
try: hvd.broadcast_parameters(3)
except ValueError as e: print(e)
print('all well', r)
"""


def of_horovod(tally, Ranks):
    with tempfile.TemporaryDirectory(prefix="perch-horovod-") as folder:
        link = os.path.join(folder, "horovodrun")
        os.symlink(harness.perch_path(), link)
        for name, text, sizes, words in (("torch", TORCH, (1, 2, 3), TORCH_SAID), ("mxnet", MXNET, (2, 3), [])):
            for size in sizes:
                got = Ranks(text, size, launcher=[link, "-np", str(size), "python"], program=())
                missing = [w for w in words if w not in got.printed]
                tally.check(got.code == 0 and got.printed.count("all well") == size and not missing, f"horovod.{name} in {size} ranks", f"missing {missing}\n{got.printed[-2500:]}")
                if name == "torch" and size > 1:
                    tally.check(len(re.findall(r"AssertionError optimizer.zero_grad\(\) was called|AssertionError Gradients were computed more than", got.printed)) == 2 * size, f"... and its optimizer out of turn in {size}", got.printed[-1500:])
        got = Ranks(TORCH, 1, launcher=[harness.perch_path()], program=())
        tally.check(got.code == 0 and "all well 0" in got.printed, "horovod.torch without a launcher", got.printed[-2000:])
