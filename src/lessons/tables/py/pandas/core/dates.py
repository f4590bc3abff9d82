"""Moments and spans of time: what becomes a Timestamp or a Timedelta, to_datetime, to_timedelta, their texts; in arrays they are NumPy's datetime64[ns]. Timestamp is in stamps.py, the dt accessor in accessors.py."""
import datetime
import re

import _tables
import numpy as np

from pandas.core.dtypes import array_of, is_integer, is_list_like, objects
from pandas.core.missing import NaT, missing_in, missing_one
from pandas.core.spans import SpanMethods, components, read_span
from pandas.core.stamps import UNSAID, Timestamp, wall_of
from pandas.errors import OutOfBoundsDatetime, OutOfBoundsTimedelta

NS = np.dtype('M8[ns]')
UNITS = {'D': 86400 * 10 ** 9, 'h': 3600 * 10 ** 9, 'm': 60 * 10 ** 9, 's': 10 ** 9, 'ms': 10 ** 6, 'us': 1000, 'ns': 1, 'W': 7 * 86400 * 10 ** 9, 'H': 3600 * 10 ** 9, 'T': 60 * 10 ** 9, 'S': 10 ** 9,
         'days': 86400 * 10 ** 9, 'day': 86400 * 10 ** 9, 'hours': 3600 * 10 ** 9, 'hour': 3600 * 10 ** 9, 'minutes': 60 * 10 ** 9, 'minute': 60 * 10 ** 9, 'min': 60 * 10 ** 9,
         'seconds': 10 ** 9, 'second': 10 ** 9, 'sec': 10 ** 9, 'weeks': 7 * 86400 * 10 ** 9, 'L': 10 ** 6, 'U': 1000, 'N': 1, 'd': 86400 * 10 ** 9, 'w': 7 * 86400 * 10 ** 9}
ISO = re.compile(r'\s*(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2})(?::(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,}))?)?)?)?\s*(Z|UTC|[+\-]\d{2}:?\d{0,2})?\s*\Z')
BLANK = frozenset(('', 'NaT', 'nat', 'NAT', 'nan', 'NaN', 'NAN', 'NA'))
LEAST, MOST = -2 ** 63 + 1, 2 ** 63 - 1
EPOCH = datetime.datetime(1970, 1, 1)
NAT = np.datetime64('NaT', 'ns')


def nanoseconds(d):
    """A datetime as a count from 1970, of what its clock shows."""
    delta = d.replace(tzinfo=None) - EPOCH if type(d) is datetime.datetime else datetime.datetime(d.year, d.month, d.day, d.hour, d.minute, d.second, d.microsecond) - EPOCH
    return (delta.days * 86400 + delta.seconds) * 10 ** 9 + delta.microseconds * 1000 + getattr(d, 'nanosecond', 0)


