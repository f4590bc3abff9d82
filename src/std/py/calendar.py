"""Calendars as lists, text and HTML."""
import sys
import datetime
from itertools import repeat

__all__ = ['IllegalMonthError', 'IllegalWeekdayError', 'setfirstweekday', 'firstweekday', 'isleap', 'leapdays',
           'weekday', 'monthrange', 'monthcalendar', 'prmonth', 'month', 'prcal', 'calendar', 'timegm', 'month_name',
           'month_abbr', 'day_name', 'day_abbr', 'Calendar', 'TextCalendar', 'HTMLCalendar', 'LocaleTextCalendar',
           'LocaleHTMLCalendar', 'weekheader', 'FRIDAY', 'MONDAY', 'SATURDAY', 'SUNDAY', 'THURSDAY', 'TUESDAY',
           'WEDNESDAY']

error = ValueError


class IllegalMonthError(ValueError):
    def __init__(self, month):
        self.month = month

    def __str__(self):
        return 'bad month number %r; must be 1-12' % self.month


class IllegalWeekdayError(ValueError):
    def __init__(self, weekday):
        self.weekday = weekday

    def __str__(self):
        return 'bad weekday number %r; must be 0 (Monday) to 6 (Sunday)' % self.weekday


MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)
January, February = 1, 2
mdays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]


class _Names:
    """Names of months or days, as strftime writes them."""

    def __init__(self, format, dates, first):
        self._format = format
        self._dates = dates
        self._first = first

    def __getitem__(self, i):
        names = [date.strftime(self._format) if date else '' for date in self._dates]
        return names[i]

    def __len__(self):
        return len(self._dates)


_month_dates = [None] + [datetime.date(2001, m, 1) for m in range(1, 13)]
_day_dates = [datetime.date(2001, 1, d) for d in range(1, 8)]
day_name = _Names('%A', _day_dates, 0)
day_abbr = _Names('%a', _day_dates, 0)
month_name = _Names('%B', _month_dates, 1)
month_abbr = _Names('%b', _month_dates, 1)


