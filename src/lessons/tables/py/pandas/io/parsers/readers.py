"""read_csv: text to a table. Lines are cut into fields, fields stand in columns, and each column becomes what all of its texts can be read as."""
import csv
import io
import os

import _tables

import numpy as np

from pandas.core.dtypes import as_dtype, cast, is_integer, is_list_like, objects
from pandas.core.frame import DataFrame
from pandas.core.indexes.base import Index, index_of
from pandas.core.indexes.range import RangeIndex
from pandas.errors import EmptyDataError, ParserError, refuse
from pandas.io.parsers.dates import Dates, raw_texts

MISSING_TEXTS = frozenset({'', '#N/A', '#N/A N/A', '#NA', '-1.#IND', '-1.#QNAN', '-NaN', '-nan', '1.#IND', '1.#QNAN', '<NA>', 'N/A', 'NA', 'NULL', 'NaN', 'n/a', 'nan', 'null'})
TRUE, FALSE = frozenset({'True', 'TRUE', 'true'}), frozenset({'False', 'FALSE', 'false'})
UNSAID = type('Unsaid', (), {'__repr__': lambda self: '<no_default>'})()
# what says nothing, or changes only how fast it goes
OTHERS = {'mangle_dupe_cols': True, 'verbose': False, 'infer_datetime_format': False, 'cache_dates': True, 'lineterminator': None, 'escapechar': None,
          'encoding_errors': 'strict', 'dialect': None, 'float_precision': None, 'storage_options': None, 'doublequote': True, 'quoting': 0}


def read_csv(filepath_or_buffer, sep=UNSAID, delimiter=None, header='infer', names=UNSAID, index_col=None, usecols=None, dtype=None, engine=None, converters=None, true_values=None,
             false_values=None, skipinitialspace=False, skiprows=None, nrows=None, na_values=None, keep_default_na=True, na_filter=True, skip_blank_lines=True, parse_dates=None, iterator=False,
             chunksize=None, compression='infer', thousands=None, decimal='.', quotechar='"', comment=None, encoding=None, on_bad_lines=UNSAID, delim_whitespace=False, low_memory=True,
             memory_map=False, **others):
    """The table in a file of separated values."""
    squeeze, prefix, footer = others.pop('squeeze', None), others.pop('prefix', UNSAID), others.pop('skipfooter', 0)
    for name in ('error_bad_lines', 'warn_bad_lines'):
        if others.pop(name, None) is False and on_bad_lines is UNSAID:
            on_bad_lines = 'warn' if name == 'error_bad_lines' else 'error'
    dates = Dates(parse_dates, others.pop('dayfirst', False), others.pop('date_parser', None), others.pop('keep_date_col', False))
    refuse('read_csv', others, OTHERS)
    if engine not in (None, 'c', 'python', 'pyarrow', 'python-fwf'):
        raise ValueError(f"Unknown engine: {engine} (valid options are {dict.fromkeys(('c', 'python', 'pyarrow', 'python-fwf')).keys()})")
    if footer and (iterator or chunksize or nrows):
        raise ValueError("'skipfooter' not supported with iteration" if not nrows else "'skipfooter' not supported with 'nrows'")
    if nrows is not None and (not is_integer(nrows) and not (isinstance(nrows, float) and nrows.is_integer()) or nrows < 0):
        raise ValueError("'nrows' must be an integer >=0")
    sep = delimiter if delimiter is not None else ',' if sep is UNSAID else sep
    if delim_whitespace:
        sep = r'\s+'
    if isinstance(header, bool):
        raise TypeError('Passing a bool to header is invalid. Use header=None for no header or header=int or list-like of ints to specify the row(s) making up the column names')
    reading = Reading(sep, skipinitialspace, quotechar, comment, skip_blank_lines, 'error' if on_bad_lines is UNSAID else on_bad_lines)
    text = text_of(filepath_or_buffer, encoding, compression)
    names = None if names is UNSAID or names is None else list(names)
    if names is not None and len(set(names)) != len(names):
        raise ValueError('Duplicate names are not allowed.')
    if footer:
        lines = text.splitlines(True)
        text = ''.join(lines[:max(len(lines) - footer, 0)])
    if header == 'infer':
        header = 0 if names is None else None
    missing = Missing(na_values, keep_default_na, na_filter)
    table = Table(reading, text, header, names, index_col, usecols, skiprows, nrows)
    columns = Columns(missing, dtype, converters, true_values, false_values, thousands, decimal)
    found = table.frame(columns, dates)
    if iterator or chunksize:
        return Pieces(found, chunksize)
    if prefix is not UNSAID and header is None and names is None:
        found.columns = [f'{prefix}{c}' for c in found.columns]
    return found.squeeze('columns') if squeeze else found


