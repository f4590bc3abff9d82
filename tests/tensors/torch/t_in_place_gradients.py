# What a gradient reads of an operand that was written over is what it was; a gradient of one's own is summed down to its operand.
import torch

x = torch.tensor([[0.3, 0.5, 0.7], [0.2, 0.45, 0.95]])
w = torch.tensor([[0.4, 0.6, 0.35], [0.8, 0.55, 0.3]])


def shown(t):
    return None if t is None else [round(v, 3) for v in t.flatten().tolist()]


def look(name, function):
    for later in (False, True):
        a, b = x.clone().requires_grad_(), w.clone().requires_grad_()
        y, u = a * 1, b * 1
        try:
            made = function(y, u)
            if later:
                made.mul_(2)
            made.sum().backward()
            print(name, later, shown(a.grad), shown(b.grad))
        except RuntimeError as error:
            print(name, later, str(error).split(', which')[0])


for name in 'sin cos tan abs log log2 log10 log1p exp sqrt rsqrt sigmoid tanh sinh cosh asin acos atan square reciprocal erf erfc erfinv digamma lgamma logit'.split():
    look(name, lambda y, u: getattr(y, name + '_')())
for name in 'mul div pow atan2 add sub fmod remainder hypot xlogy clamp_min clamp_max'.split():
    if name != 'pow':
        look(name, lambda y, u: getattr(y, name + '_')(u))
for name, function in {
    'pow 2': lambda y, u: y.pow_(2), 'clamp': lambda y, u: y.clamp_(0.3, 0.6), 'clamp by tensors': lambda y, u: y.clamp_(u, u + 1), 'addcmul': lambda y, u: y.addcmul_(u, u),
    'lerp': lambda y, u: y.lerp_(u, u), 'renorm': lambda y, u: y.renorm_(2, 0, 1.), 'itself': lambda y, u: y.mul_(y), 'a part': lambda y, u: (y[:, 0].mul_(u[:, 1]), y)[1],
    'turned': lambda y, u: y.t().mul_(u.t()), 'twice': lambda y, u: y.mul_(u).mul_(u), 'by a number': lambda y, u: y.mul_(3), 'polygamma': lambda y, u: y.polygamma_(1),
    'a result': lambda y, u: y.exp().mul_(u), 'augmented': lambda y, u: y.__imul__(u).__itruediv__(u + 1).__ipow__(2),
}.items():
    look(name, function)

y = (x.double().requires_grad_() * 1)
first, = torch.autograd.grad(y.clone().mul_(y).sin_().sum(), y, create_graph=True)
print(shown(first), shown(torch.autograd.grad(first.sum(), y)[0]))
z = torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)
q = z * 1
q.mul_(q * 2)
q.abs().sum().backward()
print(z.grad)
with torch.autograd.graph.saved_tensors_hooks(lambda t: ('kept', t), lambda pair: pair[1]):
    a = x.clone().requires_grad_()
    (a * 1).sin_().sum().backward()
    print(shown(a.grad))


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, by):
        ctx.save_for_backward(x)
        return x * by

    @staticmethod
    def backward(ctx, gradient):
        return gradient, gradient * ctx.saved_tensors[0]


for shape in (1, 1), (3,), (1,), (), (2, 1):
    by = torch.ones(shape, requires_grad=True)
    Scaled.apply(x, by).sum().backward()
    print(by.grad)


class Narrow(Scaled):
    @staticmethod
    def backward(ctx, gradient):
        return gradient.float(), gradient.float()


by = torch.ones(3, dtype=torch.float64, requires_grad=True)
Narrow.apply(x, by).sum().backward()
print(by.grad)


class Wide(Scaled):
    @staticmethod
    def forward(ctx, x, by):
        return x * 1


try:
    Wide.backward = staticmethod(lambda ctx, gradient: (gradient, gradient))
    Wide.apply(x.clone().requires_grad_(), torch.ones(2, requires_grad=True)).sum().backward()
except RuntimeError as error:
    print(error)
