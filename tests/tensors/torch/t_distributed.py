# Processes of one run: what they exchange, groups of some of them, DistributedDataParallel beside one process that sees all.
import os
import socket

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler


def tried(function):
    try:
        return function()
    except Exception as error:
        return type(error).__name__ + ': ' + str(error).splitlines()[0]


def begin(rank, size, port):
    os.environ.update(MASTER_ADDR='127.0.0.1', MASTER_PORT=str(port))
    dist.init_process_group('gloo', rank=rank, world_size=size)


def exchanges(rank, size, port, told):
    begin(rank, size, port)
    lines = [(dist.get_rank(), dist.get_world_size(), dist.get_backend(), dist.is_initialized())]
    for op in (dist.ReduceOp.SUM, dist.ReduceOp.PRODUCT, dist.ReduceOp.MIN, dist.ReduceOp.MAX):
        x = torch.arange(3.) + rank
        dist.all_reduce(x, op=op)
        lines.append(x)
    whole = torch.tensor([[rank, 2], [3, 4]])
    work = dist.all_reduce(whole, async_op=True)
    lines.append((work.wait(), whole))
    x = torch.tensor([rank + 1.5], dtype=torch.double)
    dist.broadcast(x, 1)
    lines.append(x)
    x = torch.tensor([rank + 1.5])
    dist.reduce(x, 0)
    lines.append(x if rank == 0 else None)
    parts = [torch.zeros(2) for _ in range(size)]
    dist.all_gather(parts, torch.tensor([rank, rank * 2.]))
    lines.append(parts)
    parts = [torch.zeros(1) for _ in range(size)] if rank == 1 else None
    dist.gather(torch.tensor([rank * 3.]), parts, dst=1)
    lines.append(parts)
    x = torch.zeros(2, dtype=torch.int64)
    dist.scatter(x, [torch.tensor([i, i * i]) for i in range(size)] if rank == 0 else None, src=0)
    lines.append(x)
    if rank == 0:
        dist.send(torch.arange(4), 1)
        dist.isend(torch.ones(2), 2, tag=7).wait()
    elif rank == 1:
        x = torch.zeros(4, dtype=torch.int64)
        lines.append((dist.recv(x, 0), x))
    else:
        x = torch.zeros(2)
        request = dist.irecv(x, 0, tag=7)
        lines.append((request.wait(), x))
    objects = [None] * size
    dist.all_gather_object(objects, {'rank': rank, 'odd': rank % 2 == 1})
    lines.append(objects)
    objects = ['a', 1] if rank == 0 else [None, None]
    dist.broadcast_object_list(objects, 0)
    lines.append(objects)
    pair = dist.new_group([0, 2])
    x = torch.tensor([10. ** rank])
    if rank != 1:
        dist.all_reduce(x, group=pair)
    lines.append((x, dist.get_rank(pair), dist.get_world_size(pair)))
    lines.append(tried(lambda: dist.all_reduce([x])))
    lines.append(tried(lambda: dist.all_gather(x, x)))
    lines.append(tried(lambda: dist.init_process_group('gloo', rank=rank, world_size=size)))
    lines.append(tried(lambda: dist.gather(x, [x] if rank == 1 else None)) if rank < 2 else None)
    dist.barrier()
    dist.destroy_process_group()
    told.put((rank, [str(line) for line in lines + [dist.is_initialized()]]))


def net():
    torch.manual_seed(3)
    return nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 2))


def data():
    g = torch.Generator().manual_seed(1)
    return TensorDataset(torch.randn(24, 4, generator=g), torch.randint(2, (24,), generator=g))


class Branches(nn.Module):
    def __init__(self):
        super().__init__()
        self.left, self.right, self.never = nn.Linear(2, 1), nn.Linear(2, 1), nn.Linear(2, 1)

    def forward(self, x, left):
        return self.left(x) if left else self.right(x)


def trains(rank, size, port, told):
    begin(rank, size, port)
    torch.manual_seed(rank)
    model = DistributedDataParallel(net() if rank == 0 else nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 2)))
    sampler = DistributedSampler(data(), shuffle=True, seed=2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5, momentum=0.5)
    lines = []
    for epoch in range(2):
        sampler.set_epoch(epoch)
        for x, y in DataLoader(data(), batch_size=4, sampler=sampler):
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            lines.append('%.4f' % loss.item())
    lines.append(['%.4f' % p.sum().item() for p in model.parameters()])
    optimizer.zero_grad()
    with model.no_sync():
        model(data()[:2 + rank][0]).sum().backward()
    alone = model.module[2].bias.grad.clone()
    model(data()[:1][0]).sum().backward()
    lines.append((alone, model.module[2].bias.grad))
    lines.append((list(model.state_dict())[:2], sampler.num_samples, len(sampler), isinstance(model.module, nn.Sequential)))
    torch.manual_seed(0)
    branches = DistributedDataParallel(Branches(), find_unused_parameters=True)
    branches(torch.ones(1, 2), rank == 0).sum().backward()
    lines.append([p.grad for p in branches.parameters()])
    strict = DistributedDataParallel(Branches())
    strict(torch.ones(1, 2), True).sum().backward()
    lines.append(tried(lambda: strict(torch.ones(1, 2), True))[:70])
    lines.append(tried(lambda: DistributedDataParallel(nn.ReLU())))
    lines.append(tried(lambda: DistributedDataParallel(net(), device_ids=[0, 1])))
    dist.barrier()
    dist.destroy_process_group()
    told.put((rank, [str(line) for line in lines]))


def fails(rank):
    if rank == 1:
        raise ValueError('of rank %d' % rank)


def played(function, size):
    with socket.socket() as door:
        door.bind(('', 0))
        port = door.getsockname()[1]
    told = mp.get_context('spawn').SimpleQueue()
    running = mp.spawn(function, (size, port, told), nprocs=size, join=False)
    for rank, lines in sorted((told.get() for _ in range(size)), key=lambda each: each[0]):
        print('rank', rank)
        for line in lines:
            print(' ', line)
    while not running.join():
        pass


if __name__ == '__main__':
    print(dist.is_available(), dist.is_initialized(), dist.is_gloo_available())
    for function in (dist.get_rank, dist.get_world_size, lambda: dist.all_reduce(torch.ones(1)), lambda: dist.init_process_group('gloo'), lambda: dist.init_process_group('shout'),
                     lambda: dist.init_process_group('gloo', init_method='tcp://127.0.0.1'), lambda: DistributedDataParallel(nn.Linear(1, 1)), lambda: DistributedSampler([1])):
        print(tried(function))
    played(exchanges, 3)
    played(trains, 2)
    try:
        mp.spawn(fails, nprocs=2)
    except mp.ProcessRaisedException as error:
        print(error.error_index, str(error).splitlines()[2], str(error).splitlines()[-1])
    store = dist.HashStore()
    store.set('a', 'one')
    print(store.get('a'), store.add('n', 2), store.add('n', 3), store.get('n'))
