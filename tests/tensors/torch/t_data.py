# Datasets, loaders, samplers, splits.
import torch
from torch.utils import data
from torch.utils.data import ConcatDataset, DataLoader, Dataset, IterableDataset, RandomSampler, Sampler, SequentialSampler, Subset, TensorDataset, random_split


class Squares(Dataset):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError
        return i, float(i * i)


X, y = torch.arange(10.).reshape(5, 2), torch.arange(5)
ds = TensorDataset(X, y)
print(len(ds), ds[1], ds[1:3], ds.tensors[0].shape)
for xb, yb in DataLoader(ds, batch_size=2):
    print(xb, yb)
torch.manual_seed(0)
loader = DataLoader(ds, batch_size=2, shuffle=True)
print(len(loader), [b[1].tolist() for b in loader], [b[1].tolist() for b in loader], loader.batch_size, loader.dataset is ds, loader.drop_last)
print([b for b in DataLoader(Squares(5), batch_size=2, drop_last=True)], len(DataLoader(Squares(5), 2, drop_last=True)))
print([b for b in DataLoader(Squares(3))], list(DataLoader([1, 2, 3], batch_size=2)), list(DataLoader(['a', 'b', 'c'], batch_size=2)), list(DataLoader([{'a': 1, 'b': 2.}, {'a': 3, 'b': 4.}], batch_size=2)))
print(list(DataLoader([(torch.ones(2), {'k': [1, 2]})] * 2, batch_size=2)), list(DataLoader(Squares(3), batch_size=None)), next(iter(DataLoader(Squares(3), batch_size=3))))
a, b = random_split(Squares(10), [7, 3])
print(len(a), len(b), a.indices, [v for v in b], type(a).__name__)
a, b = random_split(range(10), [0.8, 0.2], generator=torch.Generator().manual_seed(42))
print(list(a), list(b))
print([x for x in Subset(Squares(5), [0, 4])], len(ConcatDataset([Squares(2), Squares(3)])), ConcatDataset([Squares(2), Squares(3)])[3], (Squares(2) + Squares(1))[2])
torch.manual_seed(1)
print(list(RandomSampler(range(6))), list(SequentialSampler(range(3))), list(data.BatchSampler(SequentialSampler(range(5)), 2, False)), list(RandomSampler(range(4), replacement=True, num_samples=6)), list(data.WeightedRandomSampler([0.1, 0.9, 0.], 5)), list(data.SubsetRandomSampler([3, 1, 2])))


class Backwards(Sampler):
    def __init__(self, source):
        self.source = source

    def __iter__(self):
        return iter(range(len(self.source) - 1, -1, -1))

    def __len__(self):
        return len(self.source)


print([i.tolist() for i, _ in DataLoader(Squares(5), batch_size=2, sampler=Backwards(Squares(5)))], [i.tolist() for i, _ in DataLoader(Squares(4), batch_sampler=[[0, 3], [1]])])


class Count(IterableDataset):
    def __iter__(self):
        return iter(range(5))


print(list(DataLoader(Count(), batch_size=2)))


def collate(items):
    return torch.tensor([i for i, _ in items]).sum(), len(items)


print(list(DataLoader(Squares(5), batch_size=2, collate_fn=collate)), data.default_collate([1, 2]), data.default_collate([torch.ones(2), torch.zeros(2)]))
print([i.tolist() for i, _ in DataLoader(Squares(6), batch_size=2, num_workers=2)], [i.tolist() for i, _ in DataLoader(Squares(6), batch_size=4, num_workers=1, shuffle=False)])
g = torch.Generator()
g.manual_seed(5)
print([i.tolist() for i, _ in DataLoader(Squares(6), batch_size=3, shuffle=True, generator=g)])
for bad in (lambda: TensorDataset(torch.ones(2), torch.ones(3)), lambda: random_split(range(5), [2, 2]), lambda: DataLoader(ds, batch_size=0), lambda: DataLoader(ds, shuffle=True, sampler=SequentialSampler(ds)), lambda: list(DataLoader([torch.ones(2), torch.ones(3)], batch_size=2)), lambda: DataLoader(Count(), shuffle=True),
            lambda: Dataset()[0], lambda: list(DataLoader([None], batch_size=1)), lambda: DataLoader(ds, num_workers=-1), lambda: DataLoader(ds, batch_sampler=[[0]], batch_size=3), lambda: RandomSampler([]), lambda: len(DataLoader(Count())), lambda: Squares(2)[5], lambda: list(DataLoader([[1, 2], [3]], batch_size=2)), lambda: ConcatDataset([])):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, '|', str(e).split('\n')[0])
