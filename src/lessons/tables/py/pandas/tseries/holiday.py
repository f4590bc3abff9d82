"""Holidays by rule, and calendars of them."""
import datetime

import numpy as np
from dateutil.relativedelta import FR, MO, SA, SU, TH, TU, WE

from pandas.core.dates import Timestamp
from pandas.core.offsets import DateOffset, Day, Easter


def next_monday(dt):
    """Of a Saturday or Sunday the Monday behind it."""
    return dt + datetime.timedelta({5: 2, 6: 1}.get(dt.weekday(), 0))


def next_monday_or_tuesday(dt):
    """For the second of two holidays: Monday behind a Saturday, Tuesday behind a Sunday or Monday."""
    return dt + datetime.timedelta({5: 2, 6: 2, 0: 1}.get(dt.weekday(), 0))


def previous_friday(dt):
    """Of a Saturday or Sunday the Friday before it."""
    return dt - datetime.timedelta({5: 1, 6: 2}.get(dt.weekday(), 0))


def sunday_to_monday(dt):
    """Of a Sunday the Monday behind it."""
    return dt + datetime.timedelta(dt.weekday() == 6)


def weekend_to_monday(dt):
    """Of a Saturday or Sunday the Monday behind it."""
    return next_monday(dt)


def nearest_workday(dt):
    """Of a Saturday the Friday, of a Sunday the Monday."""
    return dt + datetime.timedelta({5: -1, 6: 1}.get(dt.weekday(), 0))


def next_workday(dt):
    """The next day that is no weekend."""
    dt += datetime.timedelta(1)
    while dt.weekday() > 4:
        dt += datetime.timedelta(1)
    return dt


def previous_workday(dt):
    """The day before that is no weekend."""
    dt -= datetime.timedelta(1)
    while dt.weekday() > 4:
        dt -= datetime.timedelta(1)
    return dt


def before_nearest_workday(dt):
    """The working day before the one nearest to a day."""
    return previous_workday(nearest_workday(dt))


def after_nearest_workday(dt):
    """The working day behind the one nearest to a day."""
    return next_workday(nearest_workday(dt))


class Holiday:
    """A holiday by rule: a month and a day, moved by offsets or by what observance makes of it."""

    def __init__(self, name, year=None, month=None, day=None, offset=None, observance=None, start_date=None, end_date=None, days_of_week=None):
        if offset is not None and observance is not None:
            raise NotImplementedError('Cannot use both offset and observance.')
        self.name, self.year, self.month, self.day, self.offset, self.observance, self.days_of_week = name, year, month, day, offset, observance, days_of_week
        self.start_date = Timestamp(start_date) if start_date is not None else None
        self.end_date = Timestamp(end_date) if end_date is not None else None

    def __repr__(self):
        info = ''
        if self.year is not None:
            info += f'year={self.year}, '
        info += f'month={self.month}, day={self.day}, '
        if self.offset is not None:
            info += f'offset={self.offset}'
        if self.observance is not None:
            info += f'observance={self.observance}'
        return f'Holiday: {self.name} ({info})'

    def dates(self, start_date, end_date, return_name=False):
        """The days of the holiday between two."""
        from pandas.core.indexes.datetimes import DatetimeIndex
        from pandas.core.series import Series
        start, end = Timestamp(start_date), Timestamp(end_date)
        if self.year is not None:
            found = [Timestamp(datetime.datetime(self.year, self.month, self.day))]
        else:
            found = [Timestamp(datetime.datetime(y, self.month, self.day)) for y in range(start.year - 1, end.year + 2)]
        found = [self._moved(x) for x in found]
        if self.days_of_week is not None:
            found = [x for x in found if x.dayofweek in self.days_of_week]
        low = max([start] + ([self.start_date.tz_localize(start.tz) if self.start_date.tz is None and start.tz else self.start_date] if self.start_date is not None else []))
        high = min([end] + ([self.end_date] if self.end_date is not None else []))
        index = DatetimeIndex([x for x in found if low <= x <= high])
        return Series(self.name, index=index) if return_name else index

    def _moved(self, x):
        if self.observance is not None:
            return Timestamp(self.observance(x))
        for step in self.offset if isinstance(self.offset, list) else [self.offset] if self.offset is not None else []:
            x = x + step
        return x


