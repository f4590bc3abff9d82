"""safetensors.numpy: NumPy's arrays in the format."""
import os

import numpy

from . import pack, read, unpack

_DTYPES = {'BOOL': '?', 'U8': 'u1', 'I8': 'i1', 'I16': '<i2', 'U16': '<u2', 'F16': '<f2', 'I32': '<i4', 'U32': '<u4', 'F32': '<f4', 'F64': '<f8', 'I64': '<i8', 'U64': '<u8'}
_WORDS = {numpy.dtype(code): word for word, code in _DTYPES.items()}


def made(data, each):
    return numpy.frombuffer(data, dtype=_DTYPES[each['dtype']]).reshape(each['shape'])


def save(tensor_dict, metadata=None):
    return pack({name: (_WORDS[array.dtype.newbyteorder('<')], array.shape, array.astype(array.dtype.newbyteorder('<')).tobytes()) for name, array in tensor_dict.items()}, metadata)


def save_file(tensor_dict, filename, metadata=None):
    data = save(tensor_dict, metadata)
    with open(os.fspath(filename), 'wb') as file:
        file.write(data)


def load(data):
    head, _, at = unpack(data)
    return {name: made(data[at + each['data_offsets'][0]:at + each['data_offsets'][1]], each) for name, each in sorted(head.items())}


def load_file(filename):
    return load(read(filename))
