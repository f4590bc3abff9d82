"""torch.nn.quantized.functional: torch.ao.nn.quantized.functional under its former name."""
from torch.ao.nn.quantized.functional import *            # noqa: F401,F403
