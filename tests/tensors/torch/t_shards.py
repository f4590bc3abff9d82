# A stream of samples divided over ranks and each rank's workers, as lessons do it: by rank in the data set, by worker_init_fn, by DistributedSampler; seeds of workers.
import random
import warnings

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset, DistributedSampler, IterableDataset, get_worker_info

warnings.simplefilter('ignore')
RANKS = 3


class Stream(IterableDataset):
    """Every so-many-th number, by rank and worker."""

    def __init__(self, n, rank):
        self.n, self.rank = n, rank

    def __iter__(self):
        worker = get_worker_info()
        at, step = (0, 1) if worker is None else (worker.id, worker.num_workers)
        return iter(range(self.rank * step + at, self.n, RANKS * step))


class Range(IterableDataset):
    def __init__(self, start, end):
        self.start, self.end = start, end

    def __iter__(self):
        return iter(range(self.start, self.end))


def part_of_worker(worker_id):
    worker = get_worker_info()
    data, each = worker.dataset, -(-(worker.dataset.end - worker.dataset.start) // worker.num_workers)
    start = data.start + worker_id * each
    data.start, data.end = start, min(start + each, data.end)


class Drawn(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, i):
        return get_worker_info().id, np.random.rand(), random.random(), torch.rand(1).item()


def seed_worker(worker_id):
    seed = torch.initial_seed() % 2 ** 32
    np.random.seed(seed)
    random.seed(seed)


def rows(loader):
    return [row.tolist() if torch.is_tensor(row) else [value.item() for value in row] for row in loader]


for workers in (0, 1, 2):
    parts = [rows(DataLoader(Stream(20, rank), batch_size=4, num_workers=workers)) for rank in range(RANKS)]
    print(workers, parts, sorted(n for part in parts for row in part for n in row) == list(range(20)))
for workers in (1, 2, 3):
    print(workers, rows(DataLoader(Range(3, 10), num_workers=workers, batch_size=2, worker_init_fn=part_of_worker)), rows(DataLoader(Range(3, 10), num_workers=workers, batch_size=3)))
for rank in range(RANKS):
    sampler = DistributedSampler(range(100, 111), RANKS, rank, seed=5)
    loader = DataLoader(range(100, 111), batch_size=2, sampler=sampler, num_workers=2)
    for epoch in range(2):
        sampler.set_epoch(epoch)
        print(rank, epoch, len(loader), rows(loader))
for keep in (False, True):
    loader = DataLoader(Drawn(), num_workers=2, worker_init_fn=seed_worker, generator=torch.Generator().manual_seed(3), persistent_workers=keep)
    for epoch in range(2):
        print(keep, epoch, rows(loader))
for refused in (dict(sampler=DistributedSampler(range(4), 2, 0, shuffle=False), shuffle=True), dict(batch_sampler=DistributedSampler(range(4), 2, 0), batch_size=2), dict(timeout=-1), dict(worker_init_fn=3, num_workers=-1)):
    try:
        DataLoader(range(4), **refused)
    except ValueError as error:
        print(error)
for wrong in ((3, 3), (3, -1)):
    try:
        DistributedSampler(range(4), *wrong)
    except ValueError as error:
        print(error)


def broken(worker_id):
    raise LookupError('no data for worker %d' % worker_id)


try:
    rows(DataLoader(range(4), num_workers=1, worker_init_fn=broken))
except LookupError as error:
    print(str(error).splitlines()[0], '|', str(error).splitlines()[-1])
