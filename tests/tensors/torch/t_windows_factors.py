# Windows whose size is a list of one, running statistics of which one is given, and what solves with a Cholesky factor.
import torch
import torch.nn as nn
import torch.nn.functional as F

x = torch.arange(60.).reshape(1, 2, 5, 6)
print(nn.MaxPool2d((2,))(x), nn.AvgPool2d((2,))(x).shape, F.max_pool2d(x, (2,), stride=(1,)).shape, F.avg_pool2d(x, 2, (1,), (1,)).shape)
mean, var = torch.zeros(3), torch.ones(3)
y = torch.arange(24.).reshape(2, 3, 4)
print(F.instance_norm(y, running_mean=mean), mean, F.instance_norm(y, running_var=var).sum(), var)
a = torch.tensor([[2., 1], [1, 3]], requires_grad=True)
lower = torch.linalg.cholesky(a)
for upper in False, True:
    factor = lower.t() if upper else lower
    print(torch.cholesky_solve(torch.ones(2, 1), factor, upper=upper), torch.cholesky_inverse(factor.detach(), upper=upper), torch.ones(2, 3).cholesky_solve(factor, upper).shape)
torch.cholesky_solve(torch.ones(2, 1), lower).sum().backward()
print((a.grad + a.grad.t()) / 2)
v, w = torch.tensor([1., 2, 3]), torch.arange(6.).reshape(2, 3)
print(torch.inner(v, v), torch.inner(w, v), torch.inner(w, w), v.inner(v), torch.inner(torch.tensor(2.), v))
try:
    torch.inner(w, torch.ones(2))
except RuntimeError as e:
    print(e)
print(v.requires_grad_() is +v, [row.grad_fn.name() for row in (w * v.sum())])
