"""Version 5 of MATLAB's files: a header of 128 bytes, then an element for each variable: a matrix of numbers, letters, cells or named fields, packed by zlib or plain.

loadmat gives numbers as arrays of two axes at least, cells and structs as arrays of objects, text as arrays of strings, as scipy does.
"""
import os
import struct
import time
import zlib

import numpy as np

_PLAIN = {1: 'i1', 2: 'u1', 3: 'i2', 4: 'u2', 5: 'i4', 6: 'u4', 7: 'f4', 9: 'f8', 12: 'i8', 13: 'u8', 16: 'S', 17: 'U2', 18: 'U4'}
_CLASSES = {6: 'f8', 7: 'f4', 8: 'i1', 9: 'u1', 10: 'i2', 11: 'u2', 12: 'i4', 13: 'u4', 14: 'i8', 15: 'u8'}
_NAMES = {1: 'cell', 2: 'struct', 3: 'object', 4: 'char', 5: 'sparse', 6: 'double', 7: 'single', 8: 'int8', 9: 'uint8', 10: 'int16', 11: 'uint16', 12: 'int32', 13: 'uint32', 14: 'int64', 15: 'uint64'}
_MATRIX, _PACKED = 14, 15


class MatReadError(Exception):
    pass


class _Reader:
    """The elements of a piece of a file."""

    def __init__(self, data, order, squeeze, chars):
        self.data, self.order, self.squeeze, self.chars, self.at = memoryview(data), order, squeeze, chars, 0

    def element(self):
        """(kind, bytes): up to four bytes lie in the tag itself; others end at a multiple of eight."""
        if self.at + 8 > len(self.data):
            raise OSError('could not read bytes')
        kind, size = struct.unpack_from(self.order + 'II', self.data, self.at)
        if kind >> 16:
            kind, size, start = kind & 0xffff, kind >> 16, self.at + 4
            if size > 4:
                raise ValueError(f'Error in SDE format data: {size} bytes in a tag')
            self.at += 8
        else:
            start = self.at + 8
            self.at = start + size + (0 if kind == _PACKED else -size % 8)
        if start + size > len(self.data):
            raise OSError('could not read bytes')
        return kind, self.data[start:start + size]

    def numbers(self):
        kind, data = self.element()
        if kind not in _PLAIN or _PLAIN[kind][0] in 'SU':
            raise TypeError(f'Expecting numbers, found the type {kind}')
        return np.frombuffer(data, np.dtype(self.order + _PLAIN[kind]))

    def inner(self, data):
        return _Reader(data, self.order, self.squeeze, self.chars)

    def head(self):
        """(class, is it complex, is it logical, shape, name) of the matrix whose element this piece is."""
        flags = int(self.numbers()[0])
        shape = tuple(int(n) for n in self.numbers())
        kind, name = self.element()
        return flags & 0xff, bool(flags & 0x800), bool(flags & 0x200), shape, bytes(name).decode('latin1')

    def value(self, head):
        kind, is_complex, logical, shape, _ = head
        if kind in _CLASSES:
            found = self.numbers().astype(_CLASSES[kind])
            if is_complex:
                found = found + 1j * self.numbers()
            found = found.reshape(shape, order='F')
            return self.done(found.astype('u1') if logical else found)
        if kind == 4:
            return self.text(shape)
        if kind == 1:
            return self.done(self.objects([self.matrix() for _ in range(int(np.prod(shape)))]).reshape(shape, order='F'))
        if kind in (2, 3):
            return self.fields(shape, kind == 3)
        if kind == 5:
            raise NotImplementedError("the file has a sparse matrix, which scipy reads and perch's scipy does not")
        raise TypeError(f'No reader for class code {kind}')

    @staticmethod
    def objects(items):
        found = np.empty(len(items), dtype=object)
        for i, item in enumerate(items):
            found[i] = item
        return found

    def done(self, found):
        if not self.squeeze:
            return found
        if not found.size:
            return np.array([], dtype=found.dtype)
        found = np.squeeze(found)
        return found.item() if found.ndim == 0 else found

    def matrix(self):
        kind, data = self.element()
        if kind != _MATRIX:
            raise TypeError('Expecting miMATRIX type here, got %d' % kind)
        if not len(data):
            return np.array([])
        inner = self.inner(data)
        return inner.value(inner.head())

    def text(self, shape):
        kind, data = self.element()
        codec = {1: 'latin1', 2: 'latin1', 16: 'utf-8', 4: 'utf-16-', 17: 'utf-16-', 18: 'utf-32-'}.get(kind)
        if codec is None:
            raise TypeError(f'Did not expect type {kind}')
        letters = bytes(data).decode(codec + ('le' if self.order == '<' else 'be') if codec.endswith('-') else codec)
        size = int(np.prod(shape))
        grid = np.array(list(letters[:size].ljust(size)) or [], dtype='U1').reshape(shape, order='F')
        if self.chars and grid.size:
            grid = np.array([''.join(row) for row in grid.reshape(-1, shape[-1])]).reshape(shape[:-1])
        elif self.chars:
            grid = np.array([], dtype='U1') if shape[0] == 0 else np.full(shape[:-1], '', dtype='U1')
        return self.done(grid)

    def fields(self, shape, is_object):
        if is_object:
            raise NotImplementedError("the file has an object, which scipy reads and perch's scipy does not")
        wide = int(self.numbers()[0])
        _, names = self.element()
        names = [bytes(names[i:i + wide]).split(b'\0')[0].decode('latin1') for i in range(0, len(names), wide)]
        found = np.empty(int(np.prod(shape)), dtype=[(name, object) for name in names] or object)
        for i in range(len(found)):
            for name in names:
                found[name][i] = self.matrix()
        found = found.reshape(shape, order='F')
        return np.squeeze(found)[()] if self.squeeze else found


