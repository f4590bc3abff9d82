"""LU, reflections, triangular systems, singular values of few directions, inverses that tell of their failure: values, shapes, gradients, what is refused."""
import warnings

import torch

warnings.simplefilter('ignore')
torch.set_printoptions(precision=3, sci_mode=False)
L = torch.linalg


def tell(text):
    try:
        print(text, '->', eval(text))
    except Exception as error:
        print(text, '!!', type(error).__name__, str(error).split('\n')[0])


a = torch.tensor([[1., 2, 3], [4, 5, 6], [7, 8, 10]], dtype=torch.float64)
b = torch.tensor([[1., 2], [0, -1], [3, 1]], dtype=torch.float64)
tall = (torch.arange(1., 13, dtype=torch.float64) ** 2).reshape(4, 3).sin()
wide = tall.T.contiguous()
batch = torch.stack([a, a.T + 1, a @ a]).reshape(3, 1, 3, 3)
zeros = torch.zeros(2, 2)
for text in ('torch.lu(a)', 'torch.lu(a, get_infos=True)', 'torch.lu(batch)[1].shape', 'L.lu(tall)', 'L.lu(wide)', 'L.lu_factor(batch)[1]', 'L.lu_factor_ex(zeros)', 'a.float().lu()', 'L.lu(a.float())',
             'L.lu(a.to(torch.complex128))[2]', 'L.lu(torch.ones(0, 3))', 'torch.lu_unpack(*torch.lu(a))', 'torch.lu_unpack(*torch.lu(a), unpack_data=False)',
             'torch.lu_unpack(*torch.lu(a), unpack_pivots=False)', 'torch.lu_solve(b, *torch.lu(a))', 'L.lu_solve(*torch.lu(a), b)', 'L.lu_solve(*torch.lu(a), b, adjoint=True)',
             'L.lu_solve(*torch.lu(a), b.T, left=False)', 'L.lu_solve(*torch.lu(a), b.T, left=False, adjoint=True)', 'L.lu_solve(*torch.lu(batch), b).shape', 'b.lu_solve(*torch.lu(a))',
             'torch.triangular_solve(b, a)', 'torch.triangular_solve(b, a, upper=False, transpose=True, unitriangular=True)', 'b.triangular_solve(a, False)[0]', 'torch.triangular_solve(b, batch)[0].shape',
             'torch.geqrf(a)', 'torch.geqrf(tall)', 'wide.geqrf().tau', 'torch.geqrf(batch).a', 'L.householder_product(*torch.geqrf(tall))', 'torch.orgqr(*torch.geqrf(a))', 'torch.ormqr(*torch.geqrf(a), b)',
             'torch.ormqr(*torch.geqrf(a), b.T, left=False, transpose=True)', 'torch.ormqr(*torch.geqrf(a), b.T, left=False).abs()', 'torch.ormqr(*torch.geqrf(tall), tall, transpose=True).abs().round(decimals=4)',
             'L.inv_ex(a)', 'L.inv_ex(zeros)', 'L.inv_ex(torch.stack([zeros, torch.eye(2)]))', 'L.solve_ex(a, b)', 'L.solve_ex(zeros, torch.ones(2))', 'L.cholesky_ex(a @ a.T)', 'L.cholesky_ex(-torch.eye(2))',
             'L.tensorinv(torch.eye(4).reshape(2, 2, 4), ind=2)', 'L.tensorsolve(torch.eye(4).reshape(2, 2, 4) * 2, torch.ones(2, 2))', 'torch.symeig(a)', 'torch.symeig(a @ a.T, eigenvectors=True)[0]'):
    tell(text)

for text in ('torch.lu(a, pivot=False)', 'L.lu(torch.ones(3))', 'torch.lu(torch.ones(3))', 'L.lu(torch.ones(3, 3).int())', 'L.lu_factor(zeros)', 'L.lu_factor(torch.ones(2, 3, 2))', 'torch.lu()', 'torch.lu(3)',
             'L.lu_factor_ex(zeros, check_errors=True)', 'torch.lu_unpack(a, torch.ones(3))', 'torch.lu_unpack(a, torch.ones(2).int())', 'torch.lu_solve(torch.ones(3), *torch.lu(a.float()))',
             'torch.lu_solve(torch.ones(4, 1), *torch.lu(a.float()))', 'L.lu_solve(*torch.lu(a), torch.ones(3, 1))', 'L.lu_solve(a, torch.ones(3), b)', 'L.lu_solve(a, torch.tensor([1, 5, 3]).int(), b)',
             'torch.triangular_solve(torch.ones(4, 1), a)', 'torch.triangular_solve(torch.ones(3), a)', 'torch.geqrf(torch.ones(3))', 'torch.ormqr(*torch.geqrf(a), torch.ones(4, 2).double())',
             'torch.ormqr(torch.ones(3), torch.ones(2), torch.ones(3))', 'L.inv_ex(zeros, check_errors=True)', 'L.cholesky_ex(-torch.eye(2), check_errors=True)', 'L.tensorinv(torch.eye(4), ind=0)',
             'L.tensorinv(torch.eye(4).reshape(2, 2, 4), ind=1)', 'L.tensorsolve(torch.eye(4).reshape(2, 2, 4), torch.ones(2))', 'torch.eig(a)', 'torch.solve(a, a)', 'torch.lstsq(a, a)', 'torch.matrix_rank(a)', 'a.eig()',
             'a.solve(a)', 'a.lstsq(a)', 'torch.symeig()', 'torch.svd_lowrank(torch.ones(3))', 'torch.svd_lowrank(a, q=9)', 'torch.pca_lowrank(a, q=9)', 'torch.pca_lowrank(a, niter=-1)', 'torch.triangular_solve(b)',
             'torch.geqrf(1)', 'torch.ormqr(a, b)', 'torch.lu_solve(a, a)'):
    tell(text)

