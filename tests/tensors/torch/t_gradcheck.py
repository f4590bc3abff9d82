# gradcheck and gradgradcheck: what they find right, what they find wrong, and their words.
import warnings

import torch
from torch.autograd import Function, gradcheck, gradgradcheck


def say(label, call):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter('always')
        try:
            answer = call()
        except Exception as error:
            answer = '%s.%s: %s' % (type(error).__module__, type(error).__name__, error)
    print(label, answer, [str(each.message) for each in told])


class Square(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 2

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * 2 * x


class Wrong(Square):
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * 3 * x


class Unscaled(Square):
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return 2 * x


class Twice(Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x * y, x + y

    @staticmethod
    def backward(ctx, by_product, by_sum):
        x, y = ctx.saved_tensors
        return by_product * y + by_sum, by_product * x


class Detached(Square):
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * 2 * x.detach()


torch.manual_seed(0)
x = torch.tensor([1., -2., 3.], dtype=torch.double, requires_grad=True)
y = torch.tensor([0.5, 2., -1.], dtype=torch.double, requires_grad=True)
for label, func, inputs in (('right', Square.apply, x), ('wrong', Wrong.apply, x), ('unscaled', Unscaled.apply, x), ('two outputs', Twice.apply, (x, y)), ('product', torch.mul, (x, y)),
                            ('of a matrix', torch.inverse, (torch.tensor([[2., 1.], [0.5, 3.]], dtype=torch.double, requires_grad=True),)), ('0-d', torch.sin, x.detach()[0].requires_grad_()),
                            ('numbers beside', lambda a, n: a * n, (x, 3)), ('no gradient', torch.sin, (x.detach(),)), ('constant', lambda a: torch.zeros(3), x),
                            ('cut off', lambda a: a.detach() * 2, x), ('stretched', torch.sin, (x[:1].detach().expand(3).requires_grad_(),)),
                            ('float', Square.apply, x.detach().float().requires_grad_())):
    say(label, lambda: gradcheck(func, inputs))
    say(label + ', quietly', lambda: gradcheck(func, inputs, raise_exception=False))
say('loosely', lambda: gradcheck(Square.apply, x.detach().float().requires_grad_(), eps=1e-2, atol=1e-1))
say('twice', lambda: gradgradcheck(Square.apply, x))
say('twice, product', lambda: gradgradcheck(torch.mul, (x, y)))
say('twice, with gradients', lambda: gradgradcheck(torch.mul, (x, y), torch.ones(3, dtype=torch.double, requires_grad=True)))
say('twice, wrong', lambda: gradgradcheck(Detached.apply, x, raise_exception=False))
from torch.autograd.gradcheck import GradcheckError, gradcheck as same
print(GradcheckError.__mro__[1].__name__, same is gradcheck, torch.autograd.gradcheck is gradcheck, torch.rand(1).item() > 0)
