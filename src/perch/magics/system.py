"""Magics of the system: !command, x = !command, folders, variables of the environment, aliases."""
import os
import re
import sys

from perch.magics import ALIASES, UsageError, exists, register, tell


class SList(list):
    """The lines that a command printed: .l the list, .n one text, .s one line with blanks, .grep and .fields."""

    @property
    def l(self):                                                    # noqa: E743
        return self

    list = get_list = l

    @property
    def n(self):
        return '\n'.join(self)

    nlstr = n

    @property
    def s(self):
        return ' '.join(self)

    spstr = s

    @property
    def p(self):
        from pathlib import Path
        return [Path(line) for line in self if os.path.exists(line)]

    paths = p

    def grep(self, pattern, prune=False, field=None):
        """The lines that a regular expression (or a function) fits; prune: the others; field: looked for in that column alone."""
        fits = pattern if callable(pattern) else re.compile(pattern, re.IGNORECASE).search

        def text(line):
            if field is None:
                return line
            parts = line.split()
            return parts[field] if -len(parts) <= field < len(parts) else ''

        return SList(line for line in self if bool(fits(text(line))) != prune)

    def fields(self, *columns):
        """These columns of each line, with a blank between; without any: lists of all columns."""
        rows = [line.split() for line in self]
        if not columns:
            return rows
        out = SList()
        for row in rows:
            parts = [row[i] for i in columns if -len(row) <= i < len(row)]
            if parts:
                out.append(' '.join(parts))
        return out

    def sort(self, field=None, nums=False):
        """The lines in order of a column; nums: as numbers."""
        def key(line):
            text = line
            if field is not None:
                parts = line.split()
                text = parts[field] if -len(parts) <= field < len(parts) else ''
            if not nums:
                return text
            digits = ''.join(c for c in text if c.isdigit())
            return int(digits) if digits else 0

        return SList(sorted(self, key=key))


# ---- commands ----

_PIP = r"(^|[\n;|&({`]|&&|\|\|)(\s*)(?:sudo\s+(?:-\S+\s+)*)?(?:\S*/)?(?:pip3?|python3?(?:\.\d+)? -m pip|perch -m pip)(?=\s|$)"


def _perch():
    """The program perch: beside the one that runs (a kernel), or along PATH."""
    import shutil
    here = os.path.dirname(sys.executable)
    beside = [path for path in (os.path.join(here, 'perch'), os.path.join(os.path.dirname(here), 'perch')) if os.access(path, os.X_OK) and os.path.isfile(path)]
    return beside[0] if beside else shutil.which('perch') or 'perch'


def _simulated(command):
    """The command with what nvidia-smi would print in its place, where the GPUs are simulated; and with perch's own pip for the machine's."""
    if 'pip' in command:
        import re
        import shlex
        own = shlex.quote(_perch()) + ' pip'
        command = re.sub(_PIP, lambda match: match.group(1) + match.group(2) + own, command)
        from perch.packages import folder
        if folder() not in sys.path:
            sys.path.append(folder())           # what this installs is found at once
    if 'nvidia-smi' not in command:
        return command
    from perch.views.smi import stand_in
    return stand_in(command)


def _prepare(command):
    if command.rstrip().endswith('&'):
        raise OSError('Background processes not supported.')
    sys.stdout.flush()
    sys.stderr.flush()


def _own_streams():
    return sys.stdout is sys.__stdout__ and sys.stderr is sys.__stderr__


def _run_here(command):
    """With the terminal's own streams: an editor or a pager works."""
    import subprocess
    return subprocess.call(command, shell=True)


def told(argv, input=None, out=None, err=None):
    """Run a program; what it writes goes to out and err (None: to out) while it runs. Its status."""
    import _subprocess
    import codecs
    decoders = {1: codecs.getincrementaldecoder('utf-8')('replace'), 2: codecs.getincrementaldecoder('utf-8')('replace')}
    streams = {1: out, 2: err or out}

    def tell(stream, data):
        streams[stream].write(decoders[stream].decode(data))
        streams[stream].flush()

    status = _subprocess.run(argv, input, stdin=-3 if input is None else None, stdout=-1, stderr=-1 if err is not None else -2, tell=tell)[0]
    for stream in (1, 2):
        left = decoders[stream].decode(b'', True)
        if left:
            streams[stream].write(left)
    return status


