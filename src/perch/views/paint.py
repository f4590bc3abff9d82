"""How views are drawn: tables as text with colours by device and right widths, as HTML for notebooks; SVG's few pieces.

A view is an object with text(colour, width), html() and, where it draws, svg(). show(view) gives it to the session's front.
"""
from _tensor import visible
from perch.mistakes.draw import pad, width

# On a page (a terminal's colours are src/session/colour.c's): white letters can be read on them, and they can be told from a white and from a black ground.
GPU_SHADES = ('#23834a', '#0f7d92', '#a844c2', '#9a6414', '#3f72d8', '#c9426f')
CPU_SHADE = '#6b737b'
WAIT_SHADE = '#c0392b'
BOLD = '1'
NARROW = 60             # columns: below that no table's cell is cut but its last one's; its rows flow


def cut(text, room):
    """A text in at most so many columns, with … where it was cut."""
    text = visible(text)
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


def wrapped(text, room, indent='  '):
    """A text in lines of at most so many columns, broken at blanks and at wide characters."""
    out, line, used, at = [], '', 0, 0      # at: where the line may end
    for char in text:
        step = width(char)
        if used + step > room and line.strip():
            if char == ' ' or not at:
                at = len(line)
            out.append(line[:at].rstrip())
            line = indent + line[at:].lstrip()
            used, at = width(line), 0
            if char == ' ':
                continue
        if char == ' ' and line.strip():
            at = len(line)
        line += char
        used += step
        if step == 2:
            at = len(line)
    return out + [line]


def flowing(cells, depth, room, painted):
    """The lines of a row in a front too narrow for its table: the cells one behind another, none cut that has room on a line of its own."""
    lines, indent = [' ' * (2 * depth)], ' ' * (2 * depth + 2)
    for i, cell in enumerate(cells):
        cell = cut(cell, room - len(indent))
        if i == 0:
            lines[-1] += cell
        elif width(lines[-1]) + 2 + width(cell) <= room:
            lines[-1] += '  ' + cell
        else:
            lines.append(indent + cell)
    return [painted(line) for line in lines if line.strip()]


def ink(text, *codes):
    codes = [str(code) for code in codes if code]
    return f'\x1b[{";".join(codes)}m{text}\x1b[0m' if codes and text else text


def device_ink(device):
    """The ANSI colour of a device: -1 the CPU, i GPU i; None: no device."""
    if device is None or device < 0:
        return ''
    try:
        import _session
    except ImportError:
        return BOLD
    return _session.ansi(device)


def faint():
    """The ANSI colour of notes."""
    try:
        import _session
    except ImportError:
        return '90'
    return _session.tone(False)


def shade(device):
    return CPU_SHADE if device is None or device < 0 else GPU_SHADES[device % len(GPU_SHADES)]


_MARKS = {ord('&'): '&amp;', ord('<'): '&lt;', ord('>'): '&gt;', ord('"'): '&quot;', ord("'"): '&#39;'}


def escape(text):
    """A text for HTML and SVG, in elements and attributes."""
    text = str(text)
    return text if text.isalnum() and text.isascii() else visible(text, True).translate(_MARKS)


# ---- pages: every style stands with its element, in words that pages of strangers may use too; colours are the page's own but for devices' ----

FACE = 'font-family:monospace;font-family:var(--jp-code-font-family,monospace);font-size:13px;line-height:1.4'
FAINT = 'opacity:.75'
PRE = 'margin:2px 0 0 0;padding:0;background:none;white-space:pre;overflow-x:auto;line-height:1.3'


def pill(text, device):
    """A device's name in its colour."""
    return f'<span style="background-color:{shade(device)};color:#ffffff;border-radius:3px;padding:0px 5px;white-space:nowrap">{escape(text)}</span>'


def swatch(device):
    """A device's colour before a row. A ground, not a letter: no colour can be read as a letter on white and on black."""
    return f'<span style="background-color:{shade(device)};border-radius:3px;padding:0px 3px">\u00a0</span> '


def folded(title, body, unfolded=False):
    """Title and body are HTML."""
    start = '<details open="">' if unfolded else '<details>'
    return f'{start}<summary style="cursor:pointer">{title}</summary>{body}</details>'


def page(*parts):
    """Parts of HTML as one piece."""
    return f'<div class="perch-view" style="{FACE}">{"".join(parts)}</div>'


