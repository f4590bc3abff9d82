"""A logging mode as tutorials have it: every aten operator with its arguments, of a training step."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils._python_dispatch import TorchDispatchMode


class LoggingMode(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.names, self.depth = {}, 0

    def show(self, value):
        if isinstance(value, torch.Tensor):
            return '%s%s' % (str(value.dtype).replace('torch.', ''), tuple(value.shape))
        if isinstance(value, (tuple, list)):
            return '[' + ', '.join(self.show(v) for v in value) + ']'
        return repr(value) if value is None or isinstance(value, (bool, int, float, str, torch.dtype, torch.device, torch.layout, torch.memory_format)) else type(value).__name__

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        out = func(*args, **kwargs)
        print('%s(%s) -> %s' % (func.__name__, ', '.join([self.show(a) for a in args] + ['%s=%s' % (k, self.show(v)) for k, v in kwargs.items()]), self.show(out)))
        return out


torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.fc2, self.drop = nn.Linear(8, 16), nn.Linear(16, 4), nn.Dropout(0.5)

    def forward(self, x):
        return self.fc2(self.drop(F.relu(self.fc1(x))))


net = Net()
sgd = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
adam = torch.optim.Adam(net.parameters(), lr=0.01)
x, y = torch.randn(5, 8), torch.randint(0, 4, (5,))
with LoggingMode():
    loss = F.cross_entropy(net(x), y)
    print('--- backward')
    loss.backward()
print('--- sgd')
with LoggingMode():
    sgd.step()
print('--- zero')
with LoggingMode():
    sgd.zero_grad()
    net.train(False)
    with torch.no_grad():
        print(net(x).argmax(1).eq(y).float().mean().item() >= 0)
F.cross_entropy(net(x), y).backward()
print('--- adam')
with LoggingMode():
    adam.step()
