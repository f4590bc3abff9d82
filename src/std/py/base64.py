"""Bytes as text: base64, base32, base16, base85."""
import binascii

__all__ = ['encode', 'decode', 'encodebytes', 'decodebytes', 'b64encode', 'b64decode',
           'b32encode', 'b32decode', 'b32hexencode', 'b32hexdecode', 'b16encode', 'b16decode',
           'b85encode', 'b85decode', 'a85encode', 'a85decode', 'standard_b64encode',
           'standard_b64decode', 'urlsafe_b64encode', 'urlsafe_b64decode']


def _bytes_from(s):
    """The bytes of an argument that may be an ASCII string."""
    if isinstance(s, str):
        try:
            return s.encode('ascii')
        except UnicodeEncodeError:
            raise ValueError('string argument should contain only ASCII characters')
    if isinstance(s, (bytes, bytearray)):
        return s
    try:
        return memoryview(s).tobytes()
    except TypeError:
        raise TypeError("argument should be a bytes-like object or ASCII string, not %r"
                        % s.__class__.__name__) from None


def b64encode(s, altchars=None):
    """Bytes as base64; altchars replace + and /."""
    encoded = binascii.b2a_base64(s, newline=False)
    if altchars is not None:
        assert len(altchars) == 2, repr(altchars)
        return encoded.translate(bytes.maketrans(b'+/', altchars))
    return encoded


def b64decode(s, altchars=None, validate=False):
    """The bytes of base64; characters that do not belong are skipped, or an error."""
    s = _bytes_from(s)
    if altchars is not None:
        altchars = _bytes_from(altchars)
        assert len(altchars) == 2, repr(altchars)
        s = s.translate(bytes.maketrans(altchars, b'+/'))
    return binascii.a2b_base64(s, strict_mode=validate)


def standard_b64encode(s):
    return b64encode(s)


def standard_b64decode(s):
    return b64decode(s)


def urlsafe_b64encode(s):
    """Base64 with - and _ for + and /."""
    return b64encode(s, b'-_')


def urlsafe_b64decode(s):
    """The bytes of base64 with - and _."""
    return b64decode(s, b'-_')


_B32 = b'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
_B32HEX = b'0123456789ABCDEFGHIJKLMNOPQRSTUV'


def _b32encode(alphabet, s):
    s = bytes(_bytes_from(s)) if not isinstance(s, str) else _no_str()
    leftover = len(s) % 5
    if leftover:
        s += b'\0' * (5 - leftover)
    out = bytearray()
    for i in range(0, len(s), 5):
        n = int.from_bytes(s[i:i + 5], 'big')
        out += bytes(alphabet[n >> shift & 31] for shift in range(35, -1, -5))
    pad = {0: 0, 1: 6, 2: 4, 3: 3, 4: 1}[leftover]
    if pad:
        out[-pad:] = b'=' * pad
    return bytes(out)


def _no_str():
    raise TypeError("a bytes-like object is required, not 'str'")


