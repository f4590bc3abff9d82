"""mx.np's functions and methods that are composed of others."""
import numpy
import _mxnet
import _mxnp
import _tensor
from _mxnet import _says
from _mxnp import _infer, fresh, ndarray

from . import fallback, make
from ..base import MXNetError
from ..util import is_np_shape
from perch.only import only

__all__ = ['rint', 'stack', 'where', 'argmax', 'argmin', 'argsort', 'sort', 'cumsum', 'concatenate', 'append', 'vstack', 'row_stack', 'hstack', 'dstack', 'column_stack', 'split', 'array_split', 'hsplit',
           'vsplit', 'dsplit', 'tile', 'repeat', 'take', 'swapaxes', 'moveaxis', 'rollaxis', 'ravel', 'rot90', 'fliplr', 'flipud', 'outer', 'inner', 'vdot', 'tensordot', 'einsum', 'trace', 'diag',
           'diagonal', 'average', 'unique', 'nonzero', 'flatnonzero', 'argwhere', 'around', 'round', 'round_', 'nan_to_num', 'shape', 'ndim', 'size', 'copy', 'diff', 'isposinf', 'isneginf',
           'bincount', 'pad', 'percentile', 'quantile', 'may_share_memory', 'shares_memory', 'atleast_1d', 'atleast_2d', 'atleast_3d', 'broadcast_arrays', 'allclose', 'array_equal', 'isclose', 'delete',
           'insert', 'kron', 'cross', 'histogram', 'ediff1d', 'polyval', 'tril_indices', 'triu_indices', 'ldexp', 'cumprod', 'count_nonzero', 'ptp']
_ACCENT = 3  # mx.np's, of core's accents


def _op(name, *operands, **attrs):
    return _tensor.op(name, _ACCENT, operands, **attrs)


def _into(out, value):
    if out is None:
        return value
    out[...] = value
    return out


def _index(name):
    def find(a, axis=None, out=None, **kwargs):
        _infer(name, (a,))
        at = axis + a.ndim if axis is not None and axis < 0 else axis
        if str(a.dtype) == 'bool' and (axis is None or 0 <= at < a.ndim):
            raise MXNetError(_says("TYPE_ENUM", 7))
        made = _mxnp._cast(_op(name, a if axis is not None else a.reshape(-1), axis=0 if axis is None else axis), 'int64')
        if kwargs.get('keepdims'):
            made = _mxnp.expand_dims(made, axis)
        return _into(out, made)
    find.__name__ = find.__qualname__ = name
    return find


argmax, argmin = _index('argmax'), _index('argmin')


def _sorted(a, axis, descending=False):
    known = a.ndim or is_np_shape()
    if not known and axis is None:
        raise MXNetError(_says("SHAPE_UNKNOWN"))
    if axis is not None:
        at = axis + (a.ndim if known else -1) if axis < 0 else axis
        if not known or not 0 <= at < a.ndim:
            raise MXNetError(_says('ORDER_AXIS', a.ndim if known else -1, at))
    if not a.size and not is_np_shape():
        raise MXNetError(_says('SIZE_NEGATIVE', -1))
    if str(a.dtype) in ('bool', 'float16'):
        raise MXNetError(_says("TYPE_ENUM", 7) if str(a.dtype) == 'bool' else _says("NO_HALVES"))
    if axis is None:
        a, axis = a.reshape(-1), 0
    return _op('sort', a, axis=axis, descending=descending)


def sort(a, axis=-1, kind=None, order=None):
    """A sorted copy."""
    only('mx.np.sort', order=(order, None))
    return _sorted(a, axis)[0]


def argsort(a, axis=-1, kind=None, order=None):
    """The positions that sort a."""
    only('mx.np.argsort', order=(order, None))
    return _mxnp._cast(_sorted(a, axis)[1], 'int64')


def cumsum(a, axis=None, dtype=None, out=None):
    """Running sums."""
    _infer('cumsum', (a,))
    if axis is None:
        a, axis = a.reshape(-1), 0
    elif -a.ndim <= axis < 0:
        raise MXNetError(_says('SHAPE_INDEX', axis, a.ndim))
    return _into(out, _op('cumsum', a, axis=axis, dtype=dtype))


