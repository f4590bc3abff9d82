"""Where a value came from that a function was given, or that a statement bound beside others that it moved: the place of the mistake is there, and not where the value was met.

order(case, frames, far, found) ranks the changes of _repairs.py anew where the failed function has as an argument what is elsewhere: the loop that gives it, the function that made it, the call that handed
it over, and only then the expression that met it. beside(case, frames, far) moves a name as its neighbours are moved.
"""
import ast

import _tensor
from perch import _repairs
from perch._draw import place
from perch._line import is_tensor
from perch._mend import MOVES

ITEMS = ('__init__', '__getitem__', '__iter__', '__next__')     # what they make is the data's, not a constant of the program's


def is_given(frame, tensor):
    """Was a running function given a tensor, alone or in a list or tuple?"""
    code = frame.f_code
    for name in code.co_varnames[:code.co_argcount + code.co_kwonlyargcount] if code.co_name != '<module>' else ():
        value = frame.f_locals.get(name)
        if any(is_tensor(v) and _repairs.alike(tensor, v) for v in (value if type(value) in (list, tuple) else [value])):
            return True
    return False


def inside(site, outer):
    """Does a site stand within another?"""
    a, b = _tensor.site_info(site) if site else None, _tensor.site_info(outer) if outer else None
    return a is not None and b is not None and a[0] == b[0] and (b[1], b[2]) <= (a[1], a[2]) and (a[3], a[4]) <= (b[3], b[4])


def made_by_helper(case, tensor):
    """Did a call in a function of the program's own make it (zeros(…), randn(…)), one that gives no items of its data?"""
    made, moved = _tensor.sites(tensor)
    at = _repairs.at_site(made) if not moved else None
    function = _repairs.innermost(at[2], _repairs.FUNCTIONS) if at is not None else None
    return function is not None and function.name not in ITEMS and any(_repairs.makes(case, node) for node in ast.walk(at[2][-1]))


def order(case, frames, far, found):
    """New ranks, where all that is elsewhere was given to the function that met it, or made of that in the expression."""
    given = [t for t in far.away if frames and is_given(frames[0], t)]
    if not given or _repairs.kept(case, frames, far) or any(not inside(_tensor.sites(t)[0], case.site) for t in far.away if not any(t is other for other in given)):
        return
    helper = all(made_by_helper(case, t) for t in given)
    for change in found:
        if change.rank == _repairs.HERE:
            change.rank = _repairs.BEFORE
        elif change.rank == _repairs.MADE and helper:
            change.rank = _repairs.LOOP
        elif change.handed:
            change.rank = _repairs.MADE if helper else _repairs.LOOP


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


def beside(case, frames, far):
    """mask = batch['mask'], where the lines beside it move theirs: the same call, at its end."""
    found = []
    for frame in frames:
        file, names = frame.f_code.co_filename, frame.f_locals
        source = _repairs.source_of(file)
        if source is None:
            continue
        for block in blocks(ast.parse(source)):
            if not block[0].lineno <= frame.f_lineno <= block[-1].end_lineno:
                continue
            bound = list(bindings(block))
            moves = [(node.lineno, node) for name, node in bound if is_move(node) and is_tensor(names.get(name)) and place(names[name]) == far.goal]
            for name, node in bound if moves else ():
                value = names.get(name)
                if isinstance(node, (ast.Subscript, ast.Attribute, ast.Name)) and is_tensor(value) and any(_repairs.alike(value, t) for t in far.away):
                    call = min(moves, key=lambda pair: abs(pair[0] - node.lineno))[1]
                    whole, inner = _repairs.text_of(source, call), _repairs.text_of(source, call.func.value)
                    found.append(_repairs.Change(_repairs.KNOWN, [_repairs.behind(file, source, node, whole[len(inner):])]))
    return found
