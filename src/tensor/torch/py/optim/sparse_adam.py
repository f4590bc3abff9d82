"""SparseAdam: Adam for sparse gradients: of means and squares only what has a gradient moves."""
import math

import torch
from .optimizer import Optimizer


class SparseAdam(Optimizer):
    _takes_sparse = True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, maximize=False):
        if not 0.0 < lr:
            raise ValueError('Invalid learning rate: {}'.format(lr))
        if not 0.0 < eps:
            raise ValueError('Invalid epsilon value: {}'.format(eps))
        for i in 0, 1:
            if not 0.0 <= betas[i] < 1.0:
                raise ValueError('Invalid beta parameter at index {}: {}'.format(i, betas[i]))
        params = list(params)
        sparse = []
        for at, given in enumerate(params):
            if isinstance(given, dict):
                given['params'] = list(given['params'])
                sparse += [[at, k] for k, each in enumerate(given['params']) if each.is_sparse]
            elif given.is_sparse:
                sparse.append(at)
        if sparse:
            raise ValueError('Sparse params at indices {}: SparseAdam requires dense parameter tensors'.format(sparse))
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, maximize=maximize))

    def _update(self, group, param, grad, state):
        if not grad.is_sparse:
            raise RuntimeError('SparseAdam does not support dense gradients, please consider Adam instead')
        if not state:
            state['step'] = 0
            state['exp_avg'] = torch.zeros_like(param, memory_format=torch.preserve_format)
            state['exp_avg_sq'] = torch.zeros_like(param, memory_format=torch.preserve_format)
        state['step'] += 1
        grad = grad.coalesce()
        at, now = tuple(grad.indices()), grad.values()
        if not now.numel():
            return
        beta1, beta2 = group['betas']
        mean, square = state['exp_avg'][at], state['exp_avg_sq'][at]
        mean = mean + (now - mean) * (1 - beta1)
        square = square + (now.pow(2) - square) * (1 - beta2)
        state['exp_avg'].index_put_(at, mean)
        state['exp_avg_sq'].index_put_(at, square)
        step = group['lr'] * math.sqrt(1 - beta2 ** state['step']) / (1 - beta1 ** state['step'])
        param.index_put_(at, -step * mean / square.sqrt().add_(group['eps']), accumulate=True)
