"""DataLoader on a data set in Python: seconds a batch, in the program itself and with two workers; and what a round with workers costs to begin."""
import time
import warnings

import torch
from torch.utils.data import DataLoader, Dataset

warnings.simplefilter('ignore')


class Words(Dataset):
    """Items that cost Python some work, as reading and cutting a text does."""

    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        total = 0
        for k in range(400):
            total += k * i % 7
        return torch.full((64,), float(total)), i


class Images(Words):
    def __getitem__(self, i):
        return torch.full((3, 64, 64), float(i)), i


def measure(name, data, **options):
    best = float('inf')
    for _ in range(3):
        start, n = time.perf_counter(), 0
        for x, y in DataLoader(data, batch_size=32, **options):
            n += 1
        best = min(best, (time.perf_counter() - start) / n)
    print(f'{name} {best:.9f}')


for workers in 0, 2:
    measure(f'a batch of 32 items of Python work, {workers} workers', Words(3200), num_workers=workers)
    measure(f'a batch of 32 images 3x64x64, {workers} workers', Images(3200), num_workers=workers)
measure('a round of one batch, 2 workers', Words(32), num_workers=2)
