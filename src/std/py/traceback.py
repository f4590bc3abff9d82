"""Tracebacks as text: of exceptions, of the stack; the words of the interpreter itself."""
import sys
import linecache

__all__ = ['extract_stack', 'extract_tb', 'format_exception', 'format_exception_only',
           'format_list', 'format_stack', 'format_tb', 'print_exc', 'format_exc',
           'print_exception', 'print_last', 'print_stack', 'print_tb', 'clear_frames',
           'FrameSummary', 'StackSummary', 'TracebackException', 'walk_stack', 'walk_tb']

_REPEATS = 3                                    # equal entries in a row before they are counted
_CAUSE = ("\nThe above exception was the direct cause of the following exception:\n\n")
_CONTEXT = ("\nDuring handling of the above exception, another exception occurred:\n\n")
_HEADER = 'Traceback (most recent call last):\n'
_missing = object()


# --- where in an expression do the ~~~^^^ go? ---------------------------------------

_CLOSERS = {'(': ')', '[': ']', '{': '}'}
# (level, operators); a lower level binds less
_LEVELS = [('|',), ('^',), ('&',), ('<<', '>>'), ('+', '-'), ('*', '/', '//', '%', '@'), ('**',)]
_LEVEL_OF = {op: i for i, ops in enumerate(_LEVELS) for op in ops}
_SPLITTERS = {'and', 'or', 'not', 'in', 'is', 'if', 'else', 'lambda', 'for', 'await', 'yield'}


def _scan(text):
    """Tokens at the top level of an expression: (kind, start, end)."""
    i, n = 0, len(text)
    while i < n:
        c = text[i]
        if c.isspace():
            i += 1
            continue
        start = i
        if c in '"\'':
            i = _end_of_string(text, i)
            yield 'atom', start, i
        elif c in '([{':
            depth = 0
            while i < n:
                if text[i] in '"\'':
                    i = _end_of_string(text, i)
                    continue
                if text[i] in '([{':
                    depth += 1
                elif text[i] in ')]}':
                    depth -= 1
                i += 1
                if depth == 0:
                    break
            yield c, start, i
        elif c.isalnum() or c in '_.':
            while i < n and (text[i].isalnum() or text[i] in '_.'):
                i += 1
                if (i < n and text[i] in '+-' and text[i - 1] in 'eE'
                        and (text[start].isdigit() or text[start] == '.')
                        and not text[start:i].lower().startswith('0x')):
                    i += 1
            if i < n and text[i] in '"\'' and i - start <= 2:
                i = _end_of_string(text, i)     # a prefix such as rb
            word = text[start:i]
            yield ('word' if word in _SPLITTERS else 'atom'), start, i
        else:
            for size in (3, 2, 1):
                op = text[i:i + size]
                if op in _LEVEL_OF or op in ('==', '!=', '<=', '>=', '<', '>', '~', ':=', ',', ':'):
                    break
            i += len(op)
            yield 'op', start, i


def _end_of_string(text, i):
    quote = text[i:i + 3] if text[i:i + 3] in ('"""', "'''") else text[i]
    i += len(quote)
    while i < len(text):
        if text[i] == '\\':
            i += 2
        elif text.startswith(quote, i):
            return i + len(quote)
        else:
            i += 1
    return len(text)


def _anchors(text):
    """(start, end) of the operator or [...] that an expression is about, or None."""
    tokens = list(_scan(text))
    best = None                                 # (level, start, end)
    previous = None
    for kind, start, end in tokens:
        if kind == 'word':
            return None
        if kind == 'op':
            op = text[start:end]
            if op not in _LEVEL_OF and op != '~':
                return None                     # a comparison, a comma
            binary = previous is not None and previous != 'op'
            if binary and op in _LEVEL_OF:
                level = _LEVEL_OF[op]
                if best is None or level < best[0] or level == best[0] and op != '**':
                    best = (level, start, end)
                previous = 'op'
                continue
            previous = 'op'
            continue
        previous = kind
    if best is not None:
        # -a ** b is a unary minus over a power: nothing to point at
        if best[0] == _LEVEL_OF['**'] and tokens[0][0] == 'op':
            return None
        return best[1], best[2]
    if len(tokens) >= 2 and tokens[-1][0] == '[' and tokens[0][0] != 'op':
        return tokens[-1][1], tokens[-1][2]
    return None


