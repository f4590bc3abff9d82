"""How views are drawn: tables as text with colours by device and right widths, as HTML for notebooks; SVG's few pieces.

A view is an object with text(colour, width), html() and, where it draws, svg(). show(view) gives it to the session's front.
"""
from perch._draw import pad, width

GPU_COLOURS = ('1;32', '1;36', '1;35', '1;33', '1;34', '1;91')     # ANSI, as src/session/colour.c has them; the CPU has the terminal's own colour
GPU_SHADES = ('#2f9e5b', '#1391a8', '#b04bc9', '#b7791f', '#4477dd', '#d0507c')  # the same to be seen on white and on black
CPU_SHADE = '#868e96'
BOLD, DIM, RED, PLAIN = '1', '2', '31', '0'


def cut(text, room):
    """A text in at most so many columns, with … where it was cut."""
    if width(text) <= room:
        return text
    out, n = '', 0
    for char in text:
        step = width(char)
        if n + step > room - 1:
            break
        out += char
        n += step
    return out + '…' if room > 0 else ''


def ink(text, *codes):
    codes = [str(code) for code in codes if code]
    return f'\x1b[{";".join(codes)}m{text}\x1b[0m' if codes and text else text


def device_ink(device):
    """The ANSI colour of a device: -1 the CPU, i GPU i; None: no device."""
    return GPU_COLOURS[device % len(GPU_COLOURS)] if device is not None and device >= 0 else ''


def shade(device):
    return CPU_SHADE if device is None or device < 0 else GPU_SHADES[device % len(GPU_SHADES)]


def escape(text):
    return str(text).replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;').replace('"', '&quot;')


class Row:
    """Texts for the columns of a table; device: whose colour it has (a number, or None); kind: '', 'head', 'sum', 'note'; rows: what it unfolds to."""

    __slots__ = ('cells', 'device', 'kind', 'rows', 'open')

    def __init__(self, cells, device=None, kind='', rows=(), unfolded=False):
        self.cells, self.device, self.kind, self.rows, self.open = list(cells), device, kind, list(rows), unfolded


