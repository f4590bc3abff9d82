# Dtypes: what mixes to what, casts, limits, and what does not cast.
import torch

names = ('bool', 'uint8', 'int8', 'int16', 'int32', 'int64', 'float16', 'bfloat16', 'float32', 'float64')
for a in names:
    print(a, [str(torch.promote_types(getattr(torch, a), getattr(torch, b)))[6:] for b in names])
i, f, d, b = torch.tensor([1, 2]), torch.tensor([1., 2.]), torch.tensor([1., 2.], dtype=torch.float64), torch.tensor([True, False])
for t in (i + 1, i + 1.5, i + True, f + 1, f + d, i + f, b + b, b + 1, b + 1., b * 2, i / 2, i // 2, i % 2, i ** 2, i ** -1. if False else i * 1., f // 2, i > 1, ~b, -i, abs(-i), i & 3, i | 4, i ^ 1, i << 2, i >> 1, b & b, b | ~b, b ^ b, torch.tensor(1) + torch.tensor(1.5), torch.tensor(1.5, dtype=torch.float64) + f, torch.tensor(3) * f, torch.tensor([1], dtype=torch.int8) + 200,
          torch.tensor([200], dtype=torch.uint8) + torch.tensor([100], dtype=torch.uint8), torch.tensor([1], dtype=torch.float16) + torch.tensor([1], dtype=torch.float32), i.sum(), b.sum(), i.float().mean(), torch.sqrt(i), torch.exp(b), i.sin(), torch.where(b, i, f) if False else torch.where(b, f, f), torch.cat([i, f]), torch.stack([i.float(), f])):
    print(t, t.dtype)
print(torch.result_type(i, 1.5), torch.result_type(f, d), torch.can_cast(torch.float32, torch.int32), torch.can_cast(torch.int32, torch.float32), torch.result_type(torch.tensor(1.), i))
print(f.int(), torch.tensor([1.9, -1.9]).long(), torch.tensor([0., 2.]).bool(), i.float(), f.half(), f.double(), i.to(torch.uint8), torch.tensor([300]).to(torch.uint8), torch.tensor([-1]).byte(), f.type(torch.int64), f.type('torch.DoubleTensor'), f.to(d), i.type_as(f), i.char(), i.short(), i.bfloat16())
print(f.type(), i.type(), f.dtype, f.is_floating_point(), i.is_floating_point(), f.element_size(), d.element_size(), b.element_size(), torch.float32.is_floating_point, torch.int64.is_signed if hasattr(torch.int64, 'is_signed') else '', torch.half, torch.double, torch.long, torch.int, torch.float)
print(torch.finfo(torch.float32).eps, torch.finfo(torch.float16).max, torch.iinfo(torch.int8).min, torch.iinfo(torch.int64).max, torch.finfo(torch.float64).tiny, torch.finfo(torch.float32), torch.iinfo(torch.uint8))
print(torch.get_default_dtype(), torch.tensor(1.).dtype, torch.tensor([1.]).numpy().dtype)
torch.set_default_dtype(torch.float64)
print(torch.tensor([1.]), torch.zeros(1), torch.rand(1).dtype, torch.tensor([1]) / 2)
torch.set_default_dtype(torch.float32)
print(i.item(), type(i.item())) if i.numel() == 1 else print(type(i[0].item()), type(f[0].item()), type(b[0].item()), int(f[1]), float(i[0]), bool(i[0]), complex(f[0]))
x = torch.tensor([1, 2, 3])
x += 1
print(x)
for bad in (lambda: x.add_(1.5), lambda: x.__itruediv__(2), lambda: x.mul_(torch.tensor([1.5] * 3)), lambda: b - b, lambda: -b, lambda: f & f, lambda: x.mean(), lambda: torch.tensor([1]) ** -1, lambda: torch.softmax(i, 0), lambda: torch.randn(2, dtype=torch.int64), lambda: torch.matmul(i.float(), d), lambda: torch.ones(2, 2).long() @ torch.ones(2, 2), lambda: torch.tensor([1, 2]).requires_grad_(),
            lambda: torch.arange(3).to('int32'), lambda: torch.nn.Linear(2, 1)(torch.tensor([[1, 2]])), lambda: torch.nn.Linear(2, 1)(torch.ones(1, 2, dtype=torch.float64)), lambda: torch.bitwise_and(f, i), lambda: torch.std(i), lambda: torch.dot(i, f), lambda: torch.dropout(i, 0.5, True) if False else i.normal_()):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, '|', str(e).split('\n')[0])
