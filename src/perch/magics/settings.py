"""Magics that set how the session behaves: %xmode, %colors, %pprint, %precision, %automagic, %matplotlib, %config, extensions, the log."""
import os
import sys

from perch.magics import UsageError, tell

AUTOMAGIC = ['Automagic is OFF, % prefix IS needed for line magics.', 'Automagic is ON, % prefix IS NOT needed for line magics.']
XMODES = ['Plain', 'Context', 'Verbose', 'Minimal', 'Docs']
COLOURS = ['Neutral', 'NoColor', 'LightBG', 'Linux']


def _warn(text):
    tell(text, file=sys.stderr)


def set_errors(mode, whole=False):
    """What an error shows in a mode; whole: and all levels of the library."""
    import _session
    _session.set_errors(mode == 'Minimal', mode == 'Verbose', whole or mode == 'Plain')


def magic_xmode(shell, line):
    """How much an error shows: %xmode Plain | Context | Verbose | Minimal | Docs; alone: the next of them.

    Plain is Python's text; Context and Docs leave out levels inside libraries and say how many; Verbose has them all, with the values of the names in each
    line; Minimal is the last line alone."""
    word = line.strip().capitalize()
    modes = XMODES[:4]
    now = shell.__dict__.get('xmode', 'Context')
    if not word:
        word = modes[(modes.index(now) + 1) % len(modes)] if now in modes else 'Context'
    if word not in XMODES:
        return _warn("Error changing user exception modes.\nUnrecognized mode in FormattedTB: <%s>\nValid modes: %r" % (word, modes))
    shell.xmode = word
    set_errors(word)
    tell('Exception reporting mode:', word)


def magic_colors(shell, line):
    """Colours of errors and pages: %colors NoColor | Neutral | Linux | LightBG."""
    word = line.strip()
    if not word:
        raise UsageError('%colors: you must specify a color scheme.')
    found = [name for name in COLOURS if name.lower() == word.lower()]
    if not found:
        return _warn('Error changing shell color schemes.\nUnrecognized color scheme: %s\nValid schemes: %r' % (word, COLOURS))
    shell.colour_scheme = found[0]


def magic_pprint(shell, line):
    """Results laid out over lines, or as repr() has them: a switch."""
    shell.pprint = not shell.pprint
    tell('Pretty printing has been turned', ['OFF', 'ON'][shell.pprint])


def magic_precision(shell, line):
    """Digits of floats in results: %precision 3, %precision %.2e; alone: all of them. NumPy's arrays follow a number of digits."""
    text = line.strip()
    if '%' in text:
        form = text
        try:
            form % 3.14159
        except Exception:
            raise ValueError('Precision must be int or format string, not %r' % text) from None
    elif text:
        try:
            digits = int(text)
        except ValueError:
            raise ValueError('Precision must be int or format string, not %r' % text) from None
        if digits < 0:
            raise ValueError('int precision must be non-negative, not %r' % digits)
        form = '%%.%if' % digits
    else:
        form = '%r'
    shell.float_format = form
    numpy = sys.modules.get('numpy')
    if numpy is not None and '%' not in text:
        numpy.set_printoptions(precision=int(text) if text else 8)
    return form


def magic_automagic(shell, line):
    """May the % of a magic be left out? %automagic [on | off]; alone: the other."""
    word = line.strip().lower()
    if word in ('on', '1', 'true'):
        shell.automagic = True
    elif word in ('off', '0', 'false'):
        shell.automagic = False
    else:
        shell.automagic = not shell.automagic
    tell('\n' + AUTOMAGIC[bool(shell.automagic)])


def _switch(shell, name, line, default=False):
    """on, off or a number; alone: the other."""
    word = line.strip().lower()
    if word and word not in ('on', 'off', '0', '1', '2', 'true', 'false'):
        return None
    value = word in ('on', '1', '2', 'true') if word else not shell.__dict__.get(name, default)
    setattr(shell, name, value)
    return value


