"""torch.autograd.functional: Jacobians, Hessians and products with them, of functions of tensors."""
from _torch import _says
import torch

Tensor = torch.Tensor


def _tuple(name, what, x):
    """(a tuple of tensors, was it one?)"""
    many = isinstance(x, (tuple, list))
    found = tuple(x) if many else (x,)
    for i, t in enumerate(found):
        if not isinstance(t, Tensor):
            if many:
                raise TypeError('The %s given to %s must be either a Tensor or a tuple of Tensors but the value at index %d has type %s.' % (what, name, i, type(t)))
            raise TypeError('The %s given to %s must be either a Tensor or a tuple of Tensors but the given %s has type %s.' % (what, name, what, type(t)))
    return found, many


def _fresh(inputs, create_graph):
    return tuple(t.view_as(t) if create_graph and t.requires_grad else t.detach().clone().requires_grad_() for t in inputs)


def _call(name, func, inputs, create_graph):
    inputs, many = _tuple(name, 'inputs', inputs)
    with torch.enable_grad():
        fresh = _fresh(inputs, create_graph)
        outputs = func(*fresh)
    outputs, many_out = _tuple(name, 'outputs of the user-provided function', outputs)
    return fresh, many, outputs, many_out


def _grads(output, inputs, grad_output, create_graph, strict, name, keep=True):
    """The gradients, zeros where an input is not used."""
    if not output.requires_grad:
        if strict:
            raise RuntimeError('Output 0 of the user-provided function does not require gradients. The outputs must be computed in a differentiable manner from the input '
                               'when running in strict mode.')
        return tuple(torch.zeros_like(t) for t in inputs)
    found = torch.autograd.grad(output, inputs, grad_output, retain_graph=keep, create_graph=create_graph, allow_unused=True)
    if strict and any(g is None for g in found):
        raise RuntimeError('Output 0 of the user-provided function is independent of input %d. This is not allowed in strict mode.' % [g is None for g in found].index(True))
    return tuple(torch.zeros_like(t) if g is None else g for t, g in zip(inputs, found))


def _given_back(rows, many_in, many_out):
    rows = tuple(r if many_in else r[0] for r in rows)
    return rows if many_out else rows[0]


def _plain(values, create_graph):
    return tuple(v if create_graph else v.detach() for v in values)


def _forward_alone(strict, vectorize):
    """What PyTorch's forward mode does not go together with."""
    if strict:
        raise RuntimeError(_says("FORWARD_TOGETHER", 'strict=True', 'strict=False'))
    if not vectorize:
        raise NotImplementedError('Computing Jacobian using forward-AD or forward-over-reverse Hessian isonly implemented for `vectorize=True`.')


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy='reverse-mode'):
    """d outputs[…] / d inputs[…], of shape outputs.shape + inputs.shape."""
    assert strategy in ('forward-mode', 'reverse-mode'), _says("FORWARD_STRATEGY")
    if strategy == 'forward-mode':
        if create_graph:
            raise NotImplementedError(_says("FORWARD_TOGETHER", 'create_graph=True', 'create_graph=False'))
        _forward_alone(strict, vectorize)
    elif strict and vectorize:
        raise RuntimeError('torch.autograd.functional.jacobian: `strict=True` and `vectorized=True` are not supported together. Please either set `strict=False` or `vectorize=False`.')
    fresh, many, outputs, many_out = _call('jacobian', func, inputs, create_graph)
    rows = []
    for out in outputs:
        parts = [[] for _ in fresh]
        for value in out.reshape(-1):
            for part, g in zip(parts, _grads(value, fresh, None, create_graph, strict, 'jacobian')):
                part.append(g)
        rows.append(tuple(torch.stack(part).reshape(out.shape + t.shape) if part else torch.zeros(out.shape + t.shape) for part, t in zip(parts, fresh)))
    return _given_back([_plain(r, create_graph) for r in rows], many, many_out)


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy='reverse-mode'):
    """The second derivatives of a function with one element."""
    assert outer_jacobian_strategy in ('forward-mode', 'reverse-mode'), 'Expected strategy to be either "forward-mode" or "reverse-mode".'
    if outer_jacobian_strategy == 'forward-mode':
        _forward_alone(strict, vectorize)
    given, many = _tuple('hessian', 'inputs', inputs)

    def slope(*args):
        out = func(*args)
        if not isinstance(out, Tensor):
            raise RuntimeError('The function given to hessian should return a single Tensor')
        if out.numel() != 1:
            raise RuntimeError('The Tensor returned by the function given to hessian should contain a single element')
        return _grads(out.reshape(()), args, None, True, strict, 'hessian')
    made = jacobian(slope, given, create_graph, strict)
    return made if many else made[0][0]


def _vector(name, v, like):
    if v is None:
        if len(like) != 1 or like[0].numel() != 1:
            raise RuntimeError('The vector v can only be None if the user-provided function returns a single Tensor with a single element.' if name == 'vjp' else
                               'The vector v can only be None if the input to the user-provided function is a single Tensor with a single element.')
        return tuple(torch.ones_like(t) for t in like)
    return _tuple(name, 'v', v)[0]


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    """(outputs, v times the Jacobian)"""
    fresh, many, outputs, many_out = _call('vjp', func, inputs, create_graph)
    v = _vector('vjp', v, outputs)
    total = sum((o * each).sum() for o, each in zip(outputs, v))
    found = _plain(_grads(total, fresh, None, create_graph, strict, 'vjp'), create_graph)
    outputs = _plain(outputs, create_graph)
    return outputs if many_out else outputs[0], found if many else found[0]


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """(outputs, the Jacobian times v), by going backward twice."""
    fresh, many, outputs, many_out = _call('jvp', func, inputs, create_graph)
    v = _vector('jvp', v, fresh)
    found = []
    for out in outputs:
        weights = torch.zeros_like(out).requires_grad_()
        pulled = _grads(out, fresh, weights, True, strict, 'jvp')
        total = sum((g * each).sum() for g, each in zip(pulled, v))
        found.append(_grads(total, (weights,), None, create_graph, strict, 'jvp')[0])
    found, outputs = _plain(found, create_graph), _plain(outputs, create_graph)
    return (outputs, found) if many_out else (outputs[0], found[0])


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    """(output, v times the Hessian)"""
    fresh, many, outputs, _ = _call('vhp', func, inputs, create_graph)
    v = _vector('vhp', v, fresh)
    slopes = _grads(outputs[0].reshape(()), fresh, None, True, strict, 'vhp')
    total = sum((g * each).sum() for g, each in zip(slopes, v))
    found = _plain(_grads(total, fresh, None, create_graph, strict, 'vhp'), create_graph)
    return _plain(outputs, create_graph)[0], found if many else found[0]


hvp = vhp
