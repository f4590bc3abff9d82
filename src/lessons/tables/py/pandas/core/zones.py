"""Time zones: what a program names one by, its changes read from the machine's zone files, and arrays of moments that are shown in a zone (kept in UTC)."""
import datetime
import os
import struct
import zoneinfo

import numpy as np

from pandas.core.missing import NaT

SECOND = 10 ** 9
DAY = 86400 * SECOND


class UnknownTimeZoneError(KeyError):
    """The name of no time zone."""
    __module__ = 'pytz.exceptions'


class AmbiguousTimeError(Exception):
    """A time of the clocks that is there twice, as summer time ends."""
    __module__ = 'pytz.exceptions'


class NonExistentTimeError(Exception):
    """A time that the clocks leave out, as summer time begins."""
    __module__ = 'pytz.exceptions'


def read_zone(path):
    """(the seconds since 1970 of a zone's changes, which kind begins there, the kinds as (offset, summer time, name)) of a zone file."""
    with open(path, 'rb') as f:
        data = f.read()

    def header(at):
        magic, version, *counts = struct.unpack_from('>4sc15x6l', data, at)
        if magic != b'TZif':
            raise ValueError('no zone file')
        return version, counts
    version, (isutc, isstd, leaps, changes, kinds, letters) = header(0)
    at, size = 44, 4
    if version >= b'2':
        at += changes * 5 + kinds * 6 + letters + leaps * 8 + isstd + isutc
        _, (isutc, isstd, leaps, changes, kinds, letters) = header(at)
        at, size = at + 44, 8
    times = struct.unpack_from(f'>{changes}{"q" if size == 8 else "l"}', data, at)
    at += changes * size
    which = list(data[at:at + changes])
    at += changes
    rows = [struct.unpack_from('>lBB', data, at + 6 * i) for i in range(kinds)]
    names = data[at + 6 * kinds:at + 6 * kinds + letters]
    found = [(offset, bool(summer), names[i:names.index(b'\0', i)].decode()) for offset, summer, i in rows]
    return times, which, found


def offset_text(seconds):
    """An offset as the zones of pytz show it."""
    days, rest = divmod(seconds, 86400)
    text = f'{rest // 3600}:{rest // 60 % 60:02d}:{rest % 60:02d}'
    return f'{days} day{"" if abs(days) == 1 else "s"}, {text}' if days else text


