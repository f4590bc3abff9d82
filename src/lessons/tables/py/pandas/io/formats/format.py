"""Tables as text, letter for letter as pandas prints them: numbers of a column in one form, columns side by side, what is too long or too wide cut out in the middle."""
import re
import shutil

import numpy as np

from pandas.core.dtypes import box, is_numeric, listed
from pandas.core.missing import NA, NaT, missing_in, missing_one
from pandas.core.options import option

NUMBER = re.compile(r'^\s*[+-]?[0-9]+\.[0-9]*$')
ESCAPES = {'\t': '\\t', '\n': '\\n', '\r': '\\r'}


# ---- one value ----
def pretty(x, quote=False, depth=0, limit=None):
    """A value in a table or a list of labels."""
    if isinstance(x, dict):
        if depth > 3:
            return str(x)
        most = option('display.max_seq_items') or len(x)
        body = ', '.join(f'{pretty(k, True, depth + 1)}: {pretty(v, True, depth + 1)}' for k, v in list(x.items())[:most])
        return '{' + body + (', ...}' if len(x) > most else '}')
    if hasattr(x, '__iter__') and hasattr(x, '__len__') and not isinstance(x, (str, bytes)) and type(x) is not type and getattr(x, 'ndim', 1) and depth < 3:
        try:
            return sequence(x, quote, depth, limit)
        except TypeError:
            pass
    text = str(x)
    for c, e in ESCAPES.items():
        if c in text:
            text = text.replace(c, e)
    return f"'{text}'" if quote and isinstance(x, str) else text


def sequence(x, quote, depth, limit):
    most = limit or option('display.max_seq_items') or len(x)
    parts = []
    for i, item in enumerate(x):
        if i == most:
            break
        parts.append(pretty(item, quote, depth + 1, limit))
    body = ', '.join(parts)
    if len(x) > most:
        body += ', ...'
    elif isinstance(x, tuple) and len(x) == 1:
        body += ','
    if isinstance(x, (set, frozenset)):
        return ('{' + body + '}') if isinstance(x, set) else f'frozenset({{{body}}})'
    return f'[{body}]' if isinstance(x, list) or hasattr(x, '__setitem__') or not isinstance(x, tuple) else f'({body})'


# ---- one column ----
def trimmed(texts):
    """Numbers without the zeros that all of them end in."""
    spots = [i for i, x in enumerate(texts) if NUMBER.match(x)]
    if not spots:
        return list(texts)
    texts = list(texts)
    gone = min(len(texts[i]) - len(texts[i].rstrip('0')) for i in spots)
    for i in spots:
        x = texts[i][:len(texts[i]) - gone] if gone else texts[i]
        texts[i] = x + '0' if x.endswith('.') else x
    return texts


def float_texts(values, leading, na_rep='NaN', float_format=None, justify='right'):
    """The floats of one column."""
    gone = missing_in(values)
    blank = ' ' if leading is True else ''
    na = ' ' + na_rep if justify == 'left' else na_rep
    chosen = float_format or option('display.float_format')
    if chosen:
        form = chosen if callable(chosen) else (lambda x: chosen % x if '%' in chosen else chosen.format(x))
        return [na if g else form(x) for x, g in zip(values.tolist(), gone)]
    digits = option('display.precision')
    single = values.dtype.itemsize < 8
    items = values if single else values.tolist()

    def all_in(form):
        return trimmed([na if g else format(float(x) if single else x, form) for x, g in zip(items, gone)])
    least = option('display.chop_threshold')
    if least is not None:
        values = np.where(np.abs(values) > least, values, np.where(gone, values, 0.0))
        items = values if single else values.tolist()
    fixed = all_in(f'{blank}.{digits}f')
    with np.errstate(all='ignore'):
        size = np.abs(values[~gone])
        small = bool(((size < 10.0 ** -digits) & (size > 0)).any())
        large = bool((size > 1e6).any())
    if small or (large and fixed and max(map(len, fixed)) > digits + 6):
        return all_in(f'{blank}.{digits}e')
    return fixed


