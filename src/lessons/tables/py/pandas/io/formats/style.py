"""DataFrame.style: a table as HTML, its values in forms of their own and its cells in colours; what a style says is worked out when the HTML is asked for."""
import numpy as np

from pandas.core.dtypes import box, is_integer, is_list_like
from pandas.core.indexes.base import Index
from pandas.core.missing import missing_one


def css_of(text):
    """A style as [(name, value), …]."""
    if not isinstance(text, str):
        return [(str(k), str(v)) for k, v in text]
    pairs = [x.split(':', 1) for x in text.split(';') if x.strip()]
    if any(len(x) != 2 for x in pairs):
        raise ValueError(f"Styles supplied as string must follow CSS rule formats, for example 'attr: val;'. '{text}' was given.")
    return [(a.strip(), b.strip()) for a, b in pairs]


def escaped(text, how):
    from pandas.io.formats.latex import escaped as for_latex
    if how == 'latex':
        return for_latex(text)
    return text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;').replace('"', '&#34;').replace("'", '&#39;')


class Form:
    """How the values of a column are told."""

    def __init__(self, formatter, na_rep, precision, decimal, thousands, escape):
        if formatter is not None and not isinstance(formatter, str) and not callable(formatter):
            raise TypeError(f"'formatter' expected str or callable, got {type(formatter)}")
        self.formatter, self.na_rep, self.decimal, self.thousands, self.escape = formatter, na_rep, decimal, thousands, escape
        from pandas.core.options import option
        self.precision = option('styler.format.precision') if precision is None else precision

    def told(self, x):
        if self.na_rep is not None and missing_one(x):
            return self.na_rep
        if self.escape and isinstance(x, str):
            x = escaped(x, self.escape)
        if callable(self.formatter):
            return self.formatter(x)
        if self.formatter is not None:
            return self.changed(self.formatter.format(x))
        return self.plain(x)

    def plain(self, x):
        if isinstance(x, (float, np.floating, complex)) and not isinstance(x, bool):
            return self.changed(f'{x:,.{self.precision}f}' if self.thousands else f'{x:.{self.precision}f}')
        if is_integer(x) and self.thousands:
            return self.changed(f'{x:,.0f}')
        return x

    def changed(self, text):
        if self.thousands in (None, ',') and self.decimal == '.':
            return text
        return ''.join({',': self.thousands if self.thousands is not None else ',', '.': self.decimal}.get(c, c) for c in text)


