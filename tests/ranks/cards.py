"""Ranks that have a card each (emulated: tests/cuda): what NCCL carries between them (tests/cuda/fake/nccl_ranks.c stands in for it), what goes by the host all the same, and ranks that fail or die meanwhile."""
import os
import re

import harness
from mpi import PATIENT

BUILD = os.path.join(harness.ROOT, "build", "tests")
CARD, LIBRARY = os.path.join(BUILD, "libperch_cuda_emulated.so"), os.path.join(BUILD, "libperch_fake_nccl.so")
BEGIN = """
import os, sys, torch, torch.distributed as dist
from told import say
dist.init_process_group('nccl')
r, n = dist.get_rank(), dist.get_world_size()
torch.cuda.set_device(r if 'alike' not in sys.argv else 0)
def trying(f):
    try: say('came', f())
    except Exception as e: say(type(e).__name__, str(e).split('\\n')[0])
"""
COLLECTIVES = BEGIN + """
x = torch.arange(4., device='cuda') + r
for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int32, torch.int64, torch.uint8, torch.bool, torch.complex64):
    a = x.to(dtype)
    for op in ('SUM', 'MAX', 'MIN', 'PRODUCT'):
        if dtype not in (torch.bool, torch.complex64):
            y = a.clone(); dist.all_reduce(y, op=getattr(dist.ReduceOp, op)); say(dtype, op, y.tolist(), y.device.type)
    y = a.clone(); dist.broadcast(y, n - 1); say(y.tolist())
    z = [torch.zeros_like(a) for _ in range(n)]; dist.all_gather(z, a); say([t.tolist() for t in z])
y = x.clone(); dist.all_reduce(y, op=dist.ReduceOp.AVG); say(y.tolist())
y = x.clone(); dist.reduce(y, 0, op=dist.ReduceOp.MAX); say(y.tolist() if r == 0 else '')
y = torch.zeros(4, device='cuda'); dist.reduce_scatter(y, [x * (i + 1) for i in range(n)]); say(y.tolist())
y = torch.zeros(2, 3, device='cuda').t(); trying(lambda: dist.all_reduce(y))
y = torch.zeros(0, device='cuda'); dist.all_reduce(y); say(y.tolist())
works = []
parts = [torch.full((3,), float(r + i), device='cuda') for i in range(5)]
for p in parts: works.append(dist.all_reduce(p, async_op=True))
for w in works: w.wait()
p2 = p * 2
say([p.tolist() for p in parts], p2.tolist())
some = dist.new_group([0, 1]); y = x.clone()
if r < 2: dist.all_reduce(y, group=some); say(y.tolist())
dist.barrier()
z = [None] * n; dist.all_gather_object(z, {'rank': r}); say(z)
"""
TRAINED = BEGIN + """
import torch.nn as nn
def train(place, parts):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.Tanh(), nn.Linear(8, 3)).to(place)
    net.eval() # (the statistics of a part are not those of the whole)
    whole = nn.parallel.DistributedDataParallel(net, device_ids=[r]) if parts > 1 else net
    opt = torch.optim.SGD(whole.parameters(), lr=.1, momentum=.9)
    data = torch.linspace(-1, 1, 8 * n * 6).reshape(8 * n, 6)
    for step in range(4):
        mine = (data + step).sin().chunk(parts)[r if parts > 1 else 0].to(place)
        opt.zero_grad(); loss = (whole(mine) ** 2).mean(); loss.backward(); opt.step()
    return [p.detach().cpu() for p in net.parameters()]
here, there = train('cpu', 1), train('cuda', n)
say(all(torch.allclose(a, b, atol=1e-5) for a, b in zip(here, there)))
"""
DIFFER = BEGIN + """
y = torch.ones(3, device='cuda'); dist.all_reduce(y)
trying(lambda: dist.all_reduce(torch.ones(3 + r, device='cuda')))
trying(lambda: dist.all_reduce(torch.ones(3, device='cuda')) if r else dist.broadcast(torch.ones(3, device='cuda'), 0))
y = torch.ones(3, device='cuda'); dist.all_reduce(y); say(y.tolist())
"""
# Its part is given and not done when it goes; nobody can be told by the call itself.
DIES = BEGIN + """
import signal
y = torch.ones(3, device='cuda'); dist.all_reduce(y); say(y.tolist())
y = torch.ones(1000, device='cuda')
if r == 1:
    import _rings
    run = _rings.run
    def dying(*a): import time; time.sleep(1); os.kill(os.getpid(), signal.SIGKILL)
    import torch.distributed._cards as cards
    cards._rings = type('Dying', (), {'agree': staticmethod(_rings.agree), 'sums': staticmethod(_rings.sums), 'run': staticmethod(dying)})
trying(lambda: (dist.all_reduce(y), y.sum().item())[1])
trying(lambda: torch.ones(3, device='cuda').sum().item())
os._exit(5)
"""
FAILS = BEGIN + """
right = told = 0
for call in ('ncclAllReduce', 'ncclCommGetAsyncError', 'ncclCommInitRank', 'ncclGetUniqueId'):
    for status in (1, 5):
        os.environ['PERCH_FAKE_NCCL'] = '%s:%d' % (call, status)
        g, y = dist.new_group(list(range(n))), torch.ones(3, device='cuda') + r
        try: dist.all_reduce(y, group=g); right += y.tolist() == [sum(range(1, n + 1))] * 3
        except RuntimeError as e: told += 'NCCL Error %d: ' % status in str(e)
        del os.environ['PERCH_FAKE_NCCL']
        y = torch.ones(3, device='cuda') + r; dist.all_reduce(y, group=g); assert y.tolist() == [sum(range(1, n + 1))] * 3, (call, y)
say(right, told)
"""


