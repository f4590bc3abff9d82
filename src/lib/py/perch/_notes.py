"""Notes about mistakes that raise no error: each once a line, to stderr.

PERCH_NOTES=0, or perch.notes(False), turns them off. What calls these functions is tensor_notes.c (moves, reads), os.environ and torch.optim.
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
    if not _enabled() or (code, site) in _told:
        return
    _told.add((code, site))
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


def _is_statement(line, site):
    """Is the expression a statement of its own?"""
    import _tensor
    source = _tensor.site_source(site)
    info = _tensor.site_info(site)
    body = _tensor.syntax(source, True) if source else None
    if not body:
        return False
    place = info[1:5]

    def look(node):
        if type(node) is not tuple or not node:
            return False
        if node[0] == 'Expr' and type(node[1]) is int:
            return node[1:5] == (place[0], place[1], place[2], place[3])
        return any(look(item) for item in node if type(item) is tuple)

    return look(body)


def moved(site, same):
    """A line made a copy, the first time."""
    from perch._line import MISSING, Line, Scope, is_tensor, user_frame
    from perch._draw import place
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
        if method == 'copyto':
            note('P0704', say('copies there', at=_at(line), whole=whole, name=name), site)
        return
    if method == 'copyto' and args and is_tensor(Scope(user_frame()).value(args[0])):
        return                          # it writes into an array
    if line.file == '<stdin>' and hasattr(sys, 'ps1') or not _is_statement(line, site):
        return
    still = say('still on', name=name, place=place(value)) if is_tensor(value) else say('stays', name=name)
    target = f'{name} = {whole}' if receiver.kind in ('Name', 'Attribute', 'Subscript') else f'y = {whole}'
    note('P0701', say('nothing keeps', at=_at(line), whole=whole, still=still, target=target), site)


def repeated(site, size):
    """A line has moved the same bytes to the same device many times."""
    from perch._draw import amount
    from perch._line import Line
    line = Line(site)
    call = _callee(line)
    if call is None or call[1] not in MOVES:
        return
    name = line.source(call[0])
    from perch.words import say
    note('P0702', say('ten times', at=_at(line), whole=line.flatten()[0], bytes=amount(size), name=name), site)


def reading(site):
    """A line has read single values from a GPU a hundred times."""
    from perch._line import Line
    line = Line(site)
    if line.text is None:
        return
    text = line.flatten()[0]
    from perch.words import say
    note('P0703', say('hundred reads', at=_at(line), text=text if len(text) <= 60 else text[:59] + '…'), site)


def visible_devices(key):
    """os.environ was given a variable that begins with CUDA_VISIBLE_DEVICE."""
    from perch._line import user_frame
    try:
        frame = user_frame(2)
        from perch.words import say
        where = say('note line', n=frame.f_lineno) if frame else ''
        if key == b'CUDA_VISIBLE_DEVICE':
            note('P0706', say('visible name', at=where))
        elif key == b'CUDA_VISIBLE_DEVICES' and '_tensor' in sys.modules:
            import _tensor
            if _tensor.gpus_known():
                note('P0707', say('visible late', at=where))
    except Exception:
        pass


def model_moved():
    """A model was moved whose parameters an optimizer holds already."""
    import _tensor
    here = _tensor.site_info(_tensor.site())
    from perch.words import say
    note('P0705', say('model moved', at=say('note line', n=here[1]) if here else ''), _tensor.site())


def _copied_by(tensor):
    """The line that copied a leaf to another device: (Line, receiver part), or None."""
    import _tensor
    from perch._line import Line
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
    from perch._line import user_frame
    from perch._names import find, program_roots
    from perch.words import say
    line, receiver = found
    frame = user_frame()
    name = find(tensor, program_roots(frame)) if frame else None
    note('P0709', say('gradient elsewhere', at=say('note line', n=frame.f_lineno) if frame else '', name=name or 'it', whole=line.flatten()[0]), line.site)