class Styler:
    """A table and how it is shown."""
    __module__ = 'pandas.io.formats.style'

    def __init__(self, data, precision=None, table_styles=None, uuid=None, caption=None, table_attributes=None, cell_ids=True, na_rep=None, uuid_len=5, decimal=None, thousands=None, escape=None,
                 formatter=None):
        if getattr(data, 'ndim', 0) == 1 and hasattr(data, 'to_frame'):
            data = data.to_frame()
        if not hasattr(data, '_columns'):
            raise TypeError('``data`` must be a Series or DataFrame')
        self.data, self.index, self.columns = data, data.index, data.columns
        import uuid as ids
        self.uuid, self.caption, self.table_styles, self.table_attributes, self.cell_ids = uuid or ids.uuid4().hex[:min(32, uuid_len)], caption, list(table_styles or ()), table_attributes, cell_ids
        self._todo, self._forms, self._head_forms, self._classes = [], {}, {}, {}
        self._hidden_rows, self._hidden_columns, self._no_index, self._no_header, self._no_names = set(), set(), False, False, [False, False]
        self.format(formatter, None, na_rep, precision, decimal or '.', thousands, escape)

    def _repr_html_(self):
        return self.to_html()

    # ---- forms ----
    def _spots(self, subset):
        """(rows, columns) that a subset names."""
        rows, columns = np.arange(len(self.index)), np.arange(len(self.columns))
        if subset is None:
            return rows, columns
        if isinstance(subset, tuple) and len(subset) == 2:
            part = [subset[0], subset[1]]
        elif isinstance(subset, (list, str, np.ndarray)) or hasattr(subset, '_values'):
            part = [slice(None), subset]
        else:
            part = [subset, slice(None)]        # (as pandas has it: a slice or a number names rows)
        out = []
        for key, labels, all_of in zip(part, (self.index, self.columns), (rows, columns)):
            if isinstance(key, slice):
                at = all_of[labels.slice_indexer(key.start, key.stop, key.step)] if key != slice(None) else all_of
            elif hasattr(key, 'dtype') and key.dtype.kind == 'b' or isinstance(key, list) and key and all(isinstance(x, (bool, np.bool_)) for x in key):
                at = all_of[np.asarray(key, bool)]
            else:
                names = list(key) if is_list_like(key) and not isinstance(key, tuple) else [key]
                absent = [x for x in names if x not in labels]
                if absent:
                    raise KeyError(f'{absent} not in index' if len(absent) < len(names) else f"None of [{Index(names)!r}] are in the [{'columns' if labels is self.columns else 'index'}]")
                at = np.concatenate([np.atleast_1d(all_of[labels.get_loc(x)]) for x in names]) if names else all_of[:0]
            out.append(at)
        return tuple(out)

    def format(self, formatter=None, subset=None, na_rep=None, precision=None, decimal='.', thousands=None, escape=None, hyperlinks=None):
        """How values are told: a text to fill, a function, a dict of them by column."""
        rows, columns = self._spots(subset)
        for j in columns:
            own = formatter.get(self.columns[j]) if isinstance(formatter, dict) else formatter
            form = Form(own, na_rep, precision, decimal, thousands, escape)
            for i in rows:
                self._forms[int(i), int(j)] = form
        return self

    def format_index(self, formatter=None, axis=0, level=None, na_rep=None, precision=None, decimal='.', thousands=None, escape=None, hyperlinks=None):
        """How labels are told."""
        self._head_forms[{0: 0, 'index': 0, 1: 1, 'columns': 1}[axis]] = Form(formatter, na_rep, precision, decimal, thousands, escape)
        return self

    def relabel_index(self, labels, axis=0, level=None):
        """Other labels in the place of those that are shown."""
        axis = {0: 0, 'index': 0, 1: 1, 'columns': 1}[axis]
        hidden = self._hidden_columns if axis else self._hidden_rows
        shown = [i for i in range(len(self.columns if axis else self.index)) if i not in hidden]
        if len(labels) != len(shown):
            raise ValueError(f'``labels`` must be of length equal to the number of visible labels along ``axis`` ({len(shown)}).')
        names = dict(zip(shown, labels))
        self._head_forms[axis] = names
        return self

    def set_precision(self, precision):
        """Digits behind the point."""
        return self.format(precision=precision)

    def set_na_rep(self, na_rep):
        """What stands where a value is missing."""
        return self.format(na_rep=na_rep)

    # ---- styles ----
    def _later(self, make, subset):
        self._todo.append((make, subset))
        return self

    def applymap(self, func, subset=None, **kwargs):
        """The style that a function gives for each value."""
        def make(rows, columns):
            return {(i, j): func(self._value(i, j), **kwargs) for j in columns for i in rows}
        return self._later(make, subset)

    def _value(self, i, j):
        return box(self.data._data[j][i])

    def where(self, cond, value, other=None, subset=None, **kwargs):
        """One style where a condition holds, another elsewhere."""
        return self.applymap(lambda x: value if cond(x, **kwargs) else (other or ''), subset)

    def apply(self, func, axis=0, subset=None, **kwargs):
        """The styles that a function gives for each column (axis=1: row; None: the whole table)."""
        def make(rows, columns):
            part = self.data.iloc[rows, columns]
            if axis is None:
                found = func(part, **kwargs)
                return cells(found, rows, columns, part)
            across = axis in (1, 'columns')
            out = {}
            for k, at in enumerate(rows if across else columns):
                line = part.iloc[k] if across else part.iloc[:, k]
                found = getattr(line, func)(**kwargs) if isinstance(func, str) else func(line, **kwargs)
                found = list(found.reindex(line.index)) if hasattr(found, 'reindex') else list(found)
                if len(found) != len(line):
                    raise ValueError(f"Function {func!r} resulted in the apply method collapsing to a Series.\nUsually, this is the result of the "
                                     'function returning a single value, instead of list-like.')
                for css, other in zip(found, columns if across else rows):
                    out[(at, other) if across else (other, at)] = css
            return out
        return self._later(make, subset)

    def set_properties(self, subset=None, **kwargs):
        """One style for every cell."""
        text = ''.join(f'{k}: {v};' for k, v in kwargs.items())
        return self.applymap(lambda x: text, subset)

    def _lit(self, mask_of, subset, color, props, axis=0):
        text = f'background-color: {color};' if props is None else props
        return self.apply(lambda x: np.where(mask_of(x), text, ''), axis, subset)

    def highlight_max(self, subset=None, color='yellow', axis=0, props=None):
        """The largest values in a colour."""
        return self._lit(lambda x: np.asarray(x == most(x, 'max')), subset, color, props, axis)

    def highlight_min(self, subset=None, color='yellow', axis=0, props=None):
        """The smallest values in a colour."""
        return self._lit(lambda x: np.asarray(x == most(x, 'min')), subset, color, props, axis)

    def highlight_null(self, color='red', subset=None, props=None, null_color=None):
        """What is missing in a colour."""
        return self._lit(lambda x: np.asarray(x.isna()), subset, null_color or color, props, None)

    def highlight_between(self, subset=None, color='yellow', axis=0, left=None, right=None, inclusive='both', props=None):
        """The values between two bounds in a colour."""
        def inside(x):
            values = np.asarray(x)
            low = True if left is None else values >= left if inclusive in ('both', 'left') else values > left
            high = True if right is None else values <= right if inclusive in ('both', 'right') else values < right
            return np.broadcast_to(low & high, values.shape)
        return self._lit(inside, subset, color, props, axis)

    def highlight_quantile(self, subset=None, color='yellow', axis=0, q_left=0.0, q_right=1.0, interpolation='linear', inclusive='both', props=None):
        """The values between two quantiles in a colour."""
        def inside(x):
            values = np.asarray(x, 'f8')
            low, high = np.nanquantile(values, [q_left, q_right], method=interpolation)
            return (values >= low) & (values <= high)
        return self._lit(inside, subset, color, props, axis)

    def background_gradient(self, cmap='PuBu', low=0, high=0, axis=0, subset=None, text_color_threshold=0.408, vmin=None, vmax=None, gmap=None):
        """Each value in a colour between two, the larger the further."""
        return self._coloured(cmap, low, high, axis, subset, text_color_threshold, vmin, vmax, gmap, False)

    def text_gradient(self, cmap='PuBu', low=0, high=0, axis=0, subset=None, vmin=None, vmax=None, gmap=None):
        """Each value written in a colour between two, the larger the further."""
        return self._coloured(cmap, low, high, axis, subset, 0.408, vmin, vmax, gmap, True)

    def _coloured(self, cmap, low, high, axis, subset, threshold, vmin, vmax, gmap, text):
        if subset is None and gmap is None:
            subset = [c for c, a in zip(self.columns, self.data._data) if a.dtype.kind in 'iuf' or getattr(a.dtype, '_numeric', False)]
        return self.apply(lambda x: gradient(np.asarray(x if gmap is None else gmap, 'f8'), cmap, low, high, threshold, vmin, vmax, text), axis, subset)

    def bar(self, subset=None, axis=0, *, color=None, cmap=None, width=100, height=100, align='left', vmin=None, vmax=None, props='width: 10em;'):
        """A bar behind each value."""
        if align != 'left' or cmap is not None or height != 100:
            raise NotImplementedError("perch's pandas has only bar(align='left', height=100) and no bar(cmap=…)")
        if subset is None:
            subset = [c for c, a in zip(self.columns, self.data._data) if a.dtype.kind in 'iuf']
        shade = ['#d65f5f'] * 2 if color is None else [color] * 2 if isinstance(color, str) else list(color) * (3 - len(color))
        return self.apply(lambda x: bars(np.asarray(x, 'f8'), shade, width, vmin, vmax, props), axis, subset)

    # ---- the table ----
    def set_caption(self, caption):
        """A text above the table."""
        self.caption = caption
        return self

    def set_uuid(self, uuid):
        """The name that the table's parts begin with."""
        self.uuid = uuid
        return self

    def set_table_attributes(self, attributes):
        """What stands in the tag of the table."""
        self.table_attributes = attributes
        return self

    def set_table_styles(self, table_styles=None, axis=0, overwrite=True, css_class_names=None):
        """Styles of the table's parts: [{'selector': …, 'props': …}, …], or by column or row."""
        if isinstance(table_styles, dict):
            across = axis in (0, 'index')
            labels, part = (self.columns, '.col') if across else (self.index, '.row')
            table_styles = [{'selector': f'{s["selector"]}{part}{i}', 'props': s['props']} for key, styles in table_styles.items() for i in np.atleast_1d(np.arange(len(labels))[labels.get_loc(key)])
                            for s in styles]
        self.table_styles = list(table_styles or ()) if overwrite else self.table_styles + list(table_styles or ())
        return self

    def set_sticky(self, axis=0, pixel_size=None, levels=None):
        """The labels stay where they are as the table is moved."""
        props = 'position:sticky; background-color:inherit; left:0px; z-index:1;' if axis in (0, 'index') else 'position:sticky; background-color:inherit; top:0px; z-index:2;'
        return self.set_table_styles([{'selector': 'tbody tr th' if axis in (0, 'index') else 'thead tr th', 'props': props}], overwrite=False)

    def set_td_classes(self, classes):
        """Classes of cells, by a table of them."""
        for c in classes.columns:
            for r in classes.index:
                text = classes.at[r, c]
                if isinstance(text, str) and text:
                    self._classes[self.index.get_loc(r), self.columns.get_loc(c)] = text
        return self

    def hide(self, subset=None, axis=0, level=None, names=False):
        """Without the labels of an axis, or without some rows or columns."""
        axis = {0: 0, 'index': 0, 1: 1, 'columns': 1}[axis]
        if names:
            self._no_names[axis] = True
        elif subset is None and axis == 0:
            self._no_index = True
        elif subset is None:
            self._no_header = True
        else:
            rows, columns = self._spots((subset, slice(None)) if axis == 0 else (slice(None), subset))
            (self._hidden_columns if axis else self._hidden_rows).update(int(i) for i in (columns if axis else rows))
        return self

    def hide_index(self, subset=None, level=None, names=False):
        """hide of the rows."""
        return self.hide(subset, 0, level, names)

    def hide_columns(self, subset=None, level=None, names=False):
        """hide of the columns."""
        return self.hide(subset, 1, level, names)

    def pipe(self, func, *args, **kwargs):
        """func(self, …)."""
        return func(self, *args, **kwargs)

    def clear(self):
        """Without any style."""
        self._todo, self.table_styles = [], []

    def export(self):
        """The styles, for use."""
        return {'apply': list(self._todo), 'table_attributes': self.table_attributes, 'table_styles': list(self.table_styles)}

    def use(self, styles):
        """The styles of another."""
        self._todo += styles['apply']
        self.table_styles += styles['table_styles']
        return self

    def to_html(self, buf=None, *, table_uuid=None, table_attributes=None, sparse_index=None, sparse_columns=None, bold_headers=False, caption=None, max_rows=None, max_columns=None, encoding=None,
                doctype_html=False, exclude_styles=False, **kwargs):
        """The HTML of the table."""
        for name, value in (('uuid', kwargs.get('uuid', table_uuid)), ('table_attributes', table_attributes), ('caption', caption)):
            if value is not None:
                setattr(self, name, value)
        if bold_headers:
            self.set_table_styles([{'selector': 'th', 'props': 'font-weight: bold;'}], overwrite=False)
        text = Page(self).text(exclude_styles)
        if doctype_html:
            text = f'<!DOCTYPE html>\n<html>\n<head>\n<meta charset="{encoding or "utf-8"}">\n</head>\n<body>\n{text}</body>\n</html>\n'
        if buf is None:
            return text
        if hasattr(buf, 'write'):
            buf.write(text)
        else:
            with open(buf, 'w', encoding=encoding or 'utf-8') as f:
                f.write(text)
        return None

    render = to_html


