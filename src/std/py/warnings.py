"""Warnings: messages about a program's code that do not stop it.

A filter is (action, message pattern or None, category, module pattern or None,
line number or 0); the first that fits decides.  Patterns are compiled regular
expressions, or plain strings where only a prefix is asked for.
"""
import sys

__all__ = ["warn", "warn_explicit", "showwarning", "formatwarning", "filterwarnings",
           "simplefilter", "resetwarnings", "catch_warnings"]

filters = [
    ('default', None, DeprecationWarning, '__main__', 0),
    ('ignore', None, DeprecationWarning, None, 0),
    ('ignore', None, PendingDeprecationWarning, None, 0),
    ('ignore', None, ImportWarning, None, 0),
    ('ignore', None, ResourceWarning, None, 0),
]
defaultaction = 'default'
onceregistry = {}
_version = [1]                                  # counts changes of the filters


def _filters_mutated():
    _version[0] += 1


class WarningMessage:
    """One warning, as showwarning() gets it and catch_warnings(record=True) keeps it."""

    def __init__(self, message, category, filename, lineno, file=None, line=None, source=None):
        self.message = message
        self.category = category
        self.filename = filename
        self.lineno = lineno
        self.file = file
        self.line = line
        self.source = source
        self._category_name = category.__name__ if category else None

    def __str__(self):
        return ("{message : %r, category : %r, filename : %r, lineno : %s, line : %r}"
                % (self.message, self._category_name, self.filename, self.lineno, self.line))


def formatwarning(message, category, filename, lineno, line=None):
    """The text of a warning."""
    text = f"{filename}:{lineno}: {category.__name__}: {message}\n"
    if line is None:
        import linecache
        line = linecache.getline(filename, lineno)
    if line:
        text += "  %s\n" % line.strip()
    return text


def showwarning(message, category, filename, lineno, file=None, line=None):
    """Write a warning to a file (sys.stderr)."""
    if file is None:
        file = sys.stderr
        if file is None:
            return
    try:
        file.write(formatwarning(message, category, filename, lineno, line))
    except OSError:
        pass


_original_show = showwarning


def _add(item, append):
    if append:
        if item not in filters:
            filters.append(item)
    else:
        if item in filters:
            filters.remove(item)
        filters.insert(0, item)
    _filters_mutated()


_ACTIONS = ("error", "ignore", "always", "default", "module", "once")


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    """Put a rule in front: what to do with warnings that fit."""
    assert action in _ACTIONS, "invalid action: %r" % (action,)
    assert isinstance(message, str), "message must be a string"
    assert isinstance(category, type), "category must be a class"
    assert issubclass(category, Warning), "category must be a Warning subclass"
    assert isinstance(module, str), "module must be a string"
    assert isinstance(lineno, int) and lineno >= 0, "lineno must be an int >= 0"
    if message or module:
        import re
    _add((action, re.compile(message, re.I) if message else None, category,
          re.compile(module) if module else None, lineno), append)


def simplefilter(action, category=Warning, lineno=0, append=False):
    """Put a rule in front that fits every message and module."""
    assert action in _ACTIONS, "invalid action: %r" % (action,)
    assert isinstance(lineno, int) and lineno >= 0, "lineno must be an int >= 0"
    _add((action, None, category, None, lineno), append)


def resetwarnings():
    """Forget all rules."""
    filters[:] = []
    _filters_mutated()


def _is_internal(frame):
    name = frame.f_code.co_filename
    return 'importlib' in name and '_bootstrap' in name


def warn(message, category=None, stacklevel=1, source=None):
    """Issue a warning about the caller (or, by stacklevel, a caller of its)."""
    if isinstance(message, Warning):
        category = message.__class__
    if category is None:
        category = UserWarning
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError("category must be a Warning subclass, not '{:s}'".format(
            type(category).__name__))
    try:
        frame = sys._getframe(max(stacklevel, 1))
    except ValueError:
        frame = None
    if frame is None:
        space, filename, lineno = sys.__dict__, "sys", 1
    else:
        space, filename, lineno = frame.f_globals, frame.f_code.co_filename, frame.f_lineno
    module = space.get('__name__', "<string>")
    registry = space.setdefault("__warningregistry__", {})
    warn_explicit(message, category, filename, lineno, module, registry, space, source)


def _warn_unawaited_coroutine(coro):
    """Called when a coroutine goes that never ran."""
    text = f"coroutine {coro.__qualname__!r} was never awaited"
    if coro.cr_origin is not None:
        from linecache import getline
        from traceback import format_list
        made = [(file, line, name, getline(file, line)) for file, line, name in reversed(coro.cr_origin)]
        text += "\nCoroutine created at (most recent call last)\n" + "".join(format_list(made)).rstrip("\n")
    warn(text, RuntimeWarning, 2, coro)


