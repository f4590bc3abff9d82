"""Results on a page: arrays with a badge of device, shape and type; networks and dictionaries of arrays as tables.

html(value, text) is asked for each result of a notebook. The text is the value's own, made before: what a late error or a wait does, it has done there,
and nothing here looks at values again (so an array of any size costs the same).
"""
import _tensor
from perch.mistakes.draw import accent_of, amount, nbytes, shape_text
from perch.mistakes.line import is_tensor, vars_of
from perch.mistakes.names import is_network, joined, parameter_copies, parameter_name
from perch.views.paint import FAINT, Row, Table, cut, escape, folded, page, pill, preformatted
from perch.views.words import words
from perch.views.world import device_of, place_cell, place_name

LINES = 20              # of a text that is shown unfolded
FEW = 1000              # elements: with more, NumPy, MXNet and PyTorch leave some out
ROWS = 60               # of a network's table: with more, inner layers are summed up
LONGEST = 240           # rows, where there is nothing more to be summed up
CHARACTERS = 60000      # of a text that is unfolded
MOST = 1000             # tensors of a collection that are looked at


def html(value, text):
    """HTML of a value that has a text; None: the text says all."""
    if is_tensor(value):
        return of_array(value, text)
    for kinds, make in TABLE:
        if isinstance(value, kinds):
            return make(value, text)
    if is_network(value):
        return of_network(value, text)
    if parameter_copies(value) is not None and parameter_name(value):
        return of_parameter(value, text)
    params = vars_of(value).get('_params')
    if isinstance(params, dict) and params and all(parameter_copies(p) is not None for p in params.values()):
        return of_parameters(params, text)
    return None


def _is_torch(tensor):
    return accent_of(tensor) == 1


def _badge(tensor):
    """[gpu(1)] 2x3 float32 24 bytes NDArray"""
    device = device_of(tensor)
    kind = type(tensor).__name__
    return (f'{pill(place_name(device, _is_torch(tensor)), device)} <b>{escape(shape_text(tensor))}</b> {escape(_tensor.dtype_name(tensor))} '
            f'<span style="{FAINT}">{escape(amount(nbytes(tensor)))}, {escape(kind)}</span>')


def _as_text(text):
    """The text, folded."""
    text = text if len(text) <= CHARACTERS else text[:CHARACTERS] + '\n…'
    return folded(escape(words('rich text')), preformatted(text))


def _values(text, elements=0):
    """The text as it is, or folded where it is long."""
    text = text.strip('\n')
    text = text if len(text) <= CHARACTERS else text[:CHARACTERS] + '\n…'
    many = text.count('\n') >= LINES or elements > FEW
    return folded(escape(words('rich values')), preformatted(text)) if many else preformatted(text)


def of_array(tensor, text):
    elements = 1
    for n in _tensor.shape(tensor):
        elements *= n
    return page('<div>', _badge(tensor), '</div>', _values(text, elements))


def of_place(place, text):
    from perch.views.world import device_title, number_of
    device = number_of(place)
    if device >= _tensor.gpu_count():
        return None
    return page(pill(text, device), f' <span style="{FAINT}">{escape(device_title(device))}</span>' if device >= 0 and text == str(place) else '')


# ---- collections ----

def _row(name, tensor, note=''):
    return Row([name, shape_text(tensor), _tensor.dtype_name(tensor), place_cell([device_of(tensor)], _is_torch(tensor)), amount(nbytes(tensor)), note])


def _columns(first):
    return [(words(first), 'l'), (words('shape'), 'l'), (words('dtype'), 'l'), (words('device'), 'l'), (words('bytes'), 'r'), ('', 'l')]


def _sums(tensors):
    """{device: bytes}; memory that two share counts once."""
    found, seen = {}, set()
    for tensor in tensors:
        serial, device = _tensor.serial(tensor), device_of(tensor)
        found[device] = found.get(device, 0) + (0 if serial in seen else nbytes(tensor))
        seen.add(serial)
    return found


def _held(tensors, torch):
    """[gpu(0)] 24 bytes [gpu(1)] 24 bytes"""
    return ' '.join(f'{pill(place_name(device, torch), device)} {escape(amount(n))}' for device, n in sorted(_sums(tensors).items()))