def magic_pdb(shell, line):
    """Begin the debugger by itself after an error: %pdb [on | off]; alone: the other."""
    value = _switch(shell, 'call_pdb', line)
    if value is None:
        return tell('Incorrect argument. Use on/1, off/0, or nothing for a toggle.')
    _watch_errors(shell)
    tell('Automatic pdb calling has been turned', ['OFF', 'ON'][value])


def _watch_errors(shell):
    """The debugger begins by itself after an error, or not any more."""
    import _session

    def look(cell, well):
        from perch.magics.debug import post_mortem
        post_mortem(_session.last_exception())

    _session.set_hook('failed', look if shell.__dict__.get('call_pdb') else None)


def magic_autocall(shell, line):
    """Calls without brackets: perch has them by /f a b alone."""
    word = line.strip()
    if word and word not in ('0', '1', '2'):
        return tell('Valid modes: 0->Off, 1->Smart, 2->Full')
    tell('Automatic calling is: OFF')


def magic_autoawait(shell, line):
    """await at the top of a cell: always on."""
    tell('IPython autoawait is `on`, and set to use `asyncio`')


def magic_autoindent(shell, line):
    """Indentation of new lines: %autoindent [on | off]."""
    value = _switch(shell, 'autoindent', line, True)
    tell('Automatic indentation is:', ['OFF', 'ON'][bool(value)])


def magic_doctest_mode(shell, line):
    """Prompts, results and errors as doctest and Python have them: a switch."""
    before = shell.__dict__.pop('_before_doctest', None)
    if before is None:
        shell._before_doctest = getattr(sys, 'ps1', ''), getattr(sys, 'ps2', ''), shell.pprint, getattr(shell, 'xmode', 'Context')
        sys.ps1, sys.ps2, shell.pprint = '>>> ', '... ', False
        magic_xmode(shell, 'Plain')
    else:
        sys.ps1, sys.ps2, shell.pprint = before[:3]
        magic_xmode(shell, before[3])
    tell('Doctest mode is:', ['OFF', 'ON'][before is None])


# names of windows' toolkits; perch has no windows
WINDOWS = ('auto', 'gtk', 'gtk3', 'gtk4', 'ipympl', 'macosx', 'nbagg', 'notebook', 'osx', 'qt', 'qt4', 'qt5', 'qt6', 'tk', 'webagg', 'widget', 'wx')
BACKENDS = ['agg', 'auto', 'gtk', 'gtk3', 'gtk4', 'inline', 'ipympl', 'macosx', 'nbagg', 'notebook', 'osx', 'pdf', 'ps', 'qt', 'qt4', 'qt5', 'qt6', 'svg', 'tk', 'widget', 'wx']


def _own_backend():
    """Where figures are shown when nobody says where: after their cell, on a terminal by plt.show()."""
    import _session
    from perch.plots import inline
    return 'module://perch.plots' if _session.front() in ('terminal', 'demo') else inline.NAME


def magic_matplotlib(shell, line):
    """How figures of matplotlib are shown: %matplotlib inline (after their cell), agg, svg, pdf, ps (in files alone), module://NAME; the names of windows show them as inline does."""
    words = line.split()
    if '--list' in words or '-l' in words:
        return tell('Available matplotlib backends: %r' % BACKENDS)
    word = words[0] if words else 'auto'
    if word.lower() not in BACKENDS and not word.startswith('module://'):
        raise UsageError('%r is not a known matplotlib backend' % word)
    from perch.plots import inline
    own = _own_backend()
    backend = own if word.lower() in WINDOWS else inline.NAME if word == 'inline' else word
    inline.activate(backend)
    inline.configure_inline_support(shell, backend)
    if word == 'auto':
        tell('Using matplotlib backend: %s' % backend)
    elif word.lower() in WINDOWS:
        tell('perch has no windows: figures are shown %s.' % ('by plt.show(), in the terminal' if own != inline.NAME else 'after their cell, as by %matplotlib inline'))


