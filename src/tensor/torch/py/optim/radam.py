"""RAdam: steps by rectified means."""
import math

import torch
from ._checks import _check
from .optimizer import Optimizer, decayed, number


class RAdam(Optimizer):
    """Adam whose first steps, of which the squares say too little, go without them."""

    _newer = dict(maximize=False, capturable=False, decoupled_weight_decay=False, differentiable=False)

    def __init__(self, params, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0, decoupled_weight_decay=False, *, foreach=None,
                 maximize=False, capturable=False, differentiable=False):
        _check(lr, eps, betas, weight_decay)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, maximize=maximize, foreach=foreach, capturable=capturable,
                                      decoupled_weight_decay=decoupled_weight_decay, differentiable=differentiable))

    def _update(self, group, param, grad, state):
        if not state:
            state['step'] = torch.tensor(0.0)
            state['exp_avg'] = torch.zeros_like(param, memory_format=torch.preserve_format)
            state['exp_avg_sq'] = torch.zeros_like(param, memory_format=torch.preserve_format)
        state['step'] += 1
        step = number(state['step'])
        beta1, beta2 = group['betas']
        if group['weight_decay'] != 0:
            grad = decayed(group, param, grad)
        state['exp_avg'].mul_(beta1).add_(grad, alpha=1 - beta1)
        state['exp_avg_sq'].mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        mean = state['exp_avg'] / (1 - beta1 ** step)
        longest = 2 / (1 - beta2) - 1
        length = longest - 2 * step * beta2 ** step / (1 - beta2 ** step)
        if length > 5:
            rectified = math.sqrt((length - 4) * (length - 2) * longest / ((longest - 4) * (longest - 2) * length))
            scale = math.sqrt(1 - beta2 ** step) / state['exp_avg_sq'].sqrt().add_(group['eps'])
            param.add_(mean * group['lr'] * scale * rectified, alpha=-1.0)
        else:
            param.add_(mean * group['lr'], alpha=-1.0)
