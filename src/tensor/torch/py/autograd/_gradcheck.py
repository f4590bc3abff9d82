"""gradcheck, gradgradcheck: do the gradients that backward computes agree with finite differences?"""
import warnings

import torch
from .._modes import no_grad


class GradcheckError(RuntimeError):
    """What a check says that fails."""


GradcheckError.__module__ = 'torch.autograd.gradcheck'


def _as_tuple(x):
    return x if isinstance(x, tuple) else tuple(x) if isinstance(x, list) else (x,)


def _is_differentiated(x):
    return isinstance(x, torch.Tensor) and x.requires_grad


def _is_precise(x):
    return x.dtype in (torch.float64, torch.complex128)


def _outputs(func, inputs):
    return [out for out in _as_tuple(func(*inputs)) if _is_differentiated(out)]


def _check_inputs(inputs):
    found = False
    for i, x in enumerate(inputs):
        if not _is_differentiated(x):
            continue
        if not _is_precise(x):
            warnings.warn('Input #%d requires gradient and is not a double precision floating point or complex. This check will likely fail if all the inputs are not of double precision '
                          'floating point or complex. ' % i, stacklevel=4)
        if x.numel() and any(step == 0 and size > 1 for step, size in zip(x.stride(), x.shape)):
            raise RuntimeError('The %dth input has a dimension with stride 0. gradcheck only supports inputs that are non-overlapping to be able to compute the numerical gradients '
                               'correctly. You should call .contiguous on the input before passing it to gradcheck.' % i)
        x.retain_grad()
        found = True
    if not found:
        raise ValueError('gradcheck expects at least one input tensor to require gradient, but none of the them have requires_grad=True.')


def _flat(values):
    """Numbers of outputs, a vector each."""
    return [v.detach().reshape(-1).clone() for v in values]


def _moved(func, inputs, at, step):
    """The outputs with one number of an input (a vector over its memory, an index) moved by a step."""
    numbers, i = at
    kept = numbers[i].clone()
    with no_grad():
        numbers[i] = kept + step
        found = _flat(out for out in _as_tuple(func(*inputs)) if isinstance(out, torch.Tensor) and out.dtype.is_floating_point)
        numbers[i] = kept
    return found


def _places(x):
    """The numbers of x one by one: (those of its memory, an index)."""
    data = x.data       # (changing it counts as no change of x)
    if data.ndim == 0:
        return [(data, ())]
    return [(data, tuple(at)) for at in torch.ones(data.shape).nonzero().tolist()]


def _numerical(func, inputs, x, outputs, eps):
    """For each output the differences, a row for each number of x."""
    rows = [[] for _ in outputs]
    for place in _places(x):
        for row, high, low in zip(rows, _moved(func, inputs, place, eps), _moved(func, inputs, place, -eps)):
            row.append((high - low) / (2 * eps))
    return [torch.stack(row).reshape(x.numel(), -1) if row else x.new_zeros(0, out.numel()) for row, out in zip(rows, outputs)]


def _analytical(output, inputs):
    """For each input the gradients of the output's numbers, a column each."""
    columns = [[] for _ in inputs]
    flat = torch.zeros_like(output, memory_format=torch.contiguous_format).reshape(-1)
    for i in range(output.numel()):
        flat.zero_()
        flat[i] = 1
        found = torch.autograd.grad(output, inputs, flat.reshape(output.shape), retain_graph=True, allow_unused=True)
        for column, x, g in zip(columns, inputs, found):
            if g is not None and g.shape != x.shape:
                raise GradcheckError('Analytical gradient has incorrect size')
            column.append(x.new_zeros(x.numel()) if g is None else g.detach().reshape(-1).clone())
    return [torch.stack(column, 1) if column else x.new_zeros(x.numel(), 0) for column, x in zip(columns, inputs)]


def _check_zero(func, inputs, wanted, eps):
    """Nothing goes through: then nothing may change."""
    outputs = [out for out in _as_tuple(func(*inputs)) if isinstance(out, torch.Tensor)]
    for x in wanted:
        for numbers in _numerical(func, inputs, x, outputs, eps):
            if bool((numbers != 0).any()):
                raise GradcheckError('Numerical gradient for function expected to be zero')


