"""RAdam, Rprop, ASGD: steps by rectified means, by signs alone, and with averaged parameters."""
import math

import torch
from .adam import _check
from .optimizer import Optimizer, number


class RAdam(Optimizer):
    """Adam whose first steps, of which the squares say too little, go without them."""

    def __init__(self, params, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0, foreach=None):
        _check(lr, eps, betas, weight_decay)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, foreach=foreach))

    def _update(self, group, param, grad, state):
        if not state:
            state['step'] = torch.tensor(0.0)
            state['exp_avg'] = torch.zeros_like(param)
            state['exp_avg_sq'] = torch.zeros_like(param)
        state['step'] += 1
        step = number(state['step'])
        beta1, beta2 = group['betas']
        if group['weight_decay'] != 0:
            grad = grad.add(param, alpha=group['weight_decay'])
        state['exp_avg'].mul_(beta1).add_(grad, alpha=1 - beta1)
        state['exp_avg_sq'].mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        mean = state['exp_avg'] / (1 - beta1 ** step)
        longest = 2 / (1 - beta2) - 1
        length = longest - 2 * step * beta2 ** step / (1 - beta2 ** step)
        if length > 5:
            rectified = math.sqrt((length - 4) * (length - 2) * longest / ((longest - 4) * (longest - 2) * length))
            scale = math.sqrt(1 - beta2 ** step) / state['exp_avg_sq'].sqrt().add_(group['eps'])
            param.add_(mean * group['lr'] * scale * rectified, alpha=-1.0)
        else:
            param.add_(mean * group['lr'], alpha=-1.0)


class Rprop(Optimizer):
    """A step of its own for each number, longer while the gradient keeps its sign."""

    def __init__(self, params, lr=0.01, etas=(0.5, 1.2), step_sizes=(1e-06, 50), foreach=None, maximize=False):
        if not 0.0 <= lr:
            raise ValueError('Invalid learning rate: {}'.format(lr))
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError('Invalid eta values: {}, {}'.format(etas[0], etas[1]))
        super().__init__(params, dict(lr=lr, etas=etas, step_sizes=step_sizes, foreach=foreach, maximize=maximize))

    def _update(self, group, param, grad, state):
        if not state:
            state['step'] = 0
            state['prev'] = torch.zeros_like(param)
            state['step_size'] = torch.full_like(grad, group['lr'])
        state['step'] += 1
        less, more = group['etas']
        low, high = group['step_sizes']
        sign = grad.mul(state['prev']).sign()
        factor = torch.where(sign > 0, torch.full_like(sign, more), torch.where(sign < 0, torch.full_like(sign, less), torch.ones_like(sign)))
        state['step_size'].mul_(factor).clamp_(low, high)
        grad = torch.where(sign < 0, torch.zeros_like(grad), grad)
        param.addcmul_(grad.sign(), state['step_size'], value=-1)
        state['prev'].copy_(grad)


class ASGD(Optimizer):
    """Stochastic gradient descent that also keeps the average of where it has been, in state[p]['ax']."""

    def __init__(self, params, lr=0.01, lambd=0.0001, alpha=0.75, t0=1000000.0, weight_decay=0, foreach=None, maximize=False):
        if not 0.0 <= lr:
            raise ValueError('Invalid learning rate: {}'.format(lr))
        if not 0.0 <= weight_decay:
            raise ValueError('Invalid weight_decay value: {}'.format(weight_decay))
        super().__init__(params, dict(lr=lr, lambd=lambd, alpha=alpha, t0=t0, weight_decay=weight_decay, foreach=foreach, maximize=maximize))

    def _update(self, group, param, grad, state):
        if not state:
            state['step'] = torch.tensor(0.0)
            state['eta'] = torch.tensor(group['lr'])
            state['mu'] = torch.tensor(1.0)
            state['ax'] = torch.zeros_like(param)
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
