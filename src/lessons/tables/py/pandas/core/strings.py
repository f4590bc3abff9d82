"""The str accessor: methods of texts over a column or an index. What is missing stays so; of the dtype string the results are string, Int64 or boolean."""
import re

import numpy as np

from pandas.core.dtypes import array_of, is_list_like, objects
from pandas.core.missing import NA, missing_in, missing_one

TEXTS = 'lower upper title capitalize swapcase casefold strip lstrip rstrip zfill ljust rjust center removeprefix removesuffix translate'.split()
NUMBERS = 'find rfind index rindex'.split()
TRUTHS = 'isalnum isalpha isdigit isspace islower isupper istitle isnumeric isdecimal'.split()
KINDS = (str, bytes, list, tuple, dict, set)


class StringMethods:
    """Texts of a column."""
    __module__ = 'pandas.core.strings.accessor'

    def __init__(self, data):
        values = data._values
        if values.dtype.kind != 'O' or hasattr(values, '_mask') or getattr(data, 'nlevels', 1) > 1:
            raise AttributeError('Can only use .str accessor with string values!' if getattr(data, 'nlevels', 1) == 1 else 'Can only use .str accessor with Index, not MultiIndex')
        items = (values._data if values.dtype.name == 'string' else values._objects() if hasattr(values, '_extended') else values).tolist()
        first = next((x for x in items if not missing_one(x)), '')
        if not isinstance(first, KINDS):
            raise AttributeError('Can only use .str accessor with string values!')
        self._data, self._items, self._texts = data, items, set(map(type, items)) == {str}
        self._bytes = isinstance(first, bytes)
        self._own = values.dtype.name == 'string'           # of pandas' own dtype
        self._gap = NA if self._own else np.nan

    # ---- results ----
    def _made(self, found):
        """The results in the form of the data."""
        from pandas.core.indexes.base import Index
        data = self._data
        if not isinstance(data, Index):
            return type(data)._make(found, data.index, data.name)
        if hasattr(found, '_extended') or found.dtype.kind != 'O':
            return found if found.dtype.kind == 'b' or getattr(found.dtype, '_boolean', False) else Index(found, name=data.name)
        if len(found) and all(isinstance(x, (bool, np.bool_)) for x in found):
            return found.astype(bool)
        return Index(list(found), name=data.name, tupleize_cols=False) if not any(isinstance(x, tuple) for x in found) else Index(found, name=data.name)

    def _refuse_bytes(self, name):
        if self._bytes:
            raise TypeError(f"Cannot use .str.{name} with values of inferred dtype 'bytes'.")

    def _each(self, f, kind=str):
        """What a function makes of each text; what is missing as it was, what is no text missing."""
        if self._texts and (kind is str or isinstance(kind, tuple) and str in kind):
            return list(map(f, self._items))
        gap = self._gap
        return [f(x) if isinstance(x, kind) else x if missing_one(x) else gap for x in self._items]

    def _text(self, f, kind=str):
        found = objects(self._each(f, kind))
        if self._own:
            from pandas.core.extended.texts import over
            found = over(found)
        return self._made(found)

    def _list(self, f, kind=str):
        return self._made(objects(self._each(f, kind)))

    def _whole(self, f, kind=str):
        if self._own:
            from pandas.core.extended.masked import over
            return self._made(over(np.array([0 if x is NA else f(x) for x in self._items], 'i8'), self._data._values._gone()))
        found = self._each(f, kind)
        if found and set(map(type, found)) == {int}:
            return self._made(np.array(found, 'i8'))
        found = [np.nan if missing_one(x) else x for x in found]
        return self._made(array_of(found) if found else np.empty(0, 'i8'))

    def _truth(self, f, na=None):
        if self._own:
            from pandas.core.extended.masked import over
            known = na is not None and not missing_one(na)
            gone = self._data._values._gone()
            blank = known and bool(na)
            return self._made(over(np.array([f(x) if x is not NA else blank for x in self._items], bool), np.zeros(len(gone), bool) if known else gone))
        if na is None:
            found = self._each(f)
        else:
            found = [f(x) if isinstance(x, str) else na for x in self._items]
        return self._made(array_of(found) if found else np.empty(0, bool))

    def _table(self, rows, wide, names=None, own=True):
        """Lists as the rows of a frame."""
        from pandas.core.frame import DataFrame
        from pandas.core.indexes.base import Index
        from pandas.core.indexes.range import RangeIndex
        columns = [objects(c) for c in zip(*rows)] if rows else [np.empty(0, object)] * wide
        if self._own and own:
            from pandas.core.extended.texts import StringDtype
            columns = [StringDtype().made_from(c) for c in columns]
        index = self._data.index if not isinstance(self._data, Index) else RangeIndex(len(self._items))
        return DataFrame._make(columns, index, RangeIndex(wide) if names is None else names)

    # ---- parts ----
    def __getitem__(self, key):
        return self.slice(key.start, key.stop, key.step) if isinstance(key, slice) else self.get(key)

    def __iter__(self):
        raise TypeError(f"'{type(self).__name__}' object is not iterable")

    def get(self, i):
        """The item at a place of each text or list."""
        def one(x):
            if isinstance(x, dict):
                return x.get(i, np.nan)
            return x[i] if -len(x) <= i < len(x) else self._gap
        if self._own:
            return self._text(one)
        found = self._each(one, (str, list, tuple, dict, bytes))
        return self._made(array_of(found) if not all(isinstance(x, str) or missing_one(x) for x in found) else objects(found))

    def slice(self, start=None, stop=None, step=None):
        """A part of each text."""
        return self._text(lambda x: x[start:stop:step], (str, list, tuple, bytes))

    def slice_replace(self, start=None, stop=None, repl=None):
        """Each text with another in the place of a part."""
        repl = '' if repl is None else repl

        def one(x):
            first = x[start:stop]
            end = start if first == '' else stop
            return x[:start or 0] + repl + ('' if end is None and first != '' else x[end:])
        return self._text(one)

    def len(self):
        """How long each is."""
        return self._whole(len, KINDS)

    # ---- patterns ----
    def contains(self, pat, case=True, flags=0, na=None, regex=True):
        """Whether a pattern is found."""
        self._refuse_bytes('contains')
        if not regex:
            return self._truth((lambda x: pat in x) if case else (lambda x: pat.upper() in x.upper()), na)
        seek = re.compile(pat, flags | (0 if case else re.IGNORECASE))
        if seek.groups:
            import warnings
            warnings.warn('This pattern is interpreted as a regular expression, and has match groups. To actually get the groups, use str.extract.', UserWarning, stacklevel=2)
        return self._truth(lambda x: seek.search(x) is not None, na)

    def match(self, pat, case=True, flags=0, na=None):
        """Whether a pattern is found at the beginning."""
        seek = re.compile(pat, flags | (0 if case else re.IGNORECASE)).match
        return self._truth(lambda x: seek(x) is not None, na)

    def fullmatch(self, pat, case=True, flags=0, na=None):
        """Whether a pattern is the whole text."""
        seek = re.compile(pat, flags | (0 if case else re.IGNORECASE)).fullmatch
        return self._truth(lambda x: seek(x) is not None, na)

    def startswith(self, pat, na=None):
        """Whether each begins so."""
        self._begins(pat)
        return self._truth(lambda x: x.startswith(pat), na)

    def endswith(self, pat, na=None):
        """Whether each ends so."""
        self._begins(pat)
        return self._truth(lambda x: x.endswith(pat), na)

    def _begins(self, pat):
        if not isinstance(pat, (str, tuple)):
            raise TypeError(f'expected a string or tuple, not {type(pat).__name__}')

    def count(self, pat, flags=0):
        """How often a pattern is found."""
        seek = re.compile(pat, flags)
        return self._whole(lambda x: len(seek.findall(x)))

    def findall(self, pat, flags=0):
        """What a pattern finds."""
        return self._list(re.compile(pat, flags).findall)

    def replace(self, pat, repl, n=-1, case=None, flags=0, regex=None):
        """A pattern replaced in each."""
        if not (isinstance(repl, str) or callable(repl)):
            raise TypeError('repl must be a string or callable')
        compiled = isinstance(pat, re.Pattern)
        if compiled and regex is False:
            raise ValueError('Cannot use a compiled regex as replacement pattern with regex=False')
        if compiled and (case is not None or flags):
            raise ValueError('case and flags cannot be set when pat is a compiled regex')
        if callable(repl) and regex is False:
            raise ValueError('Cannot use a callable replacement when regex=False')
        if regex is None and not compiled:
            self._warn_of_patterns(pat)
            regex = len(pat) > 1 or callable(repl)
        if not (regex or compiled) and case is not False and not flags:
            return self._text(lambda x: x.replace(pat, repl, n))
        seek = pat if compiled else re.compile(pat if regex else re.escape(pat), flags | (re.IGNORECASE if case is False else 0))
        put = repl if callable(repl) or regex or compiled else (lambda found: repl)
        return self._text(lambda x: seek.sub(put, x, max(n, 0)))

    def _warn_of_patterns(self, pat):
        if isinstance(pat, str) and any(c in pat for c in '.+*|^$?[](){}\\'):
            import warnings
            more = ' In addition, single character regular expressions will *not* be treated as literal strings when regex=True.' if len(pat) == 1 else ''
            warnings.warn(f'The default value of regex will change from True to False in a future version.{more}', FutureWarning, stacklevel=3)

    def _groups(self, pat, flags):
        """(the pattern, the names of its groups)."""
        from pandas.core.indexes.base import Index
        from pandas.core.indexes.range import RangeIndex
        seek = re.compile(pat, flags)
        if not seek.groups:
            raise ValueError('pattern contains no capture groups')
        names = {v: k for k, v in seek.groupindex.items()}
        return seek, Index([names.get(i + 1, i) for i in range(seek.groups)]) if names else RangeIndex(seek.groups)

    def extract(self, pat, flags=0, expand=True):
        """The groups of a pattern as columns."""
        if not isinstance(expand, bool):
            raise ValueError('expand must be True or False')
        seek, names = self._groups(pat, flags)
        if not expand and seek.groups > 1 and not hasattr(self._data, '_mgr_kind'):
            raise ValueError('only one regex group is supported with Index')
        rows = []
        for x in self._items:
            found = seek.search(x) if isinstance(x, str) else None
            rows.append([self._gap if g is None else g for g in found.groups()] if found else [self._gap] * seek.groups)
        table = self._table(rows, seek.groups, names)
        if seek.groups > 1 or expand:
            return table
        if not hasattr(self._data, '_mgr_kind'):
            made = self._made(table._data[0])
            return made.rename(names[0] if isinstance(names[0], str) else self._data.name)
        return self._made(table._data[0]).rename(names[0] if isinstance(names[0], str) else self._data.name)

    def extractall(self, pat, flags=0):
        """The groups of a pattern each time it is found, a row each."""
        from pandas.core.indexes.base import Index
        from pandas.core.indexes.multi import MultiIndex
        from pandas.core.indexes.range import RangeIndex
        seek, names = self._groups(pat, flags)
        index = RangeIndex(len(self._items)) if isinstance(self._data, Index) else self._data.index
        rows, spots, counts = [], [], []
        for i, x in enumerate(self._items):
            for k, found in enumerate(seek.finditer(x) if isinstance(x, str) else ()):
                rows.append([self._gap if g is None or g == '' else g for g in found.groups()])
                spots.append(i)
                counts.append(k)
        where = np.array(spots, np.intp)
        table = self._table(rows, seek.groups, names)
        arrays = [index.get_level_values(i)._values[where] for i in range(index.nlevels)]
        table.__dict__['_index'] = MultiIndex._over(arrays + [np.array(counts, 'i8')], list(index.names) + ['match'])
        return table

    # ---- split and joined ----
    def split(self, pat=None, n=-1, expand=False, *, regex=None):
        """Each text in parts."""
        compiled = isinstance(pat, re.Pattern)
        if regex is False and compiled:
            raise ValueError('Cannot use a compiled regex as replacement pattern with regex=False')
        n = -1 if n == 0 or n is None else n
        if compiled or regex or (regex is None and pat is not None and len(pat) != 1):
            seek = re.compile(pat)
            return self._spread(lambda x: seek.split(x, max(n, 0)), expand)
        return self._spread(lambda x: x.split(pat or None, n), expand)

    def rsplit(self, pat=None, n=-1, expand=False):
        """Each text in parts, from its end."""
        return self._spread(lambda x: x.rsplit(pat or None, -1 if n in (0, None) else n), expand)

    def partition(self, sep=' ', expand=True):
        """Each text before, at and behind a separator."""
        return self._spread(lambda x: x.partition(sep), expand)

    def rpartition(self, sep=' ', expand=True):
        """Each text before, at and behind the last separator."""
        return self._spread(lambda x: x.rpartition(sep), expand)

    def _spread(self, f, expand):
        parts = self._each(f, (str, bytes))
        if not expand:
            return self._made(objects(parts))
        wide = max((len(x) for x in parts if isinstance(x, (list, tuple))), default=0 if not parts else 1)
        rows = [list(x) + [None] * (wide - len(x)) if isinstance(x, (list, tuple)) else [x] * wide for x in parts]
        if hasattr(self._data, '_mgr_kind'):
            return self._table(rows, wide)
        from pandas.core.indexes.multi import MultiIndex
        return MultiIndex.from_tuples([tuple(np.nan if y is None else y for y in row) for row in rows], names=[self._data.name] * wide if self._data.name is not None else None)

    def join(self, sep):
        """The items of each list as one text."""
        def one(x):
            try:
                return sep.join(x)
            except TypeError:
                return np.nan
        return self._text(one, (str, list, tuple, set))

    def cat(self, others=None, sep=None, na_rep=None, join='left'):
        """The texts behind one another; with others, side by side."""
        if isinstance(others, str):
            raise ValueError('Did you mean to supply a `sep` keyword?')
        sep = '' if sep is None else sep
        if others is None:
            return sep.join(x if not missing_one(x) else na_rep for x in self._items if not missing_one(x) or na_rep is not None)
        mine, columns, index = self._aligned(others, join)
        gaps = [missing_in(c) for c in [mine] + columns]
        rows = list(map(sep.join, zip(mine, *columns))) if not any(g.any() for g in gaps) else []
        for i, row in enumerate(zip(mine, *columns) if not rows else ()):
            gone = [g[i] for g in gaps]
            rows.append(self._gap if any(gone) and na_rep is None else sep.join([na_rep if g else x for x, g in zip(row, gone)]))
        found = objects(rows)
        if self._own:
            from pandas.core.extended.texts import over
            found = over(found)
        if hasattr(self._data, '_mgr_kind'):
            return type(self._data)._make(found, index, self._data.name)
        return self._made(found)

    def _aligned(self, others, join):
        """(own texts, other columns of texts, the labels of all)."""
        from pandas.core.series import Series
        from pandas.core.indexes.base import Index
        own = self._data if hasattr(self._data, '_mgr_kind') else Series(objects(self._items), index=self._data)
        if hasattr(others, '_columns'):
            parts = [others.iloc[:, i] for i in range(len(others.columns))]
        elif hasattr(others, '_index_of') or isinstance(others, (Index, np.ndarray)) and getattr(others, 'ndim', 1) == 1:
            parts = [others]
        elif isinstance(others, np.ndarray):
            parts = [others[:, i] for i in range(others.shape[1])]
        elif is_list_like(others):
            others = list(others)
            parts = others if others and all(hasattr(x, '_index_of') or isinstance(x, (Index, np.ndarray, list)) for x in others) else [others]
        else:
            raise TypeError('others must be Series, Index, DataFrame, np.ndarray or list-like (either containing only strings or containing only objects of type Series/Index/np.ndarray[1-dim])')
        series = []
        for part in parts:
            if not hasattr(part, '_index_of'):
                part = list(part)
                if len(part) != len(own):
                    raise ValueError('If `others` contains arrays or lists (or other list-likes without an index), these must all be of the same length as the calling Series/Index.')
                part = Series(objects(part), index=own.index)
            series.append(part)
        index = own.index
        if any(not part.index.equals(index) for part in series):
            for part in series:
                index = {'left': lambda a, b: a, 'right': lambda a, b: b, 'outer': lambda a, b: a.union(b), 'inner': lambda a, b: a.intersection(b)}[join](index, part.index)
            own, series = own.reindex(index), [part.reindex(index) for part in series]
        return objects(own._values), [objects(part._values) for part in series], index

    def repeat(self, repeats):
        """Each text several times."""
        if not is_list_like(repeats):
            return self._text(lambda x: x * repeats)
        times = iter(repeats._values if hasattr(repeats, '_values') else repeats)
        found = objects([x * k if isinstance(x, str) else x for x, k in zip(self._items, times)])
        if self._own:
            from pandas.core.extended.texts import over
            found = over(found)
        return self._made(found)

    def pad(self, width, side='left', fillchar=' '):
        """Each text made wider."""
        self._fill(fillchar, width, 'pad')
        if side not in ('left', 'right', 'both'):
            raise ValueError('Invalid side')
        name = {'left': 'rjust', 'right': 'ljust', 'both': 'center'}[side]
        return self._text(lambda x: getattr(x, name)(width, fillchar))

    def _fill(self, fillchar, width, name):
        if not isinstance(fillchar, str):
            raise TypeError(f'fillchar must be a character, not {type(fillchar).__name__}')
        if len(fillchar) != 1:
            raise TypeError('fillchar must be a character, not str')
        if not isinstance(width, (int, np.integer)):
            raise TypeError(f'width must be of integer type, not {type(width).__name__}')

    def ljust(self, width, fillchar=' '):
        """Each text made wider at its end."""
        return self.pad(width, 'right', fillchar)

    def rjust(self, width, fillchar=' '):
        """Each text made wider at its beginning."""
        return self.pad(width, 'left', fillchar)

    def center(self, width, fillchar=' '):
        """Each text made wider at both ends."""
        return self.pad(width, 'both', fillchar)

    def zfill(self, width):
        """Each text made wider with zeros."""
        if not isinstance(width, (int, np.integer)):
            raise TypeError(f'width must be of integer type, not {type(width).__name__}')
        return self._text(lambda x: x.zfill(width))

    def wrap(self, width, **kwargs):
        """Each text in lines."""
        import textwrap
        wrapper = textwrap.TextWrapper(width=width, **kwargs)
        return self._text(lambda x: '\n'.join(wrapper.wrap(x)))

    def normalize(self, form):
        """Each text in a normal form of Unicode."""
        import unicodedata
        return self._text(lambda x: unicodedata.normalize(form, x))

    def encode(self, encoding, errors='strict'):
        """Each text as bytes."""
        return self._list(lambda x: x.encode(encoding, errors))

    def decode(self, encoding, errors='strict'):
        """Each run of bytes as a text."""
        return self._list(lambda x: x.decode(encoding, errors), bytes)

    def get_dummies(self, sep='|'):
        """A column of ones and zeros for each part."""
        from pandas.core.frame import DataFrame
        from pandas.core.indexes.base import Index
        parts = [set(x.split(sep)) if isinstance(x, str) else set() for x in self._items]
        names = sorted({p for row in parts for p in row if p})
        data = [np.array([int(n in row) for row in parts], 'i8') for n in names]
        if hasattr(self._data, '_mgr_kind'):
            return DataFrame._make(data, self._data.index, Index(names, dtype=object))
        from pandas.core.indexes.multi import MultiIndex
        return MultiIndex.from_arrays(data, names=names)

    def __getattr__(self, name):
        raise AttributeError(f"'StringMethods' object has no attribute '{name}'")


def install():
    def make(name, way):
        method = getattr(str, name)

        def called(self, *args, **kwargs):
            self._refuse_bytes(name)
            return getattr(self, way)(lambda x: method(x, *args, **kwargs))
        called.__name__, called.__doc__ = name, f'str.{name} of each text.'
        return called
    for names, way in ((TEXTS, '_text'), (NUMBERS, '_whole'), (TRUTHS, '_truth')):
        for name in names:
            if name not in StringMethods.__dict__:
                setattr(StringMethods, name, make(name, way))


install()
