"""torch.nn.utils: gradients clipped, parameters as one vector, sequences packed to one length."""
from torch._shelves import put
import torch


def _with_gradients(parameters):
    return [p for p in ([parameters] if isinstance(parameters, torch.Tensor) else parameters) if p.grad is not None]


def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """The common norm of tensors, as if they were one vector."""
    grads = [tensors] if isinstance(tensors, torch.Tensor) else list(tensors)
    norm_type = float(norm_type)
    if not grads:
        return torch.tensor(0.0)
    first = grads[0].device
    with torch.no_grad():
        norms = [g.detach().norm(norm_type).to(first) for g in grads]
        total = torch.stack(norms).max() if norm_type == float('inf') else torch.stack(norms).norm(norm_type)
        if error_if_nonfinite and not bool(torch.isfinite(total)):
            raise RuntimeError(f'The total norm of order {norm_type} for gradients from `parameters` is non-finite, so it cannot be clipped. To disable this error '
                               'and scale the gradients by the non-finite norm anyway, set `error_if_nonfinite=False`')
    return total


def clip_grads_with_norm_(parameters, max_norm, total_norm, foreach=None):
    """Scales all gradients, whose common norm is known, so that it is at most max_norm."""
    with torch.no_grad():
        scale = (float(max_norm) / (total_norm + 1e-6)).clamp(max=1.0)
        for p in _with_gradients(parameters):
            p.grad.mul_(scale.to(p.grad.device))


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Scales all gradients so that their common norm is at most max_norm; gives the norm before."""
    given = _with_gradients(parameters)
    total = get_total_norm([p.grad for p in given], norm_type, error_if_nonfinite)
    if given:
        clip_grads_with_norm_(given, max_norm, total)
    return total


def clip_grad_norm(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False):
    import warnings
    warnings.warn('torch.nn.utils.clip_grad_norm is now deprecated in favor of torch.nn.utils.clip_grad_norm_.', stacklevel=2)
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite)


def clip_grad_value_(parameters, clip_value, foreach=None):
    for p in _with_gradients(parameters):
        p.grad.clamp_(-float(clip_value), float(clip_value))


def parameters_to_vector(parameters):
    return torch.cat([p.view(-1) for p in parameters])


def vector_to_parameters(vec, parameters):
    at = 0
    for p in parameters:
        p.data = vec[at:at + p.numel()].view_as(p).data
        at += p.numel()


_PARTS = 'rnn', 'parametrize', 'parametrizations', 'stateless', 'fusion', 'init', 'prune'
_FROM = {'weight_norm': 'norms', 'remove_weight_norm': 'norms', 'spectral_norm': 'norms', 'remove_spectral_norm': 'norms', 'skip_init': 'init', 'fuse_conv_bn_eval': 'fusion',
         'fuse_conv_bn_weights': 'fusion', 'fuse_linear_bn_eval': 'fusion', 'fuse_linear_bn_weights': 'fusion'}


def __perch_later__():                          # before the module's __dict__ is shown
    for name in (*_FROM, *_PARTS[:-1]):             # (prune is imported by its users, there)
        globals()[name] = __getattr__(name)


def __dir__():
    return sorted({*globals(), *_FROM, *_PARTS})


def __getattr__(name):
    from importlib import import_module
    if name in _FROM:
        return getattr(import_module('torch.nn.utils.' + _FROM[name]), name)
    if name in _PARTS:
        return import_module('torch.nn.utils.' + name)
    raise AttributeError("module 'torch.nn.utils' has no attribute %r" % name)


put(globals())
