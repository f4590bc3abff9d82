# Every activation and elementwise function: values and gradients at the same points.
import torch
import torch.nn.functional as F
from torch import nn

points = [-3., -1., -0.5, 0.25, 1., 2.5]
for name in ('relu', 'relu6', 'leaky_relu', 'elu', 'selu', 'celu', 'gelu', 'silu', 'mish', 'sigmoid', 'tanh', 'softplus', 'softsign', 'logsigmoid', 'hardtanh', 'hardsigmoid', 'hardswish', 'hardshrink', 'softshrink', 'tanhshrink'):
    x = torch.tensor(points, requires_grad=True)
    y = getattr(F, name)(x)
    y.sum().backward()
    print(name, y.detach(), x.grad)
for name in ('exp', 'sin', 'cos', 'tan', 'sinh', 'cosh', 'atan', 'erf', 'erfc', 'abs', 'neg', 'square', 'reciprocal', 'expm1', 'sign', 'floor', 'ceil', 'round', 'trunc', 'frac', 'sigmoid', 'asinh', 'exp2', 'sinc', 'positive'):
    x = torch.tensor(points, requires_grad=True)
    y = getattr(torch, name)(x)
    y.sum().backward()
    print(name, y.detach(), x.grad)
for name in ('sqrt', 'rsqrt', 'log', 'log2', 'log10', 'log1p', 'lgamma', 'acosh'):
    x = torch.tensor([1.25, 2., 3.5], requires_grad=True)
    y = getattr(torch, name)(x)
    y.sum().backward()
    print(name, y.detach(), x.grad)
for name in ('asin', 'acos', 'atanh', 'erfinv', 'logit'):
    x = torch.tensor([0.125, 0.5, 0.75], requires_grad=True)
    y = getattr(torch, name)(x)
    y.sum().backward()
    print(name, y.detach(), x.grad)
for name in ('add', 'sub', 'mul', 'div', 'pow', 'atan2', 'hypot', 'maximum', 'minimum', 'fmod', 'remainder', 'logaddexp', 'copysign', 'true_divide', 'xlogy'):
    a = torch.tensor([1., 2., 3.], requires_grad=True)
    b = torch.tensor([2., 2., 0.5], requires_grad=True)
    y = getattr(torch, name)(a, b)
    if y.requires_grad:
        y.sum().backward()
    print(name, y.detach(), a.grad, b.grad)
print(F.leaky_relu(torch.tensor([-1.]), 0.3), F.elu(torch.tensor([-1.]), 0.5), F.hardtanh(torch.tensor([-3., 3.]), -2, 2), F.threshold(torch.tensor([0.5, 2.]), 1, -7), F.glu(torch.tensor([1., 2., 3., 4.])), F.prelu(torch.tensor([-2., 2.]), torch.tensor([0.25])), F.softmin(torch.tensor([1., 2.]), 0), F.gelu(torch.tensor([1.]), approximate='tanh'), F.softplus(torch.tensor([0.5, 30.]), beta=2), F.normalize(torch.tensor([[3., 4.]])), F.softmax(torch.tensor([1., 2., 3.]), dim=0), F.log_softmax(torch.tensor([[1., 2.]]), dim=1))
print(nn.PReLU()(torch.tensor([-1.])), nn.Softmax(dim=-1)(torch.zeros(2, 2)), nn.RReLU().eval()(torch.tensor([-1.])), nn.Softmax2d()(torch.zeros(1, 2, 1, 1)), torch.clamp(torch.tensor([-1., 0.5, 2.]), 0, 1), torch.clamp(torch.tensor([1., 5.]), max=torch.tensor([2., 2.])), torch.tensor([1., 2.]).clamp_(min=1.5), torch.lerp(torch.tensor([0.]), torch.tensor([10.]), 0.3), torch.addcmul(torch.ones(2), torch.ones(2), torch.ones(2), value=0.5), torch.addcdiv(torch.ones(2), torch.ones(2), torch.full((2,), 4.)))
x = torch.tensor([-1., 2.])
print(F.relu(x, inplace=True), x, nn.ReLU(inplace=True)(torch.tensor([-5.])), torch.relu_(torch.tensor([-1., 1.])), x.sigmoid_(), x.exp_(), x.neg_(), x.abs_().sqrt_(), x.zero_(), x.fill_(3).pow_(2), x.div_(2).floor_())
for bad in (lambda: F.glu(torch.ones(3)), lambda: F.relu([1]), lambda: torch.tanh('x'), lambda: F.gelu(x, approximate='no'), lambda: F.prelu(torch.ones(2, 3), torch.ones(2)), lambda: torch.clamp(x), lambda: nn.Softmax(dim=3)(x), lambda: F.softshrink(x, -1)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, '|', str(e).split('\n')[0])
