"""%run: a file as the main program. %edit: write with an editor, then run."""
import os
import sys

from perch.magics import UsageError, tell
from perch.magics.options import parse


def find_file(name):
    """A path for the name of a file, with .py or .ipy put behind where that is missing."""
    name = os.path.expanduser(name)
    for path in (name, name + '.py', name + '.ipy'):
        if os.path.isfile(path):
            return path
    raise OSError('File `%r` not found.' % name)


def _arguments(words):
    """Globs become the names they fit, as in a shell; \\* is a star."""
    import glob
    out = []
    for word in words:
        plain = word.replace('\\*', '*').replace('\\?', '?').replace('\\[', '[')
        found = sorted(glob.glob(os.path.expanduser(word))) if plain == word and any(c in word for c in '*?[') else []
        out += found or [os.path.expanduser(plain)]
    return out


def _main_module(name, path):
    import types
    module = types.ModuleType(name)
    if path is not None:
        module.__file__ = path
    return module


def _run_source(source, path, names):
    exec(compile(source, path, 'exec'), names)


def _times(before, after, wall, runs):
    user, system = (now - then for now, then in zip(after, before))
    tell('\nIPython CPU timings (estimated):')
    if runs == 1:
        tell('  User   : %10.2f s.' % user)
        tell('  System : %10.2f s.' % system)
    else:
        tell('Total runs performed:', runs)
        tell('  Times  : %10s   %10s' % ('Total', 'Per run'))
        tell('  User   : %10.2f s, %10.2f s.' % (user, user / runs))
        tell('  System : %10.2f s, %10.2f s.' % (system, system / runs))
    tell('Wall time: %10.2f s.' % wall)


def _cells(shell, path):
    """An .ipy file: cells as they are typed."""
    with open(path, encoding='utf-8') as f:
        if not shell.run_cell(f.read(), store_history=False).success:
            return False
    return True


def magic_run(shell, line):
    """Run a file as the main program, in names of its own that come into the session afterwards.

    %run [-n] [-i] [-e] [-G] [-t [-N COUNT]] [-d] [-p] (-m MODULE | FILE) [ARGUMENTS]
    -n  __name__ is the file's name, not __main__     -i  in the session's names
    -e  sys.exit() is no error                        -G  * and ? in arguments mean nothing
    -t  how long it takes, -N so many times           -d  under the debugger      -p  under the profiler
    -m  a module, found as import finds it"""
    given, words = parse(line, 'nidtN:b:pD:l:rs:T:em:G')
    module = given.get('m')
    if module is None and not words:
        raise Exception('you must provide at least a filename.')
    if module is not None:
        return _run_module(shell, module, words, given)
    try:
        path = find_file(words[0])
    except OSError as e:
        raise Exception(str(e)) from None
    rest = words[1:] if 'G' in given else _arguments(words[1:])
    if path.endswith('.ipy'):
        return _under(path, rest, lambda: _cells(shell, path))
    with open(path, 'rb') as f:
        source = f.read()
    main = _main_module('__main__' if 'n' not in given else os.path.splitext(os.path.basename(path))[0], path)
    own = 'i' in given
    names = shell.user_ns if own else vars(main)
    if own:
        saved = {key: names.get(key) for key in ('__name__', '__file__')}
        names['__file__'] = path
        names['__name__'] = main.__name__
    before = sys.modules.get(main.__name__)
    if not own:
        sys.modules[main.__name__] = main

    def once():
        if 'd' in given:
            from perch.magics.debug import run_file
            return run_file(source, path, names)
        if 'p' in given:
            from perch.magics.profiling import profiled
            return profiled(compile(source, path, 'exec'), names, given, *([given[letter]] if letter in given else () for letter in 'ls'))
        _run_source(source, path, names)

    try:
        _under(path, rest, lambda: _counted(once, given))
    except SystemExit as e:
        _leaving(e, given)
    finally:
        if before is not None:
            sys.modules[main.__name__] = before
        elif not own:
            sys.modules.pop(main.__name__, None)
        if own:
            for key, value in saved.items():
                if value is None:
                    names.pop(key, None)
                else:
                    names[key] = value
        else:
            _keep(main)
            shell.user_ns.update({key: value for key, value in names.items() if key not in HIDDEN})


HIDDEN = {'__name__', '__file__', '__builtins__', '__doc__', '__loader__', '__package__', '__spec__', '__cached__'}
_kept = []              # functions of a file need its names as long as they live


def _keep(module):
    _kept.append(module)
    del _kept[:-50]


def _counted(once, given):
    if 't' not in given:
        return once()
    import time
    from perch.magics.timing import time_of_process
    runs = int(given.get('N', 1))
    if runs <= 0:
        raise UsageError('Number of runs must be >=1')
    before, wall = time_of_process(), time.perf_counter()
    for _ in range(runs):
        once()
    _times(before, time_of_process(), time.perf_counter() - wall, runs)


def _under(path, arguments, run):
    """With sys.argv and sys.path as a program would find them."""
    argv, first = sys.argv, os.path.dirname(os.path.abspath(path))
    sys.argv = [path] + arguments
    sys.path.insert(0, first)
    try:
        return run()
    finally:
        sys.argv = argv
        if first in sys.path:
            sys.path.remove(first)


