"""The format of event files: records with checksums (CRC-32C), and in them messages of numbered fields, as TensorFlow's protocol buffers say them."""
import struct


# ---- records ----
def _table():
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ 0x82f63b78 if byte & 1 else byte >> 1
        yield byte


_CRC = tuple(_table())


def crc32c(data):
    crc = 0xffffffff
    for byte in data:
        crc = _CRC[(crc ^ byte) & 255] ^ crc >> 8
    return crc ^ 0xffffffff


def _masked(data):
    crc = crc32c(data)
    return ((crc >> 15 | crc << 17) + 0xa282ead8) & 0xffffffff


class RecordWriter:
    """A file of records."""

    def __init__(self, path):
        self._name, self._file = path, open(path, 'wb')

    def write(self, data):
        """One more record: its length and itself, a checksum behind each."""
        head = struct.pack('<Q', len(data))
        self._file.write(head + struct.pack('<I', _masked(head)) + data + struct.pack('<I', _masked(data)))

    def flush(self):
        self._file.flush()

    def close(self):
        self._file.close()

    closed = property(lambda self: self._file.closed)


# ---- messages ----
def _number(n):
    """A whole number, seven bits a byte."""
    n &= (1 << 64) - 1
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


def _field(number, kind, data):
    return _number(number << 3 | kind) + data


def whole(number, value):
    return _field(number, 0, _number(value)) if value else b''


def double(number, value):
    return _field(number, 1, struct.pack('<d', value)) if value else b''


def single(number, value):
    return _field(number, 5, struct.pack('<f', value))


def data(number, value):
    value = value.encode() if isinstance(value, str) else value
    return _field(number, 2, _number(len(value)) + value)


def doubles(number, values):
    return data(number, struct.pack('<%dd' % len(values), *values)) if len(values) else b''


# ---- what an event is ----
def event(wall_time, step, what):
    return double(1, wall_time) + whole(2, 0 if step is None else int(step)) + what


def version():
    return data(3, 'brain.Event:2')


def summary(*values):
    return data(5, b''.join(data(1, value) for value in values))


def plugin(name, content=b''):
    return data(9, data(1, data(1, name) + (data(2, content) if content else b'')))


def tensor(kind, shape, content):
    """A tensor's message: content is its values' fields."""
    place = data(2, b''.join(data(2, whole(1, size)) for size in shape)) if shape else b''
    return data(8, whole(1, kind) + place + content)
