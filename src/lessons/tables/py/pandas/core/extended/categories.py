"""Categories: a value is the number of one of a few labels, -1 for none."""
import numpy as np

from pandas.core.dtypes import array_of, is_list_like, objects, take
from pandas.core.extended.base import ExtensionArray, ExtensionDtype
from pandas.core.missing import missing_in, missing_one


def index_for(categories):
    """The categories as an index, of which each stands once."""
    from pandas.core.indexes.base import Index
    if not is_list_like(categories):
        raise TypeError(f"Parameter 'categories' must be list-like, was {categories!r}")
    found = categories if isinstance(categories, Index) else Index(categories, tupleize_cols=False)
    if found.name is not None:
        found = found._renamed(None)
    if found.hasnans:
        raise ValueError('Categorical categories cannot be null')
    if not found.is_unique:
        raise ValueError('Categorical categories must be unique')
    return found


class CategoricalDtype(ExtensionDtype):
    """The categories, and whether they have an order: CategoricalDtype(categories=None, ordered=False)."""
    __module__ = 'pandas.core.dtypes.dtypes'
    name, na_value, itemsize = 'category', np.nan, 8
    type = object

    def __init__(self, categories=None, ordered=False):
        if ordered not in (True, False, None):
            raise ValueError("'ordered' must either be 'True' or 'False'")
        self.categories = None if categories is None else index_for(categories)
        self.ordered = ordered

    def __repr__(self):
        return f'CategoricalDtype(categories={None if self.categories is None else shortly(self.categories)}, ordered={self.ordered})'

    def __eq__(self, other):
        if isinstance(other, str):
            return other == 'category'
        if not isinstance(other, CategoricalDtype):
            return False
        if self.categories is None or other.categories is None:
            return self.categories is other.categories
        if self.ordered or other.ordered:
            return bool(self.ordered) == bool(other.ordered) and same_kind(self.categories, other.categories) and self.categories.equals(other.categories)
        mine, its = self.categories, other.categories
        return mine is its or same_kind(mine, its) and len(mine) == len(its) and (mine.equals(its) or set(mine) == set(its))

    def __hash__(self):
        return hash('category')

    @classmethod
    def _array(cls):
        return Categorical

    def made_from(self, values, given=False):
        """The categorical of an array."""
        if isinstance(values, Categorical):
            if self.categories is None:
                return over(values._codes.copy(), values.dtype if self.ordered in (None, values.ordered) or not given and self.ordered is False and values.ordered else CategoricalDtype(values.categories, self.ordered))
            return values._moved(self)
        return categorical(values, self)

    def common(self, others):
        """The dtype for values of this and of others, or None."""
        if all(self == other for other in others):
            return self
        from pandas.core.dtypes import common
        return common([self.categories.dtype] + [other.categories.dtype if isinstance(other, CategoricalDtype) else other for other in others])


def same_kind(a, b):
    """Whether two indexes hold labels of the same kind."""
    return (a.dtype.kind == 'O') == (b.dtype.kind == 'O')


def shortly(categories):
    from pandas.io.formats.format import pretty, quoted
    items = list(categories)
    if len(items) > 100:
        return '[' + ', '.join(map(quoted, items[:100])) + ', ...]'
    return '[' + ', '.join(quoted(x) if isinstance(x, str) else category_text(x, categories) for x in items) + ']' if items else pretty(items)


def category_text(x, categories):
    from pandas.io.formats.format import quoted
    if isinstance(x, float):
        return repr(x)
    return quoted(x)


def dtype_named(text):
    """The dtype of a name, or None."""
    return CategoricalDtype() if text == 'category' else None


def over(codes, dtype):
    """The categorical of codes."""
    self = object.__new__(Categorical)
    self._codes, self._dtype = codes, dtype
    return self


def small(n):
    """The dtype of codes for so many categories."""
    return np.dtype('i1' if n <= 128 else 'i2' if n <= 32768 else 'i4')


def codes_in(values, categories):
    """Each value's place among categories, -1: none."""
    if len(values) > 64 and not hasattr(values, '_extended') and values.dtype.kind == categories.dtype.kind:
        places = categories._places(values)
        if places is not None:
            return places.astype(small(len(categories)))
    if hasattr(categories, '_place_of'):
        return np.array([categories._place_of(x) for x in values], small(len(categories)))
    gone = missing_in(values)
    table = categories._table()
    key = categories._key
    items = values.tolist() if values.dtype.kind not in 'mMO' else list(values) if values.dtype.kind == 'O' else [key(x) for x in values]
    if values.dtype.kind in 'mM':
        from pandas.core.dtypes import listed
        items = listed(values)
    return np.array([-1 if g else table.get(key(x), -1) for x, g in zip(items, gone)], small(len(categories)))


