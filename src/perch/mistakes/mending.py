"""What would have worked: for each kind of error remarks, and where there is one an expression that succeeds in place of the user's.

A fix is only given when the facts say that it works: every operand's place, shape and dtype is known, and the expression changes nothing else.
Each function takes a Case (explain.py) and gives (remarks, fix or None, what the fix costs).
"""
import _tensor
from perch.mistakes.draw import amount, accent_of, nbytes, history, place, what
from perch.mistakes.line import MISSING, Part, is_a, is_module, is_plain, is_tensor, vars_of
from perch.mistakes.drawing import Block
from perch.language import Listed
from perch.words import say
from perch.mistakes.names import is_network, network_names, program_roots, walk

NOTHING = [], None, ''
preferred = None        # the place to which the changes before this mistake took things, in a trial: the ones on top of them do so, too
POSTFIX = ('Name', 'Attribute', 'Subscript', 'Call', 'List', 'ListComp', 'Tuple')


# ---- texts ----

def bracketed(case, part):
    text = case.line.source(part)
    return text if part.kind in POSTFIX else f'({text})'


def replaced(case, changes):
    """The expression on one line with [(part, text)] in place of those parts."""
    flat, column = case.line.flatten()
    for part, text in sorted(changes, key=lambda change: -change[0].start):
        flat = flat[:column(part.start)] + text + flat[column(part.end):]
    return flat


def is_simple(part):
    """May it be written twice? It is a name, or attributes and constant indices of one."""
    if part.kind == 'Name':
        return True
    if part.kind == 'Attribute':
        return is_simple(part.fields[0])
    if part.kind == 'Subscript':
        return is_simple(part.fields[0]) and (part.fields[1].kind in ('Name', 'Constant') or is_simple(part.fields[1]))
    return False


def maker(case, kind):
    """How the program says gpu(…): 'gpu', 'mx.gpu' …, or None."""
    found = case.scope.name(kind)
    usable = found is not MISSING and callable(found) and getattr(found, '__name__', '') in (kind, 'Context')
    if usable and (kind in case.scope.locals or kind in case.scope.globals):
        return kind
    for alias in ('mx', 'mxnet', 'npx', 'd2l'): # what it imported comes before the prelude's: the program must run in MXNet too
        module = case.scope.locals.get(alias, case.scope.globals.get(alias, MISSING))
        if is_module(module) and callable(module.__dict__.get(kind)):
            return f'{alias}.{kind}'
    return kind if usable else None


def literal(case, where):
    """A place as the program would write it; None: it has no word for it."""
    if case.accent != 0:
        return repr(where)
    kind, _, number = where.partition('(')
    name = maker(case, kind)
    if name is None:
        return None
    return f'{name}()' if kind == 'cpu' else f'{name}({number}'


def contexts(case, places):
    """A list of MXNet's contexts as the program would write it: a name that it has for just these, or all of them; None: it has no word for one."""
    for name, value in list(case.scope.globals.items()):
        if not name.startswith('_') and type(value) in (list, tuple) and len(value) == len(places) and {str(c) for c in value if is_a(c, _tensor.Context)} == set(places):
            return name
    words = [literal(case, p) for p in places]
    return None if None in words else f"[{', '.join(words)}]"


def own_literal(case, where):
    """A place in the words of the function that failed: its ctx, or that of an array that it was given; None: it has none, or none failed."""
    from perch.mistakes.repairs import FUNCTIONS, at_site, innermost, own_word
    code = case.frame.f_code
    if code.co_name in ('<listcomp>', '<genexpr>', '<setcomp>', '<dictcomp>'):      # for x, y in zip(xs, ys): with x
        name = next((n for n, v in list(case.frame.f_locals.items()) if n.isidentifier() and is_tensor(v) and accent_of(v) == case.accent and place(v) == where), None)
        return name and f"{name}.{'context' if case.accent == 0 else 'device'}"
    at = at_site(case.site) if not case.scope.top else None
    function = innermost(at[2], FUNCTIONS) if at else None
    return own_word(case, where, case.frame, function, 0) if function is not None and function.name == code.co_name else None


def untransposed(part):
    while part.kind == 'Attribute' and part.fields[1] in ('T', 'data'):
        part = part.fields[0]
    return part


def move(case, part, to_place, anchor):
    """The text that moves a part to where `anchor` (a part, or None) lives; None: it cannot be said."""
    text = bracketed(case, part)
    known = literal(case, to_place)
    anchor = untransposed(anchor) if anchor is not None else None
    said = send(anchor) if anchor is not None else None
    if said is not None and len(said.fields[1]) == 1 and is_simple(said.fields[1][0]):
        known, anchor = case.line.source(said.fields[1][0]), None         # x.to(device): as it is said there
    if case.accent == 1:
        value = next((v for p, v in zip(case.parts, case.values) if p is part), None)
        value = next((o.tensor for o in case.operands if o.part is part and not o.parameter), None) if value is MISSING else value
        if is_tensor(value) and accent_of(value) == 2:      # NumPy's arrays cannot move
            convert = word_for(case, 'from_numpy', ('torch',))
            if convert is None:
                return None
            text = f'{convert}({case.line.source(part)})'
        if anchor is not None and is_simple(anchor):
            return f'{text}.to({case.line.source(anchor)}.device)'
        return f'{text}.to({known if said is not None else own_literal(case, to_place) or known})'
    if known and (case.scope.top or anchor is None or not is_simple(anchor)):
        own = own_literal(case, to_place) if said is None else None
        return f'{text}.as_in_context({own})' if own else f'{text}.{said.fields[0].fields[1] if said is not None else "copyto"}({known})'
    if anchor is not None:
        return f'{text}.as_in_context({bracketed(case, anchor)}.context)'
    return None


