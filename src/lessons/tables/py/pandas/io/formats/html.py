"""Tables as HTML, for notebooks."""
from pandas.core.options import option
from pandas.io.formats.format import Rendering, label_texts, pretty

STYLE = '''<style scoped>
    .dataframe tbody tr th:only-of-type {
        vertical-align: middle;
    }

    .dataframe tbody tr th {
        vertical-align: top;
    }

    .dataframe thead %s {
        text-align: %s;
    }
</style>'''


def escaped(text):
    return text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')


def frame_html(frame, header=True, index=True, na_rep='NaN', float_format=None, index_names=True, max_rows=None, min_rows=None, max_cols=None, show_dimensions=False, classes=None, border=1,
               escape=True, notebook=False, formatters=None, bold_rows=True, table_id=None, justify=None, links=False):
    """The HTML of a table; in a notebook with its style."""
    shown = Rendering(frame, na_rep, float_format, formatters, header, index, index_names, max_rows, min_rows, max_cols or None, None, show_dimensions)
    page = Page(shown, escape, bold_rows, justify or option('display.colheader_justify'), links)
    if notebook:
        levels = shown.frame.columns.nlevels > 1
        page.lines.append('<div>')
        style = STYLE % (('tr th', 'left') if levels else ('th', 'right'))
        if levels and shown.row_names:
            style = style.replace('\n</style>', '\n\n    .dataframe thead tr:last-of-type th {\n        text-align: right;\n    }\n</style>')
        page.lines += style.split('\n')
    names = ['dataframe'] + (classes.split() if isinstance(classes, str) else list(classes or ()))
    edge, known = f' border="{border}"' if border else '', f' id="{table_id}"' if table_id else ''
    page.lines.append(f'<table{edge} class="{" ".join(names)}"{known}>')
    if header or shown.row_names:
        page.head()
    page.body()
    page.lines.append('</table>')
    if shown.show_size:
        page.lines.append(f'<p>{len(frame)} rows × {len(frame.columns)} columns</p>')
    if notebook:
        page.lines.append('</div>')
    return '\n'.join(page.lines)


class Page:
    """The lines of the table as they are written."""

    def __init__(self, shown, escape, bold, justify, links):
        self.shown, self.lines, self.bold, self.justify, self.links = shown, [], bold, justify, links
        self.safe = escaped if escape else str

    def row(self, cells, heads, indent, style=''):
        """A row: the first cells, as many as heads, are headings."""
        self.lines.append(f'{" " * indent}<tr{style}>')
        for i, cell in enumerate(cells):
            kind, text, more = 'th' if i < heads else 'td', cell, ''
            if isinstance(cell, tuple):
                text, more = cell
            text = self.safe(text).strip()
            if self.links and kind == 'td' and text.startswith(('http://', 'https://', 'ftp://')):
                text = f'<a href="{text}" target="_blank">{text}</a>'
            self.lines.append(f'{" " * (indent + 2)}<{kind}{more}>{text}</{kind}>')
        self.lines.append(f'{" " * indent}</tr>')

    def dotted(self, cells):
        shown = self.shown
        return cells[:shown.half_cols] + ['...'] + cells[shown.half_cols:] if shown.cut_cols else cells

    def head(self):
        shown = self.shown
        columns, levels = shown.tr.columns, shown.tr.index.nlevels if shown.index else 0
        self.lines.append('  <thead>')
        if shown.header and columns.nlevels > 1:
            self.upper(columns, levels)
        elif shown.header:
            first = [''] * max(levels - 1, 0) + ([pretty(columns.name) if shown.column_names and columns.name is not None else ''] if levels else [])
            names = self.dotted(label_texts(columns))
            self.row(first + names, len(first) + len(names), 4, f' style="text-align: {self.justify};"')
        if shown.row_names:
            cells = [pretty(x) if x is not None else '' for x in shown.tr.index.names] + [''] * (len(columns) + shown.cut_cols)
            self.row(cells, len(cells), 4)
        self.lines.append('  </thead>')

    def upper(self, columns, levels):
        shown = self.shown
        for level in range(columns.nlevels):
            labels = self.dotted(columns._level_raw(level))
            name = columns.names[level]
            cells = [''] * max(levels - 1, 0) + ([pretty(name) if name is not None and shown.column_names else ''] if levels else [])
            if level == columns.nlevels - 1:
                cells += [x for x in labels]
            else:
                heads = self.dotted([t[:level + 1] for t in columns])
                i = 0
                while i < len(labels):
                    n = 1
                    while i + n < len(labels) and heads[i + n] == heads[i]:
                        n += 1
                    cells.append((labels[i], f' colspan="{n}" halign="left"' if n > 1 else ''))
                    i += n
            self.row(cells, len(cells), 4)

    def body(self):
        shown = self.shown
        self.lines.append('  <tbody>')
        texts = [shown.texts(i) for i in range(len(shown.tr.columns))]
        index = shown.tr.index
        levels = index.nlevels if shown.index else 0
        labels = label_texts(index) if index.nlevels == 1 else None
        spans = index._spans() if index.nlevels > 1 and shown.index else None
        for i in range(len(shown.tr)):
            if shown.cut_rows and i == shown.half_rows:
                self.row(['...'] * (levels + len(texts) + shown.cut_cols), levels, 4)
            cells = self.dotted([t[i] for t in texts])
            if not shown.index:
                self.row(cells, 0, 4)
            elif spans is None:
                self.row([labels[i]] + cells, int(self.bold), 4)
            else:
                heads = [(text, f' rowspan="{n}" valign="top"' if n > 1 else '') for text, n in spans[i]]
                self.row(heads + cells, len(heads) * bool(self.bold), 4)
        self.lines.append('  </tbody>')
