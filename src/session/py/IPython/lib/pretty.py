"""Texts of values laid out over lines."""
from perch.pretty import MOST as MAX_SEQ_LENGTH, Printer as RepresentationPrinter, pretty as _pretty

PrettyPrinter = RepresentationPrinter


def pretty(obj, verbose=False, max_width=79, newline='\n', max_seq_length=MAX_SEQ_LENGTH):
    """The text of a value."""
    printer = RepresentationPrinter(verbose, max_width, newline, max_seq_length)
    printer.pretty(obj)
    return printer.result()


def pprint(obj, *args, **kwargs):
    """Print that text."""
    print(pretty(obj, *args, **kwargs))


def _formatter():
    from perch.formatters import Formatter
    from perch.shell import get_ipython
    return Formatter(get_ipython(), 'text/plain', '_repr_pretty_')


def for_type(typ, func):
    """func(obj, p, cycle) makes the text of this class's values."""
    return _formatter().for_type(typ, func)


def for_type_by_name(type_module, type_name, func):
    """The same for a class by its names."""
    return _formatter().for_type_by_name(type_module, type_name, func)