class Journey(Listed):
    """to: the places where it ends."""

    def __new__(cls, between, items, to):
        self = Listed.__new__(cls, between, items)
        self.to = to
        return self


def journey(moves):
    """'24 bytes, gpu(0) → gpu(1)' of [(bytes, from, to)]."""
    total = sum(n for n, _, _ in moves)
    ways = []
    for _, a, b in moves:
        if (a, b) not in ways:
            ways.append((a, b))
    return Journey(', ', [amount(total), *(f'{a} → {b}' for a, b in ways)], {b for _, b in ways})


# ---- operands on different devices ----

def spread(case):
    """[(part, [tensors], whether a list)] of the parts whose places are known, and whether all are."""
    found, whole = [], True
    mapped = {id(o.part): o.tensor for o in case.operands if o.part is not None and not o.parameter}
    for part, value in zip(case.parts, case.values):
        if case.network and part is case.network[0]:
            continue
        if is_tensor(value):
            found.append((part, [value], False))
        elif id(part) in mapped and value is MISSING:
            found.append((part, [mapped[id(part)]], False))
        elif type(value) in (list, tuple) and value and all(map(is_tensor, value)):
            found.append((part, list(value), True))
        elif value is MISSING and not is_plain(part) and not case.is_callee(part):
            whole = False
    return found, whole


def fixed_anchor(case, group):
    """The part that must stay: what is written into, or indexed."""
    tree = case.line.tree
    if tree.kind == 'Expr':
        tree = tree.fields[0]
    if tree.kind == 'AugAssign':
        keep = tree.fields[0]
    elif tree.kind == 'Subscript':
        keep = tree.fields[0]
    elif tree.kind == 'Call':
        callee, _, keywords = tree.fields
        keep = callee.fields[0] if callee.kind == 'Attribute' and callee.fields[1].endswith('_') and not callee.fields[1].endswith('__') else None
        for keyword in keywords:
            if keyword.fields[0] == 'out':
                keep = keyword.fields[1]
    else:
        keep = None
    return next((entry for entry in group if keep is not None and entry[0] is keep), None)


def gathered(case, group):
    """Where the operand lives to which the statement gives its result: total = total + l; None: there is none."""
    from perch.mistakes.repairs import at_site, innermost, text_of
    import ast
    at = at_site(case.site)
    statement = innermost(at[2], ast.Assign) if at else None
    names = {text_of(at[1], target) for target in statement.targets} if statement is not None else ()
    return next((place(tensors[0]) for part, tensors, many in group if not many and case.line.source(part) in names), None)


MOVES = ('to', 'cuda', 'as_in_context', 'as_in_ctx', 'copyto')


def send(node):
    """The call in an expression that moves one of its operands: x.to(device) @ w; None: there is none, or several."""
    if node.kind == 'Call':
        return node if node.fields[0].kind == 'Attribute' and node.fields[0].fields[1] in MOVES else None
    if node.kind in ('BinOp', 'Subscript', 'UnaryOp', 'Attribute'):
        found = [call for call in map(send, (field for field in node.fields if isinstance(field, Part))) if call is not None]
        return found[0] if found else None
    return None


def sent(case):
    """The GPU to which the expression itself sends one of its operands: the others are to follow; None: it sends none."""
    found = {place(o.tensor) for o in case.operands if o.part is not None and not o.parameter and send(o.part) is not None}
    found = {p for p in found if not p.startswith('cpu')}
    return found.pop() if len(found) == 1 else None


def scalar_on_cpu(case, tensor):
    return case.accent == 1 and not _tensor.shape(tensor) and place(tensor) == 'cpu'


def gather(case, group, to_place, anchor):
    """The changes that bring all of `group` to a place; None: one cannot be said."""
    changes, moves = [], []
    for part, tensors, many in group:
        away = [t for t in tensors if place(t) != to_place and not scalar_on_cpu(case, t)]
        if not away:
            continue
        moves += [(nbytes(t), place(t), to_place) for t in away]
        if many:
            known = literal(case, to_place)
            if anchor is not None and anchor is not part and is_simple(anchor):
                target = case.line.source(anchor) + ('.device' if case.accent == 1 else '.context')
            elif known:
                target = known
            elif is_simple(part):
                i = next((i for i, t in enumerate(tensors) if place(t) == to_place), None)
                if i is None:
                    return None
                target = f'{case.line.source(part)}[{i}]' + ('.device' if case.accent == 1 else '.context')
            else:
                return None
            text = f'[t.{"to" if case.accent == 1 else "as_in_context"}({target}) for t in {case.line.source(part)}]'
        else:
            text = move(case, part, to_place, anchor if anchor is not part else None)
        if text is None:
            return None
        changes.append((part, text))
    return changes, moves


