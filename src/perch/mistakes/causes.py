"""Where the mistake was made, when that is another line than the one that failed: a tensor that no module moves, layers in a plain list, an optimizer made
too early, a copy that is no leaf, a network that nobody initialized.

Each finder takes a Case (explain.py) and gives (sentence, Edit or None), or None: it is not that. An Edit is a repair of whole lines of the source in
which the failing line stands; as text it says what is done.
"""
import _tensor
from perch.mistakes.line import MISSING, Line, Part, is_module, is_tensor, vars_of
from perch.mistakes.draw import place
from perch.mistakes.names import network_names, parameter_copies
from perch.words import say


class Edit(str):
    """lines first … last (from 1) of a source become others; the text is the sentence that says so."""

    def __new__(cls, text, source, first, last, lines):
        edit = str.__new__(cls, text)
        edit.said, edit.source, edit.first, edit.last, edit.lines = text, source, first, last, lines
        return edit

    def apply(self):
        lines = self.source.split('\n')
        return '\n'.join(lines[:self.first - 1] + self.lines + lines[self.last:])


# ---- statements of a source ----

def statements(source):
    """The statements of a source that stand on lines of their own, from the outermost in: (kind, line, column, end line, end column, …)."""
    body = _tensor.syntax(source, True) or ()
    queue = list(body)
    while queue:
        node = queue.pop(0)
        if type(node) is not tuple or not node:
            continue
        if type(node[0]) is str and len(node) >= 5 and type(node[1]) is int:
            if node[0] in ('Assign', 'AnnAssign', 'Expr'):
                yield node
            elif node[0] in ('FunctionDef', 'AsyncFunctionDef', 'ClassDef', 'If', 'For', 'While', 'With', 'Try', 'Match', 'Module'):
                queue[:0] = [item for field in node[5:] if type(field) is tuple for item in (field if field and type(field[0]) is tuple else (field,))]
        else:
            queue[:0] = list(node)


def piece(source, node):
    """The text of a node, and its line's indentation; None where it does not stand alone."""
    lines = source.encode('utf-8', 'surrogatepass').split(b'\n')
    _, line, column, end_line, end_column = node[:5]
    if line != end_line:
        wanted = [lines[line - 1][column:]] + lines[line:end_line - 1] + [lines[end_line - 1][:end_column]]
    else:
        wanted = [lines[line - 1][column:end_column]]
    return b'\n'.join(wanted).decode('utf-8', 'replace')


def whole_lines(source, node):
    """(indentation, what follows on its last line) of a statement that has its lines for itself; None: it has not."""
    lines = source.encode('utf-8', 'surrogatepass').split(b'\n')
    before, after = lines[node[1] - 1][:node[2]], lines[node[3] - 1][node[4]:]
    if before.strip() or after.strip() and not after.lstrip().startswith(b'#'):
        return None
    return before.decode('utf-8', 'replace'), after.decode('utf-8', 'replace')


def assignments(source, attribute):
    """The statements `self.attribute = …` of a source."""
    return [node for node in statements(source) if node[0] == 'Assign' and len(node[5]) == 1 and node[5][0][0] == 'Attribute'
            and node[5][0][5][0] == 'Name' and node[5][0][5][5] == 'self' and node[5][0][6] == attribute]


def statement_at(source, site):
    """The innermost statement in which a site stands; None where the site is of another source."""
    info = _tensor.site_info(site) if site and _tensor.site_source(site) is source else None
    found = None
    for node in statements(source) if info else ():
        if (node[1], node[2]) <= (info[1], info[2]) and (info[3], info[4]) <= (node[3], node[4]):
            found = node
    return found


def rewritten(source, node, text):
    """An Edit that puts a text in place of a statement."""
    around = whole_lines(source, node)
    if around is None:
        return None
    return Edit(say('edit line', n=node[1], text=' '.join(text.split())), source, node[1], node[3], [around[0] + text + around[1]])


def inserted(source, line, text):
    """An Edit that puts a line before another."""
    old = source.split('\n')[line - 1]
    indent = old[:len(old) - len(old.lstrip())]
    return Edit(say('edit before', n=line, text=text), source, line, line - 1, [indent + text])


def source_of(case):
    return _tensor.site_source(case.site) if case.site else None


# ---- the finders ----

def is_torch_module(value):
    own = vars_of(value)
    return '_buffers' in own and '_modules' in own and '_parameters' in own


