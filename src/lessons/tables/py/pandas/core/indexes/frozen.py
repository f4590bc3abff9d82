"""FrozenList: a list of a MultiIndex's names, levels or codes; it stays as it is."""


def _refused(self, *args, **kwargs):
    raise TypeError(f"'{type(self).__name__}' does not support mutable operations.")


class FrozenList(list):
    """A list that nobody changes."""
    __module__ = 'pandas.core.indexes.frozen'

    def __getitem__(self, key):
        found = super().__getitem__(key)
        return FrozenList(found) if isinstance(key, slice) else found

    def __add__(self, other):
        return FrozenList(list(self) + list(other))

    def union(self, other):
        """These and others behind them."""
        return self + list(other)

    def difference(self, other):
        """These without others."""
        gone = set(other)
        return FrozenList([x for x in self if x not in gone])

    def __hash__(self):
        return hash(tuple(self))

    def __reduce__(self):
        return type(self), (list(self),)

    def __str__(self):
        return str([x.tolist() if hasattr(x, 'tolist') else x for x in self])

    def __repr__(self):
        return f'FrozenList({self})'

    __setitem__ = __setslice__ = __delitem__ = __delslice__ = pop = append = extend = remove = sort = insert = __imul__ = __iadd__ = _refused