def network_places(case):
    """({place: bytes}, places where every parameter has a copy) of the called network."""
    held, common, copies = {}, None, {}
    for name, tensor in network_names(case.network[1]):
        held[place(tensor)] = held.get(place(tensor), 0) + nbytes(tensor)
        copies.setdefault(name, set()).add(place(tensor))
    for where in copies.values():
        common = where if common is None else common & where
    return held, [p for p in held if p in (common or ())]


def left_behind(case, held, group):
    """PyTorch: the whole network is on the CPU, and all that it is given on one GPU: it is the network that was forgotten. (fix, cost), or None."""
    given = {place(t) for _, tensors, _ in group for t in tensors if not scalar_on_cpu(case, t)}
    part, goal = case.network[0], next(iter(given), 'cpu')
    if case.accent != 1 or set(held) != {'cpu'} or len(given) != 1 or goal == 'cpu':
        return None
    anchor = next((entry for entry, _, many in group if not many and is_simple(entry)), None)
    target = f'{case.line.source(anchor)}.device' if anchor is not None else repr(goal)
    return replaced(case, [(part, f'{bracketed(case, part)}.to({target})')]), journey([(held['cpu'], 'cpu', goal)])


def fresh_states(case):
    """rnn(x, rnn.begin_state(…)): the call that made the states takes a place; (fix, cost), or None."""
    tree = case.line.tree
    if case.accent != 0 or not case.network or tree.kind != 'Call' or len(tree.fields[1]) < 2 or case.scope.code is None:
        return None
    (first, made), x = tree.fields[1][:2], case.scope.value(tree.fields[1][0])
    if made.kind != 'Call' or made.fields[0].kind != 'Attribute' or made.fields[0].fields[1] != 'begin_state' or any(k.fields[0] == 'ctx' for k in made.fields[2]) or not is_tensor(x):
        return None
    text = case.line.source(made)
    where = f'{case.line.source(first)}.context' if is_simple(first) else literal(case, place(x))
    if where is None:
        return None
    return replaced(case, [(made, text[:-1] + ('' if text[:-1].endswith('(') else ', ') + f'ctx={where})')]), ''


def places(case):
    remarks = []
    if case.accent == 0 and case.code == 'P0102' and case.op:
        remarks.append(say('no check'))
    states = fresh_states(case)
    if states:
        return remarks, *states
    part = receiver(case)
    if part is not None and case.line.tree.fields[0].fields[1] == 'step' and isinstance(vars_of(case.scope.value(part)).get('param_groups'), list):
        return remarks, None, ''             # causes.py knows more
    group, whole = spread(case)
    if case.line.tree is None or case.scope.code is None or not group:
        return remarks, None, ''
    if case.network:
        part = case.network[0]
        held, common = network_places(case)
        if not held:
            return remarks, None, ''
        behind = left_behind(case, held, group)
        if behind:
            return remarks, *behind
        if common:
            goal = common[0]
            own = own_literal(case, goal) if case.accent == 0 else None
            text = own or literal(case, goal)
            if case.accent == 1 and (text is None or not case.scope.top) and is_simple(part):
                text = f'next({case.line.source(part)}.parameters()).device'
            changes, moves = [], []
            for entry, tensors, many in group:
                away = [t for t in tensors if place(t) not in common]
                if not away:
                    continue
                if text is None or many:
                    return remarks, None, ''
                moves += [(nbytes(t), place(t), goal) for t in away]
                changes.append((entry, f'{bracketed(case, entry)}.{"to" if case.accent == 1 else "as_in_context" if own else "copyto"}({text})'))
            if changes and whole:
                return remarks, replaced(case, changes), journey(moves)
            return remarks, None, ''
        remarks.append(say('spread', list=Listed(', ', [say('bytes on', bytes=amount(n), place=p) for p, n in held.items()])))
        if case.accent == 1 and whole and is_simple(part) and len({place(t) for _, ts, _ in group for t in ts}) == 1:
            entry, tensors, many = group[0]
            goal = place(tensors[0])
            if not many:
                target = f'{case.line.source(entry)}.device' if is_simple(entry) else repr(goal)
                moves = [(n, p, goal) for p, n in held.items() if p != goal]
                return remarks, replaced(case, [(part, f'{case.line.source(part)}.to({target})')]), journey(moves)
        elif case.accent == 0 and is_simple(part):
            remarks.append(say('reset ctx', name=case.line.source(part)))
        return remarks, None, ''
    tree = case.line.tree
    if not whole or tree.kind == 'Compare' and len(tree.fields[2]) > 1:
        return remarks, None, ''
    keep = fixed_anchor(case, group)
    if keep is None:
        weight = {}
        for _, tensors, _ in group:
            for t in tensors:
                if not scalar_on_cpu(case, t):
                    weight[place(t)] = weight.get(place(t), 0) + nbytes(t)
        if len(weight) < 2:
            return remarks, None, ''
        last = {place(ts[0]): i for i, (_, ts, _) in enumerate(group)}
        grows = gathered(case, group)
        goal = max(weight, key=lambda p: (p == preferred, p == sent(case), not p.startswith('cpu'), weight[p], p == grows, last.get(p, -1)))
        keep = next((entry for entry in group if not entry[2] and place(entry[1][0]) == goal), None)
    else:
        goal = place(keep[1][0])
    done = gather(case, group, goal, keep[0] if keep else None)
    if not done or not done[0]:
        return remarks, None, ''
    return remarks, replaced(case, done[0]), journey(done[1])


