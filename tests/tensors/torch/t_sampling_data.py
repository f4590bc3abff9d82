# A custom Dataset from a table, transforms as callables, batches with padding, several epochs; a train/validation split.
import csv
import io

import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader, Dataset, Subset, random_split

table = 'id,length,label\n' + '\n'.join(f'{i},{(i * 7) % 5 + 1},{"cat" if i % 3 else "dog"}' for i in range(11)) + '\n'


class Table(Dataset):
    def __init__(self, text, transform=None, target_transform=None):
        self.rows = list(csv.DictReader(io.StringIO(text)))
        self.classes = sorted({row['label'] for row in self.rows})
        self.transform, self.target_transform = transform, target_transform

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, idx):
        if torch.is_tensor(idx):
            idx = idx.tolist()
        row = self.rows[idx]
        x = torch.arange(int(row['length']), dtype=torch.float32) + idx
        y = self.classes.index(row['label'])
        if self.transform:
            x = self.transform(x)
        if self.target_transform:
            y = self.target_transform(y)
        return x, y


class Scale:
    def __init__(self, by):
        self.by = by

    def __call__(self, x):
        return x / self.by


class Compose:
    def __init__(self, parts):
        self.parts = parts

    def __call__(self, x):
        for part in self.parts:
            x = part(x)
        return x


data = Table(table, Compose([Scale(10), torch.sqrt]), lambda y: torch.zeros(2).scatter_(0, torch.tensor(y), value=1))
print(len(data), data[0], data[torch.tensor(4)], data.classes)


def collate(batch):
    xs, ys = zip(*batch)
    lengths = torch.tensor([len(x) for x in xs])
    return pad_sequence(xs, batch_first=True, padding_value=-1), lengths, torch.stack(ys)


torch.manual_seed(0)
train, valid = random_split(data, [8, 3])
print(train.indices, valid.indices, isinstance(train, Subset))
for epoch in range(2):
    for X, n, y in DataLoader(train, batch_size=3, shuffle=True, collate_fn=collate):
        print(epoch, X.shape, n.tolist(), y.argmax(1).tolist())
for X, n, y in DataLoader(valid, batch_size=8, collate_fn=collate):
    print(X, n, y)
it = iter(DataLoader(data, batch_size=4, collate_fn=collate, drop_last=True))
print(next(it)[1], next(it)[1], next(it, None))


rows, marks = torch.arange(14.).view(7, 2), torch.arange(7).unsqueeze(1)
both = torch.utils.data.TensorDataset(rows, marks)
print(next(iter(DataLoader(both, 3))), [len(part[0]) for part in DataLoader(both, 3)], len(DataLoader(both, 3, drop_last=True)), sorted(int(m) for _, part in DataLoader(both, 2, shuffle=True) for m in part))
spread, middle = torch.std_mean(rows, 0)
features = (rows - middle) / spread
print(features.mean(0).abs().max() < 1e-6, torch.utils.data.get_worker_info(), both[2:4])
for i, kept in enumerate(torch.arange(7).tensor_split(3)):
    rest = torch.ones(7, dtype=torch.bool).index_fill_(0, kept, False)
    print(i, rows[kept].tolist(), rows[rest].shape, marks[rest].flatten())