def categorical(values, dtype):
    values = array_of(values)
    if dtype.categories is not None:
        return over(codes_in(values, dtype.categories), CategoricalDtype(dtype.categories, bool(dtype.ordered)))
    from pandas.core.algorithms import factorized
    from pandas.core.indexes.base import index_of
    try:
        codes, found = factorized(values, True)
    except TypeError:
        codes, found = factorized(values, False)
        if dtype.ordered:
            raise TypeError("'values' is not ordered, please explicitly specify the categories order by passing in a categories argument.") from None
    made = CategoricalDtype.__new__(CategoricalDtype)
    made.categories, made.ordered = index_of(found), bool(dtype.ordered)
    return over(codes.astype(small(len(found))), made)


def spaced(values):
    """The array of a list: one with nothing in places is of the dtype that the rest has, which here nothing is no value of."""
    gone = [missing_one(x) for x in values]
    rest = [x for x, g in zip(values, gone) if not g]
    if not rest and values:
        return np.full(len(values), np.nan)
    if len(rest) == len(values):
        return array_of(values)
    kept = array_of(rest)
    if hasattr(kept, '_extended') or kept.dtype.kind not in 'iub':
        return array_of(values)
    places = np.cumsum(~np.array(gone)) - 1
    places[gone] = -1
    made = categorical(kept, CategoricalDtype())
    return over(np.append(made._codes, np.int8(-1)).astype(made._codes.dtype)[places], made._dtype)


