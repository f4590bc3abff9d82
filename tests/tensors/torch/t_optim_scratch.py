# Optimization algorithms by hand, as lessons derive them, beside torch.optim.
import math

import torch


def f_2d(x1, x2):
    return 0.1 * x1 ** 2 + 2 * x2 ** 2


def train_2d(trainer, steps=20):
    x1, x2, s1, s2 = -5, -2, 0, 0
    for i in range(steps):
        x1, x2, s1, s2 = trainer(x1, x2, s1, s2)
    return f'{x1:.4f} {x2:.4f}'


def momentum_2d(x1, x2, v1, v2, eta=0.4, beta=0.5):
    v1 = beta * v1 + 0.2 * x1
    v2 = beta * v2 + 4 * x2
    return x1 - eta * v1, x2 - eta * v2, v1, v2


print(train_2d(momentum_2d))


def init_states(n):
    return [torch.zeros((n, 1)), torch.zeros(1)]


def sgd(params, states, hp):
    for p in params:
        p.data.sub_(hp['lr'] * p.grad)
        p.grad.data.zero_()


def sgd_momentum(params, states, hp):
    for p, v in zip(params, states):
        with torch.no_grad():
            v[:] = hp['momentum'] * v + p.grad
            p[:] -= hp['lr'] * v
        p.grad.data.zero_()


def adagrad(params, states, hp):
    eps = 1e-6
    for p, s in zip(params, states):
        with torch.no_grad():
            s[:] += torch.square(p.grad)
            p[:] -= hp['lr'] * p.grad / torch.sqrt(s + eps)
        p.grad.data.zero_()


def rmsprop(params, states, hp):
    gamma, eps = hp['gamma'], 1e-6
    for p, s in zip(params, states):
        with torch.no_grad():
            s[:] = gamma * s + (1 - gamma) * torch.square(p.grad)
            p[:] -= hp['lr'] * p.grad / torch.sqrt(s + eps)
        p.grad.data.zero_()


def adam(params, states, hp):
    beta1, beta2, eps = 0.9, 0.999, 1e-6
    for p, (v, s) in zip(params, states):
        with torch.no_grad():
            v[:] = beta1 * v + (1 - beta1) * p.grad
            s[:] = beta2 * s + (1 - beta2) * torch.square(p.grad)
            v_bias_corr = v / (1 - beta1 ** hp['t'])
            s_bias_corr = s / (1 - beta2 ** hp['t'])
            p[:] -= hp['lr'] * v_bias_corr / (torch.sqrt(s_bias_corr) + eps)
        p.grad.data.zero_()
    hp['t'] += 1


torch.manual_seed(0)
X = torch.randn(60, 5)
y = X @ torch.arange(1., 6.).reshape(5, 1) + 0.3


def train(trainer, states, hp, epochs=3):
    torch.manual_seed(1)
    w = torch.normal(mean=0.0, std=0.01, size=(5, 1), requires_grad=True)
    b = torch.zeros((1), requires_grad=True)
    for _ in range(epochs):
        for i in range(0, 60, 10):
            l = ((X[i:i + 10] @ w + b - y[i:i + 10]) ** 2 / 2).mean()
            l.backward()
            trainer([w, b], states, hp)
    with torch.no_grad():
        return ((X @ w + b - y) ** 2).mean().item()


for name, trainer, states, hp in (('sgd', sgd, None, {'lr': 0.1}), ('momentum', sgd_momentum, init_states(5), {'lr': 0.02, 'momentum': 0.5}), ('adagrad', adagrad, init_states(5), {'lr': 0.5}), ('rmsprop', rmsprop, init_states(5), {'lr': 0.1, 'gamma': 0.9}),
                                ('adam', adam, list(zip(init_states(5), init_states(5))), {'lr': 0.1, 't': 1})):
    print(name, f'{train(trainer, states, hp):.3f}')
eta = 0.1


def newton(f, x, n):
    for _ in range(n):
        x = x.detach().requires_grad_()
        g, = torch.autograd.grad(f(x), x, create_graph=True)
        h, = torch.autograd.grad(g, x)
        x = x - g / h
    return x


c = torch.tensor(0.5)
print(newton(lambda x: torch.cosh(c * x), torch.tensor(2.0), 5).abs() < 1e-3, newton(lambda x: (x - 1) ** 4, torch.tensor(3.), 3))
x = torch.tensor([1., 2.], requires_grad=True)
opt = torch.optim.SGD([x], lr=0.1)
for i in range(3):
    def closure():
        opt.zero_grad()
        loss = (x ** 2).sum()
        loss.backward()
        return loss
    print(opt.step(closure).item(), x.data)
print(torch.nn.utils.clip_grad_norm_([x], 1.0), x.grad, torch.nn.utils.clip_grad_value_([x], 0.1), x.grad)
print(torch.nn.utils.parameters_to_vector([x, torch.ones(1)]), torch.nn.utils.clip_grad_norm_([x], 0.05, norm_type=float('inf')))
for bad in (lambda: torch.nn.utils.clip_grad_norm_([x], 'a'), lambda: torch.nn.utils.clip_grad_norm_([torch.ones(1)], 1.)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, '|', e)