def _check_scaled(outputs, wanted):
    """Backward of zeros is zeros."""
    found = torch.autograd.grad(outputs, wanted, [torch.zeros_like(out) for out in outputs], retain_graph=True, allow_unused=True)
    for x, g in zip(wanted, found):
        if g is None:
            continue
        if not bool((g == 0).all()):
            raise GradcheckError('backward not multiplied by grad_output')
        if g.dtype != x.dtype:
            raise GradcheckError('grad is incorrect type')


def _check(func, inputs, eps, atol, rtol, nondet_tol):
    _check_inputs(inputs)
    wanted = [x for x in inputs if _is_differentiated(x)]
    outputs = _outputs(func, inputs)
    if not outputs:
        _check_zero(func, inputs, wanted, eps)
        return
    numerical = [_numerical(func, inputs, x, outputs, eps) for x in wanted]
    for i, output in enumerate(outputs):
        analytical, again = _analytical(output, wanted), _analytical(output, wanted)
        for j, (a, b) in enumerate(zip(analytical, again)):
            if not torch.allclose(a, b, rtol=0.0, atol=nondet_tol, equal_nan=True):
                raise GradcheckError('Backward is not reentrant, i.e., running backward with same input and grad_output multiple times gives different values, although analytical '
                                     'gradient matches numerical gradient. The tolerance for nondeterminism was %s.' % nondet_tol)
            if not torch.allclose(a, numerical[j][i].to(a.dtype), rtol, atol):
                raise GradcheckError('Jacobian mismatch for output %d with respect to input %d,\nnumerical:%s\nanalytical:%s\n' % (i, j, numerical[j][i], a))
    _check_scaled(outputs, wanted)


def gradcheck(func, inputs, *, eps=1e-06, atol=1e-05, rtol=0.001, raise_exception=True, check_sparse_nnz=False, nondet_tol=0.0, check_undefined_grad=True,
              check_grad_dtypes=False, check_batched_grad=False, check_batched_forward_grad=False, check_forward_ad=False, check_backward_ad=True, fast_mode=False):
    """Do the gradients agree with finite differences, number by number (also with fast_mode)?"""
    assert check_forward_ad or check_backward_ad, 'Expected at least one of check_forward_ad or check_backward_ad to be True'
    if not check_backward_ad:
        raise NotImplementedError('gradcheck(check_backward_ad=False) is not in perch: it checks what backward computes')
    try:
        _check(func, _as_tuple(inputs), eps, atol, rtol, nondet_tol)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def _drawn_like(out):
    return torch.empty(out.shape, dtype=out.dtype, device=out.device).uniform_(-1, 1).requires_grad_()


def gradgradcheck(func, inputs, grad_outputs=None, *, eps=1e-06, atol=1e-05, rtol=0.001, gen_non_contig_grad_outputs=False, raise_exception=True, nondet_tol=0.0,
                  check_undefined_grad=True, check_grad_dtypes=False, check_batched_grad=False, check_fwd_over_rev=False, check_rev_over_rev=True, fast_mode=False):
    """The same of the gradients' own gradients, by the inputs and by what comes into backward."""
    assert check_fwd_over_rev or check_rev_over_rev, 'Expected at least one of check_fwd_over_rev or check_rev_over_rev to be True'
    inputs = _as_tuple(inputs)
    given = _as_tuple(grad_outputs) if grad_outputs is not None else tuple(_drawn_like(out) for out in _outputs(func, inputs))

    def backward(*args):
        own, by = args[:len(args) - len(given)], args[len(args) - len(given):]
        wanted = [x for x in own if _is_differentiated(x)]
        with torch.enable_grad():
            found = torch.autograd.grad(_outputs(func, own), wanted, by, create_graph=True, allow_unused=True)
        return tuple(g for g in found if g is not None)
    return gradcheck(backward, inputs + given, eps=eps, atol=atol, rtol=rtol, raise_exception=raise_exception, nondet_tol=nondet_tol, check_undefined_grad=check_undefined_grad,
                     check_grad_dtypes=check_grad_dtypes, fast_mode=fast_mode)
