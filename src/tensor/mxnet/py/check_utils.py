"""The part of mx.test_utils that runs a symbol: its results, and its gradients, beside what a program expects or what differences say."""
import time

import numpy as np

from . import ndarray as nd
from . import symbol as sym_module

_PROJECTION = '__random_proj'


def _tools():
    from . import test_utils
    return test_utils


def _known_dtype(dtype):
    if dtype not in (np.float16, np.float32, np.float64) or isinstance(dtype, str):
        raise AssertionError


def _array(value, ctx, dtype):
    return value.as_in_context(value.context) if isinstance(value, nd.NDArray) else nd.array(np.asarray(value), ctx=ctx, dtype=dtype)


def _location(sym, location, ctx, dtype):
    """The operands by name, as arrays."""
    _known_dtype(dtype)
    names = sym.list_arguments()
    if isinstance(location, dict):
        if set(location) != set(names):
            raise ValueError(f'Symbol arguments and keys of the given location do not match.symbol args:{set(names)}, location.keys():{set(location)}')
    else:
        location = dict(zip(names, location))
    return {name: _array(value, ctx, dtype) for name, value in location.items()}


def _aux_states(sym, aux_states, ctx, dtype):
    names = sym.list_auxiliary_states()
    if aux_states is None:
        return None
    if isinstance(aux_states, dict):
        if set(aux_states) != set(names):
            raise ValueError(f'Symbol aux_states names and given aux_states do not match.symbol aux_names:{set(names)}, aux_states.keys:{set(aux_states)}')
    else:
        aux_states = dict(zip(names, aux_states))
    return {name: _array(value, ctx, dtype) for name, value in aux_states.items()}


def _by_name(names, given):
    return given if isinstance(given, dict) else dict(zip(names, given))


def _gradients(names, shapes, ctx, dtype):
    """Arrays that gradients are written to; they hold random numbers, so that what is not written is seen."""
    before = {name: np.random.normal(size=shapes[name]) for name in names}
    return before, {name: nd.array(value, ctx=ctx, dtype=dtype) for name, value in before.items()}


def numeric_grad(executor, location, aux_states=None, eps=1e-4, use_forward_train=True, dtype=np.float32):
    """The gradients of an executor's first output, a sum, by differences: each number of each operand is moved by half of eps both ways."""
    def put(values, into):
        for name, value in values.items():
            into[name][:] = value

    def value():
        if aux_states is not None:
            put(aux_states, executor.aux_dict)
        executor.forward(is_train=use_forward_train)
        return executor.outputs[0].asnumpy()

    location = {name: each.asnumpy() if isinstance(each, nd.NDArray) else np.array(each) for name, each in location.items()}
    put(location, executor.arg_dict)
    made = {}
    for name, array in location.items():
        if array.dtype.kind != 'f':
            continue
        target, flat, slopes = executor.arg_dict[name], array.reshape(-1).copy(), np.zeros(array.size, dtype)
        for i, kept in enumerate(flat.copy()):
            ends = []
            for step in (eps / 2.0, -eps / 2.0):
                flat[i] = kept + step
                target[:] = flat.reshape(array.shape)
                ends.append(value())
            flat[i] = kept
            slopes[i] = ((ends[0] - ends[1]) / eps).ravel()[0]
        target[:] = array
        made[name] = slopes.reshape(array.shape)
    return made


def _compared(reqs, slopes, before, found, rtol, atol):
    """What each gradient must be, by how it was asked for."""
    for name, req in reqs.items():
        got, slope = found[name], slopes.get(name)
        if req == 'write':
            pair, said = (slope, got), ('NUMERICAL_', 'BACKWARD_')
        elif req == 'add':
            pair, said = (slope, got - before[name].astype(got.dtype)), ('NUMERICAL_', 'BACKWARD_')
        elif req == 'null':
            pair, said = (before[name].astype(got.dtype), got), ('NUMERICAL_', 'BACKWARD_')
        else:
            raise ValueError('Invalid grad_req %s for argument %s' % (req, name))
        _tools().assert_almost_equal(*pair, rtol, atol, tuple(one + name for one in said))


def check_numeric_gradient(sym, location, aux_states=None, numeric_eps=None, rtol=None, atol=None, grad_nodes=None, use_forward_train=True, ctx=None, grad_stype_dict=None, dtype=np.float32):
    """AssertionError unless a symbol's gradients are what differences of its results, in a random direction, say."""
    from perch.only import only
    only('check_numeric_gradient', grad_stype_dict=(grad_stype_dict, None))
    _known_dtype(dtype)
    tools = _tools()
    ctx = ctx or tools.default_context()
    location = _location(sym, location, ctx, dtype)
    plain = {name: value.asnumpy() for name, value in location.items()}
    states = _aux_states(sym, aux_states, ctx, dtype)
    if grad_nodes is None:
        grad_nodes = sym.list_arguments()
    if isinstance(grad_nodes, (list, tuple)):
        reqs = {name: 'write' for name in grad_nodes}
    elif isinstance(grad_nodes, dict):
        reqs = dict(grad_nodes)
    else:
        raise ValueError
    shapes = {name: value.shape for name, value in location.items()}
    _, out_shapes, _ = sym.infer_shape(**shapes)
    total = sym_module.make_loss(sym_module.sum(sym * sym_module.var(_PROJECTION)))
    direction = np.random.rand(*out_shapes[0]) + 0.1
    location[_PROJECTION] = nd.array(direction, ctx=ctx, dtype=dtype)
    shapes[_PROJECTION] = direction.shape
    before, grads = _gradients([*reqs, _PROJECTION], shapes, ctx, dtype)
    executor = total.bind(ctx, args=location, args_grad=grads, grad_req={**reqs, _PROJECTION: 'write'}, aux_states=states)
    executor.forward(is_train=True)
    executor.backward()
    found = {name: executor.grad_dict[name].asnumpy() for name in reqs}
    fixed = None if states is None else {name: value.asnumpy() for name, value in _aux_states(sym, aux_states, ctx, dtype).items()}
    eps = tools.default_numeric_eps()[np.dtype(dtype)] if numeric_eps is None else numeric_eps
    slopes = numeric_grad(executor, plain, fixed, eps, use_forward_train, dtype)
    _compared(reqs, slopes, before, found, rtol, atol)