def read_fwf(filepath_or_buffer, colspecs='infer', widths=None, infer_nrows=100, **rest):
    """The table in a file of columns of fixed widths."""
    text = text_of(filepath_or_buffer, rest.get('encoding'), rest.pop('compression', 'infer'))
    if widths is not None:
        if colspecs not in (None, 'infer'):
            raise ValueError("You must specify only one of 'widths' and 'colspecs'")
        ends = np.cumsum(widths)
        colspecs = [(int(b - w), int(b)) for b, w in zip(ends, widths)]
    lines = [x for x in text.splitlines() if x.strip()]
    skip = skipping(rest.pop('skiprows', None))
    if skip:
        lines = [x for i, x in enumerate(lines) if not skip(i)]
    if colspecs == 'infer':
        colspecs = seen_columns(lines[:infer_nrows])
    out = io.StringIO()
    writer = csv.writer(out, lineterminator='\n')
    writer.writerows([x[a:b].strip() for a, b in colspecs] for x in lines)
    return read_csv(io.StringIO(out.getvalue()), **rest)


def seen_columns(lines):
    """Where columns begin and end: between them every line is blank."""
    wide = max(map(len, lines), default=0)
    filled = [any(i < len(x) and x[i] not in ' \t' for x in lines) for i in range(wide)] + [False]
    spots, start = [], None
    for i, full in enumerate(filled):
        if full and start is None:
            start = i
        elif not full and start is not None:
            spots.append((start, i))
            start = None
    return spots


def read_table(filepath_or_buffer, sep=UNSAID, **rest):
    """read_csv with tabulators."""
    return read_csv(filepath_or_buffer, sep='\t' if sep is UNSAID else sep, **rest)


class Pieces:
    """A table in pieces of some rows, as chunksize asks for."""

    def __init__(self, frame, size):
        self.frame, self.size, self.at = frame, size, 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.at >= len(self.frame):
            raise StopIteration
        return self.get_chunk()

    def get_chunk(self, size=None):
        """The next rows."""
        size = size or self.size or len(self.frame)
        if self.at >= len(self.frame):
            raise StopIteration
        found = self.frame.iloc[self.at:self.at + size]
        self.at += size
        return found

    read = get_chunk

    def close(self):
        """Lets the rows go."""
        self.frame = self.frame.iloc[:0]

    def __enter__(self):
        return self

    def __exit__(self, *rest):
        self.close()


# ---- the text ----
def text_of(source, encoding, compression):
    encoding = encoding or 'utf-8'
    if hasattr(source, 'read'):
        found = source.read()
        if isinstance(found, str):
            import codecs
            codecs.lookup(encoding)
            return found
    elif isinstance(source, (str, os.PathLike)):
        path = os.path.expanduser(os.fspath(source))
        if path.startswith(('http://', 'https://')):
            from urllib.request import urlopen
            with urlopen(path) as f:
                found = f.read()
        else:
            found = opened(path, compression)
    else:
        raise ValueError(f'Invalid file path or buffer object type: {type(source)}')
    if isinstance(compression, str) and compression == 'gzip' and hasattr(source, 'read'):
        import gzip
        found = gzip.decompress(found)
    return decoded(found, encoding)


