"""codecs: encoding and decoding by name, in one go, piece by piece, or as a stream.

The codecs themselves are str.encode and bytes.decode; this module gives them the interface of codecs (CodecInfo), adds
those between bytes and bytes (hex, base64, zlib, ...) and rot13, and keeps what programs register.
"""
import builtins
import sys
from _codecs import lookup_error, register_error, _register_standard

__all__ = ['register', 'unregister', 'lookup', 'open', 'EncodedFile', 'BOM', 'BOM_BE', 'BOM_LE', 'BOM32_BE', 'BOM32_LE',
           'BOM64_BE', 'BOM64_LE', 'BOM_UTF8', 'BOM_UTF16', 'BOM_UTF16_LE', 'BOM_UTF16_BE', 'BOM_UTF32',
           'BOM_UTF32_LE', 'BOM_UTF32_BE', 'CodecInfo', 'Codec', 'IncrementalEncoder', 'IncrementalDecoder',
           'StreamReader', 'StreamWriter', 'StreamReaderWriter', 'StreamRecoder', 'getencoder', 'getdecoder',
           'getincrementalencoder', 'getincrementaldecoder', 'getreader', 'getwriter', 'encode', 'decode',
           'iterencode', 'iterdecode', 'strict_errors', 'ignore_errors', 'replace_errors',
           'xmlcharrefreplace_errors', 'backslashreplace_errors', 'namereplace_errors', 'register_error',
           'lookup_error']

BOM_UTF8 = b'\xef\xbb\xbf'
BOM_LE = BOM_UTF16_LE = BOM32_LE = b'\xff\xfe'
BOM_BE = BOM_UTF16_BE = BOM32_BE = b'\xfe\xff'
BOM_UTF32_LE = BOM64_LE = b'\xff\xfe\x00\x00'
BOM_UTF32_BE = BOM64_BE = b'\x00\x00\xfe\xff'
_little = sys.byteorder == 'little'
BOM = BOM_UTF16 = BOM_UTF16_LE if _little else BOM_UTF16_BE
BOM_UTF32 = BOM_UTF32_LE if _little else BOM_UTF32_BE


class CodecInfo(tuple):
    """What lookup() gives: (encode, decode, streamreader, streamwriter) and the incremental classes as attributes."""
    _is_text_encoding = True

    def __new__(cls, encode, decode, streamreader=None, streamwriter=None, incrementalencoder=None,
                incrementaldecoder=None, name=None, *, _is_text_encoding=None):
        self = tuple.__new__(cls, (encode, decode, streamreader, streamwriter))
        self.name = name
        self.encode, self.decode = encode, decode
        self.streamreader, self.streamwriter = streamreader, streamwriter
        self.incrementalencoder, self.incrementaldecoder = incrementalencoder, incrementaldecoder
        if _is_text_encoding is not None:
            self._is_text_encoding = _is_text_encoding
        return self

    def __repr__(self):
        return (f'<{self.__class__.__module__}.{self.__class__.__qualname__} object for encoding '
                f'{self.name} at {id(self):#x}>')


# ---- error handlers as functions ----

def _refuse(exc):
    if isinstance(exc, BaseException):
        raise TypeError(f"don't know how to handle {type(exc).__name__} in error callback")
    raise TypeError('codec must pass exception instance')


def strict_errors(exc):
    """Raise what went wrong."""
    if isinstance(exc, Exception):
        raise exc
    raise TypeError('codec must pass exception instance')


def ignore_errors(exc):
    """Leave the bad part out."""
    if isinstance(exc, UnicodeError) and hasattr(exc, 'end'):
        return '', exc.end
    _refuse(exc)


def replace_errors(exc):
    """A question mark, or U+FFFD when decoding."""
    if isinstance(exc, UnicodeDecodeError):
        return '\ufffd', exc.end
    if isinstance(exc, UnicodeEncodeError):
        return '?' * (exc.end - exc.start), exc.end
    if isinstance(exc, UnicodeTranslateError):
        return '\ufffd' * (exc.end - exc.start), exc.end
    _refuse(exc)


def xmlcharrefreplace_errors(exc):
    """&#number; for each character."""
    if isinstance(exc, UnicodeEncodeError):
        return ''.join(f'&#{ord(c)};' for c in exc.object[exc.start:exc.end]), exc.end
    _refuse(exc)


