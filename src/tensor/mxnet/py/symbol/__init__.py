"""mx.sym: graphs of operators and variables. Its functions are made from the operators' rows when they are named."""
from .operators import known_names, operator
from .symbol import Group, NotImplementedForSymbol, Symbol, Variable, arithmetic, create, is_number, var
from .text import load, load_json

fromjson = load_json
_parts = ('contrib', 'linalg', 'random', 'image', 'op', 'sparse', '_internal')


def make(called, name):
    """The function of an operator: a node named after `called`."""
    def function(*args, **kwargs):
        return create(called, name, args, kwargs)
    function.__name__ = function.__qualname__ = called
    function.__module__ = 'mxnet.symbol.op'
    return function


def __getattr__(name):
    if name in _parts:
        part = __import__('mxnet.symbol.' + name, fromlist=('__name__',))
        globals()[name] = part
        return part
    if name in ('symbol', 'numpy', 'np', 'numpy_extension', 'npx') or name.startswith('__'):
        raise AttributeError(f"module 'mxnet.symbol' has no attribute {name!r}" + (': perch has no symbols of mx.np' if name[:1] == 'n' else ''))
    if operator(name) is not None:
        function = globals()[name] = make(name, name)
        return function
    raise AttributeError(f"module 'mxnet.symbol' has no attribute {name!r}")


def __dir__():
    return sorted({*(each for each in globals() if each[0] != '_'), *(each for each in known_names() if each[0] != '_'), *_parts})


class Named:
    """mx.sym whose operators give a node the same name, in the scope of a block."""

    def __init__(self, name):
        self._name = name

    def __getattr__(self, key):
        function = globals().get(key) or __getattr__(key)
        return lambda *args, **kwargs: function(*args, **{'name': self._name, **kwargs})


# ---- what makes arrays ----
def _shaped(shape):
    return shape if isinstance(shape, int) else tuple(shape)


def _dtype(dtype):
    return 'float32' if dtype is None else dtype


def zeros(shape, dtype=None, **kwargs):
    return create('_zeros', '_zeros', (), {'shape': _shaped(shape), 'dtype': _dtype(dtype), **kwargs})


def ones(shape, dtype=None, **kwargs):
    return create('_ones', '_ones', (), {'shape': _shaped(shape), 'dtype': _dtype(dtype), **kwargs})


def full(shape, val, dtype=None, **kwargs):
    return create('_full', '_full', (), {'shape': _shaped(shape), 'dtype': _dtype(dtype), 'value': float(val), **kwargs})


def eye(N, M=0, k=0, dtype=None, **kwargs):
    return create('_eye', '_eye', (), {'N': N, 'M': M, 'k': k, 'dtype': _dtype(dtype), **kwargs})


def arange(start, stop=None, step=1.0, repeat=1, infer_range=False, name=None, dtype=None):
    made = create('_arange', '_arange', (), {'start': start, 'stop': stop, 'step': step, 'repeat': repeat, 'infer_range': infer_range, 'name': name, 'dtype': _dtype(dtype)})
    made._heads[0][0].attrs['stop'] = str(stop)
    return made


def linspace(start, stop, num, endpoint=True, name=None, dtype=None):
    return create('_linspace', '_linspace', (), {'start': start, 'stop': stop, 'num': num, 'endpoint': endpoint, 'name': name, 'dtype': _dtype(dtype)})


def split_v2(ary, indices_or_sections, axis=0, squeeze_axis=False):
    if isinstance(indices_or_sections, int):
        return create('_split_v2', '_split_v2', (ary,), {'indices': [], 'axis': axis, 'squeeze_axis': squeeze_axis, 'sections': indices_or_sections})
    if isinstance(indices_or_sections, (tuple, list)):
        return create('_split_v2', '_split_v2', (ary,), {'indices': [0, *indices_or_sections], 'axis': axis, 'squeeze_axis': squeeze_axis, 'sections': 0})
    raise ValueError('indices_or_sections must either int or tuple / list of ints')


# ---- two symbols, or one and a number ----
def _pair(kind, plain):
    def function(left, right):
        if is_number(left) and is_number(right):
            return plain(left, right)
        if not (isinstance(left, Symbol) or is_number(left)) or not (isinstance(right, Symbol) or is_number(right)):
            raise TypeError(f'types ({type(left)}, {type(right)}) not supported')
        if kind == 'pow' and is_number(left):
            return create('_rpowerscalar', '_rpower_scalar', (right,), {'scalar': left})       # (the operator names its node otherwise)
        return arithmetic(kind, left, right)
    function.__name__ = function.__qualname__ = kind
    return function


maximum = _pair('maximum', lambda a, b: a if a > b else b)
minimum = _pair('minimum', lambda a, b: a if a < b else b)
hypot = _pair('hypot', lambda a, b: (a * a + b * b) ** 0.5)

def pow(base, exp):
    """Each base to its power."""
    return _power(base, exp)


_power, power = _pair('pow', lambda a, b: a ** b), pow

