"""Reading JSON.  `_json.decode`, where there is one, does the same in C."""
try:
    from _json import decode as _c_decode
except ImportError:
    _c_decode = None

__all__ = ['JSONDecoder', 'JSONDecodeError']


class JSONDecodeError(ValueError):
    """What is wrong (msg), in which text (doc), where (pos, lineno, colno)."""

    def __init__(self, msg, doc, pos):
        lineno = doc.count('\n', 0, pos) + 1
        colno = pos - doc.rfind('\n', 0, pos)
        ValueError.__init__(self, '%s: line %d column %d (char %d)' % (msg, lineno, colno, pos))
        self.msg = msg
        self.doc = doc
        self.pos = pos
        self.lineno = lineno
        self.colno = colno

    def __reduce__(self):
        return self.__class__, (self.msg, self.doc, self.pos)


_CONSTANTS = {'-Infinity': float('-inf'), 'Infinity': float('inf'), 'NaN': float('nan')}
_BLANK = ' \t\n\r'
_ESCAPES = {'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r',
            't': '\t'}


def _fail(msg, doc, pos):
    raise JSONDecodeError(msg, doc, pos)


def _skip(s, i):
    n = len(s)
    while i < n and s[i] in _BLANK:
        i += 1
    return i


def _hex4(s, pos):
    digits = s[pos + 1:pos + 5]
    if len(digits) == 4 and all(c in '0123456789abcdefABCDEF' for c in digits):
        return int(digits, 16)
    raise JSONDecodeError("Invalid \\uXXXX escape", s, pos)


def scanstring(s, end, strict=True):
    """The string whose opening quote is at s[end - 1], and the index after it."""
    begin = end - 1
    parts = []
    n = len(s)
    while True:
        quote = s.find('"', end)
        if quote < 0:
            quote = n
        slash = s.find('\\', end, quote)
        stop = slash if slash >= 0 else quote
        chunk = s[end:stop]
        if strict and not chunk.isprintable():
            for k, c in enumerate(chunk):
                if c < ' ':
                    raise JSONDecodeError("Invalid control character at", s, end + k)
        if stop == n:
            raise JSONDecodeError("Unterminated string starting at", s, begin)
        if slash < 0:
            if not parts:
                return chunk, stop + 1
            parts.append(chunk)
            return ''.join(parts), stop + 1
        parts.append(chunk)
        c = s[slash + 1:slash + 2]
        if not c:
            raise JSONDecodeError("Unterminated string starting at", s, begin)
        if c != 'u':
            if c not in _ESCAPES:
                raise JSONDecodeError("Invalid \\escape", s, slash)
            parts.append(_ESCAPES[c])
            end = slash + 2
            continue
        code = _hex4(s, slash + 1)
        end = slash + 6
        if 0xd800 <= code <= 0xdbff and s[end:end + 2] == '\\u':
            low = _hex4(s, end + 1)
            if 0xdc00 <= low <= 0xdfff:
                code = 0x10000 + ((code - 0xd800) << 10 | (low - 0xdc00))
                end += 6
        parts.append(chr(code))


py_scanstring = scanstring