def _leaving(e, given):
    """sys.exit() in a program does not end the session: a status is told."""
    if 'e' not in given and e.code not in (None, 0):
        tell('An exception has occurred, use %tb to see the full traceback.\n', file=sys.stderr)
        tell('SystemExit: %s' % (e.code,), file=sys.stderr)


def _frozen_main(name):
    """A module of perch's own as the main program: its names; None: it is another."""
    from _frozen import source
    for each in (name + '.__main__', name):
        text = source('<frozen %s>' % each)
        if text is not None:
            break
    if text is None:
        return None
    main = _main_module('__main__', None)
    before, sys.modules['__main__'] = sys.modules.get('__main__'), main
    _keep(main)
    try:
        _run_source(text, '<frozen %s>' % each, vars(main))
    finally:
        sys.modules['__main__'] = before
    return vars(main)


def _run_module(shell, name, words, given):
    import runpy
    argv, sys.argv = sys.argv, [name] + words
    try:
        names = _frozen_main(name) or runpy.run_module(name, run_name='__main__', alter_sys=True)
    except SystemExit as e:
        _leaving(e, given)
    else:
        shell.user_ns.update({key: value for key, value in names.items() if key not in HIDDEN})
    finally:
        sys.argv = argv


# ---- %edit ----

def _editor():
    return os.environ.get('EDITOR') or os.environ.get('VISUAL') or 'vi'


IN_A_TERMINAL = ('vi', 'vim', 'nvim', 'view', 'nano', 'pico', 'emacs', 'ee', 'ed', 'joe', 'micro', 'mcedit', 'hx', 'kak', 'ne', 'editor')


def _edit_below(path, temporary):
    """A page has no terminal for such an editor, but it has cells: the text stands in the next one."""
    import _session
    from perch.views.words import words
    text = ''
    if os.path.exists(path):
        with open(path, encoding='utf-8', errors='replace') as f:
            text = f.read()
    if temporary:
        os.remove(path)
        os.rmdir(os.path.dirname(path))
    _session.next_input(text if temporary else '%%writefile ' + path + '\n' + text, False)
    tell(words('edit below'))


def _what_to_edit(shell, words, given):
    """(path, line, temporary): a file, or a new one with the text of a name or of inputs."""
    import tempfile
    from perch.pinfo import getfile, getsource
    text, path, at = '', None, 0
    if words:
        word = words[0]
        value = shell.user_ns.get(word) if word.isidentifier() else None
        if isinstance(value, str):
            text = value
        elif value is not None and getattr(value, '_is_macro', False):
            text = value.value
        elif value is not None:
            file = getfile(value)
            if file and os.path.exists(file):
                path = file
                code = getattr(value, '__code__', None)
                at = code.co_firstlineno if code is not None else 0
            else:
                text = getsource(value) or ''
        elif word[0].isdigit() or word[0] in '~':
            from perch.magics import function
            text = '\n'.join(shell.inputs(word)) if hasattr(shell, 'inputs') else ''
        else:
            path = word if os.path.splitext(word)[1] else word + '.py'
    if path is not None:
        return os.path.expanduser(path), at, False
    folder = tempfile.mkdtemp(prefix='perch_edit_')
    path = os.path.join(folder, 'edit.py')
    with open(path, 'w', encoding='utf-8') as f:
        f.write(text)
    return path, at, True


def magic_edit(shell, line):
    """Write with $EDITOR, then run what was written.

    %edit (a new file), %edit FILE, %edit NAME (a function's file or text), %edit 3-5 (inputs). -x: do not run it; -n LINE: start there; -p: what was edited last."""
    import subprocess
    given, words = parse(line, 'prxn:')
    if 'p' in given and shell.__dict__.get('last_edited'):
        words = [shell.last_edited]
    path, at, temporary = _what_to_edit(shell, words, given)
    at = int(given['n']) if 'n' in given else at
    import _session
    import shlex
    editor = _editor()
    if _session.front() == 'jupyter' and os.path.basename(shlex.split(editor)[0]) in IN_A_TERMINAL:
        return _edit_below(path, temporary)
    if temporary:
        tell('perch will make a temporary file named: %s' % path)
    tell('Editing...', end=' ')
    sys.stdout.flush()
    _session.flush()
    command = shlex.split(editor) + (['+%d' % at] if at and os.path.basename(shlex.split(editor)[0]) in ('vi', 'vim', 'nvim', 'nano', 'emacs', 'ee') else []) + [path]
    try:
        status = subprocess.call(command)
    except OSError as e:
        tell()
        raise UsageError('%s: %s (set $EDITOR to your editor)' % (command[0], e.strerror)) from None
    if status:
        tell('the editor ended with status %d' % status)
        return None
    shell.last_edited = path
    try:
        with open(path, encoding='utf-8') as f:
            text = f.read()
    except FileNotFoundError:
        tell('nothing was written')
        return None
    if 'x' in given:
        tell()
        return text if temporary else None
    tell('done. Executing edited code...')
    if temporary or 'r' in given:
        shell.run_cell(text, store_history=False)
        return text
    _run_source(text, path, shell.user_ns)
    return None


magic_ed = magic_edit