# ---- there is no such device ----

def no_device(case):
    index, count = case.numbers[0], case.numbers[1]
    word = 'cuda:{}' if case.accent == 1 else 'gpu({})'
    asked = word.format(index)
    if count:
        info = _tensor.gpu_info(0)
        here = ', '.join(word.format(i) for i in range(count)) if count <= 8 else f'{word.format(0)} … {word.format(count - 1)}'
        remarks = [say.count('not here', count, asked=asked, list=here, mark=say('mark simulated') if info['simulated'] else '')]
    else:
        remarks = [say('no gpu at all', asked=asked)]
    remarks.append(say('named before'))
    if case.line.tree is None or case.scope.code is None:
        return remarks, None, ''
    target = literal(case, word.format(count - 1) if count else 'cpu' if case.accent == 1 else 'cpu(0)')
    if target is None:
        return remarks, None, ''
    changes = []

    def look(node):
        if type(node) is tuple:
            for item in node:
                look(item)
            return
        if not isinstance(node, Part):
            return
        value = case.scope.value(node)
        if isinstance(value, (_tensor.Context, _tensor.device)) and str(value) == asked:
            changes.append((node, target))
        elif node.kind == 'Constant' and value == asked:
            changes.append((node, target))
        elif node.kind == 'Constant' and case.accent == 1 and value in (f'cuda:{index}', 'cuda' if not count else None):
            changes.append((node, target))
        elif not count and node.kind == 'Call' and node.fields[0].kind == 'Attribute' and node.fields[0].fields[1] == 'cuda':
            changes.append((node, f"{bracketed(case, node.fields[0].fields[0])}.cpu()"))
        elif node.kind == 'Call':
            callee, args, keywords = node.fields
            name = callee.fields[0] if callee.kind == 'Name' else callee.fields[1] if callee.kind == 'Attribute' else ''
            if name in ('device', 'Context') and len(args) == 2 and case.scope.value(args[1]) == index and count:
                changes.append((args[1], str(count - 1)))
                return
            if name in ('gpu', 'cuda') and len(args) == 1 and case.scope.value(args[0]) == index and type(case.scope.value(args[0])) is int:
                if count:
                    changes.append((args[0], str(count - 1)))
                elif name == 'gpu':
                    changes.append((node, target))
                return
            if name == 'gpu' and not args and not keywords and index == 0:
                changes.append((node, target))
                return
            look(node.fields)
        else:
            look(node.fields)

    look(case.line.tree)
    return remarks, replaced(case, changes) if len(changes) == 1 else None, ''


# ---- shapes ----

def broadcast(a, b):
    for x, y in zip(reversed(a), reversed(b)):
        if x != y and x != 1 and y != 1:
            return False
    return True


def two_parts(case):
    """The two operands, when both are parts of the expression."""
    if case.line.tree is None or case.scope.code is None or len(case.operands) != 2:
        return None
    a, b = case.operands
    if a.part is None or b.part is None or a.parameter or b.parameter or a.part is b.part:
        return None
    return a, b


def column_of(case, part):
    return f'{bracketed(case, part)}.reshape({"(-1, 1)" if case.accent != 1 else "-1, 1"})'


def not_broadcastable(case):
    a, b = case.shapes
    remarks = []
    if case.code == 'P0201' and a and b:
        for back, (x, y) in enumerate(zip(reversed(a), reversed(b)), 1):
            if x != y and x != 1 and y != 1:
                remarks.append(say('axis differs', x=x, y=y, axis=back))
                break
    pair = two_parts(case)
    tree = case.line.tree
    if not pair or tree.kind not in ('BinOp', 'Compare'):
        return remarks, None, ''
    (first, second), sa, sb = pair, _tensor.shape(pair[0].tensor), _tensor.shape(pair[1].tensor)
    if len(sa) == 2 and len(sb) == 2 and sa == sb[::-1] and broadcast(sa, sb[::-1]):
        return remarks, replaced(case, [(second.part, f'{bracketed(case, second.part)}.T')]), ''
    for one, other, s, t in ((second, first, sb, sa), (first, second, sa, sb)):
        if len(s) == 1 and len(t) >= 2 and s[0] == t[-2]:
            return remarks, replaced(case, [(one.part, column_of(case, one.part))]), ''
    return remarks, None, ''


