"""MultiIndex: labels of several levels, an array a level."""
import numpy as np

from pandas.core.dtypes import array_of, box, boxed, is_integer, is_list_like, listed, objects
from pandas.core.indexes.frozen import FrozenList
from pandas.core.indexes.levels import Levels
from pandas.core.indexes.base import Index, index_of
from pandas.core.missing import missing_in


def blanked(values):
    """What is missing in a level is NaN, whatever it was."""
    if hasattr(values, '_extended') or values.dtype.kind != 'O':
        return values
    gone = missing_in(values)
    return np.where(gone, np.nan, values) if gone.any() else values


class MultiIndex(Levels, Index):
    """Labels that are tuples: MultiIndex.from_arrays, from_tuples, from_product."""
    __module__ = 'pandas.core.indexes.multi'

    def __new__(cls, levels=None, codes=None, sortorder=None, names=None, dtype=None, copy=False, name=None, verify_integrity=True):
        if levels is None or codes is None:
            raise TypeError('Must pass both levels and codes')
        made = cls.from_arrays([array_of(x)[np.asarray(c)] for x, c in zip(levels, codes)], names=names)
        made._orders = [array_of(x) for x in levels]
        return made

    _orders = None      # of each level its labels in the order in which they count, where that is not the sorted one

    @classmethod
    def _over(cls, arrays, names, orders=None):
        self = object.__new__(cls)
        self._arrays, self._names = list(arrays), list(names)
        if orders is not None and any(x is not None for x in orders):
            self._orders = list(orders)
        return self

    def _level(self, i):
        """(codes, labels) of a level."""
        from pandas.core.algorithms import factorized
        order = self._orders[i] if self._orders else None
        if order is None:
            return factorized(self._arrays[i], True)
        place = {x: at for at, x in enumerate(order.tolist())}
        return np.array([place.get(x, -1) for x in self._arrays[i].tolist()], np.intp), order

    def _used(self, i):
        """(codes, labels) of a level, only those that stand in it."""
        codes, labels = self._level(i)
        there = np.unique(codes[codes >= 0])
        return (codes, labels) if len(there) == len(labels) else (np.where(codes < 0, -1, np.searchsorted(there, codes)), labels[there])

    @classmethod
    def from_arrays(cls, arrays, sortorder=None, names=None):
        """Labels of an array a level."""
        if not hasattr(arrays, '__iter__') or isinstance(arrays, (str, bytes)):
            raise TypeError('Input must be a list / sequence of array-likes.')
        arrays = list(arrays)
        if not all(is_list_like(a) for a in arrays):
            raise TypeError('Input must be a list / sequence of array-likes.')
        if not arrays:
            raise ValueError('Must pass non-zero number of levels/codes')
        given = [getattr(a, 'name', None) for a in arrays] if names is None else list(names)
        arrays = [array_of(a._values if hasattr(a, '_values') else a) for a in arrays]
        if len({len(a) for a in arrays}) > 1:
            raise ValueError('all arrays must be same length')
        return cls._over([blanked(a) for a in arrays], given)

    @classmethod
    def from_tuples(cls, tuples, sortorder=None, names=None):
        """Labels of a list of tuples."""
        tuples = list(tuples)
        if not tuples:
            if names is None:
                raise TypeError('Cannot infer number of levels from empty list')
            return cls._over([np.empty(0, object) for _ in names], names)
        columns = list(zip(*tuples))
        return cls._over([blanked(array_of(list(c))) for c in columns], [None] * len(columns) if names is None else names)

    @classmethod
    def from_product(cls, iterables, sortorder=None, names=None):
        """Labels of every combination."""
        import itertools
        if not hasattr(iterables, '__iter__') or isinstance(iterables, (str, bytes)):
            raise TypeError('Input must be a list / sequence of iterables.')
        parts = [list(x) for x in iterables]
        rows = list(zip(*itertools.product(*parts)))
        return cls._over([array_of(list(r)) for r in rows], [getattr(x, 'name', None) for x in iterables] if names is None else names)

    @property
    def _values(self):
        found = self.__dict__.get('_tuples')
        if found is None:
            found = self._tuples = objects(zip(*[listed(a) for a in self._arrays]))
        return found

    def memory_usage(self, deep=False):
        """The bytes of the levels, the codes and the names."""
        import sys
        return sum(x.memory_usage(deep) for x in self.levels) + self.nlevels * len(self) + sum(sys.getsizeof(n) for n in self._names)

    dtype = property(lambda self: np.dtype(object))
    nlevels = property(lambda self: len(self._arrays))
    name = property(lambda self: None, lambda self, name: None)
    inferred_type = property(lambda self: 'mixed')

    @property
    def names(self):
        return FrozenList(self._names)

    @names.setter
    def names(self, names):
        if len(names) != self.nlevels:
            raise ValueError('Length of names must match number of levels in MultiIndex.')
        self._names = list(names)

    _source = None      # whose levels it still has, where it is a part of another

    @property
    def levels(self):
        whole = self if self._source is None else self._source
        found = FrozenList(index_of(whole._level(i)[1], n) for i, n in enumerate(self._names))
        for each in found:
            each._level_of = True       # (its name is the whole's to set)
        return found

    @property
    def codes(self):
        if self._source is None:
            return FrozenList(self._level(i)[0] for i in range(self.nlevels))
        return FrozenList(labels._spots(listed(a)) for labels, a in zip(self.levels, self._arrays))

    def __len__(self):
        return len(self._arrays[0]) if self._arrays else 0

    def __iter__(self):
        return iter(self._values)

    def __getitem__(self, key):
        if is_integer(key):
            return tuple(box(a[key]) for a in self._arrays)
        if isinstance(key, list):
            key = np.array(key) if key else np.empty(0, int)
        found = MultiIndex._over([a[key] for a in self._arrays], self._names, self._orders)
        found._source = self if self._source is None else self._source
        return found

    def __reduce__(self):
        return MultiIndex._over, (self._arrays, self._names, self._orders)

    def _renamed(self, name):
        return MultiIndex._over(self._arrays, self._names if name is None else name, self._orders)

    def _like(self, values):
        return MultiIndex.from_tuples(list(values), names=self._names)

    def copy(self, names=None, deep=False, name=None):
        """The same labels again."""
        return MultiIndex._over(self._arrays, names or self._names, self._orders)

    def set_names(self, names, level=None, inplace=False):
        """The labels under other names."""
        given = list(self._names)
        if not is_list_like(names) and level is None:
            raise TypeError('Must pass list-like as `names`.')
        if isinstance(names, dict):
            given = [names.get(name, name) for name in given]
        elif level is not None and is_list_like(level):
            for each, name in zip(level, names):
                given[self._level_number(each)] = name
        elif level is not None:
            given[self._level_number(level)] = names
        else:
            given = list(names)
        found = MultiIndex._over(self._arrays, given, self._orders)
        if inplace:
            self._names = given
            return None
        return found

    rename = set_names

    def _chosen(self, given, level):
        """[(a level's number, what is given for it), …]."""
        if level is None:
            return list(enumerate(given))
        return [(self._level_number(x), each) for x, each in zip(level, given)] if is_list_like(level) else [(self._level_number(level), given)]

    def set_levels(self, levels, level=None, inplace=None, verify_integrity=True):
        """The labels with others in the place of those of a level."""
        own, codes = [list(x) for x in self.levels], [np.asarray(x) for x in self.codes]
        for i, each in self._chosen(levels, level):
            own[i] = list(each)
        return self._remade(own, codes)

    def set_codes(self, codes, level=None, inplace=None, verify_integrity=True):
        """The labels with others of their levels."""
        own = [np.asarray(x) for x in self.codes]
        for i, each in self._chosen(codes, level):
            own[i] = np.asarray(each)
        return self._remade([list(x) for x in self.levels], own)

    def _remade(self, levels, codes):
        for i, (each, places) in enumerate(zip(levels, codes)):
            if len(places) and places.max() >= len(each):
                raise ValueError(f'On level {i}, code max ({places.max()}) >= length of level ({len(each)}). NOTE: this index is in an inconsistent state')
        return MultiIndex(levels, codes, names=self._names)

    def _level_number(self, level):
        if level in self._names and not (is_integer(level) and level not in self._names):
            return self._names.index(level)
        if not is_integer(level):
            raise KeyError(f'Level {level} not found')
        if not -self.nlevels <= level < self.nlevels:
            raise IndexError(f'Too many levels: Index has only {self.nlevels} levels, not {level + 1}')
        return level % self.nlevels

    def get_level_values(self, level):
        """The labels of one level."""
        i = self._level_number(level)
        return index_of(self._arrays[i], self._names[i])

    def _keep_levels(self, spots):
        if len(spots) == 1:
            return index_of(self._arrays[spots[0]], self._names[spots[0]])
        return MultiIndex._over([self._arrays[i] for i in spots], [self._names[i] for i in spots], self._orders and [self._orders[i] for i in spots])

    def _without_levels(self, n):
        return self._keep_levels(list(range(n, self.nlevels)))

    def droplevel(self, level=0):
        """The labels without a level."""
        gone = {self._level_number(x) for x in (level if is_list_like(level) else [level])}
        return self._keep_levels([i for i in range(self.nlevels) if i not in gone])

    def swaplevel(self, i=-2, j=-1):
        """Two levels in each other's place."""
        order = list(range(self.nlevels))
        i, j = self._level_number(i), self._level_number(j)
        order[i], order[j] = j, i
        return self._keep_levels(order)

    def append(self, other):
        """These labels and others behind them."""
        parts = [self] + (list(other) if isinstance(other, (list, tuple)) else [other])
        if all(isinstance(p, MultiIndex) and p.nlevels == self.nlevels for p in parts):
            from pandas.core.indexes.base import joined
            return MultiIndex._over([joined([p._arrays[i] for p in parts]) for i in range(self.nlevels)], self._names)
        return Index(objects([x for p in parts for x in p]), tupleize_cols=False)

    def _joined(self, labels, dtype, name, sort):
        found = super()._joined(labels, dtype, name, sort)
        same = all(isinstance(x, tuple) and len(x) == self.nlevels for x in labels)
        return MultiIndex.from_tuples(list(found), names=self._names) if same and len(labels) else found

    def insert(self, loc, item):
        """The labels with one more."""
        item = item if isinstance(item, tuple) else (item,)
        item = item + ('',) * (self.nlevels - len(item))
        rows = list(self._values)
        return MultiIndex.from_tuples(rows[:loc] + [item] + rows[loc:], names=self._names)

    def _mapped(self, f):
        return MultiIndex._over([array_of([f(x) for x in listed(a)]) for a in self._arrays], self._names)

    # ---- finding ----
    def _has(self, key):
        try:
            self.get_loc(key)
            return True
        except (KeyError, TypeError):
            return False

    def __contains__(self, key):
        hash(key)
        return self._has(key)

    def get_loc(self, key, method=None, tolerance=None):
        """The position of a label, or a mask where only its first levels are given."""
        parts = key if isinstance(key, tuple) else (key,)
        if len(parts) > self.nlevels:
            raise KeyError(key)
        if any(isinstance(x, str) and a.dtype.kind == 'M' for x, a in zip(parts, self._arrays)):
            return self._timed_loc(key, parts)
        if len(parts) == self.nlevels and self.is_unique:
            found = self._table().get(parts)
            if found is None:
                raise KeyError(key)
            return found
        mask = np.ones(len(self), bool)
        for x, a in zip(parts, self._arrays):
            if isinstance(x, slice) and x == slice(None):
                continue
            mask &= np.fromiter((y == x for y in listed(a)), bool, len(a))
        if not mask.any():
            raise KeyError(key)
        spots = np.flatnonzero(mask)
        return slice(int(spots[0]), int(spots[-1]) + 1) if spots[-1] - spots[0] + 1 == len(spots) else mask

    def _timed_loc(self, key, parts):
        """The rows of labels some of which are texts that name a part of time."""
        from pandas.core.indexes.base import index_of
        mask = np.ones(len(self), bool)
        for x, a in zip(parts, self._arrays):
            if isinstance(x, slice) and x == slice(None):
                continue
            if isinstance(x, str) and a.dtype.kind == 'M':
                found = np.zeros(len(self), bool)
                found[index_of(a).get_loc(x)] = True
                mask &= found
            else:
                mask &= np.fromiter((y == x for y in listed(a)), bool, len(a))
        if not mask.any():
            raise KeyError(key)
        spots = np.flatnonzero(mask)
        if len(spots) == 1 and len(parts) == self.nlevels:
            return int(spots[0])
        return slice(int(spots[0]), int(spots[-1]) + 1) if spots[-1] - spots[0] + 1 == len(spots) else mask

    def _find(self, labels):
        if len(labels) and not any(isinstance(x, tuple) for x in labels):
            spots, absent = [], []
            first = listed(self._arrays[0])
            for x in labels:
                at = [i for i, y in enumerate(first) if y == x]
                if not at:
                    absent.append(x)
                spots += at
            if absent:
                raise KeyError(f'{absent} not in index')
            return np.array(spots, np.intp)
        return super()._find(objects(labels) if not isinstance(labels, Index) else labels)

    # ---- texts ----
    def _level_raw(self, i):
        from pandas.io.formats.format import label_texts
        return label_texts(index_of(self._arrays[i]))

    def _same_as_before(self):
        """For each level, where a label and all above it are those of the row before."""
        out, same = [], np.ones(max(len(self) - 1, 0), bool)
        for a in self._arrays[:-1]:
            values = boxed(a)
            same = same & np.fromiter((x == y for x, y in zip(values[1:], values)), bool, len(same))
            out.append(np.concatenate([[False], same]) if len(self) else np.zeros(0, bool))
        return out + [np.zeros(len(self), bool)]

    def _level_texts(self, sparsify=True, names=False):
        from pandas.io.formats.format import pretty
        out = []
        for i, again in enumerate(self._same_as_before()):
            texts = ['' if s else t for t, s in zip(self._level_raw(i), again)] if sparsify else self._level_raw(i)
            out.append(([pretty(self._names[i]) if self._names[i] is not None else ''] if names else []) + texts)
        return out

    def _texts(self, names):
        from pandas.io.formats.format import beside
        return beside(2, *self._level_texts(True, names)).split('\n')

    def _spans(self):
        """For HTML: of each row the (text, rows it covers) of the levels that begin there."""
        raw = [self._level_raw(i) for i in range(self.nlevels)]
        again = self._same_as_before()
        rows = []
        for r in range(len(self)):
            cells = []
            for i in range(self.nlevels):
                if again[i][r]:
                    continue
                n = 1
                while r + n < len(self) and again[i][r + n]:
                    n += 1
                cells.append((raw[i][r], n))
            rows.append(cells)
        return rows

    def __repr__(self):
        from pandas.io.formats.format import pretty
        rows = [[f"'{x}'" if isinstance(x, str) or hasattr(x, 'isoformat') else 'nan' if x is None or x != x else pretty(x) for x in r] for r in self._values]
        cut = len(rows) > 100
        shown = rows[:10] + rows[-10:] if cut else rows
        wides = [max(map(len, c)) for c in zip(*shown)]
        lines = ['(' + ', '.join(x.rjust(w) for x, w in zip(r, wides)) + ')' for r in shown]
        if cut:
            lines.insert(10, '...')
        space = ' ' * 12
        body = ''.join((f'{space}' if i else '') + line + ('' if line == '...' else ']' if i == len(lines) - 1 else ',') + ('\n' if i < len(lines) - 1 else '') for i, line in enumerate(lines))
        extra = ['names=' + repr(self._names)] if any(n is not None for n in self._names) else []
        extra += [f'length={len(rows)}'] if cut else []
        return f'MultiIndex([{body}' + (',\n           ' + ', '.join(extra) if extra else ',\n           ') + ')' if lines else f'MultiIndex([], names={self._names!r})'

    def _isna(self):
        return np.zeros(len(self), bool) if not self._arrays else np.all([missing_in(a) for a in self._arrays], axis=0)

    def to_frame(self, index=True, name=None):
        """The levels as columns."""
        from pandas.core.frame import DataFrame
        names = name or [i if n is None else n for i, n in enumerate(self._names)]
        return DataFrame._make([a.copy() for a in self._arrays], self if index else Index(range(len(self))), Index(names))
