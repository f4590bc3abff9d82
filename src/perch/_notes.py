"""Notes about mistakes that raise no error: each once a line, to stderr.

PERCH_NOTES=0, or perch.notes(False), turns them off. What calls these functions is object/notes.c (moves, reads), posix.putenv and torch.optim.
"""
import sys

_told = set()
_on = None
MOVES = {'to', 'cuda', 'cpu', 'copyto', 'as_in_context', 'as_in_ctx'}


def notes(on=None):
    """notes(False): no more notes; notes(True): notes again; notes(): are they on?"""
    global _on
    before = _enabled()
    if on is not None:
        _on = bool(on)
        if '_tensor' in sys.modules:
            import _tensor
            _tensor.notes(_on)
    return before


def _enabled():
    if _on is not None:
        return _on
    import posix
    return posix.environ.get(b'PERCH_NOTES') not in (b'0', b'off')


def note(code, text, site=0):
    """Writes one, unless the same was said about this line before."""
    if not _enabled() or (code, site or text) in _told:
        return
    _told.add((code, site or text))
    try:
        from perch.words import say
        sys.stderr.write(say('note frame', text=text, code=code) + '\n')
        sys.stderr.flush()
    except Exception:
        pass


def _at(line):
    from perch.words import say
    return say('note line', n=line.number)


def _callee(line):
    """(receiver part, method name, arguments) of a call of a method, or None."""
    tree = line.tree
    if tree is not None and tree.kind == 'Expr':
        tree = tree.fields[0]
    if tree is None or tree.kind != 'Call' or tree.fields[0].kind != 'Attribute':
        return None
    return tree.fields[0].fields[0], tree.fields[0].fields[1], tree.fields[1]


def _nodes(site):
    """All nodes of the source that the site stands in: (kind, line, column, end line, end column, fields …)."""
    import _tensor
    source = _tensor.site_source(site)
    left = [_tensor.syntax(source, True) if source else ()]
    while left:
        node = left.pop()
        if type(node) is tuple and node:
            if type(node[0]) is str and len(node) >= 5 and type(node[1]) is int:
                yield node
            left += [item for item in node if type(item) is tuple]


def _is_statement(line, site):
    """Is the expression a statement of its own?"""
    import _tensor
    place = _tensor.site_info(site)[1:5]
    return any(node[0] == 'Expr' and node[1:5] == place for node in _nodes(site))


def _has_name(receiver):
    """Does what is moved hang on a name of the program's? What an expression made and nobody holds is dropped on purpose (to warm a device up)."""
    while receiver.kind in ('Attribute', 'Subscript', 'Call'):
        receiver = receiver.fields[0]
    import types
    from perch.mistakes.line import Scope, user_frame
    return receiver.kind == 'Name' and not isinstance(Scope(user_frame()).value(receiver), (types.ModuleType, types.FunctionType, types.BuiltinFunctionType, type))


def _is_parameter(value):
    return type(value).__name__ == 'Parameter'


def _copy_is_meant(line, site, receiver, value, args):
    """Is a second copy wanted: of a parameter, of a value that is changed in place, beside the original by its own context, or to be changed itself?"""
    import _tensor
    if getattr(value, 'grad', None) is not None or args and args[0].kind == 'Attribute' and args[0].fields[1] in ('context', 'ctx') and line.source(args[0].fields[0]) == line.source(receiver):
        return True
    names = {line.source(receiver)}
    place = _tensor.site_info(site)[1:5]
    changed = set()
    for node in _nodes(site):
        if node[0] in ('Assign', 'AugAssign'):
            targets = node[5] if node[0] == 'Assign' else (node[5],)
            if node[0] == 'Assign' and type(node[6]) is tuple and node[6][1:5] == place:
                names |= {target[5] for target in targets if target[0] == 'Name'}
            changed |= {target[5] for target in targets if node[0] == 'AugAssign' and target[0] == 'Name'}
            changed |= {target[5][5] for target in targets if target[0] == 'Subscript' and target[5][0] == 'Name'}
    return bool(names & changed)


def moved(site, same):
    """A line made a copy, the first time."""
    from perch.mistakes.line import MISSING, Line, Scope, is_tensor, user_frame
    from perch.mistakes.draw import place
    line = Line(site)
    call = _callee(line)
    if call is None or call[1] not in MOVES:
        return
    receiver, method, args = call
    name = line.source(receiver)
    whole = line.flatten()[0]
    value = Scope(user_frame()).value(receiver)
    if value is not MISSING and not is_tensor(value):
        return
    from perch.words import say
    if same:
        if method == 'copyto' and not _copy_is_meant(line, site, receiver, value, args):
            note('P0704', say('copies there', at=_at(line), whole=whole, name=name), site)
        return
    if method == 'copyto' and args and is_tensor(Scope(user_frame()).value(args[0])):
        return                          # it writes into an array
    if line.file == '<stdin>' and hasattr(sys, 'ps1') or not _is_statement(line, site) or not _has_name(receiver):
        return
    still = say('still on', name=name, place=place(value)) if is_tensor(value) else say('stays', name=name)
    base = Scope(user_frame()).value(receiver.fields[0]) if receiver.kind in ('Attribute', 'Subscript') else None
    # a piece of a tensor, or a Parameter of a module, does not take the copy in its place
    whole_name = receiver.kind == 'Name' or base is not None and base is not MISSING and not is_tensor(base) and not _is_parameter(value)
    target = f'{name} = {whole}' if whole_name else f'y = {whole}'
    note('P0701', say('nothing keeps', at=_at(line), whole=whole, still=still, target=target), site)