class Categorical(ExtensionArray):
    """Values of a few categories: Categorical(values, categories=None, ordered=None, dtype=None)."""
    __module__ = 'pandas.core.arrays.categorical'

    def __init__(self, values, categories=None, ordered=None, dtype=None, fastpath=False, copy=True):
        if dtype is not None and (categories is not None or ordered is not None):
            raise ValueError('Cannot specify `categories` or `ordered` together with `dtype`.')
        if isinstance(dtype, str):
            if dtype != 'category':
                raise ValueError(f'Unknown dtype {dtype!r}')
            dtype = None
        if not is_list_like(values):
            raise TypeError('Categorical input must be list-like')
        inner = getattr(values, '_values', values)
        if isinstance(inner, Categorical) and categories is None and dtype is None:
            found = over(inner._codes.copy(), inner.dtype if ordered is None else CategoricalDtype(inner.categories, ordered))
        else:
            found = (dtype or CategoricalDtype(categories, ordered)).made_from(inner if hasattr(inner, '_extended') else spaced(values) if isinstance(values, (list, tuple)) else array_of(values), True)
        self._codes, self._dtype = found._codes, found._dtype

    @classmethod
    def from_codes(cls, codes, categories=None, ordered=None, dtype=None):
        """The categorical of numbers of categories."""
        if dtype is None and categories is None:
            raise ValueError("The categories must be provided in 'categories' or 'dtype'. Both were None.")
        dtype = dtype or CategoricalDtype(categories, bool(ordered))
        codes = np.asarray(codes)
        if len(codes) and codes.dtype.kind not in 'iu':
            raise ValueError('codes need to be array-like integers')
        if len(codes) and (codes.max() >= len(dtype.categories) or codes.min() < -1):
            raise ValueError('codes need to be between -1 and len(categories)-1')
        return over(codes.astype(small(len(dtype.categories))), dtype)

    dtype = property(lambda self: self._dtype)
    ordered = property(lambda self: self._dtype.ordered)
    nbytes = property(lambda self: self._codes.nbytes + self.categories._values.nbytes)

    @property
    def categories(self):
        return self._dtype.categories

    @categories.setter
    def categories(self, categories):
        self._dtype = self.rename_categories(categories)._dtype

    @property
    def codes(self):
        found = self._codes.view()
        found.flags.writeable = False
        return found

    def __len__(self):
        return len(self._codes)

    def _gone(self):
        return self._codes < 0

    def _values_of(self):
        return take(self.categories._values, self._codes)

    def __iter__(self):
        from pandas.core.dtypes import listed
        labels = listed(self.categories._values) + [np.nan if self.categories.dtype.kind != 'M' else missing()]
        return (labels[c] for c in self._codes)

    def _at(self, i):
        code = self._codes[i]
        return self.categories[int(code)] if code >= 0 else np.nan

    def _picked(self, spots):
        return over(self._codes[spots], self._dtype)

    def copy(self):
        """The same again."""
        return over(self._codes.copy(), self._dtype)

    @classmethod
    def _joined(cls, arrays):
        first = arrays[0]
        return over(np.concatenate([a._codes if a._dtype is first._dtype or a.categories.equals(first.categories) else a._moved(first._dtype)._codes for a in arrays]), first._dtype)

    def _sortable(self):
        return self._codes

    def _objects(self):
        return objects(self)

    def __array__(self, dtype=None):
        found = self._values_of()
        if hasattr(found, '_extended') or found.dtype.kind == 'M' and dtype is None:
            found = np.asarray(found)
        return found if dtype is None else found.astype(dtype)

    def _cast(self, want):
        if want.kind == 'O':
            return objects(self)
        if want.kind in 'iu' and (self._codes < 0).any():
            raise ValueError('Cannot convert float NaN to integer')
        from pandas.core.dtypes import cast
        try:
            return cast(self._values_of(), want)
        except (TypeError, ValueError) as e:
            raise type(e)(f'Cannot cast {self.categories.dtype} dtype to {want}') if 'could not convert' in str(e) or 'invalid literal' in str(e) else e

    def astype(self, dtype, copy=True):
        """The values as another dtype."""
        if dtype is str or isinstance(dtype, np.dtype) and dtype.kind == 'U' or dtype == 'str':
            return objects([str(x) for x in self])
        return super().astype(dtype, copy)

    def _blank(self, where):
        self._codes[where] = -1

    def _put(self, where, new):
        if isinstance(new, Categorical):
            if new.dtype != self.dtype:
                raise TypeError('Cannot set a Categorical with another, without identical categories')
            self._codes[where] = new._moved(self._dtype)._codes
            return self
        items = list(new) if is_list_like(new) and not isinstance(new, tuple) else [new]
        table, key, codes = self.categories._table(), self.categories._key, []
        unknown = [x for x in items if not missing_one(x) and key(x) not in table]
        if unknown:
            raise TypeError(f'Cannot setitem on a Categorical with a new category ({unknown[0]}), set the categories first' if items != list(new if is_list_like(new) else ()) else
                            'Cannot setitem on a Categorical with a new category, set the categories first')
        codes = [-1 if missing_one(x) else table[key(x)] for x in items]
        self._codes[where] = codes if is_list_like(new) and not isinstance(new, tuple) else codes[0]
        return self

    def _counted(self, dropna):
        """(all categories, how often each stands)."""
        n = len(self.categories)
        counts = np.bincount(np.where(self._codes < 0, n, self._codes), minlength=n + 1).astype('i8')
        keep = n if dropna or not counts[n] else n + 1
        return over(np.append(np.arange(n), -1)[:keep].astype(self._codes.dtype), self._dtype), counts[:keep]

    def _among(self, items):
        """Which values are among items: asked of each category once."""
        from pandas.core.algorithms import among
        items = list(items)
        for x in items:
            hash(x)         # (what cannot be hashed is no label)
        there = np.append(np.asarray(among(self.categories._values, items), bool), any(missing_one(x) for x in items))
        return there[self._codes]

    def _mapped(self, f):
        """What a function makes of the categories: categories again if it keeps them apart."""
        from pandas.core.algorithms import mapped
        found = mapped(self.categories._values, f)
        if len(set(found.tolist())) == len(found) and not missing_in(found).any():
            from pandas.core.indexes.base import index_of
            return over(self._codes.copy(), CategoricalDtype(index_of(found), self.ordered))
        return take(found, self._codes)

    # ---- changes of the categories ----
    def _moved(self, dtype):
        """The same values among other categories; those that are not among them are missing."""
        mine, its = self.categories, dtype.categories
        dtype = dtype if dtype.ordered is not None else CategoricalDtype(its, self.ordered)
        if mine is its or mine.equals(its):
            return over(self._codes.copy(), dtype)
        places = np.append(its._spots(mine), -1).astype(small(len(its)))
        return over(places[self._codes], dtype)

    def _result(self, found, inplace):
        if inplace in (True,):
            self._codes, self._dtype = found._codes, found._dtype
            return None
        return found

    def rename_categories(self, new_categories, inplace=None):
        """Other names of the categories: a list, a dict or a function."""
        if isinstance(new_categories, dict):
            new = [new_categories.get(x, x) for x in self.categories]
        elif callable(new_categories):
            new = [new_categories(x) for x in self.categories]
        else:
            new = new_categories._values if hasattr(new_categories, '_index_of') else new_categories
            if len(index_for(new)) != len(self.categories):
                raise ValueError('new categories need to have the same number of items as the old categories!')
        return self._result(over(self._codes.copy(), CategoricalDtype(new, self.ordered)), inplace)

    def set_categories(self, new_categories, ordered=None, rename=False, inplace=None):
        """Other categories; values that are not among them are missing."""
        dtype = CategoricalDtype(new_categories, self.ordered if ordered is None else ordered)
        if rename:
            codes = np.where(self._codes >= len(dtype.categories), -1, self._codes).astype(self._codes.dtype)
            return self._result(over(codes, dtype), inplace)
        return self._result(self._moved(dtype), inplace)

    def reorder_categories(self, new_categories, ordered=None, inplace=None):
        """The same categories in another order."""
        if set(self.categories) != set(new_categories) or len(self.categories) != len(list(new_categories)):
            raise ValueError('items in new_categories are not the same as in old categories')
        return self.set_categories(new_categories, ordered, inplace=inplace)

    def add_categories(self, new_categories, inplace=None):
        """More categories behind those that are there."""
        new = list(new_categories) if is_list_like(new_categories) else [new_categories]
        known = set(new) & set(self.categories)
        if known:
            raise ValueError(f'new categories must not include old categories: {known}')
        return self._result(self._moved(CategoricalDtype(list(self.categories) + new, self.ordered)), inplace)

    def remove_categories(self, removals, inplace=None):
        """The categories without some; their values are missing."""
        gone = list(removals) if is_list_like(removals) else [removals]
        unknown = {x for x in gone if not missing_one(x)} - set(self.categories)
        if unknown:
            raise ValueError(f'removals must all be in old categories: {unknown}')
        keep = np.array([x not in set(gone) for x in self.categories], bool)
        return self._result(self._moved(CategoricalDtype(self.categories[keep], self.ordered)), inplace)

    def remove_unused_categories(self, inplace=None):
        """The categories that stand somewhere."""
        used = np.unique(self._codes[self._codes >= 0])
        return self._result(self._moved(CategoricalDtype(self.categories[used], self.ordered)) if len(used) < len(self.categories) else self.copy(), inplace)

    def as_ordered(self, inplace=False):
        """With an order: that of the categories."""
        return self._result(over(self._codes.copy(), CategoricalDtype(self.categories, True)), inplace)

    def as_unordered(self, inplace=False):
        """Without an order."""
        return self._result(over(self._codes.copy(), CategoricalDtype(self.categories, False)), inplace)

    def set_ordered(self, value, inplace=False):
        """With an order or without one."""
        return self._result(over(self._codes.copy(), CategoricalDtype(self.categories, value)), inplace)

    # ---- operators ----
    def _calculate(self, op, other, back):
        sign = {'add': '+', 'sub': '-', 'mul': '*', 'truediv': '/', 'floordiv': '//', 'mod': '%', 'pow': '**'}.get(op.__name__, op.__name__)
        other = 'Categorical' if isinstance(other, Categorical) else 'numpy.ndarray' if isinstance(other, np.ndarray) else type(other).__name__
        pair = (other, 'Categorical') if back else ('Categorical', other)
        raise TypeError(f"unsupported operand type(s) for {sign}: '{pair[0]}' and '{pair[1]}'")

    def _logic(self, name, other):
        sign = {'and': '&', 'or': '|', 'xor': '^'}[name]
        raise TypeError(f"unsupported operand type(s) for {sign}: 'Categorical' and '{type(other).__name__}'")

    def _compare(self, name, other):
        from pandas.core import ops
        op, equality = ops.COMPARISONS[name], name in ('eq', 'ne')
        if isinstance(other, Categorical):
            if self.dtype != other.dtype:
                raise TypeError("Categoricals can only be compared if 'categories' are the same.")
            if not self.ordered and not equality:
                raise TypeError('Unordered Categoricals can only compare equality or not')
            its = other._moved(self._dtype)._codes
            found = op(self._codes, its)
            return np.where((self._codes < 0) | (its < 0), name == 'ne', found)
        if not self.ordered and not equality:
            raise TypeError('Unordered Categoricals can only compare equality or not')
        if not is_list_like(other):
            table, key = self.categories._table(), self.categories._key
            try:
                place = table.get(key(other), -1)
            except TypeError:
                place = -1
            if place < 0:
                if not equality:
                    raise TypeError(f'Invalid comparison between dtype=category and {type(other).__name__}')
                return np.full(len(self), name == 'ne')
            found = op(self._codes, place)
            return np.where(self._codes < 0, name == 'ne', found)
        if not equality:
            raise TypeError(f"Cannot compare a Categorical for op __{name}__ with type {type(other)}.\nIf you want to compare values, use 'np.asarray(cat) <op> other'.")
        return ops.compare(name, np.asarray(self), other)

    def _reduced(self, what, skipna=True, **more):
        if what in ('min', 'max'):
            if not self.ordered:
                raise TypeError(f'Categorical is not ordered for operation {what}\nyou can use .as_ordered() to change the Categorical to an ordered one\n')
            codes = self._codes[self._codes >= 0]
            if not len(codes) or len(codes) < len(self) and not skipna:
                return np.nan
            return self.categories[int(getattr(codes, what)())]
        raise TypeError(f"'Categorical' with dtype category does not support reduction '{what}'")

    def min(self, *, skipna=True, **kwargs):
        """The first category that stands somewhere."""
        return self._reduced('min', skipna)

    def max(self, *, skipna=True, **kwargs):
        """The last category that stands somewhere."""
        return self._reduced('max', skipna)

    def replace(self, to_replace, value, inplace=False):
        """Some values as others; categories that nothing has any more go."""
        import warnings
        warnings.warn('Categorical.replace is deprecated and will be removed in a future version. Use Series.replace directly instead.', FutureWarning, stacklevel=2)
        from pandas.core.series import Series
        return self._result(Series(self).replace(to_replace, value)._values, inplace)

    def _place_for(self, value, side, sorter):
        one = not is_list_like(value)
        codes = over(np.zeros(1 if one else len(value), self._codes.dtype), self._dtype)._put(slice(None), value if one else list(value))._codes
        found = np.searchsorted(self._codes, codes, side, sorter)
        return found[0] if one else found

    def searchsorted(self, value, side='left', sorter=None):
        """Where values would stand among these, in the order of the categories."""
        return self._place_for(value, side, sorter)

    def _grouped(self, spots, what, more):
        if what in ('min', 'max') and self.ordered:
            good = [s[self._codes[s] >= 0] for s in spots]
            codes = [int(getattr(self._codes[s], what)()) if len(s) else -1 for s in good]
            return over(np.array(codes, self._codes.dtype), self._dtype)
        raise TypeError(f'category dtype does not support aggregation \'{what}\'')

    def map(self, mapper):
        """What a function, a dict or a Series makes of the categories."""
        found = self._mapped(mapper)
        if isinstance(found, Categorical):
            return found
        from pandas.core.indexes.base import index_of
        return index_of(found)

    def describe(self):
        """How often each category stands, and what part that is."""
        from pandas.core.series import Series
        counts = Series(self).value_counts(sort=False, dropna=False)
        made = counts.to_frame('counts')
        made['freqs'] = counts / len(self)
        made.index.name = 'categories'
        return made

    def sort_values(self, inplace=False, ascending=True, na_position='last'):
        """The values in order."""
        from pandas.core.algorithms import sorting
        return self._result(self._picked(sorting(self, ascending, na_position)), inplace)

    def memory_usage(self, deep=False):
        """The bytes of it."""
        return self.nbytes

    # ---- text ----
    def _texts(self, leading, na_rep):
        from pandas.io.formats.format import texts_of
        each = hasattr(self.categories._values, '_mask') or self.categories.dtype.kind in 'iu' and self._gone().any()   # (integers stay such beside gaps)
        return texts_of(objects(self) if each else self._values_of(), leading, na_rep)

    def __repr__(self):
        n = len(self)
        foot = categories_text(self)
        if not n:
            return f'[], {foot}'
        if n > 10:
            head, tail = plain_items(self[:5]), plain_items(self[-5:])
            return f'[{", ".join(head)}, ..., {", ".join(tail)}]\nLength: {n}\n{foot}'
        return f'[{", ".join(plain_items(self))}]\n{foot}'