def product(case):
    pair = two_parts(case)
    if len(case.operands) >= 2 and not pair:
        x, w = case.operands[0], case.operands[1]
        return [say('ends in', x=x.name, a=_tensor.shape(x.tensor)[-1], w=w.name, b=_tensor.shape(w.tensor)[-1])] if w.parameter and _tensor.shape(x.tensor) else [], None, ''
    if not pair:
        return NOTHING
    (a, b), sa, sb = pair, _tensor.shape(pair[0].tensor), _tensor.shape(pair[1].tensor)
    if case.op not in ('matmul', 'dot') or not sa or not sb:
        return NOTHING
    remarks = [say('columns rows', a=sa[-1], b=sb[-2] if len(sb) > 1 else sb[0])]
    if len(sa) == 2 and len(sb) == 2:
        if sa[1] == sb[1]:
            return remarks, replaced(case, [(b.part, f'{bracketed(case, b.part)}.T')]), ''
        if sa[0] == sb[0]:
            return remarks, replaced(case, [(a.part, f'{bracketed(case, a.part)}.T')]), ''
    return remarks, None, ''


def axis(case):
    n, low, high = case.numbers[:3]
    return [say('axes range', low=low, high=high)], None, ''


def reshape(case):
    wanted = 1
    for n in case.shapes[0]:
        wanted *= n
    text = 'x'.join(map(str, case.shapes[0]))
    return [say('do not fill =' if wanted > 0 and len(case.shapes[0]) > 1 else 'do not fill', n=case.numbers[0], shape=text, wanted=wanted)], None, ''


# ---- dtypes ----

RANK = {name: i for i, name in enumerate(('bool', 'uint8', 'int8', 'int16', 'int32', 'int64', 'float16', 'bfloat16', 'float32', 'float64', 'complex64', 'complex128'))}


def dtypes(case):
    pair = two_parts(case)
    if case.code == 'P0301' and case.network and case.accent == 1 and in_single(case.network[1]):      # NumPy's numbers, or bytes, for a network
        given = [o for o in case.operands if not o.parameter and o.part is not None and _tensor.dtype_name(o.tensor) in RANK]
        if len(given) == 1 and not _tensor.dtype_name(given[0].tensor).startswith('complex'):
            return [], replaced(case, [(given[0].part, f'{bracketed(case, given[0].part)}.float()')]), ''
    if not pair or case.code != 'P0301':
        return NOTHING
    a, b = pair
    ra, rb = (RANK.get(_tensor.dtype_name(o.tensor), -1) for o in pair)
    keep, change = (a, b) if ra > rb else (b, a)
    tree = case.line.tree
    if tree.kind == 'AugAssign':
        keep, change = a, b
    how = 'to' if case.accent == 1 else 'astype'
    target = f'{case.line.source(keep.part)}.dtype' if is_simple(keep.part) else f"'{_tensor.dtype_name(keep.tensor)}'"
    if case.accent == 1 and not is_simple(keep.part):
        method = {'float32': 'float', 'float64': 'double', 'float16': 'half', 'int64': 'long', 'int32': 'int', 'bool': 'bool'}.get(_tensor.dtype_name(keep.tensor))
        return ([], replaced(case, [(change.part, f'{bracketed(case, change.part)}.{method}()')]), '') if method else NOTHING
    return [], replaced(case, [(change.part, f'{bracketed(case, change.part)}.{how}({target})')]), ''


def index_dtype(case):
    """What names classes or rows is made whole numbers, chances of classes floats, masks (numbers[0]) bools: the last operand is the one that was refused."""
    given = case.operands[-1] if case.operands else None
    if case.accent != 1 or given is None or given.part is None or given.parameter or case.scope.code is None:
        return NOTHING
    method = 'bool' if case.numbers[0] else 'float' if _tensor.dtype_name(given.tensor) == 'int64' else 'long'
    return [], replaced(case, [(given.part, f'{bracketed(case, given.part)}.{method}()')]), ''


def cannot_cast(case):
    tree = case.line.tree
    if tree is not None and tree.kind == 'AugAssign' and is_simple(tree.fields[0]) and case.scope.code is not None:
        target, op, value = tree.fields
        text = case.line.source(value)
        text = text if value.kind in POSTFIX or value.kind == 'Constant' else f'({text})'
        return [say('in place dtype')], f'{case.line.source(target)} = {case.line.source(target)} {op} {text}', ''
    return NOTHING


# ---- gradients ----

def receiver(case):
    tree = case.line.tree
    if tree is None or tree.kind != 'Call' or tree.fields[0].kind != 'Attribute' or case.scope.code is None:
        return None
    return tree.fields[0].fields[0]


def no_graph(case):
    if case.accent == 1:
        return [say('no graph torch')], None, ''
    return [say('no graph mxnet')], None, ''


def freed(case):
    part = receiver(case)
    name = case.line.source(part) if part is not None and is_simple(part) else 'loss'
    return [say('freed', name=name)], None, ''


