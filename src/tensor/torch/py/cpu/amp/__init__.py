"""torch.cpu.amp: autocast for the CPU."""
from .autocast_mode import autocast