def opened(path, compression):
    """The bytes of a file, unpacked as its name says."""
    kind = compression.get('method') if isinstance(compression, dict) else compression
    if kind == 'infer':
        kind = {'.gz': 'gzip', '.bz2': 'bz2', '.xz': 'xz', '.zip': 'zip'}.get(os.path.splitext(path)[1].lower())
    if kind is None:
        with open(path, 'rb') as f:
            return f.read()
    if kind == 'zip':
        import zipfile
        with zipfile.ZipFile(path) as z:
            members = z.namelist()
            if len(members) != 1:
                raise ValueError(f'Multiple files found in ZIP file. Only one file per ZIP: {members}' if members else f'Zero files found in ZIP file {path}')
            return z.read(members[0])
    if kind not in ('gzip', 'bz2', 'xz'):
        raise ValueError(f'Unrecognized compression type: {kind}\nValid compression types are [None, \'bz2\', \'gzip\', \'infer\', \'tar\', \'xz\', \'zip\', \'zstd\']')
    import importlib
    with importlib.import_module({'gzip': 'gzip', 'bz2': 'bz2', 'xz': 'lzma'}[kind]).open(path, 'rb') as f:
        return f.read()


def decoded(data, encoding):
    if data[:3] == b'\xef\xbb\xbf' and encoding.lower().replace('_', '-') in ('utf-8', 'utf8'):
        data = data[3:]
    return data.decode(encoding)


# ---- fields ----
class Reading:
    """How a text is cut into rows of fields."""

    def __init__(self, sep, skipinitialspace, quotechar, comment, skip_blank, bad):
        if sep is not None and len(sep) > 1 and sep != r'\s+':
            import re
            self.pattern = re.compile(sep)
        else:
            self.pattern = None
        if bad not in ('error', 'warn', 'skip'):
            raise ValueError(f'Argument {bad} is invalid for on_bad_lines')
        self.sep, self.space, self.quote, self.comment, self.skip_blank, self.bad = sep, skipinitialspace, quotechar, comment, skip_blank, bad

    def plainly(self, text, skiprows, header):
        """The text's fields where they stand; None where it is not plain: rows(text) tells what is wrong, or has more patience."""
        ends = [self.sep, self.quote or '', self.comment or '']
        if self.sep is None or self.pattern or not all(len(x) <= 1 and x.isascii() for x in ends) or self.sep in ('', '\n', '\r', ' ') or is_list_like(header):
            return None
        if skiprows is not None and not is_integer(skiprows):
            return None
        for _ in range(int(skiprows or 0)):
            at = text.find('\n')
            if at < 0:
                return None
            text = text[at + 1:]
        try:
            data = text.encode()
        except UnicodeEncodeError:
            return None
        counts = np.zeros(2, np.int64)
        said = [ord(x) if x else 0 for x in ends] + [(1 if self.space else 0) + (2 if self.skip_blank else 0)]
        if not _tables.cut(data, counts, np.empty(0, np.int64), *said):
            return None
        if header is not None and header >= counts[0]:
            return None
        places = np.empty(2 * int(counts[0]) * int(counts[1]), np.int64)
        return Plain(data, places, int(counts[0]), int(counts[1])) if _tables.cut(data, counts, places, *said) else None

    def rows(self, text, skip):
        """[(line number, fields)] of a text."""
        if self.sep is None:
            self.sep = csv.Sniffer().sniff(text[:4096]).delimiter
        if '\r' in text:
            text = text.replace('\r\n', '\n').replace('\r', '\n')
        quoted = self.quote and self.quote in text
        if not quoted:
            lines = text.split('\n')
            if lines and lines[-1] == '':
                lines.pop()
            return self.plain(lines, skip)
        return self.quoted(text, skip)

    def plain(self, lines, skip):
        numbered = enumerate(lines, 1)
        if skip:
            numbered = [(n, x) for n, x in numbered if not skip(n - 1)]
        if self.comment:
            numbered = [(n, x.split(self.comment)[0]) for n, x in numbered if not x.startswith(self.comment)]
        if self.sep == r'\s+':
            return [(n, x.split()) for n, x in numbered if x.strip() or not self.skip_blank]
        if self.skip_blank:
            numbered = [(n, x) for n, x in numbered if x and (not x.isspace() or self.sep in x)]
        if self.pattern:
            return [(n, self.pattern.split(x)) for n, x in numbered]
        sep = self.sep
        if self.space:
            return [(n, [f.lstrip(' ') for f in x.split(sep)]) for n, x in numbered]
        return [(n, x.split(sep)) for n, x in numbered]

    def quoted(self, text, skip):
        lines = io.StringIO(text, newline='\n')
        if skip:
            lines = [x for i, x in enumerate(lines) if not skip(i)]
        before = csv.field_size_limit(max(len(text), 131072))
        try:
            if self.sep == r'\s+' or self.pattern:
                if self.pattern:
                    raise NotImplementedError("perch's pandas has no quotes beside a separator that is a pattern")
                reader = csv.reader(lines, delimiter=' ', quotechar=self.quote, skipinitialspace=True)
            else:
                reader = csv.reader(lines, delimiter=self.sep, quotechar=self.quote, skipinitialspace=self.space)
            found, start = [], 0
            for fields in reader:
                start = reader.line_num
                if self.comment and fields:
                    fields = self.cut(fields)
                    if not fields:
                        continue
                if not fields:
                    if not self.skip_blank:
                        found.append((start, ['']))
                    continue
                if len(fields) == 1 and fields[0].isspace() and self.skip_blank:
                    continue
                if self.sep == r'\s+' and fields[-1] == '':
                    fields.pop()
                found.append((start, fields))
        finally:
            csv.field_size_limit(before)
        if text.count(self.quote) % 2 and found and self.open_end(text, found):
            raise ParserError(f'Error tokenizing data. C error: EOF inside string starting at row {len(found) - 1}')
        return found

    def open_end(self, text, found):
        """Whether a quote is not closed at the end."""
        try:
            last = list(csv.reader(io.StringIO(text), delimiter=self.sep if len(self.sep) == 1 else ' ', quotechar=self.quote, strict=True))
        except csv.Error as e:
            return 'unexpected end' in str(e)
        return not last

    def cut(self, fields):
        for i, f in enumerate(fields):
            if self.comment in f:
                return fields[:i] + ([f.split(self.comment)[0]] if f.split(self.comment)[0] or i else [])
        return fields


