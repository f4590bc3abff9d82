"""Plain values as bytes, in CPython's format 4 (without its shared references); codes are refused."""
import struct

__all__ = ['dump', 'dumps', 'load', 'loads', 'version']
version = 4


def dumps(value, version=version, /):
    """The bytes of None, booleans, numbers, texts, bytes, tuples, lists, dicts, sets."""
    out = []
    _write(value, out.append, 0)
    return b''.join(out)


def dump(value, file, version=version, /):
    file.write(dumps(value, version))


def _write(value, put, depth):
    if depth > 2000:
        raise ValueError('object too deeply nested to marshal')
    kind = type(value)
    if value is None:
        put(b'N')
    elif value is True:
        put(b'T')
    elif value is False:
        put(b'F')
    elif value is StopIteration:
        put(b'S')
    elif value is ...:
        put(b'.')
    elif kind is int:
        if -2 ** 31 <= value < 2 ** 31:
            put(b'i' + struct.pack('<i', value))
        else:
            digits, n = [], abs(value)
            while n:
                digits.append(n & 0x7fff)
                n >>= 15
            put(b'l' + struct.pack('<i', -len(digits) if value < 0 else len(digits)) + struct.pack('<%dH' % len(digits), *digits))
    elif kind is float:
        put(b'g' + struct.pack('<d', value))
    elif kind is complex:
        put(b'y' + struct.pack('<dd', value.real, value.imag))
    elif kind is str:
        if value.isascii():
            raw = value.encode()
            put((b'z' + bytes([len(raw)]) if len(raw) < 256 else b'a' + struct.pack('<i', len(raw))) + raw)
        else:
            raw = value.encode('utf-8', 'surrogatepass')
            put(b'u' + struct.pack('<i', len(raw)) + raw)
    elif isinstance(value, (bytes, bytearray, memoryview)):
        raw = bytes(value)
        put(b's' + struct.pack('<i', len(raw)) + raw)
    elif kind is tuple:
        put(b')' + bytes([len(value)]) if len(value) < 256 else b'(' + struct.pack('<i', len(value)))
        for item in value:
            _write(item, put, depth + 1)
    elif kind in (list, set, frozenset):
        put({list: b'[', set: b'<', frozenset: b'>'}[kind] + struct.pack('<i', len(value)))
        for item in value:
            _write(item, put, depth + 1)
    elif kind is dict:
        put(b'{')
        for key, item in value.items():
            _write(key, put, depth + 1)
            _write(item, put, depth + 1)
        put(b'0')
    else:
        raise ValueError('unmarshallable object')


_NULL = object()


class _Reader:
    def __init__(self, data):
        self.data, self.at, self.refs = bytes(data), 0, []

    def take(self, n):
        if n < 0 or self.at + n > len(self.data):
            raise EOFError('marshal data too short')
        self.at += n
        return self.data[self.at - n:self.at]

    def number(self):
        return struct.unpack('<i', self.take(4))[0]

    def value(self):
        if self.at >= len(self.data):
            raise EOFError('EOF read where object expected')
        code = self.take(1)[0]
        shared, code = code & 0x80, chr(code & 0x7f)
        slot = len(self.refs)
        if shared:
            self.refs.append(None)
        value = self.read(code)
        if shared:
            self.refs[slot] = value
        return value

    def read(self, code):
        if code in 'NTFS.0':
            return {'N': None, 'T': True, 'F': False, 'S': StopIteration, '.': ..., '0': _NULL}[code]
        if code == 'i':
            return self.number()
        if code == 'l':
            n = self.number()
            total = 0
            for i, digit in enumerate(struct.unpack('<%dH' % abs(n), self.take(2 * abs(n)))):
                total |= digit << 15 * i
            return -total if n < 0 else total
        if code == 'g':
            return struct.unpack('<d', self.take(8))[0]
        if code == 'y':
            return complex(*struct.unpack('<dd', self.take(16)))
        if code in 'zZ':
            return self.take(self.take(1)[0]).decode('ascii')
        if code in 'aAtu':
            return self.take(self.number()).decode('utf-8', 'surrogatepass')
        if code == 's':
            return self.take(self.number())
        if code in ')([<>':
            n = self.take(1)[0] if code == ')' else self.number()
            items = []
            for _ in range(n):
                items.append(self.item())
            return {')': tuple, '(': tuple, '[': list, '<': set, '>': frozenset}[code](items)
        if code == '{':
            d = {}
            while (key := self.value()) is not _NULL:
                d[key] = self.item()
            return d
        if code == 'r':
            return self.refs[self.number()]
        raise ValueError('bad marshal data (unknown type code)')

    def item(self):
        value = self.value()
        if value is _NULL:
            raise TypeError('NULL object in marshal data for object')
        return value


def loads(data, /):
    """The value that bytes hold."""
    return _Reader(data).item()


def load(file, /):
    return loads(file.read())
