"""The repairs that an error may have: changes of the program's text, wherever it stands, the smallest at the place of the mistake first.

find(case) is asked while the error's drawing is made (explain.keep), when the frames and the operands are at hand; what it gives is text alone, so that an error keeps no memory. Nothing here is
known to work: perch/views/fix.py applies the changes to the cells, tries them in a guarded child and keeps those that pass.

Where operands of two devices meet, a goal is chosen (a GPU, wherever one takes part), and each operand that is elsewhere has its changes: the call that took it away is dropped; its attribute becomes
a buffer, its list a ModuleList; the loop that gives it moves it; the call that made it makes it there; and, last, a line before the statement that failed moves it.
"""
import ast
import time

import _tensor
from perch.mistakes.draw import accent_of, nbytes, place
from perch.mistakes.line import MISSING, Line, Part, is_a, is_module, is_tensor, vars_of
from perch.mistakes.names import is_network, network_names, parameter_copies
from perch.language import row_of, said_from
from perch.mistakes import causes, handing, mending

DROP, KNOWN, HERE, LOOP, MADE, BEFORE, LATE, OTHER = range(8)     # ranks
WALK = 4000             # objects looked at for the holders of a tensor


class Change:
    """edits: [Span or Before]; expression: the text that is put in place of the one that failed, if that is all; cost: what it would move."""

    goal = None             # where it takes things
    near = False            # does the failed function make there what it made itself?
    handed = False          # is it in the call that gave the failed function what is elsewhere, where nobody gave it to the caller?

    def __init__(self, rank, edits, expression='', cost=''):
        self.rank, self.edits, self.expression, self.cost = rank, edits, expression, cost

    def row(self):
        return [self.rank, [edit.row() for edit in self.edits], self.expression, row_of(self.cost), self.goal]


class Span:
    """A stretch of a source (lines from 1, columns in bytes) that becomes another text."""

    def __init__(self, file, source, start, end, text):
        self.file, self.source, self.start, self.end, self.text = file, source, start, end, text

    def row(self):
        return [self.file, self.source, list(self.start), list(self.end), self.text]

    def apply(self, source):
        lines = source.encode('utf-8', 'surrogatepass').split(b'\n')
        (line, column), (end, stop) = self.start, self.end
        if end > len(lines):
            return None
        piece = lines[line - 1][:column] + self.text.encode('utf-8', 'surrogatepass') + lines[end - 1][stop:]
        return b'\n'.join(lines[:line - 1] + [piece] + lines[end:]).decode('utf-8', 'replace')


class Before:
    """A line before the statement of the failed cell that failed."""

    def __init__(self, text):
        self.text = text

    def row(self):
        return [None, self.text]


class Again:
    """The cells that use a class run once more: its text has changed since, and what is at hand was made of the older one."""

    def __init__(self, name):
        self.name = name

    def row(self):
        return [False, self.name]


def rows_of(change):
    return [edit.row() for edit in change.edits]


def changes_from(rows):
    return [change_from(*row) for row in rows]


def change_from(rank, edits, expression, cost, goal):
    change = Change(rank, [Before(row[1]) if row[0] is None else Again(row[1]) if row[0] is False else Span(row[0], row[1], tuple(row[2]), tuple(row[3]), row[4]) for row in edits], expression, said_from(cost))
    change.goal = goal
    return change


# ---- sources ----

texts = {}              # file: its text, where a trial runs another than the session knows


def source_of(file):
    """The text of a cell, or of a file; None: it is not known."""
    if file in texts:
        return texts[file]
    try:
        import _session
        found = _session.cell_source(file)
        return found if isinstance(found, str) else None
    except Exception:
        return None


def encoded(source):
    return source.encode('utf-8', 'surrogatepass').split(b'\n')


def chain(source, line, column, end_line=None, end_column=None):
    """The nodes in which a stretch of a source stands, from the module in."""
    found, node = [], ast.parse(source)
    end = (end_line or line, end_column if end_column is not None else column)
    while node is not None:
        found.append(node)
        inner = None
        for child in ast.iter_child_nodes(node):
            if not hasattr(child, 'lineno'):
                queue = [child]
                while queue and inner is None:          # arguments, comprehensions: they have no place of their own
                    item = queue.pop()
                    for more in ast.iter_child_nodes(item):
                        if hasattr(more, 'lineno'):
                            if (more.lineno, more.col_offset) <= (line, column) and end <= (more.end_lineno, more.end_col_offset):
                                inner = more
                        else:
                            queue.append(more)
            elif (child.lineno, child.col_offset) <= (line, column) and end <= (child.end_lineno, child.end_col_offset):
                inner = child
            if inner is not None:
                break
        node = inner
    return found


def at_site(site):
    """(file, source, chain) of a site; None: no source."""
    info, source = (_tensor.site_info(site), _tensor.site_source(site)) if site else (None, None)
    if info is None or source is None:
        return None
    try:
        return info, source, chain(source, info[1], info[2], info[3], info[4])
    except (SyntaxError, ValueError):
        return None


def text_of(source, node):
    lines = encoded(source)
    if node.lineno == node.end_lineno:
        return lines[node.lineno - 1][node.col_offset:node.end_col_offset].decode('utf-8', 'replace')
    wanted = [lines[node.lineno - 1][node.col_offset:], *lines[node.lineno:node.end_lineno - 1], lines[node.end_lineno - 1][:node.end_col_offset]]
    return b'\n'.join(wanted).decode('utf-8', 'replace')


def over(file, source, node, text):
    return Span(file, source, (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset), text)