def cumprod(a, axis=None, dtype=None, out=None):
    """Running products."""
    if axis is None:
        a, axis = a.reshape(-1), 0
    return _into(out, _op('cumprod', a, axis=axis, dtype=dtype))


# ---- joining and splitting ----

def concatenate(seq, axis=0, out=None):
    """The arrays one behind the other along axis."""
    if axis is None:
        return _mxnp._concat([a.reshape(-1) for a in seq], 0, out)
    return _mxnp._concat(seq, axis, out)


def append(arr, values, axis=None):
    """values behind arr."""
    return concatenate([arr, values], axis)


def atleast_1d(*arys):
    """Arrays with one axis or more."""
    made = [a if a.ndim else a.reshape(1) for a in arys]
    return made[0] if len(made) == 1 else made


def atleast_2d(*arys):
    """Arrays with two axes or more."""
    made = [a if a.ndim >= 2 else a.reshape(1, -1) for a in arys]
    return made[0] if len(made) == 1 else made


def atleast_3d(*arys):
    """Arrays with three axes or more."""
    made = [a if a.ndim >= 3 else a.reshape((1, -1, 1)) if a.ndim < 2 else a.reshape(a.shape + (1,)) for a in arys]
    return made[0] if len(made) == 1 else made


def stack(arrays, axis=0, out=None):
    """Along a new axis; what has as many elements as the first takes its shape."""
    arrays = list(arrays)
    if any(getattr(a, 'shape', None) != getattr(arrays[0], 'shape', None) for a in arrays):
        _infer('stack', arrays, axis)
        arrays = [a.reshape(arrays[0].shape) for a in arrays]
    return _mxnp._stack(arrays, axis, out)


def vstack(arrays, out=None):
    """One below the other."""
    arrays = list(arrays)
    _infer('vstack', arrays)
    return _mxnp._concat([atleast_2d(a) for a in arrays], 0, out)


row_stack = vstack


def hstack(arrays):
    """Side by side."""
    arrays = [atleast_1d(a) for a in arrays]
    return _mxnp._concat(arrays, 0 if arrays[0].ndim == 1 else 1)


def dstack(arrays):
    """One behind the other."""
    return _mxnp._concat([atleast_3d(a) for a in arrays], 2)


def column_stack(tup):
    """Columns of a matrix."""
    return _mxnp._concat([a.reshape(-1, 1) if a.ndim < 2 else a for a in tup], 1)


def _pieces(ary, indices_or_sections, axis, even):
    if not isinstance(indices_or_sections, (int, tuple, list, set)):
        raise ValueError('indices_or_sections must be either int, or tuple / list / set of ints')
    n = ary.shape[axis]
    if isinstance(indices_or_sections, int):
        if even and indices_or_sections == 0:
            raise ZeroDivisionError('integer modulo by zero')
        if indices_or_sections <= 0:
            raise ValueError('number sections must be larger than 0')
        if even and n % indices_or_sections:
            raise ValueError('array split does not result in an equal division')
        each, more = divmod(n, indices_or_sections)
        at = [0]
        for i in range(indices_or_sections):
            at.append(at[-1] + each + (i < more))
    else:
        at = [0, *(int(i) for i in indices_or_sections), n]
    before = (slice(None),) * (axis % ary.ndim)
    return [ary[before + (slice(at[i], at[i + 1]),)] for i in range(len(at) - 1)]


def split(ary, indices_or_sections, axis=0):
    """Equal pieces along axis, or pieces cut before the given positions."""
    return _pieces(ary, indices_or_sections, axis, True)


def array_split(ary, indices_or_sections, axis=0):
    """Pieces along axis, as equal as can be."""
    return _pieces(ary, indices_or_sections, axis, False)


def vsplit(ary, indices_or_sections):
    """split along the first axis."""
    if ary.ndim < 2:
        raise ValueError('vsplit only works on arrays of 2 or more dimensions')
    return split(ary, indices_or_sections, 0)


