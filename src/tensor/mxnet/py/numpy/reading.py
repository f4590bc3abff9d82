"""Functions of mx.np whose parameters an operator reads first, as MXNet's does: what it refuses is refused in its words."""
from _mxnet import _reads, _says
from _mxnp import _cast, _infer, _zeros_like
from _tensor import op

from ..base import MXNetError


def _read(function, operator, names, order, fixed):
    def run(*args, **kwargs):
        said = {**dict(zip(names, args)), **{name: value for name, value in kwargs.items() if name in names}}
        given = {**fixed, **said}
        if any(type(value) is not int and value is not False for name, value in said.items() if name in order):
            _reads(operator, **{name: given[name] for name in order if name in given and (name != 'dtype' or given[name] is not None)})
        return function(*args, **kwargs)
    run.__name__, run.__qualname__, run.__doc__, run.__wrapped__ = function.__name__, function.__name__, function.__doc__, function
    return run


# function: (operator, the function's parameters, those that the operator reads in order, what stands for those that were not given)
ROWS = {
    **{name: ('_np_' + name, ('a', 'axis'), ('axis',), {}) for name in ('sum', 'prod', 'max', 'min', 'any', 'all', 'squeeze')},
    'flip': ('_npi_flip', ('m', 'axis'), ('axis',), {}),
    'sort': ('sort', ('a', 'axis'), ('axis', 'is_ascend'), {'axis': -1, 'is_ascend': True}),
    'argsort': ('argsort', ('a', 'axis'), ('axis', 'is_ascend', 'dtype'), {'axis': -1, 'is_ascend': True, 'dtype': 'int64'}),
    'broadcast_to': ('_npi_broadcast_to', ('array', 'shape'), ('shape',), {}),
    'reshape': ('_np_reshape', ('a', 'newshape'), ('newshape',), {}),
    'argmax': ('_npi_argmax', ('a', 'axis'), ('axis', 'keepdims'), {'axis': None, 'keepdims': False}),
    'argmin': ('_npi_argmin', ('a', 'axis'), ('axis', 'keepdims'), {'axis': None, 'keepdims': False}),
    'cumsum': ('_np_cumsum', ('a', 'axis', 'dtype'), ('axis', 'dtype'), {}),
    'expand_dims': ('expand_dims', ('a', 'axis'), ('axis',), {}),
    'mean': ('_npi_mean', ('a', 'axis', 'dtype'), ('axis', 'keepdims', 'dtype'), {'axis': None, 'keepdims': False}),
    'std': ('_npi_std', ('a', 'axis', 'dtype'), ('axis', 'ddof', 'keepdims', 'dtype'), {'axis': None, 'ddof': 0, 'keepdims': False}),
    'var': ('_npi_var', ('a', 'axis', 'dtype'), ('axis', 'ddof', 'keepdims', 'dtype'), {'axis': None, 'ddof': 0, 'keepdims': False}),
    'repeat': ('repeat', ('a', 'repeats', 'axis'), ('repeats', 'axis'), {}),
    'tile': ('tile', ('A', 'reps'), ('reps',), {}),
}
METHODS = ('argmax', 'argmin', 'cumsum', 'mean', 'std', 'var', 'repeat', 'squeeze')
KEPT = ('sum', 'prod', 'max', 'min', 'any', 'all')     # methods that hand keepdims on too


def _whole(function):
    """Of whole numbers the result is a whole number."""
    def run(a, axis=None, *args, **kwargs):
        kind = str(getattr(a, 'dtype', ''))
        if 'int' in kind and not args and kwargs.get('dtype') is None:     # (the mean is one already)
            _infer('std', (a,))
            apart = op('subtract', 3, (_cast(a, 'float64'), _cast(_cast(a.mean(axis, keepdims=True), kind), 'float64')))
            made = (apart * apart).mean(axis, keepdims=bool(kwargs.get('keepdims')))
            count = a.size // max(made.size, 1)
            if kwargs.get('ddof'):
                made = op('multiply', 3, (made, count / (count - kwargs['ddof'])))
            return _cast(made if function.__name__ == 'var' else op('sqrt', 3, (made,)), kind)
        made = function(a, axis, *args, **kwargs)
        if kind == 'bool':
            raise MXNetError(_says('TYPE_ENUM', 7))
        return made
    run.__name__, run.__qualname__, run.__doc__, run.__wrapped__ = function.__name__, function.__name__, function.__doc__, function
    return run


def _added(a):
    return _cast(a, 'int64') if str(a.dtype) == 'bool' else a.copy()


# What each reduction makes of single elements.
_SINGLE = {'mean': lambda a: _cast(a, 'float32') if 'float' not in str(a.dtype) else a.copy(), 'any': lambda a: a != 0, 'all': lambda a: a != 0, 'sum': _added, 'prod': _added, 'std': _zeros_like, 'var': _zeros_like}


def _over_none(name, function):
    """Over no axes at all each element stands alone."""
    def run(a, axis=None, *args, **kwargs):
        if axis == () and type(axis) is tuple:
            _infer(name, (a,))
            return _SINGLE.get(name, lambda a: a.copy())(a)
        return function(a, axis, *args, **kwargs)
    run.__name__, run.__qualname__, run.__doc__, run.__wrapped__ = function.__name__, function.__name__, function.__doc__, function
    return run


def _shaped(method):
    """The sizes of reshape(*sizes) as one parameter."""
    def reshape(self, *newshape, order='C'):
        sizes = newshape[0] if len(newshape) == 1 and isinstance(newshape[0], (tuple, list)) else newshape
        if any(type(size) is not int for size in sizes):
            _reads('_np_reshape', newshape=tuple(sizes), order=order)
        return method(self, *newshape, order=order)
    reshape.__doc__, reshape.__wrapped__ = method.__doc__, method
    return reshape


def _joined(function):
    def concatenate(seq, axis=0, out=None):
        """The arrays one behind the other along axis."""
        if type(axis) is not int:
            seq = list(seq)
            _reads('_npi_concatenate', axis=axis, num_args=len(seq))
        return function(seq, axis, out)
    return concatenate


def hang(functions, kind):
    """Gives the functions of a dict, and the methods of the arrays' class, their operators."""
    own = kind.__dict__
    for name in ('std', 'var'):
        functions[name] = _whole(functions[name])
        setattr(kind, name, _whole(own[name]))
    for name in KEPT + ('mean', 'std', 'var'):
        functions[name] = _over_none(name, functions[name])
        setattr(kind, name, _over_none(name, own[name]))
    for name, row in ROWS.items():
        functions[name] = _read(functions[name], *row)
    for name in METHODS:
        setattr(kind, name, _read(own[name], *ROWS[name]))
    for name in KEPT:
        setattr(kind, name, _read(own[name], ROWS[name][0], ('a', 'axis'), ('axis', 'keepdims'), {'keepdims': False}))
    kind.reshape = _shaped(own['reshape'])
    functions['concatenate'] = _joined(functions['concatenate'])


def one_hot(function):
    return _read(function, 'one_hot', ('data', 'depth'), ('depth',), {})
