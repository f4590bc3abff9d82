"""CSV files: reader, writer, and both by field names."""
__all__ = ["QUOTE_MINIMAL", "QUOTE_ALL", "QUOTE_NONNUMERIC", "QUOTE_NONE", "Error", "Dialect",
           "excel", "excel_tab", "reader", "writer", "register_dialect", "get_dialect",
           "list_dialects", "unregister_dialect", "field_size_limit", "DictReader",
           "DictWriter", "unix_dialect"]

QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = 0, 1, 2, 3


class Error(Exception):
    pass


class Dialect:
    """How a file is written: which separator, which quotes."""
    delimiter = ','
    quotechar = '"'
    escapechar = None
    doublequote = True
    skipinitialspace = False
    lineterminator = '\r\n'
    quoting = QUOTE_MINIMAL
    strict = False


class excel(Dialect):
    """As spreadsheets write it."""


class excel_tab(excel):
    """The same with tabs."""
    delimiter = '\t'


class unix_dialect(Dialect):
    """Everything quoted, plain newlines."""
    lineterminator = '\n'
    quoting = QUOTE_ALL


_dialects = {'excel': excel, 'excel-tab': excel_tab, 'unix': unix_dialect}
_NAMES = ('delimiter', 'quotechar', 'escapechar', 'doublequote', 'skipinitialspace',
          'lineterminator', 'quoting', 'strict')
_limit = [131072]


def field_size_limit(limit=None):
    """The greatest length of a field; returns the old one."""
    old = _limit[0]
    if limit is not None:
        _limit[0] = limit
    return old


def register_dialect(name, dialect=None, **fmtparams):
    _dialects[name] = _settings(dialect, fmtparams)


def unregister_dialect(name):
    if name not in _dialects:
        raise Error("unknown dialect")
    del _dialects[name]


def get_dialect(name):
    if name not in _dialects:
        raise Error("unknown dialect")
    return _settings(name, {})


def list_dialects():
    return list(_dialects)


def _settings(dialect, params):
    if isinstance(dialect, str):
        if dialect not in _dialects:
            raise Error("unknown dialect")
        dialect = _dialects[dialect]
    d = Dialect()
    for name in _NAMES:
        if dialect is not None and hasattr(dialect, name):
            setattr(d, name, getattr(dialect, name))
    for name, value in params.items():
        if name not in _NAMES:
            raise TypeError(f"'{name}' is an invalid keyword argument for this function")
        setattr(d, name, value)
    if not isinstance(d.delimiter, str):
        raise TypeError(f'"delimiter" must be string, not {type(d.delimiter).__name__}')
    if len(d.delimiter) != 1:
        raise TypeError('"delimiter" must be a 1-character string')
    if d.quotechar is not None and len(d.quotechar) != 1:
        if d.quotechar or d.quoting != QUOTE_NONE:
            raise TypeError('"quotechar" must be a 1-character string')
    if d.quoting not in (0, 1, 2, 3):
        raise TypeError('bad "quoting" value')
    if d.quotechar is None and d.quoting != QUOTE_NONE:
        if 'quoting' in params:
            raise TypeError('quotechar must be set if quoting enabled')
        d.quoting = QUOTE_NONE
    return d


class _Reader:
    """Rows of an iterable of lines."""

    def __init__(self, csvfile, dialect, params):
        self._lines = iter(csvfile)
        self.dialect = _settings(dialect, params)
        self.line_num = 0

    def __iter__(self):
        return self

    def __next__(self):
        d = self.dialect
        row, field = [], []
        state, quoted = 'start', False          # start, plain, quoted, closing
        begun = False

        def end_field():
            text = ''.join(field)
            if d.quoting == QUOTE_NONNUMERIC and not quoted:
                row.append(float(text))
            else:
                row.append(text)
            field.clear()

        while True:
            try:
                line = next(self._lines)
            except StopIteration:
                if begun and (field or state == 'quoted'):
                    if d.strict:
                        raise Error('unexpected end of data') from None
                    end_field()
                    return row
                raise
            if not isinstance(line, str):
                raise Error("iterator should return strings, not %s (the file should be opened "
                            "in text mode)" % type(line).__name__)
            self.line_num += 1
            begun = True
            i, n = 0, len(line)
            while i < n:
                c = line[i]
                i += 1
                if state == 'quoted':
                    if c == d.escapechar and i < n:
                        field.append(line[i])
                        i += 1
                    elif c == d.quotechar:
                        if d.doublequote and line[i:i + 1] == d.quotechar:
                            field.append(c)
                            i += 1
                        else:
                            state = 'closing'
                    else:
                        field.append(c)
                    continue
                if c in '\r\n':
                    rest = line[i:]
                    if rest.strip('\r\n'):
                        raise Error("new-line character seen in unquoted field - do you need to "
                                    "open the file with newline=''?")
                    break
                if c == d.delimiter:
                    end_field()
                    state, quoted = 'start', False
                elif c == d.escapechar and i < n:
                    field.append(line[i])
                    i += 1
                    state = 'plain'
                elif state == 'start' and c == ' ' and d.skipinitialspace:
                    pass
                elif state == 'start' and c == d.quotechar and d.quoting != QUOTE_NONE:
                    state, quoted = 'quoted', True
                elif state == 'closing' and d.strict:
                    raise Error("'%c' expected after '%c'" % (d.delimiter, d.quotechar))
                else:
                    field.append(c)
                    state = 'plain'
                if len(field) > _limit[0]:
                    raise Error("field larger than field limit (%d)" % _limit[0])
            if state == 'quoted':
                continue                        # the field goes on in the next line
            if row or field or state != 'start':
                end_field()
            return row


