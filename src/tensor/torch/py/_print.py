"""How tensors are printed."""
import _tensor

_PROFILES = {'default': (4, 1000, 3, 80), 'short': (2, 1000, 2, 80), 'full': (4, float('inf'), 3, 80)}


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    if profile in _PROFILES:
        _tensor.torch_print(*_PROFILES[profile], None)
    _tensor.torch_print(precision, threshold, edgeitems, linewidth, -1 if sci_mode is None else int(sci_mode))

