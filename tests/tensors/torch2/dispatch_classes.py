"""Classes of tensors with a __torch_dispatch__: wrappers, what they are told, their gradients, parameters of such a class."""
import copy

import torch
import torch.nn as nn
from torch.utils._python_dispatch import TorchDispatchMode, is_traceable_wrapper_subclass, return_and_correct_aliasing, transform_subclass
from torch.utils._pytree import tree_map, tree_map_only

aten = torch.ops.aten


class Logged(torch.Tensor):
    @staticmethod
    def __new__(cls, inner, requires_grad=False):
        made = torch.Tensor._make_wrapper_subclass(cls, inner.shape, inner.stride(), inner.storage_offset(), requires_grad=requires_grad,
                                                   **{word: getattr(inner, word) for word in ('device', 'dtype', 'layout')})
        made.elem = inner.detach() if requires_grad else inner
        return made

    def __repr__(self):
        return 'Logged(%s)' % self.elem

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        print('  ', func, [t.__name__ for t in types], len(args), kwargs)
        out = func(*tree_map_only(Logged, lambda t: t.elem, args), **tree_map_only(Logged, lambda t: t.elem, kwargs or {}))
        return tree_map(lambda t: cls(t) if isinstance(t, torch.Tensor) else t, out)


def tried(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error)[:150])


x = Logged(torch.tensor([1., 2, 3]), requires_grad=True)
print(x, type(x), x.shape, x.dtype, x.device, x.requires_grad, x.is_leaf, x.stride(), x.is_cuda, Logged.__torch_function__ is torch._C._disabled_torch_function_impl)
y = (x * x + 1).sum()
print(y, type(y), type(y.grad_fn).__name__)
y.backward()
print(x.grad, type(x.grad))
(x * 2).sum().backward()
print(x.grad)
g, = torch.autograd.grad((x ** 3).sum(), x, create_graph=True)
print(g, type(g.grad_fn).__name__)
print(torch.autograd.grad(g.sum(), x))
w = torch.randn(3, 3, requires_grad=True)
out = torch.nn.functional.linear(Logged(torch.ones(2, 3)), w)
out.sum().backward()
print(type(w.grad), w.grad.shape, w.grad)
print(type(x + torch.ones(3)), type(torch.ones(3) + x), x.detach())
p = nn.Parameter(Logged(torch.ones(2)))
print(type(p), isinstance(p, nn.Parameter), p.requires_grad)
tried(lambda: x.tolist())
tried(lambda: x.numpy())
print(x.sum().item(), bool((x > 0).all()), len(x))
a = x.detach().clone()
a.add_(1)
print(a)
print(copy.deepcopy(x.detach()))


class Silent(torch.Tensor):
    @staticmethod
    def __new__(cls, elem):
        return torch.Tensor._make_subclass(cls, elem)

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        return NotImplemented


tried(lambda: Silent(torch.ones(2)) + 1)
tried(lambda: torch.exp(Silent(torch.ones(2))))


class Passing(Silent):
    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        print('passing', func)
        return torch.Tensor.__torch_dispatch__(func, types, args, kwargs) if False else super(Silent, cls).__torch_dispatch__(func, types, args, kwargs)


s = Passing(torch.ones(2))
print(type(s + 1), s + 1, type(s.view(1, 2)))


class Scaled(torch.Tensor):
    """Numbers and one scale for all of them."""

    @staticmethod
    def __new__(cls, data, scale):
        return torch.Tensor._make_wrapper_subclass(cls, data.size(), strides=data.stride(), dtype=data.dtype, device=data.device)

    def __init__(self, data, scale):
        self.data_, self.scale = data, scale

    def __repr__(self):
        return 'Scaled(%s, %s)' % (self.data_.tolist(), self.scale)

    def __tensor_flatten__(self):
        return ['data_'], self.scale

    @staticmethod
    def __tensor_unflatten__(inner, scale, size, stride):
        return Scaled(inner['data_'], scale)

    def plain(self):
        return self.data_ * self.scale

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        if func is aten.mul.Tensor and not isinstance(args[1], torch.Tensor):
            return Scaled(args[0].data_, args[0].scale * args[1])
        if func in (aten.t.default, aten.detach.default, aten.view.default):
            return Scaled(func(args[0].data_, *args[1:]), args[0].scale)
        return func(*tree_map_only(Scaled, Scaled.plain, args), **tree_map_only(Scaled, Scaled.plain, kwargs or {}))


s = Scaled(torch.tensor([[1., 2.], [3., 4.]]), .5)
print(s, s * 2, s.t(), s.view(4), s + 1, s @ torch.eye(2), s.shape, s.device, s.dtype)
print(is_traceable_wrapper_subclass(s), transform_subclass(s, lambda name, t: t + 10))
layer = nn.Linear(2, 2, bias=False)
layer.weight = nn.Parameter(Scaled(torch.ones(2, 2), 3.))
out = layer(torch.ones(1, 2))
out.sum().backward()
print(out, type(layer.weight), layer.weight.grad)


class Twin(torch.Tensor):
    """Two tensors that go through everything together."""

    @staticmethod
    def __new__(cls, a, b):
        return torch.Tensor._make_wrapper_subclass(cls, a.shape, strides=a.stride(), dtype=a.dtype, device=a.device, requires_grad=a.requires_grad)

    def __init__(self, a, b):
        self.a, self.b = a, b

    def __repr__(self):
        return 'Twin(%s, %s)' % tuple([[round(v, 4) for v in row] if isinstance(row, list) else round(row, 4) for row in rows] if isinstance(rows, list) else round(rows, 4) for rows in (self.a.tolist(), self.b.tolist()))

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        a, b = (func(*tree_map_only(Twin, lambda t: getattr(t, which), args), **tree_map_only(Twin, lambda t: getattr(t, which), kwargs)) for which in 'ab')
        if isinstance(a, torch.Tensor):
            return return_and_correct_aliasing(func, args, kwargs, Twin(a, b))
        if isinstance(a, (tuple, list)):
            return type(a)(Twin(p, q) if isinstance(p, torch.Tensor) else p for p, q in zip(a, b))
        return a


p = nn.Parameter(Twin(torch.ones(2, 2), torch.full((2, 2), 2.)))
optimizer = torch.optim.SGD([p], lr=.1, momentum=.9)
for _ in range(3):
    loss = (torch.relu(p @ torch.ones(2, 2) - 1) ** 2).mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    print(loss, p)
optimizer = torch.optim.Adam([p], lr=.1)
for _ in range(2):
    torch.softmax(p, -1)[:, 0].log().sum().backward()
    optimizer.step()
    optimizer.zero_grad()
print(p)
a, b = torch.chunk(p, 2)
print(a, type(a), torch.cat([a, b]), p.sum(0, keepdim=True), torch.stack([p, p]).shape, p[0], p[:, 1], len(p))


class Names(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        print('mode', func, [t.__name__ for t in types])
        return func(*args, **(kwargs or {}))


with Names():
    print(p.detach() * 2)
tried(lambda: torch.Tensor._make_wrapper_subclass(torch.Tensor, (2,)))
