"""torch.nn.qat: torch.ao.nn.qat under its former name."""
from torch.ao.nn.qat import *            # noqa: F401,F403
