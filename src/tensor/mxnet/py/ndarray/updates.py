"""One step of an optimizer as an operator of mx.nd: what it keeps is changed in place, the new weights are the result. sgd, momentum and Adam are in more.py."""
import _mxnet
from _mxnet import _says

from ..base import MXNetError
from .draws import single
from .more import all_finite, sgd_mom_update, sgd_update
from .outs import _into


def _clipped(grad, by):
    return _mxnet.clip(grad, -by, by) if by is not None and by >= 0 else grad


def _decayed(weight, grad, wd, rescale_grad, clip_gradient):
    """The gradient with the weights' decay in it, and only then clipped."""
    return _clipped(grad * rescale_grad + wd * weight, clip_gradient)


def _left(beta, t):
    """How much of a mean of t steps is there yet, in single precision as the original counts."""
    return single(1 - single(single(beta) ** t))


def _bounded(weight, clip_weights):
    return _mxnet.clip(weight, -clip_weights, clip_weights) if clip_weights > 0 else weight


def _adamw(weight, grad, mean, var, rescale_grad, lr, eta, beta1, beta2, epsilon, wd, clip_gradient):
    """Adam whose decay is not in the gradient; None where the scale is 0 or no number: then nothing changes (a step in half precision that overflowed)."""
    scale = float(rescale_grad.asscalar() if hasattr(rescale_grad, 'asscalar') else rescale_grad)
    if scale == 0 or scale != scale or abs(scale) == float('inf'):
        return None
    step = _clipped(grad * scale, clip_gradient)
    mean[:] = beta1 * mean + (1 - beta1) * step
    var[:] = beta2 * var + (1 - beta2) * _mxnet.square(step)
    return weight - eta * (lr * mean / (_mxnet.sqrt(var) + epsilon) + wd * weight)


def adamw_update(weight, grad, mean, var, rescale_grad, lr, eta, beta1=0.9, beta2=0.999, epsilon=1e-8, wd=0.0, clip_gradient=-1.0, out=None, name=None):
    made = _adamw(weight, grad, mean, var, rescale_grad, lr, eta, beta1, beta2, epsilon, wd, clip_gradient)
    return _into(weight if made is None else made, out)


def mp_adamw_update(weight, grad, mean, var, weight32, rescale_grad, lr, eta, beta1=0.9, beta2=0.999, epsilon=1e-8, wd=0.0, clip_gradient=-1.0, out=None, name=None):
    """The same for half precision, over weights in single."""
    made = _adamw(weight32, grad.astype('float32'), mean, var, rescale_grad, lr, eta, beta1, beta2, epsilon, wd, clip_gradient)
    if made is None:
        return _into(weight, out)
    weight32[:] = made
    return _into(made.astype(weight.dtype), out)


def rmsprop_update(weight, grad, n, lr, gamma1=0.95, epsilon=1e-8, wd=0.0, rescale_grad=1.0, clip_gradient=-1.0, clip_weights=-1.0, out=None, name=None):
    """By the root of the mean of the squares so far."""
    step = _decayed(weight, grad, wd, rescale_grad, clip_gradient)
    n[:] = gamma1 * n + (1 - gamma1) * _mxnet.square(step)
    return _into(_bounded(weight - lr * step / _mxnet.sqrt(n + epsilon), clip_weights), out)


def rmspropalex_update(weight, grad, n, g, delta, lr, gamma1=0.95, gamma2=0.9, epsilon=1e-8, wd=0.0, rescale_grad=1.0, clip_gradient=-1.0, clip_weights=-1.0, out=None, name=None):
    """The same by their variance, with momentum."""
    step = _decayed(weight, grad, wd, rescale_grad, clip_gradient)
    n[:] = gamma1 * n + (1 - gamma1) * _mxnet.square(step)
    g[:] = gamma1 * g + (1 - gamma1) * step
    delta[:] = gamma2 * delta - lr * step / _mxnet.sqrt(n - _mxnet.square(g) + epsilon)
    return _into(_bounded(weight + delta, clip_weights), out)


def ftrl_update(weight, grad, z, n, lr, lamda1=0.01, beta=1.0, wd=0.0, rescale_grad=1.0, clip_gradient=-1.0, out=None, name=None):
    """Follows the regularized leader: weights that are small stay 0."""
    step = _clipped(grad * rescale_grad, clip_gradient)
    squares = n + _mxnet.square(step)
    z[:] = z + step - (_mxnet.sqrt(squares) - _mxnet.sqrt(n)) / lr * weight
    n[:] = squares
    moved = (_mxnet.sign(z) * lamda1 - z) / ((beta + _mxnet.sqrt(n)) / lr + wd)
    return _into(moved * (_mxnet.abs(z) > lamda1), out)


