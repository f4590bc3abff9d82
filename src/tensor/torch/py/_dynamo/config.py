"""torch._dynamo.config: the settings of torch.compile; the two limits say how many ways of a function are learned (recording.py), the others are kept."""
from torch.utils._config_module import install as _install

from . import _settings

_install(__name__, _settings.ROWS, {'cache_size_limit': 'recompile_limit', 'accumulated_cache_size_limit': 'accumulated_recompile_limit'})