def hsplit(ary, indices_or_sections):
    """split along the second axis (the only one of a row)."""
    if ary.ndim < 1:
        raise ValueError('hsplit only works on arrays of 1 or more dimensions')
    return split(ary, indices_or_sections, 1 if ary.ndim > 1 else 0)


def dsplit(ary, indices_or_sections):
    """split along the third axis."""
    if ary.ndim < 3:
        raise ValueError('dsplit only works on arrays of 3 or more dimensions')
    return split(ary, indices_or_sections, 2)


# ---- shapes ----

def tile(A, reps):
    """A again and again."""
    reps = () if reps is None else (reps,) if isinstance(reps, int) else tuple(reps)
    _infer('tile', (A,))
    sizes = [size * by for size, by in zip((1,) * (len(reps) - A.ndim) + A.shape, (1,) * (A.ndim - len(reps)) + reps)]
    if any(size < -1 for size in sizes):
        size = next(size for size in sizes if size < -1)
        raise MXNetError(_says('DIMENSION', size, size))
    if not is_np_shape() and any(size < 1 for size in sizes):
        raise MXNetError(_says('UNKNOWN_SHAPE', 'tile'))
    return _mxnp._tile(A, reps or (1,))


def repeat(a, repeats, axis=None):
    """Each element some times."""
    if not is_np_shape() and not a.size and repeats:
        raise MXNetError(_says('SIZE_NEGATIVE', -1))
    if isinstance(repeats, int) and repeats < 0:
        raise MXNetError(_says('REPEAT_COUNT', repeats))
    if not a.ndim:
        _infer('repeat', (a,))
    if axis is None:
        a, axis = a.reshape(-1), 0
    if isinstance(repeats, int):
        return fresh(_mxnet.repeat(a, repeats, axis))
    counts = [int(r) for r in repeats]
    index = [i for i, c in enumerate(counts) for _ in range(c)]
    return take(a, make.array(index, 'int64', a.ctx), axis)


def take(a, indices, axis=None, mode='raise', out=None):
    """The elements at positions of axis."""
    if axis is None:
        a, axis = a.reshape(-1), 0
    if not isinstance(indices, ndarray):
        indices = make.array(indices, 'int64', a.ctx)
    elif str(indices.dtype).startswith('float'):
        indices = indices.astype('int64')
    return _mxnp._take(a, indices, axis, 'clip' if mode == 'raise' else mode, out)


def _order(n, axis1, axis2):
    order = list(range(n))
    order[axis1], order[axis2] = order[axis2], order[axis1]
    return order


def swapaxes(a, axis1, axis2):
    """Two axes change places."""
    if not a.ndim:
        _infer('swapaxes', (a,))
    for i, axis in ((1, axis1), (2, axis2)):
        if not -a.ndim <= axis < a.ndim:
            raise MXNetError(_says('SWAP_AXIS', i, i, axis, a.ndim))
    _infer('swapaxes', (a,))
    if str(a.dtype) == 'bool':
        raise MXNetError(_says("TYPE_ENUM", 7))
    return _mxnp._transpose(a, _order(a.ndim, axis1, axis2))


def moveaxis(a, source, destination):
    """Axes at new places."""
    sources = [s % a.ndim for s in ((source,) if isinstance(source, int) else source)]
    targets = [d % a.ndim for d in ((destination,) if isinstance(destination, int) else destination)]
    order = [i for i in range(a.ndim) if i not in sources]
    for target, s in sorted(zip(targets, sources)):
        order.insert(target, s)
    return _mxnp._transpose(a, order)


def rollaxis(a, axis, start=0):
    """An axis before another."""
    axis %= a.ndim
    start = start + a.ndim if start < 0 else start
    order = [i for i in range(a.ndim) if i != axis]
    order.insert(start - (axis < start), axis)
    return _mxnp._transpose(a, order)


def ravel(x, order='C'):
    """As one row."""
    if not x.ndim:
        _infer('npx_reshape', (x,))
    return x.reshape(-1)