class Zone(datetime.tzinfo):
    """A zone of the zone files; one of its kinds of time stands for the whole where moments have it."""

    def __init__(self, key, times, which, kinds):
        self._key, self._kinds = key, kinds
        first = next((i for i, k in enumerate(kinds) if not k[1]), 0)
        self._times = np.array((-2 ** 62 // SECOND,) + tuple(max(t, -2 ** 62 // SECOND) for t in times), 'i8') * SECOND
        self._which = np.array([first] + which, 'i8')
        # pytz counts whole minutes
        self._offsets = np.array([round(k[0] / 60) * 60 for k in kinds], 'i8') * SECOND
        self._here, self._all = first, None
        self.zone = key

    def _of(self, kind):
        """The zone as it stands in moments of one of its kinds of time."""
        whole = self._all or self
        table = whole.__dict__.setdefault('_made', {})
        if kind not in table:
            made = datetime.tzinfo.__new__(Zone)
            made.__dict__.update(whole.__dict__, _here=kind, _all=whole)
            table[kind] = made
        return table[kind]

    whole = property(lambda self: self._all or self)

    def _kind_at(self, utc):
        return self._which[np.searchsorted(self._times, utc, 'right') - 1]

    def _offset_at(self, utc):
        return self._offsets[self._kind_at(utc)]

    def at(self, utc):
        """The zone as a moment has it."""
        return self._of(int(self._kind_at(utc)))

    def utcoffset(self, d):
        return datetime.timedelta(seconds=int(self._offsets[self._here]) // SECOND)

    def dst(self, d):
        if not self._kinds[self._here][1]:
            return datetime.timedelta(0)
        usual = max((k[0] for k in self._kinds if not k[1] and k[0] < self._kinds[self._here][0]), default=self._kinds[self._here][0] - 3600)
        return datetime.timedelta(seconds=self._kinds[self._here][0] - usual)

    def tzname(self, d):
        return self._kinds[self._here][2]

    def fromutc(self, d):
        utc = int((d.replace(tzinfo=None) - datetime.datetime(1970, 1, 1)) / datetime.timedelta(microseconds=1)) * 1000
        found = self.at(utc)
        return (d.replace(tzinfo=None) + found.utcoffset(None)).replace(tzinfo=found)

    def localize(self, d, is_dst=False):
        """A datetime of the clocks of this zone."""
        from pandas.core.dates import Timestamp
        ambiguous = 'raise' if is_dst is None else np.array([bool(is_dst)])
        utc = localized(np.array([Timestamp(d)._n]).astype('M8[ns]'), self.whole, ambiguous, 'shift_forward')
        return d.replace(tzinfo=self.whole.at(int(np.asarray(utc).astype('i8')[0])))

    def normalize(self, d):
        """A datetime with the offset that holds at it."""
        return d.astimezone(self.whole)

    def __str__(self):
        return self._key

    def __repr__(self):
        if len(self._kinds) == 1 or len(self._times) == 1:
            return f'<StaticTzInfo {self._key!r}>'
        _, summer, name = self._kinds[self._here]
        seconds = int(self._offsets[self._here]) // SECOND
        return f'<DstTzInfo {self._key!r} {name}{"+" if seconds >= 0 else ""}{offset_text(seconds)} {"DST" if summer else "STD"}>'

    def __reduce__(self):
        return zone_of, (self._key,)


class Fixed(datetime.tzinfo):
    """A zone that is always the same number of minutes away."""

    def __init__(self, minutes):
        self._minutes = minutes
        self.zone = None

    whole = property(lambda self: self)

    def _offset_at(self, utc):
        return np.full(np.shape(utc), self._minutes * 60 * SECOND, 'i8')

    def at(self, utc):
        return self

    def utcoffset(self, d):
        return datetime.timedelta(minutes=self._minutes)

    def dst(self, d):
        return datetime.timedelta(0)

    def tzname(self, d):
        return None

    def localize(self, d, is_dst=False):
        """A datetime of the clocks of this zone."""
        return d.replace(tzinfo=self)

    def __eq__(self, other):
        return isinstance(other, Fixed) and other._minutes == self._minutes

    def __hash__(self):
        return hash(self._minutes)

    def __repr__(self):
        return f'pytz.FixedOffset({self._minutes})'

    def __reduce__(self):
        return fixed, (self._minutes,)


class World(Fixed):
    """UTC."""

    def __init__(self):
        super().__init__(0)
        self.zone = 'UTC'

    def tzname(self, d):
        return 'UTC'

    def __repr__(self):
        return '<UTC>'

    def __str__(self):
        return 'UTC'

    def __reduce__(self):
        return zone_of, ('UTC',)

    def __eq__(self, other):
        return other is self

    __hash__ = Fixed.__hash__


UTC = World()
_KNOWN = {'utc': UTC}
_FIXED = {0: UTC}


def fixed(minutes):
    """The zone so many minutes from UTC."""
    if minutes not in _FIXED:
        _FIXED[minutes] = Fixed(minutes)
    return _FIXED[minutes]


class Outer:
    """A zone of another library's (datetime.timezone, zoneinfo, dateutil): asked moment by moment unless the zone files know it."""

    def __init__(self, tz):
        self.tz = tz
        key = getattr(tz, 'key', None) or str(getattr(tz, '_filename', '') or '').partition('zoneinfo/')[2]
        self.known = None
        try:
            self.known = zone_of(key) if key else None
        except KeyError:
            pass

    def _offset_at(self, utc):
        if self.known is not None:
            return self.known._offset_at(utc)
        flat = [int(self.tz.utcoffset(d.replace(tzinfo=None)).total_seconds()) * SECOND if isinstance(self.tz, datetime.timezone) else int(d.astimezone(self.tz).utcoffset().total_seconds()) * SECOND
                for d in (datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc) + datetime.timedelta(microseconds=int(u) // 1000) for u in np.ravel(utc))]
        return np.array(flat, 'i8').reshape(np.shape(utc))


def rules(tz):
    """What knows a zone's offsets: _offset_at(UTC in nanoseconds)."""
    return tz if hasattr(tz, '_offset_at') else Outer(tz)


def zone_of(tz):
    """The zone that a program gives, or names; None: none."""
    if tz is None or isinstance(tz, datetime.tzinfo):
        return getattr(tz, 'whole', tz)
    if isinstance(tz, (int, np.integer)):
        return fixed(int(tz) // 60)
    if not isinstance(tz, str):
        raise TypeError(f"an integer is required (got type {type(tz).__name__})")
    if tz.startswith('tzlocal'):
        from dateutil.tz import tzlocal
        return tzlocal()
    if tz.startswith('dateutil/'):
        from dateutil.tz import gettz
        return gettz(tz[9:])
    if tz.startswith(('UTC+', 'UTC-')) and len(tz) >= 6:
        hours, _, minutes = tz[4:].partition(':')
        return datetime.timezone(datetime.timedelta(minutes=(int(hours) * 60 + int(minutes or 0)) * (-1 if tz[3] == '-' else 1)))
    found = _KNOWN.get(tz.lower())
    if found is None:
        found = _KNOWN[tz.lower()] = load(tz)
    return found


def load(name):
    try:
        zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        matching = [x for x in zoneinfo.available_timezones() if x.lower() == name.lower()]
        if not matching or matching[0] == name:
            raise UnknownTimeZoneError(name) from None
        name = matching[0]
    for folder in zoneinfo.TZPATH:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return Zone(name, *read_zone(path))
    raise UnknownTimeZoneError(name)


def offset_minutes(text):
    """The minutes of a text like +01:00 or -0530."""
    digits = text[1:].replace(':', '')
    minutes = int(digits[:2]) * 60 + int(digits[2:4] or 0)
    return -minutes if text[0] in '-−' else minutes


def shown(tz):
    """A zone as dtypes and Timestamps name it."""
    if tz is datetime.timezone.utc or type(tz).__name__ == 'tzutc':
        return 'UTC' if tz is datetime.timezone.utc else 'tzutc()'
    name = getattr(tz, '_filename', None)
    return f'dateutil/{name}' if name else str(tz)


def stamp_zone(tz, utc):
    """The zone that a moment of an array is given."""
    return tz.at(utc) if hasattr(tz, 'at') else tz


# ---- dtypes of pandas' own ----
class ExtensionDtype:
    """A dtype that NumPy has not."""
    __module__ = 'pandas.core.dtypes.base'
    isbuiltin, _is_numeric, _is_boolean = 0, False, False

    def __str__(self):
        return self.name

    def __repr__(self):
        return self.name

    def __eq__(self, other):
        return isinstance(other, str) and other == self.name or type(other) is type(self) and other.name == self.name

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self.name)


class DatetimeTZDtype(ExtensionDtype):
    """Moments shown in a time zone."""
    __module__ = 'pandas.core.dtypes.dtypes'
    kind, str, num, itemsize, base = 'M', '|M8[ns]', 101, 8, np.dtype('M8[ns]')

    def __init__(self, unit='ns', tz=None):
        if isinstance(unit, DatetimeTZDtype):
            unit, tz = unit.unit, unit.tz
        if unit != 'ns':
            if isinstance(unit, str) and tz is None and unit.startswith('datetime64['):
                tz = unit[15:-1].strip()
            else:
                raise ValueError('DatetimeTZDtype only supports ns units')
        if tz is None:
            raise TypeError("A 'tz' is required.")
        self.unit, self.tz = 'ns', zone_of(tz)

    name = property(lambda self: f'datetime64[ns, {shown(self.tz)}]')
    na_value = NaT

    @property
    def type(self):
        from pandas.core.dates import Timestamp
        return Timestamp

    def __reduce__(self):
        return DatetimeTZDtype, ('ns', self.tz)


# ---- arrays ----
def bare(x):
    """Arrays without their zones, in whatever holds them."""
    if isinstance(x, Zoned):
        return x.view(np.ndarray)
    if isinstance(x, (list, tuple)):
        return type(x)(bare(y) for y in x)
    return x


def first_zone(*args):
    for x in args:
        if isinstance(x, Zoned):
            return x.zone
        if isinstance(x, (list, tuple)):
            found = first_zone(*x)
            if found is not None:
                return found
    return None


class Zoned(np.ndarray):
    """Moments in UTC that are shown in a zone: NumPy's datetime64[ns] everywhere but where it is looked at."""
    zone = None

    def __array_finalize__(self, obj):
        self.zone = getattr(obj, 'zone', None)

    @classmethod
    def _with_zone(cls, values, zone):
        made = np.asarray(values).view(np.ndarray).view(cls)
        made.zone = zone_of(zone)
        return made

    @property
    def dtype(self):
        return DatetimeTZDtype(tz=self.zone) if np.ndarray.dtype.__get__(self).kind == 'M' and self.zone is not None else np.ndarray.dtype.__get__(self)

    def _wrap(self, found, zone=None):
        if isinstance(found, np.ndarray) and found.ndim and bare(found).dtype.kind == 'M':
            return Zoned._with_zone(found, zone or self.zone)
        return found.view(np.ndarray) if isinstance(found, Zoned) else found

    def __array_function__(self, func, types, args, kwargs):
        zone = first_zone(*args)
        found = func(*bare(args), **{k: bare(v) for k, v in kwargs.items()})
        if isinstance(found, tuple):
            return tuple(self._wrap(x, zone) for x in found)
        return self._wrap(found, zone)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        if ufunc.__name__ in ('subtract', 'less', 'less_equal', 'greater', 'greater_equal', 'equal', 'not_equal') and len(inputs) == 2:
            moments = [x for x in inputs if isinstance(x, (np.ndarray, np.datetime64)) and np.asarray(x).dtype.kind == 'M']
            if len(moments) == 2 and not all(isinstance(x, Zoned) or isinstance(x, np.datetime64) for x in moments):
                return mixed(ufunc.__name__, inputs)
        if 'out' in kwargs:
            kwargs['out'] = bare(kwargs['out'])
        return self._wrap(getattr(ufunc, method)(*bare(inputs), **kwargs), first_zone(*inputs))

    def __getitem__(self, key):
        found = np.ndarray.__getitem__(self, key)
        return found if isinstance(found, np.ndarray) else self._one(found)

    def _one(self, x):
        from pandas.core.dates import stamp
        n = int(x.astype('i8'))
        return NaT if n == -2 ** 63 else stamp(n, self.zone)

    def __setitem__(self, key, value):
        if isinstance(value, (datetime.datetime, str)) or value is NaT:
            from pandas.core.dates import moment
            value = moment(value) if value is not NaT else np.datetime64('NaT', 'ns')
        np.ndarray.__setitem__(self, key, bare(value))

    def __iter__(self):
        return iter(self.tolist())

    def tolist(self):
        """Timestamps."""
        return [self._one(x) for x in self.view(np.ndarray)]

    def min(self, *args, **kwargs):
        """The earliest."""
        return self._one(self.view(np.ndarray).min(*args, **kwargs))

    def max(self, *args, **kwargs):
        """The latest."""
        return self._one(self.view(np.ndarray).max(*args, **kwargs))

    def astype(self, dtype, *args, **kwargs):
        """The moments as another dtype of NumPy's."""
        if np.dtype(getattr(dtype, 'base', dtype)).kind == 'O':
            from pandas.core.dtypes import objects
            return objects(self.tolist())
        if isinstance(dtype, DatetimeTZDtype):
            return Zoned._with_zone(self.view(np.ndarray).copy(), dtype.tz)
        return self.view(np.ndarray).astype(dtype, *args, **kwargs)

    def view(self, *args):
        """The same memory as something else."""
        return np.ndarray.view(self, *args) if args and args[0] in (np.ndarray, Zoned) else np.ndarray.view(np.ndarray.view(self, np.ndarray), *args)

    def __reduce__(self):
        return Zoned._with_zone, (self.view(np.ndarray), self.zone)

    def __repr__(self):
        return array_text('DatetimeArray', [f"'{x}'" for x in self], self.dtype)


def array_text(name, items, dtype):
    """An array of pandas' own, as it is printed."""
    from pandas.io.formats.format import wrapped
    body = wrapped(items, '', True).rstrip().rstrip(',').replace('\n  ', '\n ')
    return f'<{name}>\n{body}\nLength: {len(items)}, dtype: {dtype}'


def beside(values, x):
    """One moment as an array of moments has it, in nanoseconds; None: only one of the two is of a zone."""
    from pandas.core.dates import localize_one, stamp_from
    zone = getattr(values, 'zone', None)
    if isinstance(x, str):
        from pandas.core.dates import read
        x = stamp_from(read(x)) if x not in ('now', 'today', '', 'NaT') else stamp_from(x)
        if x is not NaT and x.tzinfo is None and zone is not None:
            return np.datetime64(localize_one(x._n, zone), 'ns')
    x = stamp_from(x)
    if x is NaT:
        return np.datetime64('NaT', 'ns')
    return np.datetime64(x._n, 'ns') if (x.tzinfo is None) == (zone is None) else None


def compared(values, x, op, name):
    """A comparison of an array of moments with one moment; a day without a time is none."""
    try:
        other = beside(values, x) if not isinstance(x, datetime.date) or isinstance(x, datetime.datetime) else None
    except (ValueError, OverflowError):
        other = None
    if other is None:
        if name in ('eq', 'ne'):
            return np.full(len(values), name == 'ne')
        raise TypeError(f'Invalid comparison between dtype={values.dtype} and {type(x).__name__}')
    return op(np.asarray(values).view(np.ndarray), other)


def mixed(name, inputs):
    """Moments with and without zones in one operation."""
    if name == 'subtract':
        raise TypeError('Cannot subtract tz-naive and tz-aware datetime-like objects')
    if name in ('equal', 'not_equal'):
        return np.full(np.broadcast(*[bare(x) for x in inputs]).shape, name == 'not_equal')
    raise TypeError(f'Invalid comparison between dtype={inputs[0].dtype} and DatetimeArray')


def walls(values):
    """What the clocks of a zone show at moments, as plain datetime64[ns]."""
    zone = getattr(values, 'zone', None)
    if zone is None:
        return np.asarray(values)
    plain = values.view(np.ndarray)
    gone = np.isnat(plain)
    utc = np.where(gone, 0, plain.astype('i8'))
    found = (utc + rules(zone)._offset_at(utc)).astype('M8[ns]')
    return np.where(gone, np.datetime64('NaT', 'ns'), found)


def localized(values, tz, ambiguous='raise', nonexistent='raise'):
    """Moments in UTC of what the clocks of a zone show."""
    tz = zone_of(tz)
    if tz is None:
        return values
    if not isinstance(nonexistent, (datetime.timedelta, np.timedelta64)) and nonexistent not in ('raise', 'NaT', 'shift_forward', 'shift_backward'):
        raise ValueError("The nonexistent argument must be one of 'raise', 'NaT', 'shift_forward', 'shift_backward' or a timedelta object")
    if isinstance(tz, Fixed):
        return Zoned._with_zone(values - np.timedelta64(tz._minutes, 'm'), tz)
    gone = np.isnat(values)
    wall = np.where(gone, 0, values.astype('i8'))
    asks = rules(tz)
    before, after = asks._offset_at(wall - DAY), asks._offset_at(wall + DAY)
    early, late = wall - before, wall - after
    fits = asks._offset_at(early) == before
    also = asks._offset_at(late) == after
    utc = np.where(fits, early, late)
    twice = np.flatnonzero(fits & also & (before != after) & ~gone)
    if len(twice):
        decide(utc, wall, early, late, twice, ambiguous, gone)
    never = np.flatnonzero(~fits & ~also & ~gone)
    if len(never):
        skip(utc, wall, early, late, never, nonexistent, gone, asks)
    return Zoned._with_zone(np.where(gone, np.datetime64('NaT', 'ns'), utc.astype('M8[ns]')), tz)


def stamp_text(n):
    from pandas.core.dates import Timestamp
    return str(Timestamp(int(n)))


def decide(utc, wall, early, late, spots, ambiguous, gone):
    """Which of two moments is meant where the clocks show one time twice."""
    if isinstance(ambiguous, str) and ambiguous == 'NaT':
        gone[spots] = True
    elif isinstance(ambiguous, str) and ambiguous == 'infer':
        infer(utc, wall, early, late, spots)
    elif isinstance(ambiguous, (list, tuple, np.ndarray)):
        chosen = np.asarray(ambiguous, bool)
        if len(chosen) != len(wall):
            raise ValueError('Length of ambiguous bool-array must be the same size as vals')
        utc[spots] = np.where(chosen[spots], early[spots], late[spots])
    elif isinstance(ambiguous, (bool, np.bool_)):
        utc[spots] = (early if ambiguous else late)[spots]
    else:
        raise AmbiguousTimeError(f"Cannot infer dst time from {stamp_text(wall[spots[0]])}, try using the 'ambiguous' argument")


def infer(utc, wall, early, late, spots):
    """Times that stand twice, told apart by the order of rows."""
    for group in np.split(spots, np.flatnonzero(np.diff(spots) > 1) + 1):
        falls = np.flatnonzero(np.diff(wall[group]) <= 0)
        if not len(falls):
            raise AmbiguousTimeError(f'Cannot infer dst time from {stamp_text(wall[group[0]])} as there are no repeated times')
        if len(falls) > 1:
            raise AmbiguousTimeError(f'There are {len(falls)} dst switches when there should only be 1.')
        turn = falls[0] + 1
        utc[group[:turn]], utc[group[turn:]] = early[group[:turn]], late[group[turn:]]


def skip(utc, wall, early, late, spots, nonexistent, gone, asks):
    """Which moment is meant by a time that the clocks leave out."""
    if isinstance(nonexistent, str) and nonexistent == 'raise':
        raise NonExistentTimeError(stamp_text(wall[spots[0]]))
    if isinstance(nonexistent, str) and nonexistent == 'NaT':
        gone[spots] = True
        return
    for i in spots:
        low, high = sorted((int(early[i]), int(late[i])))
        # the change lies between the two
        while high - low > 1:
            middle = (low + high) // 2
            same = int(asks._offset_at(np.array([middle]))[0]) == int(asks._offset_at(np.array([min(early[i], late[i])]))[0])
            low, high = (middle, high) if same else (low, middle)
        if nonexistent == 'shift_forward':
            utc[i] = high
        elif nonexistent == 'shift_backward':
            utc[i] = high - 1
        else:
            from pandas.core.dates import span
            moved = localized(np.array([int(wall[i]) + int(span(nonexistent).astype('i8'))]).astype('M8[ns]'), getattr(asks, 'tz', asks), 'raise', 'NaT')
            if np.isnat(moved.view(np.ndarray))[0]:
                raise ValueError(f"The provided timedelta will relocalize on a nonexistent time: {span(nonexistent)}")
            utc[i] = moved.view('i8')[0]


def converted(values, tz, what='timestamps'):
    """The same moments shown in another zone."""
    if getattr(values, 'zone', None) is None:
        raise TypeError(f'Cannot convert tz-naive {what}, use tz_localize to localize')
    plain = values.view(np.ndarray)
    return plain if tz is None else Zoned._with_zone(plain, tz)


def set_zone(values, tz, ambiguous='raise', nonexistent='raise'):
    """Moments without a zone in one; tz None: what the clocks show, without a zone."""
    if getattr(values, 'zone', None) is not None:
        if tz is None:
            return walls(values)
        raise TypeError('Already tz-aware, use tz_convert to convert.')
    return localized(values, tz, ambiguous, nonexistent)
