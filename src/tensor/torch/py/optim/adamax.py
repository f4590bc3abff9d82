"""Adamax: Adam whose second mean is the largest of the gradients' sizes."""
import torch
from ._checks import _check
from .optimizer import Optimizer, number
from perch.only import only


class Adamax(Optimizer):
    _newer = dict(differentiable=False, capturable=False)

    def __init__(self, params, lr=0.002, betas=(0.9, 0.999), eps=1e-08, weight_decay=0, foreach=None, *, maximize=False, differentiable=False, capturable=False):
        only('torch.optim.Adamax', differentiable=(differentiable, False))
        _check(lr, eps, betas, weight_decay)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, foreach=foreach, maximize=maximize, differentiable=differentiable,
                                      capturable=capturable))

    def _update(self, group, param, grad, state):
        if not state:
            state['step'] = torch.tensor(0.0)
            state['exp_avg'] = torch.zeros_like(param, memory_format=torch.preserve_format)
            state['exp_inf'] = torch.zeros_like(param, memory_format=torch.preserve_format)
        state['step'] += 1
        beta1, beta2 = group['betas']
        if group['weight_decay'] != 0:
            grad = grad.add(param, alpha=group['weight_decay'])
        state['exp_avg'].mul_(beta1).add_(grad, alpha=1 - beta1)
        torch.maximum(state['exp_inf'].mul_(beta2), grad.abs().add_(group['eps']), out=state['exp_inf'])
        param.addcdiv_(state['exp_avg'], state['exp_inf'], value=-group['lr'] / (1 - beta1 ** number(state['step'])))