def _backslashed(c):
    n = ord(c)
    return f'\\x{n:02x}' if n < 0x100 else f'\\u{n:04x}' if n < 0x10000 else f'\\U{n:08x}'


def backslashreplace_errors(exc):
    r"""\x, \u and \U escapes."""
    if isinstance(exc, UnicodeDecodeError):
        return ''.join(f'\\x{b:02x}' for b in exc.object[exc.start:exc.end]), exc.end
    if isinstance(exc, (UnicodeEncodeError, UnicodeTranslateError)):
        return ''.join(map(_backslashed, exc.object[exc.start:exc.end])), exc.end
    _refuse(exc)


def namereplace_errors(exc):
    r"""\N{name} for each character."""
    if isinstance(exc, UnicodeEncodeError):
        import unicodedata
        names = ((c, unicodedata.name(c, '')) for c in exc.object[exc.start:exc.end])
        return ''.join(f'\\N{{{name}}}' if name else _backslashed(c) for c, name in names), exc.end
    _refuse(exc)


def _surrogateescape(exc):
    if isinstance(exc, UnicodeDecodeError):
        high = 0
        for b in exc.object[exc.start:min(exc.end, exc.start + 4)]:
            if b < 128:
                break
            high += 1
        if not high:
            raise exc
        return ''.join(chr(0xDC00 + b) for b in exc.object[exc.start:exc.start + high]), exc.start + high
    if isinstance(exc, UnicodeEncodeError):
        codes = [ord(c) - 0xDC00 for c in exc.object[exc.start:exc.end]]
        if not all(128 <= code < 256 for code in codes):
            raise exc
        return bytes(codes), exc.end
    _refuse(exc)


_register_standard(strict=strict_errors, ignore=ignore_errors, replace=replace_errors,
                   xmlcharrefreplace=xmlcharrefreplace_errors, backslashreplace=backslashreplace_errors,
                   namereplace=namereplace_errors, surrogateescape=_surrogateescape)


# ---- base classes for codecs ----

class Codec:
    """The interface of codecs without a state."""

    def encode(self, input, errors='strict'):
        raise NotImplementedError

    def decode(self, input, errors='strict'):
        raise NotImplementedError


class IncrementalEncoder:
    """Encodes piece by piece."""

    def __init__(self, errors='strict'):
        self.errors = errors
        self.buffer = ''

    def encode(self, input, final=False):
        raise NotImplementedError

    def reset(self):
        """To the state at the start."""

    def getstate(self):
        return 0

    def setstate(self, state):
        """Back to what getstate() gave."""


class BufferedIncrementalEncoder(IncrementalEncoder):
    """Keeps input that is not complete yet; _buffer_encode(input, errors, final) gives (output, consumed)."""

    def _buffer_encode(self, input, errors, final):
        raise NotImplementedError

    def encode(self, input, final=False):
        data = self.buffer + input
        result, consumed = self._buffer_encode(data, self.errors, final)
        self.buffer = data[consumed:]
        return result

    def reset(self):
        self.buffer = ''

    def getstate(self):
        return self.buffer or 0

    def setstate(self, state):
        self.buffer = state or ''


class IncrementalDecoder:
    """Decodes piece by piece."""

    def __init__(self, errors='strict'):
        self.errors = errors

    def decode(self, input, final=False):
        raise NotImplementedError

    def reset(self):
        """To the state at the start."""

    def getstate(self):
        return b'', 0

    def setstate(self, state):
        """Back to what getstate() gave."""


class BufferedIncrementalDecoder(IncrementalDecoder):
    """Keeps bytes that are not a whole character yet; _buffer_decode(input, errors, final) gives (text, consumed)."""

    def __init__(self, errors='strict'):
        super().__init__(errors)
        self.buffer = b''

    def _buffer_decode(self, input, errors, final):
        raise NotImplementedError

    def decode(self, input, final=False):
        data = self.buffer + input
        result, consumed = self._buffer_decode(data, self.errors, final)
        self.buffer = data[consumed:]
        return result

    def reset(self):
        self.buffer = b''

    def getstate(self):
        return self.buffer, 0

    def setstate(self, state):
        self.buffer = state[0]


