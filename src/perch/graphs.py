"""The drawing under an error of a graph: the node that would not do, the line of the program that made it, what goes into it.

A graph fails long after it was written down, in a call that says nothing of it (bind, fit, a hybridized block): mxnet's symbols keep the site of each node, and say here which one it was.
"""
import _tensor
from perch import explain
from perch.mistakes.draw import told
from perch.mistakes.drawing import Drawing, Record, Row, drawing_of, span_of

SHAPES = 'P0202'        # what an error without a page of its own is about


def _row(name, what, site, now, origins=()):
    return Row(name, what, '', told('made', site, now), -1, None, origins)


def carrying(error, cause):
    """The error with the drawing of the one that led to it, which gives it away."""
    made = drawing_of(cause)
    if made is not None:
        cause.__notes__.remove(made)
        error.add_note(made)
    return error


def attach_node(error, name, op, site, inputs):
    """Adds the node to the error's drawing, or a drawing to the error: once, by the node that failed itself. inputs: [(name, shape in words, site), …]. The error."""
    try:
        if getattr(error, 'graph_node', None) is None:
            error.graph_node = name
            now = _tensor.site()
            row = _row(name, op, site, now, [_row(*each, now) for each in inputs])
            old = drawing_of(error, chain=True)
            record = old.record if old else Record(SHAPES, span_of(now), '', '', [])
            made = Drawing(Record(record.code, record.at, record.heading, record.expression, [*record.rows, row], record.remarks, record.better, record.fix, record.cost, record.operands,
                                  record.changes))
            if old in getattr(error, '__notes__', ()):
                error.__notes__.remove(old)
            error.add_note(made)
            explain.last = made
    except Exception:
        pass
    return error
