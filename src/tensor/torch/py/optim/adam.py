"""Adam and its relatives: steps by running means of the gradient and of its square."""
import math

import torch
from .optimizer import Optimizer, number
from perch.only import only


def _check(lr, eps, betas, weight_decay):
    if not 0.0 <= lr:
        raise ValueError('Invalid learning rate: {}'.format(lr))
    if not 0.0 <= eps:
        raise ValueError('Invalid epsilon value: {}'.format(eps))
    for i in 0, 1:
        if not 0.0 <= betas[i] < 1.0:
            raise ValueError('Invalid beta parameter at index {}: {}'.format(i, betas[i]))
    if not 0.0 <= weight_decay:
        raise ValueError('Invalid weight_decay value: {}'.format(weight_decay))


class Adam(Optimizer):
    _decoupled = False

    def __init__(self, params, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0, amsgrad=False, *, foreach=None, maximize=False,
                 capturable=False, differentiable=False, fused=False):
        _check(lr, eps, betas, weight_decay)
        defaults = dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad)
        if self._decoupled:
            defaults.update(foreach=foreach, maximize=maximize, capturable=capturable)
        else:
            defaults.update(maximize=maximize, foreach=foreach, capturable=capturable, differentiable=differentiable, fused=fused)
        super().__init__(params, defaults)

    def _update(self, group, param, grad, state):
        if not state:
            state['step'] = torch.tensor(0.0)
            state['exp_avg'] = torch.zeros_like(param)
            state['exp_avg_sq'] = torch.zeros_like(param)
            if group['amsgrad']:
                state['max_exp_avg_sq'] = torch.zeros_like(param)
        state['step'] += 1
        step = number(state['step'])
        beta1, beta2 = group['betas']
        if group['weight_decay'] != 0:
            if self._decoupled:
                param.mul_(1 - group['lr'] * group['weight_decay'])
            else:
                grad = grad.add(param, alpha=group['weight_decay'])
        mean, square = state['exp_avg'], state['exp_avg_sq']
        mean.mul_(beta1).add_(grad, alpha=1 - beta1)
        square.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        if group['amsgrad']:
            square = torch.maximum(state['max_exp_avg_sq'], square, out=state['max_exp_avg_sq'])
        below = (square.sqrt() / math.sqrt(1 - beta2 ** step)).add_(group['eps'])
        param.addcdiv_(mean, below, value=-group['lr'] / (1 - beta1 ** step))


class AdamW(Adam):
    """Adam whose weight decay does not go through the means."""
    _decoupled = True

    def __init__(self, params, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.01, amsgrad=False, *, maximize=False, foreach=None,
                 capturable=False):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, foreach=foreach, maximize=maximize, capturable=capturable)


class Adamax(Optimizer):
    def __init__(self, params, lr=0.002, betas=(0.9, 0.999), eps=1e-08, weight_decay=0, foreach=None, *, maximize=False, differentiable=False):
        only('torch.optim.Adamax', differentiable=(differentiable, False))
        _check(lr, eps, betas, weight_decay)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, foreach=foreach, maximize=maximize))

    def _update(self, group, param, grad, state):
        if not state:
            state['step'] = torch.tensor(0.0)
            state['exp_avg'] = torch.zeros_like(param)
            state['exp_inf'] = torch.zeros_like(param)
        state['step'] += 1
        beta1, beta2 = group['betas']
        if group['weight_decay'] != 0:
            grad = grad.add(param, alpha=group['weight_decay'])
        state['exp_avg'].mul_(beta1).add_(grad, alpha=1 - beta1)
        torch.maximum(state['exp_inf'].mul_(beta2), grad.abs().add_(group['eps']), out=state['exp_inf'])
        param.addcdiv_(state['exp_avg'], state['exp_inf'], value=-group['lr'] / (1 - beta1 ** number(state['step'])))


class NAdam(Optimizer):
    def __init__(self, params, lr=0.002, betas=(0.9, 0.999), eps=1e-08, weight_decay=0, momentum_decay=0.004, foreach=None):
        _check(lr, eps, betas, weight_decay)
        if not 0.0 <= momentum_decay:
            raise ValueError('Invalid momentum_decay value: {}'.format(momentum_decay))
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, momentum_decay=momentum_decay, foreach=foreach))

    def _update(self, group, param, grad, state):
        if not state:
            state['step'] = torch.tensor(0.0)
            state['mu_product'] = torch.tensor(1.0)
            state['exp_avg'] = torch.zeros_like(param)
            state['exp_avg_sq'] = torch.zeros_like(param)
        state['step'] += 1
        step = number(state['step'])
        beta1, beta2 = group['betas']
        if group['weight_decay'] != 0:
            grad = grad.add(param, alpha=group['weight_decay'])
        mu = beta1 * (1 - 0.5 * 0.96 ** (step * group['momentum_decay']))
        mu_next = beta1 * (1 - 0.5 * 0.96 ** ((step + 1) * group['momentum_decay']))
        state['mu_product'] *= mu
        product = number(state['mu_product'], 0.5)
        state['exp_avg'].mul_(beta1).add_(grad, alpha=1 - beta1)
        state['exp_avg_sq'].mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        below = (state['exp_avg_sq'] / (1 - beta2 ** step)).sqrt_().add_(group['eps'])
        param.addcdiv_(grad, below, value=-group['lr'] * (1 - mu) / (1 - product))
        ahead = product * mu_next if group['foreach'] else product * mu * mu_next # mu twice, as PyTorch 1.13 has it but with foreach
        param.addcdiv_(state['exp_avg'], below, value=-group['lr'] * mu_next / (1 - ahead))
