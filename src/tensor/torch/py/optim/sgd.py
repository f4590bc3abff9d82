"""Stochastic gradient descent, with momentum and weight decay."""
from _torch import _two, optimizer_steps

from torch import Tensor

from .optimizer import Optimizer, required


class SGD(Optimizer):
    _takes_complex = _takes_sparse = True

    _newer = dict(fused=None)

    def __init__(self, params, lr=0.001 if _two('OPTIMIZER_SETTINGS') else required, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False, foreach=None,
                 differentiable=False, fused=None):
        if lr is not required and not isinstance(lr, Tensor) and lr < 0.0:
            raise ValueError('Invalid learning rate: {}'.format(lr))
        if momentum < 0.0:
            raise ValueError('Invalid momentum value: {}'.format(momentum))
        if weight_decay < 0.0:
            raise ValueError('Invalid weight_decay value: {}'.format(weight_decay))
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError('Nesterov momentum requires a momentum and zero dampening')
        super().__init__(params, dict(lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay, nesterov=nesterov, maximize=maximize,
                                      foreach=foreach, differentiable=differentiable, fused=fused))

    def _at_once(self, group):
        momentum = group['momentum']
        found = self._those_with(group, 'momentum_buffer') if momentum else self._those_with(group)
        if found is None:
            return False
        return optimizer_steps(0, (*found[:2], found[2] if momentum else None, None, None), (group['lr'], momentum, 1 - group['dampening'] if momentum else 0, 0, group['weight_decay']),
                               bool(group['maximize']) + 2 * bool(group['nesterov']))

    def _update(self, group, param, grad, state):
        momentum = group['momentum']
        if group['weight_decay'] != 0:
            grad = grad.add(param, alpha=group['weight_decay'])
        if momentum != 0:
            velocity = state.get('momentum_buffer')
            if velocity is None:
                velocity = state['momentum_buffer'] = grad.detach().clone() if _two('OPERATORS_NEWER') else grad.clone().detach()
            else:
                velocity.mul_(momentum).add_(grad, alpha=1 - group['dampening'])
            grad = grad.add(velocity, alpha=momentum) if group['nesterov'] else velocity
        elif not _two('OPTIMIZER_SETTINGS'):
            state.setdefault('momentum_buffer', None)
        param.add_(grad, alpha=-group['lr'])
