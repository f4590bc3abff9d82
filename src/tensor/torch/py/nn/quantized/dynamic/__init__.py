"""torch.nn.quantized.dynamic: torch.ao.nn.quantized.dynamic under its former name."""
from torch.ao.nn.quantized.dynamic import *            # noqa: F401,F403
