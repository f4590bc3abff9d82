"""Magics: which there are, and how one is found.

A magic is a function and a row. The row stands in perch/magics/rows.py: its name, its kinds and the module here that has the function
`magic_NAME(shell, line)` (a cell magic takes `cell` too, None when it is used on a line). `shell` is get_ipython(). The module is
imported when the magic is first used.
"""
from perch.magics.rows import ALIASES, ROWS

_own = {'line': {}, 'cell': {}}                 # registered by a program: name -> function(line) or function(line, cell)


class UsageError(Exception):
    """A magic was not used as it is meant to be; shown in one line."""
    _perch_bare = True


UsageError.__module__ = 'builtins'              # its name is shown without a module's


def tell(*parts, end='\n', file=None):
    """print, as a magic says something: control characters in a program's names and texts are written out, but for a file that gets them."""
    import sys
    from _tensor import visible
    text = ' '.join(map(str, parts)) + end
    (file or sys.stdout).write(visible(text, True) if file is None or file in (sys.stdout, sys.stderr) else text)


def names_of(kind):
    """All magics of a kind, 'line' or 'cell', sorted. (There is a module names here.)"""
    found = {row[0] for row in ROWS if kind in row[1].split()}
    found.update(alias for alias, (name, params) in ALIASES.items() if name in found)
    return sorted(found.union(_own[kind]))


def line_names():
    return names_of('line')


def cell_names():
    return names_of('cell')


def _row(name, kind):
    for row in ROWS:
        if row[0] == name and kind in row[1].split():
            return row
    return None


def exists(name, kind='line'):
    """Is there a magic of that name?"""
    return name in _own[kind] or _row(name, kind) is not None or (name in ALIASES and exists(ALIASES[name][0], kind))


def function(name, kind='line'):
    """The function of a magic as it stands in its module: (shell, line[, cell]); None: no such magic."""
    row = _row(name, kind)
    if row is None:
        return None
    module = __import__('perch.magics.' + row[2], None, None, ['*'])
    return getattr(module, 'magic_' + name)


def find(shell, name, kind='line'):
    """A magic to be called with its line (and cell); None: no such magic."""
    own = _own[kind].get(name)
    if own is not None:
        return own
    if name in ALIASES and _row(name, kind) is None:
        target, params = ALIASES[name]
        inner = find(shell, target, kind)
        if inner is None or not params:
            return inner
        return lambda line, *cell: inner((params + ' ' + line).strip(), *cell)
    found = function(name, kind)
    if found is None:
        return None
    if kind == 'cell':
        call = lambda line, cell: found(shell, line, cell)
    else:
        call = lambda line: found(shell, line)
    call.__doc__, call.__name__, call.__wrapped__ = found.__doc__, name, found
    return call


def expands(name, kind='line'):
    """Are {expressions} and $names in its line replaced before it sees them?"""
    own = _own[kind].get(name)
    if own is not None:
        return not getattr(own, '_ipython_magic_no_var_expand', False)
    row = _row(ALIASES.get(name, (name,))[0], kind)
    return row is None or 'raw' not in row[1].split()


def register(function_, kind='line', name=None):
    """A magic of a program's own: function_(line), for a cell magic function_(line, cell), 'line_cell': function_(line, cell=None)."""
    name = name or function_.__name__
    if kind not in ('line', 'cell', 'line_cell'):
        raise ValueError("magic_kind must be one of ('line', 'cell', 'line_cell'), %r given" % (kind,))
    for each in ('line', 'cell'):
        if each in kind.split('_'):
            _own[each][name] = function_
    return function_


def register_alias(alias, name, kind='line', params=''):
    """%alias stands for %name (with params in front of its line)."""
    inner = name.lstrip('%')
    if not exists(inner, kind):
        raise UsageError("%s magic function `%s%s` not found." % (kind.capitalize(), '%' * (1 + (kind == 'cell')), inner))
    ALIASES[alias] = (inner, params)


def run_line(shell, name, line):
    """%name line"""
    call = find(shell, name)
    if call is None:
        extra = ' (But cell magic `%%%%%s` exists, did you mean that instead?)' % name if exists(name, 'cell') else ''
        raise UsageError('Line magic function `%%%s` not found%s.' % (name, extra))
    return call(shell.var_expand(line) if expands(name) else line)


def run_cell(shell, name, line, cell):
    """%%name line, and the lines below it"""
    call = find(shell, name, 'cell')
    if call is None:
        extra = ' (But line magic `%%%s` exists, did you mean that instead?)' % name if exists(name) else ''
        raise UsageError('Cell magic `%%%%%s` not found%s.' % (name, extra))
    if cell == '' and exists(name):
        raise UsageError('%%%%%s is a cell magic, but the cell body is empty. Did you mean the line magic %%%s (single %%)?' % (name, name))
    return call(shell.var_expand(line) if expands(name, 'cell') else line, cell)