class Plain:
    """A text whose rows are of one length, and where its fields stand."""

    def __init__(self, data, places, rows, wide):
        self.data, self.places, self.rows, self.wide = data, places, rows, wide

    def row(self, i):
        """The texts of one row."""
        spots = self.places[2 * i * self.wide:2 * (i + 1) * self.wide].tolist()
        return [self.data[a:b].decode() for a, b in zip(spots[::2], spots[1::2])]


class PlainColumn:
    """A column of such a text; its texts are made when they are asked for."""

    def __init__(self, plain, i, start, count):
        self.plain, self.i, self.start, self.count = plain, i, start, count
        self._texts = None

    def _places(self):
        wide = self.plain.wide
        return self.plain.places[2 * self.start * wide:2 * (self.start + self.count) * wide]

    def texts(self):
        """All as texts."""
        if self._texts is None:
            self._texts = _tables.texts(self.plain.data, self._places(), self.plain.wide, self.i)
        return self._texts

    def numbers(self, na):
        """Whole numbers, or floats with NaN for what is missing; None: texts, or what only Python reads as numbers."""
        nothings = [x.encode('utf-8', 'surrogatepass') for x in na]
        wholes, reals = np.empty(self.count, np.int64), np.empty(self.count)
        kind = _tables.column(self.plain.data, self._places(), np.array([len(x) for x in nothings], np.int64), wholes, reals, b''.join(nothings), self.plain.wide, self.i)
        return None if kind == 3 else wholes if kind == 1 else reals

    def __len__(self):
        return self.count

    def __iter__(self):
        return iter(self.texts())

    def __getitem__(self, at):
        return self.texts()[at]


