"""torch.nn.quantized: torch.ao.nn.quantized under its former name."""
from torch.ao.nn.quantized import FloatFunctional, FXFloatFunctional, __getattr__        # noqa: F401