def preformatted(text):
    return f'<pre style="{PRE}">{escape(text)}</pre>'


def svg(pieces, wide, tall, ground):
    """A drawing of so many points. ground: one that stands alone, and is light or dark as the system likes it; else it has the colour of the letters around it."""
    style = ('<style>.perch-ground{fill:#ffffff}.perch-ink{fill:#24292f}@media(prefers-color-scheme:dark){.perch-ground{fill:#1b1f24}.perch-ink{fill:#e6e8eb}}</style>'
             f'<rect class="perch-ground" fill="#ffffff" width="{wide}" height="{tall}" rx="6"/>') if ground else ''
    ink_ = 'class="perch-ink" fill="#24292f"' if ground else 'fill="currentColor"'
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" width="{wide}" height="{tall}" style="max-width:100%;height:auto" '
            f'font-family="monospace" font-size="12">{style}<g {ink_}>' + '\n'.join(pieces) + '</g></svg>')


def drawing(picture, notes, text):
    """An SVG on a page and notes below it, or where the page drops drawings and styles (a notebook of a stranger's, not trusted) a text."""
    below = ''.join(f'<div style="{FAINT};white-space:pre-wrap">{escape(note)}</div>' for note in notes)
    return ('<style>.perch-drawn{display:block!important}.perch-drawn+.perch-instead{display:none}</style>'
            f'<div class="perch-drawn" style="display:none">{picture}{below}</div><div class="perch-instead">{preformatted(text)}</div>')


class Places(str):
    """The names of devices in a table's cell, 'gpu(0), gpu(1)'; on a page each has its colour. pills: (name, device) each."""

    def __new__(cls, pills):
        pills = list(pills)
        made = super().__new__(cls, ', '.join(name for name, _ in pills))
        made.pills = pills
        return made

    def html(self):
        return ' '.join(pill(name, device) if device is not None else escape(name) for name, device in self.pills)


class DrawnLine(str):
    """A drawing's line: what it is, and what stands before its words (mistakes/drawing.py)."""

    def __new__(cls, kind, lead, text):
        made = super().__new__(cls, lead + text)
        made.kind, made.lead = kind, lead
        return made

    def folded(self):
        """In the front's width."""
        try:
            import _session
        except ImportError:
            return self
        return _session.fold(self, self.kind, len(self.lead.encode()))


def drawn_lines(drawing):
    return [DrawnLine(kind, lead, head + tail) for kind, lead, head, tail, _ in drawing.record.lines()]


class Row:
    """Texts for the columns of a table; device: whose colour it has (a number, or None); kind: '', 'head', 'sum', 'note', 'text' (as it is, in the front's
    width); rows: what it unfolds to; fold: what the mark that unfolds it says."""

    __slots__ = ('cells', 'device', 'kind', 'rows', 'open', 'fold')

    def __init__(self, cells, device=None, kind='', rows=(), unfolded=False, fold=''):
        cells = [cell if isinstance(cell, (Places, DrawnLine)) else visible(cell, kind == 'text') for cell in cells]     # names come from anywhere
        self.cells, self.device, self.kind, self.rows, self.open, self.fold = cells, device, kind, list(rows), unfolded, fold