print('gradients')


def gradient(f, *given):
    leaves = [t.clone().requires_grad_() for t in given]
    made = f(*leaves)
    parts = [t for t in (made if isinstance(made, tuple) else (made,)) if t.requires_grad]
    sum((t * torch.arange(1., t.numel() + 1, dtype=t.dtype).reshape(t.shape).cos()).sum() for t in parts).backward()
    print([type(t.grad_fn).__name__ for t in parts])
    for t in leaves:
        print(t.grad)


gradient(L.lu, a)
gradient(L.lu, tall)
gradient(L.lu, wide)
gradient(L.lu_factor, batch)
gradient(lambda a, b: L.lu_solve(*L.lu_factor(a), b), a, b)
gradient(lambda a, b: L.lu_solve(*L.lu_factor(a), b.T, left=False, adjoint=True), a, b)
gradient(lambda a: torch.lu_unpack(*torch.lu(a)), a)
gradient(lambda a, b: torch.triangular_solve(b, a)[0], a, b)
gradient(lambda a, b: torch.triangular_solve(b, a, upper=False, transpose=True, unitriangular=True)[0], a, b)
gradient(lambda a: L.householder_product(a, torch.tensor([1.2, 1.1, 0.5], dtype=torch.float64)), a)
gradient(lambda a: L.inv_ex(a)[0], a)
gradient(L.svdvals, tall)
gradient(L.svdvals, wide)
gradient(lambda a: L.svd(a, full_matrices=False)[1], batch)
gradient(lambda a: (lambda u, s, v: u @ torch.diag(s.exp()) @ v)(*L.svd(a, full_matrices=False)), tall)
gradient(lambda a: (lambda u, s, v: u @ torch.diag(s.exp()) @ v)(*L.svd(a, full_matrices=False)), wide)
gradient(lambda a: L.eigh(a + a.mT)[0], batch)
gradient(lambda a: (lambda s, v: v.abs())(*L.eigh(a + a.mT)), a)
gradient(lambda a: torch.symeig(a + a.T, eigenvectors=True)[0], a)

print('few directions')
for shape, q in (((5, 3), 2), ((3, 5), 2), ((8, 8), 8), ((2, 9, 4), 3), ((40, 7), 6)):
    torch.manual_seed(1)
    m = torch.randn(*shape, dtype=torch.float64)
    torch.manual_seed(2)
    u, s, v = torch.svd_lowrank(m, q)
    print(u.shape, s, v.shape, (u * s.unsqueeze(-2) @ v.mT).sum(), u.abs().sum(), torch.rand(1))
    u, s, v = torch.svd_lowrank(m, q, niter=0, M=m.mean(-2, keepdim=True).expand(m.shape))
    print(s, u.abs().sum(), v.abs().sum())
    u, s, v = torch.pca_lowrank(m)
    print(s, v[..., :2].abs().sum(), torch.rand(1))
    print(torch.pca_lowrank(m, q=2, center=False)[1])

print('histograms')
points = torch.tensor([[0., 0.1], [0.4, 0.5], [1., 0.9], [0.9, 0.2], [0.3, 0.3]])
weight = torch.tensor([1., 2, 3, 4, 5])
for text in ('torch.histogramdd(points, bins=[2, 3])', 'torch.histogramdd(points, bins=2, range=[0., 1, 0, 0.5], weight=weight)', 'torch.histogramdd(points, bins=2, density=True)',
             'torch.histogramdd(points, [torch.tensor([0., 0.5, 1]), torch.tensor([0., 0.2, 1])])', 'torch.histogramdd(points, bins=[2])', 'torch.histogramdd(points[0], bins=[2])',
             'torch.histogramdd(points, bins=2, range=[0., 1])', 'torch.histogramdd(points, bins=2, range=[1., 0, 0, 1])'):
    tell(text)
