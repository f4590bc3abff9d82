"""Tables from a database of SQLite and into one, through sqlite3."""
import contextlib

import numpy as np

from pandas.core.dtypes import is_list_like, listed
from pandas.core.missing import missing_one
from pandas.errors import DatabaseError

KINDS = {'i': 'INTEGER', 'u': 'INTEGER', 'b': 'INTEGER', 'f': 'REAL', 'M': 'TIMESTAMP'}


def opened(con):
    """A connection of sqlite3."""
    if isinstance(con, str) or not hasattr(con, 'cursor') and hasattr(con, 'connect'):
        raise ImportError("Using URI string without sqlalchemy installed." if isinstance(con, str) else "perch's pandas has no SQLAlchemy")
    con.cursor
    return con


def quoted(name):
    name = str(name)
    if not name:
        raise ValueError('Empty table or column name specified')
    return '"' + name.replace('"', '""') + '"'


def asked(con, sql, params):
    """(names of columns, rows) of a query."""
    with contextlib.closing(opened(con).cursor()) as cursor:
        try:
            cursor.execute(sql, *([] if params is None else [params]))
        except Exception as e:
            raise DatabaseError(f"Execution failed on sql '{sql}': {e}") from e
        return [x[0] for x in cursor.description or ()], cursor.fetchall()


def moments(column, how):
    """A column as moments, how: a format, the unit of numbers, or arguments of to_datetime."""
    from pandas.core.dates import to_datetime
    if isinstance(how, dict):
        return to_datetime(column, **{'errors': 'ignore', **how})
    if how is None and column.dtype.kind in 'iuf':
        how = 's'
    if how in ('D', 'd', 'h', 'm', 's', 'ms', 'us', 'ns'):
        return to_datetime(column, errors='coerce', unit=how)
    return to_datetime(column, errors='coerce', format=how)


def read_sql_query(sql, con, index_col=None, coerce_float=True, params=None, parse_dates=None, chunksize=None, dtype=None):
    """The rows that a query gives, as a table."""
    from pandas.core.frame import DataFrame
    names, rows = asked(con, sql, params)
    found = DataFrame([list(r) for r in rows], columns=names) if rows else DataFrame(columns=names)
    for c in ([parse_dates] if isinstance(parse_dates, str) else list(parse_dates or ())):
        found[c] = moments(found[c], parse_dates[c] if isinstance(parse_dates, dict) else None)
    if dtype is not None:
        found = found.astype(dtype)
    if index_col is not None:
        found = found.set_index(index_col)
    if chunksize is not None:
        return iter([found.iloc[i:i + chunksize] for i in range(0, max(len(found), 1), chunksize)])
    return found


def read_sql(sql, con, index_col=None, coerce_float=True, params=None, parse_dates=None, columns=None, chunksize=None):
    """The rows that a query gives, as a table."""
    return read_sql_query(sql, con, index_col, coerce_float, params, parse_dates, chunksize)


def read_sql_table(table_name, con, *args, **kwargs):
    """pandas has this with SQLAlchemy only."""
    opened(con)
    raise AttributeError("'SQLiteDatabase' object has no attribute 'read_table'")


def plainly(x):
    """A value as sqlite3 takes it."""
    if missing_one(x):
        return None
    if hasattr(x, 'isoformat') and hasattr(x, 'to_datetime64'):
        return x.isoformat(' ')
    return x.item() if isinstance(x, np.generic) else x


def write_sql(frame, name, con, if_exists, index, index_label, dtype):
    """Writes a table; how many rows were written."""
    if if_exists not in ('fail', 'replace', 'append'):
        raise ValueError(f"'{if_exists}' is not valid for if_exists")
    con = opened(con)
    if frame.ndim == 1:
        frame = frame.to_frame()
    there = bool(asked(con, "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name=?", (name,))[1])
    if there and if_exists == 'fail':
        raise ValueError(f"Table '{name}' already exists.")
    names, arrays, keys = list(frame.columns), list(frame._data), []
    if index:
        labels = frame.index
        keys = [index_label] if isinstance(index_label, str) else list(index_label) if is_list_like(index_label) else list(labels.names)
        if labels.nlevels == 1 and keys[0] is None:
            keys = ['index']
        keys = [f'level_{i}' if k is None else k for i, k in enumerate(keys)]
        names, arrays = keys + names, [labels.get_level_values(i)._values for i in range(labels.nlevels)] + arrays
    if there and if_exists == 'replace':
        con.execute(f'DROP TABLE {quoted(name)}')
    if not there or if_exists == 'replace':
        kinds = [dtype.get(n) if isinstance(dtype, dict) and n in dtype else dtype if isinstance(dtype, str) else KINDS.get(getattr(a.dtype, 'numpy_dtype', a.dtype).kind, 'TEXT') for n, a in zip(names, arrays)]
        con.execute(f'CREATE TABLE {quoted(name)} (\n' + ',\n  '.join(f'{quoted(n)} {k}' for n, k in zip(names, kinds)) + '\n)')
        for k in keys:
            con.execute(f'CREATE INDEX {quoted(f"ix_{name}_{k}")} ON {quoted(name)} ({quoted(k)})')
    rows = [tuple(plainly(x) for x in row) for row in zip(*[listed(a) for a in arrays])]
    con.executemany(f'INSERT INTO {quoted(name)} ({", ".join(map(quoted, names))}) VALUES ({", ".join("?" * len(names))})', rows)
    con.commit()
    return len(rows)
