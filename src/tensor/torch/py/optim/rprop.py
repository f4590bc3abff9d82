"""Rprop: steps by the gradient's sign alone."""
import torch
from .optimizer import Optimizer, first_step


class Rprop(Optimizer):
    """A step of its own for each number, longer while the gradient keeps its sign."""

    _newer = dict(differentiable=False, capturable=False)

    def __init__(self, params, lr=0.01, etas=(0.5, 1.2), step_sizes=(1e-06, 50), foreach=None, maximize=False, *, capturable=False,
                 differentiable=False):
        if not 0.0 <= lr:
            raise ValueError('Invalid learning rate: {}'.format(lr))
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError('Invalid eta values: {}, {}'.format(etas[0], etas[1]))
        super().__init__(params, dict(lr=lr, etas=etas, step_sizes=step_sizes, foreach=foreach, maximize=maximize, differentiable=differentiable,
                                      capturable=capturable))

    def _update(self, group, param, grad, state):
        if not state:
            state['step'] = first_step()
            state['prev'] = torch.zeros_like(param, memory_format=torch.preserve_format)
            state['step_size'] = torch.full_like(grad, group['lr'])
        state['step'] += 1
        less, more = group['etas']
        low, high = group['step_sizes']
        sign = grad.mul(state['prev']).sign()
        factor = torch.where(sign > 0, torch.full_like(sign, more), torch.where(sign < 0, torch.full_like(sign, less), torch.ones_like(sign)))
        state['step_size'].mul_(factor).clamp_(low, high)
        grad = torch.where(sign < 0, torch.zeros_like(grad, memory_format=torch.preserve_format), grad)
        param.addcmul_(grad.sign(), state['step_size'], value=-1)
        state['prev'].copy_(grad)
