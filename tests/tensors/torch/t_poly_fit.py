# The first tutorial: fitting a sine by a polynomial, six ways from plain tensors to a module with an optimizer.
import math

import torch

x = torch.linspace(-math.pi, math.pi, 200)
y = torch.sin(x)
torch.manual_seed(0)
a, b, c, d = (torch.randn(()) for _ in range(4))
for t in range(200):
    y_pred = a + b * x + c * x ** 2 + d * x ** 3
    grad = 2.0 * (y_pred - y)
    a -= 1e-5 * grad.sum()
    b -= 1e-5 * (grad * x).sum()
    c -= 1e-5 * (grad * x ** 2).sum()
    d -= 1e-5 * (grad * x ** 3).sum()
print(f'Result: y = {a.item():.2f} + {b.item():.2f} x + {c.item():.2f} x^2 + {d.item():.2f} x^3')
p = torch.tensor([1, 2, 3])
xx = x.unsqueeze(-1).pow(p)
model = torch.nn.Sequential(torch.nn.Linear(3, 1), torch.nn.Flatten(0, 1))
loss_fn = torch.nn.MSELoss(reduction='sum')
optimizer = torch.optim.RMSprop(model.parameters(), lr=1e-2)
for t in range(200):
    loss = loss_fn(model(xx), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
linear = model[0]
print(xx.shape, f'{loss.item():.1f}', linear.weight.shape, linear.bias.shape)


class Polynomial3(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.Parameter(torch.ones(()))
        self.b = torch.nn.Parameter(torch.ones(()))

    def forward(self, x):
        return self.a + self.b * x

    def string(self):
        return f'y = {self.a.item():.3f} + {self.b.item():.3f} x'


m = Polynomial3()
opt = torch.optim.SGD(m.parameters(), lr=1e-4)
for t in range(50):
    loss = loss_fn(m(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(m.string(), list(m.state_dict()), m)
