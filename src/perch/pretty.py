"""The text of a result: repr, with containers that are too long for a line broken over several, sets sorted, classes and functions by
their names, and a class's own `_repr_pretty_(p, cycle)`.

A text is made of words, breaks and groups. A group whose content fits into the rest of the line is written as it is; else each of its
own breaks becomes a new line, indented as far as the group says.
"""
import collections
import sys

WIDTH = 79                              # of a line
MOST = 1000                             # items of a container that are shown

enabled = True                          # %pprint
own_types = False                       # a program has set how values of a class are written
float_format = None                     # %precision: '%.3f'; None: repr


class _Group:
    def __init__(self, parent, indent):
        self.parent, self.indent = parent, indent
        self.depth = 0 if parent is None else parent.depth + 1
        self.broken = False
        self.pending = 0                # its breaks that wait


class _Page:
    """The lines as they are written. What stands behind a break waits while its line may yet become too long; if it does, the outermost group that has a
    break waiting is broken. An end of a line that must be breaks one such group too, and leaves the others around it whole."""

    def __init__(self, printer, root):
        self.width, self.newline = printer.max_width, printer.newline
        self.out, self.column, self.indents = [], 0, [0]
        self.waiting, self.length = collections.deque(), 0      # (text, group of a break, its indent)
        self.levels = [[root]]          # the groups that may be broken, by depth

    def begin(self, text, group):
        while len(self.levels) <= group.depth:
            self.levels.append([])
        self.levels[group.depth].append(group)
        self.indents.append(self.indents[-1] + group.indent)

    def end(self, text, group):
        self.indents.pop()
        if not group.pending:
            self._settle(group)

    def word(self, text, group):
        if self.waiting:
            self._wait(text, None)
        else:
            self.out.append(text)
            self.column += len(text)    # of all of it: the original does not look for ends of lines in a text

    def pause(self, text, group):
        if group.broken:
            self.flush()
            self._end_line(self.indents[-1])
        else:
            group.pending += 1
            self._wait(text, group)

    def stop(self, text, group):
        outer = self._outermost()
        if outer:
            self._break(outer)
        self.flush()
        self._end_line(self.indents[-1])

    def flush(self):
        while self.waiting:
            self._write_one()

    def _wait(self, text, group):
        self.waiting.append((text, group, self.indents[-1]))
        self.length += len(text)
        while self.column + self.length > self.width:
            outer = self._outermost()
            if not outer:
                break
            self._break(outer)

    def _break(self, group):
        while group.pending:
            self._write_one()
        while self.waiting and self.waiting[0][1] is None:
            self._write_one()

    def _write_one(self):
        text, group, indent = self.waiting.popleft()
        self.length -= len(text)
        if group is not None:
            group.pending -= 1
            if group.broken:
                return self._end_line(indent)
            if not group.pending:
                self._settle(group)
        self.out.append(text)
        self.column += len(text)

    def _end_line(self, indent):
        self.out.append(self.newline + ' ' * indent)
        self.column = indent

    def _settle(self, group):
        """Nothing of it is left that could be broken."""
        if group in self.levels[group.depth]:
            self.levels[group.depth].remove(group)

    def _outermost(self):
        """The next group to break; groups on its way that have no break yet break at each that comes."""
        for level in self.levels:
            for at, group in enumerate(reversed(level)):
                if group.pending:
                    del level[at]       # (counted from the other end, as in the original: with two groups of one depth the other one is settled)
                    group.broken = True
                    return group
            for group in level:
                group.broken = True
            del level[:]
        return None


