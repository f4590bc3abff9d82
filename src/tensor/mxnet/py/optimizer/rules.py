"""The optimizers' rules. g is the gradient, scaled and clipped, with weight decay."""
import math
import struct

from .. import ndarray as nd
from .base import BothPrecisions, Optimizer, register


def _single(x):
    """As float32, in which MXNet's kernels keep their factors: 1 - 0.999 differs there."""
    return struct.unpack('f', struct.pack('f', x))[0]


def _zeros(weight, lazy=False):
    return nd.zeros(weight.shape, weight.context, weight.dtype, weight.stype if lazy else None)


def _sparse(optimizer, index, weight, grad, state, lazy=True):
    """The update by a row-sparse gradient. Lazy: of the rows that it has; the others, and what is remembered of them, stay."""
    from ..ndarray.sparse import _plain
    several = isinstance(state, (list, tuple))
    whole = [_plain(each) for each in (weight, *([] if state is None else state if several else [state]))]
    parts, rows = whole, grad.indices
    if lazy:
        parts, grad = [each.take(rows) for each in whole], _plain(grad).take(rows)
    optimizer._step(index, parts[0], _plain(grad), None if state is None else tuple(parts[1:]) if several else parts[1])
    if lazy and rows.size:
        for each, part in zip(whole, parts):
            each[rows] = part


@register
class SGD(BothPrecisions):
    """weight -= lr * g; with momentum: v = momentum * v - lr * g, weight += v."""
    _is_kernel = True
    _says, _master_last, _at_once = 'SGD optimizer', True, 4

    def __init__(self, momentum=0.0, lazy_update=True, **kwargs):
        super().__init__(**kwargs)
        self.momentum = momentum
        self.lazy_update = lazy_update

    def create_state(self, index, weight):
        return _zeros(weight, self.lazy_update) if self.momentum else None

    def _step(self, index, weight, grad, state):
        if grad.stype == 'row_sparse':
            return _sparse(self, index, weight, grad, state, self.lazy_update)
        lr, g = self._start(index, weight, grad)
        if state is None or self.momentum <= 0:     # (a state that was given all the same stays as it is)
            weight -= lr * g
        else:
            state *= self.momentum
            state -= lr * g
            weight += state


@register
class NAG(BothPrecisions):
    """Nesterov's accelerated gradient."""
    _is_kernel = True
    _says, _master_last = 'NAG optimizer', True

    def __init__(self, momentum=0.0, **kwargs):
        super().__init__(**kwargs)
        self.momentum = momentum

    def create_state(self, index, weight):
        return _zeros(weight) if self.momentum else None

    def _step(self, index, weight, grad, state):
        lr, g = self._start(index, weight, grad)
        if state is None:
            weight -= lr * g
        else:
            state *= self.momentum
            state -= lr * g
            change = self.momentum * state - lr * g
            weight += change
            param = self.param_dict.get(index)
            wd = self._get_wd(index) if param is None else self.wd * param.wd_mult
            if wd: # MXNet's kernel writes the weight first: the momentum decays by the new one
                state -= lr * wd * change


@register
class Adam(Optimizer):
    """Running means of g and of its square."""
    _is_kernel = True

    def __init__(self, learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-8, lazy_update=True, **kwargs):
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1, self.beta2, self.epsilon = beta1, beta2, epsilon
        self.lazy_update = lazy_update

    def create_state(self, index, weight):
        return _zeros(weight, self.lazy_update), _zeros(weight, self.lazy_update)

    def update(self, index, weight, grad, state):
        if grad.stype == 'row_sparse':
            return _sparse(self, index, weight, grad, state, self.lazy_update)
        lr, g = self._start(index, weight, grad)
        t = self._index_update_count[index]
        lr *= math.sqrt(1. - self.beta2 ** t) / (1. - self.beta1 ** t)
        mean, var = state
        mean *= self.beta1
        mean += (1 - _single(self.beta1)) * g
        var *= self.beta2
        var += (1 - _single(self.beta2)) * nd.square(g)
        weight -= lr * mean / (nd.sqrt(var) + self.epsilon)


@register
class Adamax(Optimizer):
    """Adam by the largest gradient so far."""

    def __init__(self, learning_rate=0.002, beta1=0.9, beta2=0.999, **kwargs):
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1, self.beta2 = beta1, beta2

    def create_state(self, index, weight):
        return _zeros(weight), _zeros(weight)

    def update(self, index, weight, grad, state):
        lr, g = self._start(index, weight, grad)
        lr /= 1. - self.beta1 ** self._index_update_count[index]
        mean, most = state
        mean *= self.beta1
        mean += (1 - self.beta1) * g
        most[:] = nd.maximum(self.beta2 * most, nd.abs(g))
        weight -= lr * mean / most


