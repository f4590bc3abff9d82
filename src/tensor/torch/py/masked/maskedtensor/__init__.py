"""torch.masked.maskedtensor: tensors some of whose elements are left out."""
from .core import MaskedTensor, is_masked_tensor            # noqa: F401
from .creation import as_masked_tensor, masked_tensor       # noqa: F401