class Printer:
    """What a `_repr_pretty_` is given: text, breakable, break_, group, pretty."""

    def __init__(self, verbose=False, max_width=WIDTH, newline='\n', max_seq_length=MOST):
        self.verbose, self.max_width, self.newline, self.max_seq_length = verbose, max_width, newline, max_seq_length
        self.stack = []                 # ids of what is being shown
        self._pieces = []               # (kind, text, group)
        self._group = self._root = _Group(None, 0)
        self._indent = 0

    # ---- the pieces ----

    def text(self, obj):
        """A word."""
        self._pieces.append(('word', obj, self._group))

    def breakable(self, sep=' '):
        """A place where the line may end; sep where it does not."""
        self._pieces.append(('pause', sep, self._group))

    def break_(self):
        """The line ends here."""
        self._pieces.append(('stop', '', self._group))

    def begin_group(self, indent=0, open=''):
        if open:
            self.text(open)
        self._group = _Group(self._group, indent)
        self._pieces.append(('begin', '', self._group))

    def end_group(self, dedent=0, close=''):
        self._pieces.append(('end', '', self._group))
        self._group = self._group.parent or self._root
        if close:
            self.text(close)

    def group(self, indent=0, open='', close=''):
        """with p.group(1, '[', ']'): …"""
        return _Grouping(self, indent, open, close)

    def indent(self, indent):
        return _Grouping(self, indent, '', '')

    def flush(self):
        pass

    def pretty(self, obj):
        """The pieces of a value."""
        cycle = id(obj) in self.stack
        self.stack.append(id(obj))
        self.begin_group()
        try:
            _choose(obj)(obj, self, cycle)
        finally:
            self.end_group()
            self.stack.pop()

    def enumerate(self, items):
        """(number, item), and an end once there are too many."""
        for i, item in enumerate(items):
            if self.max_seq_length and i >= self.max_seq_length:
                self.text(',')
                self.breakable()
                self.text('...')
                return
            yield i, item

    _enumerate = enumerate

    # ---- the lines ----

    def result(self):
        page = _Page(self, self._root)
        for kind, text, group in self._pieces:
            getattr(page, kind)(text, group)
        page.flush()
        return ''.join(page.out)


class _Grouping:
    def __init__(self, printer, indent, open, close):
        self.printer, self.args, self.close = printer, (indent, open), close

    def __enter__(self):
        self.printer.begin_group(*self.args)

    def __exit__(self, *exc):
        self.printer.end_group(self.args[0], self.close)


# ---- how values of each class are shown ----

def _as_repr(obj, p, cycle):
    lines = repr(obj).splitlines()
    with p.group():
        for i, line in enumerate(lines):
            if i:
                p.break_()
            p.text(line)


def _plain_object(obj, p, cycle):
    cls = type(obj)
    if cls.__repr__ is not object.__repr__:
        return _as_repr(obj, p, cycle)
    with p.group(1, '<'):
        p.pretty(cls)
        p.text(' at 0x%x' % id(obj))
        if cycle:
            p.text(' ...')
    p.text('>')


def _items(p, items):
    for i, item in p.enumerate(items):
        if i:
            p.text(',')
            p.breakable()
        p.pretty(item)


def _sequence(base, start, end):
    def show(obj, p, cycle):
        if type(obj).__repr__ is not base.__repr__:
            return p.text(repr(obj))
        if cycle:
            return p.text(start + '...' + end)
        with p.group(len(start), start, end):
            _items(p, obj)
            if len(obj) == 1 and base is tuple:
                p.text(',')
    return show


def _in_order(items):
    items = list(items)
    for key in (None, str):
        try:
            return sorted(items, key=key)
        except Exception:
            pass
    return items


def _set(base, start, end):
    def show(obj, p, cycle):
        if type(obj).__repr__ is not base.__repr__:
            return p.text(repr(obj))
        if cycle:
            return p.text(start + '...' + end)
        if not obj:
            return p.text(base.__name__ + '()')
        with p.group(len(start), start, end):
            _items(p, obj if len(obj) >= p.max_seq_length > 0 else _in_order(obj))
    return show


def _pairs(p, obj):
    for i, key in p.enumerate(obj.keys()):
        if i:
            p.text(',')
            p.breakable()
        p.pretty(key)
        p.text(': ')
        p.pretty(obj[key])


def _dict(base):
    def show(obj, p, cycle):
        if type(obj).__repr__ is not base.__repr__:
            return p.text(repr(obj))
        if cycle:
            return p.text('{...}')
        with p.group(1, '{', '}'):
            _pairs(p, obj)
    return show


def _call(p, name, args=(), keywords=()):
    """name(arg, …, key=value, …)"""
    with p.group(len(name) + 1, name + '(', ')'):
        first = True
        for key, value in [(None, arg) for arg in args] + list(keywords):
            if not first:
                p.text(',')
                p.breakable()
            first = False
            if key is None:
                p.pretty(value)
            else:
                with p.group(len(key) + 1, key + '='):
                    p.pretty(value)


def _named_call(obj, p, cycle, args, keywords=()):
    name = type(obj).__name__
    if cycle:
        return p.text(name + '(...)')
    _call(p, name, args, keywords)