# ---- one moment ----
def stamp(n, tz=None):
    """The Timestamp of a count of nanoseconds, in a zone."""
    wall, zone = wall_of(n, tz)
    d = EPOCH + datetime.timedelta(microseconds=wall // 1000)
    self = datetime.datetime.__new__(Timestamp, d.year, d.month, d.day, d.hour, d.minute, d.second, d.microsecond, zone)
    self._n = n
    return self


def within_stamp(n, tz=None):
    """stamp, of a count that may be too large."""
    if not LEAST <= n <= MOST:
        from pandas.errors import OutOfBoundsDatetime
        raise OutOfBoundsDatetime(f'Out of bounds nanosecond timestamp: {(EPOCH + datetime.timedelta(microseconds=n // 1000)).isoformat(" ") if abs(n) < 6 * 10 ** 19 else n}')
    if tz is not None:
        from pandas.core.zones import zone_of
        tz = zone_of(tz)
    return stamp(n, tz)


def localize_one(n, tz, ambiguous='raise', nonexistent='raise'):
    """The count of nanoseconds at which the clocks of a zone show n; None: at none."""
    from pandas.core.zones import localized
    found = np.asarray(localized(np.array([n]).astype(NS), tz, ambiguous, nonexistent).view(np.ndarray))
    return None if np.isnat(found)[0] else int(found.astype('i8')[0])


def stamp_from(x, tz=None, unit=None, fold=None):
    """What a program gives for a moment, as a Timestamp."""
    from pandas.core.zones import zone_of
    tz = zone_of(tz)
    if isinstance(x, str):
        if x in ('now', 'today'):
            return Timestamp.now(tz)
        if x in BLANK:
            return NaT
        try:
            x = read(x)
        except OutOfBoundsDatetime:
            raise
        except (ValueError, OverflowError):
            raise ValueError('could not convert string to Timestamp') from None
    if missing_one(x):
        return NaT
    if isinstance(x, Timestamp):
        n, zone = x._n, x.tzinfo
        if tz is None:
            return stamp(n, zone) if x._freq is None else x
        return stamp(n, tz) if zone is not None else stamp_or_nat(localize_one(n, tz, fold_choice(fold)), tz)
    if isinstance(x, datetime.datetime) and x.tzinfo is not None:
        n, zone = nanoseconds(x) - int(x.utcoffset().total_seconds() * 10 ** 6) * 1000, zone_of(x.tzinfo)
        return within_stamp(n, tz or zone)
    if isinstance(x, (int, float, np.number)) and not isinstance(x, (bool, np.timedelta64, np.datetime64)):
        found = moment(x, unit=unit)
        return NaT if np.isnat(found) else stamp(int(found.astype('i8')), tz)
    if not isinstance(x, (datetime.date, np.datetime64)) and not hasattr(x, 'to_timestamp'):
        raise TypeError(f'Cannot convert input [{x}] of type {type(x)} to Timestamp')
    n = int(moment(x).astype('i8'))
    return stamp(n) if tz is None else stamp_or_nat(localize_one(n, tz, fold_choice(fold)), tz)


def fold_choice(fold):
    return 'raise' if fold is None else np.array([not fold])


def stamp_or_nat(n, tz):
    return NaT if n is None else stamp(n, tz)


def moment(x, dayfirst=False, form=None, unit=None, yearfirst=False, exact=True):
    """One value as datetime64[ns]; with a zone, in UTC."""
    if missing_one(x) or (isinstance(x, str) and x in BLANK):
        return NAT
    if isinstance(x, np.datetime64):
        return within_unit(x)
    if isinstance(x, Timestamp):
        return np.datetime64(x._n, 'ns')
    if isinstance(x, datetime.datetime):
        return within(nanoseconds(x) - (int(x.utcoffset().total_seconds() * 10 ** 6) * 1000 if x.tzinfo is not None else 0), x)
    if isinstance(x, datetime.date):
        return within(nanoseconds(datetime.datetime(x.year, x.month, x.day)), x)
    if isinstance(x, (int, float, np.number)) and not isinstance(x, (bool, np.timedelta64)):
        if form is not None:
            return moment(read(str(x), form=form, exact=exact))
        return counted_moment(x, unit)
    if isinstance(x, str):
        if unit is not None:
            try:
                return counted_moment(float(x), unit)
            except ValueError:
                raise ValueError(f"non convertible value {x} with the unit '{unit}'") from None
        return moment(read(x, dayfirst, form, yearfirst, exact))
    if hasattr(x, 'to_timestamp'):
        return np.datetime64(x.to_timestamp()._n, 'ns')
    raise TypeError(f"<class '{type(x).__name__}'> is not convertible to datetime")


def counted_moment(x, unit):
    """So many units after 1970."""
    if unit in ('Y', 'M'):
        return np.datetime64(int(x), unit).astype(NS)
    if unit is not None and unit not in UNITS:
        raise ValueError(f'Unrecognized unit {unit}')
    n = int(x) * UNITS[unit or 'ns'] if is_integer(x) or float(x).is_integer() else int(round(float(x) * UNITS[unit or 'ns']))
    if not LEAST <= n <= MOST:
        raise OutOfBoundsDatetime(f"cannot convert input with unit '{unit or 'ns'}'")
    return np.datetime64(n, 'ns')


def within_unit(x):
    found = x.astype(NS)
    if not np.isnat(x) and found.astype(x.dtype) != x:
        raise OutOfBoundsDatetime(f'Out of bounds nanosecond timestamp: {x.astype("M8[s]").item().isoformat(" ") if hasattr(x.astype("M8[s]").item(), "isoformat") else x}')
    return found


def within(n, x):
    if not LEAST <= n <= MOST:
        raise OutOfBoundsDatetime(f'Out of bounds nanosecond timestamp: {x.replace(tzinfo=None).isoformat(" ") if isinstance(x, datetime.datetime) else f"{x} 00:00:00"}')
    return np.datetime64(n, 'ns')


def read(text, dayfirst=False, form=None, yearfirst=False, exact=True):
    """A text as a datetime (with nanoseconds, a Timestamp)."""
    if form is not None:
        return read_form(text, form, exact)
    found = ISO.match(text)
    if dayfirst and (found and text != text.strip() or len(text) in (12, 14) and text.isdigit()):
        return by_dateutil(text, dayfirst, yearfirst)       # (what is not ISO's to the letter may have the day before the month)
    try:
        if found:
            return from_iso(found)
        if re.fullmatch(r'\d{8}(?:[T ]?\d{4}(?:\d{2})?)?', text) and '01' <= text[4:6] <= '12':
            digits = text[:8] + text[8:].strip('T ')
            return datetime.datetime(*[int(digits[a:b]) for a, b in ((0, 4), (4, 6), (6, 8), (8, 10), (10, 12), (12, 14)) if digits[a:b]])
        if re.fullmatch(r'\d{4}', text):
            return datetime.datetime(int(text), 1, 1)
        if re.fullmatch(r'\d{4}[-/]\d{1,2}', text):
            return datetime.datetime(int(text[:4]), int(text[5:]), 1)
        quarter = re.fullmatch(r'(?:(\d{4})-?[Qq]([1-4])|([1-4])[Qq]-?(\d{2,4}))', text)
        if quarter:
            y, q = (quarter.group(1), quarter.group(2)) if quarter.group(1) else (quarter.group(4), quarter.group(3))
            return datetime.datetime(int(y) + (2000 if len(y) == 2 else 0), int(q) * 3 - 2, 1)
        return by_dateutil(text, dayfirst, yearfirst)
    except OverflowError:
        raise OutOfBoundsDatetime(f'Out of bounds nanosecond timestamp: {text}') from None
    except ValueError as e:
        if type(e) is ValueError and found:
            from dateutil.parser._parser import ParserError
            raise ParserError(f'{e}: {text}') from None
        raise


def from_iso(found):
    y, mo, d, h, mi, s, part, zone = found.groups()
    extra = int((part or '0')[:9].ljust(9, '0'))
    made = datetime.datetime(int(y), int(mo), int(d), int(h or 0), int(mi or 0), int(s or 0), extra // 1000)
    if zone and h is None and zone[0] in '+-':
        raise ValueError('unknown string format')
    if zone:
        from pandas.core.zones import UTC, fixed, offset_minutes
        made = made.replace(tzinfo=UTC if zone in ('Z', 'UTC') else fixed(offset_minutes(zone)))
    if extra % 1000:
        n = nanoseconds(made.replace(tzinfo=None)) + extra % 1000 - (int(made.utcoffset().total_seconds()) * 10 ** 9 if zone else 0)
        return within_stamp(n, made.tzinfo)
    return made


NOT_LIKELY = ' not likely a datetime'


def small_number(text):
    """Whether a text is a number below 1000, which is hardly a date; one that begins with 0 may be."""
    try:
        return text[0] != '0' and float(text) < 1000
    except (ValueError, IndexError):
        return False


def by_dateutil(text, dayfirst, yearfirst):
    from dateutil.parser import parse
    if small_number(text):
        raise ValueError(f'Given date string {text}{NOT_LIKELY}')
    today = datetime.date.today()
    clock = re.match(r'\s*\d{1,2}:\d{2}', text)
    made = parse(text, dayfirst=dayfirst, yearfirst=yearfirst, default=datetime.datetime(today.year, today.month, today.day) if clock else datetime.datetime(1, 1, 1))
    if made.year == 1:
        raise OutOfBoundsDatetime(f'Out of bounds nanosecond timestamp: 1-{made:%m-%d %H:%M:%S}')      # (no year was said)
    if made.tzinfo is not None:
        from pandas.core.zones import UTC, fixed
        minutes = int(made.utcoffset().total_seconds()) // 60
        made = made.replace(tzinfo=UTC if not minutes and type(made.tzinfo).__name__ == 'tzutc' else fixed(minutes))
    return made


FORMS_ISO = ('%Y-%m-%d', '%Y-%m-%d %H:%M:%S', '%Y-%m-%dT%H:%M:%S', '%Y-%m-%d %H:%M', '%Y-%m-%dT%H:%M', '%Y-%m-%d %H:%M:%S.%f', '%Y-%m-%dT%H:%M:%S.%f')


def read_form(text, form, exact=True):
    """A text in a form that is said."""
    if form in FORMS_ISO and exact:
        found = ISO.match(text)
        if found:
            try:
                return from_iso(found)
            except ValueError:
                pass
    try:
        if not exact:
            from _strptime import _TimeRE_cache
            part = _TimeRE_cache.compile(form).search(text)
            text = part.group() if part else text
        if form.endswith('%f') and re.search(r'\.\d{7,9}\Z', text):
            made = datetime.datetime.strptime(text[:text.rindex('.') + 7], form)
            return Timestamp(nanoseconds(made) + int(text[text.rindex('.') + 7:].ljust(3, '0')))
        made = datetime.datetime.strptime(text, form)
    except ValueError as e:
        if 'unconverted' in str(e):
            raise
        if 'is out of range' in str(e) or 'bad directive' in str(e) or 'is a bad' in str(e):
            raise
        raise ValueError(f"time data '{text}' does not match format '{form}' ({'match' if exact else 'search'})") from None
    if made.tzinfo is not None:
        from pandas.core.zones import UTC, fixed
        minutes = int(made.utcoffset().total_seconds()) // 60
        made = made.replace(tzinfo=UTC if form.endswith('%Z') or not minutes and text.endswith('Z') else fixed(minutes))
    return made


def span(x, unit=None):
    """One value as timedelta64[ns]."""
    if missing_one(x):
        return np.timedelta64('NaT', 'ns')
    if isinstance(x, np.timedelta64):
        return x.astype('m8[ns]')
    if isinstance(x, Timedelta):
        return np.timedelta64(x._n, 'ns')
    if hasattr(x, 'nanos') and hasattr(x, '_size'):
        return np.timedelta64(x.nanos, 'ns')
    if isinstance(x, datetime.timedelta):
        return np.timedelta64((x.days * 86400 + x.seconds) * 10 ** 9 + x.microseconds * 1000 + getattr(x, 'nanoseconds', 0), 'ns')
    if isinstance(x, str):
        found = read_span(x)
        return np.timedelta64('NaT' if found is None else found, 'ns')
    if isinstance(x, (int, float, np.number)):
        if unit is not None and unit not in UNITS:
            from pandas.core.spans import _UNITS
            if str(unit).lower() not in _UNITS:
                raise ValueError(f'invalid unit abbreviation: {unit}')
        n = int(x * (UNITS[unit or 'ns'] if (unit or 'ns') in UNITS else _UNITS[unit.lower()]))
        if not LEAST <= n <= MOST:
            raise OutOfBoundsTimedelta(f"Cannot cast {x} from {unit or 'ns'} to 'ns' without overflow.")
        return np.timedelta64(n, 'ns')
    raise ValueError(f'Value must be Timedelta, string, integer, float, timedelta or convertible, not {type(x).__name__}')


class Timedelta(SpanMethods, datetime.timedelta):
    """A span of time, to the nanosecond."""
    __module__ = 'pandas._libs.tslibs.timedeltas'

    __array_priority__ = 100

    def __new__(cls, value=UNSAID, unit=None, **parts):
        if value is UNSAID:
            if not parts:
                raise ValueError('cannot construct a Timedelta without a value/unit or descriptive keywords (days,seconds....)')
            known = ('weeks', 'days', 'hours', 'minutes', 'seconds', 'milliseconds', 'microseconds', 'nanoseconds')
            if any(name not in known for name in parts):
                raise ValueError(f"cannot construct a Timedelta from the passed arguments, allowed keywords are [{', '.join(known)}]")
            extra = parts.pop('nanoseconds', 0)
            value = int(span(datetime.timedelta(**parts)).astype('i8')) + extra
        found = span(value, unit)
        if np.isnat(found):
            return NaT
        n = int(found.astype('i8'))
        self = datetime.timedelta.__new__(cls, microseconds=n // 1000)
        self._n = n
        return self

    value = property(lambda self: self._n)
    nanoseconds = property(lambda self: self._n % 1000)

    def __reduce__(self):
        return Timedelta, (self._n,)

    def __hash__(self):
        return datetime.timedelta.__hash__(self)

    def __str__(self):
        return span_text(self._n)

    def __repr__(self):
        return f"Timedelta('{self}')"

    def total_seconds(self):
        """The span in seconds."""
        return self._n / 10 ** 9

    def to_pytimedelta(self):
        """Python's timedelta."""
        return datetime.timedelta(microseconds=self._n // 1000)

    def to_timedelta64(self):
        """NumPy's timedelta64."""
        return np.timedelta64(self._n, 'ns')

    def __add__(self, other):
        if isinstance(other, (datetime.timedelta, np.timedelta64)):
            return Timedelta(self._n + int(span(other).astype('i8')))
        if isinstance(other, np.ndarray) and other.dtype.kind in 'mM':
            return other + np.timedelta64(self._n, 'ns')
        return Timestamp(other) + self if isinstance(other, (datetime.datetime, np.datetime64)) else NotImplemented

    __radd__ = __add__

    def __rsub__(self, other):
        if isinstance(other, np.ndarray) and other.dtype.kind in 'mM':
            return other - np.timedelta64(self._n, 'ns')
        if isinstance(other, (datetime.datetime, np.datetime64)):
            return Timestamp(other) - self
        return Timedelta(int(span(other).astype('i8')) - self._n) if isinstance(other, (datetime.timedelta, np.timedelta64)) else NotImplemented

    def __sub__(self, other):
        return Timedelta(self._n - int(span(other).astype('i8'))) if isinstance(other, (datetime.timedelta, np.timedelta64)) else NotImplemented

    def __neg__(self):
        return Timedelta(-self._n)

    def __mul__(self, other):
        if isinstance(other, (int, float, np.number)):
            return Timedelta(int(self._n * other))
        return self._array(other, lambda mine, others: mine * others)

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, (datetime.timedelta, np.timedelta64)):
            return self._n / int(span(other).astype('i8'))
        if isinstance(other, (int, float, np.number)):
            return Timedelta(int(self._n / other))
        return self._array(other, lambda mine, others: mine / others)


Timestamp.min, Timestamp.max, Timestamp.resolution = stamp(LEAST), stamp(MOST), Timedelta(1)
Timedelta.min, Timedelta.max, Timedelta.resolution = Timedelta(-2 ** 63 + 1), Timedelta(2 ** 63 - 1), Timedelta(1)


def span_text(n):
    days, rest = divmod(n, UNITS['D'])
    seconds, part = divmod(rest, 10 ** 9)
    tail = f'.{part:09d}' if part % 1000 else f'.{part // 1000:06d}' if part else ''
    return f'{days} days {"+" if days < 0 else ""}{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}{tail}'


def step_of(freq):
    """The nanoseconds of a step of one length."""
    if isinstance(freq, str):
        found = re.fullmatch(r'(\d*)([A-Za-z]+)', freq)
        if found and found.group(2) in STEPS:
            return int(found.group(1) or 1) * STEPS[found.group(2)]
    from pandas.core.offsets import to_offset
    return to_offset(freq).nanos


STEPS = {'D': UNITS['D'], 'H': UNITS['h'], 'h': UNITS['h'], 'T': UNITS['m'], 'min': UNITS['m'], 'S': 10 ** 9, 's': 10 ** 9, 'L': 10 ** 6, 'ms': 10 ** 6, 'U': 1000, 'us': 1000, 'N': 1, 'd': UNITS['D']}


def rounded(numbers, step, how):
    """Counts of nanoseconds as multiples of a step."""
    low = numbers // step * step
    if how == 'floor':
        return low
    rest = numbers - low
    if how == 'ceil':
        return np.where(rest > 0, low + step, low)
    return np.where((rest * 2 > step) | ((rest * 2 == step) & (low // step % 2 == 1)), low + step, low)


# ---- arrays ----
ZONE_NONE, ZONE_BLANK, ZONE_UNREAD = 1 << 20, (1 << 20) + 1, (1 << 20) + 2      # beside minutes from UTC, as the compiled reader has them
ANY, ISO_ALONE, TOLD = 0, 1, 2


def quick(values, form, dayfirst):
    """(moments, minutes of their zones or the marks above, how many are not read) of objects."""
    out, zones = np.empty(len(values), 'i8'), np.empty(len(values), 'i8')
    way = ANY if form is None else ISO_ALONE if form in FORMS_ISO else TOLD
    return out, zones, _tables.moments(np.ascontiguousarray(values), out, zones, form, way, dayfirst)


def to_moments(values, errors='raise', dayfirst=False, form=None, unit=None, yearfirst=False, exact=True, utc=False):
    """An array as datetime64[ns], in a zone where the values say one."""
    if getattr(values, 'zone', None) is not None or values.dtype.kind == 'M':
        return values
    if values.dtype.kind == 'b':
        raise TypeError('dtype bool cannot be converted to datetime64[ns]')
    if values.dtype.kind in 'iuf' and form is None and (unit is None or unit in UNITS):
        return counts_to_moments(values, unit, errors)
    items = list(values) if values.dtype.kind == 'O' else values.tolist()
    out, seen, zones, rest = np.empty(len(values), NS), {}, [None] * len(values), range(len(items))
    if unit is None and exact and not yearfirst and type(values) is np.ndarray and values.dtype.kind == 'O' and (form is None or form.isascii()):
        numbers, minutes, unread = quick(values, form, dayfirst)
        out, kinds = numbers.view(NS), set(minutes.tolist()) - {ZONE_BLANK, ZONE_UNREAD}
        if not unread and len(kinds) <= 1:
            return in_zones(out, [zone_at(m) for m in kinds], items, utc)
        zones, rest = [zone_at(m) for m in minutes.tolist()], np.flatnonzero(minutes == ZONE_UNREAD).tolist()
    for i in rest:
        x = items[i]
        key = x if isinstance(x, str) else None
        if key is not None and key in seen:
            out[i], zones[i] = seen[key]
            continue
        try:
            d = read(x, dayfirst, form, yearfirst, exact) if key is not None and unit is None and x not in BLANK and x not in ('now', 'today') else Timestamp.now() if key in ('now', 'today') else x
            zones[i] = getattr(d, 'tzinfo', None) if not missing_one(d) else 0
            out[i] = moment(d, dayfirst, form, unit)
            if np.isnat(out[i]):
                zones[i] = 0
        except (ValueError, TypeError, OverflowError) as e:
            if errors == 'coerce':
                out[i], zones[i] = NAT, 0
            elif type(e).__name__ == 'ParserError' or isinstance(e, OutOfBoundsDatetime) and unit is None:
                raise type(e)(f'{e} present at position {i}') from None
            elif str(e).endswith(NOT_LIKELY):
                raise ValueError(f'{e} present at position {i}') from None
            else:
                raise
        if key is not None:
            seen[key] = out[i], zones[i]
    return in_zones(out, zones, items, utc)


def zone_at(minutes):
    """The zone so many minutes from UTC; None: none was said; 0: there is no moment."""
    from pandas.core.zones import fixed
    return None if minutes == ZONE_NONE else 0 if minutes in (ZONE_BLANK, ZONE_UNREAD) else fixed(minutes)


def in_zones(out, zones, items, utc):
    """Moments in the zone that all of them say; objects where they say several."""
    found = list({id(getattr(z, 'whole', z)): getattr(z, 'whole', z) for z in zones if z != 0}.values()) if any(z is not None and z != 0 for z in zones) else []
    if not found:
        return out
    from pandas.core.zones import Zoned, shown
    if utc:
        return out
    if any(z is None for z in found):
        if all(isinstance(x, str) for x, z in zip(items, zones) if z != 0):
            return objects([NaT if z == 0 else stamp_object(n, z) for n, z in zip(out.astype('i8').tolist(), zones)])
        raise ValueError('Cannot mix tz-aware with tz-naive values')
    if len({shown(z) for z in found}) == 1:
        return Zoned._with_zone(out, found[0])
    if not all(isinstance(x, str) for x, z in zip(items, zones) if z != 0):
        raise ValueError('Tz-aware datetime.datetime cannot be converted to datetime64 unless utc=True')
    return objects([NaT if z == 0 else stamp_object(n, z) for n, z in zip(out.astype('i8').tolist(), zones)])


def stamp_object(n, zone):
    """A moment as Python's own datetime in a zone."""
    return stamp(n, zone).to_pydatetime(False)


def counts_to_moments(values, unit, errors):
    size = UNITS[unit or 'ns']
    if values.dtype.kind == 'f':
        gone = missing_in(values)
        most = np.abs(np.where(gone, 0, values)).max() * size if len(values) else 0
        if not most < 2 ** 63:
            if errors == 'coerce':
                return np.array([NAT if g or not abs(x) * size < 2 ** 63 else counted_moment(x, unit) for x, g in zip(values.tolist(), gone)], NS)
            raise OutOfBoundsDatetime(f"cannot convert input {values[np.argmax(np.abs(np.where(gone, 0, values)))]} with the unit '{unit or 'ns'}'")
        safe = np.where(gone, 0, values)
        low = np.floor(safe)
        found = low.astype('i8') * size + np.round((safe - low) * size).astype('i8')
        return np.where(gone, NAT, found.astype(NS))
    if len(values) and max(abs(int(values.max())), abs(int(values.min()))) * size >= 2 ** 63:
        if errors == 'coerce':
            return np.array([NAT if not abs(x) * size < 2 ** 63 else np.datetime64(x * size, 'ns') for x in values.tolist()], NS)
        bad = next(x for x in values.tolist() if abs(x) * size >= 2 ** 63)
        raise OutOfBoundsDatetime(f"cannot convert input {bad} with the unit '{unit or 'ns'}'")
    return (values.astype('i8') * size).astype(NS)


UNITS_OF = {'year': 'year', 'years': 'year', 'month': 'month', 'months': 'month', 'day': 'day', 'days': 'day', 'hour': 'h', 'hours': 'h', 'minute': 'm', 'minutes': 'm', 'second': 's', 'seconds': 's',
            'ms': 'ms', 'millisecond': 'ms', 'milliseconds': 'ms', 'us': 'us', 'microsecond': 'us', 'microseconds': 'us', 'ns': 'ns', 'nanosecond': 'ns', 'nanoseconds': 'ns'}


def assembled(table, errors):
    """Moments put together of columns of years, months, days …"""
    names = list(table)
    if len(set(names)) != len(names):
        raise ValueError('cannot assemble with duplicate keys')
    parts = {UNITS_OF.get(str(c).lower(), c): table[c] for c in names}
    absent = sorted({'year', 'month', 'day'} - set(parts))
    if absent:
        raise ValueError(f'to assemble mappings requires at least that [year, month, day] be specified: [{",".join(absent)}] is missing')
    more = sorted({str(c) for c in names if str(c).lower() not in UNITS_OF})
    if more:
        raise ValueError(f'extra keys have been passed to the datetime assemblage: [{",".join(more)}]')
    numbers = {k: np.asarray(getattr(v, '_values', v)) for k, v in parts.items()}
    numbers = {k: np.array([float(x) if not missing_one(x) else np.nan for x in v]) if v.dtype.kind == 'O' else v for k, v in numbers.items()}
    whole = numbers['year'] * 10000 + numbers['month'] * 100 + numbers['day']
    texts = objects([None if missing_one(x) else str(int(x)) for x in np.atleast_1d(whole)])
    try:
        values = to_moments(texts, errors, form='%Y%m%d')
    except (TypeError, ValueError) as e:
        raise ValueError(f'cannot assemble the datetimes: {e}') from None
    for unit in ('h', 'm', 's', 'ms', 'us', 'ns'):
        if unit in numbers:
            values = values + to_spans(np.atleast_1d(numbers[unit]), unit, errors)
    return values


def to_datetime(arg, errors='raise', dayfirst=False, yearfirst=False, utc=None, format=None, exact=True, unit=None, infer_datetime_format=False, origin='unix', cache=True):
    """Texts, numbers and dates as moments."""
    if arg is None:
        return None
    if errors not in ('raise', 'ignore', 'coerce'):
        raise AssertionError
    if origin != 'unix':
        arg = from_origin(arg, origin, unit)
        unit = unit or 'D' if origin == 'julian' else unit

    def make(values):
        try:
            found = to_moments(values, errors, dayfirst, format, unit, yearfirst, exact, utc)
        except (ValueError, TypeError):
            if errors != 'ignore':
                raise
            return values
        if not utc or found.dtype.kind != 'M':
            return found
        from pandas.core.zones import UTC, Zoned
        return Zoned._with_zone(found, UTC)
    if hasattr(arg, '_data') and hasattr(arg, 'columns') or isinstance(arg, dict):
        values = assembled(arg, errors)
        from pandas.core.series import Series
        return Series._make(make(values), arg.index if hasattr(arg, 'columns') else Series(next(iter(arg.values()))).index, None)
    if hasattr(arg, '_index_of'):
        return arg._each(make)
    if is_list_like(arg):
        from pandas.core.indexes.base import Index, index_of
        if isinstance(arg, Index) and arg.dtype.kind == 'M' and (not utc or getattr(arg._values, 'zone', None) is not None and str(arg.tz) == 'UTC'):
            return arg
        aware = isinstance(arg, (list, tuple)) and not set(map(type, arg)) <= {str, float, int, type(None)} and any(isinstance(x, (bool, np.bool_)) or isinstance(x, datetime.datetime) and x.tzinfo is not None for x in arg)
        values = objects(arg) if aware else array_of(arg)
        return index_of(make(values), getattr(arg, 'name', None))
    if isinstance(arg, (bool, np.bool_)):
        raise TypeError('dtype bool cannot be converted to datetime64[ns]')
    if isinstance(arg, Timestamp):
        return arg if not utc else arg.tz_convert('UTC') if arg.tzinfo is not None else arg.tz_localize('UTC')
    if unit is not None and isinstance(arg, (int, float)) and not missing_one(arg) and errors == 'raise':
        found = counted_moment(arg, unit)
        return stamp(int(found.astype('i8')), utc_zone(utc))
    found = make(objects([arg]))
    if found.dtype.kind == 'O':
        return found[0]
    from pandas.core.dtypes import box
    return box(found[0])


def utc_zone(utc):
    if not utc:
        return None
    from pandas.core.zones import UTC
    return UTC


def from_origin(arg, origin, unit):
    """Numbers counted from another day, counted from 1970."""
    if origin == 'julian':
        if unit != 'D':
            raise ValueError("unit must be 'D' for origin='julian'")
        return arg - 2440587.5 if not isinstance(arg, (list, tuple)) else [x - 2440587.5 for x in arg]
    if isinstance(arg, str) or is_list_like(arg) and array_of(arg).dtype.kind == 'O':
        raise ValueError(f"'{arg}' is not compatible with origin='{origin}'; it must be numeric with a unit specified")
    try:
        start = Timestamp(origin)
    except (ValueError, TypeError):
        raise ValueError(f'origin {origin} cannot be converted to a Timestamp') from None
    size = UNITS[unit or 'ns']
    moved = start._n // size
    return arg + moved if not isinstance(arg, (list, tuple)) else [x + moved for x in arg]


def to_timedelta(arg, unit=None, errors='raise'):
    """Texts and numbers as spans of time."""
    if hasattr(arg, '_index_of'):
        return arg._each(lambda v: v if v.dtype.kind == 'm' else to_spans(v, unit, errors))
    try:
        if is_list_like(arg):
            from pandas.core.indexes.base import index_of
            return index_of(to_spans(arg, unit, errors))
        return Timedelta(arg, unit)
    except ValueError:
        if errors == 'raise':
            raise
        return NaT if errors == 'coerce' else objects(arg) if is_list_like(arg) else arg


def to_spans(values, unit=None, errors='raise'):
    """Values as timedelta64[ns]."""
    out = np.empty(len(values), 'm8[ns]')
    for i, x in enumerate(values):
        try:
            out[i] = span(x, unit)
        except ValueError:
            if errors != 'coerce':
                raise
            out[i] = np.timedelta64('NaT', 'ns')
    return out


def moment_texts(values, blank='NaT', alone=True):
    """Moments as texts: days alone where all are midnights (and of no zone)."""
    from pandas.core.zones import walls
    zone = getattr(values, 'zone', None)
    gone = missing_in(values)
    shown = walls(values)
    numbers = shown.astype('i8')
    good = numbers[~gone]
    if zone is None and not (good % UNITS['D']).any():
        return [blank if g else x[:10] for x, g in zip(np.datetime_as_string(shown, 'D').tolist(), gone)]
    unit = 's' if not (good % 10 ** 9).any() else 'ms' if not (good % 10 ** 6).any() else 'us' if not (good % 1000).any() else 'ns'
    texts = [x.replace('T', ' ') for x in np.datetime_as_string(shown, unit).tolist()]
    if zone is not None:
        minutes = (numbers - np.asarray(values).astype('i8')) // UNITS['m']
        tails = {m: f'{"-" if m < 0 else "+"}{abs(m) // 60:02d}:{abs(m) % 60:02d}' for m in set(minutes[~gone].tolist())}
        texts = [x if g else x + tails[m] for x, m, g in zip(texts, minutes.tolist(), gone)]
    return [blank if g else x for x, g in zip(texts, gone)]


def stamp_texts(values):
    """Moments as an index shows them, each as its own str; days alone where all are midnights."""
    if getattr(values, 'zone', None) is None:
        numbers = values.astype('i8')[~missing_in(values)]
        if not (numbers % UNITS['D']).any() or not (numbers % 10 ** 9).any():
            return moment_texts(values)
        return [str(stamp(n)) if n != LEAST - 1 else 'NaT' for n in values.astype('i8').tolist()]
    return [str(x) for x in values]


def span_texts(values, alone=False):
    """Spans as texts: days alone where all are whole days."""
    gone = missing_in(values)
    numbers = values.astype('i8')
    if not (numbers[~gone] % UNITS['D']).any():
        return ['NaT' if g else f'{n // UNITS["D"]} days' for n, g in zip(numbers.tolist(), gone)]
    return ['NaT' if g else span_text(n) for n, g in zip(numbers.tolist(), gone)]


def properties(s):
    """The dt accessor of a column."""
    from pandas.core import accessors
    return accessors.properties(s)


from pandas.core.accessors import PARTS, components_of, part_of  # noqa: E402 (they stand on the names above)
