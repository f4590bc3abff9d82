"""The methods of ndarray that are written in Python, and the same for scalars."""
from _numpy import _says
import _numpy
import _tensor
from _numpy import ndarray, generic, asarray, scalar
from . import _shapes, _select, _calculus, _reduce, _io
from ._base import op, give, index
from perch.only import only


def swapaxes(self, axis1, axis2):
    return _shapes.swapaxes(self, axis1, axis2)


def clip(self, min=None, max=None, out=None, **kwargs):
    return _calculus.clip(self, min, max, out, **kwargs)


def round(self, decimals=0, out=None):
    return _calculus.round_(self, decimals, out)


def repeat(self, repeats, axis=None):
    return _shapes.repeat(self, repeats, axis)


def take(self, indices, axis=None, out=None, mode="raise"):
    return _select.take(self, indices, axis, out, mode)


def put(self, indices, values, mode="raise"):
    _select.put(self, indices, values, mode)


def choose(self, choices, out=None, mode="raise"):
    return _select.choose(self, choices, out, mode)


def compress(self, condition, axis=None, out=None):
    return _select.compress(condition, self, axis, out)


def nonzero(self):
    return _select.nonzero(self)


def sort(self, axis=-1, kind=None, order=None):
    only('np.sort', order=(order, None))
    self[...] = _select.sort(self, axis)


def argsort(self, axis=-1, kind=None, order=None):
    only('np.argsort', order=(order, None))
    return _select.argsort(self, axis)


def partition(self, kth, axis=-1, kind="introselect", order=None):
    only('np.partition', order=(order, None))
    self[...] = _select.sort(self, axis)


def argpartition(self, kth, axis=-1, kind="introselect", order=None):
    only('np.argpartition', order=(order, None))
    return _select.argsort(self, axis)


def searchsorted(self, v, side="left", sorter=None):
    return _select.searchsorted(self, v, side, sorter)


def diagonal(self, offset=0, axis1=0, axis2=1):
    return _select.diagonal(self, offset, axis1, axis2)


