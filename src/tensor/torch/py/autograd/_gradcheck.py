"""gradcheck() and gradgradcheck(): gradients beside finite differences, a whole Jacobian for each output and input.

A complex output is looked at by its imaginary and its real part. Of a complex input x + yj a column is ds/dx + j ds/dy, which is what backward gives."""
import warnings

import torch
from _torch import _says
from perch.only import only


class GradcheckError(RuntimeError):
    """A gradient that is not the function's."""


GradcheckError.__module__ = 'torch.autograd.gradcheck'


_NOT_REENTRANT = """Backward is not reentrant, i.e., running backward with same input and grad_output multiple times gives different values, although analytical gradient matches numerical gradient.\
The tolerance for nondeterminism was {}.

NOTE: If your op relies on non-deterministic operations i.e., it is listed here:
https://pytorch.org/docs/stable/generated/torch.use_deterministic_algorithms.html
this failure might be expected.

If you are adding a new operator, please file an issue and then use one of the
workarounds. The workaround depends on how your test invokes gradcheck/gradgradcheck.
If the test
- manually invokes gradcheck/gradgradcheck, then call gradcheck/gradgradcheck
  with `nondet_tol=<tol>` as a keyword argument.
- is OpInfo-based (e.g., in test_ops_gradients.py), then modify the OpInfo for the test
  to have `gradcheck_nondet_tol=<tol>`.
- is a Module test (e.g., in common_nn.py), then modify the corresponding
  module_test entry to have `gradcheck_nondet_tol=<tol>`
"""


def _as_tuple(x):
    return tuple(x) if isinstance(x, (tuple, list)) else (x,)


def _differs(x):
    return isinstance(x, torch.Tensor) and x.requires_grad


def _outputs(func, inputs):
    return [o for o in _as_tuple(func(*inputs)) if o.requires_grad]


def _checked_inputs(inputs):
    inputs = _as_tuple(inputs)
    if not any(map(_differs, inputs)):
        raise ValueError(_says("GRADCHECK_NONE"))
    for i, x in enumerate(inputs):
        if _differs(x):
            if x.dtype not in (torch.float64, torch.complex128):
                warnings.warn('Input #%d requires gradient and is not a double precision floating point or complex. This check will likely fail if all the inputs are not of double precision floating point or '
                              'complex. ' % i, stacklevel=4)
            if x.numel() and any(step == 0 and size > 1 for step, size in zip(x.stride(), x.shape)):
                raise RuntimeError('The %dth input has a dimension with stride 0. gradcheck only supports inputs that are non-overlapping to be able to compute the numerical gradients '
                                   'correctly. You should call .contiguous on the input before passing it to gradcheck.' % i)
            x.retain_grad()
    return inputs


def _numerical(func, inputs, x, outputs, eps):
    """For each output the matrix (elements of x, elements of the output)."""
    data = x.data               # (what is written there counts as no change)
    found = [torch.zeros(x.numel(), o.numel(), dtype=x.dtype if x.is_complex() else o.dtype if o.is_floating_point() else x.dtype, device=x.device) for o in outputs]

    def at(place, value):
        kept = data[place].item()
        data[place] = kept + value
        made = [o.detach().clone().reshape(-1) for o in _as_tuple(func(*inputs)) if o.is_floating_point() or o.is_complex()]
        data[place] = kept
        return made
    for row, place in enumerate(_places(x.shape)):
        for way in (1, 1j) if x.is_complex() else (1,):
            high, low = at(place, eps * way), at(place, -eps * way)
            for matrix, above, below in zip(found, high, low):
                matrix[row] += ((above - below) / (2 * eps) * way).to(x.device)
    return found


def _places(shape):
    import itertools
    return itertools.product(*(range(n) for n in shape))


def _analytical(output, wanted):
    """For each input the matrix (elements of the input, elements of the output)."""
    found = [torch.zeros(x.numel(), output.numel(), dtype=x.dtype if x.is_complex() else output.dtype, device=x.device) for x in wanted]
    for column in range(output.numel()):
        way = torch.zeros_like(output).reshape(-1)
        way[column] = 1
        for matrix, g in zip(found, torch.autograd.grad(output, wanted, way.reshape(output.shape), retain_graph=True, allow_unused=True)):
            if g is not None:
                matrix[:, column] = g.reshape(-1)
    return found


def _forward(func, inputs, x, outputs):
    """As _numerical, by tangents."""
    from . import forward_ad
    found = [torch.zeros(x.numel(), o.numel(), dtype=o.dtype, device=x.device) for o in outputs]
    for row in range(x.numel()):
        way = torch.zeros(x.numel(), dtype=x.dtype, device=x.device)
        way[row] = 1
        with forward_ad.dual_level():
            dual = forward_ad.make_dual(x.detach(), way.reshape(x.shape))
            made = [forward_ad.unpack_dual(o).tangent for o in _as_tuple(func(*[dual if each is x else each for each in inputs]))]
        for matrix, tangent in zip(found, made):
            if tangent is not None:
                matrix[row] = tangent.detach().reshape(-1)
    return found


def _compare_forward(func, inputs, wanted, places, outputs, numbers, tolerances, lead):
    for at, x, number in zip(places, wanted, numbers):
        for k, (exact, row) in enumerate(zip(_forward(func, inputs, x, outputs), number)):
            if not torch.allclose(exact, row, *tolerances):
                raise GradcheckError('%sJacobian computed with forward mode mismatch for output %d with respect to input %d,\nnumerical:%s\nanalytical:%s\n' % (lead, k, at, row, exact))