def rot90(m, k=1, axes=(0, 1)):
    """A quarter turn, k times."""
    k %= 4
    if k == 0:
        return m.copy()
    if k == 2:
        return _mxnp.flip(_mxnp.flip(m, axes[0]), axes[1])
    if k == 1:
        return swapaxes(_mxnp.flip(m, axes[1]), *axes)
    return _mxnp.flip(swapaxes(m, *axes), axes[1])


def fliplr(m):
    """Columns in reverse order."""
    return _mxnp.flip(m, 1)


def flipud(m):
    """Rows in reverse order."""
    return _mxnp.flip(m, 0)


def broadcast_arrays(*args):
    """All in the shape that they have together."""
    shape = numpy.broadcast_shapes(*(a.shape for a in args))
    return [a.broadcast_to(shape) for a in args]


def shape(a):
    """a's shape."""
    return a.shape if hasattr(a, 'shape') else make.array(a).shape


def ndim(a):
    """The number of axes."""
    return len(shape(a))


def size(a, axis=None):
    """The number of elements."""
    sizes = shape(a)
    if axis is not None:
        return sizes[axis]
    n = 1
    for s in sizes:
        n *= s
    return n


def copy(a):
    """A copy."""
    _infer('np_copy', (a,))
    return a.copy()


# ---- products ----

def outer(a, b):
    """Each with each."""
    return _mxnp._outer(a.reshape(-1), b.reshape(-1))


def inner(a, b):
    """Over the last axes."""
    if not a.ndim or not b.ndim:
        return a * b
    return tensordot(a, b, ([a.ndim - 1], [b.ndim - 1]))


def vdot(a, b):
    """The product of both as rows."""
    return _mxnp.dot(a.reshape(-1), b.reshape(-1))


def tensordot(a, b, axes=2):
    """Sums over pairs of axes."""
    if isinstance(axes, int):
        left, right = list(range(a.ndim - axes, a.ndim)), list(range(axes))
    else:
        left, right = ([x] if isinstance(x, int) else list(x) for x in axes)
    left, right = [i % a.ndim for i in left], [i % b.ndim for i in right]
    if len(left) != len(right) or any(a.shape[i] != b.shape[j] for i, j in zip(left, right)):
        raise ValueError('shape-mismatch for sum')
    free_a, free_b = [i for i in range(a.ndim) if i not in left], [i for i in range(b.ndim) if i not in right]
    k = size_of(a.shape[i] for i in left)
    x = _mxnp._transpose(a, free_a + left).reshape(-1 if a.size else size_of(a.shape[i] for i in free_a), k)
    y = _mxnp._transpose(b, right + free_b).reshape(k, -1 if b.size else size_of(b.shape[i] for i in free_b))
    return _mxnp.matmul(x, y).reshape(tuple(a.shape[i] for i in free_a) + tuple(b.shape[i] for i in free_b))


def size_of(sizes):
    n = 1
    for s in sizes:
        n *= s
    return n


def einsum(subscripts, *operands, **kwargs):
    """Sums of products in Einstein's notation."""
    return _into(kwargs.get('out'), _mxnp._einsum(subscripts, operands))


def kron(a, b):
    """Kronecker's product."""
    n = max(a.ndim, b.ndim)
    a, b = a.reshape((1,) * (n - a.ndim) + a.shape), b.reshape((1,) * (n - b.ndim) + b.shape)
    wide = a.reshape(tuple(s for d in a.shape for s in (d, 1))) * b.reshape(tuple(s for d in b.shape for s in (1, d)))
    return wide.reshape(tuple(x * y for x, y in zip(a.shape, b.shape)))


def trace(a, offset=0, axis1=0, axis2=1, out=None):
    """The sum of a diagonal."""
    return _into(out, diagonal(a, offset, axis1, axis2).sum(-1))


def diagonal(a, offset=0, axis1=0, axis2=1):
    """A diagonal."""
    return _op('diagonal', a, offset=offset, axis1=axis1, axis2=axis2)


def diag(array, k=0):
    """A matrix with this diagonal, or a matrix's diagonal."""
    return _op('diag_embed', array, offset=k, axis1=0, axis2=1) if array.ndim == 1 else diagonal(array, k)


# ---- counting and choosing ----