def behind(file, source, node, text):
    return Span(file, source, (node.end_lineno, node.end_col_offset), (node.end_lineno, node.end_col_offset), text)


STATEMENTS = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Return)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
ATOMS = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)


def innermost(nodes, kinds):
    return next((node for node in reversed(nodes) if isinstance(node, kinds)), None)


def moved_text(source, node, word, accent, leaf=False):
    """An expression, and behind it the call that moves it."""
    text = text_of(source, node)
    if not isinstance(node, ATOMS):
        text = f'({text})'
    if accent == 0:
        return f'{text}.as_in_context({word})'
    return f'{text}.detach().to({word}).requires_grad_()' if leaf else f'{text}.to({word})'


# ---- the words for a place ----

def same_place(value, goal):
    """Does a value of the program's stand for a place?"""
    if is_a(value, _tensor.Context):
        return str(value) == goal
    if is_a(value, _tensor.device):
        text = str(value)
    elif type(value) is str and value.startswith(('cuda', 'cpu')):
        text = value
    else:
        return False
    return text == goal or text == 'cuda' and goal == f'cuda:{_tensor.current()}'


USUAL = ('device', 'dev', 'DEVICE', 'ctx', 'context')


def named(names, goal):
    """A name that stands for a place."""
    found = [name for name, value in names.items() if type(name) is str and not name.startswith('_') and same_place(value, goal)]
    return next((name for name in USUAL if name in found), found[0] if found else None)


def global_word(case, goal, source=None):
    """A place in words that hold everywhere; not a name that the source itself binds (it may do so later)."""
    name = named(case.scope.globals, goal)
    if name is not None and source is not None:
        try:
            bound = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        except SyntaxError:
            bound = ()
        if name in bound and not assigned_first(source, name):
            name = None
    return name or mending.literal(case, goal)


def assigned_first(source, name):
    """Is a name bound by a statement of the cell's own before anything but imports?"""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets):
            return True
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            return False
    return False


def own_word(case, goal, frame, function, line):
    """A place in the words of a running function, from a line on: one of its names, or a tensor that it was given; None: it has none."""
    names = frame.f_locals
    arguments = {a.arg for a in function.args.posonlyargs + function.args.args + function.args.kwonlyargs}
    early, later = set(arguments), set()
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            (early if node.lineno < line else later).add(node.id)
    name = named({k: v for k, v in names.items() if k in early}, goal)
    if name:
        return name
    me = names.get('self')
    for key, value in vars_of(me).items() if me is not None else ():
        if key in USUAL and same_place(value, goal):
            return f'self.{key}'
    suffix = 'context' if case.accent == 0 else 'device'
    for name in [a for a in names if a in arguments] + sorted((a for a in names if a in early), key=lambda a: a in later):     # (what is bound anew below was something else, perhaps)
        if is_tensor(names[name]) and accent_of(names[name]) == case.accent and place(names[name]) == goal:
            return f'{name}.{suffix}'
    return None


class Place:
    """Where a change would stand: its file, source and nodes; `word`: how the goal is said there."""

    def __init__(self, case, goal, file, source, nodes, frames):
        self.file, self.source, self.nodes = file, source, nodes
        function = innermost(nodes, FUNCTIONS)
        self.word, self.own = None, False
        if function is not None:
            frame = next((f for f in frames if f.f_code.co_filename == file and f.f_code.co_name == function.name and abs(f.f_code.co_firstlineno - function.lineno) <= len(function.decorator_list) + 1), None)
            if frame is not None:
                self.word = own_word(case, goal, frame, function, nodes[-1].lineno)
                self.own = self.word is not None
        if self.word is None:
            self.word = global_word(case, goal, source)


# ---- what is elsewhere ----

def user_frames(case):
    found, frame = [], case.frame
    while frame is not None:
        if not _tensor.is_library(frame.f_code):
            found.append(frame)
        frame = frame.f_back
    return found


def inner_tensors(case):
    """The tensors that the names of the failing expression stand for."""
    found, queue = [], [case.line.tree] if case.line.tree is not None and case.scope.code is not None else []
    while queue:                        # no function that calls itself: as a cycle it would keep the tensors
        node = queue.pop(0)
        if type(node) is tuple:
            queue[:0] = node
        elif isinstance(node, Part):
            value = case.scope.value(node) if node.kind in ('Name', 'Attribute', 'Subscript') else None
            if is_tensor(value):
                found.append(value)
            elif type(value) in (list, tuple):
                found.extend(v for v in value if is_tensor(v))
            queue[:0] = node.fields
    return found


class Elsewhere:
    """The goal, and what is not there."""

    def __init__(self, case):
        self.goal, self.away = None, []
        tensors = [o.tensor for o in case.operands if is_tensor(o.tensor)] + [v for v in case.values if is_tensor(v)]
        tensors += [v for value in case.values if type(value) in (list, tuple) for v in value if is_tensor(v)] + inner_tensors(case)
        weight, seen = {}, set()
        for t in tensors:
            if accent_of(t) == 2 or case.accent == 1 and not _tensor.shape(t) and place(t) == 'cpu' or id(t) in seen:
                continue
            seen.add(id(t))
            weight[place(t)] = weight.get(place(t), 0) + nbytes(t)
        gpus = {p: n for p, n in weight.items() if not p.startswith('cpu')}
        if not gpus:
            return
        held = mending.network_places(case)[0] if case.network else {}
        there = [p for p in held if p in gpus]
        sent = mending.sent(case)
        sent = mending.preferred if mending.preferred in gpus else sent
        self.goal = sent if sent in gpus and not there else max(there or gpus, key=lambda p: held.get(p, 0) or gpus.get(p, 0))
        done = set()
        for t in tensors:
            if id(t) in seen and id(t) not in done and place(t) != self.goal:
                done.add(id(t))
                self.away.append(t)


