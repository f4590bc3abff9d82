"""Sound files of Microsoft's and IBM's form (WAV): read and write."""
import struct
import warnings

import numpy as np

_PCM, _FLOAT, _EXTENSIBLE = 1, 3, 0xFFFE


class WavFileWarning(UserWarning):
    """Something in the file that is not understood."""


def _opened(filename, mode):
    return (filename, False) if hasattr(filename, 'read' if mode == 'rb' else 'write') else (open(filename, mode), True)


def _format(chunk, order):
    """(form, channels, rate, bytes a frame, bits) of a format chunk."""
    if len(chunk) < 16:
        raise ValueError('Binary structure of wave file is not compliant')
    form, channels, rate, _, block, bits = struct.unpack(order + 'HHIIHH', chunk[:16])
    if form == _EXTENSIBLE and len(chunk) >= 40:
        if chunk[28:40] == (b'\x00\x00\x10\x00\x80\x00\x00\xaa\x00\x38\x9b\x71' if order == '<' else b'\x00\x00\x00\x10\x80\x00\x00\xaa\x00\x38\x9b\x71'):
            form = struct.unpack(order + 'I', chunk[24:28])[0]
    if form not in (_PCM, _FLOAT):
        raise ValueError(f'Unknown wave file format: {form:#06x}. Supported formats: PCM, IEEE_FLOAT')
    return form, channels, rate, block, bits


def _samples(raw, order, form, channels, bits, block):
    width = block // channels
    if form == _PCM and bits in (24,) and width == 3:
        bytes_of = np.frombuffer(raw[:len(raw) // 3 * 3], np.uint8).reshape(-1, 3)
        whole = np.zeros((len(bytes_of), 4), np.uint8)
        whole[:, 1:] = bytes_of if order == '<' else bytes_of[:, ::-1]
        data = whole.view('<i4').ravel()
    elif form == _PCM and 1 <= bits <= 8:
        data = np.frombuffer(raw, np.uint8).copy()
    elif form == _PCM and bits <= 64 and width in (2, 4, 8):
        data = np.frombuffer(raw[:len(raw) // width * width], f'{order}i{width}').copy()
    elif form == _FLOAT and bits in (32, 64):
        data = np.frombuffer(raw[:len(raw) // width * width], f'{order}f{width}').copy()
    else:
        raise ValueError(f'Unsupported bit depth: the WAV file has {bits}-bit {"integer" if form == _PCM else "floating-point"} data.')
    return data[:len(data) // channels * channels].reshape(-1, channels) if channels > 1 else data


def read(filename, mmap=False):
    """(samples a second, the samples: a column a channel)."""
    file, mine = _opened(filename, 'rb')
    try:
        head = file.read(12)
        if head[:4] not in (b'RIFF', b'RIFX'):
            raise ValueError(f"File format {head[:4]!r} not understood. Only 'RIFF' and 'RIFX' supported.")
        if head[8:12] != b'WAVE':
            raise ValueError(f'Not a WAV file. RIFF form type is {head[8:12]!r}.')
        order, form, data = '<' if head[:4] == b'RIFF' else '>', None, None
        while len(start := file.read(8)) == 8:
            name, size = start[:4], struct.unpack(order + 'I', start[4:])[0]
            chunk = file.read(size)
            file.read(size % 2)
            if name == b'fmt ':
                form = _format(chunk, order)
            elif name == b'data':
                if form is None:
                    raise ValueError('No fmt chunk before data')
                data = _samples(chunk, order, form[0], form[1], form[4], form[3])
            elif name not in (b'fact', b'LIST', b'JUNK', b'Fake', b'\x00\x00\x00\x00'):
                warnings.warn('Chunk (non-data) not understood, skipping it.', WavFileWarning, stacklevel=2)
        if form is None:
            raise ValueError('Unexpected end of file.')
        if data is None:
            raise ValueError('No data chunk in the file.')
        return form[2], data
    finally:
        if mine:
            file.close()


def write(filename, rate, data):
    """Samples of whole numbers or floats, a column a channel."""
    data = np.asarray(data)
    kind, size = data.dtype.kind, data.dtype.itemsize
    if not (kind == 'i' and size > 1 or kind == 'f' and size > 2 or kind == 'u' and size == 1):
        raise ValueError(f"Unsupported data type '{data.dtype}'")
    channels = 1 if data.ndim == 1 else data.shape[1]
    form = struct.pack('<HHIIHH', _FLOAT if kind == 'f' else _PCM, channels, rate, rate * size * channels, size * channels, size * 8)
    if kind not in 'iu':
        form += b'\x00\x00'
    head = b'WAVE' + b'fmt ' + struct.pack('<I', len(form)) + form
    if kind not in 'iu':
        head += b'fact' + struct.pack('<II', 4, data.shape[0])
    raw = np.ascontiguousarray(data, data.dtype.newbyteorder('<')).tobytes()
    if len(head) + 8 + len(raw) > 0xFFFFFFFF:
        raise ValueError('Data exceeds wave file size limit')
    file, mine = _opened(filename, 'wb')
    try:
        file.write(b'RIFF' + struct.pack('<I', len(head) + 8 + len(raw)) + head + b'data' + struct.pack('<I', len(raw)) + raw)
        if not mine and hasattr(file, 'seek'):
            file.seek(0)
    finally:
        if mine:
            file.close()


__all__ = ['WavFileWarning', 'read', 'write']
