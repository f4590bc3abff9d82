"""torch._inductor.config: settings of PyTorch 2's compiler, which are kept."""
from torch.utils._config_module import install as _install

from . import _settings

_install(__name__, _settings.ROWS)
