import io

import torch
from torch import nn

print(torch.finfo(torch.float32).max, torch.finfo(torch.float32).eps, torch.finfo(torch.float16), torch.finfo(torch.float64).tiny, torch.finfo().bits)
print(torch.iinfo(torch.int64).max, torch.iinfo(torch.uint8), torch.iinfo(torch.int32).min)
x = torch.arange(4)
torch.save(x, 'x-file') if False else None
b = io.BytesIO()
net = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
torch.save({'x': x, 'net': net.state_dict(), 'list': [x, torch.zeros(2, 2).T]}, b)
b.seek(0)
d = torch.load(b)
print(d['x'], list(d['net']), d['list'][1], torch.equal(d['net']['0.weight'], net[0].weight))
clone = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
print(clone.load_state_dict(d['net']))
a = x.float().numpy()
a[0] = 9
print(a.tolist(), torch.from_numpy(a)[0], torch.tensor(a).dtype, torch.as_tensor(a).shape)
