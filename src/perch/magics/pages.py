"""What is shown on a page: ? and ??, %pdoc and its like, the lists of magics, the reference card."""
import _known
import _session
import os
import sys

from _tensor import visible
from perch.magics import UsageError, tell


def show(text, html=None):
    """Long text: a pager where the front has one."""
    data = {'text/plain': text}
    if html:
        data['text/html'] = html
    _session.page(data)


def show_text(text):
    """The same, of what a program wrote."""
    show(visible(text, True))


def _text_of(path):
    with open(path, encoding='utf-8', errors='replace') as f:
        return f.read()


# ---- values ----

def _value(shell, text):
    """(found, value) of an expression of names; properties are not run, other expressions are not either."""
    text = text.strip()
    found = _known.find(text)
    if found is not None:
        return True, found[0]
    before, dot, last = text.rpartition('.')
    if dot:                                                         # a property: itself, not its value
        owner = _known.find(before)
        if owner is not None:
            for cls in type(owner[0]).__mro__:
                if last in vars(cls):
                    return True, vars(cls)[last]
    return False, None


def _missing(text):
    tell('Object `%s` not found.' % text)


def _pinfo(shell, line, detail):
    from perch.pinfo import layout, magic_fields, page
    text = line.strip()
    if not text:
        return shell.show_usage()
    if '*' in text:
        return shell.run_line_magic('psearch', text)
    if text.startswith('%') or (_value(shell, text)[0] is False and text.isidentifier()):
        rows = magic_fields(text, detail)
        if rows:
            return show(layout(rows, _session.colour()))
        return _missing(text)
    found, value = _value(shell, text)
    if not found:
        return _missing(text)
    show(page(text, value, detail))


def magic_pinfo(shell, line):
    """What a name stands for: %pinfo NAME; `NAME?` and `?NAME` are the same."""
    _pinfo(shell, line, 0)


def magic_pinfo2(shell, line):
    """What a name stands for, with its source: %pinfo2 NAME; `NAME??` is the same."""
    _pinfo(shell, line, 1)


def magic_pdef(shell, line):
    """How something is called: %pdef NAME."""
    found, value = _value(shell, line)
    if not found:
        return _missing(line.strip())
    signature = _known.signature(value)
    if not callable(value):
        return tell('Object is not callable.')
    if signature is None:
        return tell('No definition header found for %s' % line.strip())
    tell(' %s%s\n' % (line.strip(), signature), end=' ')


def magic_pdoc(shell, line):
    """The documentation of something: %pdoc NAME."""
    from perch.pinfo import _own_doc, getdoc
    found, value = _value(shell, line)
    if not found:
        return _missing(line.strip())
    parts = []
    doc = getdoc(value)
    if doc is not None:
        parts.append(('Class docstring' if isinstance(value, type) else 'Docstring', doc))
    holder = value if isinstance(value, type) else type(value)
    other = _own_doc(value, '__init__', holder) if isinstance(value, type) else _own_doc(value, '__call__', holder)
    if other is not None:
        parts.append(('Init docstring' if isinstance(value, type) else 'Call docstring', other))
    if not parts:
        return tell('No documentation found for %s' % line.strip())
    if len(parts) == 1 and parts[0][0] == 'Docstring':
        return show_text(parts[0][1])
    show_text('\n'.join('%s:\n%s' % (title, '\n'.join('    ' + each if each else each for each in text.split('\n'))) for title, text in parts))


def magic_psource(shell, line):
    """The source of something: %psource NAME."""
    from perch.pinfo import getsource
    found, value = _value(shell, line)
    if not found:
        return _missing(line.strip())
    source = getsource(value)
    if source is None and not isinstance(value, type):
        source = getsource(type(value))
    if source is None:
        return tell('No source found for %s' % line.strip())
    show_text(source if source.endswith('\n') else source + '\n')


def magic_pfile(shell, line):
    """The file in which something is defined: %pfile NAME (or the name of a file)."""
    from perch.pinfo import getfile, _text_of_file, unwrap
    found, value = _value(shell, line)
    if not found:
        path = os.path.expanduser(line.strip())
        if os.path.exists(path):
            return show_text(_text_of(path))
        return _missing(line.strip())
    file = getfile(value) or getfile(type(value))
    if file is None:
        return tell('No file found for %s' % line.strip())
    text = _text_of_file(value, file)
    if text is None and os.path.exists(file):
        text = _text_of(file)
    if text is None:
        return tell('File %r does not exist, not printing.' % file)
    show_text(text)


