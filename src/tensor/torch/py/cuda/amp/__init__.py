"""torch.cuda.amp: autocast for GPUs, and the scaler of losses whose gradients would vanish in float16."""
from .autocast_mode import autocast, custom_bwd, custom_fwd
from .grad_scaler import GradScaler
