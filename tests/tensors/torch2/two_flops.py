# How many operations products, convolutions and attention take, by module, there and back.
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.flop_counter import FlopCounterMode


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 6, 5)
        self.pool = nn.MaxPool2d(2, 2)
        self.conv2 = nn.Conv2d(6, 16, 5)
        self.fc1 = nn.Linear(16 * 5 * 5, 120)
        self.fc2 = nn.Linear(120, 84)
    def forward(self, x):
        x = self.pool(F.relu(self.conv1(x)))
        x = self.pool(F.relu(self.conv2(x)))
        x = torch.flatten(x, 1)
        return self.fc2(F.relu(self.fc1(x)))


net = Net()
fc = FlopCounterMode(display=False)
with fc:
    net(torch.randn(2, 3, 32, 32)).sum().backward()
print(fc.get_total_flops())
print(sorted((k, {str(a): b for a, b in v.items()}) for k, v in fc.get_flop_counts().items()))
print(fc.get_table())
print(fc.get_table(depth=1))
print(dict(fc.get_flop_counts()["Global"]))
fc = FlopCounterMode(net, display=False, depth=2)
with fc:
    net(torch.randn(2, 3, 32, 32))
print(fc.get_total_flops())
print(fc.get_table())


def T(n, f):
    m = FlopCounterMode(display=False)
    with m:
        f()
    print(n, m.get_total_flops(), {str(a): b for a, b in m.get_flop_counts().get('Global', {}).items()})


x = torch.ones(3, 4, requires_grad=True)
y = torch.ones(4, 5)
T('mm', lambda: x @ y)
T('mmb', lambda: (x @ y).sum().backward())
T('mv', lambda: x @ y[:, 0])
T('bmm', lambda: torch.bmm(torch.ones(2, 3, 4), torch.ones(2, 4, 5)))
T('matmul3', lambda: torch.ones(2, 3, 4) @ torch.ones(4, 5))
T('matmul4', lambda: torch.ones(2, 2, 3, 4) @ torch.ones(2, 2, 4, 5))
T('add', lambda: x + 1)
T('addmm', lambda: torch.addmm(torch.ones(5), x, y))
T('einsum', lambda: torch.einsum('ij,jk->ik', x, y))
T('lin3', lambda: nn.Linear(4, 5)(torch.ones(2, 3, 4)))
T('linnb', lambda: nn.Linear(4, 5, bias=False)(torch.ones(2, 3, 4)).sum().backward())
T('lin3b', lambda: nn.Linear(4, 5)(torch.ones(2, 3, 4, requires_grad=True)).sum().backward())
T('sdpa', lambda: F.scaled_dot_product_attention(torch.ones(1, 2, 3, 4), torch.ones(1, 2, 3, 4), torch.ones(1, 2, 3, 4)))
T('conv1d', lambda: F.conv1d(torch.ones(1, 2, 8), torch.ones(3, 2, 3), stride=2))
T('group', lambda: nn.Conv2d(4, 4, 3, groups=2, padding=1)(torch.ones(1, 4, 5, 5, requires_grad=True)).sum().backward())
T('tconv', lambda: nn.ConvTranspose2d(2, 3, 2, 2)(torch.ones(1, 2, 4, 4)).sum().backward())
T('mha', lambda: nn.MultiheadAttention(8, 2, batch_first=True)(torch.ones(1, 3, 8), torch.ones(1, 3, 8), torch.ones(1, 3, 8)))
T('lstm', lambda: nn.LSTM(4, 5)(torch.ones(2, 1, 4)))
T('dot', lambda: torch.dot(torch.ones(3), torch.ones(3)))
m = FlopCounterMode()
with m:
    nn.Linear(1000, 2000)(torch.ones(1000, 1000))
