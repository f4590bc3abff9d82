"""JSON: read_json and to_json, by columns, rows or records."""
import io
import json
import os

from pandas.core.dtypes import listed
from pandas.core.missing import missing_one
from pandas.errors import refuse

ORIENTS = ('columns', 'records', 'index', 'split', 'values')


def plain(x):
    """A value as JSON has it."""
    if missing_one(x):
        return None
    if hasattr(x, 'value') and hasattr(x, 'isoformat'):
        return x.value // 10 ** 6
    return x.item() if hasattr(x, 'item') else x


def write_json(obj, path, orient, rest):
    lines = rest.pop('lines', False)
    indent = rest.pop('indent', None)
    refuse('to_json', rest, {'date_format': None, 'double_precision': 10, 'force_ascii': True, 'date_unit': 'ms', 'default_handler': None, 'compression': 'infer', 'index': True, 'storage_options': None})
    if obj.ndim == 1:
        orient = orient or 'index'
        if orient not in ('index', 'records', 'split'):
            raise ValueError(f'Invalid value \'{orient}\' for option \'orient\'')
        values, labels = [tidy(plain(x)) for x in obj], [plain(x) for x in obj.index]
        made = dict(zip(map(str, labels), values)) if orient == 'index' else values if orient == 'records' else {'name': obj.name, 'index': labels, 'data': values}
    else:
        orient = orient or 'columns'
        if orient == 'table':
            text = json.dumps(with_schema(obj), separators=(',', ':'), indent=indent).replace('/', '\\/')
            return written(text, path)
        if orient not in ORIENTS:
            raise ValueError(f"Invalid value '{orient}' for option 'orient'")
        made = by_orient(obj, orient)
    if lines:
        if orient != 'records':
            raise ValueError("'lines' keyword only valid when 'orient' is records")
        text = ''.join(json.dumps(row, separators=(',', ':')) + '\n' for row in made)
    else:
        text = json.dumps(made, separators=(',', ':'), indent=indent).replace('/', '\\/')
    return written(text, path)


def written(text, path):
    """Writes a text to a path or a file; without one it comes back."""
    if path is None:
        return text
    if hasattr(path, 'write'):
        path.write(text)
    else:
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text)
    return None


def schema_type(values):
    """The word of a table's schema for an array."""
    kind = values.dtype.numpy_dtype.kind if hasattr(values, '_mask') else values.dtype.kind
    if values.dtype.name == 'category':
        return 'any'
    return {'i': 'integer', 'u': 'integer', 'f': 'number', 'b': 'boolean', 'M': 'datetime', 'm': 'duration'}.get(kind, 'string')


def with_schema(frame):
    """The table beside what its columns are."""
    flat = frame.reset_index() if frame.index.nlevels > 1 or frame.index.name is not None else frame.reset_index(names='index')
    keys = [c for c in flat.columns if c not in frame.columns]
    fields = []
    for name, values in zip(flat.columns, flat._data):
        field = {'name': name, 'type': schema_type(values)}
        if values.dtype.name == 'category':
            field.update(constraints={'enum': [plain(x) for x in values.categories]}, ordered=bool(values.ordered))
        elif hasattr(values, '_extended'):
            field['extDtype'] = values.dtype.name
        fields.append(field)
    return {'schema': {'fields': fields, 'primaryKey': keys, 'pandas_version': '1.4.0'}, 'data': by_orient(flat, 'records')}


def tidy(x):
    """A float to ten digits behind the point."""
    return round(x, 10) if isinstance(x, float) else x


def by_orient(frame, orient):
    columns = [[tidy(plain(x)) for x in listed(a)] for a in frame._data]
    names, rows = [str(plain(c)) for c in frame.columns], [plain(x) for x in frame.index]
    if orient == 'columns':
        return {n: dict(zip(map(str, rows), c)) for n, c in zip(names, columns)}
    cells = list(zip(*columns))
    if orient == 'records':
        return [dict(zip(names, r)) for r in cells]
    if orient == 'index':
        return {str(k): dict(zip(names, r)) for k, r in zip(rows, cells)}
    if orient == 'values':
        return [list(r) for r in cells]
    return {'columns': [plain(c) for c in frame.columns], 'index': rows, 'data': [list(r) for r in cells]}


def read_json(path_or_buf, *, orient=None, typ='frame', lines=False, encoding=None, **rest):
    """The table in a JSON text."""
    from pandas.core.frame import DataFrame
    from pandas.core.indexes.base import Index
    from pandas.core.series import Series
    refuse('read_json', rest, {'dtype': None, 'convert_axes': None, 'convert_dates': True, 'compression': 'infer', 'nrows': None, 'chunksize': None, 'precise_float': False, 'encoding_errors': 'strict'})
    if hasattr(path_or_buf, 'read'):
        text = path_or_buf.read()
    elif isinstance(path_or_buf, os.PathLike) or (isinstance(path_or_buf, str) and path_or_buf.lstrip()[:1] not in ('{', '[')):
        if not os.path.exists(path_or_buf):
            raise FileNotFoundError(f'File {path_or_buf} does not exist')
        with io.open(path_or_buf, encoding=encoding or 'utf-8') as f:
            text = f.read()
    else:
        text = path_or_buf
    try:
        data = [json.loads(line) for line in text.splitlines() if line.strip()] if lines else json.loads(text)
    except json.JSONDecodeError as e:
        raise ValueError('Expected object or value' if 'delimiter' not in str(e) and 'Extra data' not in str(e) else 'Trailing data' if 'Extra data' in str(e) else 'Unexpected character found when decoding object value') from None
    if typ == 'series':
        return Series(data)
    if orient == 'index':
        found = DataFrame.from_dict(data, orient='index')
    elif orient == 'split':
        found = DataFrame(data['data'], index=data['index'], columns=data['columns'])
    elif isinstance(data, dict) and orient in (None, 'columns'):
        found = DataFrame(data)
    else:
        found = DataFrame(data)
    if found.index.dtype.kind == 'O' and all(isinstance(x, str) and x.lstrip('-').isdigit() for x in found.index) and len(found):
        found = found.set_axis(Index([int(x) for x in found.index]))
    return found
