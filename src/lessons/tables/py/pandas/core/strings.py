"""The str accessor: methods of texts over a column, what is missing stays so."""
import re

import numpy as np

from pandas.core.dtypes import array_of, objects
from pandas.core.missing import missing_one

PLAIN = '''lower upper title capitalize swapcase casefold strip lstrip rstrip zfill ljust rjust center startswith endswith isalnum isalpha isdigit isspace islower isupper istitle isnumeric isdecimal
find rfind index rindex encode removeprefix removesuffix translate'''.split()
NEVER = 'cat decode get_dummies join normalize partition rpartition wrap findall'.split()


class StringMethods:
    """Texts of a column."""
    __module__ = 'pandas.core.strings.accessor'

    def __init__(self, data):
        values = data._values
        if values.dtype.kind != 'O':
            raise AttributeError('Can only use .str accessor with string values!')
        first = next((x for x in values if not missing_one(x)), '')
        if not isinstance(first, (str, list, tuple, bytes, dict)):
            raise AttributeError('Can only use .str accessor with string values!')
        self._data = data

    def _made(self, found):
        """The results in the form of the data."""
        from pandas.core.indexes.base import Index
        data = self._data
        if isinstance(data, Index):
            if found.dtype.kind == 'b' or (found.dtype.kind == 'O' and len(found) and all(isinstance(x, (bool, np.bool_)) for x in found)):
                return found.astype(bool)
            return Index(found, name=data.name)
        return type(data)._make(found, data.index, data.name)

    def _map(self, f, na=np.nan, kind=str):
        out = []
        for x in self._data._values:
            out.append(f(x) if isinstance(x, kind) else x if na is np.nan and missing_one(x) else na)
        found = array_of(out) if out else np.empty(0, object)
        return self._made(found)

    def _text(self, f):
        return self._made(objects([f(x) if isinstance(x, str) else x if missing_one(x) else np.nan for x in self._data._values]))

    def __getitem__(self, key):
        return self.slice(key.start, key.stop, key.step) if isinstance(key, slice) else self.get(key)

    def get(self, i):
        """The item at a place of each text or list."""
        def one(x):
            if isinstance(x, dict):
                return x.get(i, np.nan)
            return x if x is None else x[i] if isinstance(x, (str, list, tuple)) and -len(x) <= i < len(x) else np.nan
        return self._made(objects([one(x) for x in self._data._values]))

    def slice(self, start=None, stop=None, step=None):
        """A part of each text."""
        return self._made(objects([x[start:stop:step] if isinstance(x, (str, list, tuple)) else x if missing_one(x) else np.nan for x in self._data._values]))

    def len(self):
        """How long each is."""
        return self._map(len, kind=(str, list, tuple, dict))

    def contains(self, pat, case=True, flags=0, na=None, regex=True):
        """Whether a pattern is found."""
        if regex:
            seek = re.compile(pat, flags | (0 if case else re.IGNORECASE)).search
        else:
            seek = (lambda x: pat in x) if case else (lambda x: pat.lower() in x.lower())
        return self._map(lambda x: bool(seek(x)), np.nan if na is None else na)

    def match(self, pat, case=True, flags=0, na=None):
        """Whether a pattern is found at the beginning."""
        seek = re.compile(pat, flags | (0 if case else re.IGNORECASE)).match
        return self._map(lambda x: bool(seek(x)), np.nan if na is None else na)

    def fullmatch(self, pat, case=True, flags=0, na=None):
        """Whether a pattern is the whole text."""
        seek = re.compile(pat, flags | (0 if case else re.IGNORECASE)).fullmatch
        return self._map(lambda x: bool(seek(x)), np.nan if na is None else na)

    def startswith(self, pat, na=None):
        """Whether each begins so."""
        return self._map(lambda x: x.startswith(pat), np.nan if na is None else na)

    def endswith(self, pat, na=None):
        """Whether each ends so."""
        return self._map(lambda x: x.endswith(pat), np.nan if na is None else na)

    def count(self, pat, flags=0):
        """How often a pattern is found."""
        seek = re.compile(pat, flags)
        return self._map(lambda x: len(seek.findall(x)))

    def findall(self, pat, flags=0):
        """What a pattern finds."""
        seek = re.compile(pat, flags)
        return self._text(seek.findall)

    def replace(self, pat, repl, n=-1, case=None, flags=0, regex=None):
        """A pattern replaced in each."""
        simple = isinstance(pat, str) and (regex is False or (regex is None and len(pat) == 1))
        if simple and case is not False:
            return self._text(lambda x: x.replace(pat, repl, n))
        seek = pat if isinstance(pat, re.Pattern) else re.compile(re.escape(pat) if simple else pat, flags | (re.IGNORECASE if case is False else 0))
        return self._text(lambda x: seek.sub(repl, x, max(n, 0)))

    def extract(self, pat, flags=0, expand=True):
        """The groups of a pattern as columns."""
        from pandas.core.frame import DataFrame
        seek = re.compile(pat, flags)
        if not seek.groups:
            raise ValueError('pattern contains no capture groups')
        names = {v: k for k, v in seek.groupindex.items()}
        rows = []
        for x in self._data._values:
            found = seek.search(x) if isinstance(x, str) else None
            rows.append([np.nan if g is None else g for g in found.groups()] if found else [np.nan] * seek.groups)
        columns = list(zip(*rows)) if rows else [()] * seek.groups
        if seek.groups == 1 and not expand:
            made = self._made(objects(columns[0]))
            return made.rename(names.get(1, self._data.name))
        from pandas.core.indexes.base import Index
        labels = Index([names.get(i + 1, i) for i in range(seek.groups)])
        return DataFrame._make([objects(c) for c in columns], self._data.index, labels)

    def split(self, pat=None, n=-1, expand=False, *, regex=None):
        """Each text in parts."""
        n = -1 if n == 0 or n is None else n
        if regex or (regex is None and pat is not None and len(pat) > 1):
            seek = re.compile(pat)
            found = self._text(lambda x: seek.split(x, max(n, 0)))
        else:
            found = self._text(lambda x: x.split(pat, n))
        return self._spread(found) if expand else found

    def rsplit(self, pat=None, n=-1, expand=False):
        """Each text in parts, from its end."""
        found = self._text(lambda x: x.rsplit(pat, -1 if n in (0, None) else n))
        return self._spread(found) if expand else found

    def partition(self, sep=' ', expand=True):
        """Each text before, at and behind a separator."""
        found = self._text(lambda x: list(x.partition(sep)))
        return self._spread(found) if expand else found

    def _spread(self, found):
        from pandas.core.frame import DataFrame
        from pandas.core.indexes.range import RangeIndex
        wide = max((len(x) for x in found._values if isinstance(x, list)), default=0)
        rows = [list(x) + [None] * (wide - len(x)) if isinstance(x, list) else [x] * wide for x in found._values]
        return DataFrame._make([objects(c) for c in zip(*rows)], found.index, RangeIndex(wide))

    def join(self, sep):
        """The items of each list as one text."""
        return self._made(objects([sep.join(x) if isinstance(x, (list, tuple, str)) else np.nan for x in self._data._values]))

    def cat(self, others=None, sep=None, na_rep=None, join='left'):
        """The texts behind one another; with others, side by side."""
        sep = sep or ''
        mine = list(self._data._values)
        if others is None:
            return sep.join(str(x) if not missing_one(x) else na_rep for x in mine if not missing_one(x) or na_rep is not None)
        its = list(others.reindex(self._data.index)._values if hasattr(others, '_index_of') else others)

        def one(x, y):
            if (missing_one(x) or missing_one(y)) and na_rep is None:
                return np.nan
            return (na_rep if missing_one(x) else x) + sep + (na_rep if missing_one(y) else y)
        return self._made(objects([one(x, y) for x, y in zip(mine, its)]))

    def repeat(self, repeats):
        """Each text several times."""
        return self._text(lambda x: x * repeats) if not hasattr(repeats, '__iter__') else self._made(objects([x * k for x, k in zip(self._data._values, repeats)]))

    def pad(self, width, side='left', fillchar=' '):
        """Each text made wider."""
        return self._text(lambda x: {'left': x.rjust, 'right': x.ljust, 'both': x.center}[side](width, fillchar))

    def get_dummies(self, sep='|'):
        """A column of ones and zeros for each part."""
        from pandas.core.frame import DataFrame
        parts = [x.split(sep) if isinstance(x, str) else [] for x in self._data._values]
        names = sorted({p for row in parts for p in row if p})
        return DataFrame({n: np.array([int(n in row) for row in parts], 'i8') for n in names}, index=self._data.index, columns=names)

    def __getattr__(self, name):
        if name.startswith('_'):
            raise AttributeError(name)
        more = " (pandas has it; perch's pandas is a core of it)" if name in NEVER else ''
        raise AttributeError(f"'StringMethods' object has no attribute '{name}'{more}")


def install():
    def make(name):
        method = getattr(str, name)

        def called(self, *args, **kwargs):
            return self._map(lambda x: method(x, *args, **kwargs)) if name[:2] == 'is' or 'find' in name or 'index' in name else self._text(lambda x: method(x, *args, **kwargs))
        called.__name__, called.__doc__ = name, f'str.{name} of each text.'
        return called
    for name in PLAIN:
        if name not in StringMethods.__dict__:
            setattr(StringMethods, name, make(name))


install()