def of_collection(value, text):
    """A list, tuple or dict of nothing but arrays; else None."""
    if not value or len(value) > MOST:
        return None
    items = list(value.items() if isinstance(value, dict) else enumerate(value))
    if not all(is_tensor(item) for _, item in items):
        return None
    tensors = [item for _, item in items]
    title = f'<div>{escape(words.count("rich arrays", len(items), type=type(value).__name__))} {_held(tensors, _is_torch(tensors[0]))}</div>'
    rows = [_row(name if isinstance(name, str) else repr(name), tensor) for name, tensor in items[:LONGEST]]
    if len(items) > LONGEST:
        rows.append(Row([words('rich left out', n=len(items) - LONGEST)], kind='note'))
    table = Table(_columns('name'), rows).table_html()
    if text.count('\n') >= LINES or isinstance(value, dict) and len(items) > 4:        # a network's state
        return page(title, table, _as_text(text))
    return page(title, preformatted(text.strip('\n')), folded(escape(words('rich table')), table))


# ---- parameters ----

def _shape_of(shape):
    """10x? of a shape that is not known yet."""
    return 'x'.join('?' if n is None or n <= 0 else str(n) for n in shape) if shape else '?'


def _parameter_row(name, parameter):
    """A parameter of Gluon's: its copies are one row."""
    copies = parameter_copies(parameter)
    dtype = _tensor.dtype_name(copies[0]) if copies else str(getattr(parameter.dtype, '__name__', parameter.dtype))
    if copies:
        note = '' if parameter.grad_req == 'write' else f"grad_req='{parameter.grad_req}'"
        return Row([name, shape_text(copies[0]), dtype, place_cell([device_of(copy) for copy in copies]), amount(sum(map(nbytes, copies))), note])
    own = vars_of(parameter)
    waiting = own.get('_deferred_init')
    shape = own.get('_shape') or ()
    return Row([name, _shape_of(shape), dtype, '', '', words('waits' if waiting else 'uninitialized')])


def of_parameter(parameter, text):
    table = Table(_columns('name'), [_parameter_row(parameter_name(parameter), parameter)])
    return page(table.table_html(), _as_text(text))


def of_parameters(params, text):
    rows = [_parameter_row(name, parameter) for name, parameter in list(params.items())[:MOST]]
    copies = [copy for parameter in params.values() for copy in parameter_copies(parameter)]
    title = f'<div>{escape(words.count("rich parameters", len(params)))} {_held(copies, False)}</div>'
    return page(title, _folded_table(Table(_columns('name'), rows), len(rows)), _as_text(text))


def _folded_table(table, rows):
    return table.table_html() if rows <= ROWS else folded(escape(words('rich table')), table.table_html())


# ---- networks ----

class Layer:
    """A layer with what it owns itself: parameters [(name, shape text, count or None, dtype, tensors, trained, the value, frozen)]."""

    def __init__(self, name, block, depth):
        self.name, self.block, self.depth = name, block, depth
        self.own = vars_of(block)
        self.parameters = [found for store in ('_reg_params', '_parameters', '_buffers') for found in self._of(store)]
        inner = self.own.get('_modules', self.own.get('_children'))
        self.inner = {str(key): child for key, child in inner.items() if child is not None} if isinstance(inner, dict) else {}
        self.layers = []

    def _of(self, store):
        group = self.own.get(store)
        for key, value in (group.items() if isinstance(group, dict) else ()):
            copies = parameter_copies(value)
            if copies is not None:
                shape = vars_of(value).get('_shape') or ()
                known = bool(shape) and all(n is not None and n > 0 for n in shape)
                dtype = _tensor.dtype_name(copies[0]) if copies else str(getattr(value.dtype, '__name__', value.dtype))
                yield str(key), _shape_of(shape), _product(shape) if known else None, dtype, copies, value.grad_req != 'null', value, value.grad_req == 'null' and vars_of(value).get('_differentiable', True)
            elif is_tensor(value):
                shape = _tensor.shape(value)
                yield str(key), shape_text(value), _product(shape), _tensor.dtype_name(value), [value], store == '_parameters' and bool(value.requires_grad), value, store == '_parameters' and not value.requires_grad

    @property
    def title(self):
        """How its library writes it, where that is a line; else the name of its class."""
        try:
            text = repr(self.block)
        except Exception:
            return type(self.block).__name__
        return cut(text, 56) if '\n' not in text else type(self.block).__name__

    def all(self):
        """The parameters of it and of all in it."""
        found = list(self.parameters)
        for layer in self.layers:
            found += layer.all()
        return found


def _product(shape):
    n = 1
    for each in shape:
        n *= each
    return n