def trace(self, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    return _select.trace(self, offset, axis1, axis2, dtype, out)


def ptp(self, axis=None, out=None, keepdims=False):
    return _reduce.ptp(self, axis, out, keepdims)


def conj(self):
    return _numpy.conjugate(self)


def view(self, dtype=None, type=None):
    if dtype is None or (isinstance(dtype, __builtins_type) and issubclass(dtype, ndarray)):
        return self[...]
    d = _numpy_dtype(dtype)
    if d == self.dtype:
        return self[...]
    if self.ndim == 0 and d.itemsize != self.dtype.itemsize:
        raise ValueError("Changing the dtype of a 0d array is only supported if the itemsize is unchanged")
    if self.shape[-1:] and self.shape[-1] * self.itemsize % d.itemsize:
        raise ValueError("When changing to a larger dtype, its size must be a divisor of the total size in bytes of the last axis of the array.")
    shape = self.shape[:-1] + (self.shape[-1] * self.itemsize // d.itemsize,) if self.ndim else ()
    return _tensor.from_bytes(2, self.tobytes(), d, shape)


__builtins_type = type


def _numpy_dtype(x):
    from ._dtypes import dtype
    return dtype(x)


def resize(self, *new_shape, refcheck=True):
    shape = new_shape[0] if len(new_shape) == 1 and not isinstance(new_shape[0], int) else new_shape
    n = 1
    for s in shape:
        n *= s
    flat = _numpy.zeros(n, self.dtype)
    k = min(n, self.size)
    flat[:k] = self.ravel()[:k]
    _tensor.set_data(self, flat.reshape(shape))


def itemset(self, *args):
    where, value = args[:-1], args[-1]
    if not where:
        if self.size != 1:
            raise ValueError(_says("ONE_ELEMENT"))
        self[...] = value
    elif len(where) == 1 and not isinstance(where[0], tuple):
        self[_select.unravel_index(where[0] % self.size, self.shape)] = value
    else:
        self[where[0] if len(where) == 1 else where] = value


def tofile(self, fid, sep="", format="%s"):
    _io.tofile(self, fid, sep, format)


def dump(self, file):
    import pickle
    with open(file, "wb") as f:
        pickle.dump(self, f)


def dumps(self):
    import pickle
    return pickle.dumps(self)


def setflags(self, write=None, align=None, uic=None):
    if write is False:
        raise NotImplementedError("perch's arrays can always be written to: setflags(write=False)")


def byteswap(self, inplace=False):
    data, n = self.tobytes(), self.itemsize
    a = _tensor.from_bytes(2, b"".join(data[i:i + n][::-1] for i in range(0, len(data), n)), self.dtype, self.shape)
    if inplace:
        self[...] = a
        return self
    return a


def __format__(self, spec):
    if self.ndim == 0:
        return format(self.item(), spec) if spec else str(self)
    if spec:
        raise TypeError("unsupported format string passed to numpy.ndarray.__format__")
    return str(self)


def __reduce__(self):
    return _rebuilt, (self.tobytes(), self.dtype.name, self.shape)


def _rebuilt(data, dtype, shape):
    return _tensor.from_bytes(2, data, dtype, shape)


def __array__(self, dtype=None):
    return self if dtype is None else self.astype(dtype)


def __complex__(self):
    return complex(self.item())


class flagsobj:
    def __init__(self, a):
        strides = _tensor.strides(a)
        self.c_contiguous = _tensor.is_contiguous(a) or a.size == 0
        want, f = 1, True
        for s, st in zip(a.shape, strides):
            if s != 1 and st != want:
                f = False
            want *= s
        self.f_contiguous = f or a.size == 0
        self.owndata = not _tensor.is_view(a)
        self.writeable = self.aligned = True
        self.writebackifcopy = False
        self.contiguous, self.fortran = self.c_contiguous, self.f_contiguous and not self.c_contiguous
        self.fnc, self.forc, self.behaved, self.carray, self.farray = self.fortran, self.c_contiguous or self.f_contiguous, True, self.c_contiguous, self.fortran

    def __getitem__(self, key):
        short = {"C": "c_contiguous", "F": "f_contiguous", "O": "owndata", "W": "writeable", "A": "aligned", "X": "writebackifcopy"}
        name = short.get(key, key.lower())
        if not hasattr(self, name):
            raise KeyError("Unknown flag")
        return getattr(self, name)

    def __repr__(self):
        return "".join("  %s : %s\n" % (n.upper(), getattr(self, n)) for n in ("c_contiguous", "f_contiguous", "owndata", "writeable", "aligned", "writebackifcopy"))


flagsobj.__module__ = "numpy.core.multiarray"


class flatiter:
    """x.flat: the elements one after another, to read and to write."""

    def __init__(self, a):
        self.base, self.index = a, 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.index >= self.base.size:
            raise StopIteration
        self.index += 1
        return self[self.index - 1]

    def __len__(self):
        return self.base.size

    def __getitem__(self, key):
        if isinstance(key, int):
            n = self.base.size
            if not -n <= key < n:
                raise IndexError(_says("INDEX_SIZE", key, n))
            return scalar(self.base[_select.unravel_index(key % n, self.base.shape)])
        return self.base.flatten()[key]

    def __setitem__(self, key, value):
        a = self.base
        flat = a.flatten()
        if isinstance(value, (ndarray, list, tuple)):
            value = asarray(value).ravel()
            where = _numpy.arange(a.size)[key]
            if where.size and value.size != where.size:
                value = value[_numpy.arange(where.size) % value.size]
        flat[key] = value
        a[...] = flat.reshape(a.shape)

    def copy(self):
        return self.base.flatten()

    def __array__(self, dtype=None):
        return self.base.flatten()

    @property
    def coords(self):
        return tuple(int(i) for i in _select.unravel_index(self.index, self.base.shape))


flatiter.__module__ = "numpy"


def _set_flat(self, value):
    flatiter(self)[:] = value


def _base(self):
    return None


_names = """swapaxes clip round repeat take put choose compress nonzero sort argsort partition argpartition searchsorted diagonal trace ptp conj view resize
itemset tofile dump dumps setflags byteswap __format__ __reduce__ __array__ __complex__""".split()
for _n in _names:
    setattr(ndarray, _n, globals()[_n])
ndarray.conjugate = conj
ndarray.tostring = ndarray.tobytes
ndarray.flat = property(flatiter, _set_flat)
ndarray.flags = property(flagsobj)


def _parts(self):
    return _tensor.op("view_as_real", 2, (self,))


def _real(self):
    return _parts(self)[..., 0] if self.dtype.kind == "c" else self


def _imag(self):
    return _parts(self)[..., 1] if self.dtype.kind == "c" else _numpy.zeros(self.shape, self.dtype)


def _set_real(self, value):
    if self.dtype.kind == "c":
        _parts(self)[..., 0] = value
    else:
        self[...] = value


def _set_imag(self, value):
    if self.dtype.kind != "c":
        raise TypeError("array does not have imaginary part to set")
    _parts(self)[..., 1] = value


ndarray.real = property(_real, _set_real)
ndarray.imag = property(_imag, _set_imag)
ndarray.base = property(_base)
ndarray.data = property(memoryview)
ndarray.__array_priority__ = 0.0


def _of_scalar(name):
    def method(self, *args, **kwargs):
        return getattr(asarray(self), name)(*args, **kwargs)
    method.__name__ = name
    return method


for _n in """sum prod max min any all mean var std argmax argmin cumsum cumprod reshape transpose ravel flatten squeeze copy tobytes dot swapaxes repeat take
choose compress nonzero argsort searchsorted diagonal trace itemset tofile fill put resize sort""".split():
    setattr(generic, _n, _of_scalar(_n))


def _astype(self, dtype, *args, **kwargs):
    return scalar(asarray(self).astype(dtype))


def _round(self, decimals=0, out=None):
    return give(scalar(asarray(_calculus.round_(asarray(self), decimals))), out)


def _clip(self, min=None, max=None, out=None):
    return scalar(asarray(_calculus.clip(asarray(self), min, max, out)))


def _view(self, *args, **kwargs):
    return scalar(asarray(self).view(*args, **kwargs))


def _self(self, *args):
    return self


generic.view = _view
generic.astype, generic.round, generic.clip, generic.conj, generic.conjugate = _astype, _round, _clip, _self, _self
generic.conj = generic.conjugate = lambda self: _numpy.conjugate(self)
generic.__complex__ = lambda self: complex(self.item())
generic.ptp = lambda self, *a, **k: self - self
generic.__copy__, generic.__deepcopy__ = _self, _self
generic.flags = property(lambda self: flagsobj(asarray(self)))
generic.flat = property(lambda self: flatiter(asarray(self)))
generic.base = property(lambda self: None)
generic.data = property(lambda self: memoryview(self.tobytes()))
generic.__array__ = lambda self, dtype=None: asarray(self, dtype)
_numpy.floating.is_integer = lambda self: float(self).is_integer()
_numpy.floating.as_integer_ratio = lambda self: float(self).as_integer_ratio()
_numpy.integer.is_integer = lambda self: True
_numpy.integer.bit_length = lambda self: int(self).bit_length()
_numpy.integer.numerator = property(lambda self: self)
_numpy.integer.denominator = property(lambda self: 1)
_numpy.integer.__trunc__ = lambda self: int(self)
_numpy.integer.__floor__ = _numpy.integer.__ceil__ = lambda self: int(self)
_numpy.floating.__trunc__ = lambda self: int(self)
_numpy.floating.hex = lambda self: float(self).hex()


def discard(a):
    """The real parts, with NumPy's warning."""
    return a.astype("float32" if a.dtype.itemsize == 8 else "float64")
