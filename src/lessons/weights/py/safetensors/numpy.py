"""safetensors.numpy: arrays by name, saved and loaded."""
import numpy as np

from safetensors import _PLAIN, _file

_DTYPES = {name: np.dtype(plain) for plain, name in _PLAIN.items() if plain != 'bfloat16'}


def _made(dtype, shape, data, device='cpu'):
    if dtype not in _DTYPES:
        raise _file.SafetensorError(f'NumPy has no dtype {dtype}')
    return np.frombuffer(data, dtype=_DTYPES[dtype].newbyteorder('<')).astype(_DTYPES[dtype], copy=False).reshape(shape)


def _rows(tensor_dict):
    rows = {}
    for name, array in tensor_dict.items():
        if not isinstance(array, np.ndarray):
            raise ValueError(f'Key `{name}` is invalid, expected numpy.ndarray but received {type(array)}')
        if array.dtype.name not in _PLAIN:
            raise _file.SafetensorError(f'dtype {array.dtype.name} is not covered')
        rows[name] = _PLAIN[array.dtype.name], array.shape, np.ascontiguousarray(array, dtype=array.dtype.newbyteorder('<')).tobytes()
    return rows


def save(tensor_dict, metadata=None):
    """The bytes of a file."""
    return b''.join(_file.written(_rows(tensor_dict), metadata))


def save_file(tensor_dict, filename, metadata=None):
    _file.save_to(_file.written(_rows(tensor_dict), metadata), filename)


def load(data):
    return {name: _made(*row) for name, row in _file.parts(data)[0].items()}


def load_file(filename):
    opened = _file.Opened(filename)
    try:
        return {name: _made(*opened.bytes_of(name)) for name in sorted(opened.rows)}
    finally:
        opened.close()
