"""ewm: means in which older values count less."""
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
            self._steps, halflife, com = np.diff(ticks) / int(span_of(halflife).astype('m8[ns]').astype('i8')), None, 1.0
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

    def _over(self, data):
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__, _data=data)
        return made

    def mean(self, numeric_only=False, *args, **kwargs):
        """The weighted mean up to each value."""
        return self._each(lambda values: self._moments(values)[0], numeric_only)

    def var(self, bias=False, numeric_only=False, *args, **kwargs):
        """The weighted variance up to each value."""
        return self._each(lambda values: self._moments(values, bias)[1], numeric_only)

    def std(self, bias=False, numeric_only=False, *args, **kwargs):
        """The weighted standard deviation up to each value."""
        return self.var(bias, numeric_only) ** 0.5

    def sum(self, numeric_only=False, *args, **kwargs):
        """The weighted sum up to each value."""
        if not self._adjust:
            raise NotImplementedError('sum is not implemented with adjust=False')

        def column(values):
            out, total, keep, seen = [], np.nan, 1 - self._alpha, 0
            for x in values.tolist():
                there = x == x
                seen += there
                if total != total:
                    total = x
                elif there or not self._ignore:
                    total = total * keep + (x if there else 0)
                out.append(total if seen >= self._least else np.nan)
            return np.array(out, 'f8')
        return self._each(column, numeric_only)

    def _moments(self, values, bias=False):
        """(the means, the variances)."""
        keep, fresh, least = 1 - self._alpha, 1.0 if self._adjust else self._alpha, self._least
        steps = [None] * len(values) if self._steps is None else [1.0, *self._steps.tolist()]
        means, spreads = [], []
        old, spread, weight, total, squares, seen = np.nan, 0.0, 1.0, 1.0, 1.0, 0
        for x, step in zip(values.tolist(), steps):
            there = x == x
            seen += there
            if old != old:
                old = x
            elif there or not self._ignore:
                factor = keep if step is None else keep ** step
                total, squares, weight = total * factor, squares * factor * factor, weight * factor
                if there:
                    before, both = old, weight + fresh
                    if old != x:
                        old = (weight * before + fresh * x) / both
                    spread = (weight * (spread + (before - old) ** 2) + fresh * (x - old) ** 2) / both
                    total, squares, weight = total + fresh, squares + fresh * fresh, both
                    if not self._adjust:
                        total, squares, weight = total / weight, squares / (weight * weight), 1.0
            means.append(old if seen >= least else np.nan)
            room = total * total - squares
            spreads.append(np.nan if seen < least else spread if bias else total * total / room * spread if room > 0 else np.nan)
        return np.array(means, 'f8'), np.array(spreads, 'f8')
