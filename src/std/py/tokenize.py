"""Python source as tokens, comments and line ends included: generate_tokens(readline) for text, tokenize(readline) for bytes; untokenize goes back."""
import builtins
import collections
import re
import sys
from codecs import BOM_UTF8, lookup
from io import TextIOWrapper

import token as _token
from token import *
from token import EXACT_TOKEN_TYPES

__all__ = _token.__all__ + ['tokenize', 'generate_tokens', 'detect_encoding', 'untokenize', 'TokenInfo']

_TAB = 8
_COOKIE = re.compile(r'^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)', re.ASCII)
_EMPTY = re.compile(br'^[ \t\f]*(?:[#\r\n]|$)', re.ASCII)
_BLANKS = re.compile(r'[ \f\t]*')
_LINE_END = re.compile(r'\r?\n')
_STRING_START = re.compile(r'''(?:[bB][rR]?|[rR][bBfF]?|[fF][rR]?|[uU])?('{3}|"{3}|['"])''')
_REST = {  # from behind the opening quotes to the closing ones, escapes passed over
    "'": re.compile(r"(?:[^\n'\\]|\\.)*(?:'|\\\r?\n)"),
    '"': re.compile(r'(?:[^\n"\\]|\\.)*(?:"|\\\r?\n)'),
    "'''": re.compile(r"(?:[^'\\]|\\[\s\S]|'(?!''))*'''"),
    '"""': re.compile(r'(?:[^"\\]|\\[\s\S]|"(?!""))*"""'),
}
_GO_ON = {"'": re.compile(r"(?:[^'\\]|\\[\s\S])*'"), '"': re.compile(r'(?:[^"\\]|\\[\s\S])*"'), "'''": _REST["'''"], '"""': _REST['"""']}
_DIGITS = r'[0-9](?:_?[0-9])*'
_POWER = rf'[eE][-+]?{_DIGITS}'
_NUMBER = re.compile(rf'''(?:{_DIGITS}[jJ]|(?:(?:{_DIGITS}\.(?:{_DIGITS})?|\.{_DIGITS})(?:{_POWER})?|{_DIGITS}{_POWER})[jJ]?)
    |0[xX](?:_?[0-9a-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|0(?:_?0)*|[1-9](?:_?[0-9])*''', re.X)
_WORD = re.compile(r'\w+')
_OPERATOR = re.compile('|'.join(map(re.escape, sorted(EXACT_TOKEN_TYPES, reverse=True))))


class TokenInfo(collections.namedtuple('TokenInfo', 'type string start end line')):
    def __repr__(self):
        return f'TokenInfo(type={self.type} ({tok_name[self.type]}), string={self.string!r}, start={self.start!r}, end={self.end!r}, line={self.line!r})'

    @property
    def exact_type(self):
        """The operator's own kind where the type is OP."""
        return EXACT_TOKEN_TYPES.get(self.string, self.type) if self.type == OP else self.type


class TokenError(Exception):
    pass


class StopTokenizing(Exception):
    pass


# ---- which encoding ----
def _plain_name(name):
    """utf-8 and latin-1 by one name each."""
    start = name[:12].lower().replace('_', '-')
    if start == 'utf-8' or start.startswith('utf-8-'):
        return 'utf-8'
    if start in ('latin-1', 'iso-8859-1', 'iso-latin-1') or start.startswith(('latin-1-', 'iso-8859-1-', 'iso-latin-1-')):
        return 'iso-8859-1'
    return name


def detect_encoding(readline):
    """(encoding, the lines read for it): by the mark at the start or a comment of the first two lines."""
    try:
        file = readline.__self__.name
    except AttributeError:
        file = None
    marked = False

    def line_or_end():
        try:
            return readline()
        except StopIteration:
            return b''

    def said(line):
        try:
            text = line.decode('utf-8')
        except UnicodeDecodeError:
            message = 'invalid or missing encoding declaration'
            raise SyntaxError(message if file is None else f'{message} for {file!r}')
        found = _COOKIE.match(text)
        if not found:
            return None
        name = _plain_name(found[1])
        try:
            codec = lookup(name)
        except LookupError:
            raise SyntaxError('unknown encoding: ' + name if file is None else f'unknown encoding for {file!r}: {name}')
        if marked:
            if name != 'utf-8':
                raise SyntaxError('encoding problem: utf-8' if file is None else f'encoding problem for {file!r}: utf-8')
            return 'utf-8-sig'
        return name

    default = 'utf-8'
    first = line_or_end()
    if first.startswith(BOM_UTF8):
        marked = True
        first = first[3:]
        default = 'utf-8-sig'
    if not first:
        return default, []
    name = said(first)
    if name:
        return name, [first]
    if not _EMPTY.match(first):
        return default, [first]
    second = line_or_end()
    if not second:
        return default, [first]
    return said(second) or default, [first, second]


