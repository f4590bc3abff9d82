"""rolling, expanding, ewm: aggregates over a window of rows that moves."""
import numpy as np

from pandas.core import reduce
from pandas.core.missing import missing_in
from pandas.errors import refuse


class Rolling:
    """A window over the values of a column."""
    __module__ = 'pandas.core.window.rolling'

    def __init__(self, data, window, min_periods, center, rest):
        refuse('rolling', rest, {'win_type': None, 'on': None, 'axis': 0, 'closed': None, 'step': None, 'method': 'single'})
        if not isinstance(window, (int, np.integer)):
            raise NotImplementedError("perch's pandas has rolling(window) of a number of rows only")
        if window < 0:
            raise ValueError('window must be an integer 0 or greater')
        self._data, self._window, self._center = data, int(window), center
        self._least = int(window) if min_periods is None else min_periods

    def _made(self, f):
        values = self._data._values.astype('f8')
        n, half = len(values), (self._window - 1) // 2 if self._center else 0
        out = np.full(n, np.nan)
        gone = missing_in(values)
        for i in range(n):
            part = values[max(i + half - self._window + 1, 0):i + half + 1]
            good = part[~gone[max(i + half - self._window + 1, 0):i + half + 1]]
            if len(good) >= self._least and (len(good) or not self._least):
                out[i] = f(good)
        return type(self._data)._make(out, self._data.index, self._data.name)

    def mean(self, *rest, **more):
        """The mean of each window."""
        return self._made(lambda v: v.sum() / len(v))

    def count(self):
        """How many values each window has."""
        return self._made(len)

    def apply(self, func, raw=False, engine=None, engine_kwargs=None, args=None, kwargs=None):
        """What a function makes of each window."""
        from pandas.core.series import Series
        return self._made(lambda v: func(v if raw else Series(v), *(args or ()), **(kwargs or {})))

    def agg(self, func):
        """What a function, or one by its name, makes of each window."""
        return getattr(self, func)() if isinstance(func, str) else self.apply(func)

    def quantile(self, quantile, interpolation='linear'):
        """The value of each window below which a part of the others lies."""
        return self._made(lambda v: reduce.quantile(v, quantile, interpolation))


def install():
    def make(what):
        function = reduce.FUNCTIONS[what]

        def method(self, *rest, **more):
            known = {k: v for k, v in more.items() if k == 'ddof'}
            return self._made(lambda v: function(v, **known))
        method.__name__, method.__doc__ = what, f'The {what} of each window.'
        return method
    for what in ('sum', 'min', 'max', 'std', 'var', 'median', 'skew', 'kurt', 'sem'):
        setattr(Rolling, what, make(what))


install()


class Weighted:
    """Means in which older values count less."""
    __module__ = 'pandas.core.window.ewm'

    def __init__(self, data, com, span, halflife, alpha, min_periods, adjust, rest):
        refuse('ewm', rest, {'ignore_na': False, 'axis': 0, 'times': None, 'method': 'single'})
        given = [x is not None for x in (com, span, halflife, alpha)]
        if sum(given) != 1:
            raise ValueError('comass, span, halflife, and alpha are mutually exclusive' if sum(given) else 'Must pass one of comass, span, halflife, or alpha')
        self._alpha = alpha if alpha is not None else 1 / (1 + com) if com is not None else 2 / (span + 1) if span is not None else 1 - np.exp(np.log(0.5) / halflife)
        self._data, self._least, self._adjust = data, max(min_periods or 0, 1), adjust

    def mean(self):
        """The weighted mean up to each value."""
        out, keep = [], 1 - self._alpha
        old, weight, fresh, seen = np.nan, 1.0, 1.0 if self._adjust else self._alpha, 0
        for x in self._data._values.astype('f8').tolist():
            there = x == x
            seen += there
            if old != old:
                old = x
            else:
                weight *= keep
                if there:
                    old = (weight * old + fresh * x) / (weight + fresh) if old != x else old
                    weight = weight + fresh if self._adjust else 1.0
            out.append(old if seen >= self._least else np.nan)
        return type(self._data)._make(np.array(out, 'f8'), self._data.index, self._data.name)
