"""The rarer optimizers' rules; the usual ones stand in rules.py."""
import logging
import math

from .. import ndarray as nd
from .base import BothPrecisions, Optimizer, register
from .rules import SGD, _zeros


@register
class Nadam(Optimizer):
    """Adam with Nesterov's momentum, which warms up. The schedule is one for all parameters, as MXNet keeps it."""

    def __init__(self, learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-8, schedule_decay=0.004, **kwargs):
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1, self.beta2, self.epsilon, self.schedule_decay = beta1, beta2, epsilon, schedule_decay
        self.m_schedule = 1.

    def create_state(self, index, weight):
        return _zeros(weight), _zeros(weight)

    def _momentum(self, t):
        return self.beta1 * (1. - 0.5 * 0.96 ** (t * self.schedule_decay))

    def update(self, index, weight, grad, state):
        self._update_count(index)
        lr, g = self._get_lr(index), self._bounded(self._scaled(grad) + self._get_wd(index) * weight)
        t = self._index_update_count[index]
        now, then = self._momentum(t), self._momentum(t + 1)
        self.m_schedule *= now
        mean, var = state
        mean *= self.beta1
        mean += (1. - self.beta1) * g
        var *= self.beta2
        var += (1. - self.beta2) * nd.square(g)
        ahead = (1. - now) * (g / (1. - self.m_schedule)) + then * (mean / (1. - self.m_schedule * then))
        weight -= lr * ahead / (nd.sqrt(var / (1. - self.beta2 ** t)) + self.epsilon)


@register
class FTML(Optimizer):
    """Follow the moving leader."""
    _is_kernel = True

    def __init__(self, beta1=0.6, beta2=0.999, epsilon=1e-8, **kwargs):
        super().__init__(**kwargs)
        self.beta1, self.beta2, self.epsilon = beta1, beta2, epsilon

    def create_state(self, index, weight):
        return _zeros(weight), _zeros(weight), _zeros(weight)

    def update(self, index, weight, grad, state):
        self._update_count(index)
        lr, t = self._get_lr(index), self._index_update_count[index]
        g = self._bounded(self._scaled(grad) + self._get_wd(index) * weight)
        denominator, var, z = state
        var *= self.beta2
        var += (1. - self.beta2) * nd.square(g)
        fresh = (nd.sqrt(var / (1. - self.beta2 ** t)) + self.epsilon) * ((1. - self.beta1 ** t) / lr)
        z *= self.beta1
        z += (1. - self.beta1) * g - (fresh - self.beta1 * denominator) * weight
        denominator[:] = fresh
        weight[:] = -z / fresh


@register
class SGLD(Optimizer):
    """Half a step down the gradient, and noise of the step's size."""

    def update(self, index, weight, grad, state):
        self._update_count(index)
        lr, wd = self._get_lr(index), self._get_wd(index)
        weight -= lr / 2 * (self._clipped(grad) + wd * weight)
        weight += nd.random.normal(0, math.sqrt(lr), shape=weight.shape, dtype=weight.dtype, ctx=weight.context)


@register
class DCASGD(Optimizer):
    """Steps that make up for the weight having moved since the gradient was asked for."""

    def __init__(self, momentum=0.0, lamda=0.04, **kwargs):
        super().__init__(**kwargs)
        self.momentum, self.lamda = momentum, lamda

    def create_state(self, index, weight):
        return _zeros(weight) if self.momentum else None, weight.copy()

    def update(self, index, weight, grad, state):
        self._update_count(index)
        lr, wd = self._get_lr(index), self._get_wd(index)
        g = self._clipped(grad)
        velocity, before = state
        step = -lr * (g + wd * weight + self.lamda * nd.square(g) * (weight - before))
        if velocity is not None:
            velocity *= self.momentum
            velocity += step
            step = velocity
        before[:] = weight
        weight += step


@register
class LAMB(BothPrecisions):
    """Adam whose step is as long as the layer's weights are large."""
    _is_kernel, _at_once = True, 45

    def __init__(self, learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-6, lower_bound=None, upper_bound=None, bias_correction=True, **kwargs):
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1, self.beta2, self.epsilon = beta1, beta2, epsilon
        self.lower_bound, self.upper_bound, self.bias_correction = lower_bound, upper_bound, bias_correction

    def create_state(self, index, weight):
        return _zeros(weight), _zeros(weight)

    def _step(self, index, weight, grad, state):
        self._update_count(index)
        lr, wd, t = self._get_lr(index), self._get_wd(index), self._index_update_count[index]
        g = self._clipped(grad)
        mean, var = state
        mean *= self.beta1
        mean += (1. - self.beta1) * g
        var *= self.beta2
        var += (1. - self.beta2) * nd.square(g)
        m, v = (mean / (1. - self.beta1 ** t), var / (1. - self.beta2 ** t)) if self.bias_correction else (mean, var)
        step = m / (nd.sqrt(v) + self.epsilon) + wd * weight
        long, wide = weight.norm().asscalar(), step.norm().asscalar()
        if self.lower_bound is not None:
            long = max(long, self.lower_bound)
        if self.upper_bound is not None:
            long = min(long, self.upper_bound)
        weight -= lr * (float(long / wide) if long and wide else 1.) * step


