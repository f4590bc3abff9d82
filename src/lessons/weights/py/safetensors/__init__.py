"""safetensors, of perch's own: tensors by name in files that hold nothing else. For arrays safetensors.numpy, for PyTorch's tensors safetensors.torch; safe_open for one at a time."""
from safetensors._file import Opened as _Opened, SafetensorError

__version__ = '0.4.5'
_FRAMEWORKS = {'np': 'numpy', 'numpy': 'numpy', 'pt': 'torch', 'torch': 'torch', 'pytorch': 'torch'}


def _made_by(framework):
    import importlib
    return importlib.import_module('safetensors.' + framework)._made


class safe_open:
    """with safe_open(file, framework='pt', device='cpu') as f: f.keys(), f.get_tensor(name), f.get_slice(name)[2:4], f.metadata()"""

    def __init__(self, filename, framework, device='cpu'):
        if framework not in _FRAMEWORKS:
            raise SafetensorError(f'framework {framework} is invalid')
        self._framework, self._device, self._file = _FRAMEWORKS[framework], device, _Opened(filename)
        if self._framework == 'numpy' and str(device) != 'cpu':
            self._file.close()
            raise SafetensorError(f'Device {device} is not supported for framework numpy')

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self._file.close()

    def keys(self):
        return sorted(self._file.rows)

    def offset_keys(self):
        return sorted(self._file.rows, key=lambda name: self._file.rows[name][2])

    def metadata(self):
        return self._file.metadata

    def get_tensor(self, name):
        return _made_by(self._framework)(*self._file.bytes_of(name), self._device)

    def get_slice(self, name):
        if name not in self._file.rows:
            raise SafetensorError(f'File does not contain tensor {name}')
        return _Slice(self, name)


class _Slice:
    """A tensor of a file that is read when it is indexed."""

    def __init__(self, file, name):
        self._file, self._name = file, name
        self._dtype, self._shape = file._file.rows[name][:2]

    def get_shape(self):
        return list(self._shape)

    def get_dtype(self):
        return self._dtype

    def __getitem__(self, index):
        return self._file.get_tensor(self._name)[index]


def serialize(tensor_dict, metadata=None):
    """A file's bytes; tensor_dict: {name: {'dtype', 'shape', 'data'}}."""
    from safetensors import _file
    return b''.join(_file.written({name: (_named(row['dtype']), row['shape'], row['data']) for name, row in tensor_dict.items()}, metadata))


def serialize_file(tensor_dict, filename, metadata=None):
    from safetensors import _file
    _file.save_to(_file.written({name: (_named(row['dtype']), row['shape'], row['data']) for name, row in tensor_dict.items()}, metadata), filename)


def deserialize(data):
    """[(name, {'dtype', 'shape', 'data'})] of a file's bytes."""
    from safetensors import _file
    return [(name, {'dtype': dtype, 'shape': list(shape), 'data': data}) for name, (dtype, shape, data) in _file.parts(data)[0].items()]


_PLAIN = {'bool': 'BOOL', 'uint8': 'U8', 'int8': 'I8', 'int16': 'I16', 'uint16': 'U16', 'float16': 'F16', 'bfloat16': 'BF16', 'int32': 'I32', 'uint32': 'U32', 'float32': 'F32', 'float64': 'F64', 'int64': 'I64', 'uint64': 'U64'}


def _named(dtype):
    if dtype not in _PLAIN:
        raise SafetensorError(f'dtype {dtype} is not covered')
    return _PLAIN[dtype]
