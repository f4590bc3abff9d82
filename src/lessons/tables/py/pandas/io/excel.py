"""Workbooks (.xlsx): a zip of XML, written and read here; read_excel, ExcelFile, ExcelWriter, to_excel."""
import datetime
import io
import os
import re
import zipfile
import xml.etree.ElementTree as ET
from xml.sax.saxutils import escape

import numpy as np

_MAIN = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
_REL = '{http://schemas.openxmlformats.org/officeDocument/2006/relationships}'
_DAY_ZERO = datetime.datetime(1899, 12, 30)


def letters(column):
    """The letters of a column's number, from 0."""
    found = ''
    column += 1
    while column:
        column, left = divmod(column - 1, 26)
        found = chr(65 + left) + found
    return found


def number(text):
    """The number of a column's letters."""
    found = 0
    for letter in text.upper():
        found = found * 26 + ord(letter) - 64
    return found - 1


# ---- written ----
_TYPES = ('<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" '
          'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" '
          'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>')
_SHEET_TYPE = '<Override PartName="/xl/worksheets/sheet{}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>'
_ROOT = ('<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" '
         'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>')
_STYLES = ('<?xml version="1.0" encoding="UTF-8" standalone="yes"?><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="YYYY-MM-DD HH:MM:SS"/>'
           '<numFmt numFmtId="165" formatCode="YYYY-MM-DD"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill>'
           '<patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/>'
           '<xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>')


def _cell(row, column, value, style=0):
    """A cell's XML; nothing for what is missing."""
    place = f'{letters(column)}{row + 1}'
    if isinstance(value, (bool, np.bool_)):
        return f'<c r="{place}" s="{style}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, datetime.datetime):
        off = value.replace(tzinfo=None) - _DAY_ZERO
        return f'<c r="{place}" s="2"><v>{off.days + (off.seconds + off.microseconds / 1e6) / 86400!r}</v></c>'
    if isinstance(value, datetime.date):
        return f'<c r="{place}" s="3"><v>{(value - _DAY_ZERO.date()).days}</v></c>'
    if isinstance(value, datetime.timedelta):
        return f'<c r="{place}" s="{style}"><v>{value.total_seconds() / 86400!r}</v></c>'
    if isinstance(value, (int, float, np.integer, np.floating)):
        value = value.item() if isinstance(value, np.generic) else value
        if value in (float('inf'), float('-inf')):
            return _cell(row, column, 'inf' if value > 0 else '-inf', style)
        return f'<c r="{place}" s="{style}"><v>{value!r}</v></c>'
    return f'<c r="{place}" s="{style}" t="inlineStr"><is><t xml:space="preserve">{escape(str(value))}</t></is></c>'


