"""TransformedDistribution: what a distribution draws, sent through transforms."""
import torch
from . import constraints
from .distribution import Distribution
from .transforms import ComposeTransform, Transform
from .utils import sum_rightmost


class TransformedDistribution(Distribution):
    """What transforms make of what another distribution draws."""
    arg_constraints = {}

    def __init__(self, base_distribution, transforms, validate_args=None):
        if isinstance(transforms, Transform):
            self.transforms = [transforms]
        elif isinstance(transforms, list):
            if not all(isinstance(each, Transform) for each in transforms):
                raise ValueError('transforms must be a Transform or a list of Transforms')
            self.transforms = transforms
        else:
            raise ValueError(f'transforms must be a Transform or list, but was {transforms}')
        whole = ComposeTransform(self.transforms)
        shape = base_distribution.batch_shape + base_distribution.event_shape
        needed = whole.domain.event_dim
        if len(shape) < needed:
            raise ValueError(f'base_distribution needs to have shape with size at least {needed}, but got {shape}.')
        out = torch.Size(whole.forward_shape(shape))
        wide = torch.Size(whole.inverse_shape(out))
        if wide != shape:                       # the transforms broadcast it
            base_distribution = base_distribution.expand(wide[:len(wide) - len(base_distribution.event_shape)])
        more = needed - len(base_distribution.event_shape)
        if more > 0:
            from .transformed import Independent
            base_distribution = Independent(base_distribution, more)
        self.base_dist = base_distribution
        change = whole.codomain.event_dim - whole.domain.event_dim
        dims = max(whole.codomain.event_dim, len(base_distribution.event_shape) + change)
        super().__init__(out[:len(out) - dims], out[len(out) - dims:], validate_args=validate_args)

    def expand(self, batch_shape):
        made = type(self).__new__(type(self))
        made.transforms = self.transforms
        shape = torch.Size(batch_shape) + self.event_shape
        for each in reversed(self.transforms):
            shape = torch.Size(each.inverse_shape(shape))
        base_batch = shape[:len(shape) - len(self.base_dist.event_shape)]
        made.base_dist = self.base_dist.expand(base_batch)
        made._batch_shape, made._event_shape, made._validate_args = torch.Size(batch_shape), self.event_shape, self._validate_args
        return made

    @constraints.dependent_property(is_discrete=False)
    def support(self):
        if not self.transforms:
            return self.base_dist.support
        support = self.transforms[-1].codomain
        more = len(self.event_shape) - support.event_dim
        return constraints.independent(support, more) if more > 0 else support

    has_rsample = property(lambda self: self.base_dist.has_rsample)

    def _sent(self, x):
        for each in self.transforms:
            x = each(x)
        return x

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            return self._sent(self.base_dist.sample(sample_shape))

    def rsample(self, sample_shape=torch.Size()):
        return self._sent(self.base_dist.rsample(sample_shape))

    def log_prob(self, value):
        y, found, dims = self._checked(value), 0.0, len(self.event_shape)
        for each in reversed(self.transforms):
            x = each.inv(y)
            dims += each.domain.event_dim - each.codomain.event_dim
            found = found - sum_rightmost(each.log_abs_det_jacobian(x, y), dims - each.domain.event_dim)
            y = x
        return found + sum_rightmost(self.base_dist.log_prob(y), dims - len(self.base_dist.event_shape))

    def _turned(self, part):
        """A part of 1 below as it is of the base, whose numbers may run the other way."""
        sign = 1
        for each in self.transforms:
            sign = sign * each.sign
        return part if isinstance(sign, int) and sign == 1 else sign * (part - 0.5) + 0.5

    def cdf(self, value):
        for each in reversed(self.transforms):
            value = each.inv(value)
        if self._validate_args:
            self.base_dist._validate_sample(value)
        return self._turned(self.base_dist.cdf(value))

    def icdf(self, value):
        return self._sent(self.base_dist.icdf(self._turned(value)))
