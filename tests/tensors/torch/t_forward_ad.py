# torch.autograd.forward_ad: dual tensors through functions, views, writes, modules, functions of one's own; its errors.
import torch
import torch.autograd.forward_ad as fwAD
import torch.nn as nn
import torch.nn.functional as F


def tried(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).split('\n')[0])


p, t = torch.tensor([1., 2., 3.]), torch.tensor([1., 0., 2.])
with fwAD.dual_level():
    d = fwAD.make_dual(p, t)
    print(d, d.requires_grad, d.grad_fn, type(d).__name__, d.is_leaf)
    print(fwAD.unpack_dual(d), fwAD.unpack_dual(d).tangent is t)
    print(d * 2, torch.sin(d), d.sum(), d[0], d.view(3, 1), (d * d).exp(), d.detach(), d > 1, d.argmax(), d + 1, d.max(0), d.sort())
    print(1 - d, 2 / d, d / 2, d ** 2, 2 ** d, -d, abs(d), d @ d, d % 2, d.clamp(1.5, 2.5), d.cumsum(0), d.prod(), d.std(), d.norm(), d.flip(0))
    print(fwAD.unpack_dual(d * p), fwAD.unpack_dual(p), fwAD.unpack_dual(d > 1))
    with torch.no_grad():
        print(d * 2)
    e = d * 1
    e.add_(d)
    print(e)
    e[0] = 5
    print(e)
    e[1] = d[2]
    print(e)
    e.mul_(2)
    print(e)
    v = e.view(3, 1)
    v.mul_(3)
    print(e, v)
    q = torch.zeros(3)
    q.copy_(d)
    print(q)
    q[1] = d[1] * 3
    print(q)
    z = torch.zeros(3)
    z += d
    print(z)
    tried(lambda: d // 2)
    tried(lambda: fwAD.make_dual(p, torch.ones(2)))
    tried(lambda: fwAD.make_dual(torch.arange(3), torch.arange(3)))
    tried(lambda: fwAD.make_dual(3, t))
    tried(lambda: fwAD.make_dual(p, 3))
    tried(lambda: fwAD.make_dual(d, t))
    r = p.clone().requires_grad_()
    dr = fwAD.make_dual(r, t)
    y = (dr * dr).sum()
    print(dr, y)
    u = fwAD.unpack_dual(y)
    print(u.primal, u.tangent.requires_grad)
    print(torch.autograd.grad(u.tangent, r, retain_graph=True), torch.autograd.grad(u.primal, r)[0].shape)
    tried(lambda: fwAD.dual_level().__enter__())
    print(nn.Softmax(0)(d), F.relu(d - 2), torch.sigmoid(d), torch.tanh(d), F.gelu(d), F.layer_norm(d, [3]), F.log_softmax(d, 0))
    print(torch.cat([d, p]), torch.stack([d, d]), torch.where(d > 1, d, torch.zeros(3)), torch.einsum('i,i', d, d), torch.outer(d, p), torch.chunk(d, 3), d.unsqueeze(0).T, d.expand(2, 3))
    print(d.tolist(), d.clone(), torch.zeros_like(d), d.to(torch.float64), d.numpy(), d[1].item())
    w = torch.arange(6.).reshape(2, 3) / 6
    print(F.linear(d, w), w @ d, torch.mv(w, d), F.mse_loss(d, p * 2), F.cross_entropy(d[None], torch.tensor([1])).item() > 0)
    m = fwAD.make_dual(w @ w.T + torch.eye(2), torch.ones(2, 2))
    print(torch.linalg.inv(m), torch.linalg.det(m), m.T, m.mT, m.t(), m.diagonal(), m.trace())
    c = fwAD.make_dual(torch.tensor([1 + 2j]), torch.tensor([1 - 1j]))
    print(c * c, c.abs(), c.real, torch.exp(c))

    class Cube(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_forward(x)
            return x ** 3

        @staticmethod
        def jvp(ctx, g):
            x, = ctx.saved_tensors
            return 3 * x ** 2 * g

    class NoJvp(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x ** 3

        @staticmethod
        def backward(ctx, g):
            return g

    class Two(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, y):
            ctx.x, ctx.y = x, y
            return x * y, x + y

        @staticmethod
        def jvp(ctx, g, h):
            print('jvp', g, h)
            return g * ctx.y + h * ctx.x, g + h

    print(Cube.apply(d))
    tried(lambda: NoJvp.apply(d))
    print(Two.apply(d, p))

    # A module: directional derivatives in its parameters
    torch.manual_seed(0)
    model, x = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2)), torch.linspace(-1, 1, 6).reshape(2, 3)
    params = {name: each for name, each in model.named_parameters()}
    tangents = {name: torch.ones_like(each) for name, each in params.items()}
    for layer in model:
        for name, each in list(layer.named_parameters()):
            delattr(layer, name)
            setattr(layer, name, fwAD.make_dual(each, torch.ones_like(each)))
    out = model(x)
    jvp = fwAD.unpack_dual(out).tangent
    print(jvp.shape, jvp.requires_grad)
    forward = jvp.detach()

model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
for each, name in zip(model.parameters(), params):
    each.data = params[name].data
_, expected = torch.autograd.functional.jvp(lambda *ps: torch.tanh(x @ ps[0].T + ps[1]) @ ps[2].T + ps[3], tuple(params[n].detach() for n in params), tuple(tangents.values()))
print(torch.allclose(forward, expected, atol=1e-5))
print(d, fwAD.unpack_dual(d))
tried(lambda: fwAD.make_dual(p, t))
tried(lambda: fwAD.exit_dual_level())
print(fwAD.enter_dual_level())
d = fwAD.make_dual(p, t)
print(fwAD.unpack_dual(d.cos()))
tried(lambda: fwAD.exit_dual_level(level=3))
fwAD.exit_dual_level()

# gradcheck goes forward too
print(torch.autograd.gradcheck(lambda x: x.sin() * x, (torch.tensor([1., 2.], dtype=torch.float64, requires_grad=True),), check_forward_ad=True))


# Jacobians by forward mode
def f(x):
    return torch.stack([x[0] * x[1], x.sum(), x[0].sin()])


x = torch.tensor([1., 2.])
print(torch.autograd.functional.jacobian(f, x, vectorize=True, strategy='forward-mode'))
tried(lambda: torch.autograd.functional.jacobian(f, x, strategy='forward-mode'))
tried(lambda: torch.autograd.functional.jacobian(f, x, strict=True, vectorize=True, strategy='forward-mode'))
tried(lambda: torch.autograd.functional.jacobian(f, x, create_graph=True, vectorize=True, strategy='forward-mode'))
tried(lambda: torch.autograd.functional.jacobian(f, x, strategy='sideways'))
tried(lambda: torch.autograd.functional.jacobian(f, x, vectorize=True, strict=True))
print(torch.autograd.functional.hessian(lambda x: (x ** 3).sum(), x, vectorize=True, outer_jacobian_strategy='forward-mode').detach())
tried(lambda: torch.autograd.functional.hessian(lambda x: (x ** 3).sum(), x, outer_jacobian_strategy='sideways'))
tried(lambda: torch.autograd.functional.hessian(lambda x: (x ** 3).sum(), x, outer_jacobian_strategy='forward-mode'))

# Second gradients of a decomposition, of batches too, and the gradient of the commonest value
s = (torch.arange(9., dtype=torch.float64).reshape(3, 3).sin() + torch.eye(3, dtype=torch.float64) * 3).requires_grad_()
for a in s, torch.stack([s, s + 1]), s[:2], s[:, :2]:
    q, r = torch.linalg.qr(a)
    g, = torch.autograd.grad((q * q.detach().cos()).sum() + r.sin().sum(), s, create_graph=True)
    print(q.grad_fn.name(), q.shape, g.detach(), torch.autograd.grad(g.sin().sum(), s))
x = torch.tensor([[1., 1., 2.], [3., 2., 2.]], requires_grad=True)
v = x.mode().values
v.sum().backward()
print(v, x.grad, x.mode(0, keepdim=True))
