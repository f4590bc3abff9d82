# Logistic regression three ways: by hand, by autograd, by module and LBFGS.
import torch
from torch import nn

torch.manual_seed(1)
X = torch.randn(80, 3)
true = torch.tensor([1.5, -2., 0.5])
y = (X @ true + 0.3 > 0).float()
w = torch.zeros(3)
for _ in range(50):
    p = torch.sigmoid(X @ w)
    w -= 0.5 * X.T @ (p - y) / len(X)
print(w.sign(), ((X @ w > 0) == (y > 0.5)).float().mean() > 0.9)
v = torch.zeros(3, requires_grad=True)
for _ in range(50):
    loss = nn.functional.binary_cross_entropy_with_logits(X @ v, y)
    g, = torch.autograd.grad(loss, v)
    with torch.no_grad():
        v -= 0.5 * g
print(torch.allclose(v, w, atol=1e-4), f'{loss:.4f}')
model = nn.Sequential(nn.Linear(3, 1), nn.Flatten(0))
opt = torch.optim.LBFGS(model.parameters(), lr=0.5, max_iter=10)


def closure():
    opt.zero_grad()
    l = nn.functional.binary_cross_entropy_with_logits(model(X), y) + 1e-2 * model[0].weight.square().sum()
    l.backward()
    return l


for _ in range(3):
    l = opt.step(closure)
print(f'{l.item():.3f}', model[0].weight.sign(), ((torch.sigmoid(model(X)) > 0.5) == y.bool()).sum() > 72)
H = torch.autograd.functional.hessian(lambda a: nn.functional.binary_cross_entropy_with_logits(X @ a, y), torch.zeros(3))
print(torch.allclose(H, X.T @ X / 4 / len(X), atol=1e-5))