def ftml_update(weight, grad, d, v, z, lr, t, beta1=0.6, beta2=0.999, epsilon=1e-8, wd=0.0, rescale_grad=1.0, clip_grad=-1.0, out=None, name=None):
    """Follows the moving leader."""
    step = _decayed(weight, grad, wd, rescale_grad, clip_grad)
    v[:] = beta2 * v + (1 - beta2) * _mxnet.square(step)
    now = _left(beta1, t) / lr * (_mxnet.sqrt(v / _left(beta2, t)) + epsilon)
    z[:] = beta1 * z + (1 - beta1) * step - (now - beta1 * d) * weight
    d[:] = now
    return _into(-z / now, out)


def signsgd_update(weight, grad, lr, wd=0.0, rescale_grad=1.0, clip_gradient=-1.0, out=None, name=None):
    """Each weight by lr, against its gradient's sign."""
    return _into((1 - lr * wd) * weight - lr * _mxnet.sign(grad), out)


def signum_update(weight, grad, mom, lr, momentum=0.0, wd=0.0, rescale_grad=1.0, clip_gradient=-1.0, wd_lh=0.0, out=None, name=None):
    """Each weight by lr, as the momentum's sign says."""
    step = _clipped(grad * rescale_grad, clip_gradient)
    mom[:] = momentum * mom - (1 - momentum) * (step + wd * weight)
    return _into((1 - lr * wd_lh) * weight + lr * _mxnet.sign(mom), out)


def nag_mom_update(weight, grad, mom, lr, momentum=0.0, wd=0.0, rescale_grad=1.0, clip_gradient=-1.0, out=None, name=None):
    """Momentum as Nesterov has it."""
    step = _clipped(grad * rescale_grad, clip_gradient) + wd * weight
    mom[:] = momentum * mom - lr * step
    return _into(weight + momentum * mom - lr * step, out)


def lamb_update_phase1(weight, grad, mean, var, t, wd, beta1=0.9, beta2=0.999, epsilon=1e-6, bias_correction=True, rescale_grad=1.0, clip_gradient=-1.0, out=None, name=None):
    """The direction; how far to go is phase 2's."""
    step = _clipped(grad * rescale_grad, clip_gradient)
    mean[:] = beta1 * mean + (1 - beta1) * step
    var[:] = beta2 * var + (1 - beta2) * _mxnet.square(step)
    first, second = (mean / _left(beta1, t), var / _left(beta2, t)) if bias_correction else (mean, var)
    return _into(first / (_mxnet.sqrt(second) + epsilon) + wd * weight, out)


def lamb_update_phase2(weight, g, r1, r2, lr, lower_bound=-1.0, upper_bound=-1.0, out=None, name=None):
    """As far as the norms of weights (r1) and direction (r2) say."""
    if lower_bound >= 0:
        r1 = _mxnet.maximum(r1, lower_bound)
    if upper_bound >= 0:
        r1 = _mxnet.minimum(r1, upper_bound)
    known = (r1 != 0) * (r2 != 0)
    ratio = _mxnet.where(known, r1 / (r2 + (r2 == 0)), _mxnet.ones_like(r1))
    return _into(weight - _mxnet.broadcast_mul(g, lr * ratio), out)


# -- weights of 16 bits beside their copy of 32, which is what moves --
def _of_copy(update, weight, grad, weight32, *states, out=None, **options):
    weight32[:] = update(weight32, grad.astype('float32'), *states, **options)
    return _into(weight32.astype(weight.dtype), out)


def mp_sgd_update(weight, grad, weight32, lr, wd=0.0, rescale_grad=1.0, clip_gradient=-1.0, lazy_update=True, out=None, name=None):
    """sgd_update on weight32."""
    return _of_copy(sgd_update, weight, grad, weight32, out=out, lr=lr, wd=wd, rescale_grad=rescale_grad, clip_gradient=clip_gradient, lazy_update=lazy_update)


def mp_sgd_mom_update(weight, grad, mom, weight32, lr, momentum=0.0, wd=0.0, rescale_grad=1.0, clip_gradient=-1.0, lazy_update=True, out=None, name=None):
    """sgd_mom_update on weight32."""
    return _of_copy(sgd_mom_update, weight, grad, weight32, mom, out=out, lr=lr, momentum=momentum, wd=wd, rescale_grad=rescale_grad, clip_gradient=clip_gradient, lazy_update=lazy_update)


def mp_nag_mom_update(weight, grad, mom, weight32, lr, momentum=0.0, wd=0.0, rescale_grad=1.0, clip_gradient=-1.0, out=None, name=None):
    """nag_mom_update on weight32."""
    return _of_copy(nag_mom_update, weight, grad, weight32, mom, out=out, lr=lr, momentum=momentum, wd=wd, rescale_grad=rescale_grad, clip_gradient=clip_gradient)


