"""Binomial: how many of total_count trials succeed."""
import torch
from . import constraints
from .basic import OfProbability
from .distribution import Distribution, broadcast, one_of, size_of_given


class Binomial(OfProbability):
    """How many of total_count trials succeed."""
    arg_constraints = {'total_count': constraints.nonnegative_integer, 'probs': constraints.unit_interval, 'logits': constraints.real}
    has_enumerate_support = True
    param_shape = property(size_of_given)

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        name, given = one_of(probs, logits)
        self.total_count, self.__dict__[name] = broadcast(total_count, given)
        Distribution.__init__(self, self.total_count.shape, validate_args=validate_args)

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self):
        return constraints.integer_interval(0, self.total_count)

    def expand(self, batch_shape):
        return self._expand_over(batch_shape, ('total_count', 'probs', 'logits'))

    mean = property(lambda self: self.total_count * self.probs)
    mode = property(lambda self: ((self.total_count + 1) * self.probs).floor().clamp(max=self.total_count))
    variance = property(lambda self: self.total_count * self.probs * (1 - self.probs))

    def sample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            return torch.binomial(self.total_count.expand(shape), self.probs.expand(shape))

    def log_prob(self, value):
        value = self._checked(value)
        n = self.total_count
        ways = torch.lgamma(n + 1) - torch.lgamma(value + 1) - torch.lgamma(n - value + 1)
        return ways + value * self.logits - n * torch.nn.functional.softplus(self.logits)

    def entropy(self):
        most = int(self.total_count.max())
        if not self.total_count.min() == most:
            raise NotImplementedError('Inhomogeneous total count not supported by `entropy`.')
        return sum(-each.exp() * each for each in self.log_prob(self.enumerate_support(False)))

    def enumerate_support(self, expand=True):
        most = int(self.total_count.max())
        if not self.total_count.min() == most:
            raise NotImplementedError('Inhomogeneous total count not supported by `enumerate_support`.')
        return self._along(torch.arange(1 + most, dtype=self.probs.dtype, device=self.probs.device), expand)
