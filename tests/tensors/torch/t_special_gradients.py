"""Gradients of digamma, polygamma, fmax and fmin: ties and NaN."""
import torch

x = torch.tensor([0.5, 1.5, -2.3, 12.0], requires_grad=True)
torch.digamma(x).sum().backward()
print(x.grad)
y = torch.tensor([0.3, 1.0, 4.5, 20.0], dtype=torch.float64, requires_grad=True)
for n in range(4):
    print(n, torch.polygamma(n, y.detach()))
torch.polygamma(2, y).sum().backward()
print(y.grad)
g, = torch.autograd.grad(torch.digamma(y).sum(), y, create_graph=True)
print(torch.autograd.grad(g.sum(), y)[0])
p = torch.tensor([1., 2., 3., float('nan'), 1.], requires_grad=True)
q = torch.tensor([1., 3., 2., 1., float('nan')], requires_grad=True)
for f in (torch.fmax, torch.fmin, torch.maximum, torch.minimum):
    p.grad = q.grad = None
    r = f(p, q)
    r.backward(torch.arange(1., 6.))
    print(r.detach(), p.grad, q.grad)