def _b32decode(alphabet, s, casefold=False, map01=None):
    s = bytes(_bytes_from(s))
    if len(s) % 8:
        raise binascii.Error('Incorrect padding')
    if map01 is not None:
        s = s.translate(bytes.maketrans(b'01', b'O' + _bytes_from(map01)))
    if casefold:
        s = s.upper()
    values = {c: i for i, c in enumerate(alphabet)}
    length = len(s)
    s = s.rstrip(b'=')
    pad = length - len(s)
    out = bytearray()
    for i in range(0, len(s), 8):
        n = 0
        group = s[i:i + 8]
        for c in group:
            if c not in values:
                raise binascii.Error('Non-base32 digit found')
            n = n << 5 | values[c]
        n <<= 5 * (8 - len(group))
        out += n.to_bytes(5, 'big')
    if pad not in (0, 1, 3, 4, 6):
        raise binascii.Error('Incorrect padding')
    if pad and out:
        out = out[:-((pad * 5 + 7) // 8)] if pad else out
    return bytes(out)


def b32encode(s):
    """Bytes as base32."""
    return _b32encode(_B32, s)


def b32decode(s, casefold=False, map01=None):
    """The bytes of base32."""
    return _b32decode(_B32, s, casefold, map01)


def b32hexencode(s):
    """Bytes as base32 with the digits first."""
    return _b32encode(_B32HEX, s)


def b32hexdecode(s, casefold=False):
    """The bytes of base32 with the digits first."""
    return _b32decode(_B32HEX, s, casefold)


def b16encode(s):
    """Bytes as upper-case hexadecimal."""
    return binascii.hexlify(s).upper()


def b16decode(s, casefold=False):
    """The bytes of upper-case hexadecimal."""
    s = _bytes_from(s)
    if casefold:
        s = s.upper()
    if any(c not in b'0123456789ABCDEF' for c in s):
        raise binascii.Error('Non-base16 digit found')
    return binascii.unhexlify(s)


_B85 = (b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~")
_A85 = bytes(range(33, 118))


def _85encode(b, alphabet, pad=False, zero=None, spaces=None):
    b = bytes(memoryview(b))
    padding = -len(b) % 4
    b += b'\0' * padding
    chunks = []
    for i in range(0, len(b), 4):
        n = int.from_bytes(b[i:i + 4], 'big')
        if zero and n == 0:
            chunks.append(zero)
        elif spaces and n == 0x20202020:
            chunks.append(spaces)
        else:
            digits = []
            for _ in range(5):
                n, d = divmod(n, 85)
                digits.append(alphabet[d])
            chunks.append(bytes(reversed(digits)))
    if padding and not pad:
        if chunks[-1] == zero:
            chunks[-1] = alphabet[:1] * 5
        chunks[-1] = chunks[-1][:-padding]
    return b''.join(chunks)


def b85encode(b, pad=False):
    """Bytes as base85, as git writes it."""
    return _85encode(b, _B85, pad)


def b85decode(b):
    """The bytes of base85."""
    b = bytes(_bytes_from(b))
    values = {c: i for i, c in enumerate(_B85)}
    padding = -len(b) % 5
    b += b'~' * padding
    out = []
    for i in range(0, len(b), 5):
        n = 0
        for j, c in enumerate(b[i:i + 5]):
            if c not in values:
                raise ValueError('bad base85 character at position %d' % (i + j))
            n = n * 85 + values[c]
        if n > 0xffffffff:
            raise ValueError('base85 overflow in hunk starting at byte %d' % i)
        out.append(n.to_bytes(4, 'big'))
    result = b''.join(out)
    return result[:-padding] if padding else result


def a85encode(b, *, foldspaces=False, wrapcol=0, pad=False, adobe=False):
    """Bytes as Ascii85."""
    result = _85encode(b, _A85, pad, b'z', b'y' if foldspaces else None)
    if adobe:
        result = b'<~' + result
    if wrapcol:
        wrapcol = max(2 if adobe else 1, wrapcol)
        lines = [result[i:i + wrapcol] for i in range(0, len(result), wrapcol)]
        if adobe and lines and len(lines[-1]) + 2 > wrapcol:
            lines.append(b'')
        result = b'\n'.join(lines)
    return result + b'~>' if adobe else result


def a85decode(b, *, foldspaces=False, adobe=False, ignorechars=b' \t\n\r\v'):
    """The bytes of Ascii85."""
    b = bytes(_bytes_from(b))
    if adobe:
        if not b.endswith(b'~>'):
            raise ValueError("Ascii85 encoded byte sequences must end with {!r}".format(b'~>'))
        b = b[2:-2] if b.startswith(b'<~') else b[:-2]
    out = []
    group = []
    for c in b + b'u' * 4:
        if 33 <= c <= 117:
            group.append(c - 33)
            if len(group) == 5:
                n = 0
                for d in group:
                    n = n * 85 + d
                if n > 0xffffffff:
                    raise ValueError('Ascii85 overflow') from None
                out.append(n.to_bytes(4, 'big'))
                group = []
        elif c == 122:
            if group:
                raise ValueError('z inside Ascii85 5-tuple')
            out.append(b'\0\0\0\0')
        elif foldspaces and c == 121:
            if group:
                raise ValueError('y inside Ascii85 5-tuple')
            out.append(b'\x20\x20\x20\x20')
        elif c not in ignorechars:
            raise ValueError('Non-Ascii85 digit found: %c' % c)
    result = b''.join(out)
    padding = 4 - len(group)
    return result[:-padding] if padding else result


def encodebytes(s):
    """Bytes as lines of base64."""
    view = memoryview(s)
    s = view.tobytes()
    return b''.join(binascii.b2a_base64(s[i:i + 57]) for i in range(0, len(s), 57))


def decodebytes(s):
    """The bytes of lines of base64."""
    return binascii.a2b_base64(memoryview(s).tobytes())


def encode(input, output):
    """Encode a file."""
    while True:
        s = input.read(57)
        if not s:
            break
        output.write(binascii.b2a_base64(s))


def decode(input, output):
    """Decode a file."""
    for line in iter(input.readline, b''):
        output.write(binascii.a2b_base64(line))
