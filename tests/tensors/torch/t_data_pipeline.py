"""A data set of one's own, transforms, samplers, collate functions, batches of several sizes."""
import torch
from torch.utils.data import (BatchSampler, ConcatDataset, DataLoader, Dataset, RandomSampler, SequentialSampler, Subset, SubsetRandomSampler, TensorDataset,
                              WeightedRandomSampler, random_split)


class Squares(Dataset):
    def __init__(self, n, transform=None):
        self.n, self.transform = n, transform

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError(i)
        x = torch.tensor([float(i)])
        y = x ** 2
        return (self.transform(x), y) if self.transform else (x, y)


data = Squares(7, transform=lambda x: x / 10)
for x, y in DataLoader(data, batch_size=3):
    print(x.shape, y.flatten().tolist())
print(len(DataLoader(data, batch_size=3)), len(DataLoader(data, batch_size=3, drop_last=True)))
torch.manual_seed(3)
a, b = random_split(data, [5, 2])
print(len(a), len(b), sorted(a.indices) == a.indices, sorted(a.indices + b.indices))
print([y.item() for _, y in Subset(data, [6, 0, 3])])
print(len(ConcatDataset([data, Squares(2)])), ConcatDataset([data, Squares(2)])[8])


def pad(batch):
    longest = max(len(row) for row in batch)
    out = torch.zeros(len(batch), longest, dtype=torch.long)
    for i, row in enumerate(batch):
        out[i, :len(row)] = torch.tensor(row)
    return out


rows = [[1], [2, 3], [4, 5, 6], [7, 8]]
for batch in DataLoader(rows, batch_size=2, collate_fn=pad):
    print(batch)
print(list(SequentialSampler(rows)), list(BatchSampler(SequentialSampler(range(5)), 2, False)))
dictionary = [{'image': torch.ones(2) * i, 'label': i, 'name': 'n%d' % i} for i in range(4)]
for batch in DataLoader(dictionary, batch_size=2):
    print(sorted(batch), batch['image'].tolist(), batch['label'], batch['name'])
pairs = TensorDataset(torch.arange(6).view(3, 2), torch.tensor([0, 1, 0]))
print(pairs[1], len(pairs))
try:
    TensorDataset(torch.ones(3), torch.ones(2))
except AssertionError as e:
    print('AssertionError:', e)
torch.manual_seed(0)
print(sorted(i for batch in DataLoader(range(10), batch_size=4, shuffle=True) for i in batch.tolist()))
torch.manual_seed(0)
print([batch.tolist() for batch in DataLoader(range(10), batch_size=4, shuffle=True)])
print(list(SubsetRandomSampler([5, 6, 7], generator=torch.Generator().manual_seed(2))))
print(list(WeightedRandomSampler([0.1, 0.9, 0.4, 0.7], 5, generator=torch.Generator().manual_seed(2))))
print(len(RandomSampler(range(8), replacement=True, num_samples=3)))