def alike(a, b):
    return a is b or is_tensor(b) and _tensor.serial(a) == _tensor.serial(b) != 0


# ---- who holds it ----

class Held:
    """owner[key] or owner.key is the value; text: the way there from a name; path: [(text, object)] on the way; top: begins with a global name."""

    def __init__(self, text, owner, key, path, top):
        self.text, self.owner, self.key, self.path, self.top = text, owner, key, path, top


def members(text, value):
    """[(text, key, item)] of what hangs on a value."""
    if isinstance(value, dict):
        return [(f'{text}[{k!r}]', k, v) for k, v in list(value.items())[:500] if isinstance(k, (str, int))]
    if isinstance(value, (list, tuple)):
        return [(f'{text}[{i}]', i, v) for i, v in enumerate(value[:500])]
    found = []
    for name, item in list(vars_of(value).items())[:500]:
        if name in ('_parameters', '_buffers', '_modules', '_reg_params', '_children') and isinstance(item, dict):
            found += [(f'{text}[{k}]' if str(k).isdigit() else f'{text}.{k}', k, v) for k, v in item.items()]
        elif isinstance(name, str) and not name.startswith('__'):
            found.append((f'{text}.{name}', name, item))
    return found


def holders(wanted, roots, most=6):
    """The ways to a value (or one of the same memory) from [(text, value, top)], breadth first."""
    found, seen, queue, at = [], set(), [(text, value, None, None, (), top) for text, value, top in roots], 0
    while at < len(queue) and at < WALK and len(found) < most:
        text, value, owner, key, path, top = queue[at]
        at += 1
        if value is wanted or is_tensor(wanted) and is_tensor(value) and alike(wanted, value):
            found.append(Held(text, owner, key, path, top))
            continue
        if value is None or is_a(value, (int, float, str, bytes, type)) or is_module(value) or is_tensor(value) or id(value) in seen or callable(value) and not vars_of(value):
            continue
        seen.add(id(value))
        if len(path) < 6:
            queue += [(t, v, value, k, path + ((text, value),), top) for t, k, v in members(text, value)]
    return found


def roots_of(frames):
    """[[(text, value, top)]]: the names of each level, then the cells'."""
    import _session
    found, scopes, cells = [], [], _session.namespace()
    for frame in frames:
        for scope in (frame.f_locals, frame.f_globals):
            if not any(scope is other for other, _ in scopes):
                scopes.append((scope, scope is cells))
    for scope, top in sorted(scopes, key=lambda pair: pair[1]):
        names = [(name, value, top) for name, value in list(scope.items()) if type(name) is str and not name.startswith('_') and name not in ('In', 'Out') and not is_module(value)]
        if names:
            found.append(names)
    return found


def ways_to(wanted, groups):
    """The holders of a value from each level's names."""
    found = []
    for names in groups:
        for held in holders(wanted, names):
            if not any(held.text == other.text and held.top == other.top for other in found):
                found.append(held)
    return found


# ---- the changes ----

def here(case, fixes):
    """What mending.py knows: another expression in place of the one that failed. The first is the one that is drawn."""
    info, source = _tensor.site_info(case.site), _tensor.site_source(case.site)
    if info is None or source is None:
        return []
    found, frames = [], user_frames(case)
    far = Elsewhere(case) if case.code in MEETING else None
    stays = far and kept(case, frames, far)
    by_hand = far and not case.scope.top and any(is_parameter(t) for t in far.away)
    for i, (fix, cost) in enumerate(fixes):
        if isinstance(fix, causes.Edit):
            lines = encoded(source)
            if fix.first > len(lines):
                continue
            if fix.last < fix.first:
                span = Span(info[0], source, (fix.first, 0), (fix.first, 0), '\n'.join(fix.lines) + '\n')
            else:
                span = Span(info[0], source, (fix.first, 0), (fix.last, len(lines[fix.last - 1])), '\n'.join(fix.lines))
            found.append(Change(KNOWN, [span], '', cost))
        else:
            rank = OTHER if i or to_cpu(cost) and case.code != 'P0105' else LATE if stays or moves_network(case, fix) or by_hand and cost else HERE
            found.append(Change(rank, [Span(info[0], source, (info[1], info[2]), (info[3], info[4]), fix)], fix, cost))
            found[-1].goal = next(iter(cost.to)) if is_a(cost, mending.Journey) and len(cost.to) == 1 else None
    return found


def is_parameter(tensor):
    """A leaf that is trained: it belongs where it is made, or every call carries it over."""
    if accent_of(tensor) == 1:
        return _tensor.requires(tensor) and _tensor.is_leaf(tensor)
    return accent_of(tensor) == 0 and _tensor.grad(tensor) is not None


def moves_network(case, fix):
    """Does it move a network whenever a function is called, or a loop goes round? Once is enough."""
    return bool(case.network) and (not case.scope.top or in_loop(case)) and f'{mending.bracketed(case, case.network[0])}.to(' in fix


def in_loop(case):
    at = at_site(case.site)
    return at is not None and innermost(at[2], (ast.For, ast.AsyncFor, ast.While, ast.comprehension, ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)) is not None


def to_cpu(cost):
    return isinstance(cost, mending.Journey) and any(place_.startswith('cpu') for place_ in cost.to)