class _OnStream:
    """Stands before self.stream: whatever it has not itself is the stream's."""

    def __getattr__(self, name):
        if name == 'stream':
            raise AttributeError(name)
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()

    def __reduce_ex__(self, proto):
        raise TypeError(f"can't serialize {self.__class__.__name__}")


class _Stream(_OnStream, Codec):
    """What readers and writers of streams share: all else is asked of the stream."""

    def __init__(self, stream, errors='strict'):
        self.stream = stream
        self.errors = errors

    def reset(self):
        pass


class StreamWriter(_Stream):
    """Writes text to a stream of bytes."""

    def write(self, object):
        data, consumed = self.encode(object, self.errors)
        self.stream.write(data)

    def writelines(self, list):
        self.write(''.join(list))

    def seek(self, offset, whence=0):
        self.stream.seek(offset, whence)
        if whence == 0 and offset == 0:
            self.reset()


class StreamReader(_Stream):
    """Reads text from a stream of bytes."""
    charbuffertype = str

    def __init__(self, stream, errors='strict'):
        super().__init__(stream, errors)
        self.reset()

    def reset(self):
        self.bytebuffer = b''
        self.charbuffer = self.charbuffertype()
        self.linebuffer = None

    def _join_lines(self):
        if self.linebuffer:
            self.charbuffer = self.charbuffertype().join(self.linebuffer)
        self.linebuffer = None

    def read(self, size=-1, chars=-1, firstline=False):
        """About `size` bytes' worth of text, or `chars` characters; all by default."""
        self._join_lines()
        if chars < 0 and size < 0:
            chars_wanted = None
        else:
            chars_wanted = chars
        while True:
            if chars_wanted is not None:
                if chars >= 0 and len(self.charbuffer) >= chars:
                    break
                if chars < 0 and self.charbuffer:
                    break
            new = self.stream.read() if size < 0 else self.stream.read(size)
            data = self.bytebuffer + new
            if not data:
                break
            try:
                text, consumed = self.decode(data, self.errors)
            except UnicodeDecodeError as exc:
                if not firstline:
                    raise
                text, consumed = self.decode(data[:exc.start], self.errors)
                if len(text.splitlines(keepends=True)) <= 1:
                    raise
            self.bytebuffer = data[consumed:]
            self.charbuffer += text
            if not new or size < 0:
                break
        if chars < 0:
            result, self.charbuffer = self.charbuffer, self.charbuffertype()
        else:
            result, self.charbuffer = self.charbuffer[:chars], self.charbuffer[chars:]
        return result

    def readline(self, size=None, keepends=True):
        """The next line."""
        self._join_lines()
        line = self.charbuffertype()
        step = size or 72
        while True:
            data = self.read(step, firstline=True)
            if data and (data.endswith('\r') if isinstance(data, str) else data.endswith(b'\r')):
                data += self.read(size=1, chars=1)      # \r\n may have come apart
            line += data
            lines = line.splitlines(keepends=True)
            if lines:
                first = lines[0]
                bare = first.splitlines()[0]
                if len(lines) > 1 or first != bare:
                    self.charbuffer = self.charbuffertype().join(lines[1:]) + self.charbuffer
                    return first if keepends else bare
            if not data or size is not None:
                return line if not lines or keepends else line.splitlines()[0]
            step = min(step * 2, 8000)

    def readlines(self, sizehint=None, keepends=True):
        return self.read().splitlines(keepends)

    def seek(self, offset, whence=0):
        self.stream.seek(offset, whence)
        self.reset()

    def __next__(self):
        line = self.readline()
        if line:
            return line
        raise StopIteration

    def __iter__(self):
        return self


class StreamReaderWriter(_OnStream):
    """A stream that is read and written as text."""
    encoding = 'unknown'

    def __init__(self, stream, Reader, Writer, errors='strict'):
        self.stream = stream
        self.reader = Reader(stream, errors)
        self.writer = Writer(stream, errors)
        self.errors = errors

    def read(self, size=-1):
        return self.reader.read(size)

    def readline(self, size=None, keepends=True):
        return self.reader.readline(size, keepends)

    def readlines(self, sizehint=None):
        return self.reader.readlines(sizehint)

    def __next__(self):
        return next(self.reader)

    def __iter__(self):
        return self

    def write(self, data):
        return self.writer.write(data)

    def writelines(self, list):
        return self.writer.writelines(list)

    def reset(self):
        self.reader.reset()
        self.writer.reset()

    def seek(self, offset, whence=0):
        self.stream.seek(offset, whence)
        self.reader.reset()
        if whence == 0 and offset == 0:
            self.writer.reset()


