"""The incomplete beta function; the incomplete gamma functions, lower and upper, each as a part of the whole: by its series below a + 1, by Legendre's continued fraction (from its end) beyond; in float64."""
import torch


def _series(a, x):
    """P(a, x) without its factor."""
    total = term = 1 / a
    for k in range(1, 400):
        term = term * x / (a + k)
        total = total + term
        if k % 16 == 0 and bool((term <= total * 1e-17).all()):
            break
    return total


def _fraction(a, x):
    """Q(a, x) without its factor: 1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - …)), by Lentz's steps forward."""
    tiny = 1e-300
    b = x + 1 - a
    c = torch.full_like(x, 1 / tiny)
    d = 1 / b
    found = d
    for i in range(1, 400):
        step = -i * (i - a)
        b = b + 2
        d = step * d + b
        d = 1 / torch.where(d.abs() < tiny, torch.full_like(d, tiny), d)
        c = b + step / c
        c = torch.where(c.abs() < tiny, torch.full_like(c, tiny), c)
        factor = c * d
        found = found * factor
        if i % 16 == 0 and bool(((factor - 1).abs() < 1e-16).all()):
            break
    return found


def _both(a, x):
    """P and Q."""
    a, x = torch.broadcast_tensors(a.double(), x.double())
    plain = (a > 0) & (x > 0) & torch.isfinite(a) & torch.isfinite(x)
    one = torch.ones_like(a)
    sa, sx = torch.where(plain, a, one), torch.where(plain, x, one)
    low = sx < sa + 1
    factor = torch.exp(sa * sx.log() - sx - torch.lgamma(sa))
    near = factor * _series(sa, torch.where(low, sx, sa))
    far = factor * _fraction(torch.where(low, one, sa), torch.where(low, one * 3, sx))
    P = torch.where(low, near, 1 - far)
    Q = torch.where(low, 1 - near, far)
    bad = (a < 0) | (x < 0) | (a == 0) & (x == 0) | torch.isnan(a) | torch.isnan(x) | torch.isinf(a) & torch.isinf(x)
    whole = (a == 0) | torch.isinf(x)           # nothing is left above
    nothing = (x == 0) | torch.isinf(a)
    for where, p in ((nothing, 0.), (whole, 1.)):
        P, Q = torch.where(where, torch.full_like(P, p), P), torch.where(where, torch.full_like(Q, 1 - p), Q)
    nan = torch.full_like(P, torch.nan)
    return torch.where(bad, nan, P), torch.where(bad, nan, Q)


class _Incomplete(torch.autograd.Function):
    """Its gradient is the density, of x alone."""

    @staticmethod
    def forward(ctx, a, x, upper):
        ctx.save_for_backward(a, x)
        ctx.upper = upper
        return _both(a, x)[upper].to(torch.promote_types(a.dtype, x.dtype))

    @staticmethod
    def backward(ctx, g):
        a, x = ctx.saved_tensors
        if ctx.needs_input_grad[0]:
            raise NotImplementedError('the derivative for \'%s: input\' is not implemented.' % ('igammac' if ctx.upper else 'igamma'))
        density = torch.exp((a - 1) * x.log() - x - torch.lgamma(a))
        back = g * (-density if ctx.upper else density)
        while back.ndim > x.ndim:
            back = back.sum(0)
        for i, n in enumerate(x.shape):
            if n == 1 and back.shape[i] != 1:
                back = back.sum(i, keepdim=True)
        return None, back, None


def incomplete(input, other, upper):
    if not input.is_floating_point() or not other.is_floating_point():
        kind = torch.get_default_dtype()
        input, other = (t if t.is_floating_point() else t.to(kind) for t in (input, other))
    return _Incomplete.apply(input, other, upper)


def _beta_fraction(a, b, x):
    """The continued fraction of the incomplete beta function, by Lentz's steps."""
    tiny = torch.full_like(x, 1e-300)

    def kept(v):
        return torch.where(v.abs() < 1e-300, tiny, v)
    c, d = torch.ones_like(x), 1 / kept(1 - (a + b) * x / (a + 1))
    found = d
    for m in range(1, 300):
        for step in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d = 1 / kept(1 + step * d)
            c = kept(1 + step / c)
            found = found * c * d
        if m % 16 == 0 and bool(((c * d - 1).abs() < 1e-15).all()):
            break
    return found


def incomplete_beta(a, b, x):
    """How much of Beta(a, b) lies below x, in float64: the fraction, from the end that is nearer."""
    turned = x > (a + 1) / (a + b + 2)
    p, q, y = torch.where(turned, b, a), torch.where(turned, a, b), torch.where(turned, 1 - x, x)
    factor = torch.exp(p * y.log() + q * (-y).log1p() + torch.lgamma(a + b) - torch.lgamma(a) - torch.lgamma(b)) / p
    part = factor * _beta_fraction(p, q, y)
    return torch.where(turned, 1 - part, part)