def names_cpu(case, node, frames):
    """Does an expression of the program's stand for the CPU?"""
    if isinstance(node, ast.Constant):
        return node.value == 'cpu'
    if isinstance(node, ast.Name):
        return any(same_place(scope.get(node.id), place_) for frame in frames for scope in (frame.f_locals, frame.f_globals) for place_ in ('cpu', 'cpu(0)') if node.id in scope)
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, 'id', '')
        return name == 'cpu' or name == 'device' and bool(node.args) and names_cpu(case, node.args[0], frames)
    return False


TAKES_AWAY = ('cpu', 'to', 'as_in_context', 'copyto', 'as_in_ctx')


def dropped(case, tensor, frames, far):
    """The call that took a tensor away from the goal."""
    made, moved = _tensor.sites(tensor)
    at = at_site(moved) or (at_site(made) if not moved else None)
    if at is None:
        return []
    info, source, nodes = at
    found = []
    for node in reversed(nodes):
        if not isinstance(node, ast.expr):
            break
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in TAKES_AWAY:
            name = node.func.attr
            given = node.args + [k.value for k in node.keywords]
            if name == 'cpu' and not given or name != 'cpu' and given and names_cpu(case, given[0], frames):
                found.append(Change(DROP, [Span(info[0], source, (node.func.value.end_lineno, node.func.value.end_col_offset), (node.end_lineno, node.end_col_offset), '')]))
            if name != 'cpu' and len(node.args) == 1 and place(tensor) != far.goal:
                there = Place(case, far.goal, info[0], source, nodes, frames)
                if there.word and text_of(source, node.args[0]) != there.word:
                    found.append(Change(KNOWN if found else MADE, [over(info[0], source, node.args[0], there.word)]))
            break
    return found


def dropped_here(case, far):
    """.cpu() in the very expression that failed."""
    found = []
    at = at_site(case.site)
    if at is None or case.accent not in (0, 1):
        return found
    info, source, nodes = at
    for node in ast.walk(nodes[-1]):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node is not nodes[-1] and (
                node.func.attr == 'cpu' and not node.args or node.func.attr in TAKES_AWAY[1:] and node.args and names_cpu(case, node.args[0], user_frames(case))):
            found.append(Change(DROP, [Span(info[0], source, (node.func.value.end_lineno, node.func.value.end_col_offset), (node.end_lineno, node.end_col_offset), '')]))
    return found


FACTORIES = {'zeros', 'ones', 'empty', 'full', 'rand', 'randn', 'randint', 'randperm', 'arange', 'linspace', 'logspace', 'eye', 'tensor', 'as_tensor', 'normal', 'zeros_like', 'ones_like', 'rand_like',
             'randn_like', 'full_like', 'empty_like', 'randint_like', 'tril_indices', 'triu_indices', 'array', 'uniform', 'hann_window', 'multinomial', 'random_uniform', 'random_normal', 'gamma', 'poisson'}


def makes(case, node):
    """The name of the argument that says where a call makes its tensor; None: it has none."""
    if not isinstance(node, ast.Call):
        return None
    root, name = node.func, node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, 'id', '')
    if name == 'begin_state' and case.accent == 0 and isinstance(node.func, ast.Attribute):
        return 'ctx'            # the states of a cell or layer of Gluon's
    while isinstance(root, ast.Attribute):
        root = root.value
    if name not in FACTORIES or not isinstance(root, ast.Name):
        return None
    value = case.scope.name(root.id)
    if isinstance(node.func, ast.Attribute) and not (is_module(value) or isinstance(value, type)):
        return None
    return 'device' if case.accent == 1 else 'ctx'


def made_there(file, source, node, argument, word):
    """A call with one more argument, or another value of it."""
    for keyword in node.keywords:
        if keyword.arg == argument:
            return over(file, source, keyword.value, word)
    text = text_of(source, node)
    inner = text[:-1].rstrip()
    line, column = node.end_lineno, node.end_col_offset - 1
    gap = '' if inner.endswith('(') or inner.endswith(',') and inner != text[:-1] else ' ' if inner.endswith(',') else ', '
    return Span(file, source, (line, column), (line, column), f'{gap}{argument}={word}')


def of_module(case, nodes):
    """Is it the constructor of a module, which may be moved as a whole?"""
    function, definition = innermost(nodes, FUNCTIONS), innermost(nodes, (ast.ClassDef,))
    cls = case.scope.globals.get(definition.name) if definition is not None else None
    return function is not None and function.name == '__init__' and isinstance(cls, type) and hasattr(cls, 'register_buffer')


def made(case, tensor, frames, far, stays):
    """The line that made it makes it at the goal."""
    found = made_anew(case, tensor, frames, far, stays)
    at = at_site(_tensor.sites(tensor)[0])
    if at is not None and of_module(case, at[2]):
        for change in found:
            change.rank = LATE
    return found