def mp_lamb_update_phase1(weight, grad, mean, var, weight32, t, wd, beta1=0.9, beta2=0.999, epsilon=1e-6, bias_correction=True, rescale_grad=1.0, clip_gradient=-1.0, out=None, name=None):
    """lamb_update_phase1 of weight32."""
    return lamb_update_phase1(weight32, grad.astype('float32'), mean, var, t, wd, beta1, beta2, epsilon, bias_correction, rescale_grad, clip_gradient, out)


def mp_lamb_update_phase2(weight, g, r1, r2, weight32, lr, lower_bound=-1.0, upper_bound=-1.0, out=None, name=None):
    """lamb_update_phase2 on weight32."""
    weight32[:] = lamb_update_phase2(weight32, g, r1, r2, lr, lower_bound, upper_bound)
    return _into(weight32.astype(weight.dtype), out)


def _counted(data, wanted, name):
    """Are there as many arrays as the operator is told?"""
    if len(data) != wanted:
        raise MXNetError(_says("NUM_INPUTS", len(data), wanted, name, wanted, len(data)))


# -- many weights at once: (weight, gradient, what is kept) one after the other --
def _many(update, kept, data, lrs, wds, options, out):
    each = 2 + kept
    made = [update(*data[i:i + each], lr=float(lr), wd=float(wd), **options) for i, lr, wd in zip(range(0, len(data), each), lrs, wds)]
    return _into(made, out if out is None or isinstance(out, (list, tuple)) else [out])


def _numbers(array):
    return array.asnumpy().tolist()


def _family(update, kept, label):
    """The two operators for many weights: lrs and wds as numbers, and as the last two arrays."""
    def multi(*data, lrs=(), wds=(), momentum=0.0, rescale_grad=1.0, clip_gradient=-1.0, num_weights=1, out=None, name=None):
        _counted(data, (2 + kept) * num_weights, 'multi_' + label)
        return _many(update, kept, data, lrs, wds, {**extra(momentum), 'rescale_grad': rescale_grad, 'clip_gradient': clip_gradient}, out)

    def preloaded(*data, momentum=0.0, rescale_grad=1.0, clip_gradient=-1.0, num_weights=1, out=None, name=None):
        _counted(data, (2 + kept) * num_weights + 2, 'preloaded_multi_' + label)
        return multi(*data[:-2], lrs=_numbers(data[-2]), wds=_numbers(data[-1]), momentum=momentum, rescale_grad=rescale_grad, clip_gradient=clip_gradient, num_weights=num_weights, out=out)

    def extra(momentum):
        return {'momentum': momentum} if 'mom' in label else {}
    multi.__name__, preloaded.__name__ = 'multi_' + label, 'preloaded_multi_' + label
    multi.__doc__ = preloaded.__doc__ = label + ' of several weights.'
    return multi, preloaded


multi_sgd_update, preloaded_multi_sgd_update = _family(sgd_update, 0, 'sgd_update')
multi_sgd_mom_update, preloaded_multi_sgd_mom_update = _family(sgd_mom_update, 1, 'sgd_mom_update')
multi_mp_sgd_update, preloaded_multi_mp_sgd_update = _family(mp_sgd_update, 1, 'mp_sgd_update')
multi_mp_sgd_mom_update, preloaded_multi_mp_sgd_mom_update = _family(mp_sgd_mom_update, 2, 'mp_sgd_mom_update')


def multi_sum_sq(*data, num_arrays=None, out=None, name=None):
    """Each array's sum of squares."""
    _counted(data, num_arrays, 'multi_sum_sq')
    return _into(_mxnet.concat(*[_mxnet.sum(_mxnet.square(each.astype('float32'))).reshape((1,)) for each in data], dim=0), out)


def multi_all_finite(*data, num_arrays=1, init_output=True, out=None, name=None):
    """1 where no array has an infinity or a NaN, else 0."""
    _counted(data, num_arrays, 'multi_all_finite')
    found = all_finite(data[0])
    for each in data[1:]:
        found = found * all_finite(each)
    return _into(found if init_output or out is None else found * out, out)


def multi_lars(lrs, weights_sum_sq, grads_sum_sq, wds, eta, eps, rescale_grad=1.0, out=None, name=None):
    """Learning rates by the layers' norms; a layer whose weights or gradients are 0 keeps its own."""
    weights, grads = _mxnet.sqrt(weights_sum_sq), _mxnet.sqrt(grads_sum_sq) * rescale_grad
    known = (weights > 0) * (grads > 0)
    ratio = eta * weights / (grads + wds * weights + eps)
    return _into(lrs * _mxnet.where(known, ratio, _mxnet.ones_like(ratio)), out)


def reset_arrays(*data, num_arrays=None):
    """All arrays are filled with 0."""
    _counted(data, num_arrays, 'reset_arrays')
    for each in data:
        each[:] = 0