class StreamRecoder(StreamReaderWriter):
    """A stream in one encoding that reads and writes as if it were in another."""
    data_encode = data_decode = None
    file_encoding = data_encoding = 'unknown'

    def __init__(self, stream, encode, decode, Reader, Writer, errors='strict'):
        super().__init__(stream, Reader, Writer, errors)
        self.encode, self.decode = encode, decode

    def read(self, size=-1):
        return self.encode(self.reader.read(size), self.errors)[0]

    def readline(self, size=None):
        line = self.reader.readline() if size is None else self.reader.readline(size)
        return self.encode(line, self.errors)[0]

    def readlines(self, sizehint=None):
        return self.read().splitlines(keepends=True)

    def __next__(self):
        return self.encode(next(self.reader), self.errors)[0]

    def write(self, data):
        return self.writer.write(self.decode(data, self.errors)[0])

    def writelines(self, list):
        self.write(b''.join(list))


# ---- the codecs of text ----

def _tail(data, name):
    """How many bytes at the end are the beginning of a character."""
    if name in ('utf-8', 'utf-8-sig'):
        for back in range(1, min(3, len(data)) + 1):
            b = data[-back]
            if b < 0x80:
                return 0
            if b >= 0xC0:
                try:
                    bytes(data[-back:]).decode()
                except UnicodeDecodeError as e:
                    return back if e.reason == 'unexpected end of data' else 0
                return 0
        return 0
    if name.startswith('utf-16'):
        odd = len(data) % 2
        if len(data) - odd >= 2:
            pair = data[-2 - odd:len(data) - odd]
            if pair[1 if name != 'utf-16-be' else 0] & 0xFC == 0xD8:
                odd += 2
        return odd
    if name.startswith('utf-32'):
        return len(data) % 4
    if name.endswith('unicode-escape'):
        i = len(data) - 1
        while i >= 0 and data[i] != 92 and len(data) - i <= 10:
            i -= 1
        if i >= 0 and data[i] == 92:
            slashes = len(data[:i + 1]) - len(bytes(data[:i + 1]).rstrip(b'\\'))
            rest = bytes(data[i + 1:])
            wants = {b'x': 3, b'u': 5, b'U': 9}.get(rest[:1], 1)
            if slashes % 2 and len(rest) < wants:
                return len(data) - i
    return 0


