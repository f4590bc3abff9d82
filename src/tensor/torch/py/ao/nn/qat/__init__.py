"""torch.ao.nn.qat: layers that learn with what quantization will do to their weights."""
from .modules import Conv1d, Conv2d, Conv3d, Linear             # noqa: F401
