"""RMSprop, Adagrad, Adadelta: steps scaled by the gradients' squares so far."""
import torch
from .optimizer import Optimizer, number
from perch.only import only


def _check_least(*numbers):
    """Each (name, value) must not be below 0, nor be NaN."""
    for name, value in numbers:
        if not 0.0 <= value:
            raise ValueError('Invalid {}: {}'.format(name, value))


class RMSprop(Optimizer):
    def __init__(self, params, lr=0.01, alpha=0.99, eps=1e-08, weight_decay=0, momentum=0, centered=False, foreach=None, maximize=False,
                 differentiable=False):
        _check_least(('learning rate', lr), ('epsilon value', eps), ('momentum value', momentum), ('weight_decay value', weight_decay), ('alpha value', alpha))
        super().__init__(params, dict(lr=lr, momentum=momentum, alpha=alpha, eps=eps, centered=centered, weight_decay=weight_decay, foreach=foreach,
                                      maximize=maximize, differentiable=differentiable))

    def _update(self, group, param, grad, state):
        if not state:
            state['step'] = 0
            state['square_avg'] = torch.zeros_like(param)
            if group['momentum'] > 0:
                state['momentum_buffer'] = torch.zeros_like(param)
            if group['centered']:
                state['grad_avg'] = torch.zeros_like(param)
        state['step'] += 1
        alpha = group['alpha']
        if group['weight_decay'] != 0:
            grad = grad.add(param, alpha=group['weight_decay'])
        square = state['square_avg'].mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
        if group['centered']:
            mean = state['grad_avg'].mul_(alpha).add_(grad, alpha=1 - alpha)
            square = square.addcmul(mean, mean, value=-1)
        below = square.sqrt().add_(group['eps'])
        if group['momentum'] > 0:
            param.add_(state['momentum_buffer'].mul_(group['momentum']).addcdiv_(grad, below), alpha=-group['lr'])
        else:
            param.addcdiv_(grad, below, value=-group['lr'])


class Adagrad(Optimizer):
    """Its sums are made with the optimizer: they stay where the parameters were then."""

    def __init__(self, params, lr=0.01, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10, foreach=None, *, maximize=False,
                 differentiable=False):
        only('torch.optim.Adagrad', differentiable=(differentiable, False))
        _check_least(('learning rate', lr), ('lr_decay value', lr_decay), ('weight_decay value', weight_decay),
                     ('initial_accumulator_value value', initial_accumulator_value), ('epsilon value', eps))
        super().__init__(params, dict(lr=lr, lr_decay=lr_decay, eps=eps, weight_decay=weight_decay, initial_accumulator_value=initial_accumulator_value,
                                      foreach=foreach, maximize=maximize))
        for group in self.param_groups:
            for param in group['params']:
                self.state[param]['step'] = torch.tensor(0.0)
                self.state[param]['sum'] = torch.full_like(param, initial_accumulator_value)

    def _update(self, group, param, grad, state):
        state['step'] += 1
        if group['weight_decay'] != 0:
            grad = grad.add(param, alpha=group['weight_decay'])
        lr = group['lr'] / (1 + (number(state['step']) - 1) * group['lr_decay'])
        state['sum'].addcmul_(grad, grad, value=1)
        param.addcdiv_(grad, state['sum'].sqrt().add_(group['eps']), value=-lr)


class Adadelta(Optimizer):
    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-06, weight_decay=0, foreach=None, *, maximize=False, differentiable=False):
        only('torch.optim.Adadelta', differentiable=(differentiable, False))
        _check_least(('learning rate', lr))
        if not 0.0 <= rho <= 1.0:
            raise ValueError('Invalid rho value: {}'.format(rho))
        _check_least(('epsilon value', eps), ('weight_decay value', weight_decay))
        super().__init__(params, dict(lr=lr, rho=rho, eps=eps, weight_decay=weight_decay, maximize=maximize, foreach=foreach))

    def _update(self, group, param, grad, state):
        if not state:
            state['step'] = 0
            state['square_avg'] = torch.zeros_like(param)
            state['acc_delta'] = torch.zeros_like(param)
        state['step'] += 1
        rho, eps = group['rho'], group['eps']
        if group['weight_decay'] != 0:
            grad = grad.add(param, alpha=group['weight_decay'])
        state['square_avg'].mul_(rho).addcmul_(grad, grad, value=1 - rho)
        delta = state['acc_delta'].add(eps).sqrt_().div_(state['square_avg'].add(eps).sqrt_()).mul_(grad)
        state['acc_delta'].mul_(rho).addcmul_(delta, delta, value=1 - rho)
        param.add_(delta, alpha=-group['lr'])
