"""What runs a node: the function of mx.nd for its operator, over arrays, with its parameters."""
import operator as _py

from .. import ndarray as nd
from .control import RUNS

# what only tells the original's engine how to go about it
_UNSAID = frozenset(('workspace', 'cudnn_tune', 'cudnn_off', 'num_args', 'is_int', 'min_calib_range', 'max_calib_range', 'sparse_grad', 'keep_highest'))
_CALIBRATED = frozenset(('min_calib_range', 'max_calib_range'))     # (of 8 bits they count)
_PREFIXES = (('_contrib_', 'contrib'), ('_linalg_', 'linalg'), ('_image_', 'image'), ('_sparse_', 'sparse'))
_BINARY = {'elemwise_add': _py.add, 'elemwise_sub': _py.sub, 'elemwise_mul': _py.mul, 'elemwise_div': _py.truediv, '_mod': _py.mod, '_power': _py.pow, '_equal': _py.eq, '_not_equal': _py.ne,
           '_greater': _py.gt, '_greater_equal': _py.ge, '_lesser': _py.lt, '_lesser_equal': _py.le}
_OTHER = {'_maximum': 'maximum', '_minimum': 'minimum', '_hypot': 'broadcast_hypot', '_copy': 'identity', '_grad_add': 'elemwise_add', '_split_v2': 'split_v2', '_np_cumsum': 'cumsum', 'Cast': 'cast',
          '_random_uniform': 'random_uniform', '_random_normal': 'random_normal', '_random_gamma': 'random_gamma', '_random_exponential': 'random_exponential', '_random_poisson': 'random_poisson',
          '_random_randint': 'random_randint', '_shuffle': 'shuffle', '_sample_multinomial': 'sample_multinomial', '_sample_uniform': 'sample_uniform', '_sample_normal': 'sample_normal',
          '_sample_gamma': 'sample_gamma', '_sample_exponential': 'sample_exponential', '_sample_poisson': 'sample_poisson', '_sample_negative_binomial': 'sample_negative_binomial',
          '_sample_generalized_negative_binomial': 'sample_generalized_negative_binomial', '_random_negative_binomial': 'random_negative_binomial',
          '_random_generalized_negative_binomial': 'random_generalized_negative_binomial', '_ravel_multi_index': 'ravel_multi_index', '_unravel_index': 'unravel_index', '_rnn_param_concat': 'concat'}
SAME_SHAPES = frozenset((*_BINARY, '_maximum', '_minimum', '_hypot', '_grad_add', 'add_n'))
_SCALARS = {'_plus_scalar': _py.add, '_minus_scalar': _py.sub, '_mul_scalar': _py.mul, '_div_scalar': _py.truediv, '_mod_scalar': _py.mod, '_power_scalar': _py.pow, '_equal_scalar': _py.eq,
            '_not_equal_scalar': _py.ne, '_greater_scalar': _py.gt, '_greater_equal_scalar': _py.ge, '_lesser_scalar': _py.lt, '_lesser_equal_scalar': _py.le,
            '_maximum_scalar': nd.maximum, '_minimum_scalar': nd.minimum}
_TURNED = {'_rminus_scalar': _py.sub, '_rdiv_scalar': _py.truediv, '_rmod_scalar': _py.mod, '_rpower_scalar': _py.pow}
MAKERS = frozenset(('_zeros', '_ones', '_full', '_arange', '_eye', '_linspace', '_zeros_without_dtype'))
DRAWS = frozenset(('_random_uniform', '_random_normal', '_random_gamma', '_random_exponential', '_random_poisson', '_random_randint', '_random_negative_binomial', '_random_generalized_negative_binomial'))


def fits(name, params):
    """Does it make as many numbers as what it meets has?"""
    return name == '_arange' and params.get('stop') is None and str(params.get('infer_range', False)) in ('True', '1')


