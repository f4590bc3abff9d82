"""Magics that forget: %reset, %reset_selective, %xdel."""
import sys

import _session
from perch.inputs import ask
from perch.magics import UsageError, tell
from perch.magics.options import parse

_OWN = ('In', 'Out', '_ih', '_oh', '_dh', '_', '__', '___', '_i', '_ii', '_iii', 'exit', 'quit', 'get_ipython')
_MODULE = ('__name__', '__doc__', '__package__', '__loader__', '__spec__', '__annotations__', '__builtins__', '__file__', '__builtin__')


def own_names(namespace):
    """The names that a person made."""
    return [name for name in namespace if name not in _OWN and name not in _MODULE and not (name.startswith('_') and name[1:].lstrip('i').isdigit())]


def _forget_results(namespace):
    out = namespace.get('_oh')
    count = len(out) if out is not None else 0
    tell('Flushing output cache (%d entries)' % count)
    for number in list(out or ()):
        namespace.pop('_%d' % number, None)
    if out is not None:
        out.clear()
    _session.forget(False)


def _forget_inputs(namespace):
    tell('Flushing input history')
    for number in range(len(namespace.get('_ih') or ())):
        namespace.pop('_i%d' % number, None)
    _session.forget(True)
    for name in ('_i', '_ii', '_iii'):
        namespace[name] = ''


def magic_reset(shell, line):
    """Forget all names, inputs and results: %reset [-f] [-s]; or some: %reset [-f] in | out | dhist | array. -f does not ask; -s names alone."""
    options, words = parse(line, 'sf', ['aggressive'])
    namespace = shell.user_ns
    if 'f' not in options and not ask('Once deleted, variables cannot be recovered. Proceed (y/[n])? ', False if _asked() else True):
        return tell('Nothing done.')
    if 's' in options:
        for name in own_names(namespace):
            del namespace[name]
    elif not words:
        shell.reset(new_session=False)
    for word in words:
        word = word.lower()
        if word == 'out':
            _forget_results(namespace)
        elif word == 'in':
            _forget_inputs(namespace)
        elif word == 'dhist':
            tell('Flushing directory history')
            namespace['_dh'] = []
        elif word == 'array':
            tell('Flushing numpy arrays')
            arrays = tuple(cls for cls in (getattr(sys.modules.get('numpy'), 'ndarray', None),) if cls)
            for name, value in list(namespace.items()):
                if arrays and isinstance(value, arrays):
                    del namespace[name]
        else:
            tell("Don't know how to reset " + word + ", please run `%reset?` for details")
    import gc
    gc.collect()


def _asked():
    """Can anybody be asked? Without: reset goes on, as in notebooks."""
    return _session.can_ask()


def magic_reset_selective(shell, line):
    """Forget the names that a regular expression finds: %reset_selective [-f] REGEX"""
    import re
    options, words = parse(line, 'f')
    if 'f' not in options and _asked() and not ask('Once deleted, variables cannot be recovered. Proceed (y/[n])?  ', False):
        return tell('Nothing done.')
    if not words:
        return tell('No regex pattern specified. Nothing done.')
    try:
        pattern = re.compile(words[0])
    except TypeError:
        raise TypeError('regex must be a string or compiled pattern')
    for name in own_names(shell.user_ns):
        if pattern.search(name):
            del shell.user_ns[name]


def magic_xdel(shell, line):
    """Forget a value by its name, under other names and among the results too: %xdel [-n] NAME; -n the name alone."""
    options, words = parse(line, 'n')
    name = ' '.join(words)
    namespace = shell.user_ns
    if name in ('__builtin__', '__builtins__'):
        raise ValueError('Refusing to delete %s' % name)
    if name not in namespace:
        return tell("NameError: name '%s' is not defined" % name)
    value = namespace.pop(name)
    if 'n' in options:
        return
    for each in [key for key, other in namespace.items() if other is value]:
        del namespace[each]
    results = namespace.get('_oh')
    for number in [key for key, other in (results or {}).items() if other is value]:
        del results[number]
    _session.forget(False)
