# Linear algebra: products, solving, decompositions, norms; what a course's exercises compute.
import torch

torch.manual_seed(0)
A = torch.tensor([[2., 1.], [1., 3.]])
B = torch.arange(6.).reshape(2, 3)
x = torch.tensor([1., 2.])
print(A @ x, torch.mv(A, x), torch.mm(A, B), A @ B, torch.dot(x, x), torch.matmul(x, A), A * A, torch.outer(x, x), x @ x, A.T, torch.trace(A), A.diagonal())
print(torch.linalg.inv(A), torch.linalg.det(A), torch.linalg.solve(A, x.unsqueeze(1)), torch.inverse(A) @ A, torch.linalg.matrix_power(A, 3), torch.linalg.norm(A), torch.linalg.norm(x, 1), torch.linalg.vector_norm(x, float('inf')), torch.linalg.matrix_norm(A, 1), torch.linalg.slogdet(A))
w, v = torch.linalg.eigh(A)
print(w, torch.allclose(v @ torch.diag(w) @ v.T, A, atol=1e-5), torch.linalg.eigvalsh(A))
U, S, Vh = torch.linalg.svd(B)
print(S, U.shape, Vh.shape, torch.allclose(U @ torch.diag(S) @ Vh[:2], B, atol=1e-5), torch.linalg.svdvals(B), torch.linalg.matrix_rank(B), torch.linalg.matrix_rank(torch.ones(3, 3)))
U, S, V = torch.svd(B)
print(U.shape, V.shape, torch.allclose(U @ torch.diag(S) @ V.T, B, atol=1e-5))
Q, R = torch.linalg.qr(torch.tensor([[1., 2.], [3., 4.], [5., 6.]]))
print(torch.allclose(Q @ R, torch.tensor([[1., 2.], [3., 4.], [5., 6.]]), atol=1e-5), torch.allclose(Q.T @ Q, torch.eye(2), atol=1e-5), R[1, 0] == 0)
L = torch.linalg.cholesky(A)
print(L, L @ L.T, torch.linalg.pinv(B), torch.pinverse(B).shape, torch.linalg.cond(A))
print(torch.linalg.lstsq(torch.tensor([[1., 1.], [1., 2.], [1., 3.]]), torch.tensor([[1.], [2.], [2.]])).solution)
print(torch.linalg.solve_triangular(L, x.unsqueeze(1), upper=False), torch.linalg.multi_dot([A, A, B]), torch.linalg.cross(torch.tensor([1., 0, 0]), torch.tensor([0., 1, 0])), torch.linalg.vecdot(x, x), torch.matrix_exp(torch.zeros(2, 2)), torch.linalg.matrix_exp(torch.tensor([[0., 1.], [0., 0.]])))
print(torch.kron(torch.eye(2), A), torch.tensordot(B, B, dims=([0], [0])), torch.einsum('ij,kj->ik', B, B), torch.einsum('ij->j', B), torch.einsum('ii', A), torch.einsum('i,j->ij', x, x), torch.einsum('bij,bjk->bik', torch.ones(2, 2, 3), torch.ones(2, 3, 1)), torch.einsum('...ij->...ji', torch.arange(6).reshape(1, 2, 3)))
print(torch.bmm(torch.ones(2, 1, 3), torch.ones(2, 3, 2)), torch.baddbmm(torch.ones(1, 1, 1), torch.ones(1, 1, 2), torch.ones(1, 2, 1)), torch.addmm(torch.ones(2, 2), A, A, beta=0.5, alpha=2), torch.addmv(x, A, x), torch.addr(torch.zeros(2, 2), x, x), torch.chain_matmul(A, A))
print(torch.cdist(torch.tensor([[0., 0.], [3., 4.]]), torch.tensor([[0., 0.]])), torch.dist(x, x + 1), torch.pdist(torch.tensor([[0., 0.], [3., 4.], [0., 1.]])), torch.nn.functional.pdist(torch.eye(2)), torch.cov(B), torch.cross(torch.tensor([[1., 2., 3.]]), torch.tensor([[4., 5., 6.]])))
a = torch.tensor([[1., 2.], [3., 4.]], requires_grad=True)
torch.linalg.inv(a).sum().backward()
print(a.grad)
a.grad = None
torch.linalg.det(a).backward()
print(a.grad)
print(torch.linalg.inv(torch.stack([A, 2 * A])), torch.linalg.solve(torch.stack([A, A]), torch.ones(2, 2, 1)))
for bad in (lambda: torch.linalg.inv(B), lambda: torch.linalg.inv(torch.ones(2, 2)), lambda: torch.linalg.cholesky(-A), lambda: torch.linalg.solve(A, torch.ones(3, 1)), lambda: torch.linalg.det(x), lambda: torch.trace(x), lambda: torch.linalg.eigh(B), lambda: A @ torch.ones(3), lambda: torch.kron(A, 3), lambda: torch.einsum('ij,jk', A), lambda: torch.linalg.norm('a'), lambda: torch.cross(x, x), lambda: torch.linalg.svd(torch.tensor([[1, 2]]))):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, '|', str(e).split('\n')[0])
