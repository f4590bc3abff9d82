"""Ticks of an axis of time: which spans of the calendar have a large tick, which a small one, and in which words, for lines over moments in equal steps."""
import numpy as np
from matplotlib.ticker import Formatter, Locator

from pandas.core.periods import of_counts, periods_of

DAYS = {'T': 1440, 'H': 24, 'S': 86400, 'L': 86400 * 10 ** 3, 'U': 86400 * 10 ** 6, 'N': 86400 * 10 ** 9}
WITHIN = ((12000, 'second', 1), (6000, 'second', 2), (2400, 'second', 5), (1200, 'second', 10), (800, 'second', 15), (400, 'second', 30), (150, 'minute', 1), (70, 'minute', 2), (24, 'minute', 5), (12, 'minute', 15),
          (6, 'minute', 30), (2.5, 'hour', 1), (1.5, 'hour', 2), (1 / 1.25, 'hour', 3), (1 / 2.5, 'hour', 6), (1 / 4, 'hour', 12))
SPACES = ((11, 1, 1), (20, 1, 2), (50, 1, 5), (100, 5, 10), (200, 5, 25), (600, 20, 100))


def apart(years):
    """How many years small, and large, ticks are apart."""
    for most, small, large in SPACES:
        if years < most:
            return small, large
    factor = int(years // 1000) + 1
    return factor * 20, factor * 100


class Ticks:
    """The ticks of a part of an axis: numbers, which are large, which are small, the form of each one's words."""

    def __init__(self, low, high, freq):
        self.rest = low % 1
        self.values = np.arange(int(low), int(high) + 1)
        n = len(self.values)
        self.freq, self.large, self.small, self.forms = freq, np.zeros(n, bool), np.zeros(n, bool), np.full(n, '', object)
        self.span = n
        {'A': self.by_year, 'Q': self.by_quarter, 'M': self.by_month}.get(freq._prefix, self.by_day)(high)

    def has(self, spots):
        """Whether one of the spots has a label."""
        return len(spots) > 0 and not (len(spots) == 1 and spots[0] == 0 and self.rest > 0)

    def first(self, spots):
        return spots[1] if spots[0] == 0 and len(spots) > 1 and self.rest > 0 else spots[0]

    # ---- years, quarters, months ----
    def by_year(self, high):
        self.values = np.arange(self.values[0], int(high + 1) + 1)
        n = len(self.values)
        small, large = apart(n)
        self.large, self.small = self.values % large == 0, self.values % small == 0
        self.forms = np.where(self.large, '%Y', '').astype(object)

    def spaced(self, years, starts, span, form):
        """Years that lie far apart."""
        small, large = apart(span)
        self.large[starts[years % large == 0]] = True
        self.small[starts[years % small == 0]] = True
        self.forms[starts[years % large == 0]] = form

    def by_quarter(self, high):
        starts = np.flatnonzero(self.values % 4 == 0)
        if self.span > 44:
            return self.spaced(self.values[starts] // 4 + 1970, starts, self.span / 4, '%F')
        self.large[starts], self.small[:] = True, True
        if self.span > 14:
            self.forms[starts] = '%F'
            return None
        self.forms[:] = 'Q%q'
        self.forms[starts] = 'Q%q\n%F'
        if not self.has(starts):
            self.forms[min(1, self.span - 1)] = 'Q%q\n%F'
        return None

    def by_month(self, high):
        months = self.values % 12
        starts = np.flatnonzero(months == 0)
        if self.span > 132:
            return self.spaced(self.values[starts] // 12 + 1, starts, self.span / 12, '%Y')
        self.large[starts] = True
        if self.span > 48:
            self.small[months % 3 == 0] = True
            self.forms[starts] = '%Y'
            return None
        self.small[:] = True
        self.forms[:] = '%b' if self.span <= 13.8 else np.where(months % (3 if self.span <= 30 else 6) == 0, '%b', '')
        self.forms[starts] = '%b\n%Y'
        if self.span <= 13.8 and not self.has(starts):
            self.forms[min(1, self.span - 1)] = '%b\n%Y'
        return None

    # ---- weeks, days, hours … ----
    def breaks(self, *names):
        """Where parts of the calendar begin."""
        now, before = of_counts(self.values, self.freq), of_counts(self.values - 1, self.freq)
        return [np.flatnonzero(now._part(name) != before._part(name)) for name in names]

    def by_day(self, high):
        code = self.freq._prefix
        day = DAYS.get(code)
        month, year = (28 * day, 365 * day) if day else {'B': (19, 261), 'W': (3, 52)}.get(code, (28, 365))
        self.large[[0, -1]] = True
        span = self.span
        if span <= month:
            self.within_month(day or 1)
        elif span <= year // 4:
            self.weeks(day)
        elif span <= 1.15 * year:
            self.months()
        elif span <= 2.5 * year:
            years, quarters, months = self.breaks('year', 'quarter', 'month')
            self.large[quarters], self.small[months] = True, True
            self.forms[quarters] = '%b'
            self.forms[years] = '%b\n%Y'
        elif span <= 4 * year:
            self.halves()
        elif span <= 11 * year:
            years, quarters = self.breaks('year', 'quarter')
            self.large[years], self.small[quarters] = True, True
            self.small[years] = False
            self.forms[years] = '%Y'
        else:
            years, = self.breaks('year')
            self.spaced(of_counts(self.values[years], self.freq)._part('year'), years, span / year, '%Y')

    def within_month(self, day):
        for part, unit, step in WITHIN:
            if self.span < day / part and day > 1:
                return self.clock(unit, step, unit == 'hour' and step >= 6)
        days, months, years = self.breaks('day', 'month', 'year')
        self.large[months], self.small[days] = True, True
        self.forms[days] = '%d'
        self.forms[months] = '%d\n%b'
        self.forms[years] = '%d\n%b\n%Y'
        if not self.has(years):
            self.forms[self.first(days if not self.has(months) else months)] = '%d\n%b\n%Y'
        return None

    def clock(self, unit, step, force):
        """Hours, minutes or seconds."""
        above = {'hour': 'day', 'minute': 'hour', 'second': 'minute'}[unit]
        large, starts, days, years = self.breaks(above, unit, 'day', 'year')
        numbers = of_counts(self.values, self.freq)._part(unit)
        marks = starts[numbers[starts] % step == 0]
        form = '%H:%M:%S' if unit == 'second' else '%H:%M'
        self.large[large], self.small[marks] = True, True
        self.forms[marks] = form
        self.forms[days] = form + '\n%d-%b'
        self.forms[years] = form + '\n%d-%b\n%Y'
        if force and not self.has(years):
            self.forms[self.first(days)] = form + '\n%d-%b\n%Y'

    def weeks(self, day):
        months, weeks, years, days = self.breaks('month', 'week', 'year', 'day')
        self.large[months] = True
        if day:
            self.small[days] = True
        else:
            self.small[:] = True
        self.forms[weeks] = '%d'
        self.forms[months] = '\n\n%b'
        self.forms[years] = '\n\n%b\n%Y'
        if not self.has(years):
            self.forms[self.first(weeks if not self.has(months) else months)] = '\n\n%b\n%Y'

    def months(self):
        years, months, weeks = self.breaks('year', 'month', 'week')
        self.large[months], self.small[weeks] = True, True
        self.small[years] = self.small[months] = False
        self.forms[months] = '%b'
        self.forms[years] = '%b\n%Y'
        if not self.has(years):
            self.forms[self.first(months)] = '%b\n%Y'

    def halves(self):
        years, months = self.breaks('year', 'month')
        self.large[years], self.small[months] = True, True
        self.small[years] = False
        numbers = of_counts(self.values[months], self.freq)._part('month')
        self.forms[months[(numbers == 1) | (numbers == 7)]] = '%b'
        self.forms[years] = '%b\n%Y'

    def at(self, small):
        """Where the large, or the small, ticks are."""
        return self.values[self.small if small else self.large]


class TimeLocator(Locator):
    """Where ticks are."""

    def __init__(self, freq, small):
        self.freq, self.small = freq, small

    def tick_values(self, vmin, vmax):
        return Ticks(min(vmin, vmax), max(vmin, vmax), self.freq).at(self.small)

    def __call__(self):
        low, high = self.axis.get_view_interval()
        return self.tick_values(low, high)


class TimeFormatter(Formatter):
    """The words of ticks."""

    def __init__(self, freq, small, low, high):
        found = Ticks(low, high, freq)
        which = found.small & ~found.large if small else found.large
        self.freq, self.forms = freq, dict(zip(found.values[which].tolist(), found.forms[which]))

    def __call__(self, x, pos=0):
        form = self.forms.get(int(x), '')
        return of_counts([int(x)], self.freq)[0].strftime(form) if form else ''


def step_for(index):
    """The frequency in which a line over an index is drawn; None: it is drawn over moments as they are."""
    from pandas.core.periods import as_period_freq
    if hasattr(index._values, '_ordinals'):
        return index.freq
    if index.dtype.kind != 'M' or not len(index):
        return None
    freq = index.freqstr or (index.inferred_freq if len(index) > 2 else None)
    if freq is None:
        return None
    try:
        freq = as_period_freq(freq)
    except ValueError:
        return None
    first = index[:1].tz_localize(None) if index.tz is not None else index[:1]
    if freq._prefix in ('A', 'Q', 'M', 'W', 'B', 'D'):
        return freq if first.resolution == 'day' else None
    return freq if periods_of(first._values, freq)._starts()[0] == first._values[0] else None


def places_in(index, freq):
    """The counts of an index's labels in a frequency."""
    return periods_of(index._values, freq)._ordinals()


def dress(ax, freq):
    """Gives an axis the limits and ticks of the lines that it has."""
    xs = [np.asarray(line.get_xdata(), 'f8') for line in ax.get_lines()]
    xs = [x for x in xs if len(x)]
    low, high = min(float(np.nanmin(x)) for x in xs), max(float(np.nanmax(x)) for x in xs)
    for small, use in ((False, (ax.xaxis.set_major_locator, ax.xaxis.set_major_formatter)), (True, (ax.xaxis.set_minor_locator, ax.xaxis.set_minor_formatter))):
        use[0](TimeLocator(freq, small))
        use[1](TimeFormatter(freq, small, low, high))
    if high > low:
        ax.set_xlim(low, high)


def tilt(ax):
    """Turns the labels of moments that lie in no step, so that they do not touch."""
    for label in ax.get_xticklabels():
        label.set_ha('right')
        label.set_rotation(30)
    ax.figure.subplots_adjust(bottom=0.2)