@register
class LARS(BothPrecisions):
    """SGD whose rate, a layer at a time, follows how large its weights are beside their gradients."""
    _is_kernel = True
    _says, _master_last, _at_once = 'SGD optimizer', True, 4

    def __init__(self, momentum=0.0, lazy_update=True, eta=0.001, eps=0, momentum_correction=True, **kwargs):
        super().__init__(**kwargs)
        self.momentum, self.lazy_update = momentum, lazy_update
        self.eta, self.eps, self.momentum_correction = eta, eps, momentum_correction
        self.last_lr = None

    def create_state(self, index, weight):
        return _zeros(weight) if self.momentum else None

    def _trust(self, index, weight, grad, wd):
        """What the rate is multiplied with: 1 for scales and shifts, and where a norm is 0."""
        if self.idx2name.get(index, '').endswith(('gamma', 'beta', 'bias')):
            return 1.
        long, wide = weight.norm().asscalar(), grad.norm().asscalar()
        if not (long > 0 and wide > 0):
            return 1.
        below = float(wide * self.rescale_grad + wd * long + self.eps)
        return float(self.eta * long) / below if below else float('inf')

    def _step(self, index, weight, grad, state):
        self._update_count(index)
        rate, wd = self.learning_rate, self._get_wd(index)
        before, self.last_lr = rate if self.last_lr is None else self.last_lr, rate
        lr = self._get_lr(index) * self._trust(index, weight, grad, wd)
        g = self._clipped(grad) + wd * weight
        if state is None:
            weight -= lr * g
        else:
            state *= self.momentum * (rate / before if self.momentum_correction and before else 1.)
            state -= lr * g
            weight += state


@register
class LBSGD(SGD):
    """SGD for large batches: gradients of batch_scale batches are gathered before a step, whose rate is warmed up, or follows (lars) how large the weights are beside them."""

    _says, _master_last, _at_once, _step = 'optimizer', False, 0, Optimizer._step

    def __init__(self, momentum=0.0, multi_precision=False, warmup_strategy='linear', warmup_epochs=5, batch_scale=1, updates_per_epoch=32, begin_epoch=0, num_epochs=60, **kwargs):
        super().__init__(momentum=momentum, multi_precision=multi_precision, **kwargs)
        logging.info('Running Large-Batch SGD Algorithm')
        logging.info('(Batch_scale=%f, warmup_epochs=%d, warmup_strategy=%s, updates_per_epoch=%d)', batch_scale, warmup_epochs, warmup_strategy, updates_per_epoch)
        self.warmup_strategy, self.warmup_epochs = warmup_strategy, warmup_epochs
        self.batch_scale, self.updates_per_epoch, self.num_epochs = batch_scale, updates_per_epoch, num_epochs
        self.init_updates = begin_epoch * updates_per_epoch
        self.cumgrads = {}

    def _warmed(self, done):
        """What the rate is multiplied with after so many batches."""
        long, most = self.warmup_epochs * self.updates_per_epoch, float(self.batch_scale)
        if done >= long:
            return most
        part = {'linear': done / long, 'power2': done * done / (long * long), 'sqrt': math.sqrt(done / long)}.get(self.warmup_strategy, 0.) if long > 1 else 0.
        return 1. + (most - 1.) * part

    def _trust(self, weight, grad, wd):
        wide, steep = float(nd.square(weight).sum().asscalar()), float(nd.square(grad).sum().asscalar())
        return min(max(math.sqrt(wide / (steep + wd * wide + 1e-18)), 0.01), 100)

    def update(self, index, weight, grad, state):
        lr, wd = self._get_lr(index), self._get_wd(index)
        self._update_count(index)
        gathered, count = self.cumgrads.get(index, (0, 0))
        gathered, count = (gathered + grad, count + 1) if count > 0 else (grad, self.init_updates + 1)
        if count % self.batch_scale:
            self.cumgrads[index] = gathered, count
            return
        self.cumgrads[index] = 0, count
        grad = gathered / self.batch_scale
        lr *= self._trust(weight, grad, wd) if self.warmup_strategy == 'lars' else self._warmed(count)
        g = (self._clipped(grad) if self.clip_gradient else self._scaled(grad)) + wd * weight
        if state is None:
            weight -= lr * g
            return
        state *= self.momentum if self.momentum > 0 else 0.
        state -= lr * g
        weight += state


@register
class ccSGD(SGD):
    """SGD by its old name."""


@register
class Test(Optimizer):
    """Adds the scaled gradient; its state is the weight: what programs look at a store with."""

    def create_state(self, index, weight):
        return _zeros(weight)

    def update(self, index, weight, grad, state):
        weight[:] += grad * self.rescale_grad
        state[:] = weight
