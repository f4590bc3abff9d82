# Tensors that go to other processes share their memory: what either side writes, both see.
import multiprocessing
import torch
import torch.multiprocessing as mp
from torch import nn


def train(rank, model, steps, factors):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(5):
        optimizer.zero_grad()
        (model(torch.ones(4, 3)) - 1).pow(2).mean().backward()
        optimizer.step()
    steps[rank] += 1
    factors.mul_(2)


def put(queue, done):
    queue.put(torch.arange(6.).view(2, 3).t())
    queue.put(nn.Parameter(torch.ones(2)))
    queue.put({'empty': torch.empty(0, 3), 'number': torch.tensor(7, dtype=torch.int8), 'yes': torch.tensor([True, False])})
    done.wait()


def mark(index, x):
    x[index] = index + 1


def double(x, whole):
    x *= 2
    whole[3] = -1


def refused(queue):
    try:
        multiprocessing.reduction.ForkingPickler.dumps(queue)
    except RuntimeError as e:
        return e


if __name__ == '__main__':
    spawning = mp.get_context('spawn')
    torch.manual_seed(0)
    model = nn.Linear(3, 2)
    model.share_memory()
    before = model.weight.detach().clone()
    steps, factors = torch.zeros(2, dtype=torch.int64).share_memory_(), torch.ones(3)
    print(factors.is_shared(), steps.is_shared())
    for rank in range(2):
        process = spawning.Process(target=train, args=(rank, model, steps, factors))
        process.start()
        process.join()
    print(steps, factors, bool((model.weight != before).all()), model.weight.is_shared(), factors.is_shared(), process.exitcode)
    print((model(torch.ones(1, 3)) - 1).abs().max() < 0.1)

    queue, done = spawning.Queue(), spawning.Event()
    process = spawning.Process(target=put, args=(queue, done))
    process.start()
    for _ in range(3):
        got = queue.get()
        print(got, got.stride() if torch.is_tensor(got) else '')
    done.set()
    process.join()

    x = torch.zeros(2)
    mp.spawn(mark, args=(x,), nprocs=2)
    print(x)

    whole = torch.arange(6.)
    process = multiprocessing.get_context('spawn').Process(target=mark, args=(2, whole[1:5]))
    process.start()
    process.join()
    print(whole)
    forked = torch.ones(2).share_memory_()
    process = multiprocessing.get_context('fork').Process(target=double, args=(forked, whole))
    process.start()
    process.join()
    print(forked, whole)

    queue = mp.get_context('fork').Queue()
    for k in range(40):
        queue.put(torch.full((100,), k))
    print(sum(int(queue.get().sum()) for k in range(40)))
    print(refused(model.weight * 2))