def made_anew(case, tensor, frames, far, stays):
    at = at_site(_tensor.sites(tensor)[0])
    if at is None:
        return []
    info, source, nodes = at
    there, node = Place(case, far.goal, info[0], source, nodes, frames), nodes[-1]
    if not isinstance(node, ast.expr) or there.word is None:
        return []
    argument = makes(case, node)
    if argument:
        found = [Change(MADE, [made_there(info[0], source, node, argument, there.word)])]
        found[0].near = there.own and at_site(case.site) is not None and innermost(nodes, FUNCTIONS) is not None and at_site(case.site)[0][0] == info[0] and frames[0].f_code.co_name == innermost(nodes, FUNCTIONS).name != '__init__'
        statement = innermost(nodes, STATEMENTS)
        others = [n for n in ast.walk(statement) if makes(case, n) and not any(k.arg == argument for k in n.keywords)] if statement is not None else []
        if len(others) > 1:             # h, c = zeros(…), zeros(…)
            found.append(Change(MADE, [made_there(info[0], source, n, argument, there.word) for n in others]))
        return found
    inner = [n for n in ast.walk(node) if isinstance(n, ast.Call) and makes(case, n)]
    found = []
    if len(inner) == 1 and not any(isinstance(n, ast.Name) and is_tensor(case.scope.name(n.id)) for n in ast.walk(node)):
        found.append(Change(MADE, [made_there(info[0], source, inner[0], makes(case, inner[0]), there.word)]))
    leaf = case.accent == 1 and is_parameter(tensor)
    failed = _tensor.site_info(case.site)
    inside = failed is not None and info[0] == failed[0] and (failed[1], failed[2]) <= (node.lineno, node.col_offset) and (node.end_lineno, node.end_col_offset) <= (failed[3], failed[4])
    rank = LATE if inside and stays else MADE
    found.append(Change(rank, [over(info[0], source, node, moved_text(source, node, there.word, case.accent, leaf))]))
    if isinstance(node, ast.Call):      # it may give several: chunk(), split(), split_data()
        found.append(Change(rank, [over(info[0], source, node, f'[{moved_text(source, ast.copy_location(ast.Name("t"), node), there.word, case.accent)} for t in {text_of(source, node)}]')]))
    return found


def methods_of(value):
    """(file, source) of the program's classes of which a value is."""
    found = []
    for cls in type(value).__mro__:
        for item in list(vars(cls).values()):
            code = getattr(item, '__code__', None)
            if code is not None and not _tensor.is_library(code):
                source = source_of(code.co_filename)
                if source is not None and (code.co_filename, source, cls.__name__) not in found:
                    found.append((code.co_filename, source, cls.__name__))
    return found


def is_own(target, name):
    return isinstance(target, ast.Attribute) and target.attr == name and isinstance(target.value, ast.Name) and target.value.id == 'self'


def assigned(source, cls, name):
    """The statements `self.name = …` of a class, alone or as one of a tuple of targets; those of its constructor, if there are any."""
    found = []
    for definition in ast.walk(ast.parse(source)):
        for method in definition.body if isinstance(definition, ast.ClassDef) and definition.name == cls else ():
            for node in ast.walk(method) if isinstance(method, FUNCTIONS) else ():
                targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) and node.value is not None else []
                if len(targets) == 1 and any(is_own(t, name) for t in (targets[0].elts if isinstance(targets[0], ast.Tuple) else targets)):
                    found.append((method.name, node))
    return [node for method, node in found if method == '__init__'] or [node for _, node in found]


def known_to_module(key, old, value, nn):
    """The statement that makes a value an attribute of which its module knows."""
    return f'self.{key} = {nn}.Parameter({old})' if _tensor.requires(value) else f"self.register_buffer('{key}', {old})"


def apart(source, node, owner, nn):
    """self.a, self.b = x, y (or = f()) as statements of their own, the tensors as buffers; None: it cannot be said so."""
    targets, given = node.targets[0].elts, node.value.elts if isinstance(node.value, ast.Tuple) else None
    line = encoded(source)[node.lineno - 1]
    if given is not None and len(given) != len(targets) or line[:node.col_offset].strip() or any(isinstance(t, ast.Starred) for t in targets):
        return None
    used = {n.id for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Name)}
    said, names = [], []
    for i, target in enumerate(targets):
        value = vars_of(owner).get(target.attr) if isinstance(target, ast.Attribute) and is_own(target, target.attr) else None
        plain = is_tensor(value) and (nn is not None or not _tensor.requires(value))
        if given is not None:
            said.append(known_to_module(target.attr, text_of(source, given[i]), value, nn) if plain else f'{text_of(source, target)} = {text_of(source, given[i])}')
        elif plain and target.attr not in used:
            names.append(target.attr)
            said.append(known_to_module(target.attr, target.attr, value, nn))
        else:
            names.append(text_of(source, target))
    if given is None:
        said.insert(0, f"{', '.join(names)} = {text_of(source, node.value)}")
    return ('\n' + ' ' * node.col_offset).join(said)


def word_nn(case):
    """How the program says torch.nn."""
    for name, value in list(case.scope.globals.items()):
        if is_module(value) and getattr(value, '__name__', '') == 'torch.nn':
            return name
    return 'torch.nn' if is_module(case.scope.globals.get('torch')) else None


def registered(case, value, held):
    """An attribute that its module does not know becomes one that it does."""
    owner, key = held.owner, held.key
    if not isinstance(key, str) or not (causes.is_torch_module(owner)) or key not in vars_of(owner):
        return []
    found, nn = [], word_nn(case)
    for file, source, cls in methods_of(owner) if is_tensor(value) else ():
        edits = []
        for node in assigned(source, cls, key):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
                text = apart(source, node, owner, nn)
            else:
                text = known_to_module(key, text_of(source, node.value), value, nn) if nn is not None or not _tensor.requires(value) else None
            if text is not None:
                edits.append(over(file, source, node, text))
        if edits:
            found.append(Change(KNOWN, edits[-1:] if len(edits) > 1 and 'register_buffer' in edits[0].text else edits))
    return found