def missing():
    from pandas.core.missing import NaT
    return NaT


def plain_items(values):
    """The values of a categorical as its repr has them."""
    texts = category_texts(values.categories) + ['NaN']
    return [texts[c] for c in values._codes]


def category_texts(categories):
    """The categories as texts, in quotes if they are texts."""
    from pandas.io.formats.format import float_texts, pretty
    values = categories._values
    kind = values.dtype.kind
    if hasattr(values, '_extended'):
        return [values._text_alone(x) if isinstance(x, str) else str(x) for x in values]
    if kind == 'f':
        return [x.strip() for x in float_texts(values, False)]
    if kind == 'M':
        from pandas.core.dates import moment_texts
        return moment_texts(values, 'NaT')
    if kind == 'm':
        from pandas.core.dates import span_texts
        return [x.strip() for x in span_texts(values)]
    return [pretty(x, True) if kind == 'O' else str(x) for x in values.tolist()] if kind != 'O' else [pretty(x, True) for x in values]


def categories_text(values):
    """The line about the categories under a column."""
    import shutil

    from pandas.core.options import option
    texts, few = category_texts(values.categories), option('display.max_categories')
    if few and len(texts) > few:
        texts = texts[:few // 2] + ['...'] + texts[-(few // 2):]
    head = f'Categories ({len(values.categories)}, {values.categories.dtype}): '
    join, wide = ' < ' if values.ordered else ', ', option('display.width') or shutil.get_terminal_size().columns
    text, used = '', len(head)
    for i, each in enumerate(texts):
        if i and used + len(join) + len(each) > wide:
            text, used = text + join.rstrip() + '\n' + ' ' * (len(head) + 1), len(head) + 1
        elif i:
            text, used = text + join, used + len(each)       # (pandas counts no separators)
        text += each
    return f'{head}[{text.replace(" < ... < ", " ... ")}]'


class CategoricalAccessor:
    """series.cat: the categories of a column and their changes."""
    __module__ = 'pandas.core.arrays.categorical'

    def __init__(self, data):
        if not isinstance(data._values, Categorical):
            raise AttributeError("Can only use .cat accessor with a 'category' dtype")
        object.__setattr__(self, '_data', data)

    @property
    def categories(self):
        return self._data._values.categories

    @categories.setter
    def categories(self, new):
        self._data._values.categories = new

    ordered = property(lambda self: self._data._values.ordered)

    @property
    def codes(self):
        from pandas.core.series import Series
        return Series._make(self._data._values._codes.copy(), self._data.index, None)

    def __setattr__(self, name, value):
        if name != 'categories':
            raise AttributeError(f"You cannot add any new attribute '{name}'")
        object.__setattr__(self, name, value)

    def __getattr__(self, name):
        raise AttributeError(f"'CategoricalAccessor' object has no attribute '{name}'")


def install():
    def make(name):
        def method(self, *args, **kwargs):
            data = self._data
            found = getattr(data._values, name)(*args, **kwargs)
            return found if found is None else type(data)._make(found, data.index, data.name)
        method.__name__, method.__doc__ = name, getattr(Categorical, name).__doc__
        return method
    for name in ('rename_categories', 'set_categories', 'reorder_categories', 'add_categories', 'remove_categories', 'remove_unused_categories', 'as_ordered', 'as_unordered'):
        setattr(CategoricalAccessor, name, make(name))


install()


def union_categoricals(to_union, sort_categories=False, ignore_order=False):
    """Categoricals behind one another, of the categories of all."""
    parts = [getattr(x, '_values', x) for x in to_union]
    if not parts:
        raise ValueError('No Categoricals to union')
    if not all(isinstance(p, Categorical) for p in parts):
        raise TypeError('dtype of categories must be the same')
    first = parts[0]
    if not all(p.categories.dtype == first.categories.dtype for p in parts):
        raise TypeError('dtype of categories must be the same')
    ordered = False
    if all(p.dtype == first.dtype for p in parts[1:]):
        categories, ordered = first.categories, first.ordered
        if sort_categories and ordered and not ignore_order:
            raise TypeError('Cannot use sort_categories=True with ordered Categoricals')
        if sort_categories and not categories.is_monotonic_increasing:
            categories = categories.sort_values()
    elif ignore_order or not any(p.ordered for p in parts):
        categories = index_for(array_of(list(dict.fromkeys(x for p in parts for x in p.categories))))
        categories = categories.sort_values() if sort_categories else categories
    elif all(p.ordered for p in parts):
        raise TypeError('to union ordered Categoricals, all categories must be the same')
    else:
        raise TypeError('Categorical.ordered must be the same')
    dtype = CategoricalDtype(categories, False if ignore_order else ordered)
    return over(np.concatenate([p._moved(dtype)._codes for p in parts]), dtype)