def _offset(line, byte_offset):
    """A byte offset into a line as a character offset."""
    return len(line.encode('utf-8')[:byte_offset].decode('utf-8', 'replace'))


class FrameSummary:
    """One entry of a traceback."""
    __slots__ = ('filename', 'lineno', 'end_lineno', 'colno', 'end_colno', 'name', '_line',
                 'locals')

    def __init__(self, filename, lineno, name, *, lookup_line=True, locals=None, line=None,
                 end_lineno=None, colno=None, end_colno=None):
        self.filename = filename
        self.lineno = lineno
        self.name = name
        self._line = line
        self.end_lineno = end_lineno
        self.colno = colno
        self.end_colno = end_colno
        self.locals = None if locals is None else {k: repr(v) for k, v in locals.items()}
        if lookup_line:
            self.line

    def __eq__(self, other):
        if isinstance(other, FrameSummary):
            return (self.filename == other.filename and self.lineno == other.lineno
                    and self.name == other.name and self.locals == other.locals)
        if isinstance(other, tuple):
            return (self.filename, self.lineno, self.name, self.line) == other
        return NotImplemented

    def __getitem__(self, pos):
        return (self.filename, self.lineno, self.name, self.line)[pos]

    def __iter__(self):
        return iter([self.filename, self.lineno, self.name, self.line])

    def __repr__(self):
        return f"<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>"

    def __len__(self):
        return 4

    @property
    def _original_line(self):
        self.line
        return self._line

    @property
    def line(self):
        """The text of the line, without white space around it."""
        if self._line is None:
            if self.lineno is None:
                return None
            self._line = linecache.getline(self.filename, self.lineno)
        return self._line.strip()


def walk_stack(f):
    """Yield (frame, line) from a frame (the caller) outwards."""
    if f is None:
        f = sys._getframe().f_back.f_back.f_back.f_back
    while f is not None:
        yield f, f.f_lineno
        f = f.f_back


def walk_tb(tb):
    """Yield (frame, line) from a traceback inwards."""
    while tb is not None:
        yield tb.tb_frame, tb.tb_lineno
        tb = tb.tb_next


def _positions(code, lasti):
    try:
        for i, positions in enumerate(code.co_positions()):
            if i == lasti // 2:
                return positions
    except (AttributeError, TypeError):
        pass
    return None, None, None, None


def _walk_tb_positions(tb):
    while tb is not None:
        lineno, end_lineno, colno, end_colno = _positions(tb.tb_frame.f_code, tb.tb_lasti)
        if lineno is None:
            lineno = tb.tb_lineno
        yield tb.tb_frame, (tb.tb_lineno, end_lineno if lineno == tb.tb_lineno else None,
                            colno, end_colno)
        tb = tb.tb_next


