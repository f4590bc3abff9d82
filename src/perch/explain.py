"""Why did it fail? The part that perch adds to an error: the expression of the user's line, each operand with its place and the line that put it
there, and an expression that would have worked.

draw() is called when core's refusal becomes an exception (object/explain.c); the Drawing that it gives (mistakes/drawing.py) becomes the exception's note; attach() does the
same for errors that the packages raise themselves. `perch explain` is lookup.py.
"""
import sys

import _tensor
from perch.mistakes import causes, mending, origin
from perch.mistakes.draw import accent_of, device_number, history, number_of, place, told, what
from perch.mistakes.drawing import Drawing, Operand as Lived, Record, Row, shortened, span_of
from perch.mistakes.line import MISSING, Line, Scope, is_plain, is_tensor, user_frame
from perch.words import say
from perch.mistakes.names import find, is_network, is_partial, network_names, parameter_copies, parameter_name, program_roots, vars_of

__all__ = ['draw', 'attach', 'page']
last = None             # the Drawing made last


def keep(case, heading, expression, rows, remarks, better, fix, cost, fixes):
    """The Drawing; in a session with the changes from which repairs are tried; fixes: [(expression or Edit, cost)]."""
    global last
    record = Record(case.code, span_of(case.site), heading, expression, rows, remarks, better, fix, cost)
    if '_session' in sys.builtin_module_names:      # in a session somebody may ask
        from perch.mistakes import repairs
        record.operands = [lived(o) for o in case.operands if is_tensor(o.tensor)]
        record.changes = repairs.find(case, fixes + [other for other in mending.others(case) if other[0] != (fixes[0][0] if fixes else None)])
    last = Drawing(record)
    return last


def lived(operand):
    made, moved = _tensor.sites(operand.tensor)
    return Lived(operand.name, _tensor.serial(operand.tensor), what(operand.tensor), place(operand.tensor), made, moved, span_of(made), span_of(moved))


def inputs(frame):
    """The tensors that the program's line gave to a function of the library in Python; None: the line runs what failed itself. And `self` there."""
    outer = None
    while frame is not None and _tensor.is_library(frame.f_code):
        if not frame.f_code.co_filename.startswith('<frozen perch'):
            outer = frame
        frame = frame.f_back
    if outer is None:
        return None, None
    code, found = outer.f_code, []
    names = code.co_varnames[:code.co_argcount + code.co_kwonlyargcount + (code.co_flags >> 2 & 1) + (code.co_flags >> 3 & 1)]
    values = outer.f_locals
    for name in names:
        value = values.get(name)
        for item in value if isinstance(value, (tuple, list)) else value.values() if isinstance(value, dict) else (value,):
            if is_tensor(item) and not any(item is t for t in found):
                found.append(item)
    return found, values.get('self')


class Operand:
    """One operand of what failed: the tensor, how the program calls it, and which part of the expression it is."""

    __slots__ = ('tensor', 'name', 'part', 'index', 'parameter')

    def __init__(self, tensor, index):
        self.tensor, self.index = tensor, index
        self.name = self.part = None
        self.parameter = False


class Thing:
    """What is no tensor and has a place: a generator. It is drawn like an operand."""

    def __init__(self, part, name, columns, device):
        self.part, self.name, self.columns, self.device = part, name, columns, device


def generators(case):
    found = []
    for part, value in zip(case.parts, case.values):
        own = vars_of(value)
        if '_site' in own and 'device' in own:
            name = case.line.source(part)
            found.append(Thing(part, name, (name, type(value).__name__, say('on', place=str(own['device'])), told('made', own['_site'], case.site)), number_of(own['device'])))
    return found


