"""Cell magics: %%capture, %%writefile, %%html and its kin, %%bash and other scripts."""
import os
import sys

from perch.capture import RichOutput, capture_output
from perch.magics import UsageError, tell
from perch.magics.options import parse


# ---- %%capture ----

def magic_capture(shell, line, cell):
    """Keep what a cell prints and shows: %%capture [--no-stdout] [--no-stderr] [--no-display] [NAME].

    NAME.stdout, NAME.stderr and NAME.outputs have it; NAME() shows it."""
    given, words = parse(line, '', ('no-stdout', 'no-stderr', 'no-display'))
    if len(words) > 1:
        raise UsageError('unrecognized arguments: %s' % ' '.join(words[1:]))
    with capture_output('no-stdout' not in given, 'no-stderr' not in given, 'no-display' not in given) as captured:
        value = _run(shell, cell)
        if value is not None and 'no-display' not in given:
            from perch.display import format_value
            captured.outputs.append(RichOutput(*format_value(value)))
    if words:
        shell.user_ns[words[0]] = captured


def _run(shell, cell):
    """The cell's body; the value of its last expression."""
    from perch.split import parts
    source = shell.transform_cell(cell)
    body, last = parts(source, '<captured cell>')
    if body is not None:
        exec(body, shell.user_ns)
    value = eval(last, shell.user_ns) if last is not None else None
    return None if source.rstrip().endswith(';') else value


# ---- files ----

def magic_writefile(shell, line, cell):
    """Write a cell into a file: %%writefile [-a] FILE; -a: behind what is there."""
    given, words = parse(line, 'a', ('append',))
    if len(words) != 1:
        raise UsageError('the following arguments are required: filename' if not words else 'unrecognized arguments: %s' % ' '.join(words[1:]))
    path = os.path.expanduser(words[0])
    append = 'a' in given or 'append' in given
    if append:
        tell('Appending to %s' % path)
    else:
        tell('Overwriting %s' % path if os.path.exists(path) else 'Writing %s' % path)
    with open(path, 'a' if append else 'w', encoding='utf-8') as f:
        f.write(cell)


magic_file = magic_writefile


# ---- what a browser shows ----

def _show(kind, cell, plain=None):
    import _session
    _session.display({'text/plain': plain or '<IPython.core.display.%s object>' % kind[0], kind[1]: cell})


def magic_html(shell, line, cell):
    """Show a cell as HTML: %%html [--isolated]."""
    _show(('HTML', 'text/html'), cell)


magic_HTML = magic_html


def magic_svg(shell, line, cell):
    """Show a cell as SVG."""
    _show(('SVG', 'image/svg+xml'), cell)


magic_SVG = magic_svg


def magic_latex(shell, line, cell):
    """Show a cell as LaTeX."""
    _show(('Latex', 'text/latex'), cell)


def magic_markdown(shell, line, cell):
    """Show a cell as Markdown."""
    _show(('Markdown', 'text/markdown'), cell)


def magic_javascript(shell, line, cell):
    """Run a cell as JavaScript where it is shown."""
    _show(('Javascript', 'application/javascript'), cell)


magic_js = magic_javascript


# ---- scripts ----

def magic_script(shell, line, cell):
    """Give a cell to a program: %%script [--out NAME] [--err NAME] [--bg] [--proc NAME] [--no-raise-error] PROGRAM [ARGUMENTS].

    What it prints is shown, or kept under a name."""
    given, rest = _options(line)
    if not rest:
        raise UsageError('%%script takes a program')
    _script(shell, given, rest, cell)


def _options(line):
    """(options, the rest): they may stand anywhere on the line."""
    takes = {'--out': True, '--err': True, '--proc': True, '--bg': False, '--no-raise-error': False}
    words, given, rest = line.split(), {}, []
    while words:
        word = words.pop(0)
        name, mark, value = word.partition('=')
        if name not in takes:
            rest.append(word)
            continue
        if takes[name] and not mark:
            if not words:
                raise UsageError('argument %s: expected one argument' % name)
            value = words.pop(0)
        given[name[2:]] = value
    return given, ' '.join(rest)


def _named(program):
    def run(shell, line, cell):
        given, rest = _options(line)
        _script(shell, given, (program + ' ' + rest).strip(), cell)
    run.__name__ = 'magic_' + program
    run.__doc__ = 'Give a cell to %s: %%%%%s [--out NAME] [--err NAME] [--bg] [--proc NAME] [--no-raise-error] [ARGUMENTS].' % (program, program)
    return run


for _name in ('bash', 'sh', 'perl', 'ruby', 'python3', 'python2', 'pypy'):
    globals()['magic_' + _name] = _named(_name)


def magic_python(shell, line, cell):
    """Run a cell in a perch of its own."""
    given, rest = _options(line)
    _script(shell, given, (_quoted(sys.executable) + ' - ' + rest).strip(), cell)


def _quoted(path):
    import shlex
    return shlex.quote(path)


def _script(shell, given, command, cell):
    import io
    import shlex
    import shutil
    import subprocess
    from perch.magics.system import told
    words = shlex.split(command)
    if not cell.endswith('\n'):
        cell += '\n'
    if shutil.which(words[0]) is None:
        return tell("Couldn't find program: %r" % words[0])
    sys.stdout.flush()
    sys.stderr.flush()
    if 'bg' in given or 'proc' in given:
        process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdin.write(cell.encode())
        process.stdin.close()
        if 'proc' in given:
            shell.user_ns[given['proc']] = process
        for name in ('out', 'err'):
            if name in given:
                shell.user_ns[given[name]] = getattr(process, 'std' + name)
        if 'bg' in given:
            return None
    kept = {name: io.StringIO() if name in given else stream for name, stream in (('out', sys.stdout), ('err', sys.stderr))}
    status = told(words, cell.encode(), kept['out'], kept['err'])
    for name in ('out', 'err'):
        if name in given:
            shell.user_ns[given[name]] = kept[name].getvalue()
    if status and 'no-raise-error' not in given:
        raise subprocess.CalledProcessError(status, cell.encode())
