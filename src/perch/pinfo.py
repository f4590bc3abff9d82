"""What `x?` and `x??` show: type, text, length, place, file, documentation, source, signature, in IPython's fields and their order.

page(name, value, detail) writes the text; the session's inspection under the cursor and %pinfo both come here.
"""
import _known
import sys

WIDEST = 200            # characters of a value's text for `?`


# ---- what is known of a value ----

def getdoc(value):
    """The documentation, without indentation, a class's or method's also from what it stems from; None where there is none."""
    from inspect import getdoc as find
    try:
        text = find(value)
    except Exception:
        return None
    return text if isinstance(text, str) else None


def is_function(value):
    import types
    return isinstance(value, (types.FunctionType, types.MethodType, types.BuiltinFunctionType, types.MethodDescriptorType,
                              types.WrapperDescriptorType, types.MethodWrapperType, types.ClassMethodDescriptorType))


def _code_of(value):
    value = getattr(value, '__func__', value)
    import types
    return value.__code__ if isinstance(value, types.FunctionType) else value if isinstance(value, types.CodeType) else None


def unwrap(value):
    """Behind functools.wraps and properties: what was written."""
    if isinstance(value, property):
        value = value.fget
    seen = 0
    while seen < 20 and '__wrapped__' in getattr(value, '__dict__', ()):
        value = value.__wrapped__
        seen += 1
    return value


def _module_file(name):
    """Where a module's text is: a path, '<frozen name>', or None."""
    from _frozen import source
    module = sys.modules.get(name)
    path = getattr(module, '__file__', None)
    if path:
        return path
    frozen = '<frozen %s>' % name
    return frozen if source(frozen) is not None else None


def getfile(value):
    """The file or cell that something was written in, or None."""
    import types
    value = unwrap(value)
    code = _code_of(value)
    if code is not None:
        return code.co_filename
    if isinstance(value, types.ModuleType):
        return _module_file(value.__name__)
    cls = value if isinstance(value, type) else type(value) if not is_function(value) else None
    if cls is None:
        return None
    for each in vars(cls).values():
        code = _code_of(unwrap(getattr(each, '__func__', each))) if not isinstance(each, type) else None
        if code is not None and code.co_qualname.startswith(cls.__qualname__ + '.'):
            return code.co_filename
    name = cls.__module__
    if name == '__main__':
        found = _class_in_cells(cls)
        return found[0] if found else None
    return _module_file(name) if isinstance(name, str) else None


def _class_in_cells(cls):
    """(name of the cell, its text) of the last cell that has the class statement."""
    try:
        import _session
    except ImportError:
        return None
    import re
    inputs = _session.namespace().get('In', ())
    pattern = re.compile(r'^[ \t]*class[ \t]+%s\b' % re.escape(cls.__name__), re.M)
    for number in range(len(inputs) - 1, 0, -1):
        if isinstance(inputs[number], str) and pattern.search(inputs[number]):
            return 'Cell In[%d]' % number, inputs[number]
    return None


def _text_of_file(value, file):
    import types
    from _frozen import source
    code = _code_of(unwrap(value))
    if code is not None:
        return _known.source(code) or source(file)
    text = source(file)
    if text is not None:
        return text
    if isinstance(value, type):
        for each in vars(value).values():
            code = _code_of(unwrap(getattr(each, '__func__', each))) if not isinstance(each, type) else None
            if code is not None and code.co_filename == file:
                return _known.source(code)
        found = _class_in_cells(value)
        if found and found[0] == file:
            return found[1]
    if isinstance(value, types.ModuleType) or isinstance(value, type):
        try:
            with open(file, encoding='utf-8') as f:
                return f.read()
        except (OSError, UnicodeDecodeError):
            return None
    return None


def getsource(value):
    """The text of a function, class or module as it was written, or None."""
    import re
    import types
    from inspect import getblock
    value = unwrap(value)
    file = getfile(value)
    text = _text_of_file(value, file) if file else None
    if text is None:
        return None
    if isinstance(value, types.ModuleType):
        return text
    lines = text.splitlines(True)
    code = _code_of(value)
    if code is not None:
        at = code.co_firstlineno - 1
    elif isinstance(value, type):
        found = [i for i, line in enumerate(lines) if re.match(r'[ \t]*class[ \t]+%s\b' % re.escape(value.__name__), line)]
        if not found:
            return None
        at = found[0]
        while at > 0 and lines[at - 1].lstrip().startswith('@'):
            at -= 1
    else:
        return None
    return ''.join(getblock(lines[at:])) if at < len(lines) else None


def signature(value):
    return _known.signature(value)


# ---- the fields ----

def _string_form(value, detail):
    try:
        text = str(value)
    except Exception:
        return None
    if not detail and len(text) > WIDEST:
        half = (WIDEST - 5) // 2
        text = text[:half] + ' <...> ' + text[-half:]
    return text


def _length(value):
    try:
        return str(len(value))
    except Exception:
        return None


def _own_doc(value, name, cls):
    """The documentation of a class's method, if it is the class's own and not that of object or of a slot."""
    method = getattr(cls, name, None)
    if method is None or not hasattr(method, '__code__'):
        return None
    return getdoc(method)


def _short_path(path):
    import os
    home = os.path.expanduser('~')
    return '~' + path[len(home):] if path.startswith(home + '/') else path