def complex_texts(values, leading):
    digits = option('display.precision')
    parts = [(format(x.real, f'.{digits}f'), format(x.imag, f'+.{digits}f')) for x in values.tolist()]
    reals, imags = trimmed([p[0] for p in parts]), trimmed([p[1] for p in parts])
    wide = max((len(r) for r in reals), default=0)
    return [(' ' if leading and not r.startswith('-') else '') + r.rjust(0 if leading else wide) + i + 'j' for r, i in zip(reals, imags)]


def object_texts(values, leading, na_rep='NaN', float_format=None, quote=False):
    floats = [isinstance(x, (float, np.floating)) and x == x for x in values]
    if leading is None:
        leading = any(floats)
    digits = option('display.precision')
    chosen = float_format or option('display.float_format')
    out = []
    for x, isfloat in zip(values, floats):
        if isfloat:
            out.append((chosen(x) if callable(chosen) else chosen % x) if chosen else trimmed([format(float(x), f' .{digits}f' if leading is not False else f'.{digits}f')])[0])
            continue
        if missing_one(x):
            text = 'None' if x is None else '<NA>' if x is NA else 'NaT' if x is NaT or isinstance(x, (np.datetime64, np.timedelta64)) else na_rep
        elif hasattr(x, '_mgr_kind') or hasattr(x, 'nlevels'):
            text = str(x)
        else:
            text = pretty(x, quote)
        out.append(' ' + text if leading is not False else text)
    return out


def texts_of(values, leading=None, na_rep='NaN', float_format=None, justify='right', formatter=None):
    """The values of a column as texts of one width."""
    kind = values.dtype.kind
    if formatter is not None:
        form = formatter if callable(formatter) else formatter.format
        out = [na_rep if missing_one(x) and kind in 'f' else str(form(box(x) if kind in 'mM' else x)) for x in values]
        if leading is not False and kind in 'O':
            out = [' ' + x for x in out]
        return fixed_width(out, justify)
    if hasattr(values, '_extended'):
        out = values._texts(leading, na_rep)
    elif kind == 'f':
        out = float_texts(values, leading, na_rep, float_format, justify)
    elif kind in 'iu':
        blank = '' if leading is False else ' '
        out = [format(x, blank + 'd') for x in values.tolist()]
    elif kind == 'M':
        from pandas.core.dates import moment_texts
        out = moment_texts(values, 'NaT')
    elif kind == 'm':
        from pandas.core.dates import span_texts
        out = span_texts(values)
    elif kind == 'c':
        out = complex_texts(values, leading)
    elif kind == 'b':
        out = [('' if leading is False else ' ') + str(x) for x in values.tolist()]
    else:
        out = object_texts(values, leading, na_rep, float_format)
    return fixed_width(out, justify)


def fixed_width(texts, justify='right', minimum=0):
    """Texts padded to one width, what is longer than max_colwidth cut."""
    if not texts:
        return texts
    wide, most = max(max(map(len, texts)), minimum), option('display.max_colwidth')
    if most is not None and wide > most:
        wide = most
        if most > 3:
            texts = [x[:most - 3] + '...' if len(x) > most else x for x in texts]
    return aligned(texts, wide, justify)


def aligned(texts, wide, how):
    if how == 'left':
        return [x.ljust(wide) for x in texts]
    if how == 'center':
        return [x.center(wide) for x in texts]
    return [x.rjust(wide) for x in texts]


def beside(space, *columns):
    """Columns of texts as lines."""
    tall = max(map(len, columns))
    wides = [max(map(len, c)) + space for c in columns[:-1]] + [max(map(len, columns[-1]))]
    padded = [[x.ljust(w) for x in c] + [' ' * w] * (tall - len(c)) for c, w in zip(columns, wides)]
    return '\n'.join(''.join(row) for row in zip(*padded))


