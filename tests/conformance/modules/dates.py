# datetime.
# --- case: date_basic_1
from datetime import date
d = date(2024, 2, 29)
print(d, repr(d), d.year, d.month, d.day)
# --- case: date_basic_2
from datetime import date
d = date(2024, 2, 29)
print(d.weekday(), d.isoweekday(), d.isoformat(), d.toordinal(), date.fromordinal(1))
# --- case: date_basic_3
from datetime import date
d = date(2024, 2, 29)
print(date.fromisoformat("2020-01-02"), d.replace(year=2023, day=1), d.timetuple().tm_yday, d.isocalendar(), d.ctime())
# --- case: date_basic_4
from datetime import date
d = date(2024, 2, 29)
print(date.min, date.max, hash(d) == hash(date(2024, 2, 29)))
# --- case: timedelta_1
from datetime import timedelta
t = timedelta(days=1, hours=2, minutes=3, seconds=4, milliseconds=5, microseconds=6)
print(t, repr(t), t.days, t.seconds, t.microseconds, t.total_seconds())
# --- case: timedelta_2
from datetime import timedelta
t = timedelta(days=1, hours=2, minutes=3, seconds=4, milliseconds=5, microseconds=6)
print(t * 2, t / 2, -t, abs(-t), t // timedelta(hours=1), t % timedelta(hours=1))
# --- case: timedelta_3
from datetime import timedelta
t = timedelta(days=1, hours=2, minutes=3, seconds=4, milliseconds=5, microseconds=6)
print(timedelta(weeks=1), timedelta(hours=-1), timedelta(0.5), t > timedelta(1), timedelta() == timedelta(0), bool(timedelta()))
# --- case: timedelta_4
from datetime import timedelta
t = timedelta(days=1, hours=2, minutes=3, seconds=4, milliseconds=5, microseconds=6)
print(divmod(t, timedelta(1)), timedelta.max, timedelta(seconds=1.5), t / timedelta(1))
# --- case: date_arithmetic
from datetime import date, timedelta
a, b = date(2024, 3, 1), date(2024, 1, 1)
print(a - b, (a - b).days, b + timedelta(60), a - timedelta(1), a > b, max(a, b), sorted([a, b]), [str(b + timedelta(i)) for i in range(3)])
# --- case: datetime_basic_1
from datetime import datetime, date, time, timedelta
d = datetime(2024, 1, 2, 3, 4, 5, 678)
print(d, repr(d), d.date(), d.time(), d.isoformat())
# --- case: datetime_basic_2
from datetime import datetime, date, time, timedelta
d = datetime(2024, 1, 2, 3, 4, 5, 678)
print(d.isoformat(" ", "minutes"), d.replace(hour=0), datetime.fromisoformat("2024-05-06T07:08:09"), datetime.combine(date(2020, 1, 1), time(1, 2)), d + timedelta(days=30, seconds=55))
# --- case: datetime_basic_3
from datetime import datetime, date, time, timedelta
d = datetime(2024, 1, 2, 3, 4, 5, 678)
print(d - datetime(2023, 1, 1), datetime(2024, 1, 1), d.weekday(), d.timestamp(), datetime.fromtimestamp(0))
# --- case: datetime_basic_4
from datetime import datetime, date, time, timedelta
d = datetime(2024, 1, 2, 3, 4, 5, 678)
print(datetime.utcfromtimestamp(86400.5), d.ctime(), d.timetuple().tm_hour)
# --- case: strftime_1
from datetime import datetime
d = datetime(2024, 3, 5, 14, 7, 9, 123456)
for f in ("%Y-%m-%d", "%d/%m/%y", "%H:%M:%S", "%I:%M %p", "%A %a", "%B %b", "%j", "%U %W %w %u"):
    print(f, d.strftime(f))
print(f"{d:%d.%m.%Y %H:%M}", format(d, ""), f"{d}")
# --- case: strftime_2
from datetime import datetime
d = datetime(2024, 3, 5, 14, 7, 9, 123456)
for f in ("%f", "%%", "%c", "%x %X", "%y", "%Z%z|", "%G-%V"):
    print(f, d.strftime(f))
print(f"{d:%d.%m.%Y %H:%M}", format(d, ""), f"{d}")
# --- case: strptime
from datetime import datetime
print(datetime.strptime("2024-03-05 14:07:09", "%Y-%m-%d %H:%M:%S"), datetime.strptime("5 Mar 24", "%d %b %y"), datetime.strptime("01:30 PM", "%I:%M %p"), datetime.strptime("Monday, January 01 2024", "%A, %B %d %Y"), datetime.strptime("12.5", "%S.%f"), datetime.strptime("2024-01-01 +0200", "%Y-%m-%d %z"))
for a in (("x", "%Y"), ("2024", "%Y-%m"), ("2024-13", "%Y-%m"), ("2024 extra", "%Y"), ("31-02-2024", "%d-%m-%Y"), ("1", "%Q")):
    try: print(datetime.strptime(*a))
    except ValueError as e: print(e)
# --- case: errors_1
from datetime import date, datetime, timedelta, time
for f in (lambda: date(2023, 2, 29), lambda: date(0, 1, 1), lambda: date(2020, 13, 1), lambda: datetime(2020, 1, 1, 25), lambda: date("a", 1, 1), lambda: date(2020), lambda: date(2020, 1, 1) + 1):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: errors_2
from datetime import date, datetime, timedelta, time
for f in (lambda: date(2020, 1, 1) < 5, lambda: date.fromisoformat("x"), lambda: date.max + timedelta(1), lambda: timedelta("a"), lambda: timedelta(days=10 ** 10), lambda: time(25), lambda: timedelta(1) / 0):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: errors_3
from datetime import date, datetime, timedelta, time
for f in (lambda: date(2020, 1, 1) - "a", lambda: datetime(2020, 1, 1) < date(2020, 1, 1), lambda: date(2020, 1.5, 1), lambda: datetime.fromisoformat("2020-99-01"), lambda: date(2020, 1, 32)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: time_type_1
from datetime import time
t = time(13, 5, 9, 7)
print(t, repr(t), t.hour, t.isoformat(), t.replace(minute=0), time(1) < time(2))
# --- case: time_type_2
from datetime import time
t = time(13, 5, 9, 7)
print(t.strftime("%H-%M"), time.min, time.max, time.fromisoformat("04:05:06"), time(), bool(time(0)))
# --- case: timezone
from datetime import datetime, timezone, timedelta
u = datetime(2024, 1, 1, 12, tzinfo=timezone.utc)
z = timezone(timedelta(hours=5, minutes=30), "IST")
print(u, repr(u), u.astimezone(z), u.utcoffset(), u.tzname(), z, u == u.astimezone(z), u.isoformat(), timezone(timedelta(hours=-3)), u.timestamp(), u.strftime("%z %Z"), datetime.fromisoformat("2024-01-01T00:00:00+02:00"), repr(z))
try: u < datetime(2024, 1, 1)
except TypeError as e: print(e)
timezone(timedelta(days=2))
# --- case: calendar_by_hand
from datetime import date, timedelta
def easter(y):
    a = y % 19; b, c = divmod(y, 100); d, e = divmod(b, 4); g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30; i, k = divmod(c, 4); l = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 19 * l) // 433; mo, da = divmod(h + l - 7 * m + 90, 25)
    return date(y, mo, (h + l - 7 * m + 33 * mo + 19) % 32)
print([easter(y).isoformat() for y in (2000, 2019, 2024)], sum(1 for i in range(366) if (date(2024, 1, 1) + timedelta(i)).weekday() == 4 and (date(2024, 1, 1) + timedelta(i)).day == 13))
# --- case: now_types
from datetime import datetime, date
print(type(datetime.now()).__name__, datetime.now() <= datetime.now(), date.today() == datetime.today().date(), datetime.min, datetime.max, datetime.resolution, isinstance(datetime.now(), date))
# --- case: copy_pickle_hash
from datetime import datetime, timedelta, date
import copy, pickle
d = datetime(2020, 1, 2, 3)
print(copy.copy(d) == d, pickle.loads(pickle.dumps(d)) == d, {d: 1}[datetime(2020, 1, 2, 3)], hash(timedelta(1)) == hash(timedelta(hours=24)), copy.deepcopy([date(2020, 1, 1)]))
