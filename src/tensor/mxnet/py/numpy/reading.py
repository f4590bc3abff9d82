"""Functions of mx.np whose parameters an operator reads first, as MXNet's does: what it refuses is refused in its words."""
from _mxnet import _reads


def _read(function, operator, names, order, fixed):
    def run(*args, **kwargs):
        given = {**fixed, **dict(zip(names, args)), **{name: value for name, value in kwargs.items() if name in names}}
        if any(value is not None and type(value) is not int for name, value in given.items() if name in order and value is not False):
            _reads(operator, **{name: given[name] for name in order if name in given and (name != 'dtype' or given[name] is not None)})
        return function(*args, **kwargs)
    run.__name__, run.__qualname__, run.__doc__, run.__wrapped__ = function.__name__, function.__name__, function.__doc__, function
    return run


# function: (operator, the function's parameters, those that the operator reads in order, what stands for those that were not given)
ROWS = {
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
METHODS = ('argmax', 'argmin', 'cumsum', 'mean', 'std', 'var', 'repeat')


def hang(functions, kind):
    """Gives the functions of a dict, and the methods of the arrays' class, their operators."""
    for name, row in ROWS.items():
        functions[name] = _read(functions[name], *row)
    for name in METHODS:
        setattr(kind, name, _read(kind.__dict__[name], *ROWS[name]))


def one_hot(function):
    return _read(function, 'one_hot', ('data', 'depth'), ('depth',), {})
