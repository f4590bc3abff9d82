"""torch.autograd: backward and grad, functions of one's own, and the modes of recording."""
from _torch import _says, _two
import _tensor
from .._torch_args import drawn
from .._warned import warn as _warn
from .._modes import enable_grad, inference_mode, no_grad, set_grad_enabled, set_multithreading_enabled
from .function import Function, FunctionCtx
from .anomaly_mode import detect_anomaly, set_detect_anomaly
from .variable import Variable
from . import anomaly_mode, function, grad_mode, graph, variable
from .._shelves import put
from perch.only import only


def _as_tuple(x):
    return (graph.of_edge(x),) if isinstance(x, (_tensor.Tensor, graph.GradientEdge)) or x is None else tuple(map(graph.of_edge, x))


def _gradients(outputs, given):
    """A gradient for each output, checked; None where it is implied."""
    given = _as_tuple(given) if given is not None else (None,) * len(outputs)
    if len(given) != len(outputs):
        raise RuntimeError('got %d tensors and %d gradients' % (len(outputs), len(given)))
    for i, (out, g) in enumerate(zip(outputs, given)):
        if g is not None and not isinstance(g, _tensor.Tensor):
            raise TypeError(_says("GRADIENT_TYPE", type(g).__name__))
        if g is not None and not isinstance(out, _tensor.Tensor):
            raise TypeError(_says("ARGUMENT_TENSOR", 'is_same_size', 'input', 1, type(out).__name__))
        if g is not None and g.device != out.device and g.ndim:
            error = RuntimeError(_says("GRADIENT_DEVICE", i, out.device, g.device))
            raise drawn(error, 'P0102' if g.is_cuda and out.is_cuda else 'P0103', out, g)
        if g is not None and g.shape != out.shape:
            raise RuntimeError(_says("GRADIENT_SHAPE", i, g.shape, i, out.shape))
        if g is not None and g.is_complex() != out.is_complex():
            raise RuntimeError(_says("GRADIENT_DTYPE", i, g.dtype, i, out.dtype))
        if g is None and isinstance(out, _tensor.Tensor) and out.is_complex() and out.requires_grad and out.numel() == 1 and _two('REAL_IMPLIED'):
            raise RuntimeError(_says("GRAD_REAL", out.dtype))
    return given


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    tensors = _as_tuple(tensors)
    if not tensors:
        return
    grads = _gradients(tensors, grad_tensors if grad_tensors is not None else grad_variables)
    retain = bool(_keeping[0]) or (create_graph if retain_graph is None else retain_graph)
    if create_graph:
        _warn('CYCLE')
    if inputs is None:
        _tensor.backward(tensors, grads, bool(retain), bool(create_graph))
    else:
        _collect(tensors, grads, retain, create_graph, inputs)


def _collect(tensors, grads, retain, create, inputs):
    inputs = _as_tuple(inputs)
    if not inputs:
        raise RuntimeError('inputs argument to backward() cannot be empty.')
    for t in inputs:
        if not t.requires_grad:
            raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    for t, g in zip(inputs, _tensor.grads(tensors, grads, inputs, bool(retain), bool(create), True)):
        if g is not None:
            t.grad = g if t.grad is None else t.grad + g


def _backward_inputs(tensor, gradient, retain, create, inputs):
    if create and tensor.requires_grad:
        _warn('CYCLE')
    _collect((tensor,), (gradient,), retain, create, inputs)


_UNUSED = None if _two('GRADS_MADE') else False
_keeping = [0]              # above 0: a graph that is gone back through is gone back through again (vmap's examples)


def _rows(outputs, grad_outputs):
    """What is_grads_batched=True is given, checked; and how many rows each has."""
    from functorch._batches import one_size
    given = _as_tuple(grad_outputs) if grad_outputs is not None else (None,) * len(outputs)
    for i, (out, g) in enumerate(zip(outputs, given)):
        if g is None:
            if out.numel() != 1:
                raise RuntimeError(_says("GRAD_SCALAR"))
            raise ValueError('vmap(vjp, in_dims=0, ...)(<inputs>): Got in_dim=0 for some input, but that input is a Tensor of dimensionality 0 so expected in_dim to satisfy 0 <= in_dim < 0.')
        if g[0].shape != out.shape:
            raise RuntimeError(_says("GRADIENT_ROWS", i, g.shape[2:], i, out.shape))
    return given, one_size([len(g) for g in given])


def _by_rows(outputs, wanted, grad_outputs, retain_graph, create_graph, allow_unused):
    """is_grads_batched=True: one pass for each row of grad_outputs, the gradients as rows again."""
    import torch
    rows, count = _rows(outputs, grad_outputs)
    _keeping[0] += 1
    try:
        found = [grad(outputs, wanted, [g[i] for g in rows], True, create_graph, True, allow_unused) for i in range(count - 1)]
    finally:
        _keeping[0] -= 1
    found.append(grad(outputs, wanted, [g[-1] for g in rows], retain_graph, create_graph, True, allow_unused))
    return tuple(None if column[0] is None else torch.stack(column) for column in zip(*found))


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True, allow_unused=_UNUSED, is_grads_batched=False,
         materialize_grads=False):
    if materialize_grads and allow_unused is False and _UNUSED is None:
        raise ValueError('Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False.')
    allow_unused = bool(allow_unused) or materialize_grads
    outputs, wanted = _as_tuple(outputs), _as_tuple(inputs)
    if materialize_grads:
        found = grad(outputs, wanted, grad_outputs, retain_graph, create_graph, only_inputs, True, is_grads_batched)
        import torch
        return tuple(torch.zeros_like(t) if g is None else g for t, g in zip(wanted, found))
    if is_grads_batched:
        return _by_rows(outputs, wanted, grad_outputs, retain_graph, create_graph, allow_unused)
    grads = _gradients(outputs, grad_outputs)
    if not all(t.requires_grad for t in wanted):
        for i, (out, g) in enumerate(zip(outputs, grads)):
            if not out.requires_grad:
                raise drawn(RuntimeError(_says("NO_GRAPH", i)), 'P0401', out)
            if g is None and out.numel() != 1:
                raise RuntimeError(_says("GRAD_SCALAR"))
        raise RuntimeError('One of the differentiated Tensors does not require grad')
    retain = bool(_keeping[0]) or (create_graph if retain_graph is None else retain_graph)
    if not _tensor.elsewhere() and not any(hasattr(t, '_by_rows') for t in wanted):
        return tuple(_tensor.grads(outputs, grads, wanted, bool(retain), bool(create_graph), allow_unused))
    from ..sparse import asked
    asked.append([])
    try:
        return tuple(_tensor.grads(outputs, grads, wanted, bool(retain), bool(create_graph), allow_unused))
    finally:
        asked.pop()


def __dir__():
    return sorted({*globals(), 'functional', 'anomaly_mode', 'grad_mode', 'gradcheck', 'gradgradcheck'})


def __getattr__(name):
    from importlib import import_module
    if name in ('gradcheck', 'gradgradcheck'):
        found = globals()[name] = getattr(import_module('torch.autograd._gradcheck'), name)
        return found
    if name in ('functional', 'profiler'):
        return import_module('torch.autograd.' + name)
    if name == 'forward_ad':
        raise AttributeError("module 'torch.autograd' has no attribute 'forward_ad' in perch; the nearest is torch.autograd.grad")
    raise AttributeError("module 'torch.autograd' has no attribute %r" % name)


put(globals())
