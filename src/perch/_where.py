"""where(x): on which device each value lives, and which line put it there.

For tensors, parameters (a row a copy), networks, lists, tuples and dicts of them, nested; without an argument for every name of the caller.
The result prints as a table; its rows are data: name, shape, dtype, place, line, bytes.
"""
import _tensor
from perch.mistakes.draw import amount, history, nbytes, pad, place, width
from perch.mistakes.line import is_a, is_module, is_tensor, user_frame, vars_of
from perch.mistakes.mending import is_simple
from perch.mistakes.names import children, is_network, joined, parameter_copies, parameter_name, SKIP
from perch.words import say


class Row:
    """One tensor: name, tensor, shape, dtype, place, made and moved (file, line, text) or None, bytes."""

    __slots__ = ('name', 'tensor', 'shape', 'dtype', 'place', 'made', 'moved', 'bytes', 'note')

    def __init__(self, name, tensor, note=''):
        made, moved = _tensor.sites(tensor)
        self.name, self.tensor, self.note = name, tensor, note
        self.shape, self.dtype = _tensor.shape(tensor), _tensor.dtype_name(tensor)
        self.place, self.bytes = place(tensor), nbytes(tensor)
        self.made, self.moved = _line(made), _line(moved)

    @property
    def line(self):
        """The number of the line that put it where it is."""
        at = self.moved or self.made
        return at[1] if at else None

    def __repr__(self):
        return f'{self.name}: {"x".join(map(str, self.shape)) or "scalar"} {self.dtype} on {self.place}'


def _line(site):
    info = _tensor.site_info(site) if site else None
    return (info[0], info[1], info[5]) if info else None


class Where:
    """Rows, and what is known to have no place yet (`pending`: [(name, why)])."""

    def __init__(self, rows, pending, other, grouped, now=0):
        self.rows, self.pending, self.other, self._grouped, self._now = rows, pending, other, grouped, now

    def __iter__(self):
        return iter(self.rows)

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, key):
        if isinstance(key, str):
            found = [row for row in self.rows if row.name == key]
            if not found:
                raise KeyError(key)
            return found[0] if len(found) == 1 else found
        return self.rows[key]

    @property
    def places(self):
        """{place: bytes that are held}, in the order of the rows; memory that two names share counts once, a view holds the whole that it looks at."""
        seen, out = set(), {}
        for row in self.rows:
            key = _tensor.serial(row.tensor)
            out.setdefault(row.place, 0)
            if key not in seen:
                out[row.place] += _tensor.kept_bytes(row.tensor)
            seen.add(key)
        return out

    def __eq__(self, other):
        """where(x) == gpu(1), == 'cuda:0': everything is there."""
        if isinstance(other, Where):
            return self is other
        return bool(self.rows) and all(row.place == str(other) for row in self.rows)

    __hash__ = object.__hash__

    def _text(self, row):
        return history(row.tensor, self._now) or row.note

    def __repr__(self):
        if not self.rows and not self.pending:
            return _tensor.visible(self.other, True)
        rows = list(self.rows)
        if self._grouped:
            order = list(self.places)
            rows.sort(key=lambda row: order.index(row.place))
        table = [(row.name, 'x'.join(map(str, row.shape)) or say('scalar'), row.dtype, row.place, amount(row.bytes), self._text(row)) for row in rows]
        table += [(name, '?', '', '', '', why) for name, why in self.pending]
        widths = [max(width(row[i]) for row in table) for i in range(5)]
        out = []
        for row in table:
            cells = [*(pad(row[i], widths[i]) for i in range(4)), pad(row[4], widths[4], True), row[5]]
            out.append('  '.join(cells).rstrip())
        if len(rows) > 1:
            out.append(say('in all', list=', '.join(say('bytes on', bytes=amount(n), place=p) for p, n in self.places.items())))
        return _tensor.visible('\n'.join(out), True)


MOST, DEEP = 100_000, 60         # tensors, and levels of lists in lists, that are looked at; `seen` has what was left out then as a None


def _gather(name, value, rows, pending, seen, depth=0):
    if is_a(value, SKIP) or is_module(value):
        return
    if depth > DEEP or len(rows) >= MOST:
        seen.add(None)
        return
    if is_tensor(value):
        if id(value) not in seen:
            seen.add(id(value))
            rows.append(Row(name, value))
        return
    if id(value) in seen:
        return
    seen.add(id(value))
    copies = parameter_copies(value)
    if copies is not None:
        own = vars_of(value)
        title = parameter_name(value) or name
        if copies:
            rows.extend(Row(title, copy) for copy in copies)
        else:
            waiting = own.get('_deferred_init')
            pending.append((title, say('waits', list=', '.join(map(str, waiting[1]))) if waiting else say('not initialized')))
        return
    if is_network(value):
        own = vars_of(value)
        for store in ('_parameters', '_buffers', '_reg_params'):
            for key, item in (own.get(store) or {}).items():
                _gather(joined(name, key), item, rows, pending, seen, depth + 1)
        for key, item in (own.get('_modules', own.get('_children')) or {}).items():
            _gather(joined(name, str(key)), item, rows, pending, seen, depth + 1)
        for key, item in own.items():
            if not key.startswith('_') and (is_tensor(item) or is_a(item, (list, tuple, dict))):
                _gather(joined(name, key), item, rows, pending, seen, depth + 1)
        return
    params = vars_of(value).get('_params')
    if isinstance(params, dict) and depth < 4:          # a ParameterDict of Gluon's
        for item in params.values():
            _gather(name, item, rows, pending, seen, depth + 1)
        return
    if is_a(value, (list, tuple, dict)) or depth < 3:
        for text, item in children(name, value, 10 * MOST):
            _gather(text, item, rows, pending, seen, depth + 1)


def where(*values):
    """where(x, …) or where(): see the module."""
    frame = user_frame()
    now = _tensor.site()
    rows, pending, seen = [], [], set()
    if not values:
        names = dict(frame.f_locals)        # the nearest name is the one shown
        for name, value in frame.f_globals.items():
            names.setdefault(name, value)
        for name, value in names.items():
            if not name.startswith('_'):
                _gather(name, value, rows, pending, seen)
        return Where(rows, pending, say('where no name'), True, now)
    for i, value in enumerate(values):
        _gather(_name_of(value, frame, i, len(values)), value, rows, pending, seen)
    other = ''
    if not rows and not pending:
        if isinstance(values[0], (_tensor.Context, _tensor.device)):
            other = say('where place', name=values[0])
        else:
            other = say('where other', type=type(values[0]).__name__)
    return Where(rows, pending, other, False, now)


def _name_of(value, frame, i, count):
    """How the caller calls it: where(x) is about x."""
    from perch.mistakes.line import Line
    line = Line(_tensor.site())
    tree = line.tree
    if tree is not None and tree.kind == 'Call' and len(tree.fields[1]) == count and not tree.fields[2]:
        text = line.source(tree.fields[1][i])
        if len(text) <= 40 and is_simple(tree.fields[1][i]):
            network = is_network(value)
            return '' if network and tree.fields[1][i].kind == 'Name' and count == 1 else text
    return f'[{i}]' if count > 1 else ''
