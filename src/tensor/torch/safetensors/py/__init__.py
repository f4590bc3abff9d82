"""safetensors: tensors in a file that holds nothing else: eight bytes, how long the head is; the head, which says in JSON of each tensor its dtype, shape and place; their bytes. Own code
for the published format; the files are the original's, byte for byte."""
import json
import os

__version__ = '0.5'


class SafetensorError(Exception):
    """A file that is none, or holds no such tensor."""


SafetensorError.__module__ = 'safetensors_rust'

# By size and rank, as the format lays them out: the widest first.
_ORDER = ('BOOL', 'U8', 'I8', 'I16', 'U16', 'F16', 'BF16', 'I32', 'U32', 'F32', 'F64', 'I64', 'U64')
_HEAD = 100_000_000


def pack(tensors, metadata):
    """{name: (dtype, shape, bytes)} as a file's bytes."""
    for key, value in (metadata or {}).items():
        for part in (key, value):
            if not isinstance(part, str):
                raise TypeError("argument 'metadata': '%s' object is not an instance of 'str'" % type(part).__name__)
    head, parts, at = {}, [], 0
    if metadata is not None:
        head['__metadata__'] = metadata
    for name in sorted(tensors, key=lambda name: (-_ORDER.index(tensors[name][0]), name)):
        dtype, shape, data = tensors[name]
        head[name] = {'dtype': dtype, 'shape': list(shape), 'data_offsets': [at, at + len(data)]}
        parts.append(data)
        at += len(data)
    text = json.dumps(head, separators=(',', ':'), ensure_ascii=False).encode()
    text += b' ' * (-len(text) % 8)
    return len(text).to_bytes(8, 'little') + text + b''.join(parts)


def _bad(what):
    return SafetensorError('Error while deserializing header: ' + what)


def unpack(data):
    """(head, metadata, where the tensors' bytes begin)"""
    if len(data) < 8:
        raise _bad('header too small')
    size = int.from_bytes(data[:8], 'little')
    if size > _HEAD:
        raise _bad('header too large')
    if 8 + size > len(data):
        raise _bad('invalid header length')
    try:
        head = json.loads(bytes(data[8:8 + size]))
    except ValueError as error:
        raise _bad('invalid JSON in header: %s' % error) from None
    metadata = head.pop('__metadata__', None)
    at = 0
    for name, each in sorted(head.items(), key=lambda item: item[1]['data_offsets']):
        begin, end = each['data_offsets']
        count = 1
        for n in each['shape']:
            count *= n
        if each['dtype'] not in _ORDER:
            raise _bad('unknown dtype %s' % each['dtype'])
        if begin != at or end - begin != count * size_of(each['dtype']):
            raise _bad('invalid offset for tensor `%s`' % name)
        at = end
    if 8 + size + at != len(data):
        raise _bad('incomplete metadata, file not fully covered')
    return head, metadata, 8 + size


def size_of(dtype):
    return 1 if dtype == 'BOOL' else int(dtype.lstrip('BFIU')) // 8


def read(filename):
    if not os.path.exists(filename):
        raise FileNotFoundError('No such file or directory: %s' % os.fspath(filename))
    with open(filename, 'rb') as file:
        return file.read()


class _Slice:
    """A tensor of which parts are asked for."""

    def __init__(self, whole, dtype):
        self._whole, self._dtype = whole, dtype

    def get_shape(self):
        return list(self._whole.shape)

    def get_dtype(self):
        return self._dtype

    def __getitem__(self, index):
        return self._whole[index]


class safe_open:
    """with safe_open(file, framework='pt') as f: f.get_tensor(name)"""

    def __init__(self, filename, framework, device='cpu'):
        if framework not in ('pt', 'torch', 'np', 'numpy'):
            raise SafetensorError('framework %s is invalid' % framework)
        self._data = read(filename)
        self._head, self._metadata, self._at = unpack(self._data)
        self._framework, self._device = framework, device

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._data = b''

    def keys(self):
        return sorted(self._head)

    offset_keys = keys

    def metadata(self):
        return self._metadata

    def get_tensor(self, name):
        if name not in self._head:
            raise SafetensorError('File does not contain tensor ' + name)
        each = self._head[name]
        data = self._data[self._at + each['data_offsets'][0]:self._at + each['data_offsets'][1]]
        if self._framework in ('np', 'numpy'):
            from .numpy import made
            return made(data, each)
        from .torch import made
        return made(data, each).to(self._device)

    def get_slice(self, name):
        return _Slice(self.get_tensor(name), self._head[name]['dtype'] if name in self._head else None)