# ---- the table ----
class Table:
    """Rows of fields with their header, the columns that are wanted, and which of them are labels."""

    def __init__(self, reading, text, header, names, index_col, usecols, skiprows, nrows):
        self.index_col, self.usecols = index_col, usecols
        plain = reading.plainly(text, skiprows, header)
        if plain is not None:
            return self.of_plain(plain, header, names, nrows)
        rows = reading.rows(text, skipping(skiprows))
        if not rows and (names is None or not text.strip()):
            raise EmptyDataError('No columns to parse from file')
        self.header_rows = []
        if header is not None:
            last = max(header) if is_list_like(header) else header
            if last >= len(rows):
                raise ParserError(f'Passed header={header}, len of {len(rows)}, but only {len(rows)} lines in file') if is_list_like(header) else (
                    EmptyDataError('No columns to parse from file') if not rows else ParserError(f'Passed header={header} but only {len(rows)} lines in file'))
            self.header_rows = [rows[i][1] for i in (header if is_list_like(header) else [header])]
            rows = rows[last + 1:]
        if nrows is not None:
            rows = rows[:int(nrows)]
        wide = len(self.header_rows[0]) if self.header_rows else 0
        rows = self.squared(rows, reading, wide, names)
        self.columns = list(zip(*rows))
        fields = len(rows[0]) if rows else max(wide, len(names or ()))
        self.leading = 0
        self.labels(names, fields, wide)
        if not rows:
            self.columns = [()] * (len(self.names) + self.leading)
        while len(self.columns) < len(self.names) + self.leading:
            self.columns.append(('',) * len(rows))
        self.count = len(rows)

    def of_plain(self, plain, header, names, nrows):
        """Rows that are all of one length: their fields stay in the text until a column is read."""
        self.header_rows = [] if header is None else [plain.row(header)]
        start = 0 if header is None else header + 1
        self.count = plain.rows - start if nrows is None else min(int(nrows), plain.rows - start)
        self.columns = [PlainColumn(plain, i, start, self.count) for i in range(plain.wide)]
        self.leading = 0
        self.labels(names, plain.wide, plain.wide if self.header_rows else 0)
        while len(self.columns) < len(self.names) + self.leading:
            self.columns.append(('',) * self.count)

    def squared(self, rows, reading, wide, names):
        """Rows of one length; longer ones than the first are an error in pandas' words."""
        if not rows:
            return []
        most = max(len(rows[0][1]), wide, len(names or ()))
        if all(len(f) == most for _, f in rows):
            return [f for _, f in rows]
        out = []
        for n, fields in rows:
            if len(fields) > most and self.usecols is None:
                words = f'Expected {most} fields in line {n}, saw {len(fields)}'
                if reading.bad == 'error':
                    raise ParserError(f'Error tokenizing data. C error: {words}\n')
                if reading.bad == 'warn':
                    import sys
                    sys.stderr.write(f'Skipping line {n}: expected {most} fields, saw {len(fields)}\n\n')
                continue
            out.append((fields + [''] * (most - len(fields)))[:most])
        return out

    def labels(self, names, fields, wide):
        """The names of the columns, and how many in front have none."""
        if names is not None:
            given = len(names)
            if self.usecols is not None and given < fields:
                self.leading = 0
                chosen = sorted(self.usecols) if all(is_integer(x) for x in self.usecols) else None
                if chosen and len(chosen) == given:
                    whole = list(range(fields))
                    for i, n in zip(chosen, names):
                        whole[i] = n
                    names = whole
            elif fields > given and self.index_col is not False:
                self.leading = fields - given
            self.names = list(names)
            return
        if not self.header_rows:
            self.names = list(range(fields))
            return
        if len(self.header_rows) > 1:
            self.names = [tuple(f'Unnamed: {i}_level_{k}' if x == '' else x for k, x in enumerate(xs)) for i, xs in enumerate(zip(*self.header_rows))]
        else:
            self.names = told_apart([f'Unnamed: {i}' if x == '' else x for i, x in enumerate(self.header_rows[0])])
        if fields > wide and self.index_col is not False:
            self.leading = fields - wide
        elif self.index_col is False and fields > wide:
            self.columns = self.columns[:wide]

    def frame(self, columns, dates):
        names = self.names
        index_names = []
        if self.leading:
            index_spots = list(range(self.leading))
            index_names = [None] * self.leading
        else:
            index_spots = self.index_spots(names)
            index_names = [names[i] for i in index_spots]
        kept = self.kept(names)
        labels, arrays = [], []
        for i, n in enumerate(names):
            at = i + self.leading
            if (not self.leading and i in index_spots) or (kept is not None and i not in kept):
                continue
            labels.append(n)
            arrays.append(columns.convert(self.columns[at], n, i))
        def raw(label):
            return raw_texts(self.columns[names.index(label) + self.leading], arrays[labels.index(label)])
        for x in dates.alone:
            n = names[x] if is_integer(x) and x not in labels and -len(names) <= x < len(names) else x
            if n not in index_names or n in labels:
                spot = dates.place(x, labels, names)
                arrays[spot] = dates.read(raw(labels[spot]))
        if dates.together:
            labels, arrays = dates.combined(labels, arrays, raw, names)
        index = RangeIndex(self.count)
        if index_spots:
            parts = [columns.convert(self.columns[i], names[i] if not self.leading else None, i) for i in index_spots]
            parts = [dates.labels(raw_texts(self.columns[i], p), p) if dates.asked is True or n in dates.alone or i in dates.alone and n not in labels else p for p, n, i in zip(parts, index_names, index_spots)]
            index_names = [None if isinstance(n, str) and n.startswith('Unnamed: ') else n for n in index_names]
            if len(parts) == 1:
                index = index_of(parts[0], index_names[0])
            else:
                from pandas.core.indexes.multi import MultiIndex
                index = MultiIndex.from_arrays(parts, names=index_names)
        return DataFrame._make(arrays, index, Index(labels) if labels else Index([]))

    def index_spots(self, names):
        if self.index_col is None or self.index_col is False:
            return []
        if self.index_col is True:
            raise ValueError("The value of index_col couldn't be 'True'")
        spots = []
        for x in self.index_col if is_list_like(self.index_col) else [self.index_col]:
            if x in names and not is_integer(x):
                spots.append(names.index(x))
            elif is_integer(x) and -len(names) <= x < len(names):
                spots.append(int(x) % len(names))
            else:
                raise ValueError(f'Index {x} invalid') if not is_integer(x) else IndexError('list index out of range')
        return spots

    def kept(self, names):
        if self.usecols is None:
            return None
        if callable(self.usecols):
            return {i for i, n in enumerate(names) if self.usecols(n)}
        asked = list(self.usecols)
        if not (all(isinstance(x, str) for x in asked) or all(is_integer(x) for x in asked)):
            raise ValueError("'usecols' must either be list-like of all strings, all unicode, all integers or a callable.")
        if asked and isinstance(asked[0], str):
            absent = [x for x in asked if x not in names]
            if absent:
                raise ValueError(f"Usecols do not match columns, columns expected but not found: {absent}")
            return {names.index(x) for x in asked}
        beyond = [x for x in asked if x >= len(names)]
        if beyond:
            raise ParserError(f'Defining usecols without of bounds indices is not allowed. {beyond} are out of bounds.')
        return {int(x) for x in asked}


