"""torch.masked: reductions and the like of a tensor and a mask, and tensors that have a mask themselves."""
from ._ops import (amax, amin, argmax, argmin, cumprod, cumsum, log_softmax, logaddexp, logsumexp, mean, median, norm, normalize, prod, softmax, softmin, std, sum, var)   # noqa: F401
from .maskedtensor import MaskedTensor, is_masked_tensor            # noqa: F401
from .maskedtensor.creation import as_masked_tensor, masked_tensor  # noqa: F401

__all__ = ['amax', 'amin', 'argmax', 'argmin', 'as_masked_tensor', 'cumprod', 'cumsum', 'is_masked_tensor', 'log_softmax', 'logaddexp', 'logsumexp', 'masked_tensor', 'MaskedTensor', 'mean', 'median',
           'norm', 'normalize', 'prod', 'softmax', 'softmin', 'std', 'sum', 'var']