def is_block(value):
    own = vars_of(value)
    return '_children' in own and '_reg_params' in own


def attribute_parts(node, found):
    """All attribute expressions in a part."""
    if isinstance(node, Part):
        if node.kind == 'Attribute':
            found.append(node)
        for field in node.fields:
            attribute_parts(field, found)
    elif type(node) is tuple:
        for item in node:
            attribute_parts(item, found)
    return found


def unregistered(case):
    """A tensor that hangs on a module as a plain attribute, and did not move with it."""
    if case.code not in ('P0102', 'P0103') or case.line.tree is None or case.scope.code is None:
        return None
    for part in attribute_parts(case.line.tree, []):
        owner, name = case.scope.value(part.fields[0]), part.fields[1]
        held = vars_of(owner).get(name)
        if not is_tensor(held) or not (is_torch_module(owner) or is_block(owner)):
            continue
        places = {place(t) for _, t in network_names(owner)} or {place(o.tensor) for o in case.operands}
        if place(held) in places and len(places) == 1:
            continue
        text = case.line.source(part)
        if is_block(owner):
            return say('plain block', name=text), None
        source = source_of(case)
        edit = None
        for node in assignments(source, name) if source and not _tensor.requires(held) else ():     # what is trained becomes a parameter: repairs.py
            edit = rewritten(source, node, f"self.register_buffer('{name}', {piece(source, node[6])})")
        return say('plain attribute', name=text), edit
    return None


def holder(case):
    """(name, list or dict) of the attribute of `self` in which the called network hangs unregistered."""
    if not case.network:
        return None
    owner = case.scope.name('self')
    if not is_torch_module(owner):
        return None
    for name, value in vars_of(owner).items():
        if name.startswith('_') or not isinstance(value, (list, tuple, dict)):
            continue
        if any(item is case.network[1] for item in (value.values() if isinstance(value, dict) else value)):
            return name, value
    return None


def unlisted(case):
    """Layers in a plain list or dict."""
    if case.code not in ('P0102', 'P0103'):
        return None
    held = holder(case)
    if held is None:
        return None
    name, value = held
    kind = 'ModuleDict' if isinstance(value, dict) else 'ModuleList'
    word = next((text for text, module in (('nn', case.scope.name('nn')), ('torch.nn', getattr(case.scope.name('torch'), 'nn', None))) if is_module(module) and hasattr(module, kind)), None)
    source = source_of(case)
    edit = None
    nodes = assignments(source, name) if source and word else ()
    if len(nodes) == 1:
        old = piece(source, nodes[0][6])
        edit = rewritten(source, nodes[0], f"self.{name} = {word}.{kind}({'' if old in ('[]', '{}', 'list()', 'dict()') else old})")
    return say('plain list', name=f'self.{name}', kind=kind), edit


def made_by(name, tensor):
    """Was a tensor made by a call of that name?"""
    tree = Line(_tensor.sites(tensor)[0]).tree
    callee = tree.fields[0] if tree is not None and tree.kind == 'Call' else None
    return callee is not None and callee.kind in ('Name', 'Attribute') and callee.fields[callee.kind == 'Attribute'] == name


def too_early(case):
    """An optimizer that was made before its model moved."""
    tree = case.line.tree
    if tree is None or tree.kind != 'Call' or tree.fields[0].kind != 'Attribute' or tree.fields[0].fields[1] != 'step':
        return None
    optimizer = case.scope.value(tree.fields[0].fields[0])
    groups = vars_of(optimizer).get('param_groups')
    source = source_of(case)
    if not isinstance(groups, list) or not source:
        return None
    param = next((p for group in groups for p in group['params'] if is_tensor(p)), None)
    states = [t for kept in (vars_of(optimizer).get('state') or {}).values() for t in kept.values() if is_tensor(t)]
    behind = next((t for t in states if param is not None and place(t) != place(param)), None)
    if behind is None:
        return None
    name = case.line.source(tree.fields[0].fields[0])
    made = statement_at(source, _tensor.sites(behind)[0])
    moved = statement_at(source, _tensor.sites(param)[1])
    if moved is None or made is None or made[3] >= moved[1] or made[2] != moved[2] or not whole_lines(source, made) or not whole_lines(source, moved):
        here = statement_at(source, case.site)
        edit = inserted(source, here[1], f'{name}.load_state_dict({name}.state_dict())') if here is not None and whole_lines(source, here) else None
        return say('state behind' if made_by(type(optimizer).__name__, behind) else 'state elsewhere', name=name), edit
    lines = source.split('\n')
    edit = Edit(say('edit below', n=made[1], m=moved[1], text=' '.join(lines[made[1] - 1].split())), source, made[1], moved[3], lines[made[3]:moved[3]] + lines[made[1] - 1:made[3]])
    return say('state behind', name=name), edit