def skipping(skiprows):
    """A function that says whether a line is left out."""
    if skiprows is None:
        return None
    if callable(skiprows):
        return skiprows
    if is_integer(skiprows):
        return lambda i: i < skiprows
    out = set(skiprows)
    return lambda i: i in out


def told_apart(names):
    """Names that stand once each: a, a.1, a.2."""
    seen, out = {}, []
    have = set(names)
    for n in names:
        k, name = seen.get(n, 0), n
        if k:
            name = f'{n}.{k}'
            while name in have:
                k += 1
                name = f'{n}.{k}'
            have.add(name)
        seen[n] = k + 1
        out.append(name)
    return out


# ---- columns ----
class Missing:
    """Which texts mean that there is no value."""

    def __init__(self, values, default, filtered):
        self.base = MISSING_TEXTS if default else frozenset()
        self.by_column = {}
        self.filtered = filtered
        if isinstance(values, dict):
            self.by_column = {k: self.texts(v) for k, v in values.items()}
        elif values is not None:
            self.base = self.base | self.texts(values)

    def texts(self, values):
        out = set()
        for v in values if is_list_like(values) else [values]:
            out.add(str(v))
            if is_integer(v):
                out.add(f'{v}.0')
            elif isinstance(v, float) and v.is_integer():
                out.add(str(int(v)))
        return out

    def of(self, name):
        return (self.base | self.by_column.get(name, frozenset())) if self.filtered else frozenset()


