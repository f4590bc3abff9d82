# Gradients through complex numbers: of a real loss, as PyTorch has them; what has none, and its words.
import torch
import torch.nn as nn

torch.manual_seed(0)
z = torch.randn(2, 3, dtype=torch.complex128)
u = torch.randn(2, 3, dtype=torch.complex128)
r = torch.randn(2, 3, dtype=torch.float64)
m = torch.randn(3, 2, dtype=torch.complex128)
s = torch.randn(3, 3, dtype=torch.complex128)
p = torch.randn(2, 3, 2, dtype=torch.float64)


def text(t):
    if t is None:
        return None
    f = lambda x: 0. if abs(x) < 5e-7 else x
    return [('%.5g%+.5gj' % (f(x.real), f(x.imag)) if isinstance(x, complex) else '%.5g' % f(x)) for x in t.flatten().tolist()]


def show(word, f, *given):
    leaves = [g.clone().requires_grad_() for g in given]
    try:
        made = f(*leaves)
        loss = (made.real * 1.5 + made.imag * .25).sum() if made.is_complex() else made.sum()
        loss.backward()
        print(word, type(made.grad_fn).__name__, *(text(x.grad) for x in leaves))
    except Exception as e:
        print(word, type(e).__name__, str(e)[:120])


for word, f in {'add': lambda a, b: a + b, 'add 2j': lambda a, b: a + 2j, 'sub': lambda a, b: a - b, 'mul': lambda a, b: a * b, 'div': lambda a, b: a / b, 'number over': lambda a, b: (1 + 2j) / a, 'times': lambda a, b: a * (1 - 2j),
                'power': lambda a, b: a ** b, 'square': lambda a, b: a ** 2, 'cube': lambda a, b: a ** 3, 'root': lambda a, b: a ** .5, 'addcmul': lambda a, b: a.addcmul(a, b, value=.5), 'lerp': lambda a, b: a.lerp(b, .3),
                'matmul': lambda a, b: a @ b.t(), 'matmul H': lambda a, b: a.mH @ b, 'vdot': lambda a, b: torch.vdot(a[0], b[1]), 'dot': lambda a, b: torch.dot(a[0], b[1]), 'outer': lambda a, b: torch.outer(a[0], b[1]),
                'cat': lambda a, b: torch.cat([a, b], 1) * 1j, 'stack': lambda a, b: torch.stack([a, b]), 'where': lambda a, b: torch.where(a.real > 0, a, b), 'real times': lambda a, b: a.real * b, 'abs of both': lambda a, b: (a * b.conj()).abs()}.items():
    show(word, f, z, u)
for word, f in {'neg': lambda a: -a, 'abs': abs, 'angle': torch.angle, 'real': torch.real, 'imag': torch.imag, 'conj': torch.conj, 'conj times': lambda a: a * a.conj(), 'sgn': torch.sgn, 'exp': torch.exp, 'log': torch.log,
                'log2': torch.log2, 'log10': torch.log10, 'sqrt': torch.sqrt, 'rsqrt': torch.rsqrt, 'reciprocal': torch.reciprocal, 'sin': torch.sin, 'cos': torch.cos, 'tan': torch.tan, 'sinh': torch.sinh, 'cosh': torch.cosh,
                'tanh': torch.tanh, 'asin': torch.asin, 'acos': torch.acos, 'atan': torch.atan, 'asinh': torch.asinh, 'acosh': torch.acosh, 'atanh': torch.atanh, 'sigmoid': torch.sigmoid, 'sum': torch.sum,
                'sum 0': lambda a: a.sum(0), 'mean': torch.mean, 'prod': torch.prod, 'cumsum': lambda a: a.cumsum(1), 'cumprod': lambda a: a.cumprod(1), 'view_as_real': torch.view_as_real, 'fft': torch.fft.fft,
                'ifft': torch.fft.ifft, 'fft 5': lambda a: torch.fft.fft(a, 5), 'fft 2': lambda a: torch.fft.fft(a, 2), 'fft ortho': lambda a: torch.fft.fft(a, norm='ortho', dim=0), 'fft2': torch.fft.fft2, 'ifft2': torch.fft.ifft2,
                'irfft': torch.fft.irfft, 'irfft 5': lambda a: torch.fft.irfft(a, 5), 'hfft': torch.fft.hfft, 'fftshift': torch.fft.fftshift, 'flip': lambda a: a.flip(1), 'roll': lambda a: a.roll(1), 't': lambda a: a.t() * 1j,
                'slice': lambda a: a[:, ::2] * 2j, 'index': lambda a: a[[1, 0]], 'gather': lambda a: a.gather(1, torch.tensor([[0], [2]])), 'expand': lambda a: a[:1].expand(4, 3), 'tril': torch.tril, 'masked': lambda a: a.masked_fill(a.real > 0, 1j),
                'to complex64': lambda a: a.to(torch.complex64), 'power spectrum': lambda a: torch.fft.fft(a).abs() ** 2, 'norm': lambda a: a.abs().norm(), 'linear': lambda a: torch.nn.functional.linear(a, s[:2], None)}.items():
    show(word, f, z)