class StackSummary(list):
    """The entries of a traceback."""

    @classmethod
    def extract(klass, frame_gen, *, limit=None, lookup_lines=True, capture_locals=False):
        """From an iterator of (frame, line)."""
        return klass._extract(((f, (line, None, None, None)) for f, line in frame_gen),
                              limit, lookup_lines, capture_locals)

    @classmethod
    def _extract(klass, frames, limit=None, lookup_lines=True, capture_locals=False):
        if limit is None:
            limit = getattr(sys, 'tracebacklimit', None)
            if limit is not None and limit < 0:
                limit = 0
        frames = list(frames)
        if limit is not None:
            frames = frames[:limit] if limit >= 0 else frames[limit:]
        result = klass()
        for f, (lineno, end_lineno, colno, end_colno) in frames:
            code = f.f_code
            result.append(FrameSummary(
                code.co_filename, lineno, code.co_name, lookup_line=lookup_lines,
                locals=f.f_locals if capture_locals else None,
                end_lineno=end_lineno, colno=colno, end_colno=end_colno))
        return result

    @classmethod
    def from_list(klass, a_list):
        """From a list of FrameSummary objects or (file, line, name, text) tuples."""
        result = StackSummary()
        for entry in a_list:
            if not isinstance(entry, FrameSummary):
                filename, lineno, name, line = entry
                entry = FrameSummary(filename, lineno, name, line=line)
            result.append(entry)
        return result

    def format_frame_summary(self, s):
        """The text of one entry."""
        rows = [f'  File "{s.filename}", line {s.lineno}, in {s.name}\n']
        if s.line:
            rows.append(f'    {s.line}\n')
            marks = self._carets(s)
            if marks:
                rows.append(f'    {marks}\n')
        if s.locals:
            for name, value in sorted(s.locals.items()):
                rows.append(f'    {name} = {value}\n')
        return ''.join(rows)

    @staticmethod
    def _carets(s):
        if s.colno is None or s.end_colno is None:
            return ''
        line = s._original_line.rstrip('\n')
        stripped = line.lstrip()
        lead = len(line) - len(stripped)
        start = _offset(line, s.colno)
        if s.lineno == s.end_lineno:
            end = _offset(line, s.end_colno)
        else:
            end = len(line.rstrip())
        if end <= start:
            return ''
        anchors = _anchors(line[start:end]) if s.lineno == s.end_lineno else None
        if anchors is None and start <= lead and end >= len(line.rstrip()):
            return ''                           # the whole line: no marks
        pad = ' ' * (start - lead)
        if anchors is None:
            return pad + '^' * (end - start)
        a, b = anchors
        return pad + '~' * a + '^' * (b - a) + '~' * (end - start - b)

    def format(self):
        """The texts of all entries; many equal ones in a row are counted."""
        result = []
        last = None
        count = 0

        def flush():
            if count > _REPEATS:
                more = count - _REPEATS
                result.append(f'  [Previous line repeated {more} more '
                              f'time{"s" if more > 1 else ""}]\n')
        for s in self:
            text = self.format_frame_summary(s)
            key = (s.filename, s.lineno, s.name)
            if key != last:
                flush()
                last, count = key, 0
            count += 1
            if count <= _REPEATS:
                result.append(text)
        flush()
        return result


# --- exceptions -------------------------------------------------------------------

def _some_str(value):
    try:
        return str(value)
    except Exception:
        return '<exception str() failed>'


def _final_line(name, value):
    text = _some_str(value)
    if value is None or not text:
        return f'{name}\n'
    return f'{name}: {text}\n'


