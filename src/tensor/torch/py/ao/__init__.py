"""torch.ao: what is there of it says by name what is absent."""
from . import quantization          # noqa: F401