class Table:
    """Columns (name, align 'l' or 'r'), rows, and lines of text below. The last column takes the room that is left."""

    def __init__(self, columns, rows=(), notes=(), title='', coloured=0):
        self.columns, self.rows, self.notes, self.title = list(columns), list(rows), [visible(note, True) for note in notes], visible(title)
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
        left, whole = room - 2 * (n - 1), list(widths)
        least = min(widths[-1], 10)
        if n > 1 and sum(widths[:-1]) > left - least:   # first the last column gives way, then the widest; numbers never do: what is cut of them is another number
            words_ = [i for i in range(n - 1) if self.columns[i][1] != 'r']
            for _ in range(sum(widths[:-1]) - (left - least)):
                i = max(words_, key=lambda i: widths[i], default=None)
                if i is None or widths[i] <= 8:
                    break
                widths[i] -= 1
        flows = n > 1 and (sum(widths[:-1]) + min(least, 8) > left or room < NARROW and widths[:-1] != whole[:-1])
        widths[-1] = max(min(widths[-1], left - sum(widths[:-1])), min(least, 8))
        out = [ink(self.title, BOLD) if colour else self.title] if self.title else []
        if flows and plain:
            out += flowing([name for name, _ in self.columns if name], 0, room, lambda line: ink(line, faint()) if colour else line)
        elif plain and any(name for name, _ in self.columns):
            line = '  '.join(pad(name, w, side == 'r') for (name, side), w in zip(self.columns, widths)).rstrip()
            out.append(ink(line, faint()) if colour else line)
        for row, depth in shown:
            if row.kind == 'text':
                cell = row.cells[0]
                out.append(cell.folded() if isinstance(cell, DrawnLine) else cell if cell.startswith(' ') else '\n'.join(wrapped(cell, room)))
                continue
            if row.kind in ('head', 'note'):
                lines = [' ' * (2 * depth) + line for line in wrapped(row.cells[0], room - 2 * depth)]
                out += [ink(line, BOLD if row.kind == 'head' else '', device_ink(row.device)) if colour else line for line in lines]
                continue
            if flows:
                out += flowing([cell for cell in row.cells if cell], depth, room, lambda line: ink(line, BOLD if row.kind == 'sum' else '', device_ink(row.device)) if colour else line)
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
            out += [ink(line, faint()) if colour else line for line in wrapped(note, room)]
        return '\n'.join(out)

    _CELL = 'padding:1px 10px 1px 0px;white-space:pre;vertical-align:top;text-align:'

    def _unused(self, i):
        """A column without a name and without a word."""
        return not self.columns[i][0] and not any(row.kind in ('', 'sum') and len(row.cells) > i and row.cells[i] for row, _ in self._lines())

    def table_html(self):
        """Rows that unfold have what is in them below, behind a mark that opens it."""
        used = [i for i in range(len(self.columns)) if i == 0 or not self._unused(i)]
        if len(used) < len(self.columns):
            def kept(row):
                return Row([row.cells[i] for i in used if i < len(row.cells)], row.device, row.kind, map(kept, row.rows), row.open, row.fold)
            return Table([self.columns[i] for i in used], map(kept, self.rows)).table_html()
        n = len(self.columns)
        styles = [f' style="{self._CELL}{"right" if side == "r" else "left"}"' for _, side in self.columns]
        whole = f' colspan="{n}" style="{self._CELL}left"' if n > 1 else f' style="{self._CELL}left"'
        out = []

        def cells(row, depth):
            dotted = row.device is not None and not any(isinstance(cell, Places) for cell in row.cells)
            for i in range(n):
                cell = row.cells[i] if i < len(row.cells) else ''
                text = cell.html() if isinstance(cell, Places) else escape(cell)
                if i == 0:
                    dot = swatch(row.device) if dotted else ''
                    text = '\u00a0' * (4 * depth) + dot + text
                yield f'<td{styles[i]}><b>{text}</b></td>' if row.kind == 'sum' and text else f'<td{styles[i]}>{text}</td>'

        def visit(rows, depth):
            for row in rows:
                if row.kind in ('head', 'note', 'text'):
                    dot = swatch(row.device) if row.device is not None else ''
                    text = dot + escape(row.cells[0])
                    out.append(f'<tr><td{whole}>{"<b>" + text + "</b>" if row.kind == "head" else text}</td></tr>')
                else:
                    out.append('<tr>' + ''.join(cells(row, depth)) + '</tr>')
                if row.open:
                    visit(row.rows, depth + 1)
                elif row.rows:
                    inner = Table([('', side) for _, side in self.columns], row.rows).table_html()
                    out.append(f'<tr><td{whole}>{folded(escape(row.fold or "…"), inner)}</td></tr>')

        visit(self.rows, 0)
        head = ''.join(f'<th{style}><span style="{FAINT}">{escape(name)}</span></th>' for (name, _), style in zip(self.columns, styles))
        head = f'<thead><tr>{head}</tr></thead>' if any(name for name, _ in self.columns) else ''
        return f'<table style="border-collapse:collapse;margin:0px;font-size:13px">{head}<tbody>{"".join(out)}</tbody></table>' if out else ''

    def html(self):
        title = f'<div><b>{escape(self.title)}</b></div>' if self.title else ''
        notes = ''.join(f'<div style="{FAINT};white-space:pre-wrap">{escape(note)}</div>' for note in self.notes)
        return page(title, self.table_html(), notes)


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