class TracebackException:
    """An exception ready to be shown, without holding on to its frames."""

    def __init__(self, exc_type, exc_value, exc_traceback, *, limit=None, lookup_lines=True,
                 capture_locals=False, compact=False, max_group_width=15, max_group_depth=10,
                 _seen=None):
        seen = set() if _seen is None else _seen
        seen.add(id(exc_value))
        self.max_group_width = max_group_width
        self.max_group_depth = max_group_depth
        self.stack = StackSummary._extract(_walk_tb_positions(exc_traceback), limit,
                                           lookup_lines, capture_locals)
        self.exc_type = exc_type
        self._str = None if exc_value is None else _some_str(exc_value)
        self._is_none = exc_value is None
        self.__notes__ = getattr(exc_value, '__notes__', None)
        if exc_type and issubclass(exc_type, SyntaxError):
            self.filename = exc_value.filename
            self.lineno = exc_value.lineno and str(exc_value.lineno)
            self.end_lineno = getattr(exc_value, 'end_lineno', None) and str(exc_value.end_lineno)
            self.text = exc_value.text
            self.offset = exc_value.offset
            self.end_offset = getattr(exc_value, 'end_offset', None)
            self.msg = exc_value.msg
        keep = dict(limit=limit, lookup_lines=lookup_lines, capture_locals=capture_locals,
                    max_group_width=max_group_width, max_group_depth=max_group_depth, _seen=seen)
        self.__cause__ = self.__context__ = None
        self.__suppress_context__ = (exc_value is not None and exc_value.__suppress_context__)
        if exc_value is not None:
            cause, context = exc_value.__cause__, exc_value.__context__
            if cause is not None and id(cause) not in seen:
                self.__cause__ = TracebackException(type(cause), cause, cause.__traceback__, **keep)
            need_context = not compact or (self.__cause__ is None
                                           and not self.__suppress_context__)
            if context is not None and need_context and id(context) not in seen:
                self.__context__ = TracebackException(type(context), context,
                                                      context.__traceback__, **keep)
        self.exceptions = None
        if isinstance(getattr(exc_value, 'exceptions', None), tuple) and hasattr(
                exc_value, 'derive'):           # an exception group
            self.exceptions = [TracebackException(type(e), e, e.__traceback__, **keep)
                               for e in exc_value.exceptions]

    @classmethod
    def from_exception(cls, exc, *args, **kwargs):
        """From an exception with its traceback."""
        return cls(type(exc), exc, exc.__traceback__, *args, **kwargs)

    def __eq__(self, other):
        if isinstance(other, TracebackException):
            return self.__dict__ == other.__dict__
        return NotImplemented

    def __str__(self):
        return self._str

    def _name(self):
        kind = self.exc_type
        name = kind.__qualname__
        if kind.__module__ not in ("__main__", "builtins"):
            module = kind.__module__
            name = (module if isinstance(module, str) else "<unknown>") + '.' + name
        return name

    def format_exception_only(self):
        """The last lines: type and message; for a SyntaxError the place too."""
        if self.exc_type is None:
            yield 'NoneType: None\n'
            return
        name = self._name()
        if issubclass(self.exc_type, SyntaxError):
            yield from self._format_syntax_error(name)
        elif not self._str:
            yield f'{name}\n'
        else:
            yield f'{name}: {self._str}\n'
        notes = self.__notes__
        if notes is not None:
            if isinstance(notes, (list, tuple)):
                for note in notes:
                    yield from [line + '\n' for line in _some_str(note).split('\n')]
            else:
                yield f'{notes!r}\n'

    def _format_syntax_error(self, name):
        suffix = ''
        if self.lineno is not None:
            yield f'  File "{self.filename or "<string>"}", line {self.lineno}\n'
        elif self.filename is not None:
            suffix = f' ({self.filename})'
        if self.text is not None:
            rtext = self.text.rstrip('\n')
            ltext = rtext.lstrip(' \n\f')
            spaces = len(rtext) - len(ltext)
            yield f'    {ltext}\n'
            if self.offset is not None:
                offset = self.offset
                end = self.end_offset
                if self.lineno != self.end_lineno and self.end_lineno is not None:
                    end = len(rtext) + 1
                if end in (None, 0):
                    end = offset
                if offset == end or end == -1:
                    end = offset + 1
                col, end_col = offset - 1 - spaces, end - 1 - spaces
                if col >= 0:
                    lead = ''.join(c if c.isspace() else ' ' for c in ltext[:col])
                    yield f"    {lead}{'^' * (end_col - col)}\n"
        yield f'{name}: {self.msg or "<no detail available>"}{suffix}\n'

    def format(self, *, chain=True, _depth=0):
        """All lines: causes and contexts first."""
        if chain:
            if self.__cause__ is not None:
                yield from self.__cause__.format(chain=chain, _depth=_depth)
                yield _CAUSE
            elif self.__context__ is not None and not self.__suppress_context__:
                yield from self.__context__.format(chain=chain, _depth=_depth)
                yield _CONTEXT
        if self.exceptions is None:
            if self.stack:
                yield _HEADER
                yield from self.stack.format()
            yield from self.format_exception_only()
            return
        yield from self._format_group(_depth, chain)

    def _format_group(self, depth, chain):
        indent = '  ' * (depth + 1)

        def shift(lines, margin):
            for text in lines:
                for line in text.splitlines(True):
                    yield margin + line
        top = depth == 0
        head = ([('  + Exception Group ' if top else 'Exception Group ') + _HEADER]
                if self.stack else [])
        bar = indent + '| '
        if top:
            yield from head
        else:
            yield from shift(head, bar)
        yield from shift(self.stack.format() if self.stack else (), bar)
        yield from shift(self.format_exception_only(), bar)
        n = len(self.exceptions)
        shown = min(n, self.max_group_width + 1)
        for i, e in enumerate(self.exceptions[:shown]):
            last = i == shown - 1
            title = f'{i + 1}' if i < self.max_group_width else '...'
            lead = '+-' if i == 0 else '  '
            yield indent + lead + f'+---------------- {title} ----------------\n'
            if i < self.max_group_width:
                if e.exceptions is None:
                    yield from shift(e.format(chain=chain), indent + '  | ')
                else:
                    yield from e._format_group(depth + 1, chain)
            else:
                more = n - self.max_group_width
                yield indent + f'  | and {more} more exception{"s" if more > 1 else ""}\n'
            if last and (e.exceptions is None or i >= self.max_group_width):
                yield indent + '  +------------------------------------\n'

    def print(self, *, file=None, chain=True):
        """Print to a file (sys.stderr)."""
        for line in self.format(chain=chain):
            print(line, file=sys.stderr if file is None else file, end="")


