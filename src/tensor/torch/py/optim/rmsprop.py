"""RMSprop: steps scaled by a running mean of the gradients' squares."""
import torch
from ._checks import _check_least
from .optimizer import Optimizer, first_step


class RMSprop(Optimizer):
    _newer = dict(capturable=False)

    def __init__(self, params, lr=0.01, alpha=0.99, eps=1e-08, weight_decay=0, momentum=0, centered=False, capturable=False, foreach=None,
                 maximize=False, differentiable=False):
        _check_least(('learning rate', lr), ('epsilon value', eps), ('momentum value', momentum), ('weight_decay value', weight_decay), ('alpha value', alpha))
        super().__init__(params, dict(lr=lr, momentum=momentum, alpha=alpha, eps=eps, centered=centered, weight_decay=weight_decay, capturable=capturable, foreach=foreach,
                                      maximize=maximize, differentiable=differentiable))

    def _update(self, group, param, grad, state):
        if not state:
            state['step'] = first_step()
            state['square_avg'] = torch.zeros_like(param, memory_format=torch.preserve_format)
            if group['momentum'] > 0:
                state['momentum_buffer'] = torch.zeros_like(param, memory_format=torch.preserve_format)
            if group['centered']:
                state['grad_avg'] = torch.zeros_like(param, memory_format=torch.preserve_format)
        state['step'] += 1
        alpha = group['alpha']
        if group['weight_decay'] != 0:
            grad = grad.add(param, alpha=group['weight_decay'])
        square = state['square_avg'].mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
        if group['centered']:
            mean = state['grad_avg'].mul_(alpha).add_(grad, alpha=1 - alpha)
            square = square.addcmul(mean, mean, value=-1)
        below = square.sqrt().add_(group['eps'])
        if group['momentum'] > 0:
            param.add_(state['momentum_buffer'].mul_(group['momentum']).addcdiv_(grad, below), alpha=-group['lr'])
        else:
            param.addcdiv_(grad, below, value=-group['lr'])