class Case:
    """What failed, gathered: the record of core's, the line, its scope, the operands with their names."""

    def __init__(self, accent, code, title, op, site, late, operands, wrong, numbers, shapes, parameters=()):
        self.accent, self.code, self.title, self.op, self.late = accent, code, title, op, late
        self.wrong, self.numbers, self.shapes = wrong, numbers, shapes
        self.frame = user_frame(2)
        here = _tensor.site()
        self.site = site if (late or late is None) and site else here or site      # (None: a call that was written down, whose line does not run)
        self.line = Line(self.site)
        self.scope = Scope(self.frame if self.site == here else None)
        self.tensors = operands
        self.operands = [Operand(t, i) for i, t in enumerate(operands) if is_tensor(t)]
        self.parts = self.line.parts()
        self.values = [self.scope.value(part) for part in self.parts]
        self.network = None             # (part, network) when a network was called
        tree = self.line.tree
        if tree is not None and tree.kind == 'Call' and network_names(self.scope.value(tree.fields[0])):
            self.parts[0], self.values[0] = tree.fields[0], self.scope.value(tree.fields[0])
            self.network = self.parts[0], self.values[0]
        given, owner = inputs(sys._getframe(1))
        if self.network is None and tree is not None and tree.kind == 'Call' and network_names(owner) and self.scope.value(tree.fields[0]) is MISSING:
            self.parts[0], self.values[0] = tree.fields[0], owner      # nn.Linear(3, 2)(x)
            self.network = self.parts[0], owner
        self.direct = given is None
        self.several = None             # (part, tensors): a call among the arguments that gave a list of them
        if given and self.passes(tree):
            given = None
        if given:               # calls and the like among the arguments: the library knows what they gave
            open_parts = [i for i, (part, value) in enumerate(zip(self.parts, self.values))
                          if value is MISSING and not is_plain(part) and not self.is_callee(part) and part is not self.receiver()]
            unknown = [t for t in given if not any(t is value for value in self.values) and not any(t is other for other in self.partial(tree))]
            if len(open_parts) == len(unknown):
                for i, tensor in zip(open_parts, unknown):
                    self.values[i] = tensor
            elif len(open_parts) == 1:
                self.several = self.parts[open_parts[0]], unknown
        if code == 'P0304':
            self.take_operands()
        elif code == 'P0105' and len(self.operands) == 1:      # one of a list that NumPy was given
            lists = [value for value in self.values if type(value) in (list, tuple) and any(item is operands[0] for item in value)]
            if lists:
                self.operands = [Operand(item, i) for i, item in enumerate(lists[0][:2]) if is_tensor(item)]
        if not self.operands:
            self.operands = [Operand(value, i) for i, value in enumerate(self.values) if is_tensor(value)]
        if not self.operands:               # or what stands in a list of the line
            self.operands = [Operand(item, i) for value in self.values if type(value) in (list, tuple) for i, item in enumerate(value[:2]) if is_tensor(item)]
        for operand in self.operands:   # Gluon's parameters are no tensors themselves
            if operand.index in parameters:
                owner = parameters[operand.index]
                operand.name, operand.parameter = parameter_name(owner) or 'parameter', True
                operand.part = next((part for part, value in zip(self.parts, self.values) if value is owner), self.network[0] if self.network else None)
        self.name_operands()

    def passes(self, tree):
        """Is what the line calls Python's own, so that the library was called by it: list(map(net, xs))?"""
        callee = self.scope.value(tree.fields[0]) if tree is not None and tree.kind == 'Call' else MISSING
        return type(callee) in (type, type(len)) and type(callee).__getattribute__(callee, '__module__') == 'builtins'

    def partial(self, tree):
        """The tensors that the called functools.partial holds already."""
        callee = self.scope.value(tree.fields[0]) if tree is not None and tree.kind == 'Call' else MISSING
        return [t for t in (*callee.args, *callee.keywords.values()) if is_tensor(t)] if is_partial(callee) else []

    def take_operands(self):
        """What expressions among the operands gave, from the operands that the library names: by position, or where there is but one way."""
        node = self.line.tree
        node = node.fields[0] if node is not None and node.kind == 'Expr' else node
        if node is not None and node.kind in ('BinOp', 'AugAssign', 'Compare') and len(self.parts) == len(self.tensors) == 2:
            self.values = [tensor if value is MISSING else value for value, tensor in zip(self.values, self.tensors)]
            return
        open_parts = [i for i, (part, value) in enumerate(zip(self.parts, self.values))
                      if value is MISSING and part.kind not in ('Constant', 'Lambda', 'JoinedStr') and not self.is_callee(part)]
        unknown = [t for t in self.tensors if not any(t is value for value in self.values)]
        if len(open_parts) == len(unknown):
            for i, tensor in zip(open_parts, unknown):
                self.values[i] = tensor
        self.operands = []                                     # all of the line's

    def tensor_parts(self):
        """[(part, tensor or None)] of the parts that are tensors, or may be."""
        found = []
        for part, value in zip(self.parts, self.values):
            if is_tensor(value):
                found.append((part, value))
            elif value is MISSING and not is_plain(part):
                found.append((part, None))
        return found

    def name_operands(self):
        tree = self.line.tree
        parts = self.tensor_parts()
        used = set()

        def take(operand, part):
            operand.part, operand.name = part, self.line.source(part)
            used.add(id(part))

        # an operator: by position
        node = tree.fields[0] if tree is not None and tree.kind == 'Expr' else tree
        if node is not None and node.kind in ('BinOp', 'AugAssign', 'Compare') and len(self.tensors) == 2 and len(self.parts) == 2:
            for operand in self.operands:
                part, value = self.parts[operand.index], self.values[operand.index]
                if operand.name is None and (value is MISSING or value is operand.tensor):
                    take(operand, part)
        # by identity
        for operand in self.operands:
            if operand.name is None:
                for part, value in parts:
                    if value is operand.tensor and id(part) not in used:
                        take(operand, part)
                        break
        for operand in self.operands:       # one tensor twice
            if operand.name is None:
                for part, value in parts:
                    if value is operand.tensor:
                        take(operand, part)
        # parameters of a network that is called
        if self.network:
            prefix = self.line.source(self.network[0]) if mending.is_simple(self.network[0]) else ''
            prefix = prefix.replace('[', '.').replace(']', '').partition('.')[2] if is_fixed(self.network[0]) else prefix
            names = [(name if '_' in name and '.' not in name or not prefix else f'{prefix}.{name}', tensor) for name, tensor in network_names(self.network[1])]
            for operand in self.operands:
                if operand.name is None:
                    for name, tensor in names:
                        if tensor is operand.tensor or same_memory(tensor, operand.tensor):
                            operand.name, operand.part, operand.parameter = name, self.network[0], True
                            break
        # the same memory under a name of the line: flattened, transposed … on the way
        for operand in self.operands:
            if operand.name is None:
                for part, value in parts:
                    if value is not None and id(part) not in used and same_memory(value, operand.tensor):
                        take(operand, part)
                        operand.tensor = value
                        break
        # converted or copied on the way: the only one that looks like it
        for operand in self.operands:
            if operand.name is None:
                alike = [(part, value) for part, value in parts
                         if value is not None and id(part) not in used and _tensor.shape(value) == _tensor.shape(operand.tensor) and place(value) == place(operand.tensor)]
                if len(alike) == 1:
                    take(operand, alike[0][0])
                    operand.tensor = alike[0][1]
        # computed on the way from the only one that has its place from the same line
        for operand in self.operands:
            if operand.name is None and not self.direct:
                near = [(part, value) for part, value in parts if value is not None and id(part) not in used and origin.shared(value, operand.tensor)]
                if len({id(value) for _, value in near}) == 1:
                    take(operand, near[0][0])
                    operand.tensor = near[0][1]
        for operand in self.operands:
            if operand.name is None and self.several:
                at = next((i for i, tensor in enumerate(self.several[1]) if tensor is operand.tensor), None)
                if at is not None:
                    operand.part, operand.name = self.several[0], f'{shortened(self.line.source(self.several[0]))}[{at}]'
        # what is left over, if it comes out even
        left = [operand for operand in self.operands if operand.name is None]
        open_parts = [part for part, value in parts if value is None and id(part) not in used and not self.is_callee(part)]
        if left and len(left) == len(open_parts) and self.direct:
            for operand, part in zip(left, open_parts):
                take(operand, part)
        # the program's other names
        left = [operand for operand in self.operands if operand.name is None]
        if left:
            roots = [(self.line.source(part), value) for part, value in zip(self.parts, self.values) if value is not MISSING and not is_tensor(value)]
            whole = program_roots(self.frame)
            for operand in left:
                name = find(operand.tensor, roots)
                if name is None and not self.direct:        # a step of the library's: what a module or an optimizer holds in that place
                    name, held = origin.held(operand.tensor, roots)
                    operand.tensor = operand.tensor if held is None else held
                if name is not None:
                    operand.name = name
                    operand.part = next((part for part, value in zip(self.parts, self.values)
                                         if value is not MISSING and name.startswith(self.line.source(part))), None)
                else:
                    operand.name = find(operand.tensor, whole) or say('step inside')
                operand.name = origin.of_network(operand, whole) or operand.name

    def receiver(self):
        node = self.line.tree
        return node.fields[0].fields[0] if node is not None and node.kind == 'Call' and node.fields[0].kind == 'Attribute' else None

    def is_callee(self, part):
        node = self.line.tree
        if node is None or node.kind != 'Call':
            return False
        callee = node.fields[0]
        return part is callee