def reader(csvfile, dialect='excel', **fmtparams):
    """The rows of a file (or any iterable of lines) as lists of strings."""
    return _Reader(csvfile, dialect, fmtparams)


class _Writer:
    """Writes rows to a file."""

    def __init__(self, csvfile, dialect, params):
        if not hasattr(csvfile, 'write'):
            raise TypeError('argument 1 must have a "write" method')
        self._write = csvfile.write
        self.dialect = _settings(dialect, params)

    def _field(self, value, alone):
        d = self.dialect
        number = isinstance(value, (int, float))
        text = '' if value is None else value if isinstance(value, str) else (
            repr(value) if isinstance(value, float) else str(value))
        quote = d.quoting == QUOTE_ALL or d.quoting == QUOTE_NONNUMERIC and not number
        out = []
        for c in text:
            if c in (d.delimiter, d.escapechar, d.quotechar) or c in d.lineterminator or c in '\r\n':
                if d.quoting == QUOTE_NONE:
                    escape = True
                elif c == d.quotechar:
                    escape = not d.doublequote
                    if d.doublequote:
                        out.append(d.quotechar)
                    if not escape:
                        quote = True
                elif c == d.escapechar:
                    escape = True
                else:
                    escape, quote = False, True
                if escape:
                    if not d.escapechar:
                        raise Error('need to escape, but no escapechar set')
                    out.append(d.escapechar)
            out.append(c)
        if alone and not text:
            if d.quoting == QUOTE_NONE:
                raise Error('single empty field record must be quoted')
            quote = True
        body = ''.join(out)
        return d.quotechar + body + d.quotechar if quote else body

    def writerow(self, row):
        """Write one row."""
        try:
            row = list(row)
        except TypeError:
            raise Error('iterable expected, not %s' % type(row).__name__) from None
        d = self.dialect
        return self._write(d.delimiter.join(self._field(v, len(row) == 1) for v in row)
                           + d.lineterminator)

    def writerows(self, rows):
        """Write many rows."""
        for row in rows:
            self.writerow(row)


def writer(csvfile, dialect='excel', **fmtparams):
    """An object whose writerow() writes to a file."""
    return _Writer(csvfile, dialect, fmtparams)


class DictReader:
    """The rows of a file as dicts; the keys are in its first row."""

    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect="excel",
                 *args, **kwds):
        self._fieldnames = fieldnames if fieldnames is None else list(fieldnames)
        self.restkey, self.restval = restkey, restval
        self.reader = reader(f, dialect, *args, **kwds)
        self.dialect = dialect

    line_num = property(lambda self: self.reader.line_num)

    @property
    def fieldnames(self):
        if self._fieldnames is None:
            self._fieldnames = next(self.reader, None)
        return self._fieldnames

    @fieldnames.setter
    def fieldnames(self, value):
        self._fieldnames = value

    def __iter__(self):
        return self

    def __next__(self):
        names = self.fieldnames
        row = next(self.reader)
        while row == []:
            row = next(self.reader)
        result = dict(zip(names, row))
        if len(row) > len(names):
            result[self.restkey] = row[len(names):]
        for name in names[len(row):]:
            result[name] = self.restval
        return result


class DictWriter:
    """Writes dicts as rows."""

    def __init__(self, f, fieldnames, restval="", extrasaction="raise", dialect="excel",
                 *args, **kwds):
        if extrasaction.lower() not in ("raise", "ignore"):
            raise ValueError("extrasaction (%s) must be 'raise' or 'ignore'" % extrasaction)
        self.fieldnames, self.restval = list(fieldnames), restval
        self.extrasaction = extrasaction.lower()
        self.writer = writer(f, dialect, *args, **kwds)

    def writeheader(self):
        """Write the field names."""
        return self.writer.writerow(self.fieldnames)

    def _row(self, rowdict):
        if self.extrasaction == "raise":
            wrong = [k for k in rowdict if k not in self.fieldnames]
            if wrong:
                raise ValueError("dict contains fields not in fieldnames: "
                                 + ", ".join(map(repr, wrong)))
        return [rowdict.get(key, self.restval) for key in self.fieldnames]

    def writerow(self, rowdict):
        """Write one dict."""
        return self.writer.writerow(self._row(rowdict))

    def writerows(self, rowdicts):
        """Write many dicts."""
        return self.writer.writerows(map(self._row, rowdicts))
