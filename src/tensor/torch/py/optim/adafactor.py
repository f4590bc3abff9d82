"""Adafactor (PyTorch 2): Adam without a first mean, whose second mean is kept of a matrix's rows and columns alone, and whose steps are as large as the parameter is."""
import math

import torch
from .optimizer import Optimizer, number


class Adafactor(Optimizer):
    _takes_complex = True          # (to refuse them)

    def __init__(self, params, lr=1e-2, beta2_decay=-0.8, eps=(None, 1e-3), d=1.0, weight_decay=0.0, *, foreach=None, maximize=False):
        if isinstance(lr, torch.Tensor) and lr.numel() != 1:
            raise ValueError('Tensor lr must be 1-element')
        if not 0.0 <= lr:
            raise ValueError(f'Learning rate should be >= 0 but is: {lr}')
        if not beta2_decay <= 0:
            raise ValueError(f'beta2_decay should be <= 0 but is: {beta2_decay}')
        for i, value in enumerate(eps):
            if value is not None and not 0.0 <= value:
                raise ValueError(f'epsilon{i + 1} should be >= 0 but is: {value}')
        if not 1.0 <= d:
            raise ValueError(f'Clipping threshold d should be >= 1 but is: {d}')
        if not 0.0 <= weight_decay:
            raise ValueError(f'weight_decay should be >= 0 but is: {weight_decay}')
        super().__init__(params, dict(lr=lr, beta2_decay=beta2_decay, eps=eps, d=d, weight_decay=weight_decay, foreach=foreach, maximize=maximize))

    def _update(self, group, param, grad, state):
        if param.is_complex():
            raise RuntimeError('Adafactor does not support complex parameters')
        if not state:
            state['step'] = torch.tensor(0.0)
            if grad.dim() > 1:
                state['row_var'], state['col_var'] = grad.new_zeros(*grad.shape[:-1], 1), grad.new_zeros(*grad.shape[:-2], 1, grad.shape[-1])
            else:
                state['variance'] = torch.zeros_like(grad, memory_format=torch.preserve_format)
        state['step'] += 1
        step, least = number(state['step']), group['eps'][0]
        least = torch.finfo(param.dtype).eps if least is None else least
        fresh = step ** group['beta2_decay']           # how much of the second mean is of this step
        size = max(group['eps'][1], param.norm(2).item() / math.sqrt(param.numel())) * min(group['lr'], 1 / math.sqrt(step))
        if group['weight_decay'] != 0:
            param.mul_(1 - group['lr'] * group['weight_decay'])
        update = self._second(state, grad, fresh, least).clamp_(min=least * least).rsqrt_().mul_(grad)
        param.add_(update, alpha=-size / max(1.0, update.norm(2).item() / (math.sqrt(update.numel()) * group['d'])))

    def _second(self, state, grad, fresh, least):
        """The mean of the squares of the gradient, of a matrix out of its rows' and its columns'."""
        if 'variance' in state:
            state['variance'].lerp_(grad.square(), fresh)
            return state['variance'].clone()
        for name, dim in (('row_var', -1), ('col_var', -2)):
            state[name].lerp_(torch.norm(grad, dim=dim, keepdim=True).square_().div_(grad.size(dim)), fresh)
        return (state['row_var'] @ state['col_var']).div_(state['row_var'].mean(dim=-2, keepdim=True).clamp_(min=least))
