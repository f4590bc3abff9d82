"""Ranks: several processes of one run over MPI, against what PyTorch's gloo answers (tests/ranks/expected); what goes wrong ends on every rank, with the ranks, calls and lines named.

    tests/ranks/run.py [NAME]

Skipped where MPI is not (Debian's openmpi-bin and libopenmpi-dev). Nothing here asks how fast something is, and nothing leaves the machine.
"""
import os
import re
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import cards  # noqa: E402
import harness  # noqa: E402
import horovods  # noqa: E402
import hosts  # noqa: E402
import seed_trainings  # noqa: E402
import slurm  # noqa: E402
import steered  # noqa: E402
from make_expectations import HERE, MXNET, PROGRAMS, SIZES, free_port, joined  # noqa: E402
from mpi import MISSING, MPI, PATIENT, plugin  # noqa: E402

LIMIT = 240 # seconds: only what hangs takes so long, also where eight others use the machine
TESTS = {}


def test(function):
    TESTS[function.__name__.replace("_", " ")] = function
    return function


class Ranks:
    """A program in so many ranks: its status, what the launcher and all of them printed, what each said in a file.

    Every process that a launcher starts prints into a file of its own: a launcher that passes words on may lose the last ones of a rank that ends beside one that died (srun 22.05 does, of any
    program, one time in some hundred), and how it passes them on is nothing of perch's.
    """
    PRINTS = ("sh", "-c", 'exec "$0" "$@" >>"$RANKS_OUT/printed.$$" 2>&1')

    def __init__(self, text, size, *arguments, env=None, launcher=None, program=(harness.perch_path(),)):
        with tempfile.TemporaryDirectory(prefix="perch-ranks-") as folder:
            path = os.path.join(folder, "program.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            command = launcher or ["mpirun", "-n", str(size)]
            run = harness.run_program([*command, *(program and self.PRINTS), *program, path, *arguments], timeout=LIMIT, cwd=folder,
                                      env=harness.clean_environment(PERCH_NOTES="off", RANKS_OUT=folder, TMPDIR=folder, PYTHONPATH=PROGRAMS, **{**MPI, **(env or {})}))
            self.late, self.code = run.timed_out, run.code
            self.printed = (run.out + run.err).decode("utf-8", "replace") + "".join(self.of_each(folder))
            self.said = joined(folder, size)

    @staticmethod
    def of_each(folder):
        for name in sorted(os.listdir(folder)):
            if name.startswith("printed."):
                with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
                    yield file.read()


# ---- beside PyTorch's gloo ----
def program(name):
    with open(os.path.join(PROGRAMS, name + ".py"), encoding="utf-8") as file:
        return file.read()


def expected(name, size):
    with open(os.path.join(HERE, "expected", f"{name}.{size}"), encoding="utf-8") as file:
        return file.read()


def beside(tally, name, sizes, how):
    for size in sizes:
        got = how(program(name), size)
        wanted = expected(name, size)
        tally.check(got.code == 0 and got.said == wanted, f"{name} in {size} ranks", f"{got.printed[-1500:]}\n{harness.show_difference(wanted, got.said)}")


def over_sockets(text, size):
    """The same without MPI: processes that find each other by their environment."""
    start = "import os, subprocess, sys\nranks = [subprocess.Popen(sys.argv[1:], env={**os.environ, 'RANK': str(i)}) for i in range(%d)]\nsys.exit(max(p.wait() for p in ranks))" % size
    return Ranks(text, size, launcher=[sys.executable, "-c", start], env={"WORLD_SIZE": str(size), "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(free_port())})


@test
def collectives(tally):
    beside(tally, "t_collectives", SIZES["t_collectives"], Ranks)


@test
def training(tally):
    beside(tally, "t_training", SIZES["t_training"], Ranks)
    beside(tally, "t_gradients", SIZES["t_gradients"], Ranks)
    beside(tally, "t_zero", SIZES["t_zero"], Ranks)


@test
def stores_of_MXNet(tally):
    for name in MXNET:
        beside(tally, name, SIZES[name], Ranks)
    text = """
import mxnet as mx
from mxnet import autograd, gluon, nd
kv = mx.kv.create('dist_device_sync')
def weights(update, contexts, ranks_share):
    net = gluon.nn.Dense(2, in_units=3, prefix='d_')
    net.initialize(mx.init.Constant(0.1), ctx=contexts)
    trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.5, 'momentum': 0.9}, kvstore=kv if ranks_share else 'device', update_on_kvstore=update)
    for step in range(3):
        data = (nd.arange(24).reshape((8, 3)) * 0.7 + step).sin()
        part = data[4 * kv.rank:4 * kv.rank + 4] if ranks_share else data
        with autograd.record():
            losses = [(net(x) ** 2).sum() for x in gluon.utils.split_and_load(part, contexts)]
        autograd.backward(losses)
        trainer.step(8)
    return net.weight.data(contexts[0]).asnumpy()
alone = weights(None, [mx.cpu()], False)
for contexts in ([mx.cpu()], [mx.gpu(0)], [mx.gpu(0), mx.gpu(1)]):
    for update in (None, False):
        assert abs(weights(update, contexts, True) - alone).max() < 1e-6, (contexts, update)
for act in (lambda: kv.push('no', nd.ones(3)), lambda: kv.init('r', nd.ones((3, 2)).tostype('row_sparse')), lambda: mx.kv.create('dist_async')):
    try:
        act()
    except Exception as error:
        print(type(error).__name__, error)
kv.init('k', nd.ones(3))
try:
    kv.push('k', nd.ones(3 + kv.rank))
except mx.MXNetError as error:
    print('differs', error)
kv._barrier()
print('all well', kv.rank)
"""
    said(tally, "ranks and devices", text, 2, ["KeyError", "NotImplementedError a row_sparse value in a dist kvstore", "NotImplementedError kvstore 'dist_async' is not in perch",
                                               r"differs The ranks do not do the same: rank 0: all_reduce\(SUM\) of float32 \[3\] at program.py:\d+; rank 1: all_reduce\(SUM\) of float32 \[4\]",
                                               "all well 0", "all well 1"])


@test
def one_normalization_of_all_ranks(tally):
    """SyncBatchNorm, on parts of different sizes, beside BatchNorm over the whole batch: values, all gradients, running statistics."""
    text = """
import torch, torch.nn as nn, torch.distributed as dist
from told import say
dist.init_process_group('nccl')
rank, size = dist.get_rank(), dist.get_world_size()
for shape, options, dtype, near in (((2, 5, 5), {}, torch.float64, 1e-12), ((), {'momentum': None}, torch.float64, 1e-12), ((7,), {'affine': False}, torch.float32, 1e-5),
                                    ((2, 2, 3), {'track_running_stats': False, 'eps': .1}, torch.float32, 1e-5), ((4,), {'momentum': .3}, torch.float16, 5e-3)):
    torch.manual_seed(2)
    counts = [rank + 2 for rank in range(size)]
    whole = torch.randn(sum(counts), 3, *shape, dtype=torch.float64) * 3 + 5
    pull = torch.randn_like(whole)
    kind = {0: nn.BatchNorm1d, 1: nn.BatchNorm1d, 2: nn.BatchNorm2d, 3: nn.BatchNorm3d}[len(shape)]
    plain = kind(3, **options).double()
    synced = nn.SyncBatchNorm.convert_sync_batchnorm(kind(3, **options)).to('cuda', torch.float32 if dtype == torch.float16 else dtype)
    if plain.affine:
        for net in (plain, synced):
            nn.init.constant_(net.weight, 1.5), nn.init.constant_(net.bias, -.5)
    for step in range(2):
        a = (whole + step).requires_grad_()
        b = a.detach().split(counts)[rank].to('cuda', dtype).requires_grad_()
        wanted, got = plain(a), synced(b)
        wanted.backward(pull), got.backward(pull.split(counts)[rank].to('cuda', dtype))
        assert got.dtype == dtype
        pairs = [(got, wanted.split(counts)[rank]), (b.grad, a.grad.split(counts)[rank])]
        if plain.track_running_stats:
            pairs += [(synced.running_mean, plain.running_mean), (synced.running_var, plain.running_var), (synced.num_batches_tracked, plain.num_batches_tracked)]
        for p, q in zip(synced.parameters(), plain.parameters()):
            dist.all_reduce(p.grad)
            pairs.append((p.grad, q.grad))
            p.grad = q.grad = None
        for at, (x, y) in enumerate(pairs):
            assert torch.allclose(x.detach().cpu().double(), y.detach().double(), near, near * 10), (shape, step, at, x, y)
    synced.eval(), plain.eval()
    if plain.track_running_stats:
        assert torch.allclose(synced(b).cpu().double(), plain(a).split(counts)[rank], near, near * 10)
x = torch.ones(2, 1, device='cuda') * rank
try:
    nn.SyncBatchNorm(1)(torch.ones(2, 1))
except ValueError as error:
    say(error)
one = dist.new_group([rank for rank in range(1, size)])
if rank:
    say(nn.SyncBatchNorm(1, process_group=one).cuda()(x.fill_(rank + 0.)).sum().item())
say('well')
"""
    for size in (2, 3):
        said(tally, f"SyncBatchNorm in {size} ranks", text, size, [f"rank {size - 1}\\nSyncBatchNorm expected input tensor to be on GPU\\n.*well"], env={"PERCH_GPUS": "sim:1"})


@test
def the_seeds_two_GPUs(tally):
    seed_trainings.of_seeds(tally, Ranks, program, expected)


@test
def over_sockets_too(tally):
    beside(tally, "t_collectives", (3,), over_sockets)
    beside(tally, "t_training", (2,), over_sockets)


# ---- what gloo has not ----
def said(tally, what, text, size, wanted, code=0, **more):
    got = Ranks(text, size, **more)
    ok = got.code == code and all(re.search(line, got.said + got.printed, re.S) for line in wanted)
    tally.check(ok, what, f"ended with {got.code}\n{got.said}\n{got.printed[-2500:]}")
    return got


MORE = """
import torch, torch.distributed as dist
from told import say, tried
dist.init_process_group(%r)
rank, size = dist.get_rank(), dist.get_world_size()
place = 'cuda' if dist.get_backend() == 'nccl' else 'cpu'
for n in (2, 3000):
    x = torch.zeros(n, device=place)
    dist.reduce_scatter(x, [torch.full((n,), i + 10. * rank, device=place) for i in range(size)])
    assert x.tolist() == [size * rank + 10. * sum(range(size))] * n, x
    dist.all_reduce(x.fill_(rank + 1.), op=dist.ReduceOp.AVG)
    assert x.tolist() == [(size + 1) / 2] * n, x
    whole = torch.zeros(size * n, device=place)
    dist.all_gather_into_tensor(whole, torch.full((n,), float(rank), device=place))
    assert whole.reshape(size, n)[:, 0].tolist() == list(range(size)), whole
    dist.reduce_scatter_tensor(x, whole)
    assert x.tolist() == [size * float(rank)] * n, x
    got = [torch.zeros(n + i + rank, device=place) for i in range(size)]
    dist.all_to_all(got, [torch.full((n + i + rank,), float(rank), device=place) for i in range(size)])
    assert [t[-1].item() for t in got] == list(range(size)), got
    out = torch.zeros(size * n, device=place)
    work = dist.all_to_all_single(out, torch.arange(size * n, device=place).float() + rank, async_op=True)
    work.wait()
    assert out.reshape(size, n)[:, 0].tolist() == [n * rank + i for i in range(size)], out
for dtype in (torch.bfloat16, torch.complex64, torch.complex128, torch.bool):
    for n in (2, 3000):
        x = torch.full((n,), rank + 1).to(dtype).to(place)
        dist.all_reduce(x)
        assert x[-1].item() == (True if dtype == torch.bool else sum(range(size + 1))), (dtype, x)
for op, wanted in (('BAND', 0 if size > 1 else 1), ('BOR', 2 ** size - 1), ('BXOR', 2 ** size - 1)):
    x = torch.full((3,), 2 ** rank, device=place)
    dist.all_reduce(x, op=getattr(dist.ReduceOp, op))
    assert x.tolist() == [wanted] * 3, (op, x)
half = torch.full((2000,), 0.1 * (rank + 1), dtype=torch.float16, device=place)
dist.all_reduce(half, op=dist.ReduceOp.MAX)
assert half[7].item() == torch.tensor(0.1 * size, dtype=torch.float16).item()
say(dist.get_backend(), type(dist.group.WORLD).__name__, tried(lambda: dist.all_reduce(torch.ones(2, device=place), op=dist.ReduceOp.BAND)))
say(tried(lambda: dist.all_gather([torch.zeros(2, device=place)] * (size + 1), torch.ones(2, device=place))))
empty = torch.zeros(0, 3, device=place)
dist.all_reduce(empty)
dist.barrier()
dist.destroy_process_group()
dist.init_process_group(%r)
dist.barrier()
say('again', dist.get_rank())
"""


@test
def what_gloo_has_not(tally):
    for backend, kind in (("mpi", "ProcessGroupMPI"), ("nccl", "ProcessGroupNCCL")):
        for size in (1, 2, 3):
            said(tally, f"{backend} in {size} ranks", MORE % (backend, backend), size, [f"{backend} {kind} RuntimeError: Invalid scalar type.*ValueError: all_gather: a list of {size + 1} tensors.*again 0"])


@test
def tensors_of_simulated_GPUs_travel_through_the_host(tally):
    text = """
import torch, torch.distributed as dist
from told import say
dist.init_process_group('gloo')
x = torch.full((1000,), dist.get_rank() + 1., device='cuda')
dist.all_reduce(x)
say(x[0].item(), x.device)
dist.broadcast(x, 1)
"""
    said(tally, "the value comes back to the GPU", text, 2, [r"rank 0\n3.0 cuda:0\n== rank 1\n3.0 cuda:0"])


# ---- what goes wrong ----
WRONG = """
import datetime, os, signal, sys, time
import torch, torch.distributed as dist
dist.init_process_group('gloo', timeout=datetime.timedelta(seconds=%d))
rank = dist.get_rank()
x = torch.ones(5)
dist.all_reduce(x)
if rank == 1:
    %s
dist.all_reduce(x)
dist.all_reduce(x)
"""
LINE = 9 # where rank 1 does it
SETTLED = "time.sleep(1); " # mpirun ends the others at once when one dies: they say whom they waited for if they wait by then


def wrong(tally, what, does, wanted, size=3, seconds=60, **more):
    """All ranks but rank 1 (if it cannot) end with the sentence."""
    got = Ranks(WRONG % (seconds, does), size, **more)
    rows = [line for line in got.printed.splitlines() if re.search(wanted, line)]
    tally.check(got.code not in (0, None) and not got.late and len(rows) >= size - 1, what, f"ended with {got.code}, {len(rows)} ranks said it\n{got.printed[-3000:]}")


@test
def what_differs_is_told_on_every_rank(tally):
    other = r"RuntimeError: The ranks do not do the same: ranks 0, 2: all_reduce\(SUM\) of float32 \[5\] at program.py:10; rank 1: "
    for what, does, how in (("shape", "dist.all_reduce(torch.ones(2, 3))", r"all_reduce\(SUM\) of float32 \[2, 3\]"),
                            ("dtype", "dist.all_reduce(torch.ones(5, dtype=torch.int64))", r"all_reduce\(SUM\) of int64 \[5\]"),
                            ("reduction", "dist.all_reduce(x, op=dist.ReduceOp.MAX)", r"all_reduce\(MAX\) of float32 \[5\]"),
                            ("kind", "dist.barrier()", "barrier"), ("root", "dist.broadcast(x, 2)", r"broadcast from rank 2 of float32 \[5\]"),
                            ("large", "dist.all_reduce(torch.ones(100000))", r"all_reduce\(SUM\) of float32 \[100000\]"),
                            ("later", "dist.all_reduce(torch.ones(7), async_op=True).wait()", r"all_reduce\(SUM\) of float32 \[7\]"),
                            ("group", "dist.new_group([0, 1])", "new_group")):
        wrong(tally, what, does, other + how + f" at program.py:{LINE}")
    wrong(tally, "two ranks", "dist.barrier()", r"rank 0: all_reduce\(SUM\) of float32 \[5\] at program.py:10; rank 1: barrier at program.py:9", size=2)


@test
def a_rank_that_ends_is_not_waited_for(tally):
    line = r"Rank [02] waited for it in all_reduce\(SUM\) of float32 \[5\] at program.py:10"
    wrong(tally, "an error", "x[99]", r"Rank 1 has ended: IndexError: index 99 is out of bounds for dimension 0 with size 5 at program.py:9\. " + line)
    wrong(tally, "its end", "sys.exit(0)", r"Rank 1 has ended: its program is done\. " + line)
    wrong(tally, "a status", "sys.exit(3)", r"Rank 1 has ended: .*" + line)
    for what, dies in (*((number, f"os.kill(os.getpid(), signal.{number})") for number in ("SIGKILL", "SIGSEGV", "SIGTERM")), ("without a word", "os._exit(4)")):
        wrong(tally, what, SETTLED + dies, r"Rank 1 is gone: its process \(\d+\) has died\. " + line, env=PATIENT)


@test
def a_rank_that_dies_in_the_middle(tally):
    text = """
import os, signal, threading
import torch, torch.distributed as dist
dist.init_process_group('gloo')
x = torch.ones(8000000)
dist.barrier()
if dist.get_rank() == 1:
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGKILL)).start()
while True:
    dist.all_reduce(x, op=dist.ReduceOp.MAX)
"""
    got = Ranks(text, 3, env=PATIENT)
    rows = [line for line in got.printed.splitlines() if re.search(r"(Rank 1 is gone: .* Rank [02] waited for it|The run is being ended. Rank [02] wa(s|ited)) in all_reduce\(MAX\) of float32 \[8000000\] at program.py:10", line)]
    tally.check(got.code not in (0, None) and not got.late and len(rows) == 2, "killed while values travel", f"ended with {got.code}\n{got.printed[-3000:]}")


@test
def ranks_that_wait_for_each_other(tally):
    head = r"RuntimeError: All ranks wait, and none will go on: rank \d waits in "
    wrong(tally, "a message that nobody sends", "dist.recv(x, 0)", head + r".*rank 1 waits in recv from rank 0 of float32 \[5\] at program.py:9|" + head + "recv.*rank 0 waits in all_reduce.*program.py:10")
    text = "import torch, torch.distributed as dist\ndist.init_process_group('mpi')\nx = torch.ones(10 ** 6)\nother = 1 - dist.get_rank()\ndist.send(x, other)\ndist.recv(x, other)\n"
    said(tally, "two that both send first", text, 2, [r"All ranks wait, and none will go on: rank 0 waits in send to rank 1 of float32 \[1000000\] at program.py:5; rank 1 waits in send to rank 0"], code=1)


@test
def time_is_over(tally):
    wrong(tally, "a rank that is busy", "time.sleep(20)", r"RuntimeError: Timed out after 5 s: rank [02] waits in all_reduce\(SUM\) of float32 \[5\] at program.py:10; .*rank 1 does something else", seconds=5)


@test
def messages_that_do_not_fit(tally):
    text = """
import torch, torch.distributed as dist
from told import say, tried
dist.init_process_group('mpi')
if dist.get_rank() == 0:
    dist.isend(torch.ones(4, dtype=torch.int64), 1).wait()
    dist.isend(torch.ones(9), 1).wait()
    dist.isend(torch.ones(4), 1).wait()
else:
    for _ in range(3):
        say(tried(lambda: dist.recv(torch.zeros(4), 0)))
say(tried(lambda: dist.all_to_all([torch.zeros(2), torch.zeros(2)], [torch.zeros(2), torch.zeros(2 + dist.get_rank())])))
say(tried(lambda: dist.isend(torch.ones(4), 1 - dist.get_rank(), tag=-1)))
dist.barrier()
"""
    said(tally, "dtype, length, sizes, tag", text, 2,
         [r"Tensors of different ranks do not fit: rank 0 sent 4 elements of int64 to recv from rank 0 of float32 \[4\] at program.py:11",
          r"rank 0 sent 9 elements of float32 to recv from rank 0 of float32 \[4\]", r"== rank 1\n.*\n.*\n0\n",
          r"rank 0\nRuntimeError: The ranks do not do the same: rank 1 sends 3 elements to rank 1 in all_to_all, where 2 are expected\nValueError: a tag is from 0"])


@test
def an_error_that_is_caught(tally):
    text = """
import torch, torch.distributed as dist
from told import say, tried
dist.init_process_group('gloo')
rank = dist.get_rank()
for i in range(3):
    say(tried(lambda: dist.all_reduce(torch.ones(3 + (rank if i == 1 else 0)))))
    x = torch.ones(1000)
    say(tried(lambda: dist.all_reduce(x)), x[5].item())
work = [dist.all_reduce(torch.ones(100 + (rank if i == 2 else 0)), async_op=True) for i in range(4)]
say([tried(w.wait) if i == 2 else w.wait() for i, w in enumerate(work)])
dist.barrier()
"""
    said(tally, "the ranks go on behind it", text, 2, [r"None\nNone 2.0\nRuntimeError: The ranks do not do the same.*?\nNone 2.0\nNone\nNone 2.0\n\[True, True, 'RuntimeError: The ranks.*', True\]\n"] * 2)


@test
def Ctrl_C(tally):
    text = """
import os, signal, threading
import torch, torch.distributed as dist
from told import say
dist.init_process_group('gloo')
if dist.get_rank() == 0:
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    try:
        dist.all_reduce(torch.ones(3))
    except KeyboardInterrupt:
        say('interrupted')
    dist.send(torch.ones(2), 1)     # (the call goes on)
else:
    dist.recv(torch.ones(2), 0)
    dist.all_reduce(torch.ones(3))
dist.barrier()
say('all well')
"""
    said(tally, "a rank that waits hears it, and its call goes on", text, 2, ["rank 0\ninterrupted\nall well\n== rank 1\nall well"])


@test
def many_at_random(tally):
    """Every rank draws the same calls from one seed, begins some and waits for them in an order of its own."""
    text = """
import random
import torch, torch.distributed as dist
from told import say
dist.init_process_group('mpi')
rank, size = dist.get_rank(), dist.get_world_size()
alike, own = random.Random(3), random.Random(rank)
groups = [None, dist.new_group([0, 1]), dist.new_group([1, 2]), dist.new_group([0, 2])]
members = [[0, 1, 2], [0, 1], [1, 2], [0, 2]]
open_works = []
for i in range(600):
    which, n, later, root = alike.randrange(4), alike.choice([0, 1, 5, 100, 20000]), alike.random() < 0.6, alike.randrange(3)
    kind = alike.choice(['all_reduce', 'broadcast', 'all_gather', 'barrier', 'ring'])
    ranks = members[which]
    if rank not in ranks:
        continue
    later = later and own.random() < 0.7
    g, count, at = groups[which], len(ranks), ranks.index(rank)
    x = torch.full((n,), float(rank + i))
    if kind == 'all_reduce':
        work, check = dist.all_reduce(x, group=g, async_op=later), lambda x=x, ranks=ranks, i=i: x.eq(sum(ranks) + i * len(ranks)).all()
    elif kind == 'broadcast':
        source = ranks[root % count]
        work, check = dist.broadcast(x, source, group=g, async_op=later), lambda x=x, source=source, i=i: x.eq(source + i).all()
    elif kind == 'all_gather':
        out = [torch.zeros(n) for _ in ranks]
        work, check = dist.all_gather(out, x, group=g, async_op=later), lambda out=out, ranks=ranks, i=i: all(o.eq(r + i).all() for o, r in zip(out, ranks))
    elif kind == 'barrier':
        work, check = dist.barrier(group=g, async_op=later), lambda: True
    else:
        before, after, y = ranks[(at - 1) % count], ranks[(at + 1) % count], torch.zeros(n)
        send, later = dist.isend(x, after, group=g, tag=i), True
        work, check = dist.irecv(y, before, group=g, tag=i), lambda y=y, before=before, i=i, send=send: send.wait() and y.eq(before + i).all()
    if later and work is not None:
        open_works.append((work, check, i))
    else:
        assert check(), (i, kind)
    while len(open_works) > own.randrange(12):
        work, check, at_step = open_works.pop(own.randrange(len(open_works)))
        work.wait()
        assert check(), (at_step, 'later')
for work, check, i in open_works:
    work.wait()
    assert check(), i
say('all well')
"""
    said(tally, "600 calls of three ranks in four groups", text, 3, ["rank 0\nall well\n== rank 1\nall well\n== rank 2\nall well"])


# ---- beginning ----
@test
def over_MPICH(tally):
    launcher = shutil.which("mpiexec.mpich")
    if not launcher or not os.path.exists(os.path.join(os.path.dirname(harness.perch_path()), "src", "dist", "libperch_mpich.so")):
        tally.skip("MPICH", "it is not here: mpich, and libmpich-dev when perch was built")
        return

    def mpich(text, size, **more):
        return Ranks(text, size, launcher=[launcher, "-n", str(size)], **more)
    beside(tally, "t_collectives", (3,), mpich)
    got = mpich(WRONG % (60, "x[99]"), 3)
    tally.check(got.code not in (0, None) and len(re.findall("RuntimeError: Rank 1 has ended: IndexError", got.printed)) == 2 and "leaked" not in got.printed, "an error", got.printed[-2500:])


@test
def without_MPI(tally):
    text = "import torch.distributed as dist\nprint(dist.is_mpi_available())\ndist.init_process_group('mpi')\n"
    missing = os.path.join(HERE, "nothing.so")
    run = harness.run_program([harness.perch_path(), "-c", text], timeout=LIMIT, env=harness.clean_environment(PERCH_MPI=missing))
    out = (run.out + run.err).decode()
    tally.check("False" in out and "Distributed package doesn't have MPI built in" in out and "ranks need Open MPI (Debian's openmpi-bin), which is not on this machine" in out, "one sentence names the package", out)


@test
def what_a_rank_starts_is_no_rank(tally):
    text = """
import os, subprocess, sys
import torch, torch.distributed as dist
import torch.multiprocessing as mp
from told import say
def child(i, port):
    os.environ.update(MASTER_ADDR='127.0.0.1', MASTER_PORT=str(port))
    dist.init_process_group('gloo', rank=i, world_size=2)
    x = torch.ones(2)
    dist.all_reduce(x)
    assert x[0] == 2 and type(dist.group.WORLD).__mro__[1].__name__ == 'ProcessGroup'
if __name__ == '__main__':
    dist.init_process_group('gloo')
    mp.spawn(child, (%d + dist.get_rank(),), nprocs=2)
    say(subprocess.run([sys.executable, '-c', 'import _ranks; print(_ranks.started())'], capture_output=True).stdout)
    dist.barrier()
    say('done')
""" % (free_port() % 20000 + 30000)
    said(tally, "children of ranks", text, 2, [r"rank 0\nb'False\\n'\ndone\n== rank 1\nb'False\\n'\ndone"])


@test
def rank_and_size_by_the_launcher(tally):
    text = "import torch.distributed as dist\nfrom told import say\ndist.init_process_group('%s'%s)\nsay(dist.get_rank(), dist.get_world_size(), type(dist.group.WORLD).__mro__[1].__name__)\ndist.barrier()\n"
    for backend in ("gloo", "mpi"):
        said(tally, f"{backend} asks nothing", text % (backend, ""), 2, ["rank 0\n0 2 .*rank 1\n1 2 "])
    said(tally, "mpi takes no others", text % ("mpi", ", rank=5, world_size=9"), 2, ["rank 1\n1 2 ", r"For MPI backend, world_size \(9\) and rank \(5\) are ignored"])
    run = harness.run_program([harness.perch_path(), "-c", "import torch.distributed as dist; dist.init_process_group('mpi'); print(dist.get_rank(), dist.get_world_size())"], timeout=LIMIT,
                              env=harness.clean_environment(**MPI))
    tally.check(b"0 1\n" in run.out, "mpi without a launcher is one rank", run.out + run.err)


@test
def torchrun(tally):
    text = """
import os, sys
import torch, torch.distributed as dist
from told import say
print('LOCAL', os.environ['LOCAL_RANK'], os.environ['RANK'], os.environ['WORLD_SIZE'], os.environ['LOCAL_WORLD_SIZE'], os.environ['MASTER_ADDR'], os.environ['MASTER_PORT'].isdigit(), sys.argv[1:], flush=True)
dist.init_process_group('gloo')
x = torch.ones(3) * (dist.get_rank() + 1)
dist.all_reduce(x)
say(x[0].item(), dist.is_torchelastic_launched(), type(dist.group.WORLD).__mro__[1].__name__)
if 'fails' in sys.argv and dist.get_rank() == 1:
    sys.exit(7)
dist.barrier()
"""
    perch = harness.perch_path()
    starts = {"the module": ["-m", "torch.distributed.run", "--nproc-per-node", "2", "--master_port", str(free_port())],
              "the older module": ["-m", "torch.distributed.launch", "--use_env", "--nproc_per_node=2"]}
    with tempfile.TemporaryDirectory(prefix="perch-ranks-") as folder:
        link = os.path.join(folder, "torchrun")
        os.symlink(perch, link)
        got = Ranks(text, 2, "--seed", "3", launcher=[link, "--nproc_per_node=2", "--standalone"], program=())
    tally.check(got.code == 0 and got.printed.count("['--seed', '3']") == 2 and got.said.count("3.0 True OverRanks") == 2, "a link called torchrun", f"ended with {got.code}\n{got.said}\n{got.printed[-2500:]}")
    for what, words in starts.items():
        got = Ranks(text, 2, "--seed", "3", launcher=[perch, *words], program=())
        rows = sorted(re.findall(r"LOCAL.*", got.printed))
        tally.check(got.code == 0 and rows == [f"LOCAL {i} {i} 2 2 127.0.0.1 True ['--seed', '3']" for i in (0, 1)] and got.said == "== rank 0\n3.0 True OverRanks\n== rank 1\n3.0 True OverRanks\n",
                    what, f"ended with {got.code}\n{got.said}\n{got.printed[-2500:]}")
    got = Ranks(text, 2, "fails", launcher=[perch, *starts["the module"]], program=())
    tally.check(got.code in (1, 7) and "Rank 1 has ended" in got.printed, "a rank fails", f"ended with {got.code}\n{got.printed[-2500:]}")
    got = Ranks(text, 2, launcher=[perch, *starts["the module"]], program=(), env={"PERCH_MPI": os.path.join(HERE, "nothing.so")})
    tally.check(got.code == 0 and got.said == "== rank 0\n3.0 True ProcessGroup\n== rank 1\n3.0 True ProcessGroup\n", "without MPI: over sockets", f"ended with {got.code}\n{got.said}\n{got.printed[-2500:]}")


@test
def a_card_each(tally):
    cards.of_cards(tally, Ranks)


@test
def several_hosts(tally):
    hosts.of_mpi(tally, Ranks)
    hosts.of_torchrun(tally, Ranks)


@test
def started_by_Slurm(tally):
    slurm.of_slurm(tally, Ranks)


@test
def names_of_Horovod(tally):
    horovods.of_horovod(tally, Ranks)


@test
def large_values(tally):
    """Sums of more than fits a message: dtypes, reductions, several at once, some ranks alone."""
    text = """
import torch, torch.distributed as dist
dist.init_process_group('mpi')
n, me = dist.get_world_size(), dist.get_rank()
some = dist.new_group(sorted({0, n - 1}))
SUM, MAX, PRODUCT = dist.ReduceOp.SUM, dist.ReduceOp.MAX, dist.ReduceOp.PRODUCT


def mine(size, dtype, rank):
    return ((torch.arange(size) % 13) + rank % 3 + 1).to(dtype)


def of_all(size, dtype, op, ranks):
    whole = mine(size, dtype, ranks[0])
    for r in ranks[1:]:
        other = mine(size, dtype, r)
        whole = whole + other if op is SUM else torch.maximum(whole, other) if op is MAX else whole * other
    return whole


wrong = []
for dtype, op in ((torch.float32, SUM), (torch.float64, MAX), (torch.int64, PRODUCT), (torch.float16, SUM)):
    width = torch.empty(1, dtype=dtype).element_size()
    for size in (262144 // width, (1 << 20) // width, (2 << 20) // width + 7):
        wanted = of_all(size, dtype, op, range(n))
        x = mine(size, dtype, me)
        dist.all_reduce(x, op)
        several = [mine(size, dtype, me) for _ in range(3)]
        works = [dist.all_reduce(t, op, async_op=True) for t in several]
        alone = mine(size, dtype, me)
        if me in (0, n - 1):
            dist.all_reduce(alone, op, group=some)
            if n > 1 and not torch.equal(alone, of_all(size, dtype, op, sorted({0, n - 1}))):
                wrong.append((dtype, size, 'some'))
        for w in reversed(works):
            w.wait()
        wrong += [(dtype, size)] * sum(not torch.equal(t, wanted) for t in [x, *several])
torch.manual_seed(me)
x = torch.randn(700001)
dist.all_reduce(x)
parts = [torch.empty_like(x) for _ in range(n)]
dist.all_gather(parts, x)
print('RANK', me, wrong, all(torch.equal(p, x) for p in parts))
"""
    for ranks in (1, 2, 3, 5):
        got = Ranks(text, ranks)
        told = sorted(line for line in got.printed.splitlines() if line.startswith("RANK"))
        tally.check(got.code == 0 and told == [f"RANK {i} [] True" for i in range(ranks)], f"large values in {ranks} ranks", f"ended with {got.code}\n{got.printed[-2500:]}")


@test
def a_network_between_simulated_GPUs(tally):
    """--net: what calls take on it is in the ledger, by the formulas and the rows of bench/dist/scaling.py."""
    sys.path.insert(0, os.path.join(harness.ROOT, "bench", "dist"))
    import scaling
    text = """
import mxnet as mx, torch, torch.distributed as dist, _tensor
dist.init_process_group('nccl')
x = torch.ones(1 << 20, device='cuda')
_tensor.ledger(True)
dist.all_reduce(x)
dist.broadcast(x, 0)
store = mx.kv.create('dist_sync')
store.init(1, mx.nd.zeros((1000,), ctx=mx.gpu(0)))
store.push(1, mx.nd.ones((1000,), ctx=mx.gpu(0)))
before = len(_tensor.ledger_moves())
dist.all_reduce(torch.ones(3, device='cuda'), async_op=True).wait()
if dist.get_rank() == 0:
    print('NET', _tensor.net(), [(m[1], m[3], m[4]) for m in _tensor.ledger_moves() if m[2] == -2])
    from perch.views.transfers import transfers
    print(transfers())
"""
    for net, wire in scaling.NETS.items():
        got = Ranks(text, 2, env={"PERCH_NET": net, "PERCH_GPUS": "sim:1", "PERCH_CLOCK": "model"})
        row = [line for line in got.printed.splitlines() if line.startswith("NET")]
        told = eval(row[0][3:].strip().replace(") [", "), [")) if row else (None, [])
        size = 4 << 20
        wanted = [(size, scaling.better(2, size, wire)), (size, wire[1] + size / wire[0]), (4000, wire[1] + 4000 / wire[0]), (4000, scaling.better(2, 4000, wire)), (12, scaling.better(2, 12, wire))]
        same = len(told[1]) == 5 and all(a == 0 and b == c and abs(s - t) < 1e-6 * t for (a, b, s), (c, t) in zip(told[1], wanted))
        tally.check(got.code == 0 and told[0] == (net, *wire) and same and re.search(rf"cuda:0|gpu\(0\) +{net} ", got.printed), f"calls over {net}", f"{told}\n{wanted}\n{got.printed[-1500:]}")
    got = Ranks(text, 2, env={"PERCH_GPUS": "sim:1", "PERCH_CLOCK": "model"})
    tally.check("NET None []" in got.printed, "without --net nothing is told", got.printed[-1500:])
    got = Ranks("import torch, torch.distributed as dist\ndist.init_process_group('nccl')\ndist.all_reduce(torch.ones(3, device='cuda'))", 2, env={"PERCH_GPUS": "sim:1", "PERCH_NET": "arcnet"})
    tally.check(got.code not in (0, None) and "PERCH_NET is 10g, 100g or ib, not 'arcnet'" in got.printed, "a network that is none", got.printed[-1500:])
    for link, (bandwidth, _) in scaling.LINKS.items():
        run = harness.run_program([harness.perch_path(), "--gpus", f"sim:1,link={link}", "-c", "import _tensor; print(_tensor.gpu_info(0)['link_bandwidth'])"], timeout=LIMIT, env=harness.clean_environment())
        tally.check(float(run.out or 0) == bandwidth, f"{link} as bench/dist/scaling.py has it", run.out + run.err)
    for gpu, rates in scaling.GPUS.items():
        run = harness.run_program([harness.perch_path(), "--gpus", f"sim:1,model={gpu}", "-c", "import _tensor; i = _tensor.gpu_info(0); print(i['flops'], i['bandwidth'])"], timeout=LIMIT, env=harness.clean_environment())
        tally.check(tuple(map(float, run.out.split())) == rates, f"{gpu} as bench/dist/scaling.py has it", run.out + run.err)


for case in steered.CASES:
    TESTS["steered " + case.__name__] = lambda tally, case=case: case(tally, MPI)


def main():
    tally = harness.Tally("ranks")
    for name, function in TESTS.items():
        if len(sys.argv) > 1 and not any(word in name for word in sys.argv[1:]):
            continue
        if plugin():
            function(tally)
        else:
            tally.skip(name, MISSING)
    tally.close()


if __name__ == "__main__":
    main()
