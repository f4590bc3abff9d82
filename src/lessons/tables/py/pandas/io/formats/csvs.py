"""Tables as text with separators."""
import io

from pandas.core.dtypes import is_list_like
from pandas.core.missing import missing_in
from pandas.errors import refuse

PACKED = {'.gz': 'gzip', '.bz2': 'bz2', '.xz': 'xz', '.zip': 'zip'}


def write_csv(frame, path, sep, na_rep, float_format, columns, header, index, index_label, mode, encoding, rest):
    """Writes a frame to a path or a file; without one the text comes back."""
    line_end = rest.pop('lineterminator', rest.pop('line_terminator', None)) or '\n'
    compression, decimal, dates, errors = rest.pop('compression', 'infer'), rest.pop('decimal', '.'), rest.pop('date_format', None), rest.pop('errors', 'strict')
    form = {k: rest.pop(k) for k in ('quoting', 'quotechar', 'doublequote', 'escapechar') if rest.get(k) is not None}
    refuse('to_csv', rest, {'quoting': None, 'quotechar': None, 'escapechar': None, 'doublequote': None, 'chunksize': rest.get('chunksize'), 'storage_options': None})
    if len(sep) != 1:
        raise TypeError('"delimiter" must be a 1-character string')
    if columns is not None:
        frame = frame[list(columns)]
    text = told(frame, sep, na_rep, float_format, header, index, index_label, line_end, decimal, dates, form)
    if path is None:
        return text
    if hasattr(path, 'write'):
        path.write(text if not (hasattr(path, 'mode') and 'b' in str(path.mode)) and not isinstance(path, io.BytesIO) else text.encode(encoding or 'utf-8'))
        return None
    import os
    name = os.fspath(path)
    folder = os.path.dirname(name)
    if folder and not os.path.isdir(folder):
        raise OSError(f"Cannot save file into a non-existent directory: '{folder}'")
    way = next((kind for end, kind in PACKED.items() if name.endswith(end)), None) if compression == 'infer' else compression.get('method') if isinstance(compression, dict) else compression
    if way:
        return packed(name, text.encode(encoding or 'utf-8', errors), way, mode)
    with open(name, mode, encoding=encoding or 'utf-8', errors=errors, newline='') as f:
        f.write(text)
    return None


def packed(name, data, way, mode):
    """Writes a file that is packed."""
    import importlib
    import os
    if way == 'zip':
        import zipfile
        base = os.path.basename(name)
        with zipfile.ZipFile(name, 'w', zipfile.ZIP_DEFLATED) as f:
            f.writestr(base[:-4] if base.endswith('.zip') else base, data)
        return
    if way not in ('gzip', 'bz2', 'xz'):
        raise ValueError(f'Unrecognized compression type: {way}\nValid compression types are [None, \'infer\', \'bz2\', \'gzip\', \'tar\', \'xz\', \'zip\', \'zstd\']')
    with importlib.import_module('lzma' if way == 'xz' else way).open(name, mode + 'b') as f:
        f.write(data)


def told(frame, sep, na_rep, float_format, header, index, index_label, line_end, decimal, dates, form):
    import csv
    out = io.StringIO(newline='')
    writer = csv.writer(out, delimiter=sep, lineterminator=line_end, **{'quotechar': '"', **form})
    exact = form.get('quoting') == csv.QUOTE_NONNUMERIC         # (numbers stay numbers, so that they are not in quotes)
    levels = frame.index.nlevels if index else 0
    if header is not False:
        names = list(header) if is_list_like(header) else [x for x in frame.columns]
        if len(names) != len(frame.columns):
            raise ValueError(f'Writing {len(frame.columns)} cols but got {len(names)} aliases')
        heads(writer, frame, names, levels, index_label, is_list_like(header))
    columns = [texts(a, na_rep, float_format, decimal, dates, exact) for a in frame._data]
    if index:
        for i in range(levels - 1, -1, -1):
            columns.insert(0, texts(frame.index.get_level_values(i)._values, na_rep, float_format, decimal, dates, exact))
    writer.writerows(zip(*columns))
    return out.getvalue()


def heads(writer, frame, names, levels, index_label, aliases):
    """The lines above the rows: one, or of columns of several levels one a level."""
    first = []
    if levels and index_label is not False:
        first = ([index_label] if isinstance(index_label, str) else list(index_label)) if index_label is not None else ['' if x is None else x for x in frame.index.names]
    if frame.columns.nlevels == 1 or aliases:
        writer.writerow(first + names)
        return
    for i, name in enumerate(frame.columns.names):
        writer.writerow(([name if name is not None else ''] + [''] * (levels - 1) if levels else []) + list(frame.columns.get_level_values(i)))
    if levels and any(first):
        writer.writerow(first + [''] * len(names))


def texts(values, na_rep, float_format, decimal='.', dates=None, exact=False):
    """The values of a column as they are written."""
    kind = values.dtype.kind
    gone = missing_in(values)
    if kind == 'M':
        from pandas.core.dates import moment_texts
        if dates:
            from pandas.core.dtypes import listed
            return [na_rep if g else x.strftime(dates) for x, g in zip(listed(values), gone)]
        return moment_texts(values, na_rep)
    if hasattr(values, '_mask') and values.dtype.numpy_dtype.kind == 'f':
        values, kind = values._filled_floats(), 'f'
    if kind == 'f' and float_format:
        form = float_format if callable(float_format) else (lambda x: float_format % x if '%' in float_format else float_format.format(x))
        found = [na_rep if g else form(x) for x, g in zip(values.tolist(), gone)]
    elif kind == 'f' and values.dtype.itemsize < 8:
        found = [na_rep if g else str(x) for x, g in zip(values, gone)]
    elif kind == 'f' and decimal != '.':
        found = [na_rep if g else repr(x) for x, g in zip(values.tolist(), gone)]
    else:
        return [na_rep if g else x for x, g in zip(values.tolist() if kind != 'O' else values, gone)] if gone.any() else values.tolist()
    if decimal != '.':
        found = [x.replace('.', decimal) for x in found]
    return [float(x) if x != na_rep else x for x in found] if exact and decimal == '.' else found
