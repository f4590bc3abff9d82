"""The drawing under an error as a record: what failed, each operand with its place and the lines that put it there, what there is to say, the repair, and the changes of
the program from which repairs are tried. It travels with its exception as a note. What is read of it is a rendering: its text (in the language that is spoken), lines()
with what each of them is, from which a front takes its colours and its width.

      x + y
      ┬   ┬
      │   └ y  2x3 float32  on gpu(1)   moved on line 4:  y = x.copyto(gpu(1))
      └──── x  2x3 float32  on gpu(0)   made on line 2:   x = nd.ones((2,3), ctx=gpu(0))
      fix: x.copyto(gpu(1)) + y     (24 bytes, gpu(0) → gpu(1))        [P0102: perch explain P0102]

A record holds texts and numbers alone: an error keeps no memory, and row() goes to another process.
"""
import _tensor
from perch.mistakes.draw import pad
from perch.language import Said, row_of, said_from
from perch.pages import width
from perch.words import say

INDENT = '  '
NAME = 48               # columns of an operand's name
WIDE = 100              # of the expression
GAP = '  '
SOURCE, ROW, LOOSE, WORDS, FIX, CODE = range(6)     # what a line is: src/session/drawing.c has the same


def shortened(name):
    """A long expression stands above already."""
    return name if len(name) <= NAME else name[:NAME - 1] + '…'


class Span:
    """A stretch of a cell or a file: lines from 1, columns in bytes; text: its first line."""

    __slots__ = ('file', 'line', 'column', 'end_line', 'end_column', 'text')

    def __init__(self, file, line, column, end_line, end_column, text):
        self.file, self.line, self.column, self.end_line, self.end_column, self.text = file, line, column, end_line, end_column, text

    def row(self):
        return [self.file, self.line, self.column, self.end_line, self.end_column, self.text]


def span_of(site):
    """The Span of a site; None: it has none."""
    info = _tensor.site_info(site) if site else None
    return Span(*info) if info else None


def span_from(row):
    return Span(*row) if row else None


class Row:
    """One operand: name, what it is, where, since which line, as sentences; device: the number of the place (0: the CPU, i + 1: GPU i; -1: unknown);
    column: where it hangs under the expression, None: nowhere; origins: the Rows of what it has its place from."""

    __slots__ = ('name', 'what', 'place', 'history', 'device', 'column', 'origins')

    def __init__(self, name, what, place, history, device, column=None, origins=()):
        self.name, self.what, self.place, self.history, self.device, self.column, self.origins = name, what, place, history, device, column, list(origins)

    def row(self):
        return [*map(row_of, (self.name, self.what, self.place, self.history)), self.device, self.column, [origin.row() for origin in self.origins]]


def row_from(row):
    return Row(*map(said_from, row[:4]), row[4], row[5], map(row_from, row[6]))


class Block:
    """Lines among the remarks that are no sentences: rows of columns."""

    def __init__(self, rows, indent=''):
        self.rows, self.indent = rows, indent

    def lines(self):
        from perch.mistakes.draw import table
        return [self.indent + line for line in table([[again(cell) for cell in row] for row in self.rows])]

    def row(self):
        return [self.indent, [[row_of(cell) for cell in row] for row in self.rows]]


class Operand:
    """What %blame begins with: the serial, sites of its lines, and their Spans. In another process the numbers mean nothing."""

    __slots__ = ('name', 'serial', 'what', 'place', 'made', 'moved', 'made_at', 'moved_at')

    def __init__(self, name, serial, what, place, made, moved, made_at, moved_at):
        self.name, self.serial, self.what, self.place, self.made, self.moved, self.made_at, self.moved_at = name, serial, what, place, made, moved, made_at, moved_at

    def row(self):
        return [str(self.name), str(self.what), self.place, *(at and at.row() for at in (self.made_at, self.moved_at))]


def operand_from(row):
    return Operand(row[0], 0, row[1], row[2], 0, 0, span_from(row[3]), span_from(row[4]))


def again(text):
    """A sentence in the language that is spoken now."""
    return text.again() if isinstance(text, Said) else text


def seen(text):
    """It quotes the program: nothing in it may act on a screen."""
    return text if text.isprintable() else _tensor.visible(text, True)


def branches(columns):
    """For an expression's columns, from left to right with repetitions, in the order in which their rows are drawn (what stands most to the right comes first):
    [(index, lead of the row, lead of the rows below it)]; and the line of anchors."""
    anchors = sorted(set(columns))
    out, order = [], sorted(range(len(columns)), key=lambda i: (-columns[i], i))
    for n, i in enumerate(order):
        column, last = columns[i], n + 1 == len(order) or columns[order[n + 1]] != columns[i]
        line = [' '] * (anchors[-1] + 2)
        for other in anchors:
            if other < column:
                line[other] = '│'
        line[column] = '└' if last else '├'
        for k in range(column + 1, anchors[-1] + 1):
            line[k] = '─'
        below = ['│' if other in anchors and (other < column or other == column and not last) else ' ' for other in range(anchors[-1] + 1)]
        out.append((i, ''.join(line).rstrip() + ' ', ''.join(below) + ' '))
    return ''.join('┬' if column in anchors else ' ' for column in range(anchors[-1] + 1)), out