def listed(case, held):
    """A plain list or dict of a module's becomes one of which the module knows."""
    container = held.owner
    owner, key = None, None
    if held.path and len(held.path) >= 2 and isinstance(container, (list, tuple, dict)):
        owner = held.path[-2][1]
        key = next((name for name, value in vars_of(owner).items() if value is container), None)
    if owner is None or key is None or not causes.is_torch_module(owner) or key.startswith('_'):
        return []
    items = list(container.values() if isinstance(container, dict) else container)
    nn = word_nn(case)
    kind = 'Module' if all(is_network(item) for item in items) else 'Parameter' if all(is_tensor(item) and _tensor.requires(item) for item in items) else None
    if nn is None or kind is None:
        return []
    kind += 'Dict' if isinstance(container, dict) else 'List'
    found = []
    for file, source, cls in methods_of(owner):
        nodes = assigned(source, cls, key)
        if len(nodes) == 1 and not (isinstance(nodes[0], ast.Assign) and isinstance(nodes[0].targets[0], ast.Tuple)):
            old = text_of(source, nodes[0].value)
            inner = '' if old in ('[]', '{}', 'list()', 'dict()') else old
            if isinstance(nodes[0].value, ast.GeneratorExp):
                inner = inner[1:-1]
            found.append(Change(KNOWN, [over(file, source, nodes[0].value, f'{nn}.{kind}({inner})')]))
    return found


def written(node):
    """The names that stand for what is written into in a piece of a program: x[:] = …, x += …, x.data = …, x.add_(…), out=x."""
    found = set()
    for part in ast.walk(node):
        targets = part.targets if isinstance(part, ast.Assign) else [part.target] if isinstance(part, ast.AugAssign) else []
        for target in targets:
            if isinstance(target, (ast.Subscript, ast.Attribute) + ((ast.Name,) if isinstance(part, ast.AugAssign) else ())):
                found.add(target)
        if isinstance(part, ast.Call):
            if isinstance(part.func, ast.Attribute) and part.func.attr.endswith('_') and not part.func.attr.endswith('__'):
                found.add(part.func.value)
            found.update(keyword.value for keyword in part.keywords if keyword.arg == 'out')
    roots = set()
    for target in found:
        while isinstance(target, (ast.Subscript, ast.Attribute)):
            target = target.value
        if isinstance(target, ast.Name):
            roots.add(target.id)
    return roots


def kept(case, frames, far):
    """Tensors that are elsewhere and are written into where the error is: a copy would not keep what is written."""
    at = at_site(case.site)
    function = innermost(at[2], FUNCTIONS + (ast.Lambda, ast.Module)) if at else None
    if function is None or not frames:
        return []
    names = written(function)
    values = [frames[0].f_locals.get(name) for name in names]
    return [t for t in far.away if any(t is v for v in values)]


def looped(case, frames, far):
    """The loop that gives what is elsewhere moves it first."""
    found = []
    for frame in frames:
        file = frame.f_code.co_filename
        source = source_of(file)
        if source is None:
            continue
        try:
            nodes = chain(source, frame.f_lineno, len(encoded(source)[frame.f_lineno - 1]) - len(encoded(source)[frame.f_lineno - 1].lstrip()))
        except (SyntaxError, IndexError):
            continue
        for node in nodes:
            if not isinstance(node, (ast.For, ast.AsyncFor)) or node.body[0].lineno == node.lineno:
                continue
            names = [n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)]
            stays = written(node)
            names = [n for n in names if is_tensor(frame.f_locals.get(n)) and accent_of(frame.f_locals[n]) == case.accent and place(frame.f_locals[n]) != far.goal and n not in stays]
            if not names:
                continue
            there = Place(case, far.goal, file, source, nodes[:nodes.index(node) + 1], frames)
            word = there.word
            if not there.own and case.network and case.network[0].kind == 'Name' and case.accent == 1:
                word = global_word(case, far.goal, source)
            if word is None:
                continue
            first = node.body[0]
            call = 'as_in_context' if case.accent == 0 else 'to'
            text = f"{', '.join(names)} = {', '.join(f'{n}.{call}({word})' for n in names)}\n{' ' * first.col_offset}"
            found.append(Change(LOOP, [Span(file, source, (first.lineno, first.col_offset), (first.lineno, first.col_offset), text)]))
    return found


def before(case, held, value, far):
    """A line before the statement that failed: the whole module goes there, or the value."""
    word = global_word(case, far.goal)
    if word is None or not held.top:
        return []
    call = 'as_in_context' if case.accent == 0 else 'to'
    modules = [(text, item) for text, item in held.path if is_network(item)]
    if is_network(value):
        modules.append((held.text, value))
    found = []
    if modules and any(is_tensor(value) and alike(value, t) for _, t in network_names(modules[0][1])) or is_network(value):
        text, module = modules[0]
        if case.accent == 1:
            found.append(Change(BEFORE, [Before(f'{text}.to({word})')]))
        else:
            found.append(Change(BEFORE, [Before(f'{text}.collect_params().reset_ctx({word})')]))
        return found
    if not is_tensor(value):
        return found
    if isinstance(held.owner, tuple) or isinstance(held.owner, list) and len(held.owner) > 1 and all(map(is_tensor, held.owner)):
        way = held.path[-1][0]
        kind = ('[', ']') if isinstance(held.owner, list) else ('tuple(', ')')
        if all(map(is_tensor, held.owner)):
            found.append(Change(BEFORE, [Before(f'{way} = {kind[0]}t.{call}({word}) for t in {way}{kind[1]}')]))
        return found
    leaf = case.accent == 1 and _tensor.requires(value)
    move = f'{held.text}.detach().to({word}).requires_grad_()' if leaf else f'{held.text}.{call}({word})'
    found.append(Change(BEFORE, [Before(f'{held.text} = {move}')]))
    return found