def repeated(site, size):
    """A line has moved the same bytes to the same device many times."""
    from perch.mistakes.draw import amount
    from perch.mistakes.line import Line
    line = Line(site)
    call = _callee(line)
    if call is None or call[1] not in MOVES:
        return
    name = line.source(call[0])
    from perch.mistakes.line import Scope, is_tensor, user_frame
    if call[1] == 'copyto' and call[2] and is_tensor(Scope(user_frame()).value(call[2][0])):
        return                          # it writes into an array, that the program has changed meanwhile
    from perch.words import say
    note('P0702', say('ten times', at=_at(line), whole=line.flatten()[0], bytes=amount(size), name=name), site)


def reading(site, real):
    """A line has read single values from a GPU a hundred times, one in every step. real: floats, which are losses; integers may choose what is done next."""
    from perch.mistakes.line import Line
    line = Line(site)
    if line.text is None or not real and not _is_added_up(site):
        return
    text = line.flatten()[0]
    from perch.words import say
    note('P0703', say('hundred reads', at=_at(line), text=text if len(text) <= 60 else text[:59] + '…'), site)


def _is_added_up(site):
    import _tensor
    line, column, end_line, end_column = _tensor.site_info(site)[1:5]
    return any(node[0] == 'AugAssign' and node[1:3] <= (line, column) and (end_line, end_column) <= node[3:5] for node in _nodes(site))


READ_ONCE = (b'CUDA_VISIBLE_DEVICES', b'PERCH_GPUS', b'PERCH_CLOCK')     # when the first device is asked for


def visible_devices(key, is_set):
    """posix.putenv or unsetenv changed a variable that begins with CUDA_VISIBLE_DEVICE or PERCH_."""
    from perch.mistakes.line import user_frame
    try:
        frame = user_frame(2)
        from perch.words import say
        where = say('note line', n=frame.f_lineno) if frame else ''
        if key == b'CUDA_VISIBLE_DEVICE':
            if is_set:
                note('P0706', say('visible name', at=where))
        elif frame is not None and key in READ_ONCE and '_tensor' in sys.modules:     # (not where perch's own tools set it)
            import _tensor
            if _tensor.gpus_known():
                name = key.decode()
                note('P0707', say('visible late' if name.startswith('CUDA') else 'asked late', at=where, name=name))
    except Exception:
        pass


def model_moved(param, device):
    """A parameter that an optimizer holds is moved to the device: PyTorch moves it in place, but not the state that the optimizer has of it already."""
    import _tensor
    from torch.optim.optimizer import made
    states = [state for optimizer in list(made) for state in (optimizer.state.get(param),) if isinstance(state, dict)]
    if not any(isinstance(value, _tensor.Tensor) and value.dim() and value.device != device for state in states for value in state.values()):
        return
    here = _tensor.site_info(_tensor.site())
    from perch.words import say
    note('P0705', say('model moved', at=say('note line', n=here[1]) if here else ''), _tensor.site())


def _copied_by(tensor):
    """The line that copied a leaf to another device: (Line, receiver part), or None."""
    import _tensor
    from perch.mistakes.line import Line
    if type(tensor.grad_fn).__name__ != 'ToCopyBackward0':
        return None
    line = Line(_tensor.sites(tensor)[1])
    call = _callee(line)
    return (line, call[0]) if call and call[1] in MOVES else None


def parameter_copied(module, name, value):
    """A copy of a Parameter was given to a module as an attribute."""
    found = _copied_by(value)
    if found is None:
        return
    line, receiver = found
    if receiver.kind != 'Call' or (receiver.fields[0].fields[0] if receiver.fields[0].kind == 'Name' else receiver.fields[0].fields[1]) != 'Parameter':
        return
    from perch.words import say
    note('P0708', say('parameter copied', at=_at(line), whole=line.flatten()[0], target=f'self.{name} = {line.source(receiver)}'), line.site)


def gradient_of_copy(tensor):
    """The .grad of a copy on another device was asked for."""
    found = _copied_by(tensor)
    if found is None:
        return
    from perch.mistakes.line import user_frame
    from perch.mistakes.names import find, program_roots
    from perch.words import say
    line, receiver = found
    frame = user_frame()
    name = find(tensor, program_roots(frame)) if frame else None
    note('P0709', say('gradient elsewhere', at=say('note line', n=frame.f_lineno) if frame else '', name=name or 'it', whole=line.flatten()[0]), line.site)
