"""torch.cpu: what concerns the processor alone."""
from . import amp
