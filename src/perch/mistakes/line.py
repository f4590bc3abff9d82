"""A line of the user's program: the expression at a site, its parts, what their names stand for, and how it is drawn.

A site is a number (see _tensor.sites); `Line(site)` finds the text of the expression that was running there and its syntax.
"""
import sys

import _tensor

MISSING = object()      # what a part stands for cannot be told without running it


class _Slotted:
    __slots__ = ('slot',)


SLOT = type(_Slotted.slot)


def is_a(value, kinds):
    """isinstance() without asking the value: a proxy's __class__ is a property of its own, and may do anything."""
    return issubclass(type(value), kinds)


STATEMENTS = ('AugAssign', 'Assign', 'AnnAssign', 'Expr', 'Return', 'For', 'If', 'While', 'Assert', 'Delete')


class Part:
    """A node of the syntax with its place in the text, in bytes."""

    __slots__ = ('kind', 'start', 'end', 'fields')

    def __init__(self, kind, start, end, fields):
        self.kind, self.start, self.end, self.fields = kind, start, end, fields


def _offsets(text):
    starts = [0]
    for i, byte in enumerate(text):
        if byte == 10:
            starts.append(i + 1)
    return starts


class Line:
    def __init__(self, site):
        self.site = site
        self.file = self.text = self.tree = None
        self.number = 0
        self.statement = False
        info = _tensor.site_info(site) if site else None
        if info is None:
            return
        self.file, self.number, column, end_line, end_column, self.first = info
        source = _tensor.site_source(site)
        if source is None:
            return
        lines = source.encode('utf-8', 'surrogatepass').split(b'\n')
        wanted = lines[self.number - 1:end_line]
        if not wanted:
            return
        wanted[-1] = wanted[-1][:end_column]
        wanted[0] = wanted[0][column:]
        self.text = b'\n'.join(wanted)
        self.tree = self._parse()

    def _parse(self):
        text = self.text.decode('utf-8', 'surrogatepass')
        tree = _tensor.syntax('(' + text + '\n)')       # brackets: it may go on over lines
        shift = 1
        if tree is None:
            body = _tensor.syntax(text, True)
            if not body or len(body) != 1:
                return None
            tree, shift, self.statement = body[0], 0, True
        starts = _offsets(self.text)

        def convert(node):
            if type(node) is not tuple:
                return node
            if len(node) >= 5 and type(node[0]) is str and type(node[1]) is int and type(node[3]) is int:
                kind, line, column, end_line, end_column = node[:5]
                if kind in ('Constant',):
                    fields = node[5:]
                else:
                    fields = tuple(map(convert, node[5:]))
                start = starts[line - 1] + column - (shift if line == 1 else 0) if 0 < line <= len(starts) else 0
                end = starts[end_line - 1] + end_column - (shift if end_line == 1 else 0) if 0 < end_line <= len(starts) else 0
                return Part(kind, start, end, fields)
            return tuple(map(convert, node))

        return convert(tree)

    def source(self, part):
        return self.flat(self.text[part.start:part.end], part)

    # ---- one line of text from several ----

    def _strings(self):
        found = []

        def walk(node):
            if isinstance(node, Part):
                if node.kind == 'JoinedStr' or node.kind == 'Constant' and type(node.fields[0]) is str:
                    found.append((node.start, node.end))
                    return
                for field in node.fields:
                    walk(field)
            elif type(node) is tuple:
                for item in node:
                    walk(item)

        walk(self.tree)
        return found

    def flatten(self):
        """The text on one line without comments, and a function from places in the text to columns of it."""
        text = self.text
        if b'\n' not in text:
            flat = text.decode('utf-8', 'replace')
            return flat, lambda at: len(text[:at].decode('utf-8', 'replace'))
        strings = self._strings()
        out, places, i = [], {}, 0
        while i < len(text):
            inside = next((s for s in strings if s[0] <= i < s[1]), None)
            if inside:
                for k in range(i, inside[1]):
                    places[k] = len(out)
                    out.append(text[k:k + 1] if text[k] != 10 else b' ')
                i = inside[1]
                continue
            places[i] = len(out)
            byte = text[i]
            if byte == 35:                              # a comment
                while i < len(text) and text[i] != 10:
                    i += 1
                continue
            if byte == 92 and text[i + 1:i + 2] == b'\n':
                i += 1
                continue
            if byte in b' \t\r\n':
                j = i
                while j < len(text) and text[j] in b' \t\r\n':
                    places[j] = len(out)
                    j += 1
                broken = b'\n' in text[i:j] or text[i - 1:i] == b'\\'
                if not broken:
                    out.append(text[i:j])
                    i = j
                    continue
                while out and not out[-1].strip():
                    out.pop()
                if out and out[-1][-1:] not in (b'(', b'[', b'{', b' ') and text[j:j + 1] not in (b')', b']', b'}', b'.'):
                    out.append(b' ')
                i = j
                continue
            out.append(text[i:i + 1])
            i += 1

        def column(at):
            pieces = places.get(at, len(out))
            return len(b''.join(out[:pieces]).decode('utf-8', 'replace'))

        return b''.join(out).decode('utf-8', 'replace'), column

    def flat(self, piece, part):
        if b'\n' not in piece:
            return piece.decode('utf-8', 'replace')
        whole, column = self.flatten()
        return whole[column(part.start):column(part.end)].strip()

    # ---- operands ----

    def parts(self):
        """The parts of the expression that may be operands, from left to right."""
        found = []

        def add(node):
            if not isinstance(node, Part):
                return
            if node.kind in ('List', 'Tuple', 'Set'):
                for item in node.fields[0]:
                    add(item)
            elif node.kind == 'Dict':
                for item in node.fields[1]:
                    add(item)
            elif node.kind == 'Starred':
                add(node.fields[0])
            elif node.kind == 'Slice':
                for item in node.fields:
                    add(item)
            else:
                found.append(node)

        node = self.tree
        if node is None:
            return found
        if node.kind == 'Expr':
            node = node.fields[0]
        kind, fields = node.kind, node.fields
        if kind == 'BinOp':
            add(fields[0]), add(fields[2])
        elif kind == 'AugAssign':
            add(fields[0]), add(fields[2])
        elif kind == 'Assign':
            add(fields[0][0]), add(fields[1])
        elif kind == 'Compare':
            add(fields[0])
            for item in fields[2]:
                add(item)
        elif kind == 'UnaryOp':
            add(fields[1])
        elif kind == 'Subscript':
            add(fields[0]), add(fields[1])
        elif kind == 'Attribute':
            add(fields[0])
        elif kind == 'Call':
            callee, args, keywords = fields
            found.append(callee.fields[0] if callee.kind == 'Attribute' else callee)
            for item in args:
                add(item)
            for item in keywords:
                add(item.fields[1])
        else:
            found.append(node)
        return found


