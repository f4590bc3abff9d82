"""%store: names kept for later sessions: a file each, beside the history."""
import importlib
import os
import pickle

from perch.magics import UsageError, tell
from perch.magics.options import parse

ALIASES, BOOKMARKS = 'aliases', 'bookmarks'         # no names of Python's: the folder's others end in .pickle


def folder():
    state = os.environ.get('XDG_STATE_HOME', '')
    if not state.startswith('/'):
        state = os.path.join(os.path.expanduser('~'), '.local', 'state')
    return os.path.join(state, 'perch', 'store')


def _path(name):
    return os.path.join(folder(), name if name in (ALIASES, BOOKMARKS) else name + '.pickle')


def _read(name):
    with open(_path(name), 'rb') as f:
        return pickle.load(f)


def _write(name, value):
    """Whole or not at all, also when several sessions write."""
    data = pickle.dumps(value)
    os.makedirs(folder(), mode=0o700, exist_ok=True)
    part = _path('%s.%d' % (name, os.getpid()))
    fd = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(fd, 'wb') as f:
        f.write(data)
    os.replace(part, _path(name))


def _stored():
    try:
        found = os.listdir(folder())
    except OSError:
        return []
    return sorted(name[:-7] for name in found if name.endswith('.pickle') and name[:-7].isidentifier())


def table(kind):
    """All that is kept of ALIASES or BOOKMARKS, by name."""
    try:
        return _read(kind)
    except FileNotFoundError:
        return {}


def keep_table(kind, rows):
    _write(kind, rows)


def _unavailable(name):
    try:
        return ' '.join(repr(_read(name)).split())[:50]
    except Exception:
        return "'<unavailable>'"


def _restore(shell, name):
    shell.user_ns[name] = _read(name)


def _restore_all(shell):
    from perch.magics.system import magic_alias
    for name in _stored():
        try:
            _restore(shell, name)
        except Exception as error:
            tell("Unable to restore variable '%s', ignoring (use %%store -d to forget!)" % name)
            tell('The error was: %s: %s' % (type(error).__name__, error))
    for name, command in table(ALIASES).items():
        magic_alias(shell, '%s %s' % (name, command))


def _forget(words):
    if not words:
        raise UsageError('You must provide the variable to forget')
    try:
        os.remove(_path(words[0]))
    except OSError:
        raise UsageError("Can't delete variable '%s'" % words[0]) from None


def _list():
    names = _stored()
    room = max([len('autorestore/' + name) for name in names] or [0])
    tell('Stored variables and their in-db values:')
    for name in names:
        tell('%-*s -> %s' % (room, name, _unavailable(name)))


def _write_text(shell, expression, target):
    append = target.startswith('>>')
    path = os.path.expanduser(target.lstrip('>').lstrip())
    value = eval(expression, shell.user_ns)
    with open(path, 'a' if append else 'w', encoding='utf-8') as f:
        tell("Writing '%s' (%s) to file '%s'." % (expression, type(value).__name__, path))
        if isinstance(value, str):
            f.write(value if value.endswith('\n') else value + '\n')
        else:
            from pprint import pprint
            pprint(value, f)


def _keep(shell, name):
    from perch.magics.system import COMMANDS
    if name not in shell.user_ns:
        if name not in COMMANDS:
            raise UsageError("Unknown variable '%s'" % name)
        keep_table(ALIASES, {**table(ALIASES), name: COMMANDS[name]})
        return tell('Alias stored: %s (%s)' % (name, COMMANDS[name]))
    value = shell.user_ns[name]
    if getattr(value, '__module__', None) == '__main__' or type(value).__module__ == '__main__':
        return tell('Warning:%s is %s\nProper storage of interactively declared classes (or instances\n'
                     "of those classes) is not possible! Only instances\nof classes in real modules on file system can be %%store'd.\n" % (name, value))
    _write(name, value)
    tell("Stored '%s' (%s)" % (name, type(value).__name__))


def magic_store(shell, line):
    """Keep names for later sessions: %store NAME...; %store -r brings them back, %store -r NAME some of them.

    %store lists what is kept; -d NAME forgets one, -z all. %store NAME >FILE writes a value as text, >>FILE behind what is there.
    Aliases can be kept as well. Tensors, networks' parameters and what pickle takes may be kept; each is back on its device."""
    given, words = parse(line, 'drz')
    if 'd' in given:
        _forget(words)
    elif 'z' in given:
        for name in _stored():
            os.remove(_path(name))
    elif 'r' in given:
        for name in words:
            if name in _stored():
                _restore(shell, name)
            elif name in table(ALIASES):
                from perch.magics.system import magic_alias
                magic_alias(shell, '%s %s' % (name, table(ALIASES)[name]))
            else:
                tell('no stored variable or alias %s' % name)
        if not words:
            _restore_all(shell)
    elif not words:
        _list()
    elif len(words) > 1 and words[1].startswith('>'):
        _write_text(shell, words[0], ' '.join(words[1:]))
    else:
        for name in words:
            _keep(shell, name)