def isleap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def leapdays(y1, y2):
    """The number of leap years in range(y1, y2)."""
    y1 -= 1
    y2 -= 1
    return (y2//4 - y1//4) - (y2//100 - y1//100) + (y2//400 - y1//400)


def weekday(year, month, day):
    """0 (Monday) to 6 (Sunday)."""
    if not datetime.MINYEAR <= year <= datetime.MAXYEAR:
        year = 2000 + year % 400
    return datetime.date(year, month, day).weekday()


def monthrange(year, month):
    """(weekday of the first day, number of days)"""
    if not 1 <= month <= 12:
        raise IllegalMonthError(month)
    return weekday(year, month, 1), mdays[month] + (month == February and isleap(year))


def _monthlen(year, month):
    return mdays[month] + (month == February and isleap(year))


def _prevmonth(year, month):
    return (year-1, 12) if month == 1 else (year, month-1)


def _nextmonth(year, month):
    return (year+1, 1) if month == 12 else (year, month+1)


class Calendar:
    """What the others are made of: weeks as iterators and lists."""

    def __init__(self, firstweekday=0):
        self.firstweekday = firstweekday

    def getfirstweekday(self):
        return self._firstweekday % 7

    def setfirstweekday(self, firstweekday):
        self._firstweekday = firstweekday

    firstweekday = property(getfirstweekday, setfirstweekday)

    def iterweekdays(self):
        """The numbers of the days of one week."""
        for i in range(self.firstweekday, self.firstweekday + 7):
            yield i % 7

    def itermonthdates(self, year, month):
        """The dates of whole weeks that hold the month."""
        for y, m, d in self.itermonthdays3(year, month):
            yield datetime.date(y, m, d)

    def itermonthdays(self, year, month):
        """The same as numbers of days, 0 outside of the month."""
        first, days = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        yield from repeat(0, before)
        yield from range(1, days + 1)
        yield from repeat(0, (self.firstweekday - first - days) % 7)

    def itermonthdays2(self, year, month):
        """(day or 0, weekday)"""
        for i, d in enumerate(self.itermonthdays(year, month), self.firstweekday):
            yield d, i % 7

    def itermonthdays3(self, year, month):
        """(year, month, day)"""
        first, days = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        after = (self.firstweekday - first - days) % 7
        y, m = _prevmonth(year, month)
        end = _monthlen(y, m) + 1
        for d in range(end - before, end):
            yield y, m, d
        for d in range(1, days + 1):
            yield year, month, d
        y, m = _nextmonth(year, month)
        for d in range(1, after + 1):
            yield y, m, d

    def itermonthdays4(self, year, month):
        """(year, month, day, weekday)"""
        for i, (y, m, d) in enumerate(self.itermonthdays3(year, month)):
            yield y, m, d, (self.firstweekday + i) % 7

    def monthdatescalendar(self, year, month):
        return _sevens(self.itermonthdates(year, month))

    def monthdays2calendar(self, year, month):
        return _sevens(self.itermonthdays2(year, month))

    def monthdayscalendar(self, year, month):
        return _sevens(self.itermonthdays(year, month))

    def _year(self, make, year, width):
        months = [make(year, m) for m in range(1, 13)]
        return [months[i:i + width] for i in range(0, 12, width)]

    def yeardatescalendar(self, year, width=3):
        return self._year(self.monthdatescalendar, year, width)

    def yeardays2calendar(self, year, width=3):
        return self._year(self.monthdays2calendar, year, width)

    def yeardayscalendar(self, year, width=3):
        return self._year(self.monthdayscalendar, year, width)


def _sevens(days):
    days = list(days)
    return [days[i:i + 7] for i in range(0, len(days), 7)]


class TextCalendar(Calendar):
    """As text, like the program cal."""

    def prweek(self, theweek, width):
        print(self.formatweek(theweek, width), end='')

    def formatday(self, day, weekday, width):
        return ('' if day == 0 else '%2i' % day).center(width)

    def formatweek(self, theweek, width):
        return ' '.join(self.formatday(d, wd, width) for d, wd in theweek)

    def formatweekday(self, day, width):
        names = day_name if width >= 9 else day_abbr
        return names[day][:width].center(width)

    def formatweekheader(self, width):
        return ' '.join(self.formatweekday(i, width) for i in self.iterweekdays())

    def formatmonthname(self, theyear, themonth, width, withyear=True):
        name = month_name[themonth]
        if withyear:
            name = '%s %r' % (name, theyear)
        return name.center(width)

    def prmonth(self, theyear, themonth, w=0, l=0):
        print(self.formatmonth(theyear, themonth, w, l), end='')

    def formatmonth(self, theyear, themonth, w=0, l=0):
        w = max(2, w)
        gap = '\n' * max(1, l)
        lines = [self.formatmonthname(theyear, themonth, 7 * (w + 1) - 1).rstrip(), self.formatweekheader(w).rstrip()]
        lines += [self.formatweek(week, w).rstrip() for week in self.monthdays2calendar(theyear, themonth)]
        return gap.join(lines) + gap

    def formatyear(self, theyear, w=2, l=1, c=6, m=3):
        w, l, c = max(2, w), max(1, l), max(2, c)
        width = (w + 1) * 7 - 1
        gap = '\n' * l
        out = [repr(theyear).center(width * m + c * (m - 1)).rstrip(), gap]
        header = self.formatweekheader(w)
        for i, row in enumerate(self.yeardays2calendar(theyear, m)):
            months = range(m * i + 1, min(m * (i + 1) + 1, 13))
            out.append(gap)
            names = (self.formatmonthname(theyear, k, width, False) for k in months)
            out += [formatstring(names, width, c).rstrip(), gap]
            out += [formatstring((header for k in months), width, c).rstrip(), gap]
            for j in range(max(len(month) for month in row)):
                weeks = ('' if j >= len(month) else self.formatweek(month[j], w) for month in row)
                out += [formatstring(weeks, width, c).rstrip(), gap]
        return ''.join(out)

    def pryear(self, theyear, w=0, l=0, c=6, m=3):
        print(self.formatyear(theyear, w, l, c, m), end='')


class HTMLCalendar(Calendar):
    """As HTML tables."""
    cssclasses = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
    cssclasses_weekday_head = cssclasses
    cssclass_noday = 'noday'
    cssclass_month_head = 'month'
    cssclass_month = 'month'
    cssclass_year_head = 'year'
    cssclass_year = 'year'

    def formatday(self, day, weekday):
        if day == 0:
            return '<td class="%s">&nbsp;</td>' % self.cssclass_noday
        return '<td class="%s">%d</td>' % (self.cssclasses[weekday], day)

    def formatweek(self, theweek):
        return '<tr>%s</tr>' % ''.join(self.formatday(d, wd) for d, wd in theweek)

    def formatweekday(self, day):
        return '<th class="%s">%s</th>' % (self.cssclasses_weekday_head[day], day_abbr[day])

    def formatweekheader(self):
        return '<tr>%s</tr>' % ''.join(self.formatweekday(i) for i in self.iterweekdays())

    def formatmonthname(self, theyear, themonth, withyear=True):
        name = '%s %s' % (month_name[themonth], theyear) if withyear else '%s' % month_name[themonth]
        return '<tr><th colspan="7" class="%s">%s</th></tr>' % (self.cssclass_month_head, name)

    def formatmonth(self, theyear, themonth, withyear=True):
        lines = ['<table border="0" cellpadding="0" cellspacing="0" class="%s">' % self.cssclass_month,
                 self.formatmonthname(theyear, themonth, withyear=withyear), self.formatweekheader()]
        lines += [self.formatweek(week) for week in self.monthdays2calendar(theyear, themonth)]
        return '\n'.join(lines) + '\n</table>\n'

    def formatyear(self, theyear, width=3):
        width = max(width, 1)
        out = ['<table border="0" cellpadding="0" cellspacing="0" class="%s">\n' % self.cssclass_year,
               '<tr><th colspan="%d" class="%s">%s</th></tr>' % (width, self.cssclass_year_head, theyear)]
        for i in range(1, 13, width):
            out.append('<tr>')
            for m in range(i, min(i + width, 13)):
                out += ['<td>', self.formatmonth(theyear, m, withyear=False), '</td>']
            out.append('</tr>')
        return ''.join(out) + '</table>'

    def formatyearpage(self, theyear, width=3, css='calendar.css', encoding=None):
        if encoding is None:
            encoding = sys.getdefaultencoding()
        out = ['<?xml version="1.0" encoding="%s"?>\n' % encoding,
               '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" '
               '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n', '<html>\n', '<head>\n',
               '<meta http-equiv="Content-Type" content="text/html; charset=%s" />\n' % encoding]
        if css is not None:
            out.append('<link rel="stylesheet" type="text/css" href="%s" />\n' % css)
        out += ['<title>Calendar for %d</title>\n' % theyear, '</head>\n', '<body>\n', self.formatyear(theyear, width),
                '</body>\n', '</html>\n']
        return ''.join(out).encode(encoding, 'xmlcharrefreplace')


class LocaleTextCalendar(TextCalendar):
    """perch has but one locale: the texts are a TextCalendar's."""

    def __init__(self, firstweekday=0, locale=None):
        TextCalendar.__init__(self, firstweekday)
        self.locale = locale


class LocaleHTMLCalendar(HTMLCalendar):
    def __init__(self, firstweekday=0, locale=None):
        HTMLCalendar.__init__(self, firstweekday)
        self.locale = locale


c = TextCalendar()
firstweekday = c.getfirstweekday


def setfirstweekday(firstweekday):
    if not MONDAY <= firstweekday <= SUNDAY:
        raise IllegalWeekdayError(firstweekday)
    c.firstweekday = firstweekday


monthcalendar = c.monthdayscalendar
prweek = c.prweek
week = c.formatweek
weekheader = c.formatweekheader
prmonth = c.prmonth
month = c.formatmonth
calendar = c.formatyear
prcal = c.pryear

_colwidth = 7*3 - 1
_spacing = 6


def format(cols, colwidth=_colwidth, spacing=_spacing):
    print(formatstring(cols, colwidth, spacing))


def formatstring(cols, colwidth=_colwidth, spacing=_spacing):
    return (' ' * spacing).join(text.center(colwidth) for text in cols)


EPOCH = 1970
_EPOCH_ORD = datetime.date(EPOCH, 1, 1).toordinal()


def timegm(tuple):
    """Seconds since the epoch of a time in UTC: what time.gmtime() gave."""
    year, month, day, hour, minute, second = tuple[:6]
    days = datetime.date(year, month, 1).toordinal() - _EPOCH_ORD + day - 1
    return ((days*24 + hour)*60 + minute)*60 + second