class Table:
    """Columns (name, align 'l' or 'r'), rows, and lines of text below. The last column takes the room that is left."""

    def __init__(self, columns, rows=(), notes=(), title='', coloured=0):
        self.columns, self.rows, self.notes, self.title = list(columns), list(rows), list(notes), title
        self.coloured = coloured        # the column that has the device's colour

    def _lines(self):
        """(row, depth) as they are shown in a text."""
        def visit(rows, depth):
            for row in rows:
                yield row, depth
                if row.open:
                    yield from visit(row.rows, depth + 1)
        return visit(self.rows, 0)

    def text(self, colour=False, room=80):
        shown = list(self._lines())
        plain = [row for row, _ in shown if row.kind in ('', 'sum')]
        n = len(self.columns)
        widths = [width(name) for name, _ in self.columns]
        for row, depth in shown:
            if row.kind in ('', 'sum'):
                for i, cell in enumerate(row.cells):
                    widths[i] = max(widths[i], width(cell) + (2 * depth if i == 0 else 0))
        left = room - 2 * (n - 1)
        least = min(widths[-1], 10)
        if n > 1 and sum(widths[:-1]) > left - least:   # first the last column gives way, then the widest
            for _ in range(sum(widths[:-1]) - (left - least)):
                i = max(range(n - 1), key=lambda i: widths[i])
                if widths[i] <= 8:
                    break
                widths[i] -= 1
        widths[-1] = max(min(widths[-1], left - sum(widths[:-1])), min(least, 8))
        out = [ink(self.title, BOLD) if colour else self.title] if self.title else []
        if plain and any(name for name, _ in self.columns):
            line = '  '.join(pad(name, w, side == 'r') for (name, side), w in zip(self.columns, widths)).rstrip()
            out.append(ink(line, DIM) if colour else line)
        for row, depth in shown:
            if row.kind in ('head', 'note'):
                text = ' ' * (2 * depth) + cut(row.cells[0], room - 2 * depth)
                out.append(ink(text, BOLD if row.kind == 'head' else '', device_ink(row.device)) if colour else text)
                continue
            cells = []
            for i, ((name, side), w) in enumerate(zip(self.columns, widths)):
                cell = row.cells[i] if i < len(row.cells) else ''
                cell = ' ' * (2 * depth) + cell if i == 0 else cell
                cell = pad(cut(cell, w), w, side == 'r')
                if i == n - 1:
                    cell = cell.rstrip()
                if colour:
                    cell = ink(cell, BOLD if row.kind == 'sum' else '', device_ink(row.device) if i in (self.coloured, 0) else '')
                cells.append(cell)
            out.append('  '.join(cells).rstrip() if not colour else '  '.join(cells))
        for note in self.notes:
            out.append(ink(note, DIM) if colour else note)
        return '\n'.join(out)

    def html(self):
        cell = 'padding:1px 10px;text-align:{};background:none;white-space:pre;border:none'
        head = ''.join(f'<th style="{cell.format("right" if side == "r" else "left")};opacity:.7">{escape(name)}</th>' for name, side in self.columns)
        body = []

        def visit(rows, depth):
            for row in rows:
                dot = f'<span style="color:{shade(row.device)}">&#9679;</span> ' if row.device is not None else ''
                if row.kind in ('head', 'note'):
                    weight = 'bold' if row.kind == 'head' else 'normal'
                    body.append(f'<tr><td colspan="{len(self.columns)}" style="{cell.format("left")};font-weight:{weight}">{dot}{escape(row.cells[0])}</td></tr>')
                else:
                    tds = []
                    for i, (_, side) in enumerate(self.columns):
                        text = escape(row.cells[i]) if i < len(row.cells) else ''
                        if i == 0:
                            text = '&nbsp;' * (4 * depth) + dot + text
                        if i == 0 and row.rows and not row.open:
                            inner = Table(self.columns, row.rows).html_rows()
                            text = f'<details><summary>{text}</summary>{inner}</details>'
                        weight = ';font-weight:bold' if row.kind == 'sum' else ''
                        tds.append(f'<td style="{cell.format("right" if side == "r" else "left")}{weight};vertical-align:top">{text}</td>')
                    body.append('<tr>' + ''.join(tds) + '</tr>')
                if row.open:
                    visit(row.rows, depth + 1)

        visit(self.rows, 0)
        title = f'<div style="font-weight:bold">{escape(self.title)}</div>' if self.title else ''
        notes = ''.join(f'<div style="opacity:.75;white-space:pre-wrap">{escape(note)}</div>' for note in self.notes)
        heads = f'<thead><tr>{head}</tr></thead>' if any(name for name, _ in self.columns) else ''
        return (f'<div class="perch-view" style="font-family:monospace;font-size:90%">{title}<table style="border-collapse:collapse">'
                f'{heads}<tbody>{"".join(body)}</tbody></table>{notes}</div>')

    def html_rows(self):
        """Rows alone, for what is unfolded."""
        rows = ''.join('<tr>' + ''.join(f'<td style="padding:0 8px;text-align:{"right" if side == "r" else "left"};background:none;white-space:pre;border:none">'
                                        f'{escape(row.cells[i]) if i < len(row.cells) else ""}</td>' for i, (_, side) in enumerate(self.columns)) + '</tr>'
                       for row in self.rows)
        return f'<table style="border-collapse:collapse">{rows}</table>'


class View:
    """What a magic shows. Subclasses give table(), or text() and html() of their own."""

    def table(self):
        raise NotImplementedError

    def text(self, colour=False, room=80):
        return self.table().text(colour, room)

    def html(self):
        return self.table().html()

    def svg(self):
        return None

    def __repr__(self):
        return self.text()

    def _repr_mimebundle_(self, include=None, exclude=None):
        return bundle(self)

    def __eq__(self, other):
        return self is other

    __hash__ = object.__hash__


def bundle(view):
    """{MIME type: text} of a view, plain text first."""
    colour, room = False, 80
    try:
        import _session
        colour, room = _session.colour(), _session.width()
    except ImportError:
        pass
    out = {'text/plain': view.text(colour, room), 'text/html': view.html()}
    picture = view.svg()
    if picture is not None:
        out['image/svg+xml'] = picture
    return out


def show(view):
    """To the front of the session; without one it is printed."""
    try:
        import _session
    except ImportError:
        print(view.text())
        return
    _session.display(bundle(view))
