"""What becomes of dtypes: in arithmetic, in reductions, in losses; the errors where they do not fit."""
import torch
import torch.nn.functional as F

i, f, d, b, h = torch.tensor([1, 2]), torch.tensor([1., 2.]), torch.tensor([1., 2.], dtype=torch.float64), torch.tensor([True, False]), torch.tensor([1., 2.], dtype=torch.float16)
for name, v in [('i+f', i + f), ('f+d', f + d), ('b+i', b + i), ('i/2', i / 2), ('i//2', i // 2), ('i*2.5', i * 2.5), ('b*1.0', b * 1.0), ('h+f', h + f), ('h*2', h * 2), ('i**2', i ** 2),
                ('i**-1.', f ** -1), ('i.float()', i.float()), ('sum', b.sum()), ('mean', f.mean()), ('i>1', i > 1), ('sqrt(i)', torch.sqrt(i)), ('b&b', b & b), ('0-d', f + torch.tensor(1, dtype=torch.float64))]:
    print(name, v, v.dtype)


def attempt(what, fn):
    try:
        print(what, fn())
    except (RuntimeError, TypeError, IndexError, ValueError) as e:
        print(what, type(e).__name__, str(e).split('\n')[0])


attempt('mean of ints', lambda: i.mean())
attempt('in place', lambda: i.add_(1.5))
attempt('matmul', lambda: torch.ones(2, 2) @ torch.ones(2, 2, dtype=torch.float64))
attempt('linear', lambda: torch.nn.Linear(2, 1)(i))
attempt('target', lambda: F.cross_entropy(torch.ones(2, 3), torch.ones(2)))
attempt('long target', lambda: F.mse_loss(f, i))
attempt('range', lambda: F.cross_entropy(torch.ones(2, 3), torch.tensor([0, 5])))
attempt('bce', lambda: F.binary_cross_entropy(torch.tensor([1.5]), torch.tensor([1.])))
attempt('index by float', lambda: f[torch.tensor([0.5])])
attempt('grad of ints', lambda: torch.tensor([1], requires_grad=True))
attempt('bool minus', lambda: b - b)
attempt('shape', lambda: torch.ones(2, 3) + torch.ones(4))
attempt('view', lambda: torch.ones(2, 3).view(4))
attempt('cat', lambda: torch.cat([torch.ones(2, 2), torch.ones(3, 3)]))
attempt('stack', lambda: torch.stack([torch.ones(2), torch.ones(3)]))
attempt('dim', lambda: torch.ones(2).sum(3))
attempt('index', lambda: torch.ones(2)[5])
attempt('item', lambda: torch.ones(2).item())
attempt('squeeze', lambda: torch.ones(2, 2).transpose(0, 5))
attempt('numpy', lambda: torch.ones(2, requires_grad=True).numpy())
attempt('str', lambda: torch.tensor('a'))
attempt('ragged', lambda: torch.tensor([[1, 2], [3]]))
print(i.to(torch.float32).dtype, f.type(), f.long(), f.bool(), torch.tensor([1.9, -1.9]).long(), torch.tensor(300).to(torch.uint8), torch.get_default_dtype())
torch.set_default_dtype(torch.float64)
print(torch.tensor([1.]).dtype, torch.ones(1))
torch.set_default_dtype(torch.float32)
