"""Polynomials and zeta of torch.special, transforms of real spectra of several dimensions, lobpcg, copies of views, forks, methods that few know."""
import warnings

import torch

warnings.simplefilter('ignore')
S = torch.special
x = torch.tensor([-1.5, -0.5, 0., 0.3, 1., 2.])


def numbers(t):
    t = torch.view_as_real(t.resolve_conj()) if t.is_complex() else t
    return [v if v != v or abs(v) == torch.inf else round(v, 3) + 0.0 for v in t.detach().double().flatten().tolist()], tuple(t.shape), str(t.dtype)


def show(text):
    try:
        found = eval(text)
        print(text, '->', numbers(found) if isinstance(found, torch.Tensor) else [numbers(t) for t in found] if isinstance(found, tuple) and isinstance(found[0], torch.Tensor) else found)
    except Exception as error:
        print(text, '!!', type(error).__name__, str(error).split('\n')[0])


for name in ('chebyshev_polynomial_t', 'chebyshev_polynomial_u', 'chebyshev_polynomial_v', 'chebyshev_polynomial_w', 'shifted_chebyshev_polynomial_t', 'shifted_chebyshev_polynomial_u', 'shifted_chebyshev_polynomial_v',
             'shifted_chebyshev_polynomial_w', 'hermite_polynomial_h', 'hermite_polynomial_he', 'laguerre_polynomial_l', 'legendre_polynomial_p'):
    f = getattr(S, name)
    print(name, [numbers(f(x, k))[0] for k in (0, 1, 2, 3, 6, -1)], numbers(f(x, torch.tensor([0, 1, 2, 3, 4, 5]))), numbers(f(3, torch.tensor([2]))), numbers(f(x.int(), 2)), numbers(f(x.double(), 4)), f(x.clone().requires_grad_(), 2).requires_grad)
x = torch.tensor([-1.5, -0.5, 0., 0.3, 1., 2.])
for text in ('S.spherical_bessel_j0(x)', 'S.modified_bessel_i0(x)', 'S.modified_bessel_i1(x)', 'S.zeta(torch.tensor([1., 2, 3, 1.5, 0.5]), torch.tensor([1., 1, 2, 3, 1]))', 'S.zeta(2, torch.tensor([1., 2]))', 'S.zeta(torch.tensor([2., 3.]), 1)',
             'S.zeta(torch.tensor([2., 3.]), -1.5)', 'S.zeta(torch.tensor([2., 10, 40]).double(), 0.25)', 'torch.fft.hfft2(torch.ones(2, 3, dtype=torch.complex64))', 'torch.fft.hfftn(torch.arange(6.).reshape(2, 3), norm="ortho")',
             'torch.fft.ihfft2(torch.arange(6.).reshape(2, 3))', 'torch.fft.ihfftn(torch.arange(6.).reshape(2, 3), s=(2, 2), norm="forward")', 'torch.fft.ihfft2(torch.ones(2, 2, dtype=torch.complex64))', 'torch.fft.hfft2(torch.ones(2, 3), s=(2, 5))',
             'torch.fft.hfftn(torch.ones(2, 3), dim=0)', 'torch.jit.wait(torch.jit.fork(torch.add, x, 1))', 'torch.jit.fork(lambda a: a + 1, x).wait()', 'x.cdouble()', 'x.cfloat()', 'x.clone().map2_(x, x, lambda a, b, c: a + b * c)',
             'x.prelu(torch.tensor([0.5]))', 'x.resize(2, 3)', 'x.resize_as(torch.ones(3, 2))', 'torch.diagonal_copy(torch.eye(2))', 'torch.view_copy(x, (2, 3))', 'torch.split_copy(x, 4)', 'torch.transpose_copy(x.view(2, 3), 0, 1)',
             'torch.unbind_copy(x.view(2, 3), 1)', 'torch.channels_last_3d, torch.legacy_contiguous_format', 'torch.has_lapack, torch.has_mps'):
    show(text)
base = torch.zeros(2, 2)
torch.view_copy(base, (4,)).fill_(1)
print(base.sum())

print('lobpcg')
torch.manual_seed(0)
A = torch.randn(15, 15, dtype=torch.float64)
A = A @ A.T + torch.eye(15)
B = torch.diag(torch.arange(1., 16, dtype=torch.float64))
for options in ({'k': 2}, {'k': 2, 'largest': False}, {'k': 1, 'method': 'basic'}, {'X': torch.randn(15, 2, dtype=torch.float64)}, {'k': 2, 'B': B}, {'k': 2, 'iK': torch.linalg.inv(A), 'largest': False}):
    torch.manual_seed(1)
    values, vectors = torch.lobpcg(A, **options)
    print(numbers(values), tuple(vectors.shape), bool((A @ vectors - options.get('B', torch.eye(15).double()) @ vectors * values).abs().max() < 1e-3), torch.rand(1))
values, vectors = torch.lobpcg(torch.stack([A, A * 2]), k=2)
print(numbers(values), tuple(vectors.shape))
show('torch.lobpcg(A, k=6)')
