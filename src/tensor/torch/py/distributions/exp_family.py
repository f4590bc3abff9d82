"""ExponentialFamily: distributions told by their natural parameters and the logarithm of what makes them whole; their entropy follows by its gradient."""
import torch
from .distribution import Distribution


class ExponentialFamily(Distribution):
    """Those whose logarithm is a product of parameters and what is seen of the value."""
    @property
    def _natural_params(self):
        raise NotImplementedError

    def _log_normalizer(self, *natural_params):
        raise NotImplementedError

    @property
    def _mean_carrier_measure(self):
        raise NotImplementedError

    def entropy(self):
        """By Bregman's divergence."""
        found = -self._mean_carrier_measure
        natural = [p.detach().requires_grad_() for p in self._natural_params]
        log_whole = self._log_normalizer(*natural)
        slopes = torch.autograd.grad(log_whole.sum(), natural, create_graph=True)
        found = found + log_whole
        for p, slope in zip(natural, slopes):
            found = found - p * slope
        return found
