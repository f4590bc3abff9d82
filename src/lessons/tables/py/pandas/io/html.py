"""read_html: the tables of a page."""
import html.parser
import os
import re


class Tables(html.parser.HTMLParser):
    """The rows of the tables in a text: (a cell's text, how wide and tall it is, whether it is a heading)."""

    def __init__(self):
        super().__init__()
        self.tables, self.open, self.cell = [], [], None

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == 'table':
            self.open.append({'rows': [], 'attrs': given, 'head': 0, 'part': ''})
        elif self.open and tag in ('thead', 'tbody', 'tfoot'):
            self.open[-1]['part'] = tag
        elif self.open and tag == 'tr':
            self.finish_cell()
            self.open[-1]['rows'].append(([], self.open[-1]['part']))
        elif self.open and tag in ('td', 'th') and self.open[-1]['rows']:
            self.finish_cell()
            span = lambda name: int(given[name]) if (given.get(name) or '').isdigit() else 1
            self.cell = [[], span('colspan'), span('rowspan'), tag == 'th']
        elif tag == 'br' and self.cell:
            self.cell[0].append(' ')

    def finish_cell(self):
        if self.cell is not None and self.open:
            texts, wide, tall, head = self.cell
            self.open[-1]['rows'][-1][0].append((re.sub(r'[\r\n]+|\s{2,}', ' ', ''.join(texts).strip()), wide, tall, head))
        self.cell = None

    def handle_endtag(self, tag):
        if tag in ('td', 'th', 'tr', 'table'):
            self.finish_cell()
        if tag in ('thead', 'tbody', 'tfoot') and self.open:
            self.open[-1]['part'] = ''
        if tag == 'table' and self.open:
            self.tables.append(self.open.pop())

    def handle_data(self, data):
        if self.cell is not None:
            self.cell[0].append(data)


def squared(rows):
    """Cells that are wide or tall stand in each of their places."""
    out, hanging = [], {}
    for cells, _ in rows:
        line, at = [], 0
        cells = list(cells)
        while cells or at in hanging:
            if at in hanging:
                text, left = hanging.pop(at)
                if left > 1:
                    hanging[at] = (text, left - 1)
                line.append(text)
                at += 1
                continue
            text, wide, tall, _ = cells.pop(0)
            for _ in range(wide):
                line.append(text)
                if tall > 1:
                    hanging[at] = (text, tall - 1)
                at += 1
        out.append(line)
    return out


def read_html(io, match='.+', flavor=None, header=None, index_col=None, skiprows=None, attrs=None, parse_dates=False, thousands=',', encoding=None, decimal='.', converters=None, na_values=None,
              keep_default_na=True, displayed_only=True):
    """The tables of a page, a list."""
    text = text_of(io, encoding)
    parser = Tables()
    parser.feed(text)
    parser.close()
    if not parser.tables:
        raise ValueError('No tables found')
    pattern = re.compile(match) if isinstance(match, str) else match
    chosen = [t for t in parser.tables if any(pattern.search(c[0]) for cells, _ in t['rows'] for c in cells) and (not attrs or all(t['attrs'].get(k) == v for k, v in attrs.items()))]
    if not chosen:
        raise ValueError(f"No tables found matching pattern '{pattern.pattern}'")
    return [table(t, header, index_col, skiprows, parse_dates, thousands, decimal, converters, na_values, keep_default_na) for t in chosen]


def text_of(source, encoding):
    if hasattr(source, 'read'):
        found = source.read()
        return found if isinstance(found, str) else found.decode(encoding or 'utf-8')
    if isinstance(source, str) and source.startswith(('http://', 'https://')):
        from urllib.request import urlopen
        with urlopen(source) as f:
            return f.read().decode(encoding or 'utf-8')
    if isinstance(source, os.PathLike) or '<' not in source and os.path.exists(source):
        with open(source, encoding=encoding or 'utf-8') as f:
            return f.read()
    return source


def table(found, header, index_col, skiprows, parse_dates, thousands, decimal, converters, na_values, keep_default_na):
    import csv
    from io import StringIO

    from pandas.io.parsers.readers import read_csv
    rows = [r for r in found['rows'] if r[0]]
    lines = squared(rows)
    heads = 0
    for cells, part in rows:
        if part == 'thead' or not part and all(c[3] for c in cells):
            heads += 1
        else:
            break
    wide = max(map(len, lines), default=0)
    lines = [x + [''] * (wide - len(x)) for x in lines]
    if header is None:
        header = None if not heads else 0 if heads == 1 else list(range(heads))
    out = StringIO()
    csv.writer(out, lineterminator='\n').writerows(lines)
    made = read_csv(StringIO(out.getvalue()), header=header, index_col=index_col, skiprows=skiprows, parse_dates=parse_dates, thousands=thousands, decimal=decimal, converters=converters, na_values=na_values,
                    keep_default_na=keep_default_na)
    return made