# --- the functions ------------------------------------------------------------------

def _arguments(exc, value, tb):
    if (value is _missing) != (tb is _missing):
        raise ValueError("Both or neither of value and tb must be given")
    if value is _missing:
        if exc is None:
            return None, None, None
        if not isinstance(exc, BaseException):
            raise TypeError(f"Exception expected for value, {type(exc).__name__} found")
        return type(exc), exc, exc.__traceback__
    return type(value), value, tb


def print_exception(exc, /, value=_missing, tb=_missing, limit=None, file=None, chain=True):
    """Print an exception with its traceback."""
    kind, value, tb = _arguments(exc, value, tb)
    TracebackException(kind if value is not None else None, value, tb, limit=limit,
                       compact=True).print(file=file, chain=chain)


def format_exception(exc, /, value=_missing, tb=_missing, limit=None, chain=True):
    """The lines that print_exception prints."""
    kind, value, tb = _arguments(exc, value, tb)
    return list(TracebackException(kind if value is not None else None, value, tb, limit=limit,
                                   compact=True).format(chain=chain))


def format_exception_only(exc, /, value=_missing):
    """The last lines of that: type and message."""
    if value is _missing:
        value = exc
    return list(TracebackException(type(value) if value is not None else None, value, None,
                                   compact=True).format_exception_only())


def print_exc(limit=None, file=None, chain=True):
    """Print the exception that is being handled."""
    print_exception(sys.exc_info()[1], limit=limit, file=file, chain=chain)


def format_exc(limit=None, chain=True):
    """The text of the exception that is being handled."""
    return "".join(format_exception(sys.exc_info()[1], limit=limit, chain=chain))


def print_last(limit=None, file=None, chain=True):
    """Print the last uncaught exception."""
    if not hasattr(sys, "last_type"):
        raise ValueError("no last exception")
    print_exception(sys.last_type, sys.last_value, sys.last_traceback, limit, file, chain)


def extract_tb(tb, limit=None):
    """The entries of a traceback."""
    return StackSummary._extract(_walk_tb_positions(tb), limit=limit)


def format_tb(tb, limit=None):
    """The texts of the entries of a traceback."""
    return extract_tb(tb, limit=limit).format()


def print_tb(tb, limit=None, file=None):
    """Print the entries of a traceback."""
    print_list(extract_tb(tb, limit=limit), file=file)


def print_list(extracted_list, file=None):
    """Print entries."""
    for item in StackSummary.from_list(extracted_list).format():
        print(item, file=sys.stderr if file is None else file, end="")


def format_list(extracted_list):
    """The texts of entries."""
    return StackSummary.from_list(extracted_list).format()


def extract_stack(f=None, limit=None):
    """The entries of the stack, the outermost first."""
    if f is None:
        f = sys._getframe().f_back
    stack = StackSummary.extract(_frames(f), limit=None if limit is None else limit)
    stack.reverse()
    return stack


def _frames(f):
    while f is not None:
        yield f, f.f_lineno
        f = f.f_back


def format_stack(f=None, limit=None):
    """The texts of the entries of the stack."""
    return extract_stack(sys._getframe().f_back if f is None else f, limit=limit).format()


def print_stack(f=None, limit=None, file=None):
    """Print the stack."""
    print_list(extract_stack(sys._getframe().f_back if f is None else f, limit=limit), file=file)


def clear_frames(tb):
    """Clear the variables of all frames of a traceback."""
    while tb is not None:
        try:
            tb.tb_frame.clear()
        except (RuntimeError, AttributeError):
            pass
        tb = tb.tb_next
