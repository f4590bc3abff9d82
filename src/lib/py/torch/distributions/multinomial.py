"""Multinomial: how often each class comes in total_count draws."""
import torch
from .basic import Categorical, Distribution


class Multinomial(Distribution):
    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        self.total_count = total_count
        self._categorical = Categorical(probs, logits)
        super().__init__(self._categorical.batch_shape, self._categorical.probs.shape[-1:])

    probs = property(lambda self: self._categorical.probs)
    logits = property(lambda self: self._categorical.logits)
    mean = property(lambda self: self.probs * self.total_count)
    variance = property(lambda self: self.total_count * self.probs * (1 - self.probs))

    def sample(self, sample_shape=()):
        sample_shape = torch.Size(sample_shape)
        drawn = self._categorical.sample((self.total_count,) + tuple(sample_shape))
        drawn = drawn.permute(list(range(1, drawn.dim())) + [0])
        counts = self.probs.new_zeros(self._extended(sample_shape))
        return counts.scatter_add_(-1, drawn, torch.ones_like(drawn, dtype=counts.dtype))

    def log_prob(self, value):
        return torch.lgamma(value.sum(-1) + 1) - torch.lgamma(value + 1).sum(-1) + (self.logits * value).sum(-1)