def average(a, axis=None, weights=None, returned=False, out=None):
    """The mean, weighted."""
    if weights is None:
        made = a.mean(axis)
        total = full_total(made, a.size / max(made.size, 1))
    else:
        if weights.shape != a.shape:
            weights = weights.reshape((1,) * (axis % a.ndim) + (-1,) + (1,) * (a.ndim - 1 - axis % a.ndim)).broadcast_to(a.shape)
        total = weights.sum(axis)
        made = (a * weights).sum(axis) / total
    return (made, total) if returned else _into(out, made)


def full_total(like, value):
    return make.full(like.shape, value, ctx=like.ctx)


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None):
    """The different values, sorted."""
    found = numpy.unique(ar.asnumpy(), return_index, return_inverse, return_counts, axis)
    return tuple(make.array(f, f.dtype, ar.ctx) for f in found) if isinstance(found, tuple) else make.array(found, ar.dtype, ar.ctx)


def nonzero(a):
    """The positions of what is not 0, an array for each axis."""
    at = _mxnp._cast(_mxnp._nonzero(a), 'int64')
    return tuple(at[:, i] for i in range(max(a.ndim, 1)))


def flatnonzero(a):
    """The positions in the row of all elements."""
    return nonzero(a.reshape(-1))[0]


def argwhere(a):
    """The positions of what is not 0, a row for each."""
    return _mxnp._cast(_mxnp._nonzero(a), 'int64')


def count_nonzero(a, axis=None):
    """How many are not 0."""
    return (a != 0).sum(axis)


def rint(x, out=None):
    """The nearest integer; of two, the lower one."""
    _infer('rint', (x,))
    return _into(out, _mxnp.ceil(x - 0.5) + 0.0)


def where(condition, x=None, y=None):
    """x where condition holds, else y; the positions where it holds."""
    if x is None and y is None:
        return nonzero(condition)
    if not isinstance(x, ndarray) and not isinstance(y, ndarray):
        x = float(x)
    return _mxnp._where(condition, x, y)


def around(x, decimals=0, out=None, **kwargs):
    """To so many decimals, halves to even."""
    if not decimals:
        return _into(out, _mxnp._round(x) + 0)
    scale = 10.0 ** decimals
    return _into(out, _mxnp._round(x * scale) * (1.0 / scale))


round = round_ = around


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None, **kwargs):
    """Numbers for what is none."""
    made = make.array(numpy.nan_to_num(x.asnumpy(), True, nan, posinf, neginf), x.dtype, x.ctx)
    return made if copy else _into(x, made)


def isposinf(x, out=None):
    """Is it +inf?"""
    return _into(out, x == float('inf'))


def isneginf(x, out=None):
    """Is it -inf?"""
    return _into(out, x == -float('inf'))


def diff(a, n=1, axis=-1, prepend=None, append=None):
    """Differences of neighbours."""
    only('mx.np.diff', append=(append, None), prepend=(prepend, None))
    for _ in range(n):
        before = (slice(None),) * (axis % a.ndim)
        a = a[before + (slice(1, None),)] - a[before + (slice(None, -1),)]
    return a


def ediff1d(ary, to_end=None, to_begin=None):
    """Differences of neighbours in the row of all elements."""
    made = diff(ary.reshape(-1))
    parts = [x if isinstance(x, ndarray) else make.array(x, ary.dtype, ary.ctx) for x in (to_begin, made, to_end) if x is not None]
    return concatenate([p.reshape(-1) for p in parts])


def ptp(a, axis=None):
    """The largest less the smallest."""
    return a.max(axis) - a.min(axis)


def polyval(p, x):
    """A polynomial's values."""
    made = x * 0
    for i in range(p.size):
        made = made * x + p[i]
    return made


def ldexp(x1, x2, out=None):
    """x1 * 2 ** x2"""
    return _into(out, x1 * _mxnp.power(2.0, x2))


def allclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Are they equal but for little?"""
    return numpy.allclose(a.asnumpy(), b.asnumpy(), rtol, atol, equal_nan)


def isclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Which are equal but for little?"""
    only('mx.np.isclose', equal_nan=(equal_nan, False))
    return _mxnp.abs(a - b) <= atol + rtol * _mxnp.abs(b)


