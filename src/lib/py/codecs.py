"""codecs: encoding and decoding by name, over str.encode and bytes.decode."""

BOM_UTF8 = b'\xef\xbb\xbf'
BOM_LE = BOM_UTF16_LE = b'\xff\xfe'
BOM_BE = BOM_UTF16_BE = b'\xfe\xff'
BOM = BOM_UTF16 = BOM_UTF16_LE
BOM_UTF32_LE = b'\xff\xfe\x00\x00'
BOM_UTF32_BE = b'\x00\x00\xfe\xff'
BOM_UTF32 = BOM_UTF32_LE

_handlers = {}


def encode(obj, encoding='utf-8', errors='strict'):
    """obj.encode(encoding, errors)"""
    if encoding.replace('-', '_').lower() in ('rot13', 'rot_13'):
        return obj.translate(_rot13())
    return obj.encode(encoding, errors)


def decode(obj, encoding='utf-8', errors='strict'):
    """bytes(obj).decode(encoding, errors)"""
    if encoding.replace('-', '_').lower() in ('rot13', 'rot_13'):
        return obj.translate(_rot13())
    return bytes(obj).decode(encoding, errors)


def _rot13():
    table = {}
    for first in (65, 97):
        for i in range(26):
            table[first + i] = first + (i + 13) % 26
    return table


def register_error(name, handler):
    """Call `handler` for errors=name; it gives (replacement, position to go on)."""
    if not callable(handler):
        raise TypeError('handler must be callable')
    _handlers[name] = handler


def lookup_error(name):
    try:
        return _handlers[name]
    except KeyError:
        raise LookupError(f'unknown error handler name {name!r}') from None


def getencoder(encoding):
    return lambda text, errors='strict': (encode(text, encoding, errors), len(text))


def getdecoder(encoding):
    return lambda data, errors='strict': (decode(data, encoding, errors), len(data))


def open(filename, mode='r', encoding=None, errors='strict', buffering=-1):
    """The built-in open; with an encoding no newline is translated."""
    import io
    if encoding is None:
        return io.open(filename, mode if 'b' in mode else mode + 'b', buffering)
    return io.open(filename, mode.replace('b', ''), buffering, encoding, errors, newline='')
