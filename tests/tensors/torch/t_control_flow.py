# Tensors in Python's control flow: conditions, loops, comprehensions, sorting, dicts, formats, zips.
import torch

t = torch.tensor([3, 1, 2])
if t.sum() > 5 and t[0] == 3:
    print('yes', bool(t[1]), not t[1] > 5)
print([int(v) for v in t], sorted(t.tolist()), sorted(t), max(t), min(t), sum(t), any(t > 2), all(t > 0), list(reversed(t)), [v.item() ** 2 for v in t], list(map(int, t)), list(zip(t, 'abc')), list(enumerate(t)))
for row in torch.arange(4).reshape(2, 2):
    a, b = row
    print(a, b, row.sum().item())
d = {t[0].item(): 'three', 'k': t}
print(d[3], d['k'] is t, {k: v.shape for k, v in {'a': t}.items()}, t in [t], 3 in t, 7 in t, t is t, id(t) == id(t[:]))
first, *rest = t
print(first, rest, [*t], (lambda *a: len(a))(*t), range(t[1])[0], 'ab' * t[2], [10, 20, 30, 40][t[0]], t[0] in (1, 3), 2 ** t, 10 - t, 6 / t, 7 // t, 7 % t, -t, +t, abs(-t), divmod(7, 2), round(torch.tensor(2.567), decimals=1) if False else round(2.5), int(t[0]) + 1, float(t[1]), t[0] + 1, t[0].item() == 3, str(t[0].item()), hash(t) == hash(t), len(t), pow(t, 2))
n = 0
x = torch.tensor(1.)
while x < 100:
    x = x * 3
    n += 1
print(n, x, x == 243, x.item() > 100, f'{x:.1f} {n}', 'x = %d' % x, '{:08.3f}'.format(x), str(x), repr(t), f'{t[0]}', f'{t}')
total = torch.zeros(2)
for k, v in enumerate([torch.ones(2), torch.ones(2) * 2]):
    total = total + v * k
print(total, torch.stack([torch.tensor([i, i * i]) for i in range(3)]), torch.tensor([[i * j for j in range(3)] for i in range(2)]), torch.tensor([*range(3)]))
match int(t[2]):
    case 2:
        print('two')
a = torch.zeros(3)
b = a
b += 1
a = a + 1
print(a, b, torch.tensor([1, 2]).tolist() == [1, 2], torch.tensor(5) > 3 > torch.tensor(1), (t > 1) & (t < 3), (t > 1) | (t == 1), ~(t > 1))
try:
    if t > 1:
        pass
except RuntimeError as e:
    print(e)
assert torch.tensor(True)
print(torch.tensor([1.5]).item().__class__, torch.tensor(7).__index__(), [0] * torch.tensor(2), slice(None, t[0]) == slice(None, 3), list(range(10))[t[1]:t[0]])
