"""torch.quantization: the older place of torch.ao.quantization."""
from torch.ao import quantization as _now
from torch.ao.quantization import *          # noqa: F401,F403


def __getattr__(name):
    return getattr(_now, name)