def not_scalar(case):
    part = receiver(case)
    if part is None or case.line.tree.fields[0].fields[1] != 'backward' or not (is_tensor(case.scope.value(part)) or case.scope.value(part) is MISSING):
        return NOTHING
    return [], replaced(case, [(part, f'{bracketed(case, part)}.sum()')]), ''


def leaf_in_place(case):
    tree = case.line.tree
    if case.accent != 1:
        return [say('leaf mxnet')], None, ''
    hint = [say('leaf torch')]
    target = None
    if tree is not None and tree.kind == 'AugAssign':
        target = tree.fields[0]
    elif tree is not None and tree.kind == 'Call':
        target = receiver(case)
    if target is not None and is_simple(target) and target.kind != 'Subscript' and case.scope.code is not None:
        return hint, replaced(case, [(target, f'{case.line.source(target)}.data')]), ''
    return hint, None, ''


def saved_changed(case):
    return [say('saved changed')], None, ''


# ---- memory ----

def holders(device_text, frame, device, most=5):
    """([(bytes, name, what, tensor)] of the largest named tensors of a device; the allocator's bytes of all of them; those that are kept for backward besides)."""
    found = {}

    def see(text, tensor):
        if place(tensor) == device_text and nbytes(tensor):
            key = _tensor.address(tensor)
            if key not in found or nbytes(found[key][1]) < nbytes(tensor):
                found[key] = text, tensor

    walk(program_roots(frame), see)
    groups = {}                 # the elements of a list that one line made: one row
    for text, tensor in found.values():
        root = text.partition('[')[0] if text.endswith(']') else text
        groups.setdefault((root, _tensor.sites(tensor)), []).append((text, tensor))
    rows = []
    for group in groups.values():
        (first, tensor), last = group[0], group[-1][0]
        size = sum(nbytes(t) for _, t in group)
        rows.append((size, first if len(group) == 1 else f'{first} … {last}', Listed('', [f'{len(group)} × ', what(tensor)]) if len(group) > 1 else what(tensor), tensor))
    rows.sort(key=lambda row: -row[0])
    held = {row[0]: row[3] for row in _tensor.storages() if row[1] == device}
    named = {_tensor.serial(tensor) for _, tensor in found.values()}
    tape = {serial for _, tensor in found.values() if not _tensor.is_array(tensor) for serial, _ in _tensor.tape(tensor)} - named
    return rows[:most], sum(held.get(serial, 0) for serial in named), sum(held.get(serial, 0) for serial in tape)


def memory(case):
    asked, total, allocated, free, reserved, index = case.numbers
    where = ('cuda:{}' if case.accent == 1 else 'gpu({})').format(index) if index >= 0 else 'cpu' if case.accent else 'cpu(0)'
    remarks = [say('asked cached' if reserved > allocated else 'asked', asked=amount(asked), place=where, total=amount(total), used=amount(allocated), cached=amount(reserved - allocated) if reserved > allocated else '')]
    top, named, tape = holders(where, case.frame, index)
    if top:
        remarks += [Block([[say('held on', place=where)]]), Block([[name, text, amount(size), history(t, case.site)] for size, name, text, t in top], '  ')]
        if tape:
            remarks.append(Block([[say('for backward', bytes=amount(tape))]]))
        if allocated > named + tape:
            remarks.append(Block([[say('unnamed', bytes=amount(allocated - named - tape))]]))
    remarks.append(say('less memory'))
    return remarks, None, ''


# ---- indices and values ----

def index_range(case):
    i, size, ax = case.numbers[:3]
    if not any(case.numbers):       # said by a package, in its own words
        return NOTHING
    return [say('axis size', axis=ax, n=size, last=size - 1) if size else say('axis empty', axis=ax)], None, ''


def one_element(case):
    return [say('one element')], None, ''


def host_read(case):
    part = receiver(case)
    if part is not None and case.accent == 1 and case.line.tree.fields[0].fields[1] == 'numpy':
        value = case.scope.value(part)
        inner = bracketed(case, part)
        detached = part.kind == 'Call' and part.fields[0].kind == 'Attribute' and part.fields[0].fields[1] == 'detach'
        if not detached and (not is_tensor(value) or _tensor.requires(value)):
            inner += '.detach()'
        cost = journey([(nbytes(value), place(value), 'cpu')]) if is_tensor(value) else ''
        return [], replaced(case, [(part, inner + '.cpu()')]), cost
    tensors = [(p, value) for p, value in zip(case.parts, case.values) if accent_of(value) == 1 and is_tensor(value)] if case.line.tree is not None and case.scope.code is not None else []
    away = [(p, value) for p, value in tensors if place(value) != 'cpu' and not case.is_callee(p)]
    away = [(p, value) for p, value in away if any(value is t for t in case.tensors)] or away        # the others may well stay
    if away and away[0][0] is not part:
        changes = [(p, bracketed(case, p) + ('.detach()' if _tensor.requires(value) else '') + '.cpu()') for p, value in away]
        return [], replaced(case, changes), journey([(nbytes(value), place(value), 'cpu') for _, value in away])
    lists = [(p, value) for p, value in zip(case.parts, case.values) if type(value) in (list, tuple) and value and all(map(is_tensor, value))]
    if len(lists) == 1 and case.scope.code is not None:
        p, value = lists[0]
        return [], replaced(case, [(p, f'[t.cpu() for t in {case.line.source(p)}]')]), journey([(nbytes(t), place(t), 'cpu') for t in value if place(t) != 'cpu'])
    return NOTHING