def _deprecated(name, message="{name!r} is deprecated and slated for removal in Python {remove}", *,
                remove, _version=sys.version_info):
    """What a module of CPython's library says of itself when it will be gone in the version `remove`."""
    text = '%d.%d' % remove
    if _version[:2] > remove or (_version[:2] == remove and _version[3] != 'alpha'):
        raise RuntimeError(f'{name!r} was slated for removal after Python {text} alpha')
    warn(message.format(name=name, remove=text), DeprecationWarning, stacklevel=3)


def _fits(pattern, text):
    if pattern is None:
        return True
    if isinstance(pattern, str):
        return pattern == text
    return pattern.match(text) is not None


def warn_explicit(message, category, filename, lineno, module=None, registry=None,
                  module_globals=None, source=None):
    """Issue a warning about a given place."""
    lineno = int(lineno)
    if module is None:
        module = filename or "<unknown>"
        if module[-3:].lower() == ".py":
            module = module[:-3]
    if registry is None:
        registry = {}
    if registry.get('version', 0) != _version[0]:
        registry.clear()
        registry['version'] = _version[0]
    if isinstance(message, Warning):
        text = str(message)
        category = message.__class__
    else:
        text = message
        message = category(message)
    key = (text, category, lineno)
    if registry.get(key):
        return
    for action, msg, cat, mod, ln in filters:
        if (issubclass(category, cat) and (ln == 0 or lineno == ln)
                and _fits(msg, text) and _fits(mod, module)):
            break
    else:
        action = defaultaction
    if action == "ignore":
        return
    if action == "error":
        raise message
    if action == "once":
        registry[key] = 1
        once = (text, category)
        if onceregistry.get(once):
            return
        onceregistry[once] = 1
    elif action == "module":
        registry[key] = 1
        whole = (text, category, 0)
        if registry.get(whole):
            return
        registry[whole] = 1
    elif action == "default":
        registry[key] = 1
    elif action != "always":
        raise RuntimeError("Unrecognized action (%r) in warnings.filters:\n (%s, %s, %s, %s, %s)"
                           % (action, action, msg, cat, mod, ln))
    _show(WarningMessage(message, category, filename, lineno, source=source))


_recorders = []                                 # what catch_warnings(record=True) installed


def _show(msg):
    if showwarning is not _original_show:
        showwarning(msg.message, msg.category, msg.filename, msg.lineno, msg.file, msg.line)
    elif _recorders and _recorders[-1] is not None:
        _recorders[-1].append(msg)
    else:
        showwarning(msg.message, msg.category, msg.filename, msg.lineno, msg.file, msg.line)
        if msg.source is not None and sys.stderr is not None:
            sys.stderr.write(f"{msg.category.__name__}: Enable tracemalloc to get the object "
                             "allocation traceback\n")


class catch_warnings:
    """with block that restores the filters; record=True gives a list of the warnings."""

    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0,
                 append=False):
        self._record = record
        self._entered = False
        self._filter = None if action is None else (action, category, lineno, append)

    def __repr__(self):
        args = ['record=True'] if self._record else []
        return f"{type(self).__name__}({', '.join(args)})"

    def __enter__(self):
        global showwarning
        if self._entered:
            raise RuntimeError("Cannot enter %r twice" % self)
        self._entered = True
        self._filters = filters[:]
        self._showwarning = showwarning
        _filters_mutated()
        if self._filter is not None:
            simplefilter(*self._filter)
        if not self._record:
            _recorders.append(_recorders[-1] if _recorders else None)
            return None
        log = []
        _recorders.append(log)
        showwarning = _original_show
        return log

    def __exit__(self, *exc_info):
        global showwarning
        if not self._entered:
            raise RuntimeError("Cannot exit %r without entering first" % self)
        filters[:] = self._filters
        _filters_mutated()
        showwarning = self._showwarning
        _recorders.pop()


def _category(name):
    if not name:
        return Warning
    module, _, name = name.rpartition('.')
    if not module:
        import builtins
        return getattr(builtins, name)
    return getattr(__import__(module, None, None, [name]), name)


def _process_options(options):
    """-W options: action:message:category:module:line."""
    for option in options:
        parts = (option.split(':') + [''] * 5)[:5]
        action, message, category, module, lineno = [p.strip() for p in parts]
        matches = [a for a in _ACTIONS if action and a.startswith(action)]
        if not matches and action:
            print("Invalid -W option ignored: invalid action:", repr(action), file=sys.stderr)
            continue
        import re
        filterwarnings(matches[0] if matches else 'default', re.escape(message),
                       _category(category), re.escape(module) + r'\Z' if module else '',
                       int(lineno or 0))


if getattr(sys, 'warnoptions', None):
    _process_options(sys.warnoptions)
