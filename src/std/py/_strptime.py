"""Reading dates by a format: the work of strptime."""
from datetime import date as _date

_MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august',
           'september', 'october', 'november', 'december']
_DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
_COMPOUND = {'c': '%a %b %d %H:%M:%S %Y', 'x': '%m/%d/%y', 'X': '%H:%M:%S'}
# directive: (most digits, lowest, highest)
_NUMBERS = {'d': (2, 1, 31), 'm': (2, 1, 12), 'H': (2, 0, 23), 'I': (2, 1, 12),
            'M': (2, 0, 59), 'S': (2, 0, 61), 'j': (3, 1, 366), 'y': (2, 0, 99),
            'Y': (4, 0, 9999), 'U': (2, 0, 53), 'W': (2, 0, 53), 'w': (1, 0, 6),
            'u': (1, 1, 7), 'G': (4, 0, 9999), 'V': (2, 1, 53), 'f': (6, 0, 999999)}
_FIXED = ('Y', 'y', 'G')                        # these need all their digits


def _tokens(format):
    """The format as literals ('', text), blanks (' ', '') and directives ('%', letter)."""
    out = []
    i = 0
    while i < len(format):
        c = format[i]
        if c.isspace():
            while i < len(format) and format[i].isspace():
                i += 1
            out.append((' ', ''))
            continue
        i += 1
        if c != '%':
            out.append(('', c))
            continue
        if i == len(format):
            raise ValueError("stray %% in format '%s'" % format)
        c = format[i]
        i += 1
        if c == '%':
            out.append(('', '%'))
        elif c in _COMPOUND:
            out.extend(_tokens(_COMPOUND[c]))
        elif c in _NUMBERS or c in 'aAbBpzZ':
            out.append(('%', c))
        else:
            raise ValueError("'%s' is a bad directive in format '%s'" % (c, format))
    return out


def _choices(kind, s, i):
    """The ways to read directive `kind` at s[i:]: (value, end), longest first."""
    if kind in _NUMBERS:
        most, low, high = _NUMBERS[kind]
        n = 0
        while n < most and i + n < len(s) and s[i + n].isdecimal():
            n += 1
        least = most if kind in _FIXED else 1
        for k in range(n, least - 1, -1):
            if low <= int(s[i:i + k]) <= high:
                yield s[i:i + k], i + k
    elif kind in 'aAbB':
        names = _DAYS if kind in 'aA' else _MONTHS
        lower = s[i:i + 9].lower()
        for number, name in enumerate(names):
            if kind in 'ab':
                name = name[:3]
            if lower.startswith(name):
                yield number, i + len(name)
    elif kind == 'p':
        if s[i:i + 2].lower() in ('am', 'pm'):
            yield s[i:i + 2].lower(), i + 2
    elif kind == 'Z':
        import time
        for name in ('utc', 'gmt', *(n.lower() for n in time.tzname)):
            if s[i:i + len(name)].lower() == name:
                yield name, i + len(name)
    elif kind == 'z':
        yield from _zones(s, i)


def _zones(s, i):
    if s[i:i + 1] in ('Z', 'z'):
        yield 'Z', i + 1
        return
    if s[i:i + 1] not in ('+', '-'):
        return
    j = i + 1
    parts = []
    while len(parts) < 3 and s[j:j + 2].isdecimal() and len(s[j:j + 2]) == 2:
        if len(parts) and int(s[j:j + 2]) > 59:
            break
        parts.append(s[j:j + 2])
        j += 2
        if len(parts) < 3 and s[j:j + 1] == ':' and s[j + 1:j + 3].isdecimal():
            j += 1
    if len(parts) < 2:
        return
    fraction = ''
    if len(parts) == 3 and s[j:j + 1] == '.':
        k = j + 1
        while k < len(s) and k - j <= 6 and s[k].isdecimal():
            k += 1
        if k > j + 1:
            fraction = s[j + 1:k]
            j = k
    h, m, sec = [int(p) for p in parts] + [0] * (3 - len(parts))
    us = ((h * 60 + m) * 60 + sec) * 10 ** 6 + int(fraction.ljust(6, '0') or 0)
    yield (us if s[i] == '+' else -us), j


