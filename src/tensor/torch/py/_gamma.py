"""torch._standard_gamma, torch._sample_dirichlet and torch.binomial: numbers drawn in PyTorch's order (by Marsaglia's and Tsang's method; by inversion and by Hormann's rejections), and the
gradients of the first two: how a number moves with its parameter while as much of the distribution stays below it."""
import math

import torch


def _gamma(alpha, generator):
    def uniform():
        return torch.rand((), dtype=torch.float64, generator=generator).item()
    scale = 1.0
    if alpha == 0:
        return 0.0
    if alpha < 1:
        scale, alpha = (1 - uniform()) ** (1 / alpha), alpha + 1
    d = alpha - 1 / 3
    c = 1 / math.sqrt(9 * d)
    while True:
        y = 0
        while y <= 0:
            x = torch.randn((), dtype=torch.float64, generator=generator).item()
            y = 1 + c * x
        v, u = y * y * y, 1 - uniform()
        if u < 1 - 0.0331 * x ** 4 or math.log(u) < 0.5 * x * x + d * (1 - v + math.log(v)):
            return scale * d * v


def _drawn_gamma(alphas, generator):
    least = torch.finfo(alphas.dtype).tiny
    drawn = [max(least, _gamma(alpha, generator)) for alpha in alphas.detach().flatten().tolist()]
    return torch.tensor(drawn, dtype=alphas.dtype, device=alphas.device).view(alphas.shape)


def _moved(below, a, log_density):
    """-(d below / d a) / density, by a difference to both sides."""
    h = a.clamp(max=1.) * 1e-5
    return -(below(a + h) - below(a - h)) / (2 * h) / torch.exp(log_density)


class _StandardGamma(torch.autograd.Function):
    @staticmethod
    def forward(ctx, alpha, generator):
        made = _drawn_gamma(alpha, generator)
        ctx.save_for_backward(alpha, made)
        return made

    @staticmethod
    def backward(ctx, g):
        from ._igamma import incomplete
        alpha, made = (t.double() for t in ctx.saved_tensors)
        slope = _moved(lambda a: incomplete(a, made, False), alpha, (alpha - 1) * made.log() - made - torch.lgamma(alpha))
        return g * slope.to(g.dtype), None


def _standard_gamma(self, generator=None):
    """A number for each shape in `self`."""
    return _StandardGamma.apply(self, generator)


class _Dirichlet(torch.autograd.Function):
    @staticmethod
    def forward(ctx, alpha, generator):
        drawn = _drawn_gamma(alpha.detach().double(), generator)
        made = (drawn / drawn.sum(-1, keepdim=True)).to(alpha.dtype)
        ctx.save_for_backward(alpha, made)
        return made

    @staticmethod
    def backward(ctx, g):
        """Each share alone is a Beta's; where one grows, the others lose as they are large."""
        from ._igamma import incomplete_beta
        alpha, made = (t.double() for t in ctx.saved_tensors)
        rest = alpha.sum(-1, keepdim=True) - alpha
        log_density = (alpha - 1) * made.log() + (rest - 1) * (-made).log1p() - torch.lgamma(alpha) - torch.lgamma(rest) + torch.lgamma(alpha + rest)
        slope = _moved(lambda a: incomplete_beta(a, rest, made), alpha, log_density) / (1 - made)
        return (slope * (g - (made * g).sum(-1, keepdim=True))).to(g.dtype), None


def _sample_dirichlet(self, generator=None):
    """Shares of a whole along the last axis."""
    return _Dirichlet.apply(self, generator)


# ---- how many of count trials succeed ----
def _by_inversion(count, p, uniform):
    """For few: how many geometric waits fit."""
    log_q, waited, found = math.log1p(-p), 0, 0
    while True:
        u = uniform()
        waited += math.ceil((math.log(u) if u > 0 else -math.inf) / log_q)
        if waited > count:
            return found
        found += 1


_TAILS = (0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.02079067210376509, 0.0166446911898211, 0.0138761288230707, 0.0118967099458917, 0.0104112652619720, 0.00925546218271273,
          0.00833056343336287)


def _tail(k):
    """What Stirling's formula of k! lacks."""
    if k <= 9:
        return _TAILS[int(k)]
    square = (k + 1) ** 2
    return (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1)


def _by_rejection(count, p, uniform):
    """Hormann's BTRS (1993), for p up to 1/2 and ten successes or more to be expected."""
    spread = math.sqrt(count * p * (1 - p))
    b = 1.15 + 2.53 * spread
    a, c = -0.0873 + 0.0248 * b + 0.01 * p, count * p + 0.5
    v_r, odds, alpha = 0.92 - 4.2 / b, p / (1 - p), (2.83 + 5.1 / b) * spread
    m = math.floor((count + 1) * p)
    while True:
        u, v = uniform() - 0.5, uniform()
        us = 0.5 - abs(u)
        k = math.floor((2 * a / us + b) * u + c)
        if us >= 0.07 and v <= v_r:
            return k
        if k < 0 or k > count:
            continue
        v = math.log(v * alpha / (a / (us * us) + b))
        bound = ((m + 0.5) * math.log((m + 1) / (odds * (count - m + 1))) + (count + 1) * math.log((count - m + 1) / (count - k + 1))
                 + (k + 0.5) * math.log(odds * (count - k + 1) / (k + 1)) + _tail(m) + _tail(count - m) - _tail(k) - _tail(count - k))
        if v <= bound:
            return k


def _successes(count, p, uniform):
    if count <= 0 or p <= 0:
        return 0
    if p >= 1:
        return count
    if p > 0.5:
        return count - _successes(count, 1 - p, uniform)
    if p != p:
        return math.nan
    return (_by_rejection if count * p >= 10 else _by_inversion)(count, p, uniform)


def binomial(count, prob, generator=None):
    """How many of count trials succeed, each with the probability prob."""
    from ._functions._outs import found
    if count.dtype is not prob.dtype:
        raise RuntimeError(found(count, prob))

    def uniform():
        return torch.rand((), dtype=torch.float64, generator=generator).item()
    counts, probs = torch.broadcast_tensors(count.detach(), prob.detach())
    drawn = [float(_successes(n, p, uniform)) for n, p in zip(counts.flatten().tolist(), probs.flatten().tolist())]
    return torch.tensor(drawn, dtype=count.dtype, device=count.device).reshape(counts.shape)