class ExcelWriter:
    """A workbook that tables are written into, a sheet each."""
    engine, supported_extensions = 'openpyxl', ('.xlsx', '.xlsm')

    def __init__(self, path, engine=None, date_format=None, datetime_format=None, mode='w', storage_options=None, if_sheet_exists=None, engine_kwargs=None, **kwargs):
        if mode not in ('w', 'a'):
            raise ValueError(f"mode must be either 'w' or 'a' but was '{mode}'")
        if if_sheet_exists not in (None, 'error', 'new', 'replace', 'overlay'):
            raise ValueError(f"'{if_sheet_exists}' is not valid for if_sheet_exists. Valid options are 'error', 'new', 'replace' and 'overlay'.")
        if if_sheet_exists and mode != 'a':
            raise ValueError("if_sheet_exists is only valid in append mode (mode='a')")
        name = os.fspath(path) if isinstance(path, (str, os.PathLike)) else None
        if name is not None and os.path.splitext(name)[1] not in ('.xlsx', '.xlsm'):
            known = os.path.splitext(name)[1]
            raise ValueError(f"No engine for filetype: '{known[1:]}'")
        self.path, self.mode, self._exists, self._closed, self.sheets = path, mode, if_sheet_exists or 'error', False, {}
        if mode == 'a':
            if not os.path.exists(name or ''):
                raise FileNotFoundError(2, 'No such file or directory', name)
            for sheet, rows in ExcelFile(path)._grids().items():
                self.sheets[sheet] = {(r, c): (value, 0) for r, row in enumerate(rows) for c, value in enumerate(row) if value is not None}

    def __enter__(self):
        return self

    def __exit__(self, *told):
        self.close()

    def _sheet(self, name):
        if name in self.sheets and self.mode == 'a' and not getattr(self, '_fresh', {}).get(name):
            if self._exists == 'error':
                raise ValueError(f"Sheet '{name}' already exists and if_sheet_exists is set to 'error'.")
            if self._exists == 'new':
                k = 1
                while f'{name}{k}' in self.sheets:
                    k += 1
                name = f'{name}{k}'
            if self._exists == 'replace':
                self.sheets[name] = {}
        self.__dict__.setdefault('_fresh', {})[name] = True
        return self.sheets.setdefault(name, {})

    def _written(self):
        out = io.BytesIO()
        with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as z:
            count = range(1, len(self.sheets) + 1)
            z.writestr('[Content_Types].xml', _TYPES + ''.join(_SHEET_TYPE.format(i) for i in count) + '</Types>')
            z.writestr('_rels/.rels', _ROOT)
            names = ''.join(f'<sheet name="{escape(name, {chr(34): "&quot;"})}" sheetId="{i}" r:id="rId{i}"/>' for i, name in zip(count, self.sheets))
            z.writestr('xl/workbook.xml', '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
                       f'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>{names}</sheets></workbook>')
            links = ''.join(f'<Relationship Id="rId{i}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet{i}.xml"/>' for i in count)
            links += f'<Relationship Id="rId{len(self.sheets) + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/>'
            z.writestr('xl/_rels/workbook.xml.rels', f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{links}</Relationships>')
            z.writestr('xl/styles.xml', _STYLES)
            for i, cells in zip(count, self.sheets.values()):
                rows = {}
                for (r, c), (value, style) in sorted(cells.items()):
                    rows.setdefault(r, []).append(_cell(r, c, value, style))
                body = ''.join(f'<row r="{r + 1}">{"".join(row)}</row>' for r, row in rows.items())
                z.writestr(f'xl/worksheets/sheet{i}.xml', f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{body}</sheetData></worksheet>')
        return out.getvalue()

    def close(self):
        if self._closed:
            return
        self._closed = True
        if not self.sheets:
            raise IndexError('At least one sheet must be visible')
        data = self._written()
        if hasattr(self.path, 'write'):
            self.path.write(data)
        else:
            with open(self.path, 'wb') as f:
                f.write(data)

    save = close


def _plain(value, na_rep, inf_rep, float_format):
    from pandas.core.missing import missing_one
    if missing_one(value):
        return na_rep if na_rep else None
    if isinstance(value, float) and value in (float('inf'), float('-inf')):
        return inf_rep if value > 0 else '-' + inf_rep
    if float_format is not None and isinstance(value, float):
        return float(float_format % value)
    return value


def write_excel(frame, excel_writer, sheet_name='Sheet1', na_rep='', float_format=None, columns=None, header=True, index=True, index_label=None, startrow=0, startcol=0, engine=None, merge_cells=True, encoding=None,
                inf_rep='inf', verbose=None, freeze_panes=None, storage_options=None):
    """A table as a sheet."""
    if engine not in (None, 'openpyxl', 'xlsxwriter', 'auto'):
        raise ValueError(f"No Excel writer '{engine}'")
    own = not isinstance(excel_writer, ExcelWriter)
    writer = ExcelWriter(excel_writer) if own else excel_writer
    if columns is not None:
        missing = [c for c in columns if c not in frame.columns]
        if missing:
            raise KeyError('Not all names specified in \'columns\' are found' if len(missing) < len(columns) else "passes columns are not ALL present dataframe")
        frame = frame[list(columns)]
    if frame.columns.nlevels > 1 and not index:
        raise NotImplementedError("Writing to Excel with MultiIndex columns and no index ('index'=False) is not yet implemented.")
    cells = writer._sheet(sheet_name)
    depth, wide = frame.columns.nlevels, frame.index.nlevels if index else 0
    row = startrow
    names = list(frame.index.names)
    if isinstance(index_label, str):
        names = [index_label]
    elif index_label is not None and index_label is not False:
        names = list(index_label)
    header_list = header if not isinstance(header, (bool, np.bool_)) else None
    if header is not False:
        labels = list(header_list) if header_list is not None else list(frame.columns)
        if header_list is not None and len(labels) != len(frame.columns):
            raise ValueError(f'Writing {len(frame.columns)} cols but got {len(labels)} aliases')
        for level in range(depth):
            if depth > 1 and index and frame.columns.names[level] is not None:
                cells[row, startcol + wide - 1] = frame.columns.names[level], 1
            before = object()
            for k, label in enumerate(labels):
                part = label[level] if depth > 1 else label
                if depth == 1 or part != before or level == depth - 1 or not merge_cells:
                    cells[row, startcol + wide + k] = part, 1
                before = part
            row += 1
        if index and depth == 1:
            for k, name in enumerate(names):
                if name is not None:
                    cells[row - 1, startcol + k] = name, 1
        elif index:
            for k, name in enumerate(names):
                if name is not None:
                    cells[row, startcol + k] = name, 1
            row += 1        # (a row for the index's names, also where it has none)
    if index:
        last = [object()] * wide
        for r, label in enumerate(frame.index):
            parts = label if wide > 1 else (label,)
            fresh = False
            for k, part in enumerate(parts):
                fresh = fresh or part != last[k] or not merge_cells or k == wide - 1
                if fresh:
                    value = _plain(part, na_rep, inf_rep, None)
                    if value is not None:
                        cells[row + r, startcol + k] = value, 1
            last = list(parts)
    for k in range(len(frame.columns)):
        for r, value in enumerate(frame.iloc[:, k]):
            if getattr(value, 'tzinfo', None) is not None:
                raise ValueError('Excel does not support datetimes with timezones. Please ensure that datetimes are timezone unaware before writing to Excel.')
            value = _plain(value, na_rep, inf_rep, float_format)
            if value is not None:
                cells[row + r, startcol + wide + k] = value, 0
    if own:
        writer.close()


# ---- read ----
def _dated(code):
    code = re.sub(r'"[^"]*"|\[[^\]]*\]|\\.', '', code)
    return bool(re.search('[dmyhs]', code, re.I)) and code.lower() != 'general'


class ExcelFile:
    """A workbook that is read."""

    def __init__(self, path_or_buffer, engine=None, storage_options=None):
        if engine is not None and engine not in ('xlrd', 'openpyxl', 'odf', 'pyxlsb'):
            raise ValueError(f'Unknown engine: {engine}')
        self.io = path_or_buffer
        data = path_or_buffer
        if isinstance(data, ExcelWriter):
            data = data.path
        if isinstance(data, (str, os.PathLike)):
            with open(data, 'rb') as f:
                data = io.BytesIO(f.read())
        elif isinstance(data, bytes):
            data = io.BytesIO(data)
        try:
            self._zip = zipfile.ZipFile(data)
        except zipfile.BadZipFile:
            raise ValueError('Excel file format cannot be determined, you must specify an engine manually.') from None
        self._open()

    def _open(self):
        book = ET.fromstring(self._zip.read('xl/workbook.xml'))
        links = {r.get('Id'): r.get('Target') for r in ET.fromstring(self._zip.read('xl/_rels/workbook.xml.rels'))}
        self._parts = {}
        for sheet in book.iter(_MAIN + 'sheet'):
            target = links[sheet.get(_REL + 'id')]
            self._parts[sheet.get('name')] = target.lstrip('/') if target.startswith('/') else 'xl/' + target
        self._shared = []
        if 'xl/sharedStrings.xml' in self._zip.namelist():
            self._shared = [''.join(t.text or '' for t in si.iter(_MAIN + 't')) for si in ET.fromstring(self._zip.read('xl/sharedStrings.xml')).iter(_MAIN + 'si')]
        self._dates = set()
        if 'xl/styles.xml' in self._zip.namelist():
            styles = ET.fromstring(self._zip.read('xl/styles.xml'))
            own = {f.get('numFmtId'): f.get('formatCode') for f in styles.iter(_MAIN + 'numFmt')}
            for i, xf in enumerate(styles.find(_MAIN + 'cellXfs') or ()):
                code = xf.get('numFmtId', '0')
                if 14 <= int(code) <= 22 or 45 <= int(code) <= 47 or code in own and _dated(own[code]):
                    self._dates.add(i)

    sheet_names = property(lambda self: list(self._parts))

    def __enter__(self):
        return self

    def __exit__(self, *told):
        self.close()

    def close(self):
        self._zip.close()

    def _value(self, cell):
        kind, v = cell.get('t'), cell.find(_MAIN + 'v')
        if kind == 'inlineStr':
            return ''.join(t.text or '' for t in cell.iter(_MAIN + 't'))
        if v is None or v.text is None:
            return None
        if kind == 's':
            return self._shared[int(v.text)]
        if kind == 'b':
            return v.text == '1'
        if kind in ('str', 'd'):
            return v.text
        if kind == 'e':
            return None
        found = float(v.text)
        if int(cell.get('s', 0)) in self._dates:
            moment = _DAY_ZERO + datetime.timedelta(days=found)
            return (moment + datetime.timedelta(microseconds=500)).replace(microsecond=0) if abs(moment.microsecond - 500000) > 499000 else moment
        return int(found) if found == int(found) and abs(found) < 2 ** 53 else found

    def _grid(self, name):
        """The rows of a sheet, all of one length."""
        rows, wide = [], 0
        for row in ET.fromstring(self._zip.read(self._parts[name])).iter(_MAIN + 'row'):
            r = int(row.get('r', len(rows) + 1)) - 1
            rows.extend([] for _ in range(r + 1 - len(rows)))
            for k, cell in enumerate(row.iter(_MAIN + 'c')):
                place = re.match('[A-Z]+', cell.get('r', ''))
                c = number(place.group()) if place else k
                rows[r].extend([None] * (c + 1 - len(rows[r])))
                rows[r][c] = self._value(cell)
                wide = max(wide, c + 1)
        rows = [row + [None] * (wide - len(row)) for row in rows]
        while rows and all(v is None for v in rows[-1]):
            rows.pop()
        return rows

    def _grids(self):
        return {name: self._grid(name) for name in self._parts}

    def parse(self, sheet_name=0, **named):
        return _parse(self, sheet_name, **named)


def _named_sheet(book, sheet):
    names = book.sheet_names
    if isinstance(sheet, (int, np.integer)):
        if sheet >= len(names):
            raise ValueError(f'Worksheet index {sheet} is invalid, {len(names)} worksheets found')
        return names[sheet]
    if sheet not in names:
        raise ValueError(f"Worksheet named '{sheet}' not found")
    return sheet


def _columns_in(usecols, labels):
    """The places of the columns that are wanted."""
    if usecols is None:
        return list(range(len(labels)))
    if isinstance(usecols, str):
        found = []
        for part in usecols.split(','):
            ends = [number(x.strip()) for x in part.split(':')]
            found += range(ends[0], ends[-1] + 1)
        return [k for k in found if k < len(labels)]
    if callable(usecols):
        return [k for k, label in enumerate(labels) if usecols(label)]
    if all(isinstance(x, int) for x in usecols):
        return sorted(usecols)
    missing = [x for x in usecols if x not in labels]
    if missing:
        raise ValueError(f'Usecols do not match columns, columns expected but not found: {missing}')
    return [k for k, label in enumerate(labels) if label in set(usecols)]


def read_excel(io, sheet_name=0, header=0, names=None, index_col=None, usecols=None, squeeze=None, dtype=None, engine=None, **named):
    """A sheet of a workbook as a table; of several, a dict."""
    book = io if isinstance(io, ExcelFile) else ExcelFile(io, engine)
    found = _parse(book, sheet_name, header=header, names=names, index_col=index_col, usecols=usecols, squeeze=squeeze, dtype=dtype, **named)
    if book is not io:
        book.close()
    return found


def _parse(book, sheet_name=0, **named):
    if sheet_name is None or isinstance(sheet_name, (list, tuple)):
        return {s: _parse_one(book._grid(_named_sheet(book, s)), **named) for s in (book.sheet_names if sheet_name is None else sheet_name)}
    return _parse_one(book._grid(_named_sheet(book, sheet_name)), **named)


def _without(rows, skiprows):
    if skiprows is None:
        return rows
    if isinstance(skiprows, int):
        return rows[skiprows:]
    gone = skiprows if callable(skiprows) else set(skiprows).__contains__
    return [row for i, row in enumerate(rows) if not gone(i)]


def _filled(row):
    """The labels of merged cells go on to the right."""
    made = []
    for v in row:
        made.append(made[-1] if v is None and made else v)
    return made


_GONE = frozenset(('', '#N/A', '#N/A N/A', '#NA', '-1.#IND', '-1.#QNAN', '-NaN', '-nan', '1.#IND', '1.#QNAN', '<NA>', 'N/A', 'NA', 'NULL', 'NaN', 'n/a', 'nan', 'null'))


def _parse_one(rows, header=0, names=None, index_col=None, usecols=None, squeeze=None, dtype=None, true_values=None, false_values=None, skiprows=None, nrows=None, na_values=None, keep_default_na=True, na_filter=True,
               parse_dates=False, converters=None, date_parser=None, thousands=None, decimal='.', comment=None, skipfooter=0, verbose=False, convert_float=None, mangle_dupe_cols=True, storage_options=None):
    from pandas.core.frame import DataFrame
    rows = _without(rows, skiprows)
    if skipfooter:
        rows = rows[:len(rows) - skipfooter]
    several = isinstance(header, (list, tuple))
    if not rows:
        return DataFrame()
    wide = len(rows[0])
    if several:
        heads = [_filled(rows[h]) if i < len(header) - 1 else rows[h] for i, h in enumerate(header)]
        body = rows[max(header) + 1:]
        labels = [tuple('Unnamed: %d_level_%d' % (k, i) if head[k] is None else head[k] for i, head in enumerate(heads)) for k in range(wide)]
    elif header is None:
        labels, body = list(range(wide)), rows
    else:
        labels, body = _labels(rows[header]), rows[header + 1:]
    if names is not None:
        labels = list(names) + labels[len(names):]
    if nrows is not None:
        body = body[:nrows]
    kept = _columns_in(usecols, labels)
    depth = index_col if isinstance(index_col, (list, tuple)) else None if index_col is None else [index_col]
    index_names = None
    if several and depth and body:              # (behind several rows of labels one names the index)
        index_names, body = [body[0][k] for k in depth], body[1:]
    if depth and len(depth) > 1:
        for k in depth:
            last = None
            for row in body:
                last = row[k] = row[k] if row[k] is not None else last
    gone = set(_GONE) if keep_default_na else set()
    if na_values is not None and not isinstance(na_values, dict):
        gone |= {na_values} if isinstance(na_values, (str, int, float)) else set(na_values)
    columns = {}
    for k in kept:
        label = labels[k]
        own = gone | set(np.atleast_1d(na_values.get(label, [])).tolist()) if isinstance(na_values, dict) else gone
        values = [row[k] for row in body]
        change = (converters or {}).get(label, (converters or {}).get(k))
        if change is not None:
            columns[label] = [change('' if v is None else v) for v in values]
            continue
        wished = dtype.get(label) if isinstance(dtype, dict) else dtype
        columns[label] = _column([np.nan if v is None or na_filter and v in own else v for v in values], wished)
    frame = DataFrame(columns, columns=[labels[k] for k in kept] if not several else None)
    if several:
        from pandas.core.indexes.multi import MultiIndex
        frame = DataFrame({i: columns[labels[k]] for i, k in enumerate(kept)})
        frame.columns = MultiIndex.from_tuples([labels[k] for k in kept])
    if parse_dates:
        from pandas.core.dates import to_datetime
        for c in (parse_dates if isinstance(parse_dates, (list, tuple)) else []):
            c = labels[c] if isinstance(c, int) else c
            frame[c] = to_datetime(frame[c])
    if depth is not None:
        at = [labels[kept[k]] if isinstance(k, int) else k for k in depth]
        frame = frame.set_index(at if len(at) > 1 else at[0])
        if index_names is not None:
            frame.index.names = index_names
            frame.columns.names = [None] * len(header)
        frame.index.names = [None if isinstance(n, str) and n.startswith('Unnamed: ') else n for n in frame.index.names]
        if parse_dates is True:
            from pandas.core.dates import to_datetime
            frame.index = to_datetime(frame.index)
    if squeeze and len(frame.columns) == 1:
        return frame.iloc[:, 0]
    return frame


def _labels(row):
    """The names of columns: those without one by their number, those that are there again with theirs."""
    found, seen = [], {}
    for k, v in enumerate(row):
        name = f'Unnamed: {k}' if v is None else v
        count = seen.get(name, 0)
        seen[name] = count + 1
        found.append(f'{name}.{count}' if count else name)
    return found


def _column(values, dtype):
    """A column by what its cells are."""
    from pandas.core.series import Series
    if dtype is not None:
        if dtype in (str, 'str', object, 'object'):
            return Series([v if v != v else str(v) if dtype in (str, 'str') else v for v in values], dtype=object)
        return Series(values).astype(dtype)
    known = [v for v in values if v == v]
    if known and all(isinstance(v, datetime.datetime) for v in known):
        return Series(values, dtype='datetime64[ns]')
    if known and len(known) == len(values) and all(isinstance(v, bool) for v in known):
        return Series(values, dtype=bool)
    if all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in known):
        whole = len(known) == len(values) and all(isinstance(v, int) for v in known) and known
        return Series(values, dtype='int64' if whole else 'float64')
    return Series(values, dtype=object)
