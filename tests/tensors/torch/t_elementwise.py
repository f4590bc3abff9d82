import torch

x = torch.tensor([-1.5, -0.5, 0.5, 1.5])
p = torch.tensor([0.1, 0.5, 1.5, 3.])
for name in 'abs neg sign sin cos tan atan sinh cosh tanh asinh exp exp2 expm1 floor ceil round trunc frac sigmoid erf erfc square relu positive'.split():
    print(name, getattr(torch, name)(x), getattr(x, name)() if hasattr(x, name) else '')
for name in 'sqrt rsqrt log log2 log10 log1p reciprocal lgamma digamma'.split():
    print(name, getattr(torch, name)(p))
for name in 'asin acos atanh erfinv'.split():
    print(name, getattr(torch, name)(torch.tensor([-0.5, 0., 0.5])))
print(torch.acosh(p + 1), torch.acos(torch.zeros(1)).item() * 2, torch.pi, torch.deg2rad(torch.tensor([180.])), torch.rad2deg(torch.tensor([torch.pi])))
a, b = torch.tensor([5., -5., 7.]), torch.tensor([3., 3., -2.])
for name in 'add sub mul div true_divide floor_divide remainder fmod pow maximum minimum fmax fmin atan2 hypot eq ne lt le gt ge logaddexp copysign'.split():
    print(name, getattr(torch, name)(a, b))
print(torch.div(a, b, rounding_mode='floor'), torch.div(a, b, rounding_mode='trunc'), torch.add(a, b, alpha=2), torch.sub(a, 1, alpha=3), a.add(1), a.mul(2), a.pow(2), torch.pow(2, a), 1 / a, 1 - a, 10 % b, a // 2)
print(torch.clamp(a, -1, 6), a.clamp(min=0), a.clamp(max=0), torch.clip(a, 0, 1), torch.lerp(a, b, 0.5), torch.addcmul(a, b, b, value=2), torch.addcdiv(a, b, b), torch.where(a > 0, a, b), torch.heaviside(a, torch.tensor([1.])))
i, j = torch.tensor([6, 5, 3]), torch.tensor([3, 1, 2])
print(i & j, i | j, i ^ j, ~i, i << 1, i >> 1, torch.bitwise_and(i, j), torch.logical_and(i > 4, j > 1), torch.logical_not(i > 4), torch.logical_xor(i > 4, j > 1))
c = torch.ones(3)
print(c.add_(1), c.mul_(3), c.sub_(1).div_(5), c.pow_(2), c.sqrt_(), c.exp_(), c.log_(), c.neg_(), c.abs_(), c.clamp_(0, 0.5), c.fill_(7), c.zero_(), c.copy_(a), c.floor_(), c.sigmoid_(), c.round_())
c += 1
c -= 0.5
c *= 2
c /= 4
c **= 2
print(c, -c, +c, abs(-c), c == c, c.eq(c).all(), not c.isnan().any(), bool((c > 0).all()), round(c[0].item(), 3))
print(torch.round(torch.tensor([0.5, 1.5, 2.5, -0.5])), torch.round(torch.tensor([1.2345]), decimals=2), torch.sgn(x), torch.logit(torch.tensor([0.3])), torch.sinc(torch.tensor([0., 0.5])), torch.xlogy(torch.tensor([0., 2.]), torch.tensor([0., 3.])))
