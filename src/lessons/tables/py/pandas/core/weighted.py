"""ewm: means in which older values count less."""
import _tables
import numpy as np

from pandas.core.window import Windowed
from pandas.errors import refuse


class Weighted(Windowed):
    """Means in which older values count less."""
    __module__ = 'pandas.core.window.ewm'

    def __init__(self, data, com, span, halflife, alpha, min_periods, adjust, rest):
        rest = dict(rest)
        self._ignore, times = rest.pop('ignore_na', False), rest.pop('times', None)
        refuse('ewm', rest, {'axis': 0, 'method': 'single'})
        self._steps = None
        if times is not None:
            from pandas.core.dates import span as span_of
            if not adjust:
                raise NotImplementedError('times is not supported with adjust=False.')
            if halflife is None:
                raise ValueError('halflife is a required parameter with times')
            ticks = np.asarray(data[times]._values if isinstance(times, str) else times, 'M8[ns]').astype('i8')
            if len(ticks) != len(data):
                raise ValueError('times must be the same length as the object.')
            self._steps, halflife, com = np.ascontiguousarray(np.diff(ticks) / int(span_of(halflife).astype('m8[ns]').astype('i8')), 'f8'), None, 1.0
        self._asked = [('com', com), ('span', span), ('halflife', halflife), ('alpha', alpha)]
        given = [x is not None for x in (com, span, halflife, alpha)]
        if sum(given) != 1:
            raise ValueError('comass, span, halflife, and alpha are mutually exclusive' if sum(given) else 'Must pass one of comass, span, halflife, or alpha')
        for value, holds, said in ((com, com is None or com >= 0, 'comass must satisfy: comass >= 0'), (span, span is None or span >= 1, 'span must satisfy: span >= 1'),
                                   (halflife, halflife is None or isinstance(halflife, str) or halflife > 0, 'halflife must satisfy: halflife > 0'),
                                   (alpha, alpha is None or 0 < alpha <= 1, 'alpha must satisfy: 0 < alpha <= 1')):
            if not holds:
                raise ValueError(said)
        self._alpha = alpha if alpha is not None else 1 / (1 + com) if com is not None else 2 / (span + 1) if span is not None else 1 - np.exp(np.log(0.5) / halflife)
        self._data, self._least, self._adjust = data, max(min_periods or 0, 1), adjust

    def _told(self):
        return [*((k, v) for k, v in self._asked if v is not None), ('min_periods', self._least), ('adjust', self._adjust), ('ignore_na', self._ignore), ('axis', 0), ('method', 'single')]

    def __str__(self):
        return super().__str__().replace('Weighted', 'ExponentialMovingWindow', 1)

    __repr__ = __str__

    def _over(self, data):
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__, _data=data)
        return made

    def _run(self, kernel, values, other=None, bias=False):
        out = np.empty(len(values))
        _tables.fading(values, other, self._steps, out, kernel, self._least, self._alpha, self._adjust, self._ignore, bias)
        return out

    def mean(self, numeric_only=False, *args, **kwargs):
        """The weighted mean up to each value."""
        return self._each(lambda values: self._run(0, values), numeric_only)

    def var(self, bias=False, numeric_only=False, *args, **kwargs):
        """The weighted variance up to each value."""
        return self._each(lambda values: self._run(2, values, values, bias), numeric_only)

    def std(self, bias=False, numeric_only=False, *args, **kwargs):
        """The weighted standard deviation up to each value."""
        return self.var(bias, numeric_only) ** 0.5

    def sum(self, numeric_only=False, *args, **kwargs):
        """The weighted sum up to each value."""
        if not self._adjust:
            raise NotImplementedError('sum is not implemented with adjust=False')
        return self._each(lambda values: self._run(1, values), numeric_only)

    def cov(self, other=None, pairwise=None, bias=False, numeric_only=False, **kwargs):
        """The weighted covariance of two columns up to each row."""
        return self._pairs(other, pairwise, lambda a, b: self._run(2, *both(a, b), bias))

    def corr(self, other=None, pairwise=None, numeric_only=False, **kwargs):
        """The weighted correlation of two columns up to each row."""
        def made(a, b):
            a, b = both(a, b)
            with np.errstate(all='ignore'):
                return self._run(2, a, b, True) / np.sqrt(self._run(2, a, a, True) * self._run(2, b, b, True))
        return self._pairs(other, pairwise, made)


def both(a, b):
    """Two columns, missing where one of them is."""
    gone = np.isnan(a) | np.isnan(b)
    return np.where(gone, np.nan, a), np.where(gone, np.nan, b)
