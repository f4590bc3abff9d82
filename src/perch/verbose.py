"""%xmode Verbose: below each line of a traceback the values of the names in it; tensors by their shape and place."""
import types

_UNSHOWN = types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType, type
_MOST, _LONG = 100, 1000                # letters of a value; items of a container that is named by their number alone


def _chains(line):
    """Names of a line of source, with the attributes read of them: [['x'], ['self', 'weight']]."""
    import keyword
    import tokenize
    found, before, dotted = [], None, False
    try:
        for token in tokenize.generate_tokens(iter([line]).__next__):
            if token.type == tokenize.NAME and not keyword.iskeyword(token.string):
                if not dotted:
                    found.append([token.string])
                elif before == tokenize.NAME:
                    found[-1].append(token.string)
            if token.string == '.':
                dotted = True
            else:
                before, dotted = token.type if not dotted or before == tokenize.NAME else None, False
    except (tokenize.TokenError, SyntaxError, StopIteration):
        pass                            # a line of a statement that goes on
    return found


def _text(value, torch):
    if isinstance(value, (list, tuple, dict, set, frozenset)) and len(value) > _LONG:
        return '%s of %d' % (type(value).__name__, len(value))
    from perch.views.dry import describe
    text = describe(value, torch)
    if text != type(value).__name__:
        return text
    try:
        text = ' '.join(repr(value).split())
    except Exception:
        return '<%s>' % type(value).__name__
    return text if len(text) <= _MOST else text[:_MOST - 1] + '…'


def _values(chain, frame):
    """(name, value) of a name and of what is read of it: what objects hold themselves, nothing is computed."""
    path = chain[0]
    scope = next((scope for scope in (frame.f_locals, frame.f_globals) if path in scope), None)
    if scope is None:
        return
    value = scope[path]
    yield path, value
    for name in chain[1:]:
        own = getattr(value, '__dict__', None)
        if type(own) is not dict or name not in own:
            return
        value, path = own[name], path + '.' + name
        yield path, value


def lines(tb):
    """['x = 2x3 float32 on gpu(0)', …] of one level of a traceback."""
    import linecache
    from perch.views.world import torch_speaks
    frame, seen = tb.tb_frame, {}
    for chain in _chains(linecache.getline(frame.f_code.co_filename, tb.tb_lineno).strip()):
        for path, value in _values(chain, frame):
            if not isinstance(value, _UNSHOWN):
                seen[path] = value
    torch = torch_speaks()
    return [f'{path} = {_text(value, torch)}' for path, value in seen.items()]