class Record:
    """code: of the page; at: the Span of the expression that failed; heading: what stands above it, or ''; expression: on one line, '' where it is unknown;
    rows: [Row]; remarks: [sentence or Block]; better: where it began, or None; fix: the repair, or None; cost: what it would move;
    operands: [Operand] of all; changes: [Change] (repairs.py) to try."""

    def __init__(self, code, at, heading, expression, rows, remarks=(), better=None, fix=None, cost='', operands=(), changes=()):
        self.code, self.at, self.heading, self.expression, self.rows, self.remarks = code, at, heading, expression, list(rows), list(remarks)
        self.better, self.fix, self.cost, self.operands, self.changes = better, fix, cost, list(operands), list(changes)

    # ---- the layout ----

    def _table(self):
        """{Row: (up to its place, what follows)}, the columns aligned."""
        cells = []
        for row in self.rows:
            for mark, each in (('', row), *(('└ ', origin) for origin in row.origins)):
                cells.append((each, mark + shortened(again(each.name)), again(each.what), again(each.place), again(each.history)))
        widths = [max((width(row[i]) for row in cells), default=0) for i in range(1, 4)]
        found = {}
        for each, *texts, history in cells:
            head = GAP.join([pad(texts[0], widths[0]), pad(texts[1], widths[1]), texts[2].rstrip()])
            whole = GAP.join([pad(text, wide) for text, wide in zip(texts, widths)] + [history]).rstrip()
            found[each] = head, whole[len(head):]
        return found

    def _drawn(self, row, table, lead, below, kind):
        """The lines of an operand and of what it has its place from."""
        yield kind, lead, *table[row], row.device
        for origin in row.origins:
            head, tail = table[origin]
            yield ROW, below + head[:2], head[2:], tail, origin.device

    def _picture(self):
        table, loose = self._table(), [row for row in self.rows if row.column is None]
        if self.heading:
            yield LOOSE, '', again(self.heading), '', -1
        indent = ''
        if self.expression:
            anchored = [row for row in self.rows if row.column is not None]
            last, indent = max([row.column for row in anchored] + [0]), '  '
            yield SOURCE, '', self.expression if len(self.expression) <= WIDE or last >= WIDE - 10 else self.expression[:WIDE - 1] + '…', '', -1
            if anchored:
                line, order = branches([row.column for row in anchored])
                yield LOOSE, '', line, '', -1
                for i, lead, below in order:
                    yield from self._drawn(anchored[i], table, lead, below, ROW)
                indent = ' ' * (last + 2)
        for row in loose:
            yield from self._drawn(row, table, indent, indent, LOOSE)

    def _said(self):
        for remark in self.remarks:
            if isinstance(remark, Block):
                yield from ((LOOSE, '', line, '', -1) for line in remark.lines())
            else:
                yield WORDS, '', again(remark), '', -1
        if self.better:
            yield WORDS, '', say('better', edit=again(self.better)), '', -1

    def _closing(self):
        code, fix, cost = f'[{self.code}: perch explain {self.code}]', again(self.fix), again(self.cost)
        if not fix:
            return CODE, '', code, '', -1
        return FIX, '', say('fix cost', text=fix, cost=cost) if cost else say('fix', text=fix), '        ' + code, -1

    def lines(self):
        """[(what it is, blanks and branches before it, text, more text, device)]: of an operand's row the text ends with its place, of a repair's with its cost."""
        return [(kind, INDENT + lead if head else '', seen(head), seen(tail), device) for kind, lead, head, tail, device in [*self._picture(), *self._said(), self._closing()]]

    # ---- to another process ----

    def row(self, most=None):
        """Lists and texts; most: so many of the changes."""
        return [self.code, self.at and self.at.row(), row_of(self.heading), self.expression, [row.row() for row in self.rows],
                [remark.row() if isinstance(remark, Block) else row_of(remark) for remark in self.remarks], row_of(self.better), row_of(self.fix), row_of(self.cost),
                [operand.row() for operand in self.operands], [change.row() for change in self.changes[:most]]]


def remark_from(row):
    if type(row) is list and type(row[1]) is list:
        return Block([[said_from(cell) for cell in cells] for cells in row[1]], row[0])
    return said_from(row)


class Drawing(str):
    """A note: the text of a Record, and the record."""

    def __new__(cls, record):
        self = str.__new__(cls, '\n'.join(lead + head + tail for _, lead, head, tail, _ in record.lines()))
        self.record = record
        return self

    def __reduce__(self):
        return drawing_from, (self.record.row(),)

    def repaired(self, fix, cost=''):
        """The same with this repair and no other; None: with none."""
        old = self.record
        return Drawing(Record(old.code, old.at, old.heading, old.expression, old.rows, old.remarks, None, fix, cost, old.operands, old.changes))


def drawing_from(row):
    code, at, heading, expression, rows, remarks, better, fix, cost, operands, changes = row
    from perch.mistakes.repairs import changes_from
    return Drawing(Record(code, span_from(at), said_from(heading), expression, map(row_from, rows), map(remark_from, remarks), said_from(better), said_from(fix), said_from(cost),
                          map(operand_from, operands), changes_from(changes)))


def drawing_of(error, chain=False):
    """The Drawing that an exception carries, or (chain) one that led to it; None: none was made."""
    seen_ = []
    while error is not None and not any(error is other for other in seen_):
        notes = getattr(error, '__notes__', None)
        found = next((note for note in reversed(notes) if isinstance(note, Drawing)), None) if isinstance(notes, (list, tuple)) else None
        if found is not None or not chain:
            return found
        seen_.append(error)
        error = error.__cause__ if error.__cause__ is not None else None if error.__suppress_context__ else error.__context__
    return None


def lines_of(note):
    """For a front (session/drawing.c): (code, is a repair told, lines) of a Drawing; None: it is another note."""
    return (note.record.code, bool(note.record.fix), note.record.lines()) if isinstance(note, Drawing) else None