def on_several(case, text, far):
    """Gluon: a network on one GPU gets a batch on another: copies on both."""
    places = [p for p in mending.network_places(case)[0]] if case.network else []
    given = {place(v) for v in case.values if is_tensor(v)}
    every = list(dict.fromkeys([*places, *sorted(given)]))
    if len(every) < 2 or any(p.startswith('cpu') for p in every):
        return []
    where = mending.contexts(case, every)
    if where is None:
        return []
    rank = DROP if where.isidentifier() or any(split(t) for t in case.values if is_tensor(t)) else BEFORE
    return [Change(rank, [Before(f'{text}.collect_params().reset_ctx({where})')])]


def split(tensor):
    """Was it made by the function that gives each device its piece?"""
    for site in _tensor.sites(tensor):
        info = _tensor.site_info(site) if site else None
        if info and 'split_and_load' in (info[5] or ''):
            return True
    return False


def outdated(case, fixes):
    """What runs is the method of a class that has been defined anew since."""
    if case.code not in MEETING:
        return []
    found = []
    for frame in user_frames(case):
        me = frame.f_locals.get('self')
        cls = type(me) if me is not None else None
        now = frame.f_globals.get(cls.__name__) if cls is not None else None
        if isinstance(now, type) and now is not cls and cls.__module__ == now.__module__ and not any(c.edits[0].name == cls.__name__ for c in found):
            found.append(Change(DROP, [Again(cls.__name__)]))
    return found


def optimizers(case, frames):
    """State of an optimizer that stayed where the parameters were."""
    tree = case.line.tree
    if tree is None or tree.kind != 'Call' or tree.fields[0].kind != 'Attribute' or tree.fields[0].fields[1] != 'step':
        return []
    optimizer = case.scope.value(tree.fields[0].fields[0])
    if not isinstance(vars_of(optimizer).get('param_groups'), list):
        return []
    found = []
    for held in ways_to(optimizer, roots_of(frames)[-1:])[:1]:
        found.append(Change(BEFORE, [Before(f'{held.text}.load_state_dict({held.text}.state_dict())')]))
    return found


def argument_of(frame, caller, source):
    """{parameter: the node of the caller's source that gave it} for a call that runs; {}: which call it is cannot be told."""
    code = frame.f_code
    names, count = code.co_varnames, code.co_argcount
    here = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and node.lineno <= caller.f_lineno <= node.end_lineno]
    calls = [node for node in here if (node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, 'attr', None)) == code.co_name]
    if code.co_name == 'forward' and not calls:         # a module is called by its own name
        me = frame.f_locals.get('self')
        calls = [node for node in here if isinstance(node.func, ast.Name) and me is not None and (caller.f_locals.get(node.func.id) is me or caller.f_globals.get(node.func.id) is me)]
    if len(calls) != 1 or any(isinstance(a, ast.Starred) for a in calls[0].args):
        return {}
    bound = 1 if count and names[0] == 'self' else 0
    found = {names[bound + i]: node for i, node in enumerate(calls[0].args) if bound + i < count}
    found.update((k.arg, k.value) for k in calls[0].keywords if k.arg)
    return found


def at_callers(case, frames, far):
    """What a caller gave is moved in its call: the only place where the function stands in a file."""
    found = []
    for frame, caller in zip(frames, frames[1:]):
        file = caller.f_code.co_filename
        source = source_of(file)
        if source is None:
            continue
        for name, node in argument_of(frame, caller, source).items():
            value = frame.f_locals.get(name)
            if is_tensor(value) and any(alike(t, value) for t in far.away):
                word = Place(case, far.goal, file, source, chain(source, node.lineno, node.col_offset, node.end_lineno, node.end_col_offset), frames).word
                if word is not None:
                    found.append(Change(LATE, [over(file, source, node, moved_text(source, node, word, case.accent))]))
                    found[-1].handed = not handing.is_given(caller, value)
    return found


def from_elsewhere(case, fixes):
    """Changes for operands of two devices."""
    if case.code not in MEETING:
        return []
    frames = user_frames(case)
    far = Elsewhere(case)
    if far.goal is None:
        return []
    found, roots, stays = dropped_here(case, far), roots_of(frames), kept(case, frames, far)
    found += handing.beside(case, frames, far) + looped(case, frames, far)
    for tensor in far.away[:6]:
        found += dropped(case, tensor, frames, far)
        ways = ways_to(tensor, roots)
        for held in ways:
            found += registered(case, tensor, held) + listed(case, held)
            for i, (text, item) in enumerate(held.path):        # a layer in a list of its module's
                if is_network(item) and i and isinstance(held.path[i - 1][1], (list, tuple, dict)):
                    found += listed(case, Held(text, held.path[i - 1][1], None, held.path[:i], held.top))
        found += made(case, tensor, frames, far, stays)
        for held in ways:
            if held.top:
                found += before(case, held, tensor, far)
    if case.network and set(mending.network_places(case)[0]) - {far.goal}:
        for held in ways_to(case.network[1], roots):
            found += listed(case, held)
            if held.top:
                found += before(case, held, case.network[1], far)
    if case.network and case.accent == 0:
        for held in ways_to(case.network[1], roots[-1:]):
            found += on_several(case, held.text, far)
    found += optimizers(case, frames)
    found += at_callers(case, frames, far)
    for change in found:
        change.goal = change.goal or far.goal
    return found


# ---- other mistakes of place ----

def cells_of(now):
    """[(file, source)] of the session's cells, the latest first."""
    found = []
    for number in range(now, 0, -1):
        source = source_of(f'Cell In[{number}]')
        if source and source.strip():
            found.append((f'Cell In[{number}]', source))
    return found


