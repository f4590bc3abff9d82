"""torch.quantization: the older place of torch.ao.quantization."""
from torch.ao import quantization as _now
from torch.ao.quantization import DeQuantStub, QuantStub, quantize_dynamic          # noqa: F401


def __getattr__(name):
    return getattr(_now, name)