def most(x, which):
    """The largest or smallest that is there, of a column or of a table."""
    found = getattr(x, which)(skipna=True)
    return getattr(found, which)(skipna=True) if x.ndim == 2 else found


def cells(found, rows, columns, part):
    """A table of styles as {(row, column): style}."""
    if hasattr(found, '_columns'):
        found = found.reindex(index=part.index, columns=part.columns)
    elif not isinstance(found, np.ndarray):
        raise TypeError('Function must return a DataFrame or ndarray when passed to `Styler.apply` with axis=None')
    table = np.asarray(found, object)
    if table.shape != (len(rows), len(columns)):
        raise ValueError(f'Function returned ndarray with wrong shape.\nResult has shape: {table.shape}\nExpected shape: {(len(rows), len(columns))}')
    return {(i, j): table[a, b] for b, j in enumerate(columns) for a, i in enumerate(rows)}


def gradient(values, cmap, low, high, threshold, vmin, vmax, text):
    """The styles of values between colours of a map."""
    import matplotlib
    from matplotlib import colors
    smallest, largest = np.nanmin(values) if vmin is None else vmin, np.nanmax(values) if vmax is None else vmax
    span = largest - smallest
    norm = colors.Normalize(smallest - span * low, largest + span * high)
    shades = (matplotlib.colormaps[cmap] if isinstance(cmap, str) else cmap)(norm(values))

    def css(rgba):
        if text:
            return f'color: {colors.rgb2hex(rgba)};'
        dark = brightness(rgba) < threshold
        return f'background-color: {colors.rgb2hex(rgba)};color: {"#f1f1f1" if dark else "#000000"};'
    flat = [css(x) for x in shades.reshape(-1, 4)]
    out = np.empty(values.size, object)
    out[:] = flat
    return out.reshape(values.shape)


