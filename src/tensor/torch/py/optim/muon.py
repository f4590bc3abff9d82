"""Muon (PyTorch 2): momentum whose matrix is made orthogonal, nearly, by a few steps of Newton and Schulz."""
import math

import torch
from .optimizer import Optimizer


def _orthogonal(matrix, coefficients, steps, eps):
    """Nearly the nearest matrix with orthogonal rows: a polynomial of odd powers, `steps` times, in bfloat16."""
    if steps >= 100:
        raise ValueError('Number of steps must be less than 100 for computational efficiency')
    if len(coefficients) != 3:
        raise ValueError('Coefficients must be a tuple of exactly 3 values')
    a, b, c = coefficients
    tall = matrix.size(0) > matrix.size(1)
    x = matrix.bfloat16()
    x = x.T if tall else x
    x = x / x.norm().clamp(min=eps)
    for _ in range(steps):
        square = x @ x.T
        x = torch.addmm(x, torch.addmm(square, square, square, beta=b, alpha=c), x, beta=a)
    return x.T if tall else x


_RATES = {      # by what the learning rate is multiplied, of a matrix's rows and columns
    None: lambda rows, columns: math.sqrt(max(1, rows / columns)),
    'original': lambda rows, columns: math.sqrt(max(1, rows / columns)),
    'match_rms_adamw': lambda rows, columns: 0.2 * math.sqrt(max(rows, columns)),
}


class Muon(Optimizer):
    _takes_complex = True          # (to refuse them)

    def __init__(self, params, lr=1e-3, weight_decay=0.1, momentum=0.95, nesterov=True, ns_coefficients=(3.4445, -4.7750, 2.0315), eps=1e-7, ns_steps=5, adjust_lr_fn=None):
        if isinstance(lr, torch.Tensor) and lr.numel() != 1:
            raise ValueError('Tensor lr must be 1-element')
        if not 0.0 <= lr:
            raise ValueError(f'Learning rate should be >= 0 but is: {lr}')
        if not 0.0 <= momentum:
            raise ValueError(f'momentum should be >= 0 but is: {momentum}')
        if not 0.0 <= weight_decay:
            raise ValueError(f'weight decay should be >= 0 but is: {weight_decay}')
        if adjust_lr_fn not in _RATES:
            raise ValueError(f'Adjust learning rate function {adjust_lr_fn} is not supported')
        super().__init__(params, dict(lr=lr, weight_decay=weight_decay, momentum=momentum, nesterov=nesterov, ns_coefficients=ns_coefficients, eps=eps, ns_steps=ns_steps, adjust_lr_fn=adjust_lr_fn))
        for group in self.param_groups:
            for param in group['params']:
                if param.ndim != 2:
                    raise ValueError(f'Muon only supports 2D parameters whereas we found a parameter with size: {param.size()}')

    def _update(self, group, param, grad, state):
        if param.is_complex():
            raise RuntimeError('Muon does not support complex parameters')
        if not state:
            state['momentum_buffer'] = torch.zeros_like(grad, memory_format=torch.preserve_format)
        mean = state['momentum_buffer'].lerp_(grad, 1 - group['momentum'])
        update = _orthogonal(grad.lerp(mean, group['momentum']) if group['nesterov'] else mean, group['ns_coefficients'], group['ns_steps'], group['eps'])
        param.mul_(1 - group['lr'] * group['weight_decay'])
        param.add_(update, alpha=-group['lr'] * _RATES[group['adjust_lr_fn']](*param.shape))
