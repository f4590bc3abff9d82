"""torch.nn.intrinsic.qat: torch.ao.nn.intrinsic.qat under its former name."""
from torch.ao.nn.intrinsic.qat import *            # noqa: F401,F403