def magic_pylab(shell, line):
    """All names of NumPy's and matplotlib's for the session (--no-import-all: np and plt alone), and %matplotlib."""
    words = line.split()
    whole = '--no-import-all' not in words
    magic_matplotlib(shell, ' '.join(word for word in words if word != '--no-import-all'))
    shell.ex('import numpy\nimport matplotlib\nfrom matplotlib import pylab, mlab, pyplot\nnp = numpy\nplt = pyplot\n'
             'from IPython.display import display\nfrom IPython.core.pylabtools import figsize, getfigs')
    if whole:
        shell.ex('from pylab import *\nfrom numpy import *')
    tell('Populating the interactive namespace from numpy and matplotlib')


def magic_gui(shell, line):
    """Accepted: there are no windows to wait for."""


# ---- %config ----

# 'Class.trait': (attribute of the shell, default, its words)
SETTINGS = {
    'InteractiveShell.ast_node_interactivity': ('ast_node_interactivity', 'last_expr', 'which expressions of a cell are shown: all, last, last_expr, none, last_expr_or_assign'),
    'InteractiveShell.automagic': ('automagic', True, 'may the % of a magic be left out'),
    'InteractiveShell.autoindent': ('autoindent', True, 'indentation of new lines'),
    'InteractiveShell.pdb': ('call_pdb', False, 'begin the debugger after an error'),
    'InteractiveShell.xmode': ('xmode', 'Context', 'how much an error shows'),
    'InteractiveShell.colors': ('colour_scheme', 'Neutral', 'colours of errors and pages'),
    'InlineBackend.figure_format': ('figure_format', 'png', 'the format in which figures are shown'),
    'InlineBackend.figure_formats': ('figure_formats', {'png'}, 'the formats: png, retina, jpeg, svg, pdf'),
    'InlineBackend.close_figures': ('close_figures', True, 'are figures closed after their cell'),
    'InlineBackend.print_figure_kwargs': ('print_figure_kwargs', {'bbox_inches': 'tight'}, 'words for savefig()'),
    'InlineBackend.rc': ('rc', {}, 'rcParams of figures that are shown after their cell'),
    'IPCompleter.greedy': ('greedy', False, 'accepted'),
    'IPCompleter.use_jedi': ('use_jedi', False, 'accepted'),
    'TerminalInteractiveShell.confirm_exit': ('confirm_exit', True, 'does Ctrl-D ask before it ends a session that has values'),
    'PlainTextFormatter.pprint': ('pprint', True, 'results laid out over lines'),
    'PlainTextFormatter.float_precision': ('float_format', '%r', 'digits of floats in results'),
}


def _holder(shell, name):
    """Whose attribute a setting is."""
    if not name.startswith('InlineBackend.'):
        return shell
    from perch.figures import InlineBackend
    return InlineBackend.instance()


def magic_config(shell, line):
    """Settings: %config (which objects), %config CLASS, %config CLASS.NAME, %config CLASS.NAME = VALUE."""
    text = line.strip()
    classes = sorted({name.partition('.')[0] for name in SETTINGS})
    if not text or text in ('-l', '--list'):
        tell('Available objects for config:')
        for name in classes:
            tell('   ', name)
        return None
    if text in classes:
        tell('%s options' % text)
        tell('-' * (len(text) + 8))
        for name, (attribute, default, words) in SETTINGS.items():
            if name.startswith(text + '.'):
                tell('%s = %r\n    %s' % (name, getattr(_holder(shell, name), attribute, default), words))
        return None
    name, mark, value = (part.strip() for part in text.partition('='))
    if '.' not in name or name.partition('.')[0] not in classes:
        raise UsageError('Invalid config statement: %r, should be `Class.trait = value`.' % text)
    if name not in SETTINGS:
        raise UsageError('perch has no setting %s' % name)
    attribute, default, words = SETTINGS[name]
    if not mark:
        return getattr(_holder(shell, name), attribute, default)
    setattr(_holder(shell, name), attribute, eval(value, shell.user_ns))
    if attribute == 'call_pdb':
        _watch_errors(shell)


# ---- extensions ----

_loaded = set()
_OWN = {'autoreload', 'storemagic', 'tensorboard', 'memory_profiler', 'line_profiler'}


def _extension(name):
    return name if name in ('autoreload', 'storemagic') else None


