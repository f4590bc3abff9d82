"""nd.save and nd.load: MXNet's own file format, a list of arrays with or without names.

    8 bytes 0x112, 8 of 0, the number of arrays, the arrays, the number of names, the names (length, bytes)
    an array: 4 bytes 0xF993FAC9, kind of storage, number of axes, sizes (8 bytes each), device, its number, dtype, the elements
"""
from _mxnet import _says
import os
import struct

import _tensor
from _tensor import NDArray

from ..base import MXNetError

_LIST, _ARRAY, _ARRAY_NP, _ARRAY_V1 = 0x112, 0xF993FAC9, 0xF993FACA, 0xF993FAC8
_dtypes = ('float32', 'float64', 'float16', 'uint8', 'int32', 'int8', 'int64', 'bool')
_sizes = (4, 8, 2, 1, 4, 1, 8, 1)


def _missing(fname, why):
    return MXNetError(f'LocalFileSystem: Check failed: allow_null: :Open "{fname}": {why}')


def _magic():
    from ..util import is_np_shape
    return _ARRAY_NP if is_np_shape() else _ARRAY


def _sparse_bytes(x):
    """A sparse array: its kind, the shape of what is there, its own shape, the places' dtypes and shapes; then what is there, and the places."""
    data = x.data
    places = [x.indptr, x.indices] if x.stype == 'csr' else [x.indices]
    head = struct.pack('<Iii', _ARRAY, 2 if x.stype == 'csr' else 1, data.ndim) + struct.pack(f'<{data.ndim}q', *data.shape)
    head += struct.pack('<i', x.ndim) + struct.pack(f'<{x.ndim}q', *x.shape)
    head += struct.pack('<iii', 1, 0, _dtypes.index(_names()[_tensor.number(x)]))
    for each in places:
        head += struct.pack('<iiq', _dtypes.index('int64'), 1, each.shape[0])
    return head + b''.join(_tensor.bytes(each) for each in (data, *places))


def array_bytes(x):
    """One array's bytes, as they stand in a file."""
    if x.stype != 'default':
        return _sparse_bytes(x)
    kind = _dtypes.index(_names()[_tensor.number(x)])
    gpu = x.context.device_type == 'gpu'
    head = struct.pack('<Iii', _magic(), 0, x.ndim) + struct.pack(f'<{x.ndim}q', *x.shape)
    return head + struct.pack('<iii', 2 if gpu else 1, x.context.device_id, kind) + _tensor.bytes(x)


def array_from(data):
    """The array of such bytes, where it was."""
    reader = _Reader(bytes(data))
    made = reader.array()
    kind, number = reader.place
    return made if kind != 2 else made.copyto(_tensor.Context('gpu', number))


def _names():
    return {_tensor.number(name): name for name in _dtypes}


def save(fname, data):
    """Writes an array, a list of them, or a dict of names."""
    if isinstance(data, NDArray):
        data = [data]
    names = []
    if isinstance(data, dict):
        names, data = list(data), list(data.values())
        if not all(isinstance(n, str) for n in names) or not all(isinstance(x, NDArray) for x in data):
            raise TypeError(_says("SAVE_ACCEPTS"))
    elif isinstance(data, (list, tuple)):
        if not all(isinstance(x, NDArray) for x in data):
            raise TypeError(_says("SAVE_ACCEPTS"))
    else:
        raise ValueError('data needs to either be a NDArray, dict of str, NDArray pairs or a list of NDarrays.')
    try:
        f = open(fname, 'wb')
    except OSError as e:
        raise _missing(fname, e.strerror) from None
    with f:
        f.write(struct.pack('<QQQ', _LIST, 0, len(data)))
        for x in data:
            f.write(array_bytes(x))
        f.write(struct.pack('<Q', len(names)))
        for name in names:
            text = name.encode()
            f.write(struct.pack('<Q', len(text)) + text)


class _Reader:
    def __init__(self, data):
        self.data, self.at, self.part, self.place = data, 0, '&header', (1, 0)

    def wrong(self):
        return MXNetError(_says("FILE_FORMAT", self.part))

    def take(self, n):
        if self.at + n > len(self.data):
            raise self.wrong()
        self.at += n
        return self.data[self.at - n:self.at]

    def numbers(self, form):
        return struct.unpack('<' + form, self.take(struct.calcsize('<' + form)))

    def sizes(self):
        ndim, = self.numbers('i')
        return self.numbers(f'{ndim}q') if ndim > 0 else ()

    def values(self, kind, shape):
        if not 0 <= kind < len(_dtypes):
            raise self.wrong()
        size = _sizes[kind]
        for n in shape:
            size *= n
        return _tensor.from_bytes(0, bytes(self.take(size)), _dtypes[kind], shape)

    def sparse(self, stype, stored):
        from . import sparse
        shape = self.sizes()
        self.numbers('ii')
        kind, = self.numbers('i')
        places = [(self.numbers('i')[0], self.sizes()) for _ in range(stype)]
        if stype == 2:              # (the original may write 0 for what is there: its number is that of the columns)
            stored = places[1][1]
        data, *places = [self.values(*each) for each in ((kind, stored), *places)]
        if stype == 2:
            return sparse.csr_matrix((data, places[1], places[0]), shape)
        return sparse.row_sparse_array((data, places[0]), shape)

    def array(self):
        magic, = self.numbers('I')
        if magic in (_ARRAY, _ARRAY_NP):
            stype, ndim = self.numbers('ii')
            if stype not in (0, 1, 2):
                raise self.wrong()
            if stype:
                return self.sparse(stype, self.numbers(f'{ndim}q') if ndim > 0 else ())
            shape = self.numbers(f'{ndim}q') if ndim > 0 else ()
        elif magic == _ARRAY_V1:
            ndim, = self.numbers('I')
            shape = self.numbers(f'{ndim}q')
        else:
            shape = self.numbers(f'{magic}I')
        self.place = self.numbers('ii')
        return self.values(self.numbers('i')[0], shape)


def load_frombuffer(buf):
    """What save wrote, from bytes."""
    r = _Reader(buf)
    header, = r.numbers('Q')
    r.part = '&reserved'
    r.numbers('Q')
    if header != _LIST:
        raise MXNetError('Check failed: header == kMXAPINDArrayListMagic: Invalid NDArray file format')
    r.part = 'data'
    count, = r.numbers('Q')
    arrays = [r.array() for _ in range(count)]
    r.part = 'keys'
    named, = r.numbers('Q')
    names = [bytes(r.take(r.numbers('Q')[0])).decode() for _ in range(named)]
    if not names:
        return arrays
    if named != count:
        raise r.wrong()
    return dict(zip(names, arrays))


def load(fname):
    """A list, or a dict, as it was saved; on the CPU."""
    if not isinstance(fname, str):
        raise TypeError('fname required to be a string')
    try:
        with open(fname, 'rb') as f:
            data = f.read()
    except OSError as e:
        raise _missing(fname, e.strerror) from None
    return load_frombuffer(data)