calendars = {}      # by name


class AbstractHolidayCalendar:
    """Holidays together; a class of them is known by its name."""

    def __init_subclass__(cls):
        calendars[str(getattr(cls, 'name', cls.__name__))] = cls

    rules = []
    start_date, end_date = Timestamp(datetime.datetime(1970, 1, 1)), Timestamp(datetime.datetime(2200, 12, 31))

    def __init__(self, name=None, rules=None):
        self.name = type(self).__name__ if name is None else name
        if rules is not None:
            self.rules = rules

    def rule_from_name(self, name):
        """The rule of a name."""
        return next((rule for rule in self.rules if rule.name == name), None)

    def holidays(self, start=None, end=None, return_name=False):
        """The days of all the holidays between two."""
        from pandas.core.indexes.datetimes import DatetimeIndex
        from pandas.core.series import Series
        start, end = Timestamp(self.start_date if start is None else start), Timestamp(self.end_date if end is None else end)
        found = {}
        for rule in self.rules:
            for x in rule.dates(start, end):
                found[x] = rule.name
        days = sorted(found)
        index = DatetimeIndex(np.array([x._n for x in days], 'i8').astype('M8[ns]'))
        return Series([found[x] for x in days], index=index) if return_name else index

    def merge_class(self, other):
        """The rules of two."""
        own, others = (x if isinstance(x, list) else [x] for x in (self.rules, getattr(other, 'rules', other)))
        return list({r.name: r for r in others + own}.values())

    def merge(self, other, inplace=False):
        """The rules of two."""
        found = self.merge_class(other)
        if inplace:
            self.rules = found
            return None
        return found


USMemorialDay = Holiday('Memorial Day', month=5, day=31, offset=DateOffset(weekday=MO(-1)))
USLaborDay = Holiday('Labor Day', month=9, day=1, offset=DateOffset(weekday=MO(1)))
USColumbusDay = Holiday('Columbus Day', month=10, day=1, offset=DateOffset(weekday=MO(2)))
USThanksgivingDay = Holiday('Thanksgiving Day', month=11, day=1, offset=DateOffset(weekday=TH(4)))
USMartinLutherKingJr = Holiday('Birthday of Martin Luther King, Jr.', start_date=datetime.datetime(1986, 1, 1), month=1, day=1, offset=DateOffset(weekday=MO(3)))
USPresidentsDay = Holiday("Washington's Birthday", month=2, day=1, offset=DateOffset(weekday=MO(3)))
GoodFriday = Holiday('Good Friday', month=1, day=1, offset=[Easter(), Day(-2)])
EasterMonday = Holiday('Easter Monday', month=1, day=1, offset=[Easter(), Day(1)])


class USFederalHolidayCalendar(AbstractHolidayCalendar):
    """The holidays of the United States' government."""
    rules = [Holiday("New Year's Day", month=1, day=1, observance=nearest_workday), USMartinLutherKingJr, USPresidentsDay, USMemorialDay,
             Holiday('Juneteenth National Independence Day', month=6, day=19, start_date='2021-06-18', observance=nearest_workday), Holiday('Independence Day', month=7, day=4, observance=nearest_workday),
             USLaborDay, USColumbusDay, Holiday('Veterans Day', month=11, day=11, observance=nearest_workday), USThanksgivingDay, Holiday('Christmas Day', month=12, day=25, observance=nearest_workday)]


def HolidayCalendarFactory(name, base, other, base_class=AbstractHolidayCalendar):
    """A class with the rules of two."""
    return type(name, (base_class,), {'rules': AbstractHolidayCalendar(rules=base.rules).merge_class(other), 'name': name})


def get_calendar(name):
    """A calendar by its name."""
    return calendars[name]()
