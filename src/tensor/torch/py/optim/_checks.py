"""What optimizers ask of their numbers."""


def _check_least(*numbers):
    """Each (name, value) must not be below 0, nor be NaN."""
    for name, value in numbers:
        if not 0.0 <= value:
            raise ValueError('Invalid {}: {}'.format(name, value))


def _check(lr, eps, betas, weight_decay):
    if not 0.0 <= lr:
        raise ValueError('Invalid learning rate: {}'.format(lr))
    if not 0.0 <= eps:
        raise ValueError('Invalid epsilon value: {}'.format(eps))
    for i in 0, 1:
        if not 0.0 <= betas[i] < 1.0:
            raise ValueError('Invalid beta parameter at index {}: {}'.format(i, betas[i]))
    if not 0.0 <= weight_decay:
        raise ValueError('Invalid weight_decay value: {}'.format(weight_decay))
