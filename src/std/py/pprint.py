"""Pretty printing: a value's repr, broken into lines where it is too long."""
import sys

__all__ = ["pprint", "pformat", "isreadable", "isrecursive", "saferepr", "PrettyPrinter", "pp"]


def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False,
           sort_dicts=True, underscore_numbers=False):
    """Print a value, nicely."""
    PrettyPrinter(stream=stream, indent=indent, width=width, depth=depth, compact=compact,
                  sort_dicts=sort_dicts, underscore_numbers=underscore_numbers).pprint(object)


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True,
            underscore_numbers=False):
    """The text that pprint prints."""
    return PrettyPrinter(indent=indent, width=width, depth=depth, compact=compact,
                         sort_dicts=sort_dicts,
                         underscore_numbers=underscore_numbers).pformat(object)


def pp(object, *args, sort_dicts=False, **kwargs):
    """pprint with dicts in their own order."""
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)


def saferepr(object):
    """The repr, safe for values that contain themselves."""
    return PrettyPrinter()._safe_repr(object, {}, None, 0)[0]


def isreadable(object):
    """Could eval() read the repr?"""
    return PrettyPrinter().isreadable(object)


def isrecursive(object):
    """Does the value contain itself?"""
    return PrettyPrinter().isrecursive(object)


class _safe_key:
    """Sorts anything: by value where that works, else by type."""
    __slots__ = ['obj']

    def __init__(self, obj):
        self.obj = obj

    def __lt__(self, other):
        try:
            return self.obj < other.obj
        except TypeError:
            return (str(type(self.obj)), id(self.obj)) < (str(type(other.obj)), id(other.obj))


def _safe_pair(pair):
    return _safe_key(pair[0]), _safe_key(pair[1])


def _recursion(object):
    return "<Recursion on %s with id=%s>" % (type(object).__name__, id(object))