def _make_text(name, asked):
    """CodecInfo of a codec that str.encode knows."""
    bom = {'utf-16': (BOM_UTF16_LE, BOM_UTF16_BE), 'utf-32': (BOM_UTF32_LE, BOM_UTF32_BE)}.get(name)

    def encode(input, errors='strict'):
        if not isinstance(input, str):
            raise TypeError(f'{name.replace("-", "_")}_encode() argument 1 must be str, not {type(input).__name__}')
        return input.encode(asked, errors or 'strict'), len(input)

    def decode(input, errors='strict', final=True):
        data = bytes(memoryview(input)) if not isinstance(input, bytes) else input
        keep = 0 if final else _tail(data, name)
        if keep:
            data = data[:len(data) - keep]
        return data.decode(asked, errors or 'strict'), len(data)

    def decode_stream(input, errors='strict', final=False):
        return decode(input, errors, final)

    encode.__name__ = encode.__qualname__ = f'{name.replace("-", "_")}_encode'
    decode.__name__ = decode.__qualname__ = 'decode'

    class Encoder(IncrementalEncoder):
        first = True

        def encode(self, input, final=False):
            data = input.encode(asked, self.errors)
            mark = BOM_UTF8 if name == 'utf-8-sig' else bom[0] if bom else b''
            if mark and not self.first:
                return data[len(mark):]
            if input:
                self.first = False
            return data if input else b''

        def reset(self):
            self.first = True

        def getstate(self):
            return 2 if self.first and (bom or name == 'utf-8-sig') else 0

        def setstate(self, state):
            self.first = state != 0

    class Decoder(BufferedIncrementalDecoder):
        order = None        # the name to go on with, once a byte order mark is read

        def _buffer_decode(self, input, errors, final):
            if not bom and name != 'utf-8-sig' or self.order:
                using = self.order or asked
                keep = 0 if final else _tail(input, self.order or name)
                data = input[:len(input) - keep] if keep else input
                return bytes(data).decode(using, errors), len(data)
            marks = bom or (BOM_UTF8,)
            if not final and len(input) < len(marks[0]) and any(m.startswith(input) for m in marks):
                return '', 0
            skip = 0
            if name == 'utf-8-sig':
                self.order = 'utf-8'
                skip = 3 if input.startswith(BOM_UTF8) else 0
            elif len(input) < len(marks[0]) and not final:
                return '', 0
            else:
                big = input.startswith(marks[1])
                skip = len(marks[0]) if big or input.startswith(marks[0]) else 0
                self.order = name + ('-be' if big or not (skip or _little) else '-le')
            text, consumed = self._buffer_decode(input[skip:], errors, final)
            return text, consumed + skip

        def reset(self):
            super().reset()
            self.order = None

        def getstate(self):
            flag = 0 if self.order is None and not bom else 1 if self.order is None or self.order.endswith('be') else 0
            if bom and self.order is None:
                flag = 2
            elif bom:
                flag = int(self.order.endswith('-be') == _little)
            elif name == 'utf-8-sig':
                flag = int(self.order is None)
            return self.buffer, flag

        def setstate(self, state):
            self.buffer, flag = state
            if bom:
                self.order = None if flag == 2 else name + ('-be' if bool(flag) == _little else '-le')
            elif name == 'utf-8-sig':
                self.order = None if flag else 'utf-8'

    class Writer(StreamWriter):
        def reset(self):
            self._encoder = Encoder(self.errors)

        def encode(self, input, errors='strict'):
            if not hasattr(self, '_encoder') or self._encoder.errors != errors:
                self._encoder = Encoder(errors)
            return self._encoder.encode(input), len(input)

    class Reader(StreamReader):
        def reset(self):
            super().reset()
            self._decoder = Decoder(self.errors)

        def decode(self, input, errors='strict'):
            self._decoder.errors = errors
            self._decoder.buffer = b''
            text, consumed = self._decoder._buffer_decode(bytes(input), errors, False)
            return text, consumed

    for cls, shown in ((Encoder, 'IncrementalEncoder'), (Decoder, 'IncrementalDecoder'),
                       (Writer, 'StreamWriter'), (Reader, 'StreamReader')):
        cls.__name__ = cls.__qualname__ = shown
        cls.__module__ = 'encodings.' + name.replace('-', '_')
    return CodecInfo(encode, decode, Reader, Writer, Encoder, Decoder, name)


_own_only = False       # str.encode is asked whether it knows a name itself


def _text_name(key):
    """The canonical name of a codec of str.encode, or LookupError."""
    global _own_only
    _own_only = True
    try:
        ''.encode(key)
    finally:
        _own_only = False
    try:
        '\ud800'.encode(key)
    except UnicodeEncodeError as e:
        name = e.encoding
    else:
        return 'raw-unicode-escape' if 'raw' in key else 'unicode-escape'
    if name == 'charmap':
        return 'cp1252' if '\u20ac'.encode(key) == b'\x80' else 'iso8859-15'
    if name == 'utf-8' and ''.encode(key):
        return 'utf-8-sig'
    return 'iso8859-1' if name == 'latin-1' else name


# ---- the codecs that are none of text ----

def _make_binary(name, encode_all, decode_all):
    def encode(input, errors='strict'):
        return encode_all(input), len(input)

    def decode(input, errors='strict'):
        return decode_all(input), len(input)

    class Encoder(IncrementalEncoder):
        def encode(self, input, final=False):
            return encode_all(input)

    class Decoder(IncrementalDecoder):
        def decode(self, input, final=False):
            return decode_all(input)

    class Own(Codec):
        def encode(self, input, errors='strict'):
            return encode(input, errors)

        def decode(self, input, errors='strict'):
            return decode(input, errors)

    class Writer(Own, StreamWriter):
        charbuffertype = bytes

    class Reader(Own, StreamReader):
        charbuffertype = bytes

    return CodecInfo(encode, decode, Reader, Writer, Encoder, Decoder, name, _is_text_encoding=False)