def check_symbolic_forward(sym, location, expected, rtol=None, atol=None, aux_states=None, ctx=None, equal_nan=False, dtype=np.float32):
    """A symbol's results; AssertionError unless they are the expected ones."""
    _known_dtype(dtype)
    tools = _tools()
    ctx = ctx or tools.default_context()
    location, states = _location(sym, location, ctx, dtype), _aux_states(sym, aux_states, ctx, dtype)
    names = sym.list_outputs()
    expected = [expected[name] for name in names] if isinstance(expected, dict) else expected
    executor = sym.bind(ctx, args=location, args_grad={name: nd.empty(value.shape, ctx=ctx, dtype=dtype) for name, value in location.items()}, aux_states=states)
    executor.forward(is_train=False)
    for name, wanted, output in zip(names, expected, executor.outputs):
        tools.assert_almost_equal(wanted, output.asnumpy(), rtol, atol, ('EXPECTED_' + name, 'FORWARD_' + name), equal_nan)
    return executor.outputs


def check_symbolic_backward(sym, location, out_grads, expected, rtol=None, atol=None, aux_states=None, grad_req='write', ctx=None, grad_stypes=None, equal_nan=False, dtype=np.float32):
    """A symbol's gradients by name; AssertionError unless they are the expected ones."""
    from perch.only import only
    only('check_symbolic_backward', grad_stypes=(grad_stypes, None))
    _known_dtype(dtype)
    tools = _tools()
    ctx, names = ctx or tools.default_context(), sym.list_arguments()
    location, states = _location(sym, location, ctx, dtype), _aux_states(sym, aux_states, ctx, dtype)
    expected = _by_name(names, expected)
    before, grads = _gradients(expected, {name: np.shape(value) for name, value in expected.items()}, ctx, dtype)
    reqs = {name: grad_req for name in names} if isinstance(grad_req, str) else _by_name(names, grad_req)
    executor = sym.bind(ctx, args=location, args_grad=grads, grad_req={name: req for name, req in reqs.items() if name in grads} if set(reqs) - set(grads) else reqs, aux_states=states)
    executor.forward(is_train=True)
    if isinstance(out_grads, dict):
        out_grads = [out_grads[name] for name in sym.list_outputs()]
    executor.backward(None if out_grads is None else [_array(value, ctx, dtype) for value in out_grads])
    for name, wanted in expected.items():
        got, req, own = executor.grad_dict[name].asnumpy(), reqs[name], wanted.asnumpy() if isinstance(wanted, nd.NDArray) else wanted
        if req == 'null':
            own = before[name].astype(got.dtype)
        elif req == 'add':
            got = got - before[name].astype(got.dtype)
        elif req != 'write':
            raise ValueError('Invalid grad_req %s for argument %s' % (req, name))
        tools.assert_almost_equal(own, got, rtol, atol, ('EXPECTED_' + name, 'BACKWARD_' + name), equal_nan)
    return executor.grad_dict


def simple_forward(sym, ctx=None, is_train=False, **inputs):
    """The results of a symbol for operands by name, as NumPy's arrays: one, or a list."""
    ctx = ctx or _tools().default_context()
    executor = sym.bind(ctx, args={name: nd.array(value) for name, value in inputs.items()})
    executor.forward(is_train=is_train)
    outputs = [each.asnumpy() for each in executor.outputs]
    return outputs[0] if len(outputs) == 1 else outputs


def check_speed(sym, location=None, ctx=None, N=20, grad_req=None, typ='whole', **kwargs):
    """Seconds that a pass takes, forward alone or both ways, on the mean of N."""
    ctx, grad_req = ctx or _tools().default_context(), 'write' if grad_req is None else grad_req
    if location is None:
        executor = sym.simple_bind(ctx, grad_req=grad_req, **kwargs)
        location = {name: np.random.normal(size=each.shape, scale=1.0) for name, each in executor.arg_dict.items()}
    else:
        if not isinstance(location, dict):
            raise AssertionError('Expect dict, get "location"=%s' % str(location))
        executor = sym.simple_bind(ctx, grad_req=grad_req, **{name: np.shape(value) for name, value in location.items()})
    for name, value in location.items():
        executor.arg_dict[name][:] = value
    if typ not in ('whole', 'forward'):
        raise ValueError('typ can only be "whole" or "forward".')

    def once():
        executor.forward(is_train=typ == 'whole')
        if typ == 'whole':
            executor.backward(out_grads=executor.outputs)
    once()
    nd.waitall()
    began = time.time()
    for _ in range(N):
        once()
    nd.waitall()
    return (time.time() - began) / N


def same_symbol_structure(sym1, sym2):
    """Are two graphs the same operators over the same operators, whatever their names?"""
    import json

    def shape(symbol):
        graph = json.loads(symbol.tojson())
        return [(node['op'], [pair[:2] for pair in node['inputs']]) for node in graph['nodes']], graph['heads']
    return shape(sym1) == shape(sym2)