def is_fixed(part):
    """A name, attributes and indices of it that are written down: layers[0], and not losses[k]."""
    while part.kind in ('Attribute', 'Subscript'):
        if part.kind == 'Subscript' and part.fields[1].kind != 'Constant':
            return False
        part = part.fields[0]
    return True


def same_memory(a, b):
    try:
        return (_tensor.address(a) != 0 and _tensor.address(a) == _tensor.address(b) and device_number(a) == device_number(b)
                and _tensor.number(a) == _tensor.number(b))
    except Exception:
        return False


def shown(case):
    """The operands worth drawing: those that do not fit, and few others."""
    operands = [o for i, o in enumerate(case.operands) if not any(o.tensor is p.tensor and o.name == p.name for p in case.operands[:i])]
    wrong = [o for o in operands if o.index in case.wrong]
    rest = [o for o in operands if o not in wrong]
    if len(operands) <= 4:
        return operands
    return wrong + rest[:max(0, 4 - len(wrong))]


PLACES = ('P0102', 'P0103', 'P0106', 'P0110', 'P0114')      # errors about places: where a place came from is worth a row


def is_indexing(case):
    return case.op.startswith('index_') or case.line.tree is not None and case.line.tree.kind == 'Subscript'


def rows_of(case, operands, column):
    """A Row for each operand, below it what it has its place from, if that is another line; column(part): where a part stands in the expression."""
    rows = []
    host = [o for o in operands if not isinstance(o, Thing) and place(o.tensor).startswith('cpu')]       # where a GPU's values meet the host's, these are what was forgotten
    suspects = host if host and not is_indexing(case) else operands
    for o in operands:
        at = column(o.part.start) if o.part is not None and column else None
        if isinstance(o, Thing):
            rows.append(Row(*o.columns, o.device, at))
            continue
        origins = origin.rows(case, o, case.code in PLACES) if case.code in (*PLACES, 'P0105') and o in suspects else []
        rows.append(Row(o.name, what(o.tensor), say('on', place=place(o.tensor)), history(o.tensor, case.site), device_number(o.tensor), at, origins))
    return rows


