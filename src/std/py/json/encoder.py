"""Writing JSON.  `_json.encode`, where there is one, does the same in C."""
try:
    from _json import encode as _c_encode
except ImportError:
    _c_encode = None

INFINITY = float('inf')

_SHORT = {'\\': '\\\\', '"': '\\"', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r',
          '\t': '\\t'}


def _plain(s):
    """True if a string needs no escapes at all."""
    return s.isascii() and s.isprintable() and '"' not in s and '\\' not in s


def encode_basestring_ascii(s):
    """A JSON string with \\u escapes for everything outside ASCII."""
    if _plain(s):
        return '"' + s + '"'
    out = []
    for c in s:
        if c in _SHORT:
            out.append(_SHORT[c])
        elif ' ' <= c <= '~':
            out.append(c)
        else:
            n = ord(c)
            if n < 0x10000:
                out.append('\\u%04x' % n)
            else:
                n -= 0x10000
                out.append('\\u%04x\\u%04x' % (0xd800 | n >> 10, 0xdc00 | n & 0x3ff))
    return '"' + ''.join(out) + '"'


def encode_basestring(s):
    """A JSON string that keeps characters outside ASCII."""
    if _plain(s):
        return '"' + s + '"'
    return '"' + ''.join([_SHORT[c] if c in _SHORT else '\\u%04x' % ord(c) if c < ' ' else c
                          for c in s]) + '"'


class JSONEncoder:
    """Settings for writing; override default(obj) to write further types."""

    item_separator = ', '
    key_separator = ': '

    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True,
                 allow_nan=True, sort_keys=False, indent=None, separators=None, default=None):
        self.skipkeys = skipkeys
        self.ensure_ascii = ensure_ascii
        self.check_circular = check_circular
        self.allow_nan = allow_nan
        self.sort_keys = sort_keys
        self.indent = indent
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ','
        if default is not None:
            self.default = default

    def default(self, o):
        """Return something that can be written in the place of o."""
        raise TypeError(f'Object of type {o.__class__.__name__} is not JSON serializable')

    def encode(self, o):
        """The object as JSON text."""
        if isinstance(o, str):
            return (encode_basestring_ascii if self.ensure_ascii else encode_basestring)(o)
        return ''.join(self.iterencode(o, _one_shot=True))

    def iterencode(self, o, _one_shot=False):
        """The JSON text in pieces."""
        indent = self.indent
        if indent is not None and not isinstance(indent, str):
            indent = ' ' * indent
        if _c_encode is not None and _one_shot:
            return (_c_encode(o, self.default, self.ensure_ascii, self.check_circular,
                              self.allow_nan, self.sort_keys, self.skipkeys, indent,
                              self.item_separator, self.key_separator),)
        out = []
        _Writer(self, indent, out.append).value(o, 0)
        return iter(out)


class _Writer:
    """Writes one document piece by piece through put()."""

    def __init__(self, encoder, indent, put):
        self.put = put
        self.indent = indent
        self.default = encoder.default
        self.string = encode_basestring_ascii if encoder.ensure_ascii else encode_basestring
        self.allow_nan = encoder.allow_nan
        self.sort_keys = encoder.sort_keys
        self.skipkeys = encoder.skipkeys
        self.items = encoder.item_separator
        self.colon = encoder.key_separator
        self.open = {} if encoder.check_circular else None

    def float(self, x):
        if x != x:
            text = 'NaN'
        elif x == INFINITY:
            text = 'Infinity'
        elif x == -INFINITY:
            text = '-Infinity'
        else:
            return float.__repr__(x)
        if not self.allow_nan:
            raise ValueError("Out of range float values are not JSON compliant")
        return text

    def atom(self, o):
        """The text of a simple value, or None."""
        if isinstance(o, str):
            return self.string(o)
        if o is None:
            return 'null'
        if o is True:
            return 'true'
        if o is False:
            return 'false'
        if isinstance(o, int):
            return int.__repr__(o)
        if isinstance(o, float):
            return self.float(o)
        return None

    def enter(self, o):
        if self.open is not None:
            if id(o) in self.open:
                raise ValueError("Circular reference detected")
            self.open[id(o)] = o

    def leave(self, o):
        if self.open is not None:
            del self.open[id(o)]

    def value(self, o, depth):
        text = self.atom(o)
        if text is not None:
            self.put(text)
        elif isinstance(o, (list, tuple)):
            self.list(o, depth)
        elif isinstance(o, dict):
            self.dict(o, depth)
        else:
            self.enter(o)
            self.value(self.default(o), depth)
            self.leave(o)

    def list(self, o, depth):
        put = self.put
        if not o:
            put('[]')
            return
        self.enter(o)
        depth += 1
        newline = '' if self.indent is None else '\n' + self.indent * depth
        lead = '[' + newline
        for value in o:
            put(lead)
            lead = self.items + newline
            self.value(value, depth)
        if self.indent is not None:
            put('\n' + self.indent * (depth - 1))
        put(']')
        self.leave(o)

    def key(self, key):
        if isinstance(key, str):
            return key
        if isinstance(key, float):
            return self.float(key)
        if key is True:
            return 'true'
        if key is False:
            return 'false'
        if key is None:
            return 'null'
        if isinstance(key, int):
            return int.__repr__(key)
        if self.skipkeys:
            return None
        raise TypeError('keys must be str, int, float, bool or None, '
                        f'not {key.__class__.__name__}')

    def dict(self, o, depth):
        put = self.put
        if not o:
            put('{}')
            return
        self.enter(o)
        depth += 1
        newline = '' if self.indent is None else '\n' + self.indent * depth
        put('{')
        lead = newline
        for key, value in sorted(o.items()) if self.sort_keys else o.items():
            key = self.key(key)
            if key is None:
                continue
            put(lead)
            lead = self.items + newline
            put(self.string(key))
            put(self.colon)
            self.value(value, depth)
        if self.indent is not None:
            put('\n' + self.indent * (depth - 1))
        put('}')
        self.leave(o)
