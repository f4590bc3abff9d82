"""Adagrad: steps scaled by the sum of the gradients' squares."""
import torch
from ._checks import _check_least
from .optimizer import Optimizer, number
from perch.only import only


class Adagrad(Optimizer):
    """Its sums are made with the optimizer: they stay where the parameters were then."""
    _takes_sparse = True
    _newer = dict(differentiable=False, fused=None)

    def __init__(self, params, lr=0.01, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10, foreach=None, *, maximize=False,
                 differentiable=False, fused=None):
        only('torch.optim.Adagrad', differentiable=(differentiable, False))
        _check_least(('learning rate', lr), ('lr_decay value', lr_decay), ('weight_decay value', weight_decay),
                     ('initial_accumulator_value value', initial_accumulator_value), ('epsilon value', eps))
        super().__init__(params, dict(lr=lr, lr_decay=lr_decay, eps=eps, weight_decay=weight_decay, initial_accumulator_value=initial_accumulator_value,
                                      foreach=foreach, maximize=maximize, differentiable=differentiable, fused=fused))
        for group in self.param_groups:
            for param in group['params']:
                self.state[param]['step'] = torch.tensor(0.0)
                self.state[param]['sum'] = torch.full_like(param, initial_accumulator_value)

    def _update(self, group, param, grad, state):
        state['step'] += 1
        if group['weight_decay'] != 0:
            if grad.is_sparse:
                raise RuntimeError('weight_decay option is not compatible with sparse gradients')
            grad = grad.add(param, alpha=group['weight_decay'])
        lr = group['lr'] / (1 + (number(state['step']) - 1) * group['lr_decay'])
        if grad.is_sparse:
            grad = grad.coalesce()
            at, now = tuple(grad.indices()), grad.values()
            state['sum'].index_put_(at, now.pow(2), accumulate=True)
            param.index_put_(at, now / state['sum'][at].sqrt_().add_(group['eps']) * -lr, accumulate=True)
            return
        state['sum'].addcmul_(grad, grad, value=1)
        param.addcdiv_(grad, state['sum'].sqrt().add_(group['eps']), value=-lr)