@register
class AdaGrad(Optimizer):
    """Divided by the root of all squares so far."""

    def __init__(self, eps=1e-7, **kwargs):
        super().__init__(**kwargs)
        self.float_stable_eps = eps

    def create_state(self, index, weight):
        return _zeros(weight, True)

    def update(self, index, weight, grad, state):
        if grad.stype == 'row_sparse':
            return _sparse(self, index, weight, grad, state)
        self._update_count(index)
        lr, wd = self._get_lr(index), self._get_wd(index)
        g = self._clipped(grad)
        state += nd.square(g)
        weight -= lr * (g / nd.sqrt(state + self.float_stable_eps) + wd * weight)


@register
class RMSProp(Optimizer):
    """Divided by the root of a running mean of squares."""
    _is_kernel = True

    def __init__(self, learning_rate=0.001, gamma1=0.9, gamma2=0.9, epsilon=1e-8, centered=False, clip_weights=None, **kwargs):
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.gamma1, self.gamma2, self.epsilon = gamma1, gamma2, epsilon
        self.centered, self.clip_weights = centered, clip_weights

    def create_state(self, index, weight):
        return (_zeros(weight), _zeros(weight), _zeros(weight)) if self.centered else (_zeros(weight),)

    def update(self, index, weight, grad, state):
        lr, g = self._start(index, weight, grad)
        n = state[0]
        rest = 1 - _single(self.gamma1)
        n *= self.gamma1
        n += rest * nd.square(g)
        if self.centered:
            _, mean, delta = state
            mean *= self.gamma1
            mean += rest * g
            delta *= self.gamma2
            delta -= lr * g / nd.sqrt(n - nd.square(mean) + self.epsilon)
            weight += delta
        else:
            weight -= lr * g / nd.sqrt(n + self.epsilon)
        if self.clip_weights:
            weight[:] = weight.clip(-self.clip_weights, self.clip_weights)


@register
class AdaDelta(Optimizer):
    """Steps in proportion to the steps before."""

    def __init__(self, rho=0.90, epsilon=1e-5, **kwargs):
        super().__init__(**kwargs)
        self.rho, self.epsilon = rho, epsilon

    def create_state(self, index, weight):
        return _zeros(weight), _zeros(weight)

    def update(self, index, weight, grad, state):
        self._update_count(index)
        wd = self._get_wd(index)
        g = self._clipped(grad)
        squares, steps = state
        squares *= self.rho
        squares += (1. - self.rho) * nd.square(g)
        step = nd.sqrt(steps + self.epsilon) / nd.sqrt(squares + self.epsilon) * g
        steps *= self.rho
        steps += (1. - self.rho) * nd.square(step)
        weight -= step + wd * weight


@register
class Ftrl(Optimizer):
    """Follow the regularized leader."""
    _is_kernel = True

    def __init__(self, lamda1=0.01, learning_rate=0.1, beta=1, **kwargs):
        super().__init__(**kwargs)
        self.lamda1, self.beta, self.lr = lamda1, beta, learning_rate

    def create_state(self, index, weight):
        return _zeros(weight, True), _zeros(weight, True)

    def update(self, index, weight, grad, state):
        if grad.stype == 'row_sparse':
            return _sparse(self, index, weight, grad, state)
        self._update_count(index)
        lr, wd = self._get_lr(index), self._get_wd(index)
        g = self._clipped(grad)
        z, n = state
        more = n + nd.square(g)
        z += g - (nd.sqrt(more) - nd.sqrt(n)) / lr * weight
        n[:] = more
        weight[:] = (nd.sign(z) * self.lamda1 - z) / ((self.beta + nd.sqrt(n)) / lr + wd) * (nd.abs(z) > self.lamda1)


@register
class Signum(Optimizer):
    """The sign of the gradient, or of its momentum."""
    _is_kernel = True

    def __init__(self, learning_rate=0.01, momentum=0.9, wd_lh=0.0, **kwargs):
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.momentum, self.wd_lh = momentum, wd_lh

    def create_state(self, index, weight):
        return _zeros(weight) if self.momentum else None

    def update(self, index, weight, grad, state):
        lr, g = self._start(index, weight, grad)
        if state is None:
            weight[:] = (1 - lr * self.wd_lh) * weight - lr * nd.sign(g)
        else:
            state *= self.momentum
            state -= (1 - self.momentum) * g
            weight[:] = (1 - lr * self.wd_lh) * weight + lr * nd.sign(state)
