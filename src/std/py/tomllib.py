"""Reads TOML 1.0: load(file) and loads(text) give a dict."""
import re
from datetime import date, datetime, time, timedelta, timezone

__all__ = ('loads', 'load', 'TOMLDecodeError')


class TOMLDecodeError(ValueError):
    """The text is no TOML; the message says where."""


_BARE = frozenset('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
_CONTROLS = frozenset(map(chr, range(32))) | {'\x7f'}
_ESCAPES = {'b': '\b', 't': '\t', 'n': '\n', 'f': '\f', 'r': '\r', '"': '"', '\\': '\\'}
_CLOCK = r'([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,6})[0-9]*)?'
_NUMBER = re.compile(r'''0(?:x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*|b[01](?:_?[01])*|o[0-7](?:_?[0-7])*)
    |[+-]?(?:0|[1-9](?:_?[0-9])*)(?P<float>(?:\.[0-9](?:_?[0-9])*)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?)''', re.X)
_TIME = re.compile(_CLOCK)
_DATE = re.compile(r'([0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(?:[Tt ]' + _CLOCK + r'(?:([Zz])|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))?)?')


class _Table:
    """A table under construction. How it came to be decides who may still add to it:
    'path' (named on the way to another), 'head' ([a]), 'dotted' (a.b = 1), 'closed' (written inline), 'list' (of [[a]])."""

    def __init__(self, how):
        self.how = how
        self.items = {}     # key: a _Table, a list of them for 'list', or a value
        self.section = None  # of a dotted one: the header under which it was made


class _List(_Table):
    def __init__(self):
        super().__init__('list')
        self.tables = []


def _finished(table):
    if isinstance(table, _List):
        return [_finished(t) for t in table.tables]
    return {key: _finished(v) if isinstance(v, _Table) else v for key, v in table.items.items()}


class _Reader:
    def __init__(self, text, parse_float):
        self.text = text
        self.at = 0
        self.parse_float = parse_float
        self.root = _Table('head')

    # ---- errors and characters ----
    def fail(self, message, at=None):
        at = self.at if at is None else at
        if at >= len(self.text):
            where = 'end of document'
        else:
            line = self.text.count('\n', 0, at) + 1
            column = at + 1 if line == 1 else at - self.text.rindex('\n', 0, at)
            where = f'line {line}, column {column}'
        return TOMLDecodeError(f'{message} (at {where})')

    def peek(self):
        return self.text[self.at:self.at + 1]

    def take(self, token):
        if self.text.startswith(token, self.at):
            self.at += len(token)
            return True
        return False

    def blanks(self):
        while self.peek() in (' ', '\t'):
            self.at += 1

    def comment(self):
        if self.peek() != '#':
            return
        end = self.text.find('\n', self.at)
        end = len(self.text) if end < 0 else end
        for i in range(self.at + 1, end):
            if self.text[i] in _CONTROLS and self.text[i] != '\t':
                raise self.fail(f'Found invalid character {self.text[i]!r}', i)
        self.at = end

    def blanks_and_lines(self):
        while True:
            before = self.at
            while self.peek() in (' ', '\t', '\n') and self.peek():
                self.at += 1
            self.comment()
            if self.at == before:
                return

    # ---- statements ----
    def document(self):
        section, path = self.root, ()
        while True:
            self.blanks()
            c = self.peek()
            if not c:
                break
            if c == '\n':
                self.at += 1
                continue
            if c == '[':
                section, path = self.header()
                self.blanks()
            elif c in _BARE or c in '"\'':
                self.pair(section, path, section)
                self.blanks()
            elif c != '#':
                raise self.fail('Invalid statement')
            self.comment()
            if self.peek() == '\n':
                self.at += 1
            elif self.peek():
                raise self.fail('Expected newline or end of document after a statement')
        return _finished(self.root)

    def header(self):
        double = self.text.startswith('[[', self.at)
        self.at += 2 if double else 1
        self.blanks()
        key = self.key()
        if double:
            return self.open_list(key), key
        return self.open_table(key), key

    def walk(self, key, fixed):
        """The table that holds the last name of a header's key; fixed: what to say about values on the way that are written already."""
        table = self.root
        for name in key[:-1]:
            inner = table.items.get(name)
            if inner is None:
                inner = table.items[name] = _Table('path')
            if isinstance(inner, list) or (isinstance(inner, _Table) and inner.how == 'closed'):
                raise self.fail(fixed)
            if isinstance(inner, _List):
                inner = inner.tables[-1]
            if not isinstance(inner, _Table):
                raise self.fail('Cannot overwrite a value')
            table = inner
        return table

    def open_table(self, key):
        twice = f'Cannot declare {key} twice'
        holder = self.walk(key, twice)
        table = holder.items.get(key[-1])
        if isinstance(table, list) or (isinstance(table, _Table) and table.how != 'path'):
            raise self.fail(twice)
        if table is None:
            table = holder.items[key[-1]] = _Table('head')
        elif not isinstance(table, _Table):
            raise self.fail('Cannot overwrite a value')
        table.how = 'head'
        if not self.take(']'):
            raise self.fail('Expected \']\' at the end of a table declaration')
        return table

    def open_list(self, key):
        fixed = f'Cannot mutate immutable namespace {key}'
        holder = self.walk(key, fixed)
        tables = holder.items.get(key[-1])
        if isinstance(tables, list) or (isinstance(tables, _Table) and tables.how == 'closed'):
            raise self.fail(fixed)
        if tables is None:
            tables = holder.items[key[-1]] = _List()
        elif not isinstance(tables, _List):
            raise self.fail('Cannot overwrite a value')
        table = _Table('head')
        tables.tables.append(table)
        if not self.take(']]'):
            raise self.fail("Expected ']]' at the end of an array declaration")
        return table

    def pair(self, table, path, section):
        """key = value into the table."""
        key = self.key()
        self.blanks()
        if not self.take('='):
            raise self.fail("Expected '=' after a key in a key/value pair")
        self.blanks()
        value = self.value()
        for n, name in enumerate(key[:-1]):
            inner = table.items.get(name)
            if inner is None:
                inner = table.items[name] = _Table('dotted')
                inner.section = section
            if isinstance(inner, _List) or (isinstance(inner, _Table) and (inner.how in ('head', 'path') or (inner.how == 'dotted' and inner.section is not section))):
                raise self.fail(f'Cannot redefine namespace {path + key[:n + 1]}')
            if isinstance(inner, list) or (isinstance(inner, _Table) and inner.how == 'closed'):
                raise self.fail(f'Cannot mutate immutable namespace {path + key[:-1]}')
            if not isinstance(inner, _Table):
                raise self.fail('Cannot overwrite a value')
            table = inner
        if key[-1] in table.items:
            raise self.fail('Cannot overwrite a value')
        table.items[key[-1]] = value

    # ---- keys ----
    def key(self):
        parts = [self.key_part()]
        self.blanks()
        while self.take('.'):
            self.blanks()
            parts.append(self.key_part())
            self.blanks()
        return tuple(parts)

    def key_part(self):
        c = self.peek()
        if c and c in _BARE:
            start = self.at
            while self.peek() and self.peek() in _BARE:
                self.at += 1
            return self.text[start:self.at]
        if c == '"':
            return self.basic_line()
        if c == "'":
            return self.literal_line()
        raise self.fail('Invalid initial character for a key part')

    # ---- values ----
    def value(self):
        c = self.peek()
        if c == '"':
            return self.basic_block() if self.text.startswith('"""', self.at) else self.basic_line()
        if c == "'":
            return self.literal_block() if self.text.startswith("'''", self.at) else self.literal_line()
        if self.take('true'):
            return True
        if self.take('false'):
            return False
        if c == '[':
            return self.array()
        if c == '{':
            return self.inline_table()
        return self.number()

    def number(self):
        found = _DATE.match(self.text, self.at)
        if found:
            try:
                value = _moment(found)
            except ValueError as e:
                raise self.fail('Invalid date or datetime') from e
            self.at = found.end()
            return value
        found = _TIME.match(self.text, self.at)
        if found:
            self.at = found.end()
            return _clock(found.groups())
        found = _NUMBER.match(self.text, self.at)
        if found:
            self.at = found.end()
            return self.parse_float(found.group()) if found['float'] else int(found.group(), 0)
        for token in ('inf', 'nan', '+inf', '+nan', '-inf', '-nan'):
            if self.take(token):
                return self.parse_float(token)
        raise self.fail('Invalid value')

    def array(self):
        self.at += 1
        items = []
        self.blanks_and_lines()
        while not self.take(']'):
            value = self.value()
            items.append(_finished(value) if isinstance(value, _Table) else value)
            self.blanks_and_lines()
            if self.take(']'):
                break
            if not self.take(','):
                raise self.fail('Unclosed array')
            self.blanks_and_lines()
        return items

    def inline_table(self):
        self.at += 1
        table = _Table('head')
        self.blanks()
        if not self.take('}'):
            while True:
                self.inline_pair(table)
                self.blanks()
                if self.take('}'):
                    break
                if not self.take(','):
                    raise self.fail('Unclosed inline table')
                self.blanks()
        table.how = 'closed'
        return table

    def inline_pair(self, table):
        key = self.key()
        self.blanks()
        if not self.take('='):
            raise self.fail("Expected '=' after a key in a key/value pair")
        self.blanks()
        value = self.value()
        for name in key[:-1]:
            inner = table.items.setdefault(name, _Table('dotted'))
            if not isinstance(inner, _Table):
                raise self.fail('Cannot overwrite a value')
            if inner.how == 'closed':
                raise self.fail(f'Cannot mutate immutable namespace {key}')
            table = inner
        if key[-1] in table.items:
            raise self.fail(f'Duplicate inline table key {key[-1]!r}')
        table.items[key[-1]] = value

    # ---- strings ----
    def literal_line(self):
        self.at += 1
        return self.literal("'", '\t')

    def literal_block(self):
        self.at += 3
        self.take('\n')
        return self.literal("'''", '\t\n') + self.more_quotes("'")

    def literal(self, quotes, allowed):
        start, end = self.at, self.text.find(quotes, self.at)
        if end < 0:
            raise self.fail(f'Expected {quotes!r}', len(self.text))
        for i in range(start, end):
            if self.text[i] in _CONTROLS and self.text[i] not in allowed:
                raise self.fail(f'Found invalid character {self.text[i]!r}', i)
        self.at = end + len(quotes)
        return self.text[start:end]

    def more_quotes(self, quote):
        """Up to two quotes before the closing three belong to the text."""
        extra = ''
        while len(extra) < 2 and self.take(quote):
            extra += quote
        return extra

    def basic_line(self):
        self.at += 1
        return self.basic(False)

    def basic_block(self):
        self.at += 3
        self.take('\n')
        return self.basic(True)

    def basic(self, block):
        parts = []
        start = self.at
        while True:
            c = self.peek()
            if not c:
                raise self.fail('Unterminated string')
            if c == '"' and not block:
                parts.append(self.text[start:self.at])
                self.at += 1
                return ''.join(parts)
            if c == '"' and self.text.startswith('"""', self.at):
                parts.append(self.text[start:self.at])
                self.at += 3
                return ''.join(parts) + self.more_quotes('"')
            if c == '\\':
                parts.append(self.text[start:self.at])
                parts.append(self.escape(block))
                start = self.at
            elif c in _CONTROLS and c != '\t' and not (block and c == '\n'):
                raise self.fail(f'Illegal character {c!r}')
            else:
                self.at += 1

    def escape(self, block):
        c = self.text[self.at + 1:self.at + 2]
        self.at += 2
        if block and c in (' ', '\t', '\n'):
            if c != '\n':
                self.blanks()
                if not self.peek():
                    return ''
                if self.peek() != '\n':
                    raise self.fail("Unescaped '\\' in a string")
                self.at += 1
            while self.peek() and self.peek() in ' \t\n':
                self.at += 1
            return ''
        if c in ('u', 'U'):
            return self.code_point(4 if c == 'u' else 8)
        if c not in _ESCAPES:
            raise self.fail("Unescaped '\\' in a string")
        return _ESCAPES[c]

    def code_point(self, length):
        digits = self.text[self.at:self.at + length]
        if len(digits) != length or any(d not in '0123456789abcdefABCDEF' for d in digits):
            raise self.fail('Invalid hex value')
        self.at += length
        number = int(digits, 16)
        if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
            raise self.fail('Escaped character is not a Unicode scalar value')
        return chr(number)


def _clock(parts):
    hour, minute, second, fraction = parts[:4]
    return time(int(hour), int(minute), int(second), int((fraction or '').ljust(6, '0')))


def _moment(found):
    day = date(int(found[1]), int(found[2]), int(found[3]))
    if not found[4]:
        return day
    zone = None
    if found[8]:
        zone = timezone.utc
    elif found[9]:
        shift = timedelta(hours=int(found[10]), minutes=int(found[11]))
        zone = timezone(-shift if found[9] == '-' else shift)
    return datetime.combine(day, _clock(found.groups()[3:7]), zone)


def loads(s, /, *, parse_float=float):
    """The dict of a TOML text."""
    text = s.replace('\r\n', '\n')
    if parse_float is not float:
        given = parse_float

        def parse_float(text):
            value = given(text)
            if isinstance(value, (dict, list)):
                raise ValueError('parse_float must not return dicts or lists')
            return value
    return _Reader(text, parse_float).document()


def load(fp, /, *, parse_float=float):
    """The dict of a TOML file, which was opened in binary mode."""
    data = fp.read()
    try:
        text = data.decode()
    except AttributeError:
        raise TypeError("File must be opened in binary mode, e.g. use `open('foo.toml', 'rb')`") from None
    return loads(text, parse_float=parse_float)