def fault(case):
    i, size = case.numbers[:2]
    found = [say('fault index', i=i, n=size)] if size else []
    if case.op in ('nll', 'cross_entropy') and size:
        found = [say('fault label', label=i)]
    gpus = [_tensor.gpu_info(k) for k in range(_tensor.gpu_count())]
    if any(info['simulated'] for info in gpus):
        return found + [say('fault')], None, ''
    return found + ([say('fault real')] if size and not any(info['broken'] for info in gpus) else []), None, ''


# ---- parameters ----

def whole_call(case, more):
    """The call with one more argument at its end."""
    flat = case.line.flatten()[0]
    inner = flat[:-1].rstrip()
    return inner + (more if inner.endswith('(') else ' ' + more if inner.endswith(',') else ', ' + more) + ')'


def parameter_elsewhere(case):
    tree = case.line.tree
    if tree is not None and tree.kind == 'Call' and tree.fields[0].kind == 'Attribute' and tree.fields[0].fields[1] in ('data', 'grad') and case.scope.code is not None:
        part = tree.fields[0].fields[0]
        own = next(filter(None, (own_literal(case, place(o.tensor)) for o in case.operands if o.parameter)), None) if case.accent == 0 else None
        text = own or bracketed(case, part) + '.list_ctx()[0]'
        if not is_simple(part):
            return NOTHING
        _, args, keywords = tree.fields
        named = [k.fields[1] for k in keywords if k.fields[0] == 'ctx']
        if args or named:
            return [], replaced(case, [((args or named)[0], text)]), ''
        if not keywords:
            return [], whole_call(case, text), ''
    return places(case)


def uninitialized(case):
    name = case.line.source(case.network[0]) if case.network else 'net'
    if case.line.tree is not None and case.line.tree.kind == 'Call' and not case.network:
        callee = case.line.tree.fields[0]
        name = case.line.source(callee) if is_simple(callee) and (callee.kind != 'Attribute' or is_network(case.scope.value(callee))) else 'net'
    if case.code == 'P0108':
        return [say('deferred', name=name)], None, ''
    given = [o.name for o in case.operands if not o.parameter]
    where = f'ctx={given[0]}.context' if given and given[0].isidentifier() else ''
    return [say('initialize', name=name, where=where)], None, ''


def spread_parameters(case):
    return [say('one list')], None, ''


def stale(case):
    return [say('stale')], None, ''


def uneven(case):
    tree = case.line.tree
    if tree is not None and tree.kind == 'Call' and case.scope.code is not None and all(k.fields[0] not in ('even_split', None) for k in tree.fields[2]):
        name = tree.fields[0].fields[-1 if tree.fields[0].kind == 'Name' else 1] if tree.fields[0].kind in ('Name', 'Attribute') else ''
        name = tree.fields[0].fields[0] if tree.fields[0].kind == 'Name' else name
        if name in ('split_and_load', 'split_data') and len(tree.fields[1]) <= 3:
            return [], whole_call(case, 'even_split=False'), ''
    return NOTHING


def loaded_elsewhere(case):
    tree = case.line.tree
    hint = say('load ctx')
    if tree is None or tree.kind != 'Call' or tree.fields[0].kind != 'Attribute' or case.scope.code is None or not is_simple(tree.fields[0].fields[0]):
        return [hint], None, ''
    kept = [case.line.source(a) for a in tree.fields[1][:1]] + [f'{k.fields[0]}={case.line.source(k.fields[1])}' for k in tree.fields[2] if k.fields[0] != 'ctx']
    if len(tree.fields[1]) > 2 or any(k.fields[0] is None for k in tree.fields[2]) or any(a.kind == 'Starred' for a in tree.fields[1]):
        return [hint], None, ''
    return [hint], f"{case.line.source(tree.fields[0])}({', '.join(kept)})", ''


# ---- values of two libraries ----

LIBRARIES = ('MXNet', 'PyTorch', 'NumPy')


def word_for(case, name, aliases):
    """How the program says a function: 'nd.array', 'mx.nd.array' …; None: it has not imported it."""
    for alias in aliases:
        head, _, rest = alias.partition('.')
        value = case.scope.name(head)
        for step in filter(None, rest.split('.')):
            value = getattr(value, step, MISSING)
        if value is not MISSING and callable(getattr(value, name, None)):
            return f'{alias}.{name}'
    return None


def on_host(case, part, value):
    """An expression for the NumPy array with a tensor's values."""
    text = bracketed(case, part)
    accent = accent_of(value)
    if accent == 0:
        return text + '.asnumpy()'
    if accent == 2:
        return case.line.source(part)
    return text + ('.detach()' if _tensor.requires(value) else '') + ('' if place(value) == 'cpu' else '.cpu()') + '.numpy()'


