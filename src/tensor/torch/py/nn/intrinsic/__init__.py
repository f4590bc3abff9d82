"""torch.nn.intrinsic: torch.ao.nn.intrinsic under its former name."""
from torch.ao.nn.intrinsic import *            # noqa: F401,F403
from torch.ao.nn.intrinsic import _FusedModule, __all__, __getattr__          # noqa: F401
