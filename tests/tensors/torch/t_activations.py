import torch
from torch import nn
from torch.nn import functional as F

x = torch.linspace(-2.5, 2.5, 6)
for m in (nn.ReLU(), nn.Sigmoid(), nn.Tanh(), nn.LeakyReLU(), nn.LeakyReLU(0.2), nn.ELU(), nn.SELU(), nn.CELU(), nn.GELU(), nn.GELU('tanh'), nn.SiLU(), nn.Mish(), nn.Softplus(), nn.Softsign(),
          nn.Hardtanh(), nn.ReLU6(), nn.Hardsigmoid(), nn.Hardswish(), nn.LogSigmoid(), nn.Tanhshrink(), nn.Hardshrink(), nn.Softshrink(), nn.Threshold(0.5, 9.), nn.Softmax(0),
          nn.LogSoftmax(0), nn.Softmin(0), nn.PReLU(), nn.Identity(), nn.RReLU().eval(), nn.Softplus(2, 1)):
    v = x.clone().requires_grad_()
    y = m(v)
    y.sum().backward() if not isinstance(m, (nn.Softmax, nn.Softmin)) else (y * x).sum().backward()
    print(m, y.detach(), v.grad)
print(F.glu(torch.arange(6.)), F.relu(torch.tensor([-1., 1.]), inplace=True), F.softmax(torch.ones(2, 3), dim=1), F.log_softmax(torch.arange(3.), -1), torch.relu(torch.tensor([-1, 2])))
y = torch.tensor([-1., 1.])
nn.ReLU(inplace=True)(y)
print(y, torch.softmax(torch.tensor([1., 2.]), 0), torch.sigmoid(torch.tensor(0.)), torch.tensor([1., 2]).softmax(dim=0), nn.GLU()(torch.ones(2, 4)), nn.Softmax2d()(torch.ones(1, 2, 1, 1)))