def _run_told(command):
    return told(['/bin/sh', '-c', command], out=sys.stdout)


def system(shell, command):
    """!command"""
    import _session
    command = _simulated(shell.var_expand(command))
    _prepare(command)
    here = _session.front() == 'terminal' and _own_streams()
    status = _run_here(command) if here else _run_told(command)
    if status > 128:                                                # a shell says so of a signal
        status = -(status - 128)
    shell.user_ns['_exit_code'] = status


def output_of(command):
    import subprocess
    command = _simulated(command)
    _prepare(command)
    done = subprocess.run(command, shell=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout.decode('utf-8', 'replace').replace('\r\n', '\n')


def getoutput(shell, command):
    """x = !command"""
    return SList(output_of(shell.var_expand(command)).splitlines())


def magic_sx(shell, line, cell=None):
    """The lines that a command prints, as a list.

    %sx COMMAND; `x = !COMMAND` and `!!COMMAND` are the same. The list has .n (one text), .s (one line), .grep and .fields too."""
    return getoutput(shell, line if cell is None else line + '\n' + cell)


magic_system = magic_sx
globals()['magic_!'] = magic_sx


def magic_pip(shell, line):
    """Packages of pure Python, in a folder of perch's own: %pip install NAME…, list, show NAME, uninstall NAME….

    What perch has itself (torch, mxnet, numpy) is not fetched."""
    import shlex
    from perch.packages import run
    run(shlex.split(line, comments=True))


def magic_conda(shell, line):
    """Accepted: perch takes its packages by %pip alone, and has mxnet, torch and numpy itself."""
    tell('perch brings its modules with it (mxnet, torch, numpy and Python\'s own): nothing is installed.')


magic_mamba = magic_conda


# ---- folders ----

def _history(shell):
    return shell.user_ns.setdefault('_dh', [os.getcwd()])


def _home():
    return os.path.expanduser('~')


def _shown(path):
    home = _home()
    return '~' + path[len(home):] if path == home or path.startswith(home + '/') else path


def magic_pwd(shell, line):
    """The current folder."""
    return os.getcwd()


def magic_cd(shell, line):
    """Go to another folder.

    %cd FOLDER, %cd (home), %cd - (the one before), %cd -N (the N-th of %dhist), %cd --TEXT (the last visited with TEXT in it), %cd -b NAME (%bookmark).
    -q: say nothing."""
    history = _history(shell)
    if not history:
        history.append(os.getcwd())
    words = line.split(' ')
    quiet = '-q' in words
    marked = '-b' in words
    target = ' '.join(word for word in words if word not in ('-q', '-b')).strip().strip('"\'')
    if target == '-':
        if len(history) < 2:
            raise UsageError('No previous directory to change to.')
        target = history[-2]
    elif target.startswith('--'):
        found = [path for path in reversed(history) if re.search(target[2:], path)]
        if not found:
            raise UsageError("No matching entry in directory history")
        target = found[0]
    elif re.match(r'-\d+$', target):
        try:
            target = history[int(target[1:])]
        except IndexError:
            raise UsageError('Requested directory not in directory history.') from None
    if marked or (target and not os.path.isdir(os.path.expanduser(target))):
        target = _bookmarked(target, marked)
    target = os.path.expanduser(target) if target else _home()
    before = os.getcwd()
    try:
        os.chdir(target)
    except OSError as e:
        tell('[Errno %d] %s: %r' % (e.errno, e.strerror, target))
    else:
        if os.getcwd() != before:
            history.append(os.getcwd())
    if not quiet and history:
        tell(os.getcwd())


def magic_bookmark(shell, line):
    """Names for folders, kept for later sessions: %bookmark NAME [FOLDER] (the current one), then %cd NAME or %cd -b NAME.

    %bookmark -l lists them, -d NAME forgets one, -r all."""
    from perch.magics.options import parse
    from perch.magics.store import BOOKMARKS, keep_table, table
    given, words = parse(line, 'drl')
    if len(words) > 2:
        raise UsageError('%bookmark: too many arguments')
    known = table(BOOKMARKS)
    if 'd' in given:
        if not words or words[0] not in known:
            raise UsageError("%%bookmark -d: Can't delete bookmark '%s'" % ' '.join(words) if words else '%bookmark -d takes the name of a bookmark')
        del known[words[0]]
    elif 'r' in given:
        known = {}
    elif 'l' in given:
        width = max((len(name) for name in known), default=0)
        tell('Current bookmarks:')
        for name in sorted(known):
            tell('%-*s -> %s' % (width, name, known[name]))
        return
    elif not words:
        raise UsageError('%bookmark: You must specify the bookmark name')
    else:
        known[words[0]] = os.path.abspath(os.path.expanduser(words[1])) if len(words) == 2 else os.getcwd()
    keep_table(BOOKMARKS, known)


def _bookmarked(name, must):
    """The folder that a name stands for, or the name."""
    from perch.magics.store import BOOKMARKS, table
    known = table(BOOKMARKS)
    if name in known:
        tell('(bookmark:%s) -> %s' % (name, known[name]))
    elif must:
        raise UsageError("Bookmark '%s' not found. Use '%%bookmark -l' to see your bookmarks." % name)
    return known.get(name, name)


def magic_dhist(shell, line):
    """The folders visited: %dhist, %dhist N (the last N), %dhist FROM TO."""
    history = _history(shell)
    try:
        numbers = [int(word) for word in line.split()]
    except ValueError:
        raise UsageError('%dhist takes numbers') from None
    start, stop = 0, len(history)
    if len(numbers) == 1:
        start = max(len(history) - numbers[0], 0)
    elif len(numbers) == 2:
        start, stop = numbers[0], min(numbers[1] + 1, len(history))
    tell('Directory history (kept in _dh)')
    for number in range(start, stop):
        tell('%d: %s' % (number, history[number]))


_stack = []


def magic_pushd(shell, line):
    """Put the current folder on a stack and go to another."""
    _stack.insert(0, _shown(os.getcwd()))
    magic_cd(shell, line)
    return list(_stack)


def magic_popd(shell, line):
    """Go to the folder on top of the stack."""
    if not _stack:
        raise UsageError('%popd on empty stack')
    top = _stack.pop(0)
    magic_cd(shell, top)
    tell('popd -> %s' % top)


def magic_dirs(shell, line):
    """The stack of folders."""
    return list(_stack)


# ---- the environment ----

class Environment(dict):
    """Variables, as %env shows them."""

    def __repr__(self):
        from pprint import pformat
        return pformat(dict(self))


_SECRET = ('key', 'token', 'secret')


def magic_env(shell, line):
    """Variables of the environment: %env (all), %env NAME, %env NAME=VALUE, %env NAME VALUE."""
    line = line.strip()
    if not line:
        shown = Environment(os.environ)
        for name in shown:
            if any(word in name.lower() for word in _SECRET):
                shown[name] = '<hidden>'
        return shown
    mark = '=' if '=' in line else ' '
    if len(line.split(mark)) > 1:
        return magic_set_env(shell, line)
    if line not in os.environ:
        raise UsageError('Environment does not have key: %s' % line)
    return os.environ[line]


def magic_set_env(shell, line):
    """Set a variable of the environment: %set_env NAME=VALUE, %set_env NAME VALUE."""
    mark = '=' if '=' in line else ' '
    name, found, value = line.partition(mark)
    if not found or not name.strip():
        raise UsageError("usage is 'set_env var=val'")
    name, value = name.strip(), value.strip()
    if re.search(r'\s', name):
        raise UsageError("refusing to set env var with whitespace: '%s'" % name)
    os.environ[name] = value
    tell('env: %s=%s' % (name, value))


# ---- aliases of commands ----

COMMANDS = {'cat': 'cat', 'cp': 'cp', 'ldir': 'ls -F -o --color %l | grep /$', 'lf': 'ls -F -o --color %l | grep ^-', 'lk': 'ls -F -o --color %l | grep ^l',
            'll': 'ls -F -o --color', 'ls': 'ls -F --color', 'lx': 'ls -F -o --color %l | grep ^-..x', 'mkdir': 'mkdir', 'mv': 'mv', 'rm': 'rm', 'rmdir': 'rmdir'}


def _plain(command):
    """Without the colours that a notebook's or a pipe's reader would see as letters."""
    import _session
    return command if _session.colour() else command.replace(' --color', '')


def _run_alias(shell, name, line):
    command = _plain(COMMANDS[name])
    if '%l' in command:
        command, line = command.replace('%l', line), ''
    wanted = command.count('%s') - command.count('%%s')
    words = line.split(None, wanted)
    if len(words) < wanted:
        raise UsageError('Alias <%s> requires %s arguments, %s given.' % (name, wanted, len(words)))
    for word in words[:wanted]:
        command = command.replace('%s', word, 1)
    rest = words[wanted:] if wanted else [line]
    shell.system((command + ' ' + ' '.join(rest)).strip())


def _magic_of_alias(shell, name):
    def run(line):
        return _run_alias(shell, name, line)
    run.__name__, run.__doc__ = name, 'A command of the system: %s' % COMMANDS[name]
    return run


def _run_named(name):
    def run(shell, line):
        return _run_alias(shell, name, line)
    run.__name__, run.__doc__ = 'magic_' + name, 'A command of the system: %s' % COMMANDS[name]
    return run


for _name in list(COMMANDS):
    globals()['magic_' + _name] = _run_named(_name)


def magic_clear(shell, line):
    """An empty screen, or cell."""
    import _session
    if _session.front() == 'terminal':
        return shell.system('clear')
    from perch.display import clear_output
    clear_output()


def magic_alias(shell, line):
    """Names for commands: %alias (all), %alias NAME COMMAND. In a command %l is the rest of the line, %s one word of it each."""
    if not line.strip():
        tell('Total number of aliases: %d' % len(COMMANDS))
        return sorted((name, _plain(command)) for name, command in COMMANDS.items())
    name, _, command = line.strip().partition(' ')
    if not command:
        if name in COMMANDS:
            return tell('%s: %s' % (name, _plain(COMMANDS[name])))
        raise UsageError('%alias takes a name and a command')
    if name not in COMMANDS and exists(name):
        raise UsageError('The name %s can\'t be aliased because it is another magic command.' % name)
    COMMANDS[name] = command.strip()
    register(_magic_of_alias(shell, name), 'line', name)


def magic_unalias(shell, line):
    """Forget a name for a command."""
    from perch.magics import _own
    name = line.strip()
    if name not in COMMANDS:
        raise UsageError('%s is not an alias' % name)
    del COMMANDS[name]
    _own['line'].pop(name, None)


def magic_alias_magic(shell, line):
    """Another name for a magic: %alias_magic [-l] [-c] NAME MAGIC [-p PARAMETERS]; -l for lines alone, -c for cells alone."""
    from perch.magics import register_alias
    from perch.magics.options import parse
    given, words = parse(line, 'lcp:')
    if len(words) != 2:
        raise UsageError('%alias_magic takes a new name and the name of a magic')
    name, target = (word.lstrip('%') for word in words)
    kinds = [kind for letter, kind in (('l', 'line'), ('c', 'cell')) if letter in given]
    wanted = kinds or [kind for kind in ('line', 'cell') if exists(target, kind)]
    if not wanted:
        raise UsageError('Line magic function `%%%s` not found.' % target)
    for kind in wanted:
        register_alias(name, target, kind, given.get('p', '').strip('"\''))
        mark = '%' if kind == 'line' else '%%'
        tell('Created `%s%s` as an alias for `%s%s`.' % (mark, name, mark, target))