def picture(case, operands):
    """(heading, expression, rows): the expression, and under it a row for each operand."""
    if not case.line.text:
        return '', '', rows_of(case, operands, None)
    flat, column = case.line.flatten()
    heading = ''
    if case.late or case.scope.code is None:
        info = _tensor.site_info(case.site)
        heading = say('forward' if case.code == 'P0410' else 'late' if case.late else 'line colon', n=info[1])
    return heading, flat, rows_of(case, operands, column)


def draw(accent, code, title, op, site, late, operands, wrong, numbers, shapes):
    """The note under an exception; None: there is nothing to say."""
    case = Case(accent, code, title, op, site, late, operands, wrong, numbers, shapes)
    return render(case)


def render(case):
    operands = shown(case)
    if case.network and len(operands) < 4:      # what the network was given, even where it failed further inside
        for part, value in case.tensor_parts():
            if value is not None and not any(o.tensor is value for o in operands) and len(operands) < 4:
                given = Operand(value, -1)
                given.part, given.name = part, case.line.source(part)
                operands = operands + [given]
    return concluded(case, picture(case, operands), *mending.mend(case))


def concluded(case, drawn, remarks, fix, cost):
    """The whole drawing: what there is to say about the mistake, where it was made if that is another line, and the repair."""
    said, edit = causes.find(case)
    remarks = [r for r in remarks if r not in said] + said
    fixes = [(fix, cost)] if fix else []
    if edit:
        fixes.append((edit, '' if fix else cost))
    return keep(case, *drawn, remarks, edit.said if edit and fix else None, fix or edit and edit.said, cost, fixes)