class PrettyPrinter:
    """The settings of pprint()."""

    def __init__(self, indent=1, width=80, depth=None, stream=None, *, compact=False,
                 sort_dicts=True, underscore_numbers=False):
        indent, width = int(indent), int(width)
        if indent < 0:
            raise ValueError('indent must be >= 0')
        if depth is not None and depth <= 0:
            raise ValueError('depth must be > 0')
        if not width:
            raise ValueError('width must be != 0')
        self._depth = depth
        self._indent_per_level = indent
        self._width = width
        self._stream = sys.stdout if stream is None else stream
        self._compact = bool(compact)
        self._sort_dicts = sort_dicts
        self._underscore_numbers = underscore_numbers

    def pprint(self, object):
        """Print a value."""
        if self._stream is not None:
            self._stream.write(self.pformat(object) + "\n")

    def pformat(self, object):
        """The text of a value."""
        out = []
        self._format(object, out.append, 0, 0, {}, 0)
        return ''.join(out)

    def isrecursive(self, object):
        return self.format(object, {}, 0, 0)[2]

    def isreadable(self, object):
        s, readable, recursive = self.format(object, {}, 0, 0)
        return readable and not recursive

    def format(self, object, context, maxlevels, level):
        """(text, readable?, recursive?); may be overridden."""
        return self._safe_repr(object, context, maxlevels, level)

    def _repr(self, object, context, level):
        return self.format(object, context.copy(), self._depth, level)[0]

    # indent: the column; allowance: what must still fit after the value
    def _format(self, object, write, indent, allowance, context, level):
        if id(object) in context:
            write(_recursion(object))
            return
        text = self._repr(object, context, level)
        if len(text) > self._width - indent - allowance:
            method = self._method_for(object)
            if method is not None:
                context[id(object)] = 1
                method(object, write, indent, allowance, context, level + 1)
                del context[id(object)]
                return
        write(text)

    def _method_for(self, object):
        r = type(object).__repr__
        if r is dict.__repr__:
            return self._dict
        if r is list.__repr__:
            return lambda o, w, *a: self._bracket('[', ']', o, w, *a)
        if r is tuple.__repr__:
            return self._tuple
        if r is set.__repr__ or r is frozenset.__repr__:
            return self._set
        if r is str.__repr__:
            return self._str
        if r is bytes.__repr__:
            return self._bytes
        if r is bytearray.__repr__:
            return self._bytearray
        name = type(object).__name__
        module = type(object).__module__
        if module == 'types' and name == 'SimpleNamespace':
            return self._namespace
        if r is type(type.__dict__).__repr__:
            return self._proxy
        if hasattr(type(object), '__dataclass_fields__') and getattr(r, '__wrapped__', None):
            return self._dataclass
        if module == 'collections':
            if name == 'OrderedDict':
                return self._ordered
            if name == 'defaultdict':
                return self._defaultdict
            if name == 'Counter':
                return self._counter
            if name == 'deque':
                return self._deque
            if name == 'ChainMap':
                return self._chainmap
            if name in ('UserDict', 'UserList', 'UserString'):
                return lambda o, w, i, a, c, l: self._format(o.data, w, i, a, c, l - 1)
        return None

    def _dict(self, object, write, indent, allowance, context, level):
        write('{')
        if self._indent_per_level > 1:
            write((self._indent_per_level - 1) * ' ')
        if object:
            items = object.items()
            if self._sort_dicts:
                items = sorted(items, key=_safe_pair)
            self._dict_items(items, write, indent, allowance + 1, context, level)
        write('}')

    def _dict_items(self, items, write, indent, allowance, context, level):
        indent += self._indent_per_level
        items = list(items)
        for i, (key, value) in enumerate(items):
            last = i == len(items) - 1
            text = self._repr(key, context, level)
            write(text + ': ')
            self._format(value, write, indent + len(text) + 2, allowance if last else 1,
                         context, level)
            if not last:
                write(',\n' + ' ' * indent)

    def _bracket(self, left, right, object, write, indent, allowance, context, level):
        write(left)
        self._items(object, write, indent, allowance + len(right), context, level)
        write(right)

    def _tuple(self, object, write, indent, allowance, context, level):
        right = ',)' if len(object) == 1 else ')'
        self._bracket('(', right, object, write, indent, allowance, context, level)

    def _set(self, object, write, indent, allowance, context, level):
        if not object:
            write(repr(object))
            return
        kind = type(object)
        if kind is set:
            left, right = '{', '}'
        else:
            left, right = kind.__name__ + '({', '})'
            indent += len(kind.__name__) + 1
        self._bracket(left, right, sorted(object, key=_safe_key), write, indent, allowance,
                      context, level)

    def _items(self, items, write, indent, allowance, context, level):
        indent += self._indent_per_level
        if self._indent_per_level > 1:
            write((self._indent_per_level - 1) * ' ')
        between = ',\n' + ' ' * indent
        lead = ''
        room = width = self._width - indent + 1
        items = list(items)
        for i, item in enumerate(items):
            last = i == len(items) - 1
            if last:
                room -= allowance
                width -= allowance
            if self._compact:
                text = self._repr(item, context, level)
                w = len(text) + 2
                if room < w:
                    room = width
                    if lead:
                        lead = between
                if room >= w:
                    room -= w
                    write(lead)
                    lead = ', '
                    write(text)
                    continue
            write(lead)
            lead = between
            self._format(item, write, indent, allowance if last else 1, context, level)

    def _str(self, object, write, indent, allowance, context, level):
        if not object:
            write(repr(object))
            return
        chunks = []
        lines = object.splitlines(True)
        if level == 1:
            indent += 1
            allowance += 1
        room = room1 = self._width - indent
        text = ''
        for i, line in enumerate(lines):
            text = repr(line)
            if i == len(lines) - 1:
                room1 -= allowance
            if len(text) <= room1:
                chunks.append(text)
                continue
            parts = _words(line)                # break between words
            room2 = room
            current = ''
            for j, part in enumerate(parts):
                candidate = current + part
                if j == len(parts) - 1 and i == len(lines) - 1:
                    room2 -= allowance
                if len(repr(candidate)) > room2:
                    if current:
                        chunks.append(repr(current))
                    current = part
                else:
                    current = candidate
            if current:
                chunks.append(repr(current))
        if len(chunks) == 1:
            write(text)
            return
        if level == 1:
            write('(')
        write(('\n' + ' ' * indent).join(chunks))
        if level == 1:
            write(')')

    def _bytes(self, object, write, indent, allowance, context, level):
        if len(object) <= 4:
            write(repr(object))
            return
        parens = level == 1
        if parens:
            indent += 1
            allowance += 1
            write('(')
        lead = ''
        for text in _wrap_bytes(object, self._width - indent, allowance):
            write(lead + text)
            lead = '\n' + ' ' * indent
        if parens:
            write(')')

    def _bytearray(self, object, write, indent, allowance, context, level):
        write('bytearray(')
        self._bytes(bytes(object), write, indent + 10, allowance + 1, context, level + 1)
        write(')')

    def _proxy(self, object, write, indent, allowance, context, level):
        write('mappingproxy(')
        self._format(object.copy(), write, indent + 13, allowance + 1, context, level)
        write(')')

    def _fields(self, items, write, indent, allowance, context, level):
        items = list(items)
        for i, (key, value) in enumerate(items):
            last = i == len(items) - 1
            write(key + '=')
            if id(value) in context:
                write("...")
            else:
                self._format(value, write, indent + len(key) + 1, allowance if last else 1,
                             context, level)
            if not last:
                write(',\n' + ' ' * indent)

    def _namespace(self, object, write, indent, allowance, context, level):
        name = 'namespace' if type(object).__name__ == 'SimpleNamespace' else type(object).__name__
        write(name + '(')
        self._fields(object.__dict__.items(), write, indent + len(name) + 1, allowance, context,
                     level)
        write(')')

    def _dataclass(self, object, write, indent, allowance, context, level):
        name = type(object).__name__
        write(name + '(')
        from dataclasses import fields
        self._fields([(f.name, getattr(object, f.name)) for f in fields(object) if f.repr],
                     write, indent + len(name) + 1, allowance, context, level)
        write(')')

    def _ordered(self, object, write, indent, allowance, context, level):
        if not object:
            write(repr(object))
            return
        name = type(object).__name__
        write(name + '(')
        self._format(list(object.items()), write, indent + len(name) + 1, allowance + 1,
                     context, level)
        write(')')

    def _defaultdict(self, object, write, indent, allowance, context, level):
        if not object:
            write(repr(object))
            return
        factory = self._repr(object.default_factory, context, level)
        name = type(object).__name__
        indent += len(name) + 1
        write('%s(%s,\n%s' % (name, factory, ' ' * indent))
        self._dict(object, write, indent, allowance + 1, context, level)
        write(')')

    def _counter(self, object, write, indent, allowance, context, level):
        if not object:
            write(repr(object))
            return
        name = type(object).__name__
        write(name + '({')
        if self._indent_per_level > 1:
            write((self._indent_per_level - 1) * ' ')
        self._dict_items(object.most_common(), write, indent + len(name) + 1, allowance + 2,
                         context, level)
        write('})')

    def _deque(self, object, write, indent, allowance, context, level):
        if not object:
            write(repr(object))
            return
        name = type(object).__name__
        write(name + '(')
        indent += len(name) + 1
        write('[')
        if object.maxlen is None:
            self._items(object, write, indent, allowance + 2, context, level)
            write('])')
        else:
            self._items(object, write, indent, 2, context, level)
            write('],\n%smaxlen=%s)' % (' ' * indent, self._repr(object.maxlen, context, level)))

    def _chainmap(self, object, write, indent, allowance, context, level):
        if not object.maps:
            write(repr(object))
            return
        name = type(object).__name__
        write(name + '(')
        indent += len(name) + 1
        for i, m in enumerate(object.maps):
            if i == len(object.maps) - 1:
                self._format(m, write, indent, allowance + 1, context, level)
                write(')')
            else:
                self._format(m, write, indent, 1, context, level)
                write(',\n' + ' ' * indent)

    def _safe_repr(self, object, context, maxlevels, level):
        typ = type(object)
        if typ in (str, bytes, bytearray, float, complex, bool, type(None)):
            return repr(object), True, False
        r = getattr(typ, "__repr__", None)
        if issubclass(typ, int) and r is int.__repr__:
            if self._underscore_numbers:
                return f"{object:_d}", True, False
            return repr(object), True, False
        if issubclass(typ, dict) and r is dict.__repr__:
            left, right, empty = '{', '}', '{}'
        elif issubclass(typ, list) and r is list.__repr__:
            left, right, empty = '[', ']', '[]'
        elif issubclass(typ, tuple) and r is tuple.__repr__:
            left, right, empty = '(', ',)' if len(object) == 1 else ')', '()'
        else:
            text = repr(object)
            return text, bool(text) and not text.startswith('<'), False
        if not object:
            return empty, True, False
        if maxlevels and level >= maxlevels:
            return left + '...' + (')' if right == ',)' else right), False, id(object) in context
        if id(object) in context:
            return _recursion(object), False, True
        context[id(object)] = 1
        readable, recursive = True, False
        parts = []
        level += 1
        if left == '{':
            items = object.items()
            if self._sort_dicts:
                items = sorted(items, key=_safe_pair)
            for k, v in items:
                kr, r1, c1 = self.format(k, context, maxlevels, level)
                vr, r2, c2 = self.format(v, context, maxlevels, level)
                parts.append(f'{kr}: {vr}')
                readable = readable and r1 and r2
                recursive = recursive or c1 or c2
        else:
            for o in object:
                text, r1, c1 = self.format(o, context, maxlevels, level)
                parts.append(text)
                readable = readable and r1
                recursive = recursive or c1
        del context[id(object)]
        return left + ', '.join(parts) + right, readable, recursive


def _words(line):
    """Words, each with the white space after it."""
    parts = []
    i, n = 0, len(line)
    while i < n:
        j = i
        while j < n and not line[j].isspace():
            j += 1
        while j < n and line[j].isspace():
            j += 1
        parts.append(line[i:j])
        i = j
    return parts


def _wrap_bytes(object, width, allowance):
    current = b''
    last = len(object) // 4 * 4
    for i in range(0, len(object), 4):
        part = object[i:i + 4]
        candidate = current + part
        if i == last:
            width -= allowance
        if len(repr(candidate)) > width:
            if current:
                yield repr(current)
            current = part
        else:
            current = candidate
    if current:
        yield repr(current)
