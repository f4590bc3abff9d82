"""CategoricalIndex: labels of a few categories."""
import numpy as np

from pandas.core.extended.categories import Categorical
from pandas.core.indexes.base import Index


class CategoricalIndex(Index):
    """Labels that are categories: CategoricalIndex(data, categories=None, ordered=None, name=None)."""
    __module__ = 'pandas.core.indexes.category'

    def __new__(cls, data=None, categories=None, ordered=None, dtype=None, copy=False, name=None):
        if data is None:
            data = []
        if not hasattr(data, '__iter__') or isinstance(data, (str, bytes)):
            raise TypeError(f'{cls.__name__}(...) must be called with a collection of some kind, {data!r} was passed')
        name = getattr(data, 'name', None) if name is None else name
        return cls._make(Categorical(data, categories, ordered, dtype), name)

    categories = property(lambda self: self._array.categories)
    ordered = property(lambda self: self._array.ordered)
    codes = property(lambda self: self._array.codes)
    inferred_type = property(lambda self: 'categorical')

    @property
    def is_monotonic_increasing(self):
        codes = self._array._codes
        return bool((codes >= 0).all() and (codes[:-1] <= codes[1:]).all())

    @property
    def is_monotonic_decreasing(self):
        codes = self._array._codes
        return bool((codes >= 0).all() and (codes[:-1] >= codes[1:]).all())

    def _bound(self, label, side):
        place = self._array.categories.get_loc(label)
        codes = self._array._codes
        if self.is_monotonic_increasing:
            return int(np.searchsorted(codes, place, side))
        return super()._bound(label, side)

    def min(self, axis=None, skipna=True):
        """The first category that stands somewhere."""
        return self._array.min(skipna=skipna)

    def max(self, axis=None, skipna=True):
        """The last category that stands somewhere."""
        return self._array.max(skipna=skipna)

    def searchsorted(self, value, side='left', sorter=None):
        """Where values would stand among these labels."""
        return self._array._place_for(value, side, sorter)

    def insert(self, loc, item):
        """The labels with one more."""
        from pandas.core.missing import missing_one
        if not missing_one(item) and item not in self.categories:
            return Index(list(self), tupleize_cols=False).insert(loc, item)._renamed(self.name)
        code = -1 if missing_one(item) else self.categories.get_loc(item)
        from pandas.core.extended.categories import over
        return self._make(over(np.insert(self._array._codes, loc, code), self._array._dtype), self.name)

    def map(self, mapper, na_action=None):
        """What a function, dict or Series makes of each label."""
        found = self._array.map(mapper)
        return self._make(found, self.name) if isinstance(found, Categorical) else found._renamed(self.name)

    def unique(self, level=None):
        """Each label once."""
        return self._make(self._array._factorized(False, False)[1], self.name)

    def _summary(self):
        """What stands in repr behind the labels."""
        from pandas.core.extended.categories import category_texts
        from pandas.core.options import option
        texts, few = category_texts(self.categories), option('display.max_categories') or 8
        if len(texts) > few:
            texts = texts[:few // 2] + ['...'] + texts[-(few // 2):]
        return [f'categories=[{", ".join(texts)}]', f'ordered={self.ordered}', "dtype='category'"]


def install():
    def make(name):
        def method(self, *args, **kwargs):
            return self._make(getattr(self._array, name)(*args, **kwargs), self.name)
        method.__name__, method.__doc__ = name, getattr(Categorical, name).__doc__
        return method
    for name in ('rename_categories', 'set_categories', 'reorder_categories', 'add_categories', 'remove_categories', 'remove_unused_categories', 'as_ordered', 'as_unordered'):
        setattr(CategoricalIndex, name, make(name))


install()