def magic_load_ext(shell, line):
    """Load an extension: a module with a function load_ipython_extension(shell). autoreload is there already."""
    name = line.strip()
    if not name:
        raise UsageError('Missing module name.')
    if _extension(name):
        if name in _loaded:
            tell('The %s extension is already loaded. To reload it, use:\n  %%reload_ext %s' % (name, name))
        _loaded.add(name)
        return
    if name in _loaded:
        return tell('The %s extension is already loaded. To reload it, use:\n  %%reload_ext %s' % (name, name))
    import importlib
    module = importlib.import_module(name)
    if not hasattr(module, 'load_ipython_extension'):
        return tell('The %s module is not an IPython extension.' % name)
    module.load_ipython_extension(shell)
    _loaded.add(name)


def magic_unload_ext(shell, line):
    """Take an extension out: its unload_ipython_extension(shell) is called."""
    name = line.strip()
    if name not in _loaded:
        return tell('The %s extension is not loaded.' % name)
    _loaded.discard(name)
    module = sys.modules.get(name)
    if module is not None and hasattr(module, 'unload_ipython_extension'):
        module.unload_ipython_extension(shell)


def magic_reload_ext(shell, line):
    """Load an extension again."""
    name = line.strip()
    if name in _loaded:
        _loaded.discard(name)
        if name in sys.modules:
            import importlib
            importlib.reload(sys.modules[name])
    magic_load_ext(shell, name)


# ---- %autoreload ----

_mtimes = {}


def _changed():
    """Modules of files that were written since they were read."""
    found = []
    for name, module in list(sys.modules.items()):
        path = getattr(module, '__file__', None)
        if name == '__main__' or not isinstance(path, str) or not path.endswith('.py'):
            continue
        try:
            written = os.stat(path).st_mtime
        except OSError:
            continue
        if _mtimes.setdefault(path, written) < written:
            _mtimes[path] = written
            found.append(module)
    return found


def _renew(shell, module):
    """Load it again; functions and classes that the session holds become the new ones."""
    import importlib
    before = dict(vars(module))
    try:
        importlib.reload(module)
    except Exception as e:
        return tell('[autoreload of %s failed: %s]' % (module.__name__, e), file=sys.stderr)
    for name, old in before.items():
        new = vars(module).get(name)
        if new is None or new is old:
            continue
        if hasattr(old, '__code__') and hasattr(new, '__code__') and not isinstance(old, type):
            try:
                old.__code__, old.__defaults__, old.__doc__ = new.__code__, new.__defaults__, new.__doc__
            except (AttributeError, ValueError, TypeError):
                pass
        elif isinstance(old, type) and isinstance(new, type):
            for key, value in vars(new).items():
                if key not in ('__dict__', '__weakref__', '__doc__'):
                    try:
                        setattr(old, key, value)
                    except (AttributeError, TypeError):
                        pass
        for key, value in list(shell.user_ns.items()):
            if value is old and not key.startswith('_'):
                shell.user_ns[key] = new


def before_cell(shell):
    """Called before each cell once %autoreload was set to 1, 2 or 3."""
    for module in _changed():
        _renew(shell, module)


def magic_autoreload(shell, line):
    """Load modules again when their files have changed: %autoreload (now), %autoreload 2 (before each cell), %autoreload 0 (never)."""
    word = line.strip().lower()
    if word in ('', 'now'):
        return before_cell(shell)
    modes = {'0': 0, 'off': 0, '1': 1, 'explicit': 1, '2': 2, 'all': 2, '3': 3, 'complete': 3}
    if word.split()[0] not in modes:
        raise UsageError('Unrecognized parameter %s' % word)
    shell.autoreload = modes[word.split()[0]]
    _changed()
    events = shell.events
    for function in events.callbacks['pre_execute'][:]:
        if getattr(function, '_perch', None) == 'autoreload':
            events.unregister('pre_execute', function)
    if shell.autoreload:
        def again():
            before_cell(shell)
        again._perch = 'autoreload'
        events.register('pre_execute', again)
    return None