def _compare(func, inputs, eps, atol, rtol, nondet_tol, lead, ways):
    """func gives real tensors; lead: which part of a complex one that is."""
    with torch.enable_grad():
        outputs = [o for o in _as_tuple(func(*inputs))]
    wanted = [x for x in inputs if _differs(x)]
    places = [i for i, x in enumerate(inputs) if _differs(x)]
    with torch.no_grad():
        numbers = [_numerical(func, inputs, x, outputs, eps) for x in wanted]
    if ways[0]:
        _compare_forward(func, inputs, wanted, places, outputs, numbers, (rtol, atol), lead)
    for k, output in enumerate(outputs if ways[1] else ()):
        if not output.requires_grad:
            continue
        mine, again = _analytical(output, wanted), _analytical(output, wanted)
        for exact, twice in zip(mine, again):
            if not torch.allclose(exact, twice, 0., nondet_tol):
                raise GradcheckError(lead + _NOT_REENTRANT.format(nondet_tol))
        for at, exact, row in zip(places, mine, numbers):
            if not torch.allclose(exact, row[k], rtol, atol):
                raise GradcheckError('%sJacobian mismatch for output %d with respect to input %d,\nnumerical:%s\nanalytical:%s\n' % (lead, k, at, row[k], exact))


def _check(func, inputs, eps, atol, rtol, nondet_tol, ways):
    """ways: is the forward mode checked, is the backward one?"""
    inputs = _checked_inputs(inputs)
    with torch.enable_grad():
        outputs = _outputs(func, inputs)
    if not outputs:
        with torch.no_grad():
            made = [o for o in _as_tuple(func(*inputs)) if o.is_floating_point() or o.is_complex()]
            for x in filter(_differs, inputs):
                if any((n != 0).any() for n in _numerical(func, inputs, x, made, eps)):
                    raise GradcheckError('Numerical gradient for function expected to be zero')
        return
    parts = [lambda o: o]
    leads = ['']
    if any(o.is_complex() for o in outputs):
        parts = [lambda o: o.imag if o.is_complex() else o, lambda o: o.real if o.is_complex() else o]
        leads = ['While considering the %s part of complex outputs only, ' % word for word in ('imaginary', 'real')]
    for part, lead in zip(parts, leads):
        _compare(lambda *given: tuple(part(o) for o in _as_tuple(func(*given)) if o.is_floating_point() or o.is_complex()), inputs, eps, atol, rtol, nondet_tol, lead, ways)


def gradcheck(func, inputs, eps=1e-06, atol=1e-05, rtol=0.001, raise_exception=True, check_sparse_nnz=False, nondet_tol=0.0, check_undefined_grad=True,
              check_grad_dtypes=False, check_batched_grad=False, check_batched_forward_grad=False, check_forward_ad=False, check_backward_ad=True, fast_mode=False):
    """Do the gradients agree with finite differences?"""
    only('torch.autograd.gradcheck', check_sparse_nnz=(check_sparse_nnz, False), check_grad_dtypes=(check_grad_dtypes, False), check_batched_grad=(check_batched_grad, False),
         check_batched_forward_grad=(check_batched_forward_grad, False))
    if not (check_forward_ad or check_backward_ad):
        raise AssertionError('Expected at least one of check_forward_ad or check_backward_ad to be True')
    if check_forward_ad and any(x.is_complex() for x in _as_tuple(inputs) if isinstance(x, torch.Tensor)):
        only('torch.autograd.gradcheck', check_forward_ad=(True, False))
    try:
        _check(func, inputs, eps, atol, rtol, nondet_tol, (check_forward_ad, check_backward_ad))
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def gradgradcheck(func, inputs, grad_outputs=None, eps=1e-06, atol=1e-05, rtol=0.001, gen_non_contig_grad_outputs=False, raise_exception=True, nondet_tol=0.0, check_undefined_grad=True,
                  check_grad_dtypes=False, check_batched_grad=False, check_fwd_over_rev=False, check_rev_over_rev=True, fast_mode=False):
    """The same of the gradients: by the inputs, and by what the outputs' gradients are."""
    only('torch.autograd.gradgradcheck', gen_non_contig_grad_outputs=(gen_non_contig_grad_outputs, False), check_fwd_over_rev=(check_fwd_over_rev, False), check_rev_over_rev=(check_rev_over_rev, True))
    inputs = _as_tuple(inputs)
    ways = _as_tuple(grad_outputs) if grad_outputs is not None else tuple(torch.randn_like(o.detach()).requires_grad_() for o in _outputs(func, inputs))
    count = len(ways)

    def gradients(*given):
        given, at = given[:-count], given[-count:]
        given = tuple(x.requires_grad_() if isinstance(x, torch.Tensor) and x.is_leaf and (x.is_floating_point() or x.is_complex()) and _differs(own) else x for x, own in zip(given, inputs))
        with torch.enable_grad():
            wanted = [x for x in given if _differs(x)]
            found = torch.autograd.grad(_outputs(func, given), wanted, at, create_graph=True, allow_unused=True)
        return tuple(g for g in found if g is not None)
    return gradcheck(gradients, inputs + ways, eps, atol, rtol, raise_exception, nondet_tol=nondet_tol, check_undefined_grad=check_undefined_grad, check_grad_dtypes=check_grad_dtypes,
                     check_batched_grad=check_batched_grad, fast_mode=fast_mode)