def _opened(file_name, appendmat=True):
    if hasattr(file_name, 'read'):
        return file_name.read()
    name = os.fspath(file_name)
    if not os.path.exists(name) and appendmat and not name.endswith('.mat'):
        name += '.mat'
    with open(name, 'rb') as file:
        return file.read()


def _elements(data, squeeze, chars):
    """A reader of each variable, unpacked."""
    if len(data) < 128:
        raise MatReadError('Mat file appears to be empty') if not data else ValueError('Unknown mat file type, version 0, 0')
    order = {b'IM': '<', b'MI': '>'}.get(data[126:128])
    version = struct.unpack((order or '<') + 'H', data[124:126])[0] >> 8
    if order is None or version not in (1, 2):
        raise ValueError('Unknown mat file type, version %s, %s' % (data[125], data[124]))
    if version == 2:
        raise NotImplementedError('Please use HDF reader for matlab v7.3 files, e.g. h5py')
    outer = _Reader(data[128:], order, squeeze, chars)
    while outer.at < len(outer.data):
        kind, part = outer.element()
        if kind == _PACKED:
            unpacked = outer.inner(zlib.decompress(part))
            kind, part = unpacked.element()
        if kind != _MATRIX:
            raise TypeError('Expecting miMATRIX type here, got %d' % kind)
        inner = outer.inner(part)
        yield inner, inner.head()


def loadmat(file_name, mdict=None, appendmat=True, *, squeeze_me=False, chars_as_strings=True, variable_names=None, struct_as_record=True, **unused):
    if not struct_as_record:
        raise NotImplementedError("scipy has struct_as_record=False, perch's scipy has not")
    data = _opened(file_name, appendmat)
    found = {} if mdict is None else mdict
    readers = _elements(data, squeeze_me, chars_as_strings)
    kept = {}
    wanted = None if variable_names is None else {variable_names} if isinstance(variable_names, str) else set(variable_names)
    for reader, head in readers:
        if wanted is None or head[4] in wanted:
            kept[head[4]] = reader.value(head)
    found.update({'__header__': data[:116].strip(b' \t\n\0'), '__version__': '%d.%d' % (data[125], data[124]) if data[126:128] == b'IM' else '%d.%d' % (data[124], data[125]), '__globals__': []})
    found.update(kept)
    return found


def whosmat(file_name, appendmat=True, **unused):
    return [(head[4], head[3][:-1] if head[0] == 4 else head[3], 'logical' if head[2] else _NAMES.get(head[0], 'unknown')) for _, head in _elements(_opened(file_name, appendmat), False, True)]