def _defaultdict(obj, p, cycle):
    _named_call(obj, p, cycle, (obj.default_factory, dict(obj)))


def _ordered(obj, p, cycle):
    _named_call(obj, p, cycle, (list(obj.items()),) if obj else ())


def _counter(obj, p, cycle):
    _named_call(obj, p, cycle, (dict(obj.most_common()),) if obj else ())


def _deque(obj, p, cycle):
    _named_call(obj, p, cycle, (list(obj),), (('maxlen', obj.maxlen),) if obj.maxlen is not None else ())


def _mappingproxy(obj, p, cycle):
    if cycle:
        return p.text('mappingproxy({...})')
    with p.group(14, 'mappingproxy({', '})'):
        _pairs(p, obj)


def _simple_namespace(obj, p, cycle):
    if cycle:
        return p.text('namespace(...)')
    _call(p, 'namespace' if type(obj) is type(sys.implementation) else type(obj).__name__, (), vars(obj).items())


def _exception(obj, p, cycle):
    cls = type(obj)
    name = cls.__qualname__ if cls.__module__ in ('builtins', 'exceptions') else '%s.%s' % (cls.__module__, cls.__qualname__)
    if cycle:
        return p.text(name + '(...)')
    _call(p, name, obj.args)


def _qualified(obj):
    module = getattr(obj, '__module__', None)
    name = getattr(obj, '__qualname__', None)
    if not isinstance(name, str):
        name = getattr(obj, '__name__', None)
        if not isinstance(name, str):
            name = '<unknown type>'
    return name if module in (None, 'builtins', 'exceptions') else '%s.%s' % (module, name)


def _class(obj, p, cycle):
    for cls in type(obj).__mro__:
        if '__repr__' in vars(cls):
            if cls is not type:
                return _as_repr(obj, p, cycle)
            break
    p.text(_qualified(obj))


def _function(obj, p, cycle):
    from inspect import signature
    name = _qualified(obj)
    try:
        name += str(signature(obj))
    except (ValueError, TypeError):
        pass
    p.text('<function %s>' % name)


def _pattern(obj, p, cycle):
    import re
    flags = [name for name in ('TEMPLATE', 'IGNORECASE', 'LOCALE', 'MULTILINE', 'DOTALL', 'UNICODE', 'VERBOSE', 'DEBUG')
             if obj.flags & getattr(re, name, 0)]
    text = '|'.join('re.' + flag for flag in flags)
    with p.group(11, 're.compile(', ')'):
        p.text('r' + repr(obj.pattern).replace('\\\\', '\\'))
        if text:
            p.text(',')
            p.breakable()
            p.text(text)


def _float(obj, p, cycle):
    p.text(float_format % obj if float_format else repr(obj))


def _super(obj, p, cycle):
    with p.group(8, '<super: ', '>'):
        p.pretty(obj.__thisclass__)
        p.text(',')
        p.breakable()
        p.pretty(obj.__self__)


for_type = {
    int: _as_repr, str: _as_repr, bytes: _as_repr, float: _float, tuple: _sequence(tuple, '(', ')'), list: _sequence(list, '[', ']'),
    dict: _dict(dict), set: _set(set, '{', '}'), frozenset: _set(frozenset, 'frozenset({', '})'), super: _super, type: _class,
    type(_class): _function, type(len): _function, type(vars(type)): _mappingproxy, BaseException: _exception,
    type(sys.implementation): _simple_namespace,
}
by_name = {                             # (module, name): of classes that need not have been imported
    ('collections', 'defaultdict'): _defaultdict, ('collections', 'OrderedDict'): _ordered, ('collections', 'deque'): _deque,
    ('collections', 'Counter'): _counter, ('re', 'Pattern'): _pattern, ('types', 'SimpleNamespace'): _simple_namespace,
}


def _choose(obj):
    for cls in type(obj).__mro__:
        if cls in for_type:
            return for_type[cls]
        own = vars(cls)
        named = by_name.get((cls.__module__, cls.__name__))
        if named:
            return named
        if '_repr_pretty_' in own and callable(own['_repr_pretty_']):
            return cls._repr_pretty_
        if cls is not object and callable(own.get('__repr__')):
            return _as_repr
    return _plain_object


def pretty(value, max_width=WIDTH):
    """The text in which a value is shown."""
    if not enabled:
        return float_format % value if float_format and type(value) is float else repr(value)
    p = Printer(max_width=max_width)
    p.pretty(value)
    return p.result()
