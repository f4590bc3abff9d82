# Decompositions as they lie in memory and look: strides, signs, batches, failures by their number, both triangles.
import torch

L = torch.linalg
a = torch.tensor([[1.5, -0.25, 3, 0.5], [2, 4.25, -1, 0.75], [-0.5, 1, 2.5, -2], [0.125, 3, 1, 1.75]])
s = a @ a.mT + 4 * torch.eye(4)
b = torch.tensor([[1., 2, -0.5], [0.25, -3, 1], [4, 0.5, 2], [-1.5, 1, 0.75]])



def show(name, *parts):
    print(name, *[(tuple(t.shape), t.stride()) for t in parts])
    for t in parts:
        print(t)


show('inv', L.inv(a), L.inv(a.mT))
show('solve', L.solve(a, b), L.solve(a, b[:, 0]), L.solve(a.mT, b))
show('det', L.det(a), *L.slogdet(a))
show('cholesky', L.cholesky(s), L.cholesky(s, upper=True))
show('qr', *L.qr(a), *L.qr(b))
show('eigh', *L.eigh(s), L.eigvalsh(s))
show('svd', *L.svd(a), *L.svd(b, full_matrices=False), *L.svd(b.mT), L.svdvals(b))
print(L.cond(a), L.cond(a, -2), L.cond(torch.ones(2, 3)))
many = torch.stack([a, s, s + a]).double().view(3, 1, 4, 4)
for name, made in ('inv', L.inv(many)), ('det', L.det(many)), ('eigh', L.eigh(many @ many.mT)[1]), ('svd', L.svd(many)[2]), ('qr', L.qr(many)[0]), ('cholesky', L.cholesky(many @ many.mT)):
    print(name, made.shape, made.stride(), made.flatten()[:5])
print(L.slogdet(many), L.svdvals(many).shape, L.eigvalsh(many @ many.mT).shape, L.solve(many, many).stride())
nan, zero = torch.full((3, 3), float('nan')), torch.zeros(3, 3)
for f in L.svd, L.svdvals, L.eigh, L.eigvalsh, L.inv, L.cholesky, L.det, L.slogdet, lambda x: L.solve(x, x), torch.svd, torch.inverse:
    for x in nan, zero, torch.stack([torch.eye(3), zero]), torch.stack([torch.eye(3), nan]):
        try:
            print(str(f(x)).replace('\n', ' ')[:60])
        except RuntimeError as error:
            print(type(error).__name__, error)
print(L.svdvals(torch.eye(2).double() * 2), L.svd(torch.diag(torch.tensor([3., -2.]))))
x = a.double().requires_grad_()
for f in L.inv, L.det, lambda x: L.slogdet(x)[1], lambda x: L.solve(x, b.double()), lambda x: L.cholesky(x @ x.mT + torch.eye(4)), lambda x: L.cholesky(x @ x.mT + torch.eye(4), upper=True):
    print(torch.autograd.grad(f(x).sum(), x)[0])
