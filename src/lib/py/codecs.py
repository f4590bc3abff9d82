"""codecs: encoding and decoding by name, over str.encode and bytes.decode."""
from _codecs import decode, encode, lookup_error, register_error

BOM_UTF8 = b'\xef\xbb\xbf'
BOM_LE = BOM_UTF16_LE = b'\xff\xfe'
BOM_BE = BOM_UTF16_BE = b'\xfe\xff'
BOM = BOM_UTF16 = BOM_UTF16_LE
BOM_UTF32_LE = b'\xff\xfe\x00\x00'
BOM_UTF32_BE = b'\x00\x00\xfe\xff'
BOM_UTF32 = BOM_UTF32_LE


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
