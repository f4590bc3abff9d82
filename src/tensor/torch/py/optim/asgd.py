"""ASGD: steps with averaged parameters."""
import torch
from .optimizer import Optimizer, number


class ASGD(Optimizer):
    """Stochastic gradient descent that also keeps the average of where it has been, in state[p]['ax']."""

    _newer = dict(differentiable=False, capturable=False)

    def __init__(self, params, lr=0.01, lambd=0.0001, alpha=0.75, t0=1000000.0, weight_decay=0, foreach=None, maximize=False, differentiable=False,
                 capturable=False):
        if not 0.0 <= lr:
            raise ValueError('Invalid learning rate: {}'.format(lr))
        if not 0.0 <= weight_decay:
            raise ValueError('Invalid weight_decay value: {}'.format(weight_decay))
        super().__init__(params, dict(lr=lr, lambd=lambd, alpha=alpha, t0=t0, weight_decay=weight_decay, foreach=foreach, maximize=maximize,
                                      differentiable=differentiable, capturable=capturable))

    def _update(self, group, param, grad, state):
        if not state:
            state['step'] = torch.tensor(0.0)
            state['eta'] = torch.tensor(group['lr'])
            state['mu'] = torch.tensor(1.0)
            state['ax'] = torch.zeros_like(param, memory_format=torch.preserve_format)
        state['step'] += 1
        step, eta, mu = number(state['step']), number(state['eta']), number(state['mu'])
        if group['weight_decay'] != 0:
            grad = grad.add(param, alpha=group['weight_decay'])
        param.mul_(1 - group['lambd'] * eta)
        param.add_(grad, alpha=-eta)
        if mu != 1:
            state['ax'].add_(param.sub(state['ax']).mul(mu))
        else:
            state['ax'].copy_(param)
        state['eta'].copy_(torch.tensor(group['lr'] / (1 + group['lambd'] * group['lr'] * step) ** group['alpha']))
        state['mu'] = torch.tensor(1 / max(1, step - group['t0']))