class _Scanner:
    """One pass over a text; value(i) reads the value that begins at i."""

    def __init__(self, decoder, s):
        self.s = s
        self.strict = decoder.strict
        self.object_hook = decoder.object_hook
        self.pairs_hook = decoder.object_pairs_hook
        self.parse_float = decoder.parse_float
        self.parse_int = decoder.parse_int
        self.parse_constant = decoder.parse_constant
        self.keys = {}

    def value(self, i):
        s = self.s
        c = s[i:i + 1]
        if c == '"':
            return scanstring(s, i + 1, self.strict)
        if c == '{':
            return self.object(i + 1)
        if c == '[':
            return self.array(i + 1)
        if c == 't' and s.startswith('true', i):
            return True, i + 4
        if c == 'f' and s.startswith('false', i):
            return False, i + 5
        if c == 'n' and s.startswith('null', i):
            return None, i + 4
        if c and c in '-0123456789':
            result = self.number(i)
            if result is not None:
                return result
        for name in ('NaN', 'Infinity', '-Infinity'):
            if s.startswith(name, i):
                return self.parse_constant(name), i + len(name)
        raise StopIteration(i)

    def number(self, i):
        s, n = self.s, len(self.s)
        j = i + (s[i] == '-')
        if s[j:j + 1] == '0':
            j += 1
        else:
            k = j
            while j < n and s[j] in '0123456789':
                j += 1
            if j == k:
                return None
        end = j
        if s[j:j + 1] == '.' and s[j + 1:j + 2] in tuple('0123456789'):
            j += 2
            while j < n and s[j] in '0123456789':
                j += 1
            end = j
        if s[end:end + 1] in ('e', 'E'):
            j = end + 1
            if s[j:j + 1] in ('+', '-'):
                j += 1
            k = j
            while j < n and s[j] in '0123456789':
                j += 1
            if j > k:
                end = j
        text = s[i:end]
        if text.lstrip('-').isdigit():
            return self.parse_int(text), end
        return self.parse_float(text), end

    def item(self, i):
        try:
            return self.value(i)
        except StopIteration as err:
            raise JSONDecodeError("Expecting value", self.s, err.value) from None

    def array(self, i):
        s = self.s
        values = []
        i = _skip(s, i)
        if s[i:i + 1] == ']':
            return values, i + 1
        while True:
            value, i = self.item(i)
            values.append(value)
            i = _skip(s, i)
            c = s[i:i + 1]
            if c == ']':
                return values, i + 1
            if c != ',':
                raise JSONDecodeError("Expecting ',' delimiter", s, i)
            i = _skip(s, i + 1)

    def object(self, i):
        s = self.s
        pairs = []
        i = _skip(s, i)
        if s[i:i + 1] == '}':
            return self.finish(pairs), i + 1
        while True:
            if s[i:i + 1] != '"':
                raise JSONDecodeError("Expecting property name enclosed in double quotes", s, i)
            key, i = scanstring(s, i + 1, self.strict)
            key = self.keys.setdefault(key, key)
            i = _skip(s, i)
            if s[i:i + 1] != ':':
                raise JSONDecodeError("Expecting ':' delimiter", s, i)
            value, i = self.item(_skip(s, i + 1))
            pairs.append((key, value))
            i = _skip(s, i)
            c = s[i:i + 1]
            if c == '}':
                return self.finish(pairs), i + 1
            if c != ',':
                raise JSONDecodeError("Expecting ',' delimiter", s, i)
            i = _skip(s, i + 1)

    def finish(self, pairs):
        if self.pairs_hook is not None:
            return self.pairs_hook(pairs)
        result = dict(pairs)
        return result if self.object_hook is None else self.object_hook(result)


class JSONDecoder:
    """Settings for reading; decode() reads one document."""

    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None,
                 parse_constant=None, strict=True, object_pairs_hook=None):
        self.object_hook = object_hook
        self.parse_float = parse_float or float
        self.parse_int = parse_int or int
        self.parse_constant = parse_constant or _CONSTANTS.__getitem__
        self.strict = strict
        self.object_pairs_hook = object_pairs_hook

    def scan_once(self, s, idx):
        """The value at s[idx:] and the index after it; StopIteration if there is none."""
        if idx < 0:
            raise ValueError('idx cannot be negative')
        if _c_decode is not None:
            return _c_decode(s, idx, self.strict, self.object_hook, self.object_pairs_hook,
                             self.parse_float, self.parse_int, self.parse_constant, _fail)
        return _Scanner(self, s).value(idx)

    def decode(self, s):
        """The object that the text describes; nothing else may follow."""
        obj, end = self.raw_decode(s, idx=_skip(s, 0))
        end = _skip(s, end)
        if end != len(s):
            raise JSONDecodeError("Extra data", s, end)
        return obj

    def raw_decode(self, s, idx=0):
        """The object at the start of the text, and where it ends."""
        try:
            return self.scan_once(s, idx)
        except StopIteration as err:
            raise JSONDecodeError("Expecting value", s, err.value) from None
