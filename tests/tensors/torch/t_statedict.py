# state_dict and load_state_dict: what is in it, what fits, and the words where it does not.
import io
from collections import OrderedDict

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, out=2):
        super().__init__()
        self.conv = nn.Conv2d(1, 3, 2)
        self.bn = nn.BatchNorm2d(3)
        self.fc = nn.Linear(3, out)
        self.scale = nn.Parameter(torch.ones(1))

    def forward(self, x):
        return self.fc(self.bn(self.conv(x)).mean((2, 3))) * self.scale


torch.manual_seed(1)
net = Net()
for name, value in net.state_dict().items():
    print(name, tuple(value.shape), value.dtype, value.requires_grad)
print(net.state_dict(prefix='m.').keys())
other = Net()
print(other.load_state_dict(net.state_dict()))
x = torch.randn(2, 1, 4, 4)
print(torch.equal(net.eval()(x), other.eval()(x)))
for bad in (Net(3).state_dict(), {}, OrderedDict(net.state_dict(), extra=torch.ones(1)), {k: v for k, v in net.state_dict().items() if 'bn' not in k}):
    try:
        other.load_state_dict(bad)
    except RuntimeError as e:
        print(e)
print(other.load_state_dict({'scale': torch.zeros(1), 'nothing': torch.zeros(1)}, strict=False))
print(other.scale)
try:
    other.load_state_dict(Net(3).state_dict(), strict=False)
except RuntimeError as e:
    print(e)
try:
    other.load_state_dict({'scale': 'text'}, strict=False)
except Exception as e:
    print(type(e).__name__, e)
try:
    other.load_state_dict([1, 2])
except Exception as e:
    print(type(e).__name__, e)
sd = net.state_dict()
sd['fc.bias'].fill_(5)
print(net.fc.bias)
buffer = io.BytesIO()
torch.save(net.state_dict(), buffer)
buffer.seek(0)
loaded = torch.load(buffer)
print(type(loaded).__name__, list(loaded) == list(sd), torch.equal(loaded['fc.bias'], sd['fc.bias']), loaded['fc.bias'])
opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
net.train()(x).sum().backward()
opt.step()
state = opt.state_dict()
print(state.keys(), state['param_groups'], sorted(state['state']))
again = torch.optim.SGD(net.parameters(), lr=0.5)
again.load_state_dict(state)
print(again.param_groups[0]['lr'], again.param_groups[0]['momentum'])
try:
    torch.optim.SGD(nn.Linear(1, 1).parameters(), lr=1.).load_state_dict(state)
except ValueError as e:
    print(e)
buffer = io.BytesIO()
torch.save({'epoch': 3, 'model': net.state_dict(), 'opt': state, 'loss': 0.25, 'list': [1, 'a', torch.arange(3)]}, buffer)
buffer.seek(0)
check = torch.load(buffer, map_location='cpu')
print(check['epoch'], check['loss'], check['list'], check['opt']['param_groups'][0]['momentum'], list(check['model'])[:2])
