"""repr() of limited length, and a guard for a repr that would go in circles."""
import builtins
from itertools import islice
from _thread import get_ident

__all__ = ['Repr', 'repr', 'recursive_repr']


def recursive_repr(fillvalue='...'):
    """Decorator: a __repr__ that comes to itself again gives fillvalue."""

    def decorate(function):
        running = set()

        def wrapper(self):
            key = id(self), get_ident()
            if key in running:
                return fillvalue
            running.add(key)
            try:
                return function(self)
            finally:
                running.discard(key)

        for name in ('__module__', '__doc__', '__name__', '__qualname__'):
            setattr(wrapper, name, getattr(function, name))
        wrapper.__annotations__ = getattr(function, '__annotations__', {})
        return wrapper

    return decorate


class Repr:
    """Limits for each type; repr_TYPE methods of a subclass are for types of that name."""

    def __init__(self):
        self.fillvalue = '...'
        self.maxlevel = 6
        self.maxtuple = 6
        self.maxlist = 6
        self.maxarray = 5
        self.maxdict = 4
        self.maxset = 6
        self.maxfrozenset = 6
        self.maxdeque = 6
        self.maxstring = 30
        self.maxlong = 40
        self.maxother = 30

    def repr(self, x):
        return self.repr1(x, self.maxlevel)

    def repr1(self, x, level):
        name = '_'.join(type(x).__name__.split())
        method = getattr(self, 'repr_' + name, None)
        return method(x, level) if method else self.repr_instance(x, level)

    def _items(self, x, level, left, right, limit, trail=''):
        n = len(x)
        if level <= 0 and n:
            text = self.fillvalue
        else:
            parts = [self.repr1(item, level - 1) for item in islice(x, limit)]
            if n > limit:
                parts.append(self.fillvalue)
            text = ', '.join(parts)
            if n == 1 and trail:
                right = trail + right
        return left + text + right

    def repr_tuple(self, x, level):
        return self._items(x, level, '(', ')', self.maxtuple, ',')

    def repr_list(self, x, level):
        return self._items(x, level, '[', ']', self.maxlist)

    def repr_array(self, x, level):
        if not x:
            return "array('%s')" % x.typecode
        return self._items(x, level, "array('%s', [" % x.typecode, '])', self.maxarray)

    def repr_set(self, x, level):
        return self._items(_sorted(x), level, '{', '}', self.maxset) if x else 'set()'

    def repr_frozenset(self, x, level):
        return self._items(_sorted(x), level, 'frozenset({', '})', self.maxfrozenset) if x else 'frozenset()'

    def repr_deque(self, x, level):
        return self._items(x, level, 'deque([', '])', self.maxdeque)

    def repr_dict(self, x, level):
        if not x:
            return '{}'
        if level <= 0:
            return '{' + self.fillvalue + '}'
        parts = ['%s: %s' % (self.repr1(key, level - 1), self.repr1(x[key], level - 1))
                 for key in islice(_sorted(x), self.maxdict)]
        if len(x) > self.maxdict:
            parts.append(self.fillvalue)
        return '{' + ', '.join(parts) + '}'

    def _cut(self, text, limit):
        """The middle goes."""
        if len(text) <= limit:
            return text
        head = max(0, (limit - 3) // 2)
        tail = max(0, limit - 3 - head)
        return text[:head] + self.fillvalue + text[len(text) - tail:]

    def repr_str(self, x, level):
        text = builtins.repr(x[:self.maxstring])
        if len(text) > self.maxstring:
            head = max(0, (self.maxstring - 3) // 2)
            tail = max(0, self.maxstring - 3 - head)
            text = builtins.repr(x[:head] + x[len(x) - tail:])
            text = text[:head] + self.fillvalue + text[len(text) - tail:]
        return text

    def repr_int(self, x, level):
        return self._cut(builtins.repr(x), self.maxlong)

    def repr_instance(self, x, level):
        try:
            text = builtins.repr(x)
        except Exception:
            return '<%s instance at %#x>' % (x.__class__.__name__, id(x))
        return self._cut(text, self.maxother)


def _sorted(x):
    try:
        return sorted(x)
    except Exception:
        return list(x)


aRepr = Repr()
repr = aRepr.repr