def array_equal(a1, a2, equal_nan=False):
    """Are they equal?"""
    only('mx.np.array_equal', equal_nan=(equal_nan, False))
    return a1.shape == a2.shape and bool((a1 == a2).all())


def may_share_memory(a, b, max_work=None):
    """Do they look at the same memory?"""
    return _tensor.same_memory(a, b) if hasattr(_tensor, 'same_memory') else a is b


shares_memory = may_share_memory


def _on_host(name):
    """A function of NumPy's on copies in the host's memory; no gradient flows through it."""
    def run(*args, **kwargs):
        return fallback.run(numpy, name, args, kwargs)
    run.__name__ = run.__qualname__ = name
    return run


bincount, pad, percentile, quantile, delete, insert, cross, histogram, tril_indices, triu_indices = (_on_host(n) for n in (
    'bincount', 'pad', 'percentile', 'quantile', 'delete', 'insert', 'cross', 'histogram', 'tril_indices', 'triu_indices'))


# ---- methods ----

def _methods():
    cast = ndarray.astype

    def item(self, *args):
        """One element as a number of Python's."""
        if args:
            return self[args if len(args) > 1 else args[0]].item() if len(args) > 1 else self.reshape(-1)[args[0]].item()
        return self.asnumpy().item()

    def tolist(self):
        """Nested lists of numbers."""
        return self.asnumpy().tolist()

    def flatten(self, order='C'):
        """A copy as one row."""
        return self.reshape(-1).copy()

    def as_in_ctx(self, ctx):
        """Itself when it lives there, else a copy there."""
        return self if self.ctx == ctx else self.copyto(ctx)

    def as_in_context(self, context):
        """The same memory when it lives there, else a copy there."""
        return self.as_nd_ndarray().as_in_context(context).as_np_ndarray()

    def round(self, decimals=0, out=None, **kwargs):
        """To so many decimals."""
        return around(self, decimals, out)

    def astype(self, dtype, order='K', casting='unsafe', subok=True, copy=True):
        """In another dtype; None is float32."""
        dtype = 'float32' if dtype is None else dtype
        return self if not copy and self.dtype == dtype else cast(self, dtype)

    def attach_grad(self, grad_req='write'):
        """Makes it an array whose gradient backward leaves in .grad."""
        super(ndarray, self).attach_grad(grad_req)

    def __format__(self, fmt):
        if self.ndim == 0:
            return format(self.item(), fmt)
        if fmt:
            raise TypeError('Cannot format mxnet.numpy.ndarray with format_spec')
        return str(self)

    def __array__(self, dtype=None):
        made = self.asnumpy()
        return made if dtype is None else made.astype(dtype)

    def __round__(self, n=0):
        return around(self, n)

    for f in (item, astype, tolist, flatten, as_in_ctx, as_in_context, round, __format__, __array__, __round__):
        setattr(ndarray, f.__name__, f)
    for f in (argmax, argmin, argsort, cumsum, repeat, swapaxes, take, nonzero):
        setattr(ndarray, f.__name__, f)
    class Gone:
        """What an NDArray has and an array of mx.np has not."""

        def __init__(self, name):
            self.name = name

        def __get__(self, obj, owner=None):
            raise AttributeError(f'mxnet.numpy.ndarray object has no attribute {self.name}')
    for name in ('reshape_like zeros_like ones_like broadcast_axes pad split split_v2 slice slice_axis slice_like one_hot pick topk argmax_channel abs sign shape_array size_array expand_dims tile '
                 'flip depth_to_space space_to_depth diag nansum nanprod norm rint fix floor ceil trunc sin cos tan arcsin arccos arctan degrees radians sinh cosh tanh arcsinh arccosh arctanh exp '
                 'expm1 log log10 log2 log1p sqrt rsqrt cbrt rcbrt square reciprocal relu sigmoid softmax log_softmax softmin tostype asscalar').split():
        setattr(ndarray, name, Gone(name))
    ndarray.sort = sort
    ndarray.__module__ = 'mxnet.numpy'


_methods()