# ---- what names stand for ----

class Scope:
    """The names that a piece of the program sees."""

    def __init__(self, frame):
        self.code = frame.f_code if frame else None
        self.locals = frame.f_locals if frame else {}
        self.globals = frame.f_globals if frame else {}
        self.builtins = frame.f_builtins if frame else {}
        self.top = self.locals is self.globals

    def name(self, text):
        for names in (self.locals, self.globals, self.builtins):
            if text in names:
                return names[text]
        if not text.startswith('_'):
            found = _tensor.prelude(text)
            if found is not Ellipsis:
                return found
        return MISSING

    def value(self, part, depth=0):
        """What a part stands for, where that can be told without running anything of the program's."""
        if not isinstance(part, Part) or depth > 20:
            return MISSING
        kind, fields = part.kind, part.fields
        if kind == 'Name':
            return self.name(fields[0])
        if kind == 'Constant':
            return fields[0]
        if kind == 'Attribute':
            return attribute(self.value(fields[0], depth + 1), fields[1])
        if kind == 'Subscript':
            base, key = self.value(fields[0], depth + 1), self.value(fields[1], depth + 1)
            if key is MISSING:
                return MISSING
            if type(base) in (list, tuple) and type(key) is int and -len(base) <= key < len(base):
                return base[key]
            if isinstance(base, dict) and type(base).__getitem__ is dict.__getitem__ and type(key) in (str, int):
                return base.get(key, MISSING)
            children = vars_of(base).get('_modules') or vars_of(base).get('_children')
            if isinstance(children, dict) and type(key) is int:
                items = list(children.values())
                return items[key] if -len(items) <= key < len(items) else MISSING
            return MISSING
        if kind == 'UnaryOp':
            value = self.value(fields[1], depth + 1)
            return -value if fields[0] == '-' and type(value) in (int, float) else MISSING
        if kind == 'BinOp':
            a, b = self.value(fields[0], depth + 1), self.value(fields[2], depth + 1)
            if type(a) is int and type(b) is int:
                if fields[1] == '+':
                    return a + b
                if fields[1] == '-':
                    return a - b
                if fields[1] == '%' and b:
                    return a % b
            return MISSING
        if kind == 'NamedExpr':
            return self.value(fields[0], depth + 1)
        return MISSING


