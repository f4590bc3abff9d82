"""Operators of a program's own in Python: schemas from annotations, what does not fit them, kernels, fakes, gradients, checks."""
import torch
from torch import Tensor
from typing import *
def t(f):
    try: r = f(); print(r)
    except Exception as e: print(type(e).__name__, str(e)[:400])
@torch.library.custom_op("lib::one", mutates_args=())
def one(x: Tensor, n: int, f: float = 1.5, names: Optional[List[int]] = None, flag: bool = False, s: str = 'a') -> Tensor:
    return x * n + f
print(one, type(one).__name__, type(one).__module__, one._opoverload._schema, one._name)
print(one(torch.ones(2), 3), one(torch.ones(2), 3, f=2.), one(torch.ones(2), n=3, flag=True))
t(lambda: one(torch.ones(2)))
t(lambda: one(torch.ones(2), 'x'))
t(lambda: one(3, 3))
t(lambda: one(torch.ones(2), 3, 1., [1], True, 'b', 5))
t(lambda: one(torch.ones(2), 3, zz=5))
t(lambda: one(torch.ones(2, requires_grad=True), 3))
t(lambda: one(torch.ones(2, requires_grad=True), 3).sum().backward())
print(torch.ops.lib.one, torch.ops.lib.one.default, torch.ops.lib.one(torch.ones(2), 2))
def setup(ctx, inputs, output):
    print('inputs', inputs)
    ctx.n = inputs[1]
def back(ctx, g): return g * ctx.n, None, None, None, None, None
t(lambda: one.register_autograd(back, setup_context=setup))
x = torch.ones(2, requires_grad=True)
y = one(x, 3)
print(y)
y.sum().backward(); print(x.grad)
@torch.library.custom_op("lib::two", mutates_args=())
def two(xs: List[Tensor], k: Sequence[float]) -> Tuple[Tensor, Tensor]:
    return xs[0] * k[0], xs[1] * k[1]
print(two._opoverload._schema, two([torch.ones(1), torch.ones(2)], [1., 2.]))
@torch.library.custom_op("lib::three", mutates_args={'x'})
def three(x: Tensor, d: torch.dtype, dev: torch.device) -> None:
    x.add_(1)
print(three._opoverload._schema); z = torch.zeros(2); print(three(z, torch.float, torch.device('cpu')), z)
@torch.library.custom_op("lib::four", mutates_args=())
def four(x: Tensor) -> Tensor:
    return x
@torch.library.custom_op("lib::five", mutates_args=())
def five(x: Tensor) -> Tensor:
    return 3
t(lambda: five(torch.ones(2)))
def bad(x): return x
t(lambda: torch.library.custom_op("lib::six", bad, mutates_args=()))
def bad2(x: Tensor): return x
t(lambda: torch.library.custom_op("lib::seven", bad2, mutates_args=()))
def bad3(x: dict) -> Tensor: return x
t(lambda: torch.library.custom_op("noname", four._init_fn, mutates_args=()))
def ok(x: Tensor) -> Tensor: return x.clone()
t(lambda: torch.library.custom_op("lib::nine", ok, mutates_args={'y'}))
t(lambda: torch.library.custom_op("lib::ten", ok))
@torch.library.custom_op("lib::one", mutates_args=())
def again(x: Tensor) -> Tensor: return x.sin()
print(again(torch.ones(1)))
@torch.library.custom_op("lib::gpu", mutates_args=(), device_types='cuda')
def gpu(x: Tensor) -> Tensor: return x.sin()
@gpu.register_kernel('cpu')
def _(x): return x.cos()
t(lambda: gpu(torch.ones(1)))
@two.register_fake
def _(xs, k): return torch.empty_like(xs[0]), torch.empty_like(xs[1])
t(lambda: two([torch.ones(1, device='meta'), torch.ones(2, device='meta')], [1., 2.])[1].shape)
one2 = torch.library.custom_op("lib::sch", ok, mutates_args=(), schema="(Tensor x) -> Tensor"); print(one2._opoverload._schema)
torch.library.register_autograd("lib::sch", lambda ctx, g: g * 7)
w = torch.ones(1, requires_grad=True); v = one2(w); v.backward(); print(v, w.grad)
with torch.no_grad(): print(one2(w))
t(lambda: torch.library.opcheck(one2, (torch.ones(2),)))
t(lambda: torch.library.infer_schema(ok, mutates_args=()))
print(one2.__name__ if hasattr(one2, '__name__') else 'none')
torch.library.define("lib::eleven", "(Tensor x) -> Tensor")
@torch.library.impl("lib::eleven", "cpu")
def eleven(x): return x + 11
print(torch.ops.lib.eleven(torch.zeros(1)))
@torch.library.register_fake("lib::eleven")
def _(x): return torch.empty_like(x)
@torch.library.register_kernel("lib::eleven", "cuda")
def _(x): return x
