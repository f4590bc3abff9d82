# Custom functions with their own gradient.
import torch
from torch.autograd import Function


class Exp(Function):
    @staticmethod
    def forward(ctx, i):
        result = i.exp()
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad_output):
        result, = ctx.saved_tensors
        return grad_output * result


class MyReLU(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return input.clamp(min=0)

    @staticmethod
    def backward(ctx, grad_output):
        input, = ctx.saved_tensors
        grad_input = grad_output.clone()
        grad_input[input < 0] = 0
        return grad_input


class LegendrePolynomial3(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return 0.5 * (5 * input ** 3 - 3 * input)

    @staticmethod
    def backward(ctx, grad_output):
        input, = ctx.saved_tensors
        return grad_output * 1.5 * (5 * input ** 2 - 1)


class Scale(Function):
    @staticmethod
    def forward(ctx, x, k, flag=None):
        ctx.k = k
        ctx.mark_non_differentiable
        return x * k, x + 1

    @staticmethod
    def backward(ctx, ga, gb):
        print('needs', ctx.needs_input_grad, ga, gb)
        return ga * ctx.k + gb, None, None


x = torch.tensor([0., 1., -2.], requires_grad=True)
y = Exp.apply(x)
print(y, y.grad_fn.name() if hasattr(y.grad_fn, 'name') else '', type(y.grad_fn).__name__)
y.sum().backward()
print(x.grad)
x.grad = None
MyReLU.apply(x).sum().backward()
print(x.grad)
a, b = Scale.apply(x, 3.)
print(a, b)
(a.sum() + 2 * b.sum()).backward()
print(x.grad)
print(Exp.apply(x.detach()).requires_grad)
with torch.no_grad():
    print(Exp.apply(x).requires_grad)


class Wrong(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g, g


class Shape(Wrong):
    @staticmethod
    def backward(ctx, g):
        return g[:1]


class NoBackward(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2


for cls in (Wrong, Shape, NoBackward):
    try:
        cls.apply(x).sum().backward()
        print('no error')
    except Exception as e:
        print(type(e).__name__, '|', e)
try:
    Exp()(x)
except Exception as e:
    print(type(e).__name__)
a = torch.full((), 0.0, requires_grad=True)
d = torch.full((), 0.3, requires_grad=True)
xs = torch.linspace(-3.14, 3.14, 200)
ys = torch.sin(xs)
for t in range(100):
    y_pred = a + d * LegendrePolynomial3.apply(0.3 * xs)
    loss = (y_pred - ys).pow(2).sum()
    if t % 25 == 24:
        print(t, f'{loss.item():.3f}')
    loss.backward()
    with torch.no_grad():
        a -= 5e-4 * a.grad
        d -= 5e-4 * d.grad
        a.grad = None
        d.grad = None
print(torch.autograd.gradcheck(Exp.apply, (torch.randn(3, dtype=torch.double, requires_grad=True),)))
