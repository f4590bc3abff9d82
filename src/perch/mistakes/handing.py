"""Where a value came from that a function was given, or that a statement bound beside others that it moved: the place of the mistake is there, and not where the value was met.

order(case, frames, far, found) ranks the changes of repairs.py anew where the failed function has as an argument what is elsewhere: the loop that gives it, the function that made it, the call that handed
it over, and only then the expression that met it. beside(case, frames, far) moves a name as its neighbours are moved.
"""
import ast

import _tensor
from perch.mistakes import repairs
from perch.mistakes.draw import place
from perch.mistakes.line import is_tensor
from perch.mistakes.mending import MOVES

ITEMS = ('__init__', '__getitem__', '__iter__', '__next__')     # what they make is the data's, not a constant of the program's


def is_given(frame, tensor):
    """Was a running function given a tensor, alone or in a list or tuple?"""
    code = frame.f_code
    for name in code.co_varnames[:code.co_argcount + code.co_kwonlyargcount] if code.co_name != '<module>' else ():
        value = frame.f_locals.get(name)
        if any(is_tensor(v) and repairs.alike(tensor, v) for v in (value if type(value) in (list, tuple) else [value])):
            return True
    return False


def inside(site, outer):
    """Does a site stand within another?"""
    a, b = _tensor.site_info(site) if site else None, _tensor.site_info(outer) if outer else None
    return a is not None and b is not None and a[0] == b[0] and (b[1], b[2]) <= (a[1], a[2]) and (a[3], a[4]) <= (b[3], b[4])


def made_by_helper(case, tensor):
    """Did a call in a function of the program's own make it (zeros(…), randn(…)), one that gives no items of its data?"""
    made, moved = _tensor.sites(tensor)
    at = repairs.at_site(made) if not moved else None
    function = repairs.innermost(at[2], repairs.FUNCTIONS) if at is not None else None
    return function is not None and function.name not in ITEMS and any(repairs.makes(case, node) for node in ast.walk(at[2][-1]))


def order(case, frames, far, found):
    """New ranks, where all that is elsewhere was given to the function that met it, or made of that in the expression."""
    for change in found:
        if change.near and not any(other.rank < repairs.HERE for other in found):
            change.rank = repairs.KNOWN        # what the failed function made itself
    given = [t for t in far.away if frames and is_given(frames[0], t)]
    if not given or repairs.kept(case, frames, far) or any(not inside(_tensor.sites(t)[0], case.site) for t in far.away if not any(t is other for other in given)):
        return
    helper = all(made_by_helper(case, t) for t in given)
    for change in found:
        if change.rank == repairs.HERE:
            change.rank = repairs.BEFORE
        elif change.rank == repairs.MADE and helper:
            change.rank = repairs.LOOP
        elif change.handed:
            change.rank = repairs.MADE if helper else repairs.LOOP


def blocks(tree):
    """The lists of statements of a piece of a program."""
    for node in ast.walk(tree):
        for field in ('body', 'orelse', 'finalbody'):
            block = getattr(node, field, None)
            if isinstance(block, list) and block:
                yield block


def bindings(block):
    """[(name, node of its value)] of what a block's statements bind, element by element."""
    for statement in block:
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target, value = statement.targets[0], statement.value
            pairs = zip(target.elts, value.elts) if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts) else [(target, value)]
            yield from ((t.id, v) for t, v in pairs if isinstance(t, ast.Name))


def is_move(node):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MOVES


def moved_names(statement):
    """{name: its move} of x = x.to(device), or x, y = x.to(device), y.to(device); {}: the statement does something else."""
    pairs = list(bindings([statement]))
    return {name: node for name, node in pairs} if pairs and all(is_move(node) and isinstance(node.func.value, ast.Name) and node.func.value.id == name for name, node in pairs) else {}


def stretch(source, call):
    """The text of a move: .to(device)"""
    return repairs.text_of(source, call)[len(repairs.text_of(source, call.func.value)):]


def beside(case, frames, far):
    """mask = batch['mask'], where the lines beside it move theirs: the same call, at its end; a line more, where a name is moved and one that came with it is not."""
    found = []
    for frame in frames:
        file, names = frame.f_code.co_filename, frame.f_locals
        source = repairs.source_of(file)
        if source is None:
            continue
        away = {name for name, value in list(names.items()) if is_tensor(value) and any(repairs.alike(value, t) for t in far.away)}
        given = set(frame.f_code.co_varnames[:frame.f_code.co_argcount]) if frame.f_code.co_name != '<module>' else set()
        tree = ast.parse(source) if away else None
        for block in blocks(tree) if away else ():
            if not block[0].lineno <= frame.f_lineno <= block[-1].end_lineno:
                continue
            bound = list(bindings(block))
            moves = [(node.lineno, node) for name, node in bound if is_move(node) and is_tensor(names.get(name)) and place(names[name]) == far.goal]
            for name, node in bound if moves else ():
                if isinstance(node, (ast.Subscript, ast.Attribute, ast.Name)) and name in away:
                    call = min(moves, key=lambda pair: abs(pair[0] - node.lineno))[1]
                    found.append(repairs.Change(repairs.KNOWN, [repairs.behind(file, source, node, stretch(source, call))]))
            found += one_more(file, source, tree, block, away, given, frame, far)
    return found


def one_more(file, source, tree, block, away, given, frame, far):
    """A line that moves a name, behind the one that moves those that came with it: arguments of a function, elements of a batch, what a loop gives."""
    came = {node.id: statement for statement in block if isinstance(statement, ast.Assign) for target in statement.targets if isinstance(target, ast.Tuple) for node in target.elts if isinstance(node, ast.Name)}
    loop = next((node for node in ast.walk(tree) if isinstance(node, (ast.For, ast.AsyncFor)) and node.body and node.body[0].lineno == block[0].lineno), None)
    target = {node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)} if loop is not None else set()
    found = []
    for statement in block:
        moves = moved_names(statement)
        if statement.end_lineno >= frame.f_lineno or not moves or any(not is_tensor(frame.f_locals.get(n)) or place(frame.f_locals[n]) != far.goal for n in moves):
            continue
        for name in away - set(moves):
            together = {name, *moves} <= given or {name, *moves} <= target or name in came and all(came.get(n) is came[name] for n in moves)
            if together and not any(n == name for n, _ in bindings(block)):
                text = f"\n{' ' * statement.col_offset}{name} = {name}{stretch(source, next(iter(moves.values())))}"
                found.append(repairs.Change(repairs.KNOWN, [repairs.behind(file, source, statement, text)]))
    return found
