# Modes that answer for each of torch's functions.
import torch
import torch.nn.functional as F
from torch.overrides import TorchFunctionMode, BaseTorchFunctionMode, resolve_name


class FunctionLog(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        print(resolve_name(func), len(args), sorted(kwargs or {})) if 'grad_fn' not in str(resolve_name(func)) else None
        return func(*args, **(kwargs or {}))
with FunctionLog():
    a = torch.rand(3)
    b = a.sin() + 1
    c = F.linear(torch.ones(1, 3), torch.ones(2, 3))
    d = (b > 0.5).sum()
    e = torch.cat([a, b])
    f = e[0]
    g = e.view(2, 3) @ torch.ones(3, 2)
    h = -g
    a += 1
    a[0] = 2
    i = F.relu(c)
    F.softmax(c, dim=1)
    torch.max(e, 0)
    a.mean().item()


class Rep(TorchFunctionMode):
    def __init__(self, k):
        self.k = k

    def __torch_function__(self, func, types, args=(), kwargs=None):
        r = func(*args, **(kwargs or {}))
        return r * self.k if func is torch.sin else r


with Rep(2):
    with Rep(3):
        print(torch.sin(torch.ones(1)) / torch.ones(1).sin())
print(torch.sin(torch.ones(1)) / torch.ones(1).sin())


class Dev(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func in (torch.zeros, torch.ones):
            kwargs['dtype'] = torch.float64
        return func(*args, **kwargs)
with Dev():
    print(torch.zeros(2).dtype, torch.ones(1).dtype)


class Bad(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        raise ValueError('no')
try:
    with Bad():
        torch.ones(1)
except ValueError as x: print(x)
try:
    with TorchFunctionMode():
        torch.ones(1)
except NotImplementedError as x: print('none')
print(torch.ones(1))
with BaseTorchFunctionMode():
    print(torch.ones(2) + 1)
