"""torch.ao.nn.qat.modules: see learning."""
from .learning import Conv1d, Conv2d, Conv3d, Linear            # noqa: F401
