"""Files of safetensors: the length of a header, the header (JSON: dtype, shape and place of each tensor), the tensors' bytes one after the other."""
import json
import os

# name in the file: bytes each
SIZES = {'BOOL': 1, 'U8': 1, 'I8': 1, 'F8_E5M2': 1, 'F8_E4M3': 1, 'I16': 2, 'U16': 2, 'F16': 2, 'BF16': 2, 'I32': 4, 'U32': 4, 'F32': 4, 'F64': 8, 'I64': 8, 'U64': 8}
_RANK = {name: i for i, name in enumerate(SIZES)}
_MOST = 100_000_000     # a longer header is no header


class SafetensorError(Exception):
    """A file that is none of this format, or damaged."""


def written(tensors, metadata=None):
    """The pieces of a file; tensors: {name: (dtype, shape, bytes)}. Wide dtypes come first, so that each tensor is aligned."""
    header, at = {}, 0
    if metadata is not None:
        for key, value in metadata.items():
            if not isinstance(key, str) or not isinstance(value, str):
                raise TypeError(f"argument 'metadata': '{type(value if isinstance(key, str) else key).__name__}' object is not an instance of 'str'")
        header['__metadata__'] = dict(metadata)
    order = sorted(tensors, key=lambda name: (-_RANK[tensors[name][0]], name))
    for name in order:
        dtype, shape, data = tensors[name]
        header[name] = {'dtype': dtype, 'shape': list(shape), 'data_offsets': [at, at + len(data)]}
        at += len(data)
    text = json.dumps(header, separators=(',', ':'), ensure_ascii=False).encode('utf-8')
    text += b' ' * (-len(text) % 8)
    return [len(text).to_bytes(8, 'little'), text, *(tensors[name][2] for name in order)]


def _entry(row):
    """(dtype, shape, first byte, last)."""
    try:
        dtype, shape, (start, stop) = row['dtype'], row['shape'], row['data_offsets']
        whole = all(isinstance(n, int) and not isinstance(n, bool) and n >= 0 for n in (*shape, start, stop))
    except (KeyError, TypeError, ValueError):
        raise SafetensorError('invalid JSON in header') from None
    if dtype not in SIZES or not whole:
        raise SafetensorError('invalid JSON in header')
    return dtype, tuple(shape), start, stop


def head(take, size):
    """({name: (dtype, shape, first byte, last)}, metadata, where the bytes begin) of what `take(from, to)` gives parts of."""
    if size < 8:
        raise SafetensorError('header too small')
    length = int.from_bytes(take(0, 8), 'little')
    if length > _MOST:
        raise SafetensorError('header too large')
    if 8 + length > size:
        raise SafetensorError('invalid header length')
    text = bytes(take(8, 8 + length))
    try:
        text = text.decode('utf-8')
    except UnicodeDecodeError:
        raise SafetensorError('invalid UTF-8 in header') from None
    try:
        header = json.loads(text)
        if not isinstance(header, dict):
            raise ValueError
    except (ValueError, RecursionError):
        raise SafetensorError('invalid JSON in header') from None
    metadata = header.pop('__metadata__', None)
    if metadata is not None and not (isinstance(metadata, dict) and all(isinstance(value, str) for value in metadata.values())):
        raise SafetensorError('invalid JSON in header')
    rows = {name: _entry(row) for name, row in header.items()}
    _fit(rows, size - 8 - length)
    return rows, metadata, 8 + length


def _fit(rows, room):
    """Do the tensors lie one behind the other, each of its own size, and are they all there?"""
    at = 0
    for name, (dtype, shape, start, stop) in sorted(rows.items(), key=lambda pair: pair[1][2:]):
        if start != at or stop < start:
            raise SafetensorError(f'invalid offset for tensor `{name}`')
        count = 1
        for n in shape:
            count *= n
        if count * SIZES[dtype] != stop - start:
            raise SafetensorError('overflow computing buffer size from shape and/or element type' if count * SIZES[dtype] >= 1 << 64 else 'invalid shape, data type, or offset for tensor')
        at = stop
    if at != room:
        raise SafetensorError('incomplete metadata, file not fully covered')


class Opened:
    """A file that is open: its head read, its tensors' bytes when they are asked for."""

    def __init__(self, filename):
        try:
            self.file = open(os.fspath(filename), 'rb')
        except FileNotFoundError:
            raise FileNotFoundError(f'No such file or directory: {os.fspath(filename)}') from None
        try:
            self.rows, self.metadata, self.start = head(self.take, os.fstat(self.file.fileno()).st_size)
        except SafetensorError as error:
            self.file.close()
            raise SafetensorError(f'Error while deserializing header: {error}') from None

    def take(self, first, last):
        self.file.seek(first)
        return self.file.read(last - first)

    def bytes_of(self, name):
        try:
            dtype, shape, first, last = self.rows[name]
        except KeyError:
            raise SafetensorError(f'File does not contain tensor {name}') from None
        return dtype, shape, bytearray(self.take(self.start + first, self.start + last))

    def close(self):
        self.file.close()


def parts(data):
    """({name: (dtype, shape, bytes)}, metadata) of a file's bytes."""
    view = memoryview(data)
    try:
        rows, metadata, start = head(lambda first, last: view[first:last], len(view))
    except SafetensorError as error:
        raise SafetensorError(f'Error while deserializing: {error}') from None
    rows = dict(sorted(rows.items(), key=lambda pair: pair[1][2:]))
    return {name: (dtype, shape, bytearray(view[start + first:start + last])) for name, (dtype, shape, first, last) in rows.items()}, metadata


def save_to(pieces, filename):
    with open(os.fspath(filename), 'wb') as file:
        for piece in pieces:
            file.write(piece)
