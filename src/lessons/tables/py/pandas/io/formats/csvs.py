"""Tables as text with separators."""
import io

from pandas.core.dtypes import is_list_like
from pandas.core.missing import missing_in
from pandas.errors import refuse


def write_csv(frame, path, sep, na_rep, float_format, columns, header, index, index_label, mode, encoding, rest):
    """Writes a frame to a path or a file; without one the text comes back."""
    import csv
    line_end = rest.pop('lineterminator', rest.pop('line_terminator', None)) or '\n'
    refuse('to_csv', rest, {'compression': 'infer', 'quoting': None, 'quotechar': '"', 'chunksize': None, 'date_format': None, 'doublequote': True, 'escapechar': None, 'decimal': '.', 'errors': 'strict',
                            'storage_options': None})
    if len(sep) != 1:
        raise TypeError('"delimiter" must be a 1-character string')
    if columns is not None:
        frame = frame[list(columns)]
    out = io.StringIO(newline='')
    writer = csv.writer(out, delimiter=sep, lineterminator=line_end, quotechar='"')
    levels = frame.index.nlevels if index else 0
    if header is not False:
        names = list(header) if is_list_like(header) else [x for x in frame.columns]
        if len(names) != len(frame.columns):
            raise ValueError(f'Writing {len(frame.columns)} cols but got {len(names)} aliases')
        first = []
        if index:
            first = ([index_label] if isinstance(index_label, str) else list(index_label)) if index_label not in (None, False) else ['' if x is None else x for x in frame.index.names]
            first = first if index_label is not False else []
        writer.writerow(first + names)
    columns = [texts(a, na_rep, float_format) for a in frame._data]
    if index:
        for i in range(levels - 1, -1, -1):
            columns.insert(0, texts(frame.index.get_level_values(i)._values, na_rep, float_format))
    writer.writerows(zip(*columns))
    text = out.getvalue()
    if path is None:
        return text
    if hasattr(path, 'write'):
        path.write(text if not (hasattr(path, 'mode') and 'b' in str(path.mode)) else text.encode(encoding or 'utf-8'))
        return None
    import os
    name = os.fspath(path)
    if name.endswith(('.gz', '.bz2', '.xz', '.zip')):
        raise NotImplementedError("perch's pandas has no to_csv into packed files")
    folder = os.path.dirname(name)
    if folder and not os.path.isdir(folder):
        raise OSError(f"Cannot save file into a non-existent directory: '{folder}'")
    with open(name, mode, encoding=encoding or 'utf-8', newline='') as f:
        f.write(text)
    return None


def texts(values, na_rep, float_format):
    """The values of a column as they are written."""
    kind = values.dtype.kind
    gone = missing_in(values)
    if kind == 'M':
        from pandas.core.dates import moment_texts
        out = moment_texts(values, na_rep)
        return out
    if kind == 'f' and float_format:
        form = float_format if callable(float_format) else (lambda x: float_format % x)
        return [na_rep if g else form(x) for x, g in zip(values.tolist(), gone)]
    if kind == 'f' and values.dtype.itemsize < 8:
        return [na_rep if g else str(x) for x, g in zip(values, gone)]
    return [na_rep if g else x for x, g in zip(values.tolist() if kind != 'O' else values, gone)] if gone.any() else values.tolist()