for word, f in {'complex': lambda a: torch.complex(a, a * 2) * 1j, 'polar': lambda a: torch.polar(a.abs(), a), 'times j': lambda a: a * 1j, 'plus z': lambda a: a + z, 'over z': lambda a: z / a, 'power of z': lambda a: z ** a,
                'to complex': lambda a: a.to(torch.complex128) * (1 + 1j), 'rfft': torch.fft.rfft, 'rfft 4': lambda a: torch.fft.rfft(a, 4), 'fft of real': torch.fft.fft, 'ihfft': torch.fft.ihfft, 'rfft2': torch.fft.rfft2,
                'spectrum': lambda a: torch.fft.rfft(a).abs(), 'back again': lambda a: torch.fft.irfft(torch.fft.rfft(a) * 2j, 3), 'stft': lambda a: torch.stft(a, 2, hop_length=1, return_complex=True, center=False).abs()}.items():
    show(word, f, r)
show('view_as_complex', lambda a: torch.view_as_complex(a) * 2j, p)
show('solve', lambda a: torch.linalg.solve(s, a), m)
show('det', torch.linalg.det, s)
show('inv', torch.linalg.inv, s)

# In place, twice, layers, optimizers
a = z.clone().requires_grad_()
b = a * 1
b.mul_(2j)
b[0] = u[0]
b.add_(1)
b.abs().sum().backward()
print(text(a.grad))
a = torch.tensor([1 + 2j, -1j], dtype=torch.complex128, requires_grad=True)
g, = torch.autograd.grad((a ** 3).abs().sum(), a, create_graph=True)
print(text(g), g.requires_grad)
h, = torch.autograd.grad(g.abs().sum(), a)
print(text(h))
for f in (lambda: (a * a).sum().backward(), lambda: torch.autograd.grad((a * a).sum(), a), lambda: (a * a).backward(), lambda: torch.autograd.grad(a * a, a, torch.ones(2, dtype=torch.complex128)),
          lambda: (a * a).sum().backward(torch.tensor(1 + 1j, dtype=torch.complex128))):
    a.grad = None
    try:
        print(f() and text(f()[0]), text(a.grad))
    except Exception as e:
        print(type(e).__name__, e)
torch.manual_seed(1)
net = nn.Linear(3, 2, dtype=torch.complex64)
x = torch.randn(4, 3, dtype=torch.complex64)
for kind in (torch.optim.SGD, lambda ps: torch.optim.SGD(ps, momentum=.9, lr=.1)):
    optimizer = kind(net.parameters(), lr=.1) if kind is torch.optim.SGD else kind(net.parameters())
    for _ in range(3):
        optimizer.zero_grad()
        loss = (net(x).abs() ** 2).sum()
        loss.backward()
        optimizer.step()
    print('%.4f' % loss, net)
print(['%.4f%+.4fj' % (w.real, w.imag) for w in net.weight.flatten().tolist()], net.weight.grad.dtype)
print(torch.ones(2, dtype=torch.complex64, requires_grad=True))
print(torch.ones(2, dtype=torch.complex64, requires_grad=True) * 2)
print(nn.Parameter(torch.ones(2, dtype=torch.complex64)))