def brightness(rgba):
    """How bright a colour is, as people see it."""
    r, g, b = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in rgba[:3])
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def bars(values, shade, width, vmin, vmax, props):
    """The styles of bars from the left, or for values on both sides of zero from it."""
    left, right = np.nanmin(values) if vmin is None else vmin, np.nanmax(values) if vmax is None else vmax
    if left >= 0:
        left = 0.0 if vmin is None else left
    if right <= 0:
        right = 0.0 if vmax is None else right
    zero = (0.0 - left) / ((right - left) or 1)

    def css(x):
        if x != x:
            return props
        at = (x - left) / ((right - left) or 1)
        start, end = sorted((zero, at))
        start, end = start * width, end * width
        color = shade[x > 0]
        if end <= start:
            return props
        lead = f'transparent {start:.1f}%, {color} {start:.1f}%, ' if start > 0 else ''
        return f'{props} background: linear-gradient(90deg, {lead}{color} {end:.1f}%, transparent {end:.1f}%);'
    out = np.empty(values.size, object)
    out[:] = [css(x) for x in values.ravel()]
    return out.reshape(values.shape)


class Page:
    """The lines of a styled table."""

    def __init__(self, styler):
        self.s, self.lines, self.name = styler, [], f'T_{styler.uuid}'
        self.rows = [i for i in range(len(styler.index)) if i not in styler._hidden_rows]
        self.columns = [j for j in range(len(styler.columns)) if j not in styler._hidden_columns]
        self.styles = {}

    def work_out(self):
        """What each cell's style is: of several for one property all stand, the last counts."""
        for make, subset in self.s._todo:
            for (i, j), css in make(*self.s._spots(subset)).items():
                if isinstance(css, str) and css or not isinstance(css, (str, float, type(None))):
                    self.styles.setdefault((int(i), int(j)), []).extend(css_of(css))

    def text(self, exclude_styles):
        self.work_out()
        s = self.s
        if not exclude_styles:
            self.sheet()
        more = f' {s.table_attributes}' if s.table_attributes else ''
        self.lines.append(f'<table id="{self.name}"{more}>' if not exclude_styles else f'<table{more}>')
        if s.caption is not None:
            self.lines.append(f'  <caption>{s.caption[0] if isinstance(s.caption, tuple) else s.caption}</caption>')
        self.head()
        self.body()
        self.lines.append('</table>')
        return '\n'.join(self.lines) + '\n'

    def sheet(self):
        self.lines.append('<style type="text/css">')
        for each in self.s.table_styles:
            self.lines.append(', '.join(f'#{self.name} {x.strip()}' for x in each['selector'].split(',')) + ' {')
            self.lines += [f'  {a}: {b};' for a, b in css_of(each['props'])] + ['}']
        told = {}
        for i in self.rows:
            for j in self.columns:
                if (i, j) in self.styles:
                    told.setdefault(tuple(self.styles[i, j]), []).append(f'#{self.name}_row{i}_col{j}')
        for css, names in told.items():
            self.lines.append(', '.join(names) + ' {')
            self.lines += [f'  {a}: {b};' for a, b in css] + ['}']
        self.lines.append('</style>')

    def label(self, axis, at, level):
        """A label as it is shown."""
        labels = self.s.columns if axis else self.s.index
        x = labels.get_level_values(level)[at] if labels.nlevels > 1 else labels[at]
        form = self.s._head_forms.get(axis)
        if isinstance(form, dict):
            return form.get(at, x)
        return form.told(x) if form is not None else Form(None, None, None, '.', None, None).plain(x)

    def levels(self):
        return 0 if self.s._no_index else self.s.index.nlevels

    def head(self):
        s, many = self.s, self.levels()
        self.lines.append('  <thead>')
        named = any(n is not None for n in s.columns.names) and not s._no_names[1]
        if not s._no_header:
            for level in range(s.columns.nlevels):
                self.lines.append('    <tr>')
                for k in range(many - 1):
                    self.lines.append('      <th class="blank" >&nbsp;</th>')
                if many:
                    name = s.columns.names[level] if named else None
                    self.lines.append(f'      <th class="index_name level{level}" >{name}</th>' if name is not None else f'      <th class="blank level{level}" >&nbsp;</th>')
                for at, n in runs(s.columns, self.columns, level):
                    wide = f' colspan="{n}"' if n > 1 else ''
                    self.lines.append(f'      <th id="{self.name}_level{level}_col{at}" class="col_heading level{level} col{at}"{wide or " "}>{self.label(1, at, level)}</th>')
                self.lines.append('    </tr>')
        if any(n is not None for n in s.index.names) and many and not s._no_names[0]:
            self.lines.append('    <tr>')
            for k, n in enumerate(s.index.names):
                self.lines.append(f'      <th class="index_name level{k}" >{"" if n is None else n}</th>')
            for j in self.columns:
                self.lines.append(f'      <th class="blank col{j}" >&nbsp;</th>')
            self.lines.append('    </tr>')
        self.lines.append('  </thead>')

    def body(self):
        s = self.s
        self.lines.append('  <tbody>')
        spans = [dict(runs(s.index, self.rows, k)) for k in range(self.levels())]
        for i in self.rows:
            self.lines.append('    <tr>')
            for k, span in enumerate(spans):
                if i in span:
                    tall = f' rowspan="{span[i]}"' if span[i] > 1 else ' '
                    self.lines.append(f'      <th id="{self.name}_level{k}_row{i}" class="row_heading level{k} row{i}"{tall}>{self.label(0, i, k)}</th>')
            for j in self.columns:
                known = f'id="{self.name}_row{i}_col{j}" ' if s.cell_ids or (i, j) in self.styles else ''
                own = f' {s._classes[i, j]}' if (i, j) in s._classes else ''
                self.lines.append(f'      <td {known}class="data row{i} col{j}{own}" >{s._forms[i, j].told(s._value(i, j))}</td>')
            self.lines.append('    </tr>')
        self.lines.append('  </tbody>')


def runs(labels, shown, level):
    """[(where a label begins, how many places it covers), …] of a level; the last level stands at every place."""
    if labels.nlevels == 1 or level == labels.nlevels - 1:
        return [(i, 1) for i in shown]
    out = []
    for i in shown:
        key = labels[i][:level + 1]
        if out and out[-1][2] == key:
            out[-1][1] += 1
        else:
            out.append([i, 1, key])
    return [(a, n) for a, n, _ in out]
