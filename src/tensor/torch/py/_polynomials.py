"""Orthogonal polynomials of torch.special, by their recurrences; their order may be a tensor. As PyTorch's they have no gradients."""
import torch
from ._functions._outs import into

# Of each: the polynomial of order 1 at x, and that of order k + 1 from those of k (a) and k - 1 (b).
_TWICE = lambda k, x, a, b: 2 * x * a - b           # noqa: E731
_KINDS = {
    'chebyshev_polynomial_t': (lambda x: x, _TWICE), 'chebyshev_polynomial_u': (lambda x: 2 * x, _TWICE), 'chebyshev_polynomial_v': (lambda x: 2 * x - 1, _TWICE),
    'chebyshev_polynomial_w': (lambda x: 2 * x + 1, _TWICE), 'hermite_polynomial_h': (lambda x: 2 * x, lambda k, x, a, b: 2 * x * a - 2 * k * b),
    'hermite_polynomial_he': (lambda x: x, lambda k, x, a, b: x * a - k * b), 'laguerre_polynomial_l': (lambda x: 1 - x, lambda k, x, a, b: ((2 * k + 1 - x) * a - k * b) / (k + 1)),
    'legendre_polynomial_p': (lambda x: x, lambda k, x, a, b: ((2 * k + 1) * x * a - k * b) / (k + 1)),
}
for _letter in 'tuvw':
    _KINDS['shifted_chebyshev_polynomial_' + _letter] = _KINDS['chebyshev_polynomial_' + _letter]


def _tensors(x, n):
    like = x if isinstance(x, torch.Tensor) else n
    x, n = (t if isinstance(t, torch.Tensor) else torch.tensor(t, device=like.device) for t in (x, n))
    kind = x.dtype if x.is_floating_point() else torch.get_default_dtype()
    return torch.broadcast_tensors(x.detach().to(kind), n.detach().to(torch.int64))


def _value(name, x, n):
    x, n = _tensors(x, n)
    if name.startswith('shifted'):
        x = 2 * x - 1
    first, step = _KINDS[name]
    before, now = torch.ones_like(x), first(x)
    found = torch.where(n == 0, before, torch.where(n > 0, now, torch.zeros_like(x)))
    for k in range(1, int(n.max()) if n.numel() else 0):
        before, now = now, step(k, x, now, before)
        found = torch.where(n > k, now, found)
    return found


def polynomial(name):
    """torch.special.<name>."""
    def call(x, n, *, out=None):
        if not isinstance(x, torch.Tensor) and not isinstance(n, torch.Tensor):
            raise TypeError("special_%s(): argument 'n' (position 2) must be Tensor, not %s" % (name, type(n).__name__))
        return into('special_' + name, out, _value(name, x, n))
    call.__name__ = call.__qualname__ = name
    return call


NAMES = tuple(_KINDS)
