"""_multibytecodec: pieces and streams of encodings of several bytes a character, over a codec's `_encode_part` and `_decode_part`."""
from _multibyte import MultibyteCodec

__all__ = ['MultibyteCodec', 'MultibyteIncrementalEncoder', 'MultibyteIncrementalDecoder', 'MultibyteStreamReader', 'MultibyteStreamWriter']


class _WithErrors:
    """What a codec of a class does with errors: a name, kept as given."""

    def _start(self, errors):
        if not isinstance(self.codec, MultibyteCodec):
            raise TypeError('codec is unexpected type')
        self.errors = errors

    @property
    def errors(self):
        return self._errors

    @errors.setter
    def errors(self, value):
        if not isinstance(value, str):
            raise TypeError('errors must be a string')
        self._errors = value

    @errors.deleter
    def errors(self):
        raise AttributeError('cannot delete attribute')


class _Writing(_WithErrors):
    """Text that comes in pieces: a character waits when the next one may be of the same code."""

    def _piece(self, text, final):
        if not isinstance(text, str):
            text = str(text)
        text = self._pending + text
        data, self._state, used = self.codec._encode_part(text, self._errors, self._state, final)
        self._pending = text[used:]
        return data


class MultibyteIncrementalEncoder(_Writing):
    def __init__(self, errors='strict'):
        self._start(errors)
        self.reset()

    def encode(self, input, final=False):
        return self._piece(input, final)

    def reset(self):
        self._pending, self._state = '', self.codec._start()

    # A state as a number: how many bytes of text wait, these bytes, then the codec's own eight.
    def getstate(self):
        pending = self._pending.encode()
        return int.from_bytes(bytes([len(pending)]) + pending + self._state.to_bytes(8, 'little'), 'little')

    def setstate(self, state):
        if not isinstance(state, int):
            raise TypeError(f'setstate() argument must be int, not {type(state).__name__}')
        data = state.to_bytes(17, 'little')
        if data[0] > 8:
            raise UnicodeError('pending buffer too large')
        end = 1 + data[0]
        self._pending = data[1:end].decode()
        self._state = int.from_bytes(data[end:end + 8], 'little')


class MultibyteIncrementalDecoder(_WithErrors):
    def __init__(self, errors='strict'):
        self._start(errors)
        self.reset()

    def decode(self, input, final=False):
        if isinstance(input, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        data = self._pending + bytes(input)
        text, used, self._state = self.codec._decode_part(data, self._errors, self._state, final)
        if len(data) - used > 8:
            raise UnicodeError('pending buffer overflow')
        self._pending = data[used:]
        return text

    def reset(self):
        self._pending, self._state = b'', self.codec._start()

    def getstate(self):
        return self._pending, self._state

    def setstate(self, state):
        if not isinstance(state, tuple):
            raise TypeError(f'setstate() argument must be tuple, not {type(state).__name__}')
        pending, number = state
        if not isinstance(pending, bytes) or not isinstance(number, int):
            raise TypeError('a state is (bytes, int)')
        if len(pending) > 8:
            raise UnicodeError('pending buffer too large')
        self._pending, self._state = pending, number


class MultibyteStreamReader(_WithErrors):
    def __init__(self, stream, errors='strict'):
        self._start(errors)
        self.stream = stream
        self.reset()

    def _read(self, method, size):
        if size is not None and not isinstance(size, int):
            raise TypeError('arg 1 must be an integer')
        while True:
            data = getattr(self.stream, method)(*() if size is None or size < 0 else (size,))
            if not isinstance(data, bytes):
                raise TypeError(f'stream function returned a non-bytes object ({type(data).__name__})')
            end = size is None or size < 0 or not data
            whole = self._pending + data
            text, used, self._state = self.codec._decode_part(whole, self._errors, self._state, end)
            self._pending = whole[used:]
            if text or end or not size:
                return text
            size = 1    # at least one character

    def read(self, size=None):
        return self._read('read', size)

    def readline(self, size=None):
        return self._read('readline', size)

    def readlines(self, size=None):
        return self._read('read', size).splitlines(True)

    def reset(self):
        self._pending, self._state = b'', self.codec._start()


class MultibyteStreamWriter(_Writing):
    def __init__(self, stream, errors='strict'):
        self._start(errors)
        self.stream = stream
        self._pending, self._state = '', self.codec._start()

    def write(self, text):
        self.stream.write(self._piece(text, False))

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def reset(self):
        data = self._piece('', True)
        self._state = self.codec._start()
        if data:
            self.stream.write(data)