# ---- labels ----
def format_index(index, name=False, formatter=None, na_rep='NaN'):
    """An index as texts, its name in front if asked for."""
    head = [pretty(index.name) if index.name is not None else ''] if name else []
    if formatter is not None:
        return head + [formatter(x) for x in index]
    return head + label_texts(index, na_rep)


def label_texts(index, na_rep='NaN'):
    counted = getattr(index, '_range', None)
    if counted is not None:
        wide = max((len(str(x)) for x in (counted[0], counted[-1])), default=0) if len(counted) else 0
        return [str(x).ljust(wide) for x in counted]
    values = index._values
    if hasattr(values, '_labels'):
        return values._labels()
    if hasattr(values, '_categories_index'):
        return label_texts(values._categories_index(), na_rep)
    if values.dtype.kind == 'O':
        return ['None' if x is None else na_rep if missing_one(x) and x is not NaT and x is not NA else pretty(x) for x in values]
    if values.dtype.kind == 'M':
        from pandas.core.dates import moment_texts
        return moment_texts(values, 'NaT')
    texts = texts_of(values, True if values.dtype.kind == 'f' else None, na_rep, justify='left')
    while texts and all(x.startswith(' ') for x in texts):
        texts = [x[1:] for x in texts]
    return texts


def summary_of(index):
    """repr of an index."""
    name = type(index).__name__
    extra = []
    if hasattr(index, '_range'):
        parts = [f'{k}={getattr(index, k)}' for k in ('start', 'stop', 'step')] + ([f'name={quoted(index.name)}'] if index.name is not None else [])
        return f'{name}({", ".join(parts)})'
    kind = index.dtype.kind
    quote = index.inferred_type if kind == 'O' else ''
    own = index._summary() if hasattr(index, '_summary') else None
    if hasattr(index._values, '_labels'):
        items, quote = index._values._labels(), 'string'
    elif own:
        items = [str(x) if x != x else quoted(x) for x in index._values]
    elif kind == 'M':
        from pandas.core.dates import stamp_texts
        items = [f"'{x}'" for x in stamp_texts(index._values)]
    elif kind == 'm':
        from pandas.core.dates import span_texts
        items = [x if x == 'NaT' else f"'{x.strip()}'" for x in span_texts(index._values, True)]
    elif hasattr(index._values, '_ordinals'):
        items, quote = [f"'{x}'" for x in index._values], ''
    elif kind == 'O':
        items = [quoted(x) for x in index._values]
    elif kind == 'f':
        items = float_labels(index._values)
    else:
        items = [str(x) for x in listed(index._values)]
    extra += own or [f"dtype='{index.dtype}'"]
    if index.name is not None:
        extra.append(f'name={quoted(index.name)}')
    if len(items) > (option('display.max_seq_items') or len(items)):
        extra.append(f'length={len(items)}')
    if hasattr(type(index), 'freqstr') and kind != 'O':
        extra.append('freq=' + (f"'{index.freqstr}'" if index.freqstr else 'None'))
    return f'{name}({wrapped(items, name, quote != "string")}{", ".join(extra)})'


def float_labels(values):
    return [format_float(x) for x in values.tolist()]


def format_float(x):
    return 'nan' if x != x else repr(x) if x not in (float('inf'), -float('inf')) else str(x)


def quoted(x):
    return pretty(x, True)