def _layers(network):
    """The tree of a network's layers."""
    count, seen = 0, set()

    def visit(name, block, depth):
        nonlocal count
        count += 1
        layer = Layer(name, block, depth)
        if id(block) not in seen and depth < 40:
            seen.add(id(block))
            layer.layers = [visit(joined(name, key), child, depth + 1) for key, child in layer.inner.items() if count < 20 * MOST]
        return layer

    return visit('', network, 0)


def _every(layer):
    yield layer
    for inner in layer.layers:
        yield from _every(inner)


def _deepest(root):
    """How deep a table may go that has at most so many rows."""
    depth, level = 0, [root]
    shown = 0
    while level and shown + len(level) <= ROWS:
        shown += len(level)
        level = [inner for layer in level for inner in layer.layers]
        depth += 1
    return max(1, depth - 1)


def _is_usual(network):
    """Is its text the library's (and not one that a program has written)?"""
    return getattr(type(network).__repr__, '__module__', '').split('.')[0] in ('mxnet', 'torch')


def of_network(network, text):
    root = _layers(network)
    deepest = _deepest(root)
    seen = set()                # parameters that stood in a row above: a shared one counts once

    def row(layer, parameters):
        fresh = [p for p in parameters if id(p[6]) not in seen]
        shared = len(fresh) < len(parameters)
        seen.update(id(p[6]) for p in fresh)
        waiting = sum(1 for p in fresh if p[2] is None or not p[4])
        notes = []
        if waiting:
            notes.append(words('waits') if any(p[2] is None for p in fresh) else words('uninitialized'))
        if shared:
            notes.append(words('rich shared'))
        fixed = [p[0] for p in fresh if p[7]]
        if fixed:
            notes.append(words('rich fixed', list=', '.join(fixed[:4]) + ('…' if len(fixed) > 4 else '')))
        tensors = [tensor for p in fresh for tensor in p[4]]
        known = sum(p[2] or 0 for p in fresh)
        shapes = ', '.join(f'{p[0]} {p[1]}' for p in parameters) if parameters and parameters is layer.parameters else ''
        counted = '' if not fresh else f'{known:,}' + (' + ?' if any(p[2] is None for p in fresh) else '')
        name = layer.name.rsplit('.', 1)[-1] or words('rich network')
        cell = '\u00a0\u00a0' * (layer.depth - 1) + name
        return Row([cell, layer.title, place_cell(dict.fromkeys(device_of(t) for t in tensors), bool(tensors) and _is_torch(tensors[0])), counted,
                    amount(sum(_sums(tensors).values())) if tensors else '', ', '.join(dict.fromkeys(p[3] for p in fresh)), ', '.join(notes), shapes])

    rows = []

    def visit(layer):
        if layer is not root or layer.parameters or not layer.layers:       # the whole has a row for what is its own
            rows.append(row(layer, layer.all() if layer.depth >= deepest and layer.layers else layer.parameters))
        if layer.depth < deepest:
            for inner in layer.layers:
                visit(inner)

    visit(root)
    left_out = max(0, len(rows) - LONGEST)
    del rows[LONGEST:]
    every = {id(p[6]): p for p in root.all()}.values()
    tensors = [tensor for p in every for tensor in p[4]]
    torch = bool(tensors) and _is_torch(tensors[0])
    trained = sum(p[2] or 0 for p in every if p[5])
    known = sum(p[2] or 0 for p in every)
    unknown = sum(1 for p in every if p[2] is None)
    title = [f'<b>{escape(type(network).__name__)}</b> ', escape(words.count('rich numbers', known, number=f'{known:,}'))]
    if trained != known:
        title.append(escape(words('rich trained', number=f'{trained:,}')))
    if unknown:
        title.append(escape(words.count('rich unknown', unknown)))
    columns = [(words('name'), 'l'), (words('rich layer'), 'l'), (words('device'), 'l'), (words('rich count'), 'r'), (words('bytes'), 'r'), (words('dtype'), 'l'), ('', 'l'), (words('rich shapes'), 'l')]
    hidden = sum(1 for each in _every(root) if each.depth > deepest)
    notes = [words(key, n=n) for key, n in (('rich deeper', hidden), ('rich left out', left_out)) if n]
    note = ''.join(f'<div style="{FAINT}">{escape(each)}</div>' for each in notes)
    return page('<div>', *title, ' ', _held(tensors, torch), '</div>', Table(columns, rows).table_html(), note, _as_text(text) if _is_usual(network) else preformatted(text))


TABLE = (((_tensor.Context, _tensor.device), of_place), ((list, tuple, dict), of_collection))