PLAIN = ('float', 'int', 'len', 'bool', 'str', 'range', 'round', 'slice')


PLAIN_ATTRIBUTES = ('shape', 'device', 'dtype', 'ndim', 'context', 'ctx', 'is_cuda', 'requires_grad', 'training')
PLAIN_METHODS = ('size', 'dim', 'numel', 'item', 'tolist', 'asscalar', 'stride')


def is_plain(part):
    """Can it stand for no tensor, whatever it gives: a constant, a function, float('-inf'), x.shape[0], -x.size(1)?"""
    kind, fields = part.kind, part.fields
    if kind in ('Constant', 'Lambda', 'JoinedStr', 'Slice'):
        return True
    if kind == 'Call':
        callee = fields[0]
        return callee.kind == 'Name' and callee.fields[0] in PLAIN or callee.kind == 'Attribute' and callee.fields[1] in PLAIN_METHODS
    if kind == 'UnaryOp':
        return is_plain(fields[1])
    if kind == 'BinOp':
        return is_plain(fields[0]) and is_plain(fields[2])
    return kind == 'Attribute' and fields[1] in PLAIN_ATTRIBUTES or kind == 'Subscript' and is_plain(fields[0])


def vars_of(value):
    """The attributes that an instance itself holds."""
    if value is MISSING or value is None or is_a(value, (int, float, str, type)):
        return {}
    try:
        own, slots = _tensor.attributes(value), slots_of(value)
        return {**slots, **own} if slots else own
    except Exception:
        return {}


def slots_of(value):
    """What an instance holds in slots, by name."""
    found = {}
    for cls in type(value).__mro__:
        names = cls.__dict__.get('__slots__', ())
        for name in (names,) if type(names) is str else names if type(names) in (tuple, list, dict) else ():
            slot = cls.__dict__.get(f"_{cls.__name__.lstrip('_')}{name}" if name.startswith('__') and not name.endswith('__') else name)
            if type(slot) is SLOT:
                try:
                    found.setdefault(name, slot.__get__(value))
                except AttributeError:          # nothing is in it
                    pass
    return found


def is_module(value):
    return type(value) is type(sys)


def attribute(value, name):
    """value.name, where it is stored and not computed."""
    if value is MISSING:
        return MISSING
    own = vars_of(value)
    if name in own:
        return own[name]
    for store in ('_parameters', '_buffers', '_modules', '_reg_params', '_children'):
        group = own.get(store)
        if isinstance(group, dict) and name in group:
            return group[name]
    if is_module(value):
        try:
            return getattr(value, name)
        except Exception:
            return MISSING
    classes = value.__mro__ if isinstance(value, type) else type(value).__mro__
    for cls in classes:
        if name in cls.__dict__:
            found = cls.__dict__[name]
            return found if is_tensor(found) or isinstance(found, (int, float, str, list, tuple, dict)) else MISSING
    return MISSING


TENSORS = (_tensor.NDArray, _tensor.Tensor, _tensor.ndarray)


def is_tensor(value):
    return is_a(value, TENSORS) or _tensor.is_array(value)


def user_frame(depth=1):
    """The innermost frame of the program's own code."""
    frame = sys._getframe(depth)
    while frame is not None and _tensor.is_library(frame.f_code):
        frame = frame.f_back
    return frame
