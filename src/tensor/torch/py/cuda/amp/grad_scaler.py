"""The scaler of losses for GPUs."""
import torch.amp.grad_scaler
from torch.amp.autocast_mode import older
from torch.amp.grad_scaler import OptState


class GradScaler(torch.amp.grad_scaler.GradScaler):
    def __init__(self, init_scale=2.0 ** 16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        older("torch.cuda.amp.GradScaler(args...)", "torch.amp.GradScaler('cuda', args...)")
        super().__init__('cuda', init_scale, growth_factor, backoff_factor, growth_interval, enabled)
