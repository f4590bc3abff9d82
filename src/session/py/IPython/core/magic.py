"""Decorators for magics of a program's own."""
from perch.magics import UsageError, register
from perch.shell import get_ipython

MAGIC_NO_VAR_EXPAND_ATTR = '_ipython_magic_no_var_expand'


def _decorator(kind, mark):
    """@line_magic, @line_magic('name'): marks a method (mark) or registers a function."""
    def decorate(arg):
        def take(function, name=None):
            if mark:
                function._perch_magic = getattr(function, '_perch_magic', ()) + ((kind, name or function.__name__),)
            else:
                register(function, kind, name)
            return function
        if callable(arg):
            return take(arg)
        return lambda function: take(function, arg)
    return decorate


line_magic, cell_magic, line_cell_magic = (_decorator(kind, True) for kind in ('line', 'cell', 'line_cell'))
register_line_magic, register_cell_magic, register_line_cell_magic = (_decorator(kind, False) for kind in ('line', 'cell', 'line_cell'))


def magics_class(cls):
    """Marks a class that holds magics."""
    return cls


def needs_local_scope(function):
    function.needs_local_scope = True
    return function


def no_var_expand(function):
    setattr(function, MAGIC_NO_VAR_EXPAND_ATTR, True)
    return function


def output_can_be_silenced(function):
    return function


class Magics:
    """Base of classes that hold magics: %name calls the method."""

    def __init__(self, shell=None, **kwargs):
        self.shell = shell or get_ipython()

    def parse_options(self, arg_str, opt_str, *long_opts, **kw):
        """(options, rest) of a magic's line."""
        from perch.magics.options import parse
        given, words = parse(arg_str, opt_str, long_opts)
        options = _Options(given)
        return options, words if kw.get('mode') == 'list' else ' '.join(words)


class _Options(dict):
    def __getattr__(self, name):
        return self.get(name)
