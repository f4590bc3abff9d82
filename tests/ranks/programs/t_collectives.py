# What ranks of gloo do together and between two: the numbers, small and large.
import torch
import torch.distributed as dist
from told import say, tried

dist.init_process_group('gloo')
rank, size = dist.get_rank(), dist.get_world_size()
say(rank, size, dist.get_backend(), dist.is_initialized(), dist.is_available(), dist.get_rank(dist.group.WORLD))
for n in (1, 3, 1000, 70000):
    for op in (dist.ReduceOp.SUM, dist.ReduceOp.PRODUCT, dist.ReduceOp.MIN, dist.ReduceOp.MAX):
        x = torch.arange(n, dtype=torch.float64) % 7 + rank
        dist.all_reduce(x, op=op)
        say('all_reduce', n, x[:3].tolist(), x.sum().item())
    for dtype in (torch.float16, torch.float32, torch.int8, torch.uint8, torch.int32, torch.int64):
        x = torch.full((n,), rank + 1, dtype=dtype)
        work = dist.all_reduce(x, async_op=True)
        say(dtype, work.wait(), work.is_completed(), x[-1], x.dtype)
    parts = [torch.zeros(n) for _ in range(size)]
    say(dist.all_gather(parts, torch.full((n,), rank + 0.5)), [p[-1].item() for p in parts])
    parts = [torch.zeros(n) for _ in range(size)] if rank == size - 1 else None
    dist.gather(torch.full((n,), rank * 3.), parts, dst=size - 1)
    say('gather', parts and [p[-1].item() for p in parts])
    x = torch.zeros(n, dtype=torch.int64)
    dist.scatter(x, [torch.full((n,), i * i) for i in range(size)] if rank == 0 else None, src=0)
    say('scatter', x[0], x[-1])
    x = torch.full((n,), float(rank))
    dist.broadcast(x, size - 1)
    say('broadcast', x[-1])
    x = torch.full((n,), rank + 1.)
    dist.reduce(x, 0)
    say('reduce', x[-1] if rank == 0 else None)
    if size > 1:
        x = torch.zeros(n)
        requests = [dist.irecv(x, (rank - 1) % size, tag=3), dist.isend(torch.full((n,), float(rank)), (rank + 1) % size, tag=3)]
        for request in requests:
            request.wait()
        say('ring', x[-1], requests[0].is_completed())
        x = torch.zeros(n)
        for request in dist.batch_isend_irecv([dist.P2POp(dist.isend, torch.full((n,), rank * 2.), (rank + 1) % size), dist.P2POp(dist.irecv, x, (rank - 1) % size)]):
            request.wait()
        say('batch', x[0])
        if rank == 0:
            dist.send(torch.arange(n), 1)
        elif rank == 1:
            x = torch.zeros(n, dtype=torch.int64)
            say('recv', dist.recv(x, 0), x[-1])
        if rank == 1:
            for _ in range(size - 1):
                x = torch.zeros(n)
                source = dist.recv(x, tag=9)
                say('from any', x[-1].item() == source)
        else:
            dist.send(torch.full((n,), float(rank)), 1, tag=9)
objects = [None] * size
dist.all_gather_object(objects, {'rank': rank, 'text': 'x' * rank})
say(objects)
objects = ['a', 1, {'b': [2.5]}] if rank == 0 else [None, None, None]
dist.broadcast_object_list(objects, 0)
say(objects)
given = [None]
dist.scatter_object_list(given, [('rank', i, 'z' * i) for i in range(size)] if rank == 0 else None, src=0)
say(given)
found = [None] * size if rank == 0 else None
dist.gather_object([rank] * rank, found, dst=0)
say(found)
for members in ([0], list(range(0, size, 2)), list(range(size // 2, size)), None):
    some = dist.new_group(members)
    x = torch.full((4,), 10. ** rank)
    if members is None or rank in members:
        dist.all_reduce(x, group=some)
        y = torch.full((100,), float(rank))
        last = (members or range(size))[-1]
        dist.broadcast(y, last, group=some)
        objects = [None] * dist.get_world_size(some)
        dist.all_gather_object(objects, rank, group=some)
        say(dist.get_rank(some), dist.get_world_size(some), x[0], y[-1], objects)
    else:
        say(dist.get_rank(some), dist.get_world_size(some), x[0])
work = [dist.all_reduce(t, async_op=True) for t in (torch.ones(2), torch.ones(5000), torch.ones(1))]
say([w.wait() for w in work])
x = torch.arange(6.).reshape(2, 3).t() + rank
say(tried(lambda: dist.all_reduce([x])))
say(tried(lambda: dist.all_gather(x, x)))
say(tried(lambda: dist.init_process_group('gloo')))
say(tried(lambda: dist.send(x, (rank + 1) % size)))
say(tried(lambda: dist.gather(torch.ones(1), None if rank == 0 else [torch.ones(1)], dst=0)))
say(tried(lambda: dist.scatter(torch.ones(1), None if rank == 0 else [torch.ones(1)], src=0)))
say(tried(lambda: dist.new_group([size])))
say(tried(lambda: dist.reduce_scatter(torch.ones(1), [torch.ones(1)] * size)))
say(tried(lambda: dist.broadcast_object_list(0, 0)))
dist.barrier()
dist.monitored_barrier()
rank_before = rank
dist.barrier()
say('end', dist.is_initialized())
