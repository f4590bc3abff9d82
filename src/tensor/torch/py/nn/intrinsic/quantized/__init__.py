"""torch.nn.intrinsic.quantized: torch.ao.nn.intrinsic.quantized under its former name."""
from torch.ao.nn.intrinsic.quantized import *            # noqa: F401,F403