# ---- the log ----

class Log:
    """A file that the session's inputs go to."""

    def __init__(self, path, mode, output, raw, stamps):
        self.path, self.mode, self.output, self.raw, self.stamps = path, mode, output, raw, stamps
        self.active = True
        self.seen = 0

    def state(self):
        tell('Filename       :', self.path)
        tell('Mode           :', self.mode)
        tell('Output logging :', self.output)
        tell('Raw input log  :', self.raw)
        tell('Timestamping   :', self.stamps)
        tell('State          :', 'active' if self.active else 'temporarily suspended')

    def write(self, text):
        with open(self.path, 'a', encoding='utf-8') as f:
            f.write(text)


def _log_inputs(shell, log, upto):
    """Inputs (and results) that are not in the file yet."""
    inputs = shell.user_ns.get('In', [])
    results = shell.user_ns.get('Out', {})
    for number in range(max(log.seen, 1), min(upto, len(inputs))):
        text = inputs[number]
        if log.active and text:
            text = text if log.raw else shell.transform_cell(text)
            if log.stamps:
                import time
                text = time.strftime('# %a, %d %b %Y %H:%M:%S\n') + text
            log.write(text.rstrip('\n') + '\n')
            if log.output and number in results:
                log.write('\n'.join('#[Out]# ' + each for each in repr(results[number]).split('\n')) + '\n')
        log.seen = number + 1


def log_cell(shell):
    log = shell.__dict__.get('log')
    if log is not None:
        _log_inputs(shell, log, shell.execution_count + 1)


def magic_logstart(shell, line):
    """Write inputs to a file: %logstart [-o] [-r] [-t] [FILE [append | backup | global | over | rotate]].

    -o results too, as comments; -r as they were typed; -t with the time."""
    from perch.magics.options import parse
    given, words = parse(line, 'ortq')
    if shell.__dict__.get('log') is not None:
        raise UsageError("Log file is already active: %s" % shell.log.path)
    path = os.path.expanduser(words[0]) if words else 'ipython_log.py'
    mode = words[1] if len(words) > 1 else 'rotate'
    if mode not in ('append', 'backup', 'global', 'over', 'rotate'):
        raise UsageError('invalid log mode %s given' % mode)
    if os.path.exists(path):
        if mode == 'over':
            os.remove(path)
        elif mode == 'backup':
            os.replace(path, path + '~')
        elif mode == 'rotate':
            stem, number = path.rpartition('.')[0] or path, 1
            while os.path.exists('%s.%03d~' % (stem, number)):
                number += 1
            os.replace(path, '%s.%03d~' % (stem, number))
    log = Log(path, mode, 'o' in given, 'r' in given, 't' in given)
    try:
        log.write('# IPython log file\n\n')
    except OSError as e:
        raise UsageError("Couldn't start log: %s" % e) from None
    shell.log = log
    _log_inputs(shell, log, shell.execution_count)
    def write():
        log_cell(shell)
    log.hook = write
    shell.events.register('post_execute', write)
    if 'q' not in given:
        tell('Activating auto-logging. Current session state plus future input saved.')
        log.state()


def _log(shell):
    log = shell.__dict__.get('log')
    if log is None:
        tell("Logging hasn't been started yet (use logstart for that).")
    return log


def magic_logoff(shell, line):
    """Stop writing inputs for a while."""
    log = _log(shell)
    if log is not None:
        _log_inputs(shell, log, shell.execution_count)
        log.active = False
        tell('Switching logging OFF')


def magic_logon(shell, line):
    """Go on writing inputs."""
    log = _log(shell)
    if log is not None:
        log.active = True
        tell('Switching logging ON')


def magic_logstate(shell, line):
    """What is written where."""
    if shell.__dict__.get('log') is None:
        return tell('Logging has not been activated.')
    shell.log.state()


def magic_logstop(shell, line):
    """Stop writing inputs, and close the file."""
    log = _log(shell)
    if log is not None:
        _log_inputs(shell, log, shell.execution_count)
        shell.events.unregister('post_execute', log.hook)
        shell.log = None
