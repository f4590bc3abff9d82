"""LoggingTensor: the class that wraps a tensor and prints what is done with it."""
import torch
from torch.utils._pytree import tree_map


class LoggingTensor(torch.Tensor):
    elem: torch.Tensor
    __slots__ = ['elem']

    @staticmethod
    def __new__(cls, inner, **options):
        wanted = bool(options.get('requires_grad'))
        outer = torch.Tensor._make_wrapper_subclass(cls, inner.shape, inner.stride(), inner.storage_offset(), requires_grad=wanted,
                                                    **{word: getattr(inner, word) for word in ('device', 'dtype', 'layout')})
        outer.elem = inner.detach() if wanted else inner
        return outer

    def __repr__(self):
        return 'LoggingTensor(%r)' % (self.elem,)

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        def unwrap(e):
            return e.elem if isinstance(e, cls) else e

        def wrap(e):
            return cls(e) if isinstance(e, torch.Tensor) else e
        rs = tree_map(wrap, func(*tree_map(unwrap, args), **tree_map(unwrap, kwargs or {})))
        print('%s.%s' % (func.__module__, func.__name__), [type(a).__name__ for a in args], sorted((kwargs or {}).keys()))
        return rs


x = LoggingTensor(torch.tensor([3.0]), requires_grad=True)
y = x * x
print(y, y.requires_grad)
y.sum().backward()
print(x.grad)
a, b = LoggingTensor(torch.arange(6.).reshape(2, 3)), torch.ones(3, 2)
print(a @ b)
print(torch.cat([a, a]).shape, a.sum(), a.mean(0), a[0], a[:, 1:], a.T.shape)
u, s = a.max(1)
print(u, s)
for row in a:
    print(row)
print(torch.allclose(a, a), torch.equal(a, a), a.tolist() if False else a.shape)
with torch.no_grad():
    a.mul_(2).add_(1)
    print(a)
print(torch.where(a > 3, a, torch.zeros(())))
print(torch.nn.functional.softmax(a, dim=1), torch.nn.functional.layer_norm(a, (3,)).shape)
print(isinstance(torch.zeros_like(a), LoggingTensor), type(a.new_zeros(2)).__name__, type(a.detach()).__name__, type(a.to(torch.float64)).__name__)
print(torch.einsum('ij,jk->ik', a, b))
w = torch.nn.Parameter(LoggingTensor(torch.ones(3, 2)))
o = torch.optim.SGD([w], lr=0.5)
(a @ w).pow(2).mean().backward()
o.step()
print(w, type(w.grad).__name__)
