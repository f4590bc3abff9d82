import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
x = torch.rand(4, 6, 3, 3, requires_grad=True)
for m in (nn.BatchNorm2d(6), nn.BatchNorm2d(6, affine=False), nn.BatchNorm2d(6, track_running_stats=False), nn.GroupNorm(3, 6), nn.InstanceNorm2d(6), nn.InstanceNorm2d(6, affine=True),
          nn.LayerNorm([6, 3, 3]), nn.LayerNorm(3), nn.LocalResponseNorm(2), nn.BatchNorm2d(6, momentum=None)):
    y = m(x)
    x.grad = None
    (y * torch.linspace(0, 1, 216).reshape(y.shape)).sum().backward()
    print(m, y[0, 0], x.grad[0, 0])
    print({k: v.sum() for k, v in m.state_dict().items()})
    m.eval()
    print(m(x)[1, 1, 1])
b = nn.BatchNorm1d(3)
print(b(torch.rand(5, 3)), b.running_mean, b.running_var)
print(nn.LayerNorm(2)(torch.tensor([[1, 2], [2, 3]], dtype=torch.float32)), nn.BatchNorm1d(2)(torch.tensor([[1, 2], [2, 3]], dtype=torch.float32)))
print(F.normalize(torch.tensor([[3., 4.], [1., 0.]])), F.layer_norm(torch.arange(4.), (4,)), F.batch_norm(torch.ones(2, 2), torch.zeros(2), torch.ones(2)))
torch.manual_seed(1)
d = nn.Dropout(0.5)
print(d(torch.ones(8)), nn.Dropout2d(0.5)(torch.ones(1, 4, 2, 2)), F.dropout(torch.ones(5), 0.9), d.eval()(torch.ones(2)))