class Columns:
    """From the texts of a column to its values."""

    def __init__(self, missing, dtype, converters, true, false, thousands, decimal):
        self.missing, self.dtype, self.converters, self.thousands, self.decimal = missing, dtype, converters or {}, thousands, decimal
        self.true, self.false = TRUE | frozenset(true or ()), FALSE | frozenset(false or ())

    def convert(self, texts, name, i):
        if isinstance(texts, PlainColumn):
            if self.plainly(name, i) and texts.count:
                found = texts.numbers(self.missing.of(name))
                if found is not None:
                    return found
            texts = texts.texts()
        by = self.converters.get(name, self.converters.get(i))
        if by is not None:
            from pandas.core.dtypes import array_of
            return array_of([by(x) for x in texts])
        want = self.dtype.get(name, self.dtype.get(i)) if isinstance(self.dtype, dict) else self.dtype
        na = self.missing.of(name)
        if want is not None:
            return self.wanted(texts, want, na, i)
        if not texts:
            return np.empty(0, object)
        return self.inferred(texts, na)

    def plainly(self, name, i):
        """Whether a program leaves it to the texts what a column is."""
        want = self.dtype.get(name, self.dtype.get(i)) if isinstance(self.dtype, dict) else self.dtype
        return want is None and not self.thousands and self.decimal == '.' and name not in self.converters and i not in self.converters

    def wanted(self, texts, dtype, na, i):
        want = as_dtype(dtype)
        if hasattr(want, '_extended'):
            return self.extended(texts, want, na)
        if want.kind in 'UO':
            return objects([np.nan if x in na else x for x in texts])
        found = self.inferred(texts, na) if texts else np.empty(0, want)
        if want.kind in 'iu' and found.dtype.kind == 'f' and (found != found).any():
            raise ValueError(f'Integer column has NA values in column {i}')
        if want.kind == 'b' and found.dtype.kind == 'O':
            raise ValueError(f'Bool column has NA values in column {i}')
        return found if found.dtype == want else cast(found, want)

    def extended(self, texts, want, na):
        """Texts as an array of a dtype of pandas' own."""
        items = objects([None if x in na else x for x in texts])
        if want.name == 'category' and want.categories is not None and want.categories.dtype.kind != 'O':
            return want.made_from(self.inferred(texts, na))
        if want._boolean or want.name in ('category', 'string', 'interval'):
            return want.made_from(items)
        return want.made_from(self.inferred(texts, na))

    def inferred(self, texts, na):
        gone = [x in na for x in texts] if na and not na.isdisjoint(texts) else None
        good = [x for x, g in zip(texts, gone) if not g] if gone else texts
        if not good:
            return np.full(len(texts), np.nan)
        numbers = self.numbers(good)
        if numbers is not None:
            if gone is None:
                return numbers
            if numbers.dtype.kind == 'O':
                return self.texts(texts, gone)
            out = np.full(len(texts), np.nan)
            out[~np.array(gone)] = numbers
            return out
        different = set(good)
        if len(different) < 12 and different <= self.true | self.false:
            true = self.true
            if gone is None:
                return np.fromiter((x in true for x in texts), bool, len(texts))
            return objects([np.nan if g else x in true for x, g in zip(texts, gone)])
        return self.texts(texts, gone)

    def texts(self, texts, gone):
        return objects(texts) if gone is None else objects([np.nan if g else x for x, g in zip(texts, gone)])

    def numbers(self, texts):
        """All of the texts as whole numbers, else as floats, else None."""
        if self.thousands:
            texts = [x.replace(self.thousands, '') for x in texts]
        try:
            found = list(map(int, texts))
        except ValueError:
            found = None
        if found is not None:
            if self.underscored(texts):
                return None
            for kind in ('i8', 'u8'):
                try:
                    return np.array(found, kind)
                except OverflowError:
                    pass
            return objects(texts)
        if self.decimal != '.':
            texts = [x.replace(self.decimal, '.') for x in texts]
        try:
            found = np.array(list(map(float, texts)))
        except ValueError:
            return None
        return None if self.underscored(texts) else found

    def underscored(self, texts):
        """Python reads 1_000 as a number; a table does not."""
        return any('_' in x for x in texts)
