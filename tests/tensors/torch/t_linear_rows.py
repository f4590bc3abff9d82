# Linear layers whose bias is a row, or a row for each of the input's.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
w = torch.randn(3, 4, requires_grad=True)
for sizes in ((2, 4), (1, 4), (5, 2, 4)):
    for bias in ((3,), (1, 3), (2, 3), (1, 1)):
        if bias == (2, 3) and sizes != (2, 4):
            continue
        x, b = torch.ones(sizes, requires_grad=True), torch.arange(float(torch.tensor(bias).prod())).reshape(bias).requires_grad_()
        y = F.linear(x, w, b)
        y.square().sum().backward()
        print(sizes, bias, y.detach(), b.grad, x.grad.sum(), w.grad.sum(), type(y.grad_fn).__name__ if sizes != (5, 2, 4) else '')
        w.grad = None
layer = nn.Linear(3, 3)
layer.bias = nn.Parameter(torch.zeros(1, 3))
layer.weight = nn.Parameter(torch.arange(-4., 5.).view(3, 3))
print(layer(torch.ones(2, 3)), layer.bias.shape)
