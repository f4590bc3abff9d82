"""DataFrame.info: the columns of a table, their dtypes, what is missing, the memory."""
import sys

from pandas.core.reduce import count
from pandas.core.options import option
from pandas.io.formats.format import pretty


def frame_info(frame, verbose=None, buf=None, max_cols=None, memory_usage=None, show_counts=None):
    """Prints what a table is made of."""
    out = sys.stdout if buf is None else buf
    lines = [str(type(frame)), index_line(frame.index)]
    columns = [pretty(c) for c in frame.columns]
    if not columns:
        out.write('\n'.join(lines + [f'Empty {type(frame).__name__}']) + '\n')
        return
    short = verbose is False or (verbose is None and len(columns) > (option('display.max_info_columns') if max_cols is None else max_cols))
    if short:
        lines.append(f'Columns: {len(columns)} entries, {columns[0]} to {columns[-1]}')
    else:
        lines.append(f'Data columns (total {len(columns)} columns):')
        lines += column_lines(frame, columns, len(frame) <= option('display.max_info_rows') if show_counts is None else show_counts)
    counts = {}
    for a in frame._data:
        counts[a.dtype.name] = counts.get(a.dtype.name, 0) + 1
    lines.append('dtypes: ' + ', '.join(f'{k}({n})' for k, n in sorted(counts.items())))
    if memory_usage is not False:
        deep = memory_usage == 'deep'
        plus = '+' if not deep and (any(a.dtype == object for a in frame._data) or frame.index.dtype == object) else ''
        lines.append(f'memory usage: {sized(int(frame.memory_usage(True, deep).sum()), plus)}')
    out.write('\n'.join(lines) + ('\n' if memory_usage is not False else ''))


def series_info(s, verbose, buf, memory_usage, show_counts):
    """Prints what a column is made of."""
    out, name = sys.stdout if buf is None else buf, s.dtype.name
    lines = [str(type(s)), index_line(s.index)] + ([f'Series name: {s.name}'] if verbose in (None, True) else [])
    heads = (['Non-Null Count'] if show_counts else []) + ['Dtype']
    cells = ([f'{count(s._values)} non-null'] if show_counts else []) + [name]
    wides = [max(len(a), len(b)) for a, b in zip(heads, cells)]
    lines += ['  '.join(x.ljust(w) for x, w in zip(row, wides)) for row in (heads, ['-' * len(h) for h in heads], cells)] if verbose in (None, True) else []
    lines.append(f'dtypes: {name}(1)')
    if memory_usage is not False:
        deep = memory_usage == 'deep'
        lines.append(f'memory usage: {sized(s.memory_usage(True, deep), "+" if not deep and (s.dtype == object or s.index.dtype == object) else "")}')
    out.write('\n'.join(lines) + ('\n' if memory_usage is not False else ''))


def index_line(index):
    name = type(index).__name__
    if not len(index):
        return f'{name}: 0 entries'
    if index.dtype.kind == 'M':
        from pandas.core.dates import moment_texts
        days = index.tz is None and index.resolution == 'day'
        ends = [str(index[0]), str(index[-1])] if not days else moment_texts(index._values[[0, -1]])
    else:
        ends = [str(x) if isinstance(x, tuple) else pretty(x) for x in (index[0], index[-1])]
    freq = getattr(index, 'freqstr', None)
    return f'{name}: {len(index)} entries, {ends[0]} to {ends[1]}' + (f'\nFreq: {freq}' if freq else '')


def column_lines(frame, names, counted):
    heads = [' # ', 'Column'] + (['Non-Null Count'] if counted else []) + ['Dtype']
    rows = []
    for i, (n, a) in enumerate(zip(names, frame._data)):
        rows.append([f' {i}', n] + ([f'{count(a)} non-null'] if counted else []) + [a.dtype.name])
    wides = [max(len(h), max(len(r[k]) for r in rows)) for k, h in enumerate(heads)]

    def line(cells):
        return '  '.join(c.ljust(w) for c, w in zip(cells, wides))
    return [line(heads), line(['-' * len(h) if k else '---' for k, h in enumerate(heads)])] + [line(r) for r in rows]


def sized(n, plus):
    """A number of bytes as it is said."""
    for unit in ('bytes', 'KB', 'MB', 'GB', 'TB'):
        if n < 1024:
            return f'{n:3.1f}{plus} {unit}'
        n /= 1024
    return f'{n:3.1f}{plus} PB'
