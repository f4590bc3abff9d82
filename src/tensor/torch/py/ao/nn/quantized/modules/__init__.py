"""torch.ao.nn.quantized.modules: see functional_modules."""
from .functional_modules import FloatFunctional, FXFloatFunctional          # noqa: F401