def _match(tokens, k, s, i, found):
    """Match tokens[k:] at s[i:]; the end, or None.  Fills found: {directive: value}."""
    while k < len(tokens):
        kind, what = tokens[k]
        if kind == '%':
            for value, end in _choices(what, s, i):
                rest = _match(tokens, k + 1, s, end, found)
                if rest is not None:
                    found.setdefault(what, value)
                    return rest
            return None
        if kind == ' ':
            j = i
            while i < len(s) and s[i].isspace():
                i += 1
            if i == j:
                return None
        elif s[i:i + 1].lower() == what.lower():
            i += 1
        else:
            return None
        k += 1
    return i


def _week_to_julian(year, week, weekday, monday_first):
    """The day of the year of a weekday (Monday 0) in week 0-53."""
    first = _date(year, 1, 1).weekday()
    if not monday_first:
        first = (first + 1) % 7
        weekday = (weekday + 1) % 7
    before_week1 = (7 - first) % 7
    if week == 0:
        return 1 + weekday - first
    return 1 + before_week1 + 7 * (week - 1) + weekday


def parse(string, format):
    """((year, month, day, hour, minute, second, microsecond), offset in us, zone name)."""
    fields, offset, name, _, _ = _parse(string, format)
    return fields, offset, name


def _parse(string, format):
    for i, arg in enumerate((string, format)):
        if not isinstance(arg, str):
            raise TypeError(f"strptime() argument {i} must be str, not {type(arg)}")
    tokens = _tokens(format)
    found = {}
    end = _match(tokens, 0, string, 0, found)
    if end is None:
        raise ValueError("time data %r does not match format %r" % (string, format))
    if end != len(string):
        raise ValueError("unconverted data remains: %s" % string[end:])
    number = {k: int(v) for k, v in found.items() if k in _NUMBERS and k != 'f'}
    year = number.get('Y')
    if 'y' in number:
        year = number['y'] + (2000 if number['y'] <= 68 else 1900)
    month = number.get('m', 1)
    for kind in 'bB':
        if kind in found:
            month = found[kind] + 1
    day = number.get('d', 1)
    hour = number.get('H', 0)
    if 'I' in number:
        hour = number['I'] % 12 + (12 if found.get('p') == 'pm' else 0)
    weekday = None
    for kind in 'aA':
        if kind in found:
            weekday = found[kind]
    if 'w' in number:
        weekday = (number['w'] - 1) % 7
    if 'u' in number:
        weekday = number['u'] - 1
    us = int(found['f'].ljust(6, '0')) if 'f' in found else 0
    julian = number.get('j')
    leap_fix = False
    if 'G' in number and year is None:
        if julian is not None:
            raise ValueError("Day of the year directive '%j' is not compatible with ISO year "
                             "directive '%G'. Use '%Y' instead.")
        if 'V' not in number or weekday is None:
            raise ValueError("ISO year directive '%G' must be used with the ISO week directive "
                             "'%V' and a weekday directive ('%A', '%a', '%w', or '%u').")
        d = _date.fromisocalendar(number['G'], number['V'], weekday + 1)
        year, month, day = d.year, d.month, d.day
    elif 'V' in number:
        raise ValueError("ISO week directive '%V' must be used with the ISO year directive '%G' "
                         "and a weekday directive ('%A', '%a', '%w', or '%u').")
    if year is None:
        if month == 2 and day == 29:
            year, leap_fix = 1904, True
        else:
            year = 1900
    if julian is None and weekday is not None and ('U' in number or 'W' in number):
        monday = 'W' in number
        julian = _week_to_julian(year, number['W' if monday else 'U'], weekday, monday)
    if julian is not None and not ('m' in number or 'b' in found or 'B' in found or 'd' in number):
        d = _date.fromordinal(julian - 1 + _date(year, 1, 1).toordinal())
        year, month, day = d.year, d.month, d.day
    d = _date(year, month, day)
    julian = d.toordinal() - _date(year, 1, 1).toordinal() + 1
    weekday = d.weekday()
    offset = found.get('z')
    name = None
    if offset == 'Z':
        offset = 0
    if leap_fix:
        year = 1900
    return ((year, month, day, hour, number.get('M', 0), number.get('S', 0), us), offset, name,
            weekday, julian)


def strptime_time(string, format="%a %b %d %H:%M:%S %Y"):
    """What time.strptime returns."""
    import time
    (y, m, d, hh, mm, ss, _), offset, _, weekday, julian = _parse(string, format)
    return time.struct_time((y, m, d, hh, mm, ss, weekday, julian, -1))
