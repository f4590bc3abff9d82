"""Showing values in the formats that they have: display() and the data behind it. In a program without a session, as IPython: by print()."""
import sys

try:
    import _session
except ImportError:
    _session = None

# What a value offers under which name, best first is up to the front: all that it has are sent.
METHODS = [
    ('text/html', '_repr_html_'),
    ('text/markdown', '_repr_markdown_'),
    ('image/svg+xml', '_repr_svg_'),
    ('image/png', '_repr_png_'),
    ('application/pdf', '_repr_pdf_'),
    ('image/jpeg', '_repr_jpeg_'),
    ('text/latex', '_repr_latex_'),
    ('application/json', '_repr_json_'),
    ('application/javascript', '_repr_javascript_'),
]
_JSON = 'application/json'
printers = {}                                   # format -> {type: function(value)}, set by programs (perch.formatters)
off = set()                                     # formats that are not shown (DisplayFormatter.active_types)
by_name = {}                                    # format -> {(module, class's name): function(value)}


def _is_json(kind):
    return kind == _JSON or (kind.startswith('application/') and kind.endswith('+json'))


def _method(value, name):
    """A method by its name; None: the value has none, or asking for it fails."""
    if isinstance(value, type):
        return None
    try:
        method = getattr(value, name, None)
    except Exception:
        return None
    return method if callable(method) else None


def _call(value, name):
    """(data, metadata) of one method of the value's class; (None, None): it has none, or nothing to say."""
    method = _method(value, name)
    if method is None or getattr(value, '_perch_has_every_name_', None) is not None:
        return None, None
    try:
        data = method()
    except NotImplementedError:
        return None, None
    except Exception as error:
        _session.tell_error(error)
        return None, None
    if isinstance(data, tuple) and len(data) == 2:
        return data
    return data, {}


_rich = _session is not None and _session.front() == 'jupyter'           # a page, which shows more than text
_on_terminal = _session is not None and _session.front() == 'terminal'  # which draws pictures behind their words


def _own_html(value, text):
    """What perch itself makes of arrays and networks; None: of other values nothing."""
    if '_tensor' not in sys.modules:
        return None
    from perch.views.rich import html
    try:
        return html(value, text)
    except Exception:           # an object that only looks like an array or a network: it has its text
        return None


def _printer(value, kind):
    types, names = printers.get(kind), by_name.get(kind)
    for cls in type(value).__mro__ if types or names else ():
        if types and cls in types:
            return types[cls]
        if names and (cls.__module__, cls.__name__) in names:
            return names[cls.__module__, cls.__name__]
    return None


def _print(function, value):
    """(data, metadata) that a program's function makes of a value; None: it cannot, which is told."""
    try:
        data = function(value)
    except NotImplementedError:
        return None, None
    except Exception as error:
        _session.tell_error(error)
        return None, None
    return data if isinstance(data, tuple) and len(data) == 2 else (data, {})


def format_value(value, include=None, exclude=None, plain=None):
    """({format: data}, {format: metadata}) of a value; its text/plain first. plain: the text, if it is known."""
    data, metadata = {}, {}
    bundle, more = None, None
    whole = _method(value, '_repr_mimebundle_')
    if whole is not None:
        try:
            bundle = whole(include=include, exclude=exclude)
        except NotImplementedError:
            bundle = None
        except Exception as error:
            _session.tell_error(error)
        if isinstance(bundle, tuple):
            bundle, more = bundle
    if bundle:
        data.update(bundle)
        metadata.update(more or {})
    if 'text/plain' not in data:
        from perch.pretty import pretty
        data = {'text/plain': pretty(value) if plain is None else plain, **data}
    for kind, name in METHODS:
        if kind in data or kind in off:
            continue
        own = _printer(value, kind)
        got, about = _print(own, value) if own else _call(value, name)
        if got is not None:
            data[kind] = got
            if about:
                metadata[kind] = about
    if 'text/html' not in data and 'text/html' not in off and _rich and not isinstance(value, type):
        table = _own_html(value, data['text/plain'])
        if table is not None:
            data['text/html'] = table
    if include is not None:
        data = {k: v for k, v in data.items() if k in include}
    if exclude is not None:
        data = {k: v for k, v in data.items() if k not in exclude}
    return data, {k: v for k, v in metadata.items() if k in data or not isinstance(v, dict) or '/' not in k}


