"""Adadelta: steps as long as the steps before, against the gradients' squares."""
import torch
from ._checks import _check_least
from .optimizer import Optimizer, first_step
from perch.only import only


class Adadelta(Optimizer):
    _newer = dict(capturable=False, differentiable=False)

    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-06, weight_decay=0, foreach=None, *, capturable=False, maximize=False, differentiable=False):
        only('torch.optim.Adadelta', differentiable=(differentiable, False))
        _check_least(('learning rate', lr))
        if not 0.0 <= rho <= 1.0:
            raise ValueError('Invalid rho value: {}'.format(rho))
        _check_least(('epsilon value', eps), ('weight_decay value', weight_decay))
        super().__init__(params, dict(lr=lr, rho=rho, eps=eps, weight_decay=weight_decay, maximize=maximize, capturable=capturable, foreach=foreach, differentiable=differentiable))

    def _update(self, group, param, grad, state):
        if not state:
            state['step'] = first_step()
            state['square_avg'] = torch.zeros_like(param, memory_format=torch.preserve_format)
            state['acc_delta'] = torch.zeros_like(param, memory_format=torch.preserve_format)
        state['step'] += 1
        rho, eps = group['rho'], group['eps']
        if group['weight_decay'] != 0:
            grad = grad.add(param, alpha=group['weight_decay'])
        state['square_avg'].mul_(rho).addcmul_(grad, grad, value=1 - rho)
        delta = state['acc_delta'].add(eps).sqrt_().div_(state['square_avg'].add(eps).sqrt_()).mul_(grad)
        state['acc_delta'].mul_(rho).addcmul_(delta, delta, value=1 - rho)
        param.add_(delta, alpha=-group['lr'])
