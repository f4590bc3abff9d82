"""torch.distributions.relaxed_categorical: the name that PyTorch has it under; it stands in derived.py."""
from .derived import ExpRelaxedCategorical, RelaxedOneHotCategorical       # noqa: F401