# ---- errors that the packages raise themselves ----

TORCH_ALONE = ('P0105', 'P0113', 'P0114', 'P0115', 'P0116', 'P0117', 'P0118', 'P0119', 'P0120')     # … but for MXNet's names of devices


def attach(error, code, operands=(), wrong=(0, 1), accent=None, remarks=(), fix=None, cost='', numbers=(0,) * 6):
    """Adds the drawing to an exception and returns it: `raise attach(RuntimeError(…), 'P0106', [x, parameter])`.

    operands are tensors or Gluon parameters; numbers what core would have written down (P0104: the GPU asked for). Without `fix` the usual repair for operands on different devices is looked for.
    """
    try:
        if accent is None and code in TORCH_ALONE:
            accent = 0 if type(error).__name__ == 'MXNetError' else 1
        note = _attached(code, operands, wrong, accent, remarks, fix, cost, numbers)
        if note:
            error.add_note(note)
    except Exception:
        pass
    return error


def waiting(tensor):
    """The value that was computed last on a tensor's device and waits for a backward pass, in a list: where a gradient is missing, that is the one to ask."""
    try:
        return origin.waiting(place(tensor), program_roots(user_frame(2)))
    except Exception:
        return []


def _attached(code, operands, wrong, accent, remarks, fix, cost, numbers):
    from perch.pages import PAGES
    flat, names = [], {}
    for operand in operands:
        copies = parameter_copies(operand) if operand is not None and not is_tensor(operand) else None
        for copy in copies or ():
            names[len(flat)] = operand
            flat.append(copy)
        if is_tensor(operand):
            flat.append(operand)
    if names:                           # what the parameters are to be used with stands in the line
        frame = user_frame(2)
        line, scope = Line(_tensor.site()), Scope(frame)
        flat += [value for value in map(scope.value, line.parts()) if is_tensor(value) and not any(value is t for t in flat)]
        flat += [value for value in inputs(sys._getframe())[0] or () if not any(value is t for t in flat)]
    if accent is None:
        if not flat:
            known = [value for value in map(Scope(user_frame(2)).value, Line(_tensor.site()).parts()) if is_tensor(value)]
        accent = accent_of((flat or known)[0]) if flat or known else 0
    page = PAGES.get(code)
    case = Case(accent, code, page[0] if page else '', '', 0, False, tuple(flat), wrong, numbers, ((), ()), names)
    shown_ = shown(case) + (generators(case) if code == 'P0114' else [])
    remarks = [say('note', text=r) for r in remarks]
    if fix is None:
        more, fix, cost = mending.mend(case)
        remarks = more + remarks
    return concluded(case, picture(case, shown_), remarks, fix, cost)


# ---- perch explain ----

def page(words):
    """What there is about a code, an entry of the catalogue, or words, as text; None: nothing."""
    from perch import lookup
    return lookup.about(words)
