"""Gradients by hand against autograd's, and finite differences."""
import torch
from torch.autograd import grad, gradcheck

x = torch.tensor([1., 2., 3.], dtype=torch.float64, requires_grad=True)
y = (x ** 3).sum()
g, = grad(y, x, create_graph=True)
print(g, (g == 3 * x ** 2).all())
h = torch.stack([grad(g[i], x, retain_graph=True)[0] for i in range(3)])
print(h)
print(torch.autograd.functional.jacobian(lambda v: v ** 2, torch.tensor([1., 2.])))
print(torch.autograd.functional.hessian(lambda v: (v ** 3).sum(), torch.tensor([1., 2.])))


def numeric(f, v, eps=1e-6):
    out = torch.zeros_like(v)
    for i in range(v.numel()):
        d = torch.zeros_like(v)
        d.view(-1)[i] = eps
        out.view(-1)[i] = (f(v + d) - f(v - d)) / (2 * eps)
    return out


w = torch.tensor([[0.5, -1.], [2., 0.25]], dtype=torch.float64, requires_grad=True)
for name, f in [('exp', lambda t: t.exp().sum()), ('sigmoid', lambda t: torch.sigmoid(t).prod()), ('norm', lambda t: t.norm()), ('logsumexp', lambda t: t.logsumexp(1).sum()),
                ('matmul', lambda t: (t @ t).trace()), ('softmax', lambda t: torch.softmax(t, 1)[:, 0].sum()), ('inverse', lambda t: torch.inverse(t).sum()), ('det', lambda t: torch.det(t))]:
    exact, = grad(f(w), w)
    print(name, torch.allclose(exact, numeric(f, w.detach()), atol=1e-5), [round(v, 4) for v in exact.flatten().tolist()])
print(gradcheck(lambda a, b: torch.tanh(a * b).sum(), (torch.randn(3, dtype=torch.float64, requires_grad=True), torch.randn(3, dtype=torch.float64, requires_grad=True))))