def _element(kind, data):
    if 0 < len(data) <= 4:
        return struct.pack('<HH', kind, len(data)) + data.ljust(4, b'\0')
    return struct.pack('<II', kind, len(data)) + data + b'\0' * (-len(data) % 8)


def _numbers(array):
    codes = {text: code for code, text in _PLAIN.items()}
    return _element(codes[array.dtype.str[1:]], array.astype(array.dtype.newbyteorder('<')).tobytes(order='F'))


def _matrix(value, name, oned_as):
    if isinstance(value, dict):
        names = [key for key in value if isinstance(key, str) and key[:1] not in '_0123456789']
        wide = 32
        if any(len(key) > wide - 1 for key in names):
            raise ValueError('Field names are restricted to 31 characters')
        body = _element(5, struct.pack('<i', wide)) + _element(1, b''.join(key.encode('latin1').ljust(wide, b'\0') for key in names))
        return _named(2, 0, (1, 1), name, body + b''.join(_matrix(value[key], '', oned_as) for key in names))
    array = np.asarray(value) if not isinstance(value, (list, tuple)) or not any(isinstance(item, (str, dict)) for item in value) else _Reader.objects(list(value))
    if array.ndim < 2:
        array = array.reshape((1, 1) if array.ndim == 0 else (1, -1) if oned_as == 'row' else (-1, 1))
    kind = array.dtype.kind
    if kind in 'US':
        wide = max(array.dtype.itemsize // (4 if kind == 'U' else 1), 1)
        rows = [str(item) if kind == 'U' else item.decode('latin1') for item in array.ravel()]
        if array.size == 1:
            wide = len(rows[0])
        grid = np.array([list(row.ljust(wide)) for row in rows], dtype='U1').reshape(len(rows), wide) if wide else np.empty((0, 0), 'U1')
        text = ''.join(grid.ravel(order='F'))
        return _named(4, 0, grid.shape, name, _element(16, text.encode('utf-8')))
    if kind == 'O':
        return _named(1, 0, array.shape, name, b''.join(_matrix(item, '', oned_as) for item in array.ravel(order='F')))
    if kind == 'V':
        raise NotImplementedError("scipy writes structured arrays, perch's scipy does not; a dict becomes a struct")
    flags = 0
    if kind == 'b':
        array, flags = array.astype('u1'), 0x200
    if array.dtype.str[1:] == 'f2':
        array = array.astype('f4')
    if kind == 'c':
        part = np.dtype('f8' if array.dtype.itemsize > 8 else 'f4')
        body, flags, base = _numbers(array.real.astype(part)) + _numbers(array.imag.astype(part)), 0x800, part.str[1:]
    else:
        base = array.dtype.str[1:]
        if base not in _CLASSES.values():
            raise TypeError(f'Could not convert {value!r} (type {type(value)}) to array')
        body = _numbers(array)
    return _named(next(code for code, text in _CLASSES.items() if text == base), flags, array.shape, name, body)


def _named(code, flags, shape, name, body):
    head = _element(6, struct.pack('<II', code | flags, 0)) + _element(5, struct.pack(f'<{len(shape)}i', *shape)) + _element(1, name.encode('latin1'))
    return struct.pack('<II', _MATRIX, len(head) + len(body)) + head + body


def savemat(file_name, mdict, appendmat=True, format='5', long_field_names=False, do_compression=False, oned_as='row'):
    if format != '5':
        raise NotImplementedError("scipy writes version 4 too, perch's scipy does not") if format == '4' else ValueError("Format should be '4' or '5'")
    if oned_as not in ('row', 'column'):
        raise ValueError("unrecognized option for oned_as '%s'" % oned_as)
    out = [('MATLAB 5.0 MAT-file Platform: posix, Created on: ' + time.asctime()).encode('latin1').ljust(124, b' ')[:124] + struct.pack('<H', 0x0100) + b'IM']
    for name, value in mdict.items():
        if name.startswith('_'):
            continue
        part = _matrix(value, name, oned_as)
        if do_compression:
            part = zlib.compress(part)
            part = struct.pack('<II', _PACKED, len(part)) + part
        out.append(part)
    if hasattr(file_name, 'write'):
        file_name.write(b''.join(out))
        return
    with open(file_name, 'wb') as file:
        file.write(b''.join(out))
