"""torch.nn.quantized: torch.ao.nn.quantized under its former name."""
from torch.ao.nn.quantized import *            # noqa: F401,F403
from torch.ao.nn.quantized import __getattr__           # noqa: F401
