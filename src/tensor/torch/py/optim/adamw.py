"""AdamW: Adam whose weight decay does not go through the means."""
from .adam import Adam


class AdamW(Adam):
    """Adam whose weight decay does not go through the means."""
    _decoupled = True
    _newer = dict(differentiable=False, fused=None, decoupled_weight_decay=True)

    def __init__(self, params, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.01, amsgrad=False, *, maximize=False, foreach=None,
                 capturable=False, differentiable=False, fused=None):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, foreach=foreach, maximize=maximize, capturable=capturable,
                         differentiable=differentiable, fused=fused)