def statements_of(frames):
    """[(file, source, statement)] where each level of the program stands."""
    found = []
    for frame in frames:
        source = source_of(frame.f_code.co_filename)
        try:
            node = innermost(chain(source, frame.f_lineno, len(encoded(source)[frame.f_lineno - 1]) - len(encoded(source)[frame.f_lineno - 1].lstrip())), ast.stmt) if source else None
        except (SyntaxError, IndexError):
            node = None
        if node is not None:
            found.append((frame.f_code.co_filename, source, node))
    return found


def numbered(file, source, statement, index, last):
    """Spans that make another number of a device's: 'cuda:7', gpu(7), device('cuda', 7), x.cuda(7)."""
    found = []
    for node in ast.walk(statement):
        if isinstance(node, ast.Constant) and node.value == f'cuda:{index}':
            found.append(over(file, source, node, repr(f'cuda:{last}')))
        elif isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, 'id', '')
            given = node.args[-1:] if name in ('gpu', 'cuda', 'device', 'Context') else []
            if given and isinstance(given[0], ast.Constant) and type(given[0].value) is int and given[0].value == index:
                found.append(over(file, source, given[0], str(last)))
    return found


def absent(case, fixes):
    """A device that is not there: where it was named, by a level that called or by an earlier cell."""
    if case.code != 'P0104' or not case.numbers[1]:
        return []
    import _session
    index, last, frames, found = case.numbers[0], case.numbers[1] - 1, user_frames(case), []
    asked = f'cuda:{index}' if case.accent == 1 else f'gpu({index})'
    stands = statements_of(frames)
    for file, source, statement in stands:
        spans = [] if isinstance(statement, FUNCTIONS + (ast.ClassDef, ast.For, ast.While, ast.With, ast.If)) else numbered(file, source, statement, index, last)
        if spans:
            found.append(Change(MADE, spans))
    used = {node.id for _, _, statement in stands for node in ast.walk(statement) if isinstance(node, ast.Name)}
    used |= {name for frame in frames for name in frame.f_code.co_names}
    used = {name for name in used if name in case.scope.globals and (same_place(case.scope.globals[name], asked) or isinstance(case.scope.globals[name], (list, tuple)))}
    for file, source in cells_of(_session.number()):
        for statement in ast.parse(source).body if used else ():
            if isinstance(statement, ast.Assign) and used & {node.id for target in statement.targets for node in ast.walk(target) if isinstance(node, ast.Name)}:
                spans = numbered(file, source, statement, index, last)
                if spans:
                    found.append(Change(KNOWN, spans))
    return found


def no_leaf(case, fixes):
    """A leaf that was moved: the copy is to be one."""
    if case.code != 'P0116':
        return []
    found = []
    for operand in case.operands:
        made, moved = _tensor.sites(operand.tensor)
        at = at_site(moved or made)
        if at is not None and isinstance(at[2][-1], ast.expr):
            found.append(Change(KNOWN, [behind(at[0][0], at[1], at[2][-1], '.detach().requires_grad_()')]))
    return found


def given_earlier(case, fixes):
    """What a loader was told when it was made: pin_memory=True for what lives on a GPU; by which numbers it shuffles, where they are made on the GPU."""
    from perch.mistakes.mending_torch import default_on_gpu
    make = mending.word_for(case, 'Generator', ('torch',))
    wanted = 'pin_memory' if case.code == 'P0115' else 'shuffle' if case.code == 'P0114' and make and default_on_gpu() else None
    if wanted is None:
        return []
    import _session
    found = []
    for file, source in cells_of(_session.number()):
        for node in ast.walk(ast.parse(source)):
            for keyword in node.keywords if isinstance(node, ast.Call) else ():
                if keyword.arg == wanted and isinstance(keyword.value, ast.Constant) and keyword.value.value is True:
                    span = over(file, source, keyword.value, 'False') if case.code == 'P0115' else made_there(file, source, node, 'generator', f"{make}(device='cuda')")
                    found.append(Change(KNOWN, [span]))
    return found


def assigned_gradient(case, fixes):
    """p.grad = g with g elsewhere."""
    at = at_site(case.site) if case.code == 'P0103' else None
    statement = innermost(at[2], (ast.Assign,)) if at else None
    target = statement.targets[0] if statement is not None and len(statement.targets) == 1 else None
    if not isinstance(target, ast.Attribute) or target.attr != 'grad':
        return []
    word = f'{text_of(at[1], target.value)}.device'
    return [Change(HERE, [over(at[0][0], at[1], statement.value, moved_text(at[1], statement.value, word, case.accent))])]


ENOUGH = 1.0            # seconds in one cell: a program that catches its errors, thousands of them, is not held up
spent = [0, 0.0]        # the cell, and what went into it
MEETING = ('P0101', 'P0102', 'P0103', 'P0106', 'P0113')


def find(case, fixes):
    """The changes for an error (of texts alone), the best first; fixes: [(expression or Edit, cost)] of mending.py and causes.py."""
    import _session
    if spent[0] != _session.number():
        spent[:] = _session.number(), 0.0
    found, begin = [], time.perf_counter()
    for search in (here,) if spent[1] > ENOUGH else (here, outdated, from_elsewhere, absent, no_leaf, given_earlier, assigned_gradient):
        try:
            found += search(case, fixes)
        except Exception:           # without these, but with the rest
            pass
    if case.code in MEETING:
        try:
            handing.order(case, user_frames(case), Elsewhere(case), found)
        except Exception:
            pass
    unique = []
    for change in sorted(found, key=lambda change: change.rank):
        if not any(rows_of(change) == rows_of(other) for other in unique):
            unique.append(change)
    spent[1] += time.perf_counter() - begin
    return unique
