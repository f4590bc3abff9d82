"""Steps of business hours: BusinessHour(start='09:00', end='17:00'), of all working days or of a calendar's."""
import datetime

import numpy as np

from pandas.core.dates import Timestamp
from pandas.core.offsets import DAY, BaseOffset, calendar_of

ZERO = datetime.timedelta(0)


def clock_of(x):
    """A time of the day, of a text."""
    if isinstance(x, datetime.time):
        if x.second or x.microsecond:
            raise ValueError('time data must be specified only with hour and minute')
        return x
    try:
        return datetime.datetime.strptime(x, '%H:%M').time()
    except ValueError:
        raise ValueError("time data must match '%H:%M' format") from None


def minutes(time):
    return (time.hour * 60 + time.minute) * 60 * 10 ** 9


class BusinessHour(BaseOffset):
    """Steps of an hour within the hours of business."""
    _prefix, _attributes = 'BH', ('start', 'end', 'offset')
    calendar = None

    def __init__(self, n=1, normalize=False, start='09:00', end='17:00', offset=ZERO):
        super().__init__(n, normalize)
        starts, ends = (x if isinstance(x, (list, tuple, np.ndarray)) else [x] for x in (start, end))
        if not len(starts):
            raise ValueError('Must include at least 1 start time')
        if not len(ends):
            raise ValueError('Must include at least 1 end time')
        self.start, self.end = tuple(sorted(map(clock_of, starts))), tuple(sorted(map(clock_of, ends)))
        if len(self.start) != len(self.end):
            raise ValueError('number of starting time and ending time must be the same')
        self.offset = offset

    def _said(self):
        hours = ','.join(f'{a:%H:%M}-{b:%H:%M}' for a, b in zip(self.start, self.end))
        return f'{self._prefix}={hours}'

    def _working(self, day):
        """Whether business begins on a day, given as days since 1970."""
        d = np.datetime64(int(day), 'D')
        return bool(np.is_busday(d, **({} if self.calendar is None else {'busdaycal': self.calendar})))

    def _hours(self, day):
        """From when to when business is that begins on a day."""
        if not self._working(day):
            return []
        out = []
        for a, b in zip(self.start, self.end):
            begin, stop = day * DAY + minutes(a), day * DAY + minutes(b)
            out.append((begin, stop if stop > begin else stop + DAY))
        return out

    def _spans(self, at, forward):
        """The hours of business at and behind a moment, or before it."""
        day = at // DAY + (-1 if forward else 1)
        for _ in range(4000):
            hours = self._hours(day)
            yield from hours if forward else reversed(hours)
            day += 1 if forward else -1

    def _one(self, at, n):
        left = abs(n) * 3600 * 10 ** 9
        if n >= 0:
            for begin, stop in self._spans(at, True):
                if stop <= at:
                    continue
                here = max(at, begin)
                if left < stop - here or not left:
                    return here + left
                left -= stop - here
        else:
            for begin, stop in self._spans(at, False):
                if begin >= at:
                    continue
                here = min(at, stop)
                if left < here - begin:
                    return here - left
                left -= here - begin
        return at

    def _walls(self, walls, n):
        return np.array([self._one(int(w), int(k)) for w, k in zip(walls.astype('i8'), np.broadcast_to(n, len(walls)))], 'i8').astype('M8[ns]')

    def _on(self, walls):
        out = []
        for w in walls.astype('i8').tolist():
            day = w // DAY
            out.append(any(a <= w <= b for d in (day - 1, day) for a, b in self._hours(d)))
        return np.array(out, bool)

    def rollforward(self, dt):
        """The moment itself within the hours of business, else where they begin."""
        ts = Timestamp(dt)
        return ts if self.is_on_offset(ts) else Timestamp(self._one(ts._n, 0))

    def rollback(self, dt):
        """The moment itself within the hours of business, else where they ended."""
        ts = Timestamp(dt)
        if self.is_on_offset(ts):
            return ts
        return Timestamp(next(stop for begin, stop in self._spans(ts._n, False) if stop <= ts._n))


class CustomBusinessHour(BusinessHour):
    """Steps of an hour within the hours of business of a calendar's days."""
    _prefix, _attributes = 'CBH', ('start', 'end', 'offset', 'weekmask', 'holidays')

    def __init__(self, n=1, normalize=False, weekmask='Mon Tue Wed Thu Fri', holidays=None, calendar=None, start='09:00', end='17:00', offset=ZERO):
        super().__init__(n, normalize, start, end, offset)
        self.weekmask = weekmask
        self.calendar, self.holidays = calendar_of(weekmask, holidays, calendar)
