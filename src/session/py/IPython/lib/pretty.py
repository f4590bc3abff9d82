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


def for_type(typ, func):
    """func(obj, p, cycle) makes the text of this class's values."""
    from perch.pretty import for_type as printers
    old = printers.get(typ)
    printers[typ] = func
    return old
