"""Multinomial: how often each class comes in total_count draws."""
import torch
from . import constraints
from .basic import Categorical
from .binomial import Binomial
from .distribution import Distribution, broadcast


class Multinomial(Distribution):
    """How often each of several came in total_count draws."""
    arg_constraints = {'probs': constraints.simplex, 'logits': constraints.real_vector}

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        if not isinstance(total_count, int):
            raise NotImplementedError('inhomogeneous total_count is not supported')
        self.total_count = total_count
        self._categorical = Categorical(probs, logits)
        super().__init__(self._categorical.batch_shape, self._categorical.param_shape[-1:], validate_args)

    @constraints.dependent_property(is_discrete=True, event_dim=1)
    def support(self):
        return constraints.multinomial(self.total_count)

    probs = property(lambda self: self._categorical.probs)
    logits = property(lambda self: self._categorical.logits)
    param_shape = property(lambda self: self._categorical.param_shape)
    mean = property(lambda self: self.probs * self.total_count)
    variance = property(lambda self: self.total_count * self.probs * (1 - self.probs))

    def sample(self, sample_shape=torch.Size()):
        sample_shape = torch.Size(sample_shape)
        drawn = self._categorical.sample((self.total_count,) + tuple(sample_shape))
        drawn = drawn.permute(list(range(1, drawn.dim())) + [0])
        counts = self.probs.new_zeros(self._extended_shape(sample_shape))
        return counts.scatter_add_(-1, drawn, torch.ones_like(drawn, dtype=counts.dtype))

    def log_prob(self, value):
        value = self._checked(value)
        logits, value = broadcast(self.logits, value)
        powers = torch.where((value == 0) & (logits == -torch.inf), torch.zeros_like(logits), logits * value)
        return torch.lgamma(value.sum(-1) + 1) - torch.lgamma(value + 1).sum(-1) + powers.sum(-1)

    def expand(self, batch_shape):
        made = self._expand_over(batch_shape, ())
        made.total_count, made._categorical = self.total_count, self._categorical.expand(batch_shape)
        return made

    def entropy(self):
        n = torch.tensor(self.total_count)
        counts = Binomial(self.total_count, probs=self.probs)
        support = counts.enumerate_support(expand=False)[1:]
        weights = counts.log_prob(support).exp()
        return self.total_count * self._categorical.entropy() - torch.lgamma(n + 1) + (weights * torch.lgamma(support + 1)).sum((0, -1))