def _binary(key):
    if key in ('hex', 'hex_codec'):
        import binascii
        return _make_binary('hex', binascii.b2a_hex, binascii.a2b_hex)
    if key in ('base64', 'base64_codec', 'base_64'):
        import base64
        return _make_binary('base64', base64.encodebytes, base64.decodebytes)
    if key in ('zlib', 'zlib_codec', 'zip'):
        import zlib
        return _make_binary('zlib', zlib.compress, zlib.decompress)
    if key in ('rot13', 'rot_13'):
        table = {first + i: first + (i + 13) % 26 for first in (65, 97) for i in range(26)}
        turn = lambda text: str.translate(text, table)
        return _make_binary('rot-13', turn, turn)
    return None


# ---- by name ----

_search_functions = []
_known = {}


def _normal(encoding):
    if not isinstance(encoding, str):
        raise TypeError(f'lookup() argument must be str, not {type(encoding).__name__}')
    if '\0' in encoding:
        raise ValueError('embedded null character')
    return encoding.lower().replace(' ', '_').replace('-', '_')


def register(search_function):
    """search_function(name in lower case, with underscores) gives a CodecInfo or None."""
    if not callable(search_function):
        raise TypeError('argument must be callable')
    _search_functions.append(search_function)


def unregister(search_function):
    if search_function in _search_functions:
        _search_functions.remove(search_function)
        _known.clear()


def _registered(key):
    for function in _search_functions:
        info = function(key)
        if info is not None:
            if not isinstance(info, tuple) or len(info) != 4:
                raise TypeError('codec search functions must return 4-tuples')
            return info
    return None


def lookup(encoding):
    """The CodecInfo of an encoding."""
    key = _normal(encoding)
    info = _known.get(key)
    if info is None:
        info = _binary(key)
        if info is None:
            try:
                info = _make_text(_text_name(key), key)
            except LookupError:
                info = _registered(key)
                if info is None:
                    raise LookupError(f'unknown encoding: {encoding}') from None
        _known[key] = info
    return info


def _text_codec(encoding, verb):
    """For str.encode and bytes.decode of an encoding that they do not know: a registered one's function."""
    info = None if _own_only else _registered(_normal(encoding))
    if info is None:
        return None
    if not getattr(info, '_is_text_encoding', True):
        raise LookupError(f"'{encoding}' is not a text encoding; use codecs.{verb}() to handle arbitrary codecs")
    return info[verb == 'decode']


def _apply(verb, function, obj, encoding, errors):
    """function(obj, errors)[0]; an error is told with the codec's name."""
    try:
        result = function(obj, errors)
    except UnicodeError:
        raise
    except Exception as e:
        if type(e).__init__ is not type(e).__mro__[1].__init__ and len(e.args) != 1:
            raise
        import binascii
        kind = type(e)
        text = f"{verb} with '{encoding}' codec failed ({kind.__name__}: {e})"
        try:
            new = kind(text)
        except Exception:
            raise e from None
        raise new from e
    if not isinstance(result, tuple) or len(result) != 2:
        raise TypeError(f'{"encoder" if verb == "encoding" else "decoder"} must return a tuple (object, integer)')
    return result[0]


def encode(obj, encoding='utf-8', errors='strict'):
    """obj through the encoder of an encoding."""
    return _apply('encoding', lookup(encoding)[0], obj, encoding, errors)


def decode(obj, encoding='utf-8', errors='strict'):
    """obj through the decoder of an encoding."""
    return _apply('decoding', lookup(encoding)[1], obj, encoding, errors)


encode.__module__ = decode.__module__ = '_codecs'      # as pickles name them


def getencoder(encoding):
    return lookup(encoding).encode


def getdecoder(encoding):
    return lookup(encoding).decode


def getincrementalencoder(encoding):
    encoder = lookup(encoding).incrementalencoder
    if encoder is None:
        raise LookupError(encoding)
    return encoder


