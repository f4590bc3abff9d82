# transforms of real sequences and back, of even and odd lengths, cut and padded, with their gradients
import numpy as np
import torch

torch.manual_seed(0)
for n in (1, 2, 3, 4, 5, 6, 7, 8, 12, 15, 16, 27, 30, 49, 64, 97, 98, 100, 194, 1000):
    x = torch.randn(3, n, dtype=torch.float64)
    X = torch.fft.rfft(x)
    again = torch.fft.irfft(X, n=n)
    a = np.fft.rfft(x.numpy())
    print(n, X.shape, '%.6f' % X.abs().sum(), bool((again - x).abs().max() < 1e-12), np.allclose(X.numpy(), a), np.allclose(np.fft.irfft(a, n), x.numpy()), np.allclose(a, np.fft.fft(x.numpy())[:, :n // 2 + 1]),
          a[:, 0].imag.tolist(), a[:, -1].imag.tolist() if n % 2 == 0 else '')
x = torch.randn(2, 5, 4, dtype=torch.complex128)
for n in (None, 3, 6, 7, 8, 12):
    for dim in (0, 1, -1):
        for norm in (None, 'ortho', 'forward'):
            y = torch.fft.irfft(x, n, dim, norm)
            print(n, dim, norm, tuple(y.shape), y.dtype, '%.8f %.8f' % (y.sum(), y.abs().sum()), np.allclose(y.numpy(), np.fft.irfft(x.numpy(), n, dim, norm)))
print(torch.fft.irfft(x[0, 0].to(torch.complex64), 5), torch.fft.irfft(torch.tensor([1., 2, 3])), torch.fft.hfft(x[0, 0]), torch.fft.irfft2(x[0]).sum(), torch.fft.irfftn(x).abs().sum())
for n in (5, 6):
    for f in (lambda t: torch.fft.irfft(t, n), lambda t: torch.fft.hfft(t, n)):
        t = torch.randn(4, dtype=torch.complex128, requires_grad=True)
        y = f(t)
        (y * torch.arange(n)).sum().backward()
        print(n, y.grad_fn.__class__.__name__, t.grad + 0, torch.autograd.gradcheck(f, t), torch.autograd.gradgradcheck(f, t))
    t = (torch.arange(n, dtype=torch.float64) ** 1.5 % 2).requires_grad_()
    torch.fft.rfft(t).abs().sum().backward()
    print(n, t.grad, torch.autograd.gradcheck(torch.fft.rfft, t), torch.autograd.gradcheck(lambda t: torch.fft.irfft(t, n), t))
for bad in (lambda: torch.fft.irfft(x, 0), lambda: torch.fft.irfft(x, 4, 7), lambda: torch.fft.irfft(torch.tensor([1. + 0j])), lambda: torch.fft.irfft(x, norm='none')):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
