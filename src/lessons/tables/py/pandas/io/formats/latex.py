"""Tables as LaTeX."""
from pandas.core.dtypes import is_numeric
from pandas.io.formats.format import Rendering, pretty

SIGNS = [('\\', '\\textbackslash '), ('_', '\\_'), ('%', '\\%'), ('$', '\\$'), ('#', '\\#'), ('{', '\\{'), ('}', '\\}'), ('~', '\\textasciitilde '), ('^', '\\textasciicircum '), ('&', '\\&')]


def escaped(text):
    for sign, told in SIGNS:
        text = text.replace(sign, told)
    return text


def split_of(shown, header):
    """How many lines stand above the values."""
    return (shown.tr.columns.nlevels if header is not False else 0) + bool(shown.row_names)


def latex_text(frame, columns, header, index, na_rep, formatters, float_format, form, caption, label, escape):
    """The text of a tabular, in a table where it has a caption or a label."""
    shown = Rendering(frame, na_rep, float_format, formatters, header, index, True, None, None, None, columns)
    if len(frame.columns) == 0 or len(frame) == 0:
        body = f'\\begin{{tabular}}{{{form or "l"}}}\n\\toprule\nEmpty {type(frame).__name__}\nColumns: {pretty(frame.columns)}\nIndex: {pretty(frame.index)} \\\\\n\\bottomrule\n\\end{{tabular}}\n'
        return body
    safe = escaped if escape else str
    lead = shown.tr.index.nlevels if index else 0
    form = form or 'l' * lead + ''.join('r' if is_numeric(a.dtype) else 'l' for a in shown.tr._data)
    columns = [[x for x in column] for column in shown.columns()]
    rows = [[safe(x) if x.strip() else '{}' if i < lead or k < split_of(shown, header) else x for i, x in enumerate(row)] for k, row in enumerate(zip(*columns))]
    told = [' & '.join(row) + ' \\\\' for row in rows]
    split = split_of(shown, header)
    inner = '\\begin{tabular}{' + form + '}\n\\toprule\n' + ''.join(x + '\n' for x in told[:split]) + ('\\midrule\n' if split else '') + ''.join(x + '\n' for x in told[split:]) + '\\bottomrule\n\\end{tabular}\n'
    if caption is None and label is None:
        return inner
    return '\\begin{table}\n\\centering\n' + (f'\\caption{{{caption}}}\n' if caption else '') + (f'\\label{{{label}}}\n' if label else '') + inner + '\\end{table}\n'
