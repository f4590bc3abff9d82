"""Methods of NDArray that are made of other functions, and what the class says about itself."""
import _mxnet
import _tensor
from _tensor import NDArray

from . import more


def _method(name, function):
    def method(self, *args, **kwargs):
        return function(self, *args, **kwargs)
    method.__name__ = name
    method.__qualname__ = 'NDArray.' + name
    method.__doc__ = function.__doc__
    setattr(NDArray, name, method)


for _name in ('softmin', 'pad', 'diag', 'depth_to_space', 'space_to_depth', 'split_v2', 'shape_array', 'size_array', 'nanprod'):
    _method(_name, getattr(more, _name))


_operators = ('reshape_like zeros_like ones_like broadcast_axes repeat pad swapaxes split slice_axis slice_like take one_hot pick sort topk argsort argmax argmax_channel argmin clip abs sign '
              'shape_array size_array tile transpose flip depth_to_space space_to_depth sum nansum prod nanprod mean max min norm round rint fix floor ceil trunc sin cos tan arcsin arccos '
              'arctan degrees radians sinh cosh tanh arcsinh arccosh arctanh exp expm1 log log10 log2 log1p sqrt rsqrt cbrt rcbrt square reciprocal relu sigmoid softmax log_softmax softmin')


def hang(functions):
    """Methods that hand on all they are given to an operator are that operator. Arrays of mx.np keep theirs."""
    own = functions['NDArray'].__dict__
    kept = {name: own[name] for name in _operators.split() if name in own}
    for name in kept:
        setattr(NDArray, name, functions[name])
    squeezed, expanded = own['squeeze'], own['expand_dims']

    def squeeze(self, axis=None, inplace=False):
        """Without axes of size 1."""
        return squeezed(self, axis, inplace) if inplace else functions['squeeze'](self, axis=axis)

    def expand_dims(self, axis, inplace=False):
        """With an axis of size 1 more."""
        return expanded(self, axis, inplace) if inplace else functions['expand_dims'](self, axis=axis)

    def broadcast_like(self, other):
        """Repeated to the other's shape."""
        return self.broadcast_to(other.shape)

    for method in (squeeze, expand_dims, broadcast_like):
        setattr(NDArray, method.__name__, method)
    return kept


def slice_assign(self, rhs, begin, end, step):
    self[tuple(slice(*s) for s in zip(begin, end, step))] = rhs
    return self


def slice_assign_scalar(self, value, begin, end, step):
    return slice_assign(self, value, begin, end, step)


def _round(self, digits=None):
    raise TypeError("type NDArray doesn't define __round__ method")


def _reduce(self):
    """As MXNet pickles it: an array of no handle, and the bytes that nd.save would write."""
    from .files import array_bytes
    return type(self), (None,), {'handle': bytearray(array_bytes(self))}


def _restored(self, state):
    from .files import array_from
    made = array_from(state['handle'])
    _tensor.set_data(self, made)
    if hasattr(made, '_where'):         # (sparse: which places were given)
        self._where = made._where


NDArray.slice_assign = slice_assign
NDArray.slice_assign_scalar = slice_assign_scalar
NDArray.__reduce__ = _reduce
NDArray.__setstate__ = _restored
NDArray.__copy__ = lambda self: self.copy()
NDArray.__deepcopy__ = lambda self, memo: self.copy()


NDArray.__array_priority__ = 1000.0         # its operators come before those of NumPy's arrays
