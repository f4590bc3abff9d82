# How tensors are printed: widths, signs, exponents, cuts, dtypes, options, formats.
import torch

inf, nan = float('inf'), float('nan')
for t in (torch.tensor([1., 2., 3.]), torch.tensor([1.5, -2.25]), torch.tensor([1e-8, 1.]), torch.tensor([1e8, 1.]), torch.tensor([123456789.]), torch.tensor([1e5, 1e-5]), torch.tensor([0.1, 100000.]), torch.tensor([inf, -inf, nan, 1.]), torch.tensor([inf]), torch.tensor([nan, 2.]),
          torch.tensor([1e10]), torch.tensor([[1, -20], [300, 4]]), torch.tensor([True, False]), torch.tensor(7), torch.tensor(-0.), torch.tensor(1e-12), torch.tensor([], dtype=torch.int64), torch.zeros(0, 3), torch.zeros(2, 0, 2), torch.tensor([1.], dtype=torch.float16), torch.tensor([1.5], dtype=torch.bfloat16),
          torch.tensor([1.], dtype=torch.float64), torch.tensor([1, 2], dtype=torch.uint8), torch.tensor([1, 2], dtype=torch.int32), torch.tensor([0.1 + 0.2], dtype=torch.float64), torch.tensor([1 / 3, 2 / 3]), torch.tensor([12345.678, 0.001]), torch.tensor([99999.5]), torch.tensor([0.00012345]), torch.tensor([1000000., 0.5])):
    print(t)
print(torch.arange(1000), torch.arange(1001), torch.arange(2000.).reshape(40, 50))
print(torch.arange(24).reshape(2, 3, 4), torch.arange(16.).reshape(2, 2, 2, 2))
print(torch.arange(60.), torch.arange(100, 140) * 1000)
x = torch.ones(2, requires_grad=True)
print(x, x * 2, (x * 2).sum(), x.detach(), torch.nn.Parameter(torch.zeros(1, 2)), (x * 2).unsqueeze(0), x.double() * 2)
print(str(torch.tensor([1, 2])), repr(torch.tensor([1, 2])), f'{torch.tensor(3.14159)}', f'{torch.tensor(3.14159):.2f}', f'{torch.tensor([1, 2])}', f'{torch.tensor(5)}', '{:5.1f}|{:>8}'.format(torch.tensor(2.), torch.tensor(3).item()), '%.3f %d %s' % (torch.tensor(2.5), torch.tensor(7), torch.tensor(1)))
print([torch.tensor(1), torch.tensor([2.])], {'a': torch.tensor(1)}, (torch.tensor([1]),))
print(torch.Size([2, 3]), torch.Size([]), tuple(torch.Size([2, 3])), torch.float32, torch.strided, torch.device('cpu'), repr(torch.device('cpu')))
torch.set_printoptions(precision=2)
print(torch.tensor([3.14159, 2.71828]))
torch.set_printoptions(precision=8, sci_mode=True)
print(torch.tensor([3.14159, 2.71828]))
torch.set_printoptions(profile='default')
torch.set_printoptions(threshold=5, edgeitems=2)
print(torch.arange(10), torch.ones(10, 10))
torch.set_printoptions(profile='full')
print(torch.arange(1001).sum(), torch.arange(30))
torch.set_printoptions(profile='short')
print(torch.tensor([3.14159, 2.71828]), torch.arange(1005))
torch.set_printoptions(profile='default', linewidth=40)
print(torch.arange(30))
torch.set_printoptions(profile='default')
torch.set_printoptions(sci_mode=False)
print(torch.tensor([1e-8, 1.]), torch.tensor([1e10]))
torch.set_printoptions(sci_mode=None)
print(torch.tensor([1e-8, 1.]))
for bad in (lambda: f'{torch.tensor([1., 2.]):.2f}', lambda: '%d' % torch.tensor([1, 2]), lambda: torch.set_printoptions(profile='x') or 'none', lambda: format(torch.tensor(1.5), 'd')):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, '|', e)
