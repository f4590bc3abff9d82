"""Texts that name a part of time: '2020', '2020Q1', 'Jan 2020', '2020-01-05 10': from when to when it is, and how fine."""
import datetime
import re

from pandas.core.dates import ISO, nanoseconds, read

FORM = re.compile(r'\s*(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2})(?:[T ]+(\d{1,2})(?::(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,9}))?)?)?)?)?)?\s*\Z')
QUARTER = re.compile(r'\s*(?:(\d{4})-?[Qq]([1-4])|([1-4])[Qq]-?(\d{4}|\d{2}))\s*\Z')
UNITS = (('second', 40, 10 ** 9), ('minute', 50, 60 * 10 ** 9), ('hour', 60, 3600 * 10 ** 9), ('day', 70, 86400 * 10 ** 9))


def span_of(year, month, day, clock):
    """(from, to, how fine) of parts, None where none is said; clock: hour, minute, second, part of a second."""
    first = datetime.datetime(year, month or 1, day or 1)
    if month is None:
        return nanoseconds(first), nanoseconds(datetime.datetime(year + 1, 1, 1)), 100
    if day is None:
        return nanoseconds(first), nanoseconds(datetime.datetime(year + month // 12, month % 12 + 1, 1)), 80
    n, size, fine = nanoseconds(first), 86400 * 10 ** 9, 70
    for part, step, rank in zip(clock, (3600 * 10 ** 9, 60 * 10 ** 9, 10 ** 9), (60, 50, 40)):
        if part is None:
            return n, n + size, fine
        n, size, fine = n + int(part) * step, step, rank
    if clock[3]:
        digits = len(clock[3])
        step, rank = (10 ** 6, 30) if digits <= 3 else (1000, 20) if digits <= 6 else (1, 10)
        return n + int(clock[3].ljust(9, '0')), n + int(clock[3].ljust(9, '0')) + step, rank
    return n, n + size, fine


def named_span(text):
    """(from, to, how fine) of a text, in nanoseconds since 1970; ValueError: it names none."""
    found = FORM.match(text)
    if found:
        y, mo, d, *clock = found.groups()
        return span_of(int(y), int(mo) if mo else None, int(d) if d else None, clock)
    found = QUARTER.match(text)
    if found:
        y, q = (found.group(1), found.group(2)) if found.group(1) else (found.group(4), found.group(3))
        y, q = int(y) + (2000 if len(y) == 2 else 0), int(q)
        return nanoseconds(datetime.datetime(y, q * 3 - 2, 1)), nanoseconds(datetime.datetime(y + q // 4, q % 4 * 3 + 1, 1)), 90
    if ISO.match(text) or re.fullmatch(r'\d{8}', text):
        made = read(text)
        if getattr(made, 'tzinfo', None) is not None:
            n = nanoseconds(made) - int(made.utcoffset().total_seconds()) * 10 ** 9
            return n, n + 10 ** 9, 40
        return span_of(made.year, made.month, made.day, (None,) * 4)
    return by_words(text)


def by_words(text):
    """Any other text: what it leaves out differs when it is read twice with other defaults."""
    from dateutil.parser import parse
    a, b = parse(text, default=datetime.datetime(2000, 1, 1)), parse(text, default=datetime.datetime(2001, 2, 2, 1, 1, 1, 1))
    said = [getattr(a, x) if getattr(a, x) == getattr(b, x) else None for x in ('year', 'month', 'day', 'hour', 'minute', 'second')]
    if said[0] is None or said[1] is None and said[2] is not None:
        raise ValueError(text)
    return span_of(*said[:3], said[3:] + [None])