def magic_pycat(shell, line):
    """A file (or a web page's or a name's text) on a page: %pycat FILE."""
    name = line.strip()
    path = os.path.expanduser(name)
    for each in (path, path + '.py'):
        if os.path.isfile(each):
            return show_text(_text_of(each))
    if isinstance(shell.user_ns.get(name), str):
        return show_text(shell.user_ns[name])
    tell('Error: no such file, variable, URL, history range or macro')


def _pager(program):
    def run(shell, line):
        if _session.front() == 'terminal':
            return shell.system('%s %s' % (program, line))
        path = os.path.expanduser(line.strip())
        if not path:
            raise UsageError('Missing filename.')
        show_text(_text_of(path))
    run.__name__, run.__doc__ = 'magic_' + program, 'A file on a page: %%%s FILE.' % program
    return run


magic_less, magic_more = _pager('less'), _pager('more')


def magic_man(shell, line):
    """A page of the system's manual: %man COMMAND."""
    if not line.strip():
        raise UsageError('%man takes the name of a command')
    if _session.front() == 'terminal':
        return shell.system('man ' + line)
    show('\n'.join(shell.getoutput('man %s 2>&1 | col -b' % line)))


def magic_page(shell, line):
    """A value on a page: %page [-r] NAME; -r: str() of it, else as a result is shown."""
    from perch.magics.options import parse
    from pprint import pformat
    given, name = parse(line, 'r', rest=True)
    name = name or '_'
    found, value = _value(shell, name)
    if not found:
        return tell('Object `%s` not found' % name)
    show_text(str(value) if 'r' in given else pformat(value))


# ---- magics ----

class MagicsList:
    """The names of all magics."""

    def __init__(self, automagic):
        self._automagic = automagic

    def __repr__(self):
        from perch.magics import names_of
        from perch.magics.settings import AUTOMAGIC
        return '\n'.join(['Available line magics:', '  '.join('%' + name for name in names_of('line')), '',
                          'Available cell magics:', '  '.join('%%' + name for name in names_of('cell')), '', AUTOMAGIC[bool(self._automagic)]])

    def _repr_json_(self):
        from perch.magics import names_of
        from perch.magics.rows import ROWS
        where = {row[0]: row[2] for row in ROWS}
        return {kind: {name: where.get(name, 'other') for name in names_of(kind)} for kind in ('line', 'cell')}


def magic_lsmagic(shell, line):
    """The names of all magics."""
    return MagicsList(shell.automagic)


def _first_line(found):
    from perch.pinfo import getdoc, unwrap
    doc = getdoc(unwrap(found)) or ''
    return doc.split('\n\n')[0].replace('\n', ' ').strip()


def _all(shell):
    """(mark and name, first line) of each magic"""
    from perch.magics import find, names_of
    for kind, mark in (('line', '%'), ('cell', '%%')):
        for name in names_of(kind):
            found = find(shell, name, kind)
            yield mark + name, found


def magic_magic(shell, line):
    """What magics are, and each with its words: %magic, %magic -brief (names alone), %magic -rest."""
    if line.strip() == '-brief':
        return show(repr(magic_lsmagic(shell, '')))
    from perch.pinfo import getdoc, unwrap
    out = ['Magics', '======', '',
           'A line that begins with % is a request to the session, not Python: %time f(x). What follows the name is an argument as it is, without',
           'brackets or quotes. With %% in the first line of a cell the request is about the whole cell: %%time. `x = %time f(x)` keeps what one gives.',
           'Where automagic is on, the % may be left out if no variable has that name. %lsmagic lists the names; %name? says what one does.', '']
    for name, found in _all(shell):
        doc = getdoc(unwrap(found)) or ''
        out += [name + ':', '\n'.join('    ' + each if each else each for each in doc.split('\n')), '']
    show('\n'.join(out) + repr(magic_lsmagic(shell, '')))


def magic_quickref(shell, line):
    """A card of what can be typed."""
    from perch.magics.card import card
    rows = ['%s:\n\t%s' % (name, _first_line(found)) for name, found in _all(shell)]
    show(card() + '\nMagics\n------\n\n' + '\n'.join(rows))


def magic_explain(shell, line):
    """The page of an error (%explain P0102), or what is nearest to some words; alone: about the last error."""
    from perch import lookup
    from perch.words import say
    words = line.strip()
    if words:
        text = lookup.about(words)
        if text is None:
            raise UsageError(lookup.missing(words).replace('perch explain', '%explain'))
    else:
        from perch.mistakes.drawing import drawing_of
        error, drawing = _session.last_error(0), drawing_of(_session.last_exception(), True)
        text = lookup.after(error, drawing.record.code if drawing is not None else '') if error else None
        if text is None:
            raise UsageError(say('explain what'))
    show_text(text)
