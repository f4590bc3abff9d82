"""Binomial: how many of total_count trials succeed."""
import torch
from .basic import Distribution, _tensors


class Binomial(Distribution):
    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        self.total_count, self.probs = _tensors(total_count, probs if probs is not None else torch.sigmoid(torch.as_tensor(logits)))
        super().__init__(self.probs.shape)

    mean = property(lambda self: self.total_count * self.probs)
    variance = property(lambda self: self.total_count * self.probs * (1 - self.probs))

    def sample(self, sample_shape=()):
        shape = self._extended(sample_shape)
        most = int(self.total_count.max().item())
        trials = torch.rand((most,) + tuple(shape)) < self.probs
        counted = torch.arange(most).reshape((most,) + (1,) * len(shape)) < self.total_count
        return (trials & counted).sum(0).to(self.probs.dtype)

    def log_prob(self, value):
        n = self.total_count
        return torch.lgamma(n + 1) - torch.lgamma(value + 1) - torch.lgamma(n - value + 1) + value * self.probs.log() + (n - value) * torch.log1p(-self.probs)