def wire(data, metadata=None):
    """As _session takes them: JSON as (text,), metadata as JSON text or None."""
    import json
    if _on_terminal and ('image/png' in data or 'image/jpeg' in data):
        from perch.pictures import with_picture
        data = with_picture(data)
    ready = {}
    for kind, value in data.items():
        if _is_json(kind):
            value = (value if isinstance(value, str) else json.dumps(value),)
        elif isinstance(value, (list, tuple)):
            value = '\n'.join(value)
        elif isinstance(value, (dict, int, float)) or value is None:
            value = (json.dumps(value),)
        elif not isinstance(value, (str, bytes)):
            value = str(value)
        ready[kind] = value
    return ready, json.dumps(metadata) if metadata else None


def publish(data, metadata=None, *, display_id=None, update=False):
    """Data in several formats to the front."""
    if _session is None:
        print(data)
        return
    ready, about = wire(data, metadata)
    _session.display(ready, about, display_id, update)


def parts(value):
    """What a result that has more than its text is shown as: as _session.display takes it. None: it has shown itself."""
    if _shows_itself(value):
        return None
    return wire(*format_value(value))


def _shows_itself(value):
    method = _method(value, '_ipython_display_')
    if method is None:
        return False
    try:
        method()
    except NotImplementedError:
        return False
    return True


def _new_id():
    import os
    return os.urandom(16).hex()


_shell_made = False         # in a script: has it done what makes IPython's shell, which then shows values by their texts?


def make_shell():
    global _shell_made
    _shell_made = True


def _display_plainly(objs, raw):
    """What display shows where no session hears of it."""
    if not _shell_made:
        print(*objs)
        return
    for obj in objs:
        if raw or not _shows_itself(obj):
            data = obj if raw else format_value(obj)[0]
            print(data.get('text/plain', ''))


def display(*objs, include=None, exclude=None, metadata=None, transient=None, display_id=None, raw=False, clear=False, **kwargs):
    """Show values. display_id=True: the handle that comes back updates what was shown."""
    if _session is None:
        _display_plainly(objs, raw)
        return None
    transient = dict(transient or {})
    if display_id is not None:
        transient['display_id'] = _new_id() if display_id is True else display_id
    if kwargs.get('update') and 'display_id' not in transient:
        raise TypeError('display_id required for update_display')
    if clear:
        clear_output(wait=True)
    update = kwargs.pop('update', False)
    for obj in objs:
        if not raw and _shows_itself(obj):
            continue
        if raw:
            data, about = obj, {}
        else:
            data, about = format_value(obj, include, exclude)
            if not data:
                continue
        if metadata:
            about = {**about, **metadata}
        publish(data, about, display_id=transient.get('display_id'), update=update)
    if display_id is not None:
        return DisplayHandle(transient['display_id'])
    return None


def update_display(obj, *, display_id, **kwargs):
    """Show a value in the place of another."""
    kwargs['update'] = True
    display(obj, display_id=display_id, **kwargs)


def clear_output(wait=False):
    """Clear the output of the cell; wait: when the next comes."""
    if _session is not None:
        _session.clear(wait)
        return
    print('\033[2K\r' * 2, end='', flush=True)


class DisplayHandle:
    """What was shown under an id, to show something else there."""

    def __init__(self, display_id=None):
        self.display_id = _new_id() if display_id is None else display_id

    def __repr__(self):
        return '<%s display_id=%s>' % (self.__class__.__name__, self.display_id)

    def display(self, obj, **kwargs):
        display(obj, display_id=self.display_id, **kwargs)

    def update(self, obj, **kwargs):
        update_display(obj, display_id=self.display_id, **kwargs)