def of_cards(tally, Ranks):
    """Ranks: run.py's own."""
    if not os.path.exists(CARD) or not os.path.exists(LIBRARY):
        tally.skip("ranks with a card each", "the emulated card is not built here")
        return

    def play(text, size, *arguments, library=True, **env):
        more = {"LD_LIBRARY_PATH": BUILD} if library else {}
        return Ranks(text, size, *arguments, program=(harness.perch_path(), "--gpus=cuda"), env={"PERCH_CUDA": CARD, "PERCH_EMULATED_CARDS": "4", "PERCH_FAKE_NCCL_TELL": "1", **more, **env})

    for size in (2, 4):
        host = play(COLLECTIVES, size, library=False)
        for seed in ("1", "2"):
            got = play(COLLECTIVES, size, PERCH_EMULATED_SEED=seed)
            used = re.findall(r"fake NCCL: (\d+) all-reduces, (\d+) reduces, (\d+) broadcasts, (\d+) gathers, (\d+) scatters, 0 communicators left", got.printed)
            tally.check(got.code == 0 and host.code == 0 and got.said == host.said and got.said.count("cuda\n") == 28 * size and "fake NCCL" not in host.printed, f"what {size} ranks' cards do is what their hosts do, seed {seed}",
                        got.printed[-1500:] + harness.show_difference(host.said, got.said))
            wanted = [("35" if rank < 2 else "34", "1", "9", "9", "1") for rank in range(size)]
            tally.check(sorted(used) == sorted(wanted), f"... and goes from card to card in {size} ranks, seed {seed}", f"{used}\n{got.printed[-800:]}")
    alike = play(COLLECTIVES, 2, "alike")
    tally.check(alike.code == 0 and alike.said == play(COLLECTIVES, 2, library=False).said and "fake NCCL" not in alike.printed, "ranks on one card go by the host", alike.printed[-1500:])
    for size in (2, 3):
        got = play(TRAINED, size)
        tally.check(got.code == 0 and got.said.count("True\n") == size and "fake NCCL: 0 all" not in got.printed and "fake NCCL" in got.printed, f"a network in {size} parts", got.said + got.printed[-1500:])
    got = play(DIFFER, 2)
    tally.check(got.code == 0 and got.said.count("RuntimeError The ranks do not do the same: rank 0: all_reduce(SUM) of float32 [3] at program.py:12; rank 1: all_reduce(SUM) of float32 [4] at program.py:12\n") == 2
                and got.said.count("RuntimeError The ranks do not do the same: rank 0: broadcast from rank 0 of float32 [3] at program.py:13; rank 1: all_reduce(SUM) of float32 [3] at program.py:13\n") == 2
                and got.said.count("[2.0, 2.0, 2.0]\n") == 2, "ranks that do not do the same", got.said + got.printed[-1500:])
    for seed in ("1", "2"):
        got = play(DIES, 3, PERCH_EMULATED_SEED=seed, **PATIENT)
        tally.check(not got.late and got.code and len(re.findall(r"^RuntimeError .*Rank 1 is gone: its process \(\d+\) has died\. Rank [02] waited for it on its GPU|^RuntimeError The run is being ended", got.said, re.M)) == 2,
                    f"a rank dies while the others' cards wait for it, seed {seed}", f"ended with {got.code}\n{got.said}{got.printed[-2500:]}")
    got = play(FAILS, 2)
    tally.check(got.code == 0 and got.said == "== rank 0\n2 6\n== rank 1\n2 6\n", "each call of NCCL fails in turn, on all ranks", got.said + got.printed[-2500:])
