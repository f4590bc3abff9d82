"""FakeTensorMode: shapes, dtypes and places of what a model would compute, without its numbers."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode


def tried(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error)[:130])


mode = FakeTensorMode()
with mode:
    a, b = torch.randn(3, 4), torch.randn(4, 5, requires_grad=True)
    print(a, b, a @ b, type(a), a.device, a.shape, a.dtype)
    print(torch.arange(5), torch.ones(2, dtype=torch.bool), torch.ones(2, dtype=torch.float64))
    model = nn.Sequential(nn.Conv2d(3, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(16 * 16 * 16, 10))
    out = model(torch.randn(8, 3, 32, 32))
    print(out.shape, out)
    loss = F.cross_entropy(out, torch.randint(0, 10, (8,)))
    loss.backward()
    print(loss.shape, [tuple(p.grad.shape) for p in model.parameters()], type(model[0].weight.grad).__name__, isinstance(model[0].weight, nn.Parameter))
    optimizer = torch.optim.Adam(model.parameters())
    optimizer.step()
    print(optimizer.state[model[5].bias]['exp_avg'])
    tried(lambda: a.sum().item())
    tried(lambda: bool(a.sum() > 0))
    tried(lambda: a.nonzero())
    tried(lambda: a[a > 0])
    print(torch.cat([a, a]).shape, a.t().stride(), a.view(2, 6).shape, a.sum(0).shape, a[0].shape, a.double().dtype, (a > 0).dtype, a.max(1).values.shape, F.softmax(a, 1).shape)
    big = nn.Linear(200000, 200000)
    print(big.weight.shape, big(torch.empty(7, 200000)).shape)
real = torch.randn(2, 3)
fake = mode.from_tensor(real)
print(fake, fake is mode.from_tensor(real), (fake + 1).shape, type(fake + 1), isinstance(fake, FakeTensor))
tried(lambda: fake + real)
p = nn.Parameter(torch.randn(2))
print(mode.from_tensor(p), isinstance(mode.from_tensor(p), nn.Parameter))
with FakeTensorMode(allow_non_fake_inputs=True):
    print(fake.shape, real + 1)
