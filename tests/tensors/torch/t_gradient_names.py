# A gradient that can be differentiated again says what made it: a name a step, and the ones a step calls after its own backward.
import torch, torch.nn as nn, torch.nn.functional as F

torch.manual_seed(0)


def names(label, f, *inputs):
    leaves = [x.detach().clone().requires_grad_() for x in inputs]
    loss = (f(*leaves) ** 2).sum()
    grads = torch.autograd.grad(loss, leaves, create_graph=True, allow_unused=True)
    print(label, *[g.grad_fn.name() if g is not None and g.grad_fn else None for g in grads])


r = torch.randn
for d in ((4, 3), (2, 4, 3), (3,), (2, 2, 4, 3)):
    names('linear %s' % (d,), F.linear, r(*d), r(2, 3), r(2))
    names('linear, no bias %s' % (d,), F.linear, r(*d), r(2, 3))
for n in ('relu', 'tanh', 'sigmoid', 'cos', 'sin', 'exp', 'log', 'sqrt', 'reciprocal', 'square', 'abs', 'erf', 'acos', 'exp2', 'log2', 'floor'):
    names(n, getattr(torch, n), (r(4, 3) * .3).abs() + .1)
for n in ('gelu', 'leaky_relu', 'softplus', 'elu', 'selu', 'logsigmoid', 'hardtanh', 'relu6', 'hardswish'):
    names(n, getattr(F, n), r(4, 3))
labels = torch.tensor([0, 1, 2, 0])
for n, f in (('softmax', lambda a: torch.softmax(a, 1)), ('log_softmax', lambda a: torch.log_softmax(a, 1)),
             ('cross_entropy', lambda a: F.cross_entropy(a, labels)), ('nll_loss', lambda a: F.nll_loss(a, labels)),
             ('mean', lambda a: a.mean()), ('sum', lambda a: a.sum(1)), ('max', lambda a: a.max()), ('max 1', lambda a: a.max(1)[0]),
             ('row', lambda a: a[1:]), ('t', lambda a: a.t()), ('transpose', lambda a: a.transpose(0, 1)), ('permute', lambda a: a.permute(1, 0)),
             ('view', lambda a: a.view(-1)), ('unsqueeze', lambda a: a.unsqueeze(0)), ('cat', lambda a: torch.cat([a, a])),
             ('masked_fill', lambda a: a.masked_fill(a > 0, 0.)), ('x * 2', lambda a: a * 2), ('x ** 3', lambda a: a ** 3), ('2 ** x', lambda a: 2 ** a)):
    names(n, f, r(4, 3))
for d in (1, 2, 3):
    names('conv%dd' % d, getattr(F, 'conv%dd' % d), r(2, 2, *[5] * d), r(3, 2, *[3] * d), r(3))
    for n in ('max_pool', 'avg_pool', 'adaptive_avg_pool'):
        names('%s%dd' % (n, d), lambda a: getattr(F, '%s%dd' % (n, d))(a, 2), r(1, 2, *[4] * d))
names('batch_norm', lambda a, w, b: F.batch_norm(a, None, None, w, b, training=True), r(4, 3), r(3), r(3))
names('layer_norm', lambda a, w, b: F.layer_norm(a, (3,), w, b), r(4, 3), r(3), r(3))
names('embedding', lambda a: F.embedding(torch.tensor([0, 1]), a), r(4, 3))
for n in ('mul', 'div', 'add', 'sub', 'pow', 'maximum', 'minimum', 'atan2', 'fmod', 'hypot', 'matmul'):
    names(n, getattr(torch, n), r(3, 3).abs() + .1, r(3, 3).abs() + .5)
names('mv', torch.mv, r(4, 3), r(3))
names('dot', torch.dot, r(3), r(3))

# a whole network's, and what the printed gradient says
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
x = torch.ones(2, 3, requires_grad=True)
(gx,) = torch.autograd.grad(net(x).sum(), x, create_graph=True)
print(gx.shape, gx.grad_fn.name())
a = torch.tensor([1., 2.], requires_grad=True)
(g,) = torch.autograd.grad((a ** 3).sum(), a, create_graph=True)
print(g)
(gg,) = torch.autograd.grad(g.sum(), a, create_graph=True)
print(gg)