def no_leaf(case):
    """A leaf that was moved: the copy is none."""
    if case.code != 'P0116':
        return None
    tensor = next((o.tensor for o in case.operands if _tensor.sites(o.tensor)[1]), None)
    source = source_of(case)
    if tensor is None or not source:
        return say('no leaf'), None
    site = _tensor.sites(tensor)[1]
    node, info = statement_at(source, site), _tensor.site_info(site)
    if node is None or _tensor.site_source(site) is not source or info[1] != info[3]:
        return say('no leaf'), None
    line = source.encode('utf-8', 'surrogatepass').split(b'\n')[info[1] - 1]
    text = (line[:info[4]] + b'.detach().requires_grad_()' + line[info[4]:]).decode('utf-8', 'replace')
    return say('no leaf'), Edit(say('edit line', n=info[1], text=text.strip()), source, info[1], info[1], [text])


def uninitialized(case):
    """A Gluon network whose parameters nobody initialized."""
    tree = case.line.tree
    if case.code != 'P0107' or tree is None or tree.kind != 'Call' or not is_block(case.scope.value(tree.fields[0])):
        return None
    source, name = source_of(case), case.line.source(tree.fields[0])
    node = statement_at(source, case.site) if source else None
    given = [o for o in case.operands if not o.parameter and o.part is not None]
    if node is None or not case.scope.top or tree.fields[0].kind != 'Name' or not whole_lines(source, node):
        return None
    at = f'ctx={given[0].name}.context' if given and given[0].name.isidentifier() else ''
    return None, inserted(source, node[1], f'{name}.initialize({at})')


def loaded_elsewhere(case):
    """A Gluon network that is initialized on the CPU, and gets input on a GPU."""
    if case.code != 'P0106' or not case.network or case.network[0].kind != 'Name' or not case.scope.top:
        return None
    from perch.mistakes.mending import literal
    held = {place(t) for _, t in network_names(case.network[1])}
    given = {place(o.tensor) for o in case.operands if not o.parameter}
    source = source_of(case)
    node = statement_at(source, case.site) if source else None
    if held != {'cpu(0)'} or len(given) != 1 or node is None or not whole_lines(source, node):
        return None
    where = literal(case, next(iter(given)))
    return ([], inserted(source, node[1], f'{case.line.source(case.network[0])}.collect_params().reset_ctx({where})')) if where else None


def spread(case):
    """A Trainer whose parameters have different lists of contexts."""
    if case.code != 'P0110' or case.line.tree is None or case.line.tree.kind != 'Call' or not case.line.tree.fields[1]:
        return None
    from perch.mistakes.mending import contexts, literal
    source, text = source_of(case), case.line.source(case.line.tree.fields[1][0])
    node = statement_at(source, case.site) if source else None
    given = case.line.tree.fields[1][0]
    network = case.scope.value(given.fields[0].fields[0]) if given.kind == 'Call' and given.fields[0].kind == 'Attribute' else None
    held, whole = [place(o.tensor) for o in case.operands if o.parameter], {}
    for name_, t in network_names(network):
        whole.setdefault(name_, set()).add(place(t))
    held = held or [p for places in whole.values() for p in places]
    copies = sorted(set(held) | set().union(*whole.values()), key=lambda p: (p.startswith('cpu'), -held.count(p), p))
    gpus = sorted(p for p in max(whole.values(), key=len, default=()) if not p.startswith('cpu'))      # what one parameter has copies on, all are to have
    if node is None or not whole_lines(source, node) or not text.endswith('.collect_params()') or not copies:
        return None
    where = contexts(case, gpus) if len(gpus) > 1 else literal(case, copies[0])
    return where and (None, inserted(source, node[1], f'{text}.reset_ctx({where})'))


FINDERS = unregistered, unlisted, too_early, no_leaf, uninitialized, loaded_elsewhere, spread


def find(case):
    """(sentences, Edit or None) of the first that fits."""
    for finder in FINDERS:
        try:
            found = finder(case)
        except Exception:               # without it, but with the rest
            found = None
        if found:
            return [found[0]] if found[0] else [], found[1]
    return [], None
