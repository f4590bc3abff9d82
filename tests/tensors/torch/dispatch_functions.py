"""TorchFunctionMode and TorchDispatchMode together, DeviceContext-like modes."""
import torch
from torch.overrides import TorchFunctionMode, resolve_name
from torch.utils._python_dispatch import TorchDispatchMode


class Functions(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        print('F', resolve_name(func) or getattr(func, '__name__', '?'), len(args), sorted(kwargs or {}))
        return func(*args, **(kwargs or {}))


class Operators(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        print('  D', func)
        return func(*args, **(kwargs or {}))


x = torch.ones(2, 3, requires_grad=True)
with Functions(), Operators():
    y = torch.nn.functional.linear(x, torch.ones(4, 3))
    z = (y * 2).sum()
    z.backward()
print(x.grad)
with Operators(), Functions():
    torch.zeros(2).add_(1)


class AllFloat64(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = dict(kwargs or {})
        if func in (torch.ones, torch.zeros, torch.randn):
            kwargs.setdefault('dtype', torch.float64)
        return func(*args, **kwargs)


with AllFloat64():
    print(torch.ones(2).dtype, torch.empty(2).dtype)


class Sub(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        print('S', getattr(func, '__name__', func))
        return super().__torch_function__(func, types, args, kwargs or {})


s = torch.ones(2).as_subclass(Sub)
with Operators() if torch.__version__ > '2' else torch.no_grad():
    r = s + 1
    print(type(r).__name__)
    t = r.sum()
print(type(t).__name__)
