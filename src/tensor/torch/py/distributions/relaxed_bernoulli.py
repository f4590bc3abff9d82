"""torch.distributions.relaxed_bernoulli: the name that PyTorch has it under; it stands in derived.py."""
from .derived import LogitRelaxedBernoulli, RelaxedBernoulli       # noqa: F401
