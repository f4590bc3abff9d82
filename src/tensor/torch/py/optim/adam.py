"""Adam: steps by running means of the gradient and of its square."""
import math

import torch
from _torch import _two, optimizer_steps
from ._checks import _check
from .optimizer import Optimizer, number


class Adam(Optimizer):
    _decoupled = False
    _newer = dict(decoupled_weight_decay=False)

    def __init__(self, params, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0, amsgrad=False, *, foreach=None, maximize=False,
                 capturable=False, differentiable=False, fused=None if _two('OPTIMIZER_SETTINGS') else False, decoupled_weight_decay=False):
        _check(lr, eps, betas, weight_decay)
        if isinstance(lr, torch.Tensor) and foreach and not capturable and _two('OPTIMIZER_SETTINGS'):
            raise ValueError('lr as a Tensor is not supported for capturable=False and foreach=True')
        defaults = dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad)
        if self._decoupled and not _two('OPTIMIZER_SETTINGS'):
            defaults.update(foreach=foreach, maximize=maximize, capturable=capturable, differentiable=differentiable, fused=fused, decoupled_weight_decay=True)
        else:
            defaults.update(maximize=maximize, foreach=foreach, capturable=capturable, differentiable=differentiable, fused=fused,
                            decoupled_weight_decay=self._decoupled or decoupled_weight_decay)
        super().__init__(params, defaults)

    def _at_once(self, group):
        found = None if group['amsgrad'] else self._those_with(group, 'exp_avg', 'exp_avg_sq', 'step')
        if found is None:
            return False
        decay, decoupled = group['weight_decay'], group.get('decoupled_weight_decay', self._decoupled) and group['weight_decay'] != 0
        return optimizer_steps(1, tuple(found), (group['lr'], *group['betas'], group['eps'], 1 - group['lr'] * decay if decoupled else decay), bool(group['maximize']) + 4 * decoupled)

    def _begin(self, group, param, state):
        if not state:
            state['step'] = torch.zeros(1, dtype=torch.float, device=param.device) if group.get('capturable', False) else torch.tensor(0.0)
            state['exp_avg'] = torch.zeros_like(param, memory_format=torch.preserve_format)
            state['exp_avg_sq'] = torch.zeros_like(param, memory_format=torch.preserve_format)
            if group['amsgrad']:
                state['max_exp_avg_sq'] = torch.zeros_like(param, memory_format=torch.preserve_format)

    def _update(self, group, param, grad, state):
        on_gpu = group.get('capturable', False)
        if torch.cuda.is_current_stream_capturing() and not on_gpu:
            raise RuntimeError('Attempting CUDA graph capture of step() for an instance of %s but this instance was constructed with capturable=False.' % type(self).__name__)
        if not state:
            self._begin(group, param, state)
        if on_gpu and not (param.is_cuda and state['step'].is_cuda):
            raise AssertionError('If capturable=True, params and state_steps must be CUDA tensors.')
        state['step'] += 1
        beta1, beta2 = group['betas']
        if group['weight_decay'] != 0:
            if group.get('decoupled_weight_decay', self._decoupled):
                param.mul_(1 - group['lr'] * group['weight_decay'])
            else:
                grad = grad.add(param, alpha=group['weight_decay'])
        mean, square = state['exp_avg'], state['exp_avg_sq']
        if _two('OPERATORS_NEWER'):
            mean.lerp_(grad, 1 - beta1)
        else:
            mean.mul_(beta1).add_(grad, alpha=1 - beta1)
        square.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        if group['amsgrad']:
            square = torch.maximum(state['max_exp_avg_sq'], square, out=state['max_exp_avg_sq'])
        if on_gpu:      # a graph counts its own steps
            below = (square.sqrt() / (1 - beta2 ** state['step']).sqrt()).add_(group['eps'])
            param.addcdiv_(mean * (-group['lr'] / (1 - beta1 ** state['step'])), below)
            return
        step = number(state['step'])
        below = (square.sqrt() / math.sqrt(1 - beta2 ** step)).add_(group['eps'])
        param.addcdiv_(mean, below, value=-group['lr'] / (1 - beta1 ** step))