def getincrementaldecoder(encoding):
    decoder = lookup(encoding).incrementaldecoder
    if decoder is None:
        raise LookupError(encoding)
    return decoder


def getreader(encoding):
    return lookup(encoding).streamreader


def getwriter(encoding):
    return lookup(encoding).streamwriter


def iterencode(iterator, encoding, errors='strict', **kwargs):
    """Encode pieces of text one after the other."""
    encoder = getincrementalencoder(encoding)(errors, **kwargs)
    for piece in iterator:
        output = encoder.encode(piece)
        if output:
            yield output
    output = encoder.encode('', True)
    if output:
        yield output


def iterdecode(iterator, encoding, errors='strict', **kwargs):
    """Decode pieces of bytes one after the other."""
    decoder = getincrementaldecoder(encoding)(errors, **kwargs)
    for piece in iterator:
        output = decoder.decode(piece)
        if output:
            yield output
    output = decoder.decode(b'', True)
    if output:
        yield output


def open(filename, mode='r', encoding=None, errors='strict', buffering=-1):
    """Open a file as a StreamReaderWriter; with an encoding it is opened in binary mode: newlines stay as they are."""
    if encoding is not None and 'b' not in mode:
        mode += 'b'
    file = builtins.open(filename, mode, buffering)
    if encoding is None:
        return file
    try:
        info = lookup(encoding)
        wrapped = StreamReaderWriter(file, info.streamreader, info.streamwriter, errors)
        wrapped.encoding = encoding
        return wrapped
    except BaseException:
        file.close()
        raise


def EncodedFile(file, data_encoding, file_encoding=None, errors='strict'):
    """A file in file_encoding that is read and written as bytes in data_encoding."""
    file_encoding = file_encoding or data_encoding
    data, stored = lookup(data_encoding), lookup(file_encoding)
    wrapped = StreamRecoder(file, data.encode, data.decode, stored.streamreader, stored.streamwriter, errors)
    wrapped.data_encoding = data_encoding
    wrapped.file_encoding = file_encoding
    return wrapped


def make_identity_dict(rng):
    return {i: i for i in rng}


def make_encoding_map(decoding_map):
    """The map of an encoder from that of a decoder: what is ambiguous goes to None."""
    result = {}
    for k, v in decoding_map.items():
        result[v] = k if v not in result else None
    return result


def charmap_build(table):
    return {ord(c): i for i, c in enumerate(table)}


def _direct(verb, name):
    if verb == 'encode':
        def function(text, errors='strict', /):
            return lookup(name).encode(text, errors or 'strict')
    else:
        def function(data, errors='strict', final=name not in _partial, /):
            return lookup(name).decode(data, errors or 'strict', final)
    function.__name__ = function.__qualname__ = f'{name.replace("-", "_")}_{verb}'
    return function


_partial = ('utf-8', 'utf-16', 'utf-16-le', 'utf-16-be', 'utf-32', 'utf-32-le', 'utf-32-be')
for _name in _partial + ('ascii', 'latin-1', 'unicode-escape', 'raw-unicode-escape'):
    for _verb in ('encode', 'decode'):
        globals()[f'{_name.replace("-", "_")}_{_verb}'] = _direct(_verb, _name)
del _name, _verb


def escape_decode(data, errors='strict', /):
    r"""Bytes with their backslash escapes resolved, as in a bytes literal."""
    import re
    data = data.encode() if isinstance(data, str) else bytes(data)
    simple = {b'\\': b'\\', b"'": b"'", b'"': b'"', b'a': b'\a', b'b': b'\b', b'f': b'\f', b'n': b'\n', b'r': b'\r',
              b't': b'\t', b'v': b'\v', b'\n': b''}

    def one(match):
        text = match.group(1)
        if text in simple:
            return simple[text]
        if text[:1] == b'x':
            return bytes([int(text[1:], 16)])
        if text[:1].isdigit():
            return bytes([int(text, 8) & 255])
        if text == b'':
            raise ValueError('Trailing \\ in string')
        return match.group()
    return re.sub(rb'\\(x[0-9a-fA-F]{2}|[0-7]{1,3}|.|\Z)', one, data, flags=re.S), len(data)