def in_single(network):
    """Does it compute in float32?"""
    return any(_tensor.dtype_name(t) == 'float32' for _, t in network_names(network)[:1])


def two_libraries(case):
    pairs = [(part, value) for part, value in zip(case.parts, case.values) if is_tensor(value)]
    kinds = [accent_of(value) for _, value in pairs]
    lead = next((i for i, kind in enumerate(kinds) if kind == case.accent), None)
    if case.network:                                    # the network's library is the one to speak
        lead_kind, stay = (0 if hasattr(case.network[1], 'collect_params') else 1), ''
    elif lead is None or len(set(kinds)) < 2:
        return NOTHING
    else:
        lead_kind, stay = kinds[lead], bracketed(case, pairs[lead][0]) if is_simple(pairs[lead][0]) else ''
    remark = say('two libraries', list=Listed(say('list'), [say('is of', name=case.line.source(part), library=LIBRARIES[kind]) for (part, _), kind in zip(pairs, kinds)]))
    changes = []
    for (part, value), kind in zip(pairs, kinds):
        if kind == lead_kind:
            continue
        make = word_for(case, 'array', ('nd', 'mx.nd')) if lead_kind == 0 else word_for(case, 'from_numpy', ('torch',)) if lead_kind == 1 else ''
        if make is None or case.scope.code is None:
            return [remark], None, ''
        host = on_host(case, part, value)
        if case.network:
            copies = network_names(case.network[1])
            to = place(copies[0][1]) if copies else None
        else:
            to = place(pairs[lead][1])
        if lead_kind == 0:
            there = f'{stay}.context' if stay else literal(case, to) if to else None
            text = f'{make}({host}, ctx={there})' if there and to != 'cpu(0)' else f'{make}({host})'
        elif lead_kind == 1:
            there = f'{stay}.device' if stay else repr(to) if to else None
            text = f'{make}({host})' + ('.float()' if case.network and in_single(case.network[1]) and _tensor.dtype_name(value) == 'float64' else '')
            text += f'.to({there})' if there and to != 'cpu' else ''
        else:
            text = host
        changes.append((part, text))
    return [remark], replaced(case, changes), ''


WAYS = {
    'P0112': loaded_elsewhere, 'P0304': two_libraries,     'P0106': parameter_elsewhere, 'P0107': uninitialized, 'P0108': uninitialized, 'P0110': spread_parameters, 'P0111': stale, 'P0212': uneven,
    'P0102': places, 'P0103': places, 'P0104': no_device, 'P0105': host_read, 'P0201': not_broadcastable, 'P0203': product, 'P0204': axis,
    'P0205': reshape, 'P0301': dtypes, 'P0302': index_dtype, 'P0303': cannot_cast, 'P0401': no_graph, 'P0402': freed, 'P0403': not_scalar, 'P0404': leaf_in_place,
    'P0409': leaf_in_place, 'P0405': saved_changed, 'P0501': memory, 'P0502': fault, 'P0601': index_range, 'P0604': one_element,
}


def mend(case):
    way = WAYS.get(case.code)
    if way is None and case.code in ('P0113', 'P0114', 'P0115', 'P0117', 'P0118', 'P0119'):
        from perch.mistakes import mending_torch
        way = mending_torch.WAYS[case.code]
    if way is None:
        return NOTHING
    try:
        return way(case)
    except Exception:       # without a fix, but with the rest
        return NOTHING


def network_moved(case):
    """[(fix, cost)]: PyTorch's network goes to where its input lives."""
    part, (held, common) = case.network[0], network_places(case)
    group, whole = spread(case)
    goals = {place(t) for _, tensors, _ in group for t in tensors}
    if case.accent != 1 or not whole or not common or not is_simple(part) or len(goals) != 1 or goals & set(common):
        return []
    goal, entry = goals.pop(), group[0][0]
    target = f'{case.line.source(entry)}.device' if is_simple(entry) and not group[0][2] else repr(goal)
    return [(replaced(case, [(part, f'{case.line.source(part)}.to({target})')]), journey([(n, p, goal) for p, n in held.items() if p != goal]))]


def others(case):
    """[(fix, cost)] beside the one that is drawn: operands on different devices may meet on any of these."""
    if case.code not in ('P0102', 'P0103'):
        return []
    try:
        if case.network:
            return network_moved(case)
        group, whole = spread(case)
        if not whole or case.line.tree is None or case.scope.code is None or fixed_anchor(case, group) is not None:
            return []
        found = []
        for goal in dict.fromkeys(place(t) for _, tensors, _ in group for t in tensors):
            anchor = next((entry[0] for entry in group if not entry[2] and place(entry[1][0]) == goal), None)
            for near in (anchor, None):             # in words of another operand, which may be no tensor yet when a loop begins; and of the place itself
                done = gather(case, group, goal, near)
                if done and done[0]:
                    found.append((replaced(case, done[0]), journey(done[1])))
        return sorted(found, key=lambda fix: any(p.startswith('cpu') for p in fix[1].to))
    except Exception:
        return []