def open(filename):
    """The file, read as the encoding that it names."""
    buffer = builtins.open(filename, 'rb')
    try:
        encoding, lines = detect_encoding(buffer.readline)
        buffer.seek(0)
        text = TextIOWrapper(buffer, encoding, line_buffering=True)
        text.mode = 'r'
        return text
    except:
        buffer.close()
        raise


# ---- tokens ----
class _Lines:
    """What one pass knows: where it is, the open brackets, the indentation, and a string or a line that goes on."""

    def __init__(self, readline, encoding):
        self.readline = readline
        self.encoding = encoding
        self.number = 0
        self.depth = 0
        self.goes_on = False
        self.indents = [0]
        self.string = None   # (text so far, lines so far, start, pattern of the rest)
        self.short = False   # it must end with its line; one that did not leaves this for the next, as CPython 3.11 does
        self.last = ''

    def read(self):
        self.last = self.line if self.number else ''
        try:
            line = self.readline()
        except StopIteration:
            line = ''
        if self.encoding is not None:
            line = line.decode(self.encoding) if line else ''
        self.number += 1
        self.line = line
        return line

    def token(self, kind, start, end):
        return TokenInfo(kind, self.line[start:end], (self.number, start), (self.number, end), self.line)

    def run(self):
        while True:
            line = self.read()
            at = 0
            if self.string:
                if not line:
                    raise TokenError('EOF in multi-line string', self.string[2])
                text, lines, start, rest = self.string
                found = rest.match(line)
                if found:
                    at = found.end()
                    self.string, self.short = None, False
                    yield TokenInfo(STRING, text + line[:at], start, (self.number, at), lines + line)
                elif self.short and line[-2:] != '\\\n' and line[-3:] != '\\\r\n':
                    self.string = None
                    yield TokenInfo(ERRORTOKEN, text + line, start, (self.number, len(line)), lines)
                    continue
                else:
                    self.string = (text + line, lines + line, start, rest)
                    continue
            elif self.depth == 0 and not self.goes_on:
                if not line:
                    break
                column, at = self.measure()
                if at == len(line):
                    break
                if line[at] in '#\r\n':
                    if line[at] == '#':
                        end = at + len(line[at:].rstrip('\r\n'))
                        yield self.token(COMMENT, at, end)
                        at = end
                    yield self.token(NL, at, len(line))
                    continue
                if column > self.indents[-1]:
                    self.indents.append(column)
                    yield TokenInfo(INDENT, line[:at], (self.number, 0), (self.number, at), line)
                while column < self.indents[-1]:
                    if column not in self.indents:
                        raise IndentationError('unindent does not match any outer indentation level', ('<tokenize>', self.number, at, line))
                    self.indents.pop()
                    yield TokenInfo(DEDENT, '', (self.number, at), (self.number, at), line)
            else:
                if not line:
                    raise TokenError('EOF in multi-line statement', (self.number, 0))
                self.goes_on = False
            yield from self.rest_of_line(at)
        if self.last and self.last[-1] not in '\r\n' and not self.last.strip().startswith('#'):
            row, width = self.number - 1, len(self.last)
            yield TokenInfo(NEWLINE, '', (row, width), (row, width + 1), '')
        for _ in self.indents[1:]:
            yield TokenInfo(DEDENT, '', (self.number, 0), (self.number, 0), '')
        yield TokenInfo(ENDMARKER, '', (self.number, 0), (self.number, 0), '')

    def measure(self):
        """The column that the line's text begins at, and its place."""
        column = 0
        for at, c in enumerate(self.line):
            if c == ' ':
                column += 1
            elif c == '\t':
                column = (column // _TAB + 1) * _TAB
            elif c == '\f':
                column = 0
            else:
                return column, at
        return column, len(self.line)

    def rest_of_line(self, at):
        line = self.line
        while at < len(line):
            start = _BLANKS.match(line, at).end()
            if start == len(line):
                return
            found = _LINE_END.match(line, start)
            if found:
                yield self.token(NL if self.depth > 0 else NEWLINE, start, found.end())
                at = found.end()
                continue
            if line[start] == '\\' and _LINE_END.match(line, start + 1):
                self.goes_on = True
                at = _LINE_END.match(line, start + 1).end()
                continue
            if line[start] == '#':
                at = start + len(re.match(r'[^\r\n]*', line[start:]).group())
                yield self.token(COMMENT, start, at)
                continue
            found = _STRING_START.match(line, start)
            if found:
                end = self.begin_string(found)
                if end is None:
                    return
                if end > 0:
                    yield self.token(STRING, start, end)
                    at = end
                    continue
            kind, end = self.plain(start)
            if kind is None:    # nothing begins here: blanks before it count one by one
                yield self.token(ERRORTOKEN, at, at + 1)
                at += 1
                continue
            yield self.token(kind, start, end)
            at = end

    def begin_string(self, found):
        """The end of a string that ends in this line; None: it goes on; -1: it is none."""
        line, quotes = self.line, found[1]
        rest = _REST[quotes].match(line, found.end())
        if rest and line[rest.end() - 1] != '\n' or rest and len(quotes) == 3:
            return rest.end()
        if rest or len(quotes) == 3:
            self.string = (line[found.start():], line, (self.number, found.start()), _GO_ON[quotes])
            self.short |= len(quotes) == 1
            return None
        return -1

    def plain(self, at):
        line = self.line
        found = _NUMBER.match(line, at)
        if found:
            return NUMBER, found.end()
        found = _OPERATOR.match(line, at)
        if found:
            if found.group() in '([{':
                self.depth += 1
            elif found.group() in ')]}':
                self.depth -= 1
            return OP, found.end()
        found = _WORD.match(line, at)
        if found:
            return NAME if line[at].isidentifier() else OP, found.end()
        return None, at


def tokenize(readline):
    """The tokens of source in bytes; the first one is its encoding."""
    encoding, read = detect_encoding(readline)
    waiting = collections.deque(read)

    def next_line():
        return waiting.popleft() if waiting else readline()
    return _with_encoding(next_line, encoding)


def _with_encoding(readline, encoding):
    if encoding == 'utf-8-sig':     # the mark is off already
        encoding = 'utf-8'
    yield TokenInfo(ENCODING, encoding, (0, 0), (0, 0), '')
    yield from _Lines(readline, encoding).run()


def generate_tokens(readline):
    """The tokens of source in text."""
    return _Lines(readline, None).run()


# ---- back to text ----
class Untokenizer:
    def __init__(self):
        self.parts = []
        self.row, self.column = 1, 0
        self.encoding = None

    def fill(self, start):
        row, column = start
        if row < self.row or row == self.row and column < self.column:
            raise ValueError(f'start ({row},{column}) precedes previous end ({self.row},{self.column})')
        if row > self.row:
            self.parts.append('\\\n' * (row - self.row))
            self.column = 0
        self.parts.append(' ' * (column - self.column))

    def untokenize(self, tokens):
        tokens = iter(tokens)
        indents, line_begins = [], False
        for each in tokens:
            if len(each) == 2:
                self.by_kind(each, tokens)
                break
            kind, text, start, end, line = each
            if kind == ENCODING:
                self.encoding = text
                continue
            if kind == ENDMARKER:
                break
            if kind == INDENT:
                indents.append(text)
                continue
            if kind == DEDENT:
                indents.pop()
                self.row, self.column = end
                continue
            if kind in (NEWLINE, NL):
                line_begins = True
            elif line_begins and indents:
                if start[1] >= len(indents[-1]):
                    self.parts.append(indents[-1])
                    self.column = len(indents[-1])
                line_begins = False
            self.fill(start)
            self.parts.append(text)
            self.row, self.column = end
            if kind in (NEWLINE, NL):
                self.row += 1
                self.column = 0
        return ''.join(self.parts)

    def by_kind(self, first, tokens):
        """Kinds and texts alone: blanks where two words would run together."""
        indents, begins, string = [], first[0] in (NEWLINE, NL), False
        everything = [first, *tokens]
        for kind, text, *_ in everything:
            if kind == ENCODING:
                self.encoding = text
                continue
            if kind in (NAME, NUMBER):
                text += ' '
            text = ' ' + text if kind == STRING and string else text
            string = kind == STRING
            if kind == INDENT:
                indents.append(text)
                continue
            if kind == DEDENT:
                indents.pop()
                continue
            if kind in (NEWLINE, NL):
                begins = True
            elif begins and indents:
                self.parts.append(indents[-1])
                begins = False
            self.parts.append(text)


def untokenize(iterable):
    """Source with these tokens: of TokenInfos each in its place, of pairs (type, string) one that reads the same."""
    u = Untokenizer()
    text = u.untokenize(iterable)
    return text if u.encoding is None else text.encode(u.encoding)


def main():
    """python -m tokenize [-e] [FILE]: a line for each token."""
    import argparse
    parser = argparse.ArgumentParser(prog='python -m tokenize')
    parser.add_argument(dest='filename', nargs='?', metavar='filename.py', help='the file to tokenize; defaults to stdin')
    parser.add_argument('-e', '--exact', dest='exact', action='store_true', help='display token names using the exact type')
    args = parser.parse_args()
    name = args.filename or '<stdin>'
    try:
        if args.filename:
            with builtins.open(name, 'rb') as f:
                tokens = list(tokenize(f.readline))
        else:
            tokens = generate_tokens(sys.stdin.readline)
        for each in tokens:
            kind = each.exact_type if args.exact else each.type
            place = '%d,%d-%d,%d:' % (each.start + each.end)
            print('%-20s%-15s%-15r' % (place, tok_name[kind], each.string))
    except IndentationError as e:
        line, column = e.args[1][1:3]
        sys.exit(f'{name}:{line}:{column}: error: {e.args[0]}')
    except TokenError as e:
        line, column = e.args[1]
        sys.exit(f'{name}:{line}:{column}: error: {e.args[0]}')
    except (SyntaxError, OSError) as e:
        sys.exit(f'{name}: error: {e}')


if __name__ == '__main__':
    main()