def _made(name, p):
    """The function for a node that makes an array: of the context, and of the shape that has been inferred."""
    dtype = p.get('dtype') or 'float32'
    if name in ('_zeros', '_ones', '_zeros_without_dtype'):
        make = nd.ones if name == '_ones' else nd.zeros
        return lambda ctx, shape: make(shape, ctx=ctx, dtype=dtype)
    if name == '_full':
        return lambda ctx, shape: nd.full(shape, p['value'], ctx=ctx, dtype=dtype)
    if fits(name, p):
        start, step, repeat = p.get('start') or 0, p.get('step', 1.0), p.get('repeat', 1)
        return lambda ctx, shape: nd.arange(start, start + step * -(-shape[0] // repeat), step, repeat, ctx=ctx, dtype=dtype)[:shape[0]]
    if name == '_arange':
        return lambda ctx, shape: nd.arange(p.get('start', 0), p.get('stop'), p.get('step', 1.0), p.get('repeat', 1), ctx=ctx, dtype=dtype)
    if name == '_eye':
        return lambda ctx, shape: nd.eye(p['N'], p.get('M', 0), p.get('k', 0), ctx=ctx, dtype=dtype)
    return lambda ctx, shape: nd.linspace(p['start'], p['stop'], p['num'], p.get('endpoint', True), ctx=ctx, dtype=dtype)


def _rnn(p):
    def run(*inputs):
        out = nd.RNN(*inputs[:3], **({'state_cell': inputs[3]} if p.get('mode') == 'lstm' else {}), **({'sequence_length': inputs[-1]} if p.get('use_sequence_length') else {}), **p)
        return out
    return run


def function_of(node):
    """The function of a node's input arrays (of (context, shape) where it makes an array)."""
    if node._callable is None:
        node._callable = _function_of(node)
    return node._callable


def _drawn_like(draw, params):
    return lambda x: draw(x, **params)


def _function_of(node):
    name = node.op
    if name.startswith('_random_') and name.endswith('_like'):
        return _drawn_like(getattr(nd.random, name[len('_random_'):]), node.params)
    params = {key: value for key, value in node.params.items() if key not in _UNSAID or key in _CALIBRATED and name != 'BatchNorm'}
    if name in _BINARY:
        return _BINARY[name] if name[:4] != 'elem' else getattr(nd, name)
    if name in _SCALARS:
        fn, scalar = _SCALARS[name], params['scalar']
        return lambda x: fn(x, scalar)
    if name in _TURNED:
        fn, scalar = _TURNED[name], params['scalar']
        return lambda x: fn(scalar, x)
    if name in MAKERS:
        return _made(name, node.params)
    if name == '_hypot_scalar':
        return lambda x: nd.broadcast_hypot(x, nd.full((1,) * max(x.ndim, 1), params['scalar'], ctx=x.context))
    if name == 'RNN':
        return _rnn(params)
    if name == 'Custom':
        from ..operator import run_custom
        return lambda *inputs: run_custom(node.custom(), inputs)
    if name == '_split_v2':
        wanted, axis, squeezed = params.get('sections') or params['indices'], params.get('axis', 0), params.get('squeeze_axis', False)
        return lambda x: nd.split_v2(x, wanted, axis=axis, squeeze_axis=squeezed)
    if name == 'Reshape' and 'shape' in params:         # (what the older words say does not count beside it)
        params = {key: value for key, value in params.items() if key in ('shape', 'reverse')}
    if name in RUNS:
        return RUNS[name](node)
    fn = _named(name)
    if name in DRAWS:
        params.pop('ctx', None)
        return lambda ctx, shape: fn(**params, ctx=ctx)
    return (lambda *inputs: fn(*inputs, **params)) if params else fn


def _named(name):
    if name == '_square_sum':
        return nd.sparse._square_sum
    for prefix, part in _PREFIXES:
        if name.startswith(prefix):
            fn = getattr(getattr(nd, part), name[len(prefix):], None)
            break
    else:
        fn = getattr(nd, _OTHER.get(name, name), None)
    if fn is None:
        raise NotImplementedError(f'mx.sym: perch has no operator {name}')
    return fn
