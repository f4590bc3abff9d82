# Saving and loading: tensors, dicts, parameters, modules, in files.
import os
import pickle
import tempfile

import torch
from torch import nn
from torch.nn import functional as F

folder = tempfile.mkdtemp()
path = os.path.join(folder, 'x-file')
x = torch.arange(4)
torch.save(x, path)
print(torch.load(path))
y = torch.zeros(4)
torch.save([x, y], path)
x2, y2 = torch.load(path)
print((x2, y2))
torch.save({'x': x, 'y': y, 'n': 3, 'nested': {'list': [1, (2.5, 'a')], 'none': None}}, path)
print(torch.load(path))


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.LazyLinear(6)
        self.output = nn.LazyLinear(3)

    def forward(self, x):
        return self.output(F.relu(self.hidden(x)))


torch.manual_seed(0)
net = MLP()
X = torch.randn(size=(2, 5))
Y = net(X)
torch.save(net.state_dict(), os.path.join(folder, 'mlp.params'))
clone = MLP()
clone.load_state_dict(torch.load(os.path.join(folder, 'mlp.params')))
print(clone.eval())
print(clone(X) == Y)
torch.save(net, os.path.join(folder, 'whole.pt'))
again = torch.load(os.path.join(folder, 'whole.pt'))
print(type(again).__name__, torch.equal(again(X), Y))
view = torch.arange(10.)[2:5]
torch.save({'view': view, 'base': view, 'half': torch.ones(2, dtype=torch.float16), 'bool': torch.tensor([True, False]), 'p': nn.Parameter(torch.ones(1)), 'size': torch.Size([1, 2]), 'dtype': torch.float32, 'device': torch.device('cpu')}, path)
got = torch.load(path)
print(got['view'], got['half'], got['bool'], got['p'], got['size'], got['dtype'], got['device'], got['p'].requires_grad)
a = torch.ones(2)
torch.save([a, a], path)
b, c = torch.load(path)
b[0] = 5
print(c)
with open(path, 'wb') as f:
    torch.save(torch.eye(2), f)
with open(path, 'rb') as f:
    print(torch.load(f), torch.load(path, map_location=torch.device('cpu')))
print(pickle.loads(pickle.dumps(torch.tensor([1, 2]))), pickle.loads(pickle.dumps(nn.Linear(1, 1).state_dict())).keys())
opt = torch.optim.Adam(net.parameters(), lr=0.01)
F.mse_loss(net(X), torch.zeros(2, 3)).backward()
opt.step()
torch.save({'epoch': 5, 'model_state_dict': net.state_dict(), 'optimizer_state_dict': opt.state_dict(), 'loss': torch.tensor(0.4)}, path)
checkpoint = torch.load(path)
m2 = MLP()
m2(X)
o2 = torch.optim.Adam(m2.parameters(), lr=0.5)
m2.load_state_dict(checkpoint['model_state_dict'])
o2.load_state_dict(checkpoint['optimizer_state_dict'])
print(checkpoint['epoch'], checkpoint['loss'], o2.param_groups[0]['lr'], o2.state[next(m2.parameters())]['step'])
for model, o in ((net, opt), (m2, o2)):
    o.zero_grad()
    F.mse_loss(model(X), torch.zeros(2, 3)).backward()
    o.step()
print(all(torch.equal(p, q) for p, q in zip(net.parameters(), m2.parameters())))
import numpy as np
arr = np.ones(3)
t = torch.from_numpy(arr)
np.add(arr, 1, out=arr)
print(arr, t, t.numpy() is arr, torch.tensor(arr), torch.as_tensor(arr).dtype, np.array(torch.ones(2)), torch.ones(2).numpy().dtype)
t.add_(1)
print(arr)
for bad in (lambda: torch.load(os.path.join(folder, 'absent')), lambda: torch.save(x, os.path.join(folder, 'no', 'x')), lambda: torch.from_numpy(x)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, '|', str(e).replace(folder, ''))
