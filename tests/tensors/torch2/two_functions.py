"""Functions of one's own as PyTorch 2 has them: a forward without ctx and setup_context, arguments by name, rules for vmap, what torch.func asks of them."""
import warnings

import torch
from torch import nn
from torch.autograd import Function, gradcheck

warnings.simplefilter('ignore')


def tried(what, call):
    try:
        print(what, call())
    except Exception as error:
        print(what, type(error).__name__, error)


class Scaled(Function):
    @staticmethod
    def forward(x, by=3):
        return x * by

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, ctx.by = inputs
        print('  set up', tuple(x.shape), ctx.by, type(output).__name__, ctx.needs_input_grad)

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.by, None


class Older(Function):
    @staticmethod
    def forward(ctx, x, by=2):
        ctx.by = by
        return x * by

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.by, None


x = torch.tensor([1., 2.], requires_grad=True)
tried('plain', lambda: Scaled.apply(x))
tried('by place', lambda: Scaled.apply(x, 4))
tried('by name', lambda: Scaled.apply(by=5, x=x))
tried('an unknown name', lambda: Scaled.apply(x, factor=4))
tried('nothing', lambda: Scaled.apply())
tried('the older form by name', lambda: Older.apply(x, by=7))
tried('... its tensor too', lambda: Older.apply(by=7, x=x))
tried('... an unknown name', lambda: Older.apply(x, factor=5))
with torch.no_grad():
    tried('unrecorded', lambda: Scaled.apply(x))
Scaled.apply(x, 6).sum().backward()
print(x.grad)
print(gradcheck(lambda t: Older.apply(t, 3), (torch.rand(3, dtype=torch.double, requires_grad=True),)))

# what torch.func wants
tried('grad of the older form', lambda: torch.func.grad(lambda t: Older.apply(t).sum())(x))
tried('vmap of it', lambda: torch.func.vmap(Older.apply)(x))
tried('jvp of it', lambda: torch.func.jvp(Older.apply, (x,), (x,)))
tried('vjp of it', lambda: torch.func.vjp(Older.apply, x))
tried('vmap without a rule', lambda: torch.func.vmap(Scaled.apply)(x))


class Quiet(Scaled):
    generate_vmap_rule = True

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.by = inputs[1]


class Ruled(Quiet):
    generate_vmap_rule = False

    @staticmethod
    def vmap(info, in_dims, x, by):
        return x * by, in_dims[0]


class Both(Ruled):
    generate_vmap_rule = True


class NoPair(Ruled):
    @staticmethod
    def vmap(info, in_dims, x, by):
        return x * by


class WrongPair(Ruled):
    @staticmethod
    def vmap(info, in_dims, x, by):
        return x * by, (0, 0)


many = torch.arange(6.).reshape(3, 2)
tried('no jvp', lambda: torch.func.jvp(Quiet.apply, (x.detach(),), (x.detach(),)))
tried('a rule made', lambda: torch.func.vmap(Quiet.apply)(many))
tried('a rule given', lambda: torch.func.vmap(Ruled.apply)(many))
tried('along columns', lambda: torch.func.vmap(Ruled.apply, in_dims=(1, None))(many, 5))
tried('gradients of each', lambda: torch.func.vmap(torch.func.grad(lambda t: Ruled.apply(t * t).sum()))(many))
tried('two rules', lambda: torch.func.vmap(Both.apply)(many))
tried('a rule that gives no axes', lambda: torch.func.vmap(NoPair.apply)(many))
tried('a rule that gives too many', lambda: torch.func.vmap(WrongPair.apply)(many))
tried('grad', lambda: torch.func.grad(lambda t: Quiet.apply(t).sum())(x.detach()))
tried('twice', lambda: torch.func.grad(torch.func.grad(lambda t: Quiet.apply(t * t, 2).sum()))(torch.tensor(2.)))
tried('jacrev', lambda: torch.func.jacrev(lambda t: Quiet.apply(t * t, 2))(torch.ones(2)))


class Cubed(Function):
    """What is needed later comes out of forward, and counts in gradients of the second order."""
    generate_vmap_rule = True

    @staticmethod
    def forward(x):
        return x ** 3, 3 * x ** 2

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0], output[1])
        ctx.save_for_forward(inputs[0], output[1])

    @staticmethod
    def backward(ctx, grad, grad_slope):
        x, slope = ctx.saved_tensors
        return grad * slope + grad_slope * 6 * x

    @staticmethod
    def jvp(ctx, along):
        x, slope = ctx.saved_tensors
        return along * slope, along * 6 * x


def cubed(x):
    return Cubed.apply(x)[0]


at = torch.tensor([1., -2., 3.])
print(torch.func.grad(torch.func.grad(lambda t: cubed(t)))(torch.tensor(2.)))
print(torch.vmap(cubed)(at), torch.vmap(torch.func.grad(cubed))(at))
print(torch.func.jvp(cubed, (at,), (torch.ones(3),)))
print(torch.func.jacfwd(cubed)(at), torch.func.jacrev(cubed)(at))


class Sorted(Function):
    """Arrays do the work."""

    @staticmethod
    def forward(x):
        values = x.numpy()
        order = values.argsort()
        return torch.tensor(values[order]), torch.tensor(order)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.mark_non_differentiable(output[1])
        ctx.save_for_backward(output[1])

    @staticmethod
    def backward(ctx, grad, grad_order):
        print('  of the order', tuple(grad_order.shape))
        order, = ctx.saved_tensors
        return torch.zeros_like(grad).scatter(0, order, grad)


values, order = Sorted.apply(torch.tensor([3., 1., 2.], requires_grad=True))
print(values, order, values.grad_fn is not None, order.requires_grad)
print(torch.func.grad(lambda t: (Sorted.apply(t)[0] * torch.arange(3.)).sum())(torch.tensor([3., 1., 2.])))


# hooks of modules may give lists
m = nn.Linear(2, 2)
m.register_full_backward_hook(lambda module, into, out: [torch.ones_like(g) * 42 for g in into])
m.register_full_backward_pre_hook(lambda module, out: [g * 2 for g in out])
t = torch.ones(1, 2, requires_grad=True)
m(t).sum().backward()
print(t.grad, m.bias.grad)
