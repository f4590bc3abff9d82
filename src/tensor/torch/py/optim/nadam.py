"""NAdam: Adam with Nesterov's look ahead."""
import math

import torch
from _torch import _two
from ._checks import _check
from .optimizer import Optimizer, decayed, number


class NAdam(Optimizer):
    _newer = dict(decoupled_weight_decay=False, maximize=False, capturable=False, differentiable=False)

    def __init__(self, params, lr=0.002, betas=(0.9, 0.999), eps=1e-08, weight_decay=0, momentum_decay=0.004,
                 decoupled_weight_decay=False, *, foreach=None, maximize=False, capturable=False, differentiable=False):
        _check(lr, eps, betas, weight_decay)
        if not 0.0 <= momentum_decay:
            raise ValueError('Invalid momentum_decay value: {}'.format(momentum_decay))
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, momentum_decay=momentum_decay,
                                      decoupled_weight_decay=decoupled_weight_decay, maximize=maximize, foreach=foreach, capturable=capturable, differentiable=differentiable))

    def _update(self, group, param, grad, state):
        if not state:
            state['step'] = torch.tensor(0.0)
            state['mu_product'] = torch.tensor(1.0)
            state['exp_avg'] = torch.zeros_like(param, memory_format=torch.preserve_format)
            state['exp_avg_sq'] = torch.zeros_like(param, memory_format=torch.preserve_format)
        state['step'] += 1
        step = number(state['step'])
        beta1, beta2 = group['betas']
        if group['weight_decay'] != 0:
            grad = decayed(group, param, grad)
        mu = beta1 * (1 - 0.5 * 0.96 ** (step * group['momentum_decay']))
        mu_next = beta1 * (1 - 0.5 * 0.96 ** ((step + 1) * group['momentum_decay']))
        state['mu_product'] *= mu
        product = number(state['mu_product'], 0.5)
        state['exp_avg'].mul_(beta1).add_(grad, alpha=1 - beta1)
        state['exp_avg_sq'].mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        below = (state['exp_avg_sq'] / (1 - beta2 ** step)).sqrt_().add_(group['eps'])
        param.addcdiv_(grad, below, value=-group['lr'] * (1 - mu) / (1 - product))
        ahead = product * mu_next if group['foreach'] or _two('OPTIMIZER_SETTINGS') else product * mu * mu_next # mu twice, as PyTorch 1.13 has it but with foreach
        param.addcdiv_(state['exp_avg'], below, value=-group['lr'] * mu_next / (1 - ahead))
