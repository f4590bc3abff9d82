import torch
from torch import nn
from torch.utils import data

torch.manual_seed(3)
w, b = torch.tensor([2, -3.4]), 4.2
X = torch.randn(100, 2)
y = (X @ w + b).reshape(-1, 1) + torch.randn(100, 1) * 0.01


def load_array(data_arrays, batch_size, is_train=True):
    dataset = data.TensorDataset(*data_arrays)
    return data.DataLoader(dataset, batch_size, shuffle=is_train)


data_iter = load_array((X, y), 10)
print(next(iter(data_iter)))
net = nn.Sequential(nn.Linear(2, 1))
net[0].weight.data.normal_(0, 0.01)
net[0].bias.data.fill_(0)
loss = nn.MSELoss()
trainer = torch.optim.SGD(net.parameters(), lr=0.03)
for epoch in range(3):
    for A, t in data_iter:
        l = loss(net(A), t)
        trainer.zero_grad()
        l.backward()
        trainer.step()
    l = loss(net(X), y)
    print(f'epoch {epoch + 1}, loss {l:.4f}')
print(net[0].weight.data, net[0].bias.data)
print(len(data_iter), len(data_iter.dataset))
a, b = data.random_split(range(10), [7, 3], generator=torch.Generator().manual_seed(42))
print(list(a), list(b))
for batch in data.DataLoader([{'x': i, 'y': [i, float(i)]} for i in range(4)], 2):
    print(batch)
for batch in data.DataLoader(list(range(5)), 2, drop_last=True):
    print(batch)
