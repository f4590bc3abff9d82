"""Large tensors go other ways than small ones: functions, chains, views, writes in place and gradients against the same in double precision."""
import torch
import torch.nn.functional as F

n = 70001
x = torch.linspace(-30, 30, n)
exact = x.double()


def close(a, b, rtol=1.3e-6, atol=1e-5):
    return torch.allclose(a.double(), b, rtol=rtol, atol=atol)


for f in (torch.exp, torch.sigmoid, torch.tanh, F.silu):
    print(f.__name__, close(f(x), f(exact), atol=1e-12), close(f(x[::2]), f(exact[::2]), atol=1e-12), f(x).shape)
odd = torch.tensor([float('inf'), -float('inf'), float('nan'), 0.0, -0.0, 200.0, -200.0]).repeat(6000)
for f in (torch.exp, torch.sigmoid, torch.tanh):
    print(f(odd)[:7])
print(torch.equal(torch.tanh(-x), -torch.tanh(x)))

y = ((x * 2 + 1) * x - 0.5) * x
print(close(y, ((exact * 2 + 1) * exact - 0.5) * exact, atol=1e-2))
z = 1 / (2 - torch.maximum(x, -x).clamp(max=1.5)) + (-x).relu() * x - x / (x * x + 1)
w = 1 / (2 - torch.maximum(exact, -exact).clamp(max=1.5)) + (-exact).relu() * exact - exact / (exact * exact + 1)
print(close(z, w))
a = x.clone()
kept = a + 1
a.mul_(2).add_(kept).sub_(x)
print(close(a, exact * 2 + 1), close(kept, exact + 1))
m = torch.linspace(-1, 1, 300 * 301).reshape(300, 301)
r = (m * m[0] + m[:, :1]) * torch.sigmoid(m) - m.t().reshape(300, 301)
d = m.double()
print(close(r, (d * d[0] + d[:, :1]) * torch.sigmoid(d) - d.t().reshape(300, 301)))
print(close((m[:, 1:] + m[:, :-1]) * 2 - 1, (d[:, 1:] + d[:, :-1]) * 2 - 1))

t = x.clone().requires_grad_()
(torch.sigmoid(t * 2 + 1) * t - 0.5).sum().backward()
s = torch.sigmoid(exact * 2 + 1)
print(close(t.grad, s + exact * 2 * s * (1 - s)))
h = (x.bfloat16() * 2 + 1).tanh().float()
print(torch.allclose(h, torch.tanh(exact * 2 + 1).float(), atol=2e-2), (x > 0.001).sum().item(), ((x * 2) > (x + 1)).sum().item())
