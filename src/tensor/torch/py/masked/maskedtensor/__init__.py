"""torch.masked.maskedtensor: tensors some of whose elements are left out."""
from .core import MaskedTensor, is_masked_tensor            # noqa: F401
