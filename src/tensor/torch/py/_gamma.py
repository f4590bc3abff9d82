"""torch._standard_gamma and torch._sample_dirichlet: numbers of gamma distributions, drawn in PyTorch's order (by Marsaglia's and Tsang's method)."""
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


def _standard_gamma(self, generator=None):
    """A number for each shape in `self`; it carries no gradient."""
    least = torch.finfo(self.dtype).tiny
    drawn = [max(least, _gamma(alpha, generator)) for alpha in self.detach().flatten().tolist()]
    return torch.tensor(drawn, dtype=self.dtype, device=self.device).view(self.shape)


def _sample_dirichlet(self, generator=None):
    """Shares of a whole along the last axis."""
    drawn = _standard_gamma(self.detach().double(), generator)
    return (drawn / drawn.sum(-1, keepdim=True)).to(self.dtype)
