"""Where an operand has its place from: the value that was made or moved there, from which, through views, products and calls, the operand was computed.

What is computed inherits the line that decided on its place (Storage.placed in core); here that line gets the name that the program has for the value: in the
failing line itself, else anywhere in the program, else the name that the line gave it.
"""
import _tensor
from perch.mistakes.draw import device_number, history, nbytes, place, same_line, told, what
from perch.mistakes.drawing import Row
from perch.mistakes.line import Part, is_tensor
from perch.mistakes.names import network_names, program_roots, walk
from perch.words import say


def sites_of(tensor):
    made, moved = _tensor.sites(tensor)
    return [site for site in (moved, made) if site]


def is_root(tensor, site, where):
    """Is it the one that this line put in its place?"""
    return place(tensor) == where and any(same_line(each, site) for each in sites_of(tensor)[:1])


def shared(one, other):
    """Have both their place from the same line?"""
    return place(one) == place(other) and same_line(_tensor.placed(one)[0], _tensor.placed(other)[0])


def held(tensor, roots):
    """(text, tensor) of what hangs on some values and has its place from the same line; (None, None): nothing, or more than one."""
    found = []

    def see(text, value):
        if shared(value, tensor):
            found.append((text, value))
        return len(found) > 1

    walk(roots, see)
    return found[0] if len(found) == 1 else (None, None)


def waiting(where, roots):
    found = []

    def see(text, value):
        if place(value) == where and not _tensor.is_array(value) and _tensor.grad_fn(value) is not None:
            found.append(value)

    walk(roots, see)
    least = min(map(nbytes, found), default=0)          # a loss is smaller than what it was computed from
    return [value for value in found if nbytes(value) == least][-1:]


def in_line(case, operand):
    """(text, tensor) of the part of the operand's own expression that has its place from the same line. (A stack, not a function that calls itself: that one would
    be a cycle, and keep the tensors until the collector comes.)"""
    stack = [operand.part] if operand.part is not None and case.scope.code is not None else []
    while stack:
        node = stack.pop()
        if isinstance(node, Part):
            if node is not operand.part and node.kind in ('Name', 'Attribute', 'Subscript'):
                value = case.scope.value(node)
                if is_tensor(value) and value is not operand.tensor and shared(value, operand.tensor):
                    return case.line.source(node), value
            stack += reversed(node.fields)
        elif type(node) is tuple:
            stack += reversed(node)
    return None


def in_program(case, operand, site):
    """(text, tensor) of a name of the program, or of what hangs on it."""
    found = []

    def see(text, value):
        if value is not operand.tensor and is_root(value, site, place(operand.tensor)):
            found.append((text, value))
            return True

    walk(program_roots(case.frame), see)
    return found[0] if found else None


def target(site):
    """The name that a line gave to what it made: x of x = …, self.mask of self.mask = …"""
    info, source = _tensor.site_info(site), _tensor.site_source(site)
    from perch.mistakes.causes import statement_at
    node = statement_at(source, site) if info and source else None
    if node is None or node[0] not in ('Assign', 'AnnAssign'):
        return None
    aim = node[5][0] if node[0] == 'Assign' else node[5]
    while aim[0] in ('Subscript', 'Starred'):
        aim = aim[5]
    if aim[0] not in ('Name', 'Attribute'):
        return None
    lines = source.encode('utf-8', 'surrogatepass').split(b'\n')
    return lines[aim[1] - 1][aim[2]:aim[4]].decode('utf-8', 'replace') if aim[1] == aim[3] else None


def of_network(operand, roots):
    """What an optimizer holds, as its network calls it: net.0.weight.grad."""
    if 'param_groups' not in operand.name:
        return None
    for text, value in roots:
        for name, tensor in network_names(value):
            end = '' if tensor is operand.tensor else '.grad' if _tensor.grad(tensor) is operand.tensor else None
            if end is not None:
                return f'{text}.{name}{end}'
    return None


def rows(case, operand, root=True):
    """The Rows below an operand's: the value in its expression that it was computed from, and (root) the one whose line decided on the place, each
    unless its line was told already."""
    tensor = operand.tensor
    if not is_tensor(tensor):
        return []
    site, moved = _tensor.placed(tensor)
    own = sites_of(tensor)
    if not site or _tensor.site_info(site) is None:
        return []
    found, told_lines = [], [case.site] + own[:1]
    where = say('on', place=place(tensor))
    near = in_line(case, operand)
    if near:
        at = sites_of(near[1])[:1]
        if at and not any(same_line(at[0], line) for line in told_lines):
            found.append(Row(near[0], what(near[1]), where, history(near[1], case.site), device_number(tensor)))
            told_lines += at
    if root and not any(same_line(site, line) for line in told_lines):
        text, value = in_program(case, operand, site) or (target(site), None)
        if text is None or text == operand.name and value is None:
            text = say('value there')
        found.append(Row(text, what(value) if value is not None else '', where, told('moved' if moved else 'made', site, case.site), device_number(tensor)))
    return found