def _tensor_fields(value):
    """Of a tensor: shape, dtype, device, the line that made it."""
    import _tensor
    from perch.mistakes.line import is_tensor
    if not is_tensor(value):
        shape, device = _known.place(value)
        return [('Holds', shape), ('Device', device)] if shape else []
    from perch.mistakes.draw import amount, nbytes, place
    made, moved = _tensor.sites(value)
    fields = [('Shape', str(tuple(_tensor.shape(value)))), ('Dtype', _tensor.dtype_name(value)), ('Device', place(value)),
              ('Memory', amount(nbytes(value)))]
    for title, site in (('Made', made), ('Moved', moved)):
        info = _tensor.site_info(site) if site else None
        if info:
            fields.append((title, '%s, line %d: %s' % (info[0], info[1], (info[5] or '').strip())))
    if not _tensor.is_array(value):
        gradient = _tensor.grad(value)
        if gradient is not None:
            fields.append(('Gradient', '%s, on %s' % (tuple(_tensor.shape(gradient)), place(gradient))))
    return fields


def fields(name, value, detail=0):
    """[(title, text)] in the order in which they are shown."""
    cls = type(value)
    called = signature(value)
    call = name.rpartition('=')[2].strip() + called if called else None
    file = getfile(value)
    source = (getsource(value) or '').rstrip('\n') if detail else None
    doc = getdoc(value)
    file = _short_path(file) if file else None
    if isinstance(value, type) or is_function(value):
        is_class = isinstance(value, type)
        out = [('Init signature' if is_class else 'Signature', call)]
        out.append(('Source', source) if source else ('Docstring', doc if doc is not None else '<no docstring>'))
        if is_class and not source:
            own = _own_doc(value, '__init__', value)
            out.append(('Init docstring', own))
        out += [('File', file), ('Type', cls.__name__)]
        if is_class:
            subclasses = [each.__name__ for each in type.__subclasses__(value)]
            out.append(('Subclasses', ', '.join(subclasses if len(subclasses) <= 10 else subclasses[:10] + ['...'])))
        return [(title, text) for title, text in out if text is not None]
    if not callable(value):
        call = None
    out = [('Signature', call), ('Type', cls.__name__), ('String form', _string_form(value, detail)), ('Length', _length(value))]
    out += _tensor_fields(value)
    out.append(('File', file))
    if source:
        out.append(('Source', source))
    else:
        class_doc, init_doc, call_doc = getdoc(cls), _own_doc(value, '__init__', cls), _own_doc(value, '__call__', cls)
        out.append(('Docstring', doc if doc is not None else '<no docstring>'))
        if class_doc and class_doc != doc:
            out.append(('Class docstring', class_doc))
        out.append(('Init docstring', init_doc))
        if call_doc and call_doc != doc:
            out.append(('Call docstring', call_doc))
    return [(title, text) for title, text in out if text is not None and (text != '' or title == 'String form')]


def layout(rows, colour=False):
    """The rows as one text: titles in a column, texts of several lines below theirs."""
    if not rows:
        return ''
    from _tensor import visible
    width = max(len(title) for title, text in rows) + 2
    if colour:
        import _session
    red, plain = (f'\033[0;{_session.tone(True)}m', '\033[0m') if colour else ('', '')
    out = []
    for title, text in rows:
        text = visible(text, True)      # what programs wrote
        below = len(text.split('\n')) > 1
        room = width - 1 if below else width
        out.append(red + title + ':' + plain + ' ' * (room - len(title) - 1) + ('\n' if below else '') + text)
    return '\n'.join(out)


def _colour():
    try:
        import _session
        return _session.colour()
    except ImportError:
        return False


def page(name, value, detail=0):
    return layout(fields(name, value, detail), _colour())


def magic_fields(name, detail=0):
    """Of %name or %%name; None: there is no such magic."""
    from perch.magics import exists, find
    bare = name.lstrip('%')
    kinds = ['cell'] if name.startswith('%%') else ['line', 'cell']
    import perch.shell
    for kind in kinds:
        if exists(bare, kind):
            found = find(perch.shell.get_ipython(), bare, kind)
            found = unwrap(found)
            source = getsource(found) if detail else None
            rows = [('Source', source)] if source else [('Docstring', getdoc(found) or '<no docstring>')]
            file = getfile(found)
            return rows + ([('File', _short_path(file))] if file else [])
    return None


def magic_page(name, detail=0):
    rows = magic_fields(name, detail)
    return layout(rows, _colour()) if rows else None


# ---- names by a pattern ----

def _pattern(text, ignore_case):
    """A glob of *, as names are looked for: a regular expression."""
    import re
    return re.compile(''.join('.*' if c == '*' else '.' if c == '?' else re.escape(c) for c in text) + r'\Z', re.I if ignore_case else 0)


def search(text, scopes, ignore_case=True, kind=None, hidden=False):
    """The names that fit `text`: obj.*name*, *name*; scopes: dicts to look in. Sorted; each with the way to it."""
    before, dot, last = text.rpartition('.')
    found = {}
    if before:
        owner = _known.find(before)
        if owner is None:
            return []
        items = {name: (_known.get(owner[0], name) or (None,))[0] for name in _known.attributes(owner[0])}
    else:
        items = {}
        for scope in scopes:
            items.update(scope)
    fits = _pattern(last, ignore_case)
    hidden = hidden or last.startswith('_')
    for name, value in items.items():
        if not isinstance(name, str) or not fits.match(name) or (name.startswith('_') and not name.startswith('__') and not hidden):
            continue
        if kind and type(value).__name__ != kind:
            continue
        found[before + dot + name] = value
    return sorted(found)