def wrapped(items, name, justify):
    """The items of an index's repr, in lines."""
    wide = option('display.width') or 80
    most = option('display.max_seq_items') or len(items)
    indent = '\n' + ' ' * (len(name) + 2)
    if len(items) <= 2:
        return f'[{", ".join(items)}], '
    cut = len(items) > most
    few = min(most // 2, 10)
    head, tail = (items[:few], items[-few:]) if cut else ([], items)
    if justify and (cut or not (len(', '.join(head)) < wide and len(', '.join(tail)) < wide)):
        longest = max(map(len, head + tail))
        head, tail = [x.rjust(longest) for x in head], [x.rjust(longest) for x in tail]
    done, line = '', indent

    def add(word, room):
        nonlocal done, line
        if len(line.rstrip()) + len(word.rstrip()) >= room:
            done, line = done + line.rstrip(), indent
        line += word
    for word in head:
        add(word + ', ', wide)
    if cut:
        done, line = done + line.rstrip() + indent + '...', indent
    for word in tail[:-1]:
        add(word + ', ', wide)
    add(tail[-1], wide - 2)
    text = done + line + '],'
    text += '\n' + ' ' * (len(name) + 1) if len(text) > wide else ' '
    return '[' + text[len(indent):]


def wrapped_items(values, text, most):
    """The items of an array's repr, in brackets and lines."""
    n = len(values)
    few = min(most // 2, 10)
    items = [text(x) for x in (values if n <= most else values[:few])] + ([text(x) for x in values[-few:]] if n > most else [])
    if n <= 2:
        return f'[{", ".join(items)}]'
    wide = option('display.width') or 80
    cut = n > most
    head, tail = (items[:few], items[few:]) if cut else ([], items)
    if cut or not (len(', '.join(head)) < wide and len(', '.join(tail)) < wide):
        longest = max(map(len, items))
        head, tail = [x.rjust(longest) for x in head], [x.rjust(longest) for x in tail]
    done, line = '', '\n '
    for i, word in enumerate(head + tail):
        if cut and i == len(head):
            done, line = done + line.rstrip() + '\n ...', '\n '
        last = i == n - 1 or cut and i == len(head) + len(tail) - 1
        word = word + ('' if last else ', ')
        if len(line.rstrip()) + len(word.rstrip()) >= (wide - 2 if last else wide):
            done, line = done + line.rstrip(), '\n '
        line += word
    return '[' + (done + line)[2:] + ']'


# ---- a Series ----
def series_text(s, na_rep='NaN', float_format=None, header=True, index=True, length=False, dtype=False, name=False, max_rows=None, min_rows=None):
    """A Series, its footer of name, length and dtype as asked for."""
    n = len(s)
    if not n:
        foot = ', '.join(([f'Freq: {s.index.freqstr}'] if getattr(s.index, 'freqstr', None) and name else []) + ([f'Name: {s.name}'] if name and s.name is not None else []) + ([f'dtype: {s.dtype}'] if dtype else []))
        return f'Series([], {foot})'
    cut = bool(max_rows) and n > max_rows
    half = 0
    shown = s
    if cut:
        half = (min(min_rows, max_rows) if min_rows else max_rows) // 2
        shown = s.iloc[np.r_[0:half, n - half:n]] if half else s.iloc[:1]
        half = half or 1
    labels = shown.index._texts(True) if hasattr(shown.index, '_texts') else format_index(shown.index, True)
    texts = texts_of(shown._values, index, na_rep, float_format)
    if cut:
        dots = '...' if len(texts[half - 1]) > 3 else '..'
        texts.insert(half, dots.center(len(texts[half - 1])))
        labels.insert(half + 1, '')
    text = beside(3, labels[1:], texts) if index else beside(3, texts)
    if header and any(x is not None for x in shown.index.names):
        text = labels[0] + '\n' + text
    foot = []
    if getattr(s.index, 'freqstr', None) and name:
        foot.append(f'Freq: {s.index.freqstr}')
    if name and s.name is not None:
        foot.append(f'Name: {pretty(s.name)}')
    if length is True or (length == 'truncate' and cut):
        foot.append(f'Length: {n}')
    if dtype:
        foot.append(f'dtype: {getattr(s.dtype, "name", s.dtype)}')
    under = [', '.join(foot)] if foot else []
    if hasattr(s._values, '_codes') and name:
        from pandas.core.extended.categories import categories_text
        under.append(categories_text(s._values))
    return '\n'.join([text] + under)


# ---- a frame ----
def in_kernel():
    """Whether results are shown in a notebook."""
    try:
        import _session
        return _session.front() not in ('terminal', 'demo')
    except (ImportError, RuntimeError):
        return False


def shown_limits():
    """The limits with which a frame is printed: (rows, rows left when cut, columns, width of lines, show dimensions)."""
    most = option('display.max_columns')
    if most == 'auto':
        most = 20 if in_kernel() else 0
    return option('display.max_rows'), option('display.min_rows'), most, option('display.width'), option('display.show_dimensions')


class Rendering:
    """One printing of a frame: what is shown of it and in which texts."""

    def __init__(self, frame, na_rep='NaN', float_format=None, formatters=None, header=True, index=True, index_names=True, max_rows=None, min_rows=None, max_cols=None, columns=None,
                 show_dimensions=False, justify=None, sparsify=True, col_space=None):
        if columns is not None:
            frame = frame[list(columns)]
        self.frame, self.na_rep, self.float_format, self.formatters = frame, na_rep, float_format, formatters
        self.header, self.index, self.index_names, self.dimensions, self.justify = header, index, index_names, show_dimensions, justify or option('display.colheader_justify')
        self.col_space = col_space or 0
        rows, columns = frame.shape
        self.terminal = max_cols == 0 or max_rows == 0
        size = shutil.get_terminal_size() if self.terminal else None
        self.max_cols = size.columns if max_cols == 0 and columns > size.columns else max_cols
        self.asked_cols = max_cols
        if max_rows == 0:
            max_rows = size.lines if rows > size.lines else 0
        self.max_rows = min(min_rows, max_rows) if max_rows and rows > max_rows and min_rows else max_rows
        self.cut()

    def cut(self):
        rows, columns = self.frame.shape
        self.tr = self.frame
        self.cut_cols = bool(self.max_cols) and columns > self.max_cols
        self.cut_rows = bool(self.max_rows) and rows > self.max_rows
        self.half_cols = self.half_rows = 0
        if self.cut_cols:
            half = self.max_cols // 2
            self.tr = self.tr.iloc[:, np.r_[0:half, columns - half:columns]] if half else self.tr.iloc[:, :self.max_cols]
            self.half_cols = half or self.max_cols
        if self.cut_rows:
            half = self.max_rows // 2
            self.tr = self.tr.iloc[np.r_[0:half, rows - half:rows]] if half else self.tr.iloc[:self.max_rows]
            self.half_rows = half or self.max_rows

    @property
    def cut_any(self):
        return self.cut_cols or self.cut_rows

    @property
    def show_size(self):
        return self.dimensions is True or (self.dimensions == 'truncate' and self.cut_any)

    @property
    def row_names(self):
        return self.index and self.index_names and any(x is not None for x in self.frame.index.names)

    @property
    def column_names(self):
        return self.header and self.index_names and any(x is not None for x in self.frame.columns.names)

    def formatter(self, i):
        if self.formatters is None:
            return None
        if isinstance(self.formatters, (list, tuple)):
            return self.formatters[i]
        return self.formatters.get(self.tr.columns[i])

    def texts(self, i):
        return texts_of(self.tr._data[i], self.index, self.na_rep, self.float_format, formatter=self.formatter(i))

    def heads(self):
        """The lines above each column."""
        columns, data = self.tr.columns, self.tr._data
        whole = self.frame._data         # (of a table whose middle is cut out pandas asks its first columns, not those that are shown)
        lead = [is_numeric(d.dtype) and self.formatter(i) is None for i, d in enumerate(whole[:len(data)])]
        if columns.nlevels > 1:
            lines = columns._level_texts(True)
            out = [[x[i] for x in lines] for i in range(len(columns))]
        else:
            if len(columns) < len(self.frame.columns) and columns.dtype.kind == 'O' and all(hasattr(x, 'to_datetime64') for x in columns):
                columns = type(columns)(list(columns))      # (parts that pandas joins again: objects that are moments become such)
            out = [[' ' + x if lead[i] else x] for i, x in enumerate(label_texts(columns))]
        if self.row_names:
            for x in out:
                x.append('')
        return out

    def index_column(self):
        index = self.tr.index
        if index.nlevels > 1:
            levels = index._level_texts(True, names=self.row_names)
            body = beside(1, *[fixed_width(list(x), 'left') for x in levels]).split('\n')
        else:
            body = beside(1, fixed_width(format_index(index, self.row_names), 'left')).split('\n')
        if not self.header:
            return body
        names = [pretty(x) if x is not None else '' for x in self.tr.columns.names] if self.column_names else [''] * self.tr.columns.nlevels
        return names + body

    def columns(self):
        out = []
        if not len(self.tr.columns):
            return [self.index_column()]
        heads = self.heads() if self.header is not False else None
        if isinstance(self.header, (list, tuple)):
            if len(self.header) != len(self.tr.columns):
                raise ValueError(f'Writing {len(self.tr.columns)} cols but got {len(self.header)} aliases')
            heads = [[' ' + x if is_numeric(d.dtype) else x] for x, d in zip(self.header, self.tr._data)]
        for i in range(len(self.tr.columns)):
            texts = self.texts(i)
            if heads is None:
                out.append(fixed_width(texts, minimum=self.col_space))
                continue
            texts = fixed_width(texts, minimum=max(self.col_space, max(map(len, heads[i]))))
            wide = max([len(x) for x in heads[i]] + [len(x) for x in texts])
            out.append(aligned(heads[i], wide, self.justify) + texts)
        if self.index:
            out.insert(0, self.index_column())
        if self.cut_cols:
            out.insert(self.half_cols + bool(self.index), [' ...'] * len(out[0]))
        if self.cut_rows:
            self.dots(out)
        return out

    def dots(self, columns):
        above = len(columns[0]) - len(self.tr)
        middle = self.half_cols + bool(self.index) if self.cut_cols else -1
        for i, column in enumerate(columns):
            wide = len(column[self.half_rows])
            text = '...' if wide > 3 or i == middle else '..'
            wide = 4 if i == middle else wide
            column.insert(above + self.half_rows, text.ljust(wide) if i == 0 and self.index else text.rjust(wide))

    def text(self, line_width=None):
        """The whole text."""
        frame = self.frame
        if not len(frame.columns) or not len(frame.index):
            body = f'Empty {type(frame).__name__}\nColumns: {pretty(frame.columns)}\nIndex: {pretty(frame.index)}'
        else:
            columns = self.columns()
            if line_width is None:
                body = beside(1, *columns)
            elif self.asked_cols is None or self.asked_cols > 0:
                body = self.in_pieces(columns, line_width)
            else:
                body = self.fitted(columns)
        return body + (f'\n\n[{len(frame)} rows x {len(frame.columns)} columns]' if self.show_size else '')

    def fitted(self, columns):
        """As many columns as the terminal is wide."""
        lines = beside(1, *columns)
        over = max(map(len, lines.split('\n'))) - shutil.get_terminal_size().columns + 1
        wides = [max(map(len, c)) for c in columns]
        if over <= 0:
            return lines
        while over > 0 and len(wides) > 1:
            over -= wides.pop(round(len(wides) / 2)) + 1
        self.max_cols = max(len(wides) - bool(self.index), 2)
        self.cut()
        return beside(1, *self.columns())

    def in_pieces(self, columns, wide):
        """The columns in blocks below one another, each as wide as a line."""
        lead = columns.pop(0) if self.index else None
        room = wide - (max(map(len, lead)) + 1 if lead else 0)
        wides = [max(map(len, c)) + 1 for c in columns]
        ends, used = [], 0
        for i, w in enumerate(wides):
            used += w
            if used + (1 if i == len(wides) - 1 else 2) > room and i:
                ends.append(i)
                used = w
        ends.append(len(columns))
        pieces, start = [], 0
        for k, end in enumerate(ends):
            row = columns[start:end]
            if lead:
                row.insert(0, lead)
            if len(ends) > 1:
                tall = len(row[-1])
                row.append([' \\'] + ['  '] * (tall - 1) if k < len(ends) - 1 else [' '] * tall)
            pieces.append(beside(1, *row))
            start = end
        return '\n\n'.join(pieces)
