# Spans of time: texts, parts, arithmetic, rounding, columns and indexes of them, ranges, parts of a column by texts.
import datetime
import warnings
import numpy as np
import pandas as pd

warnings.simplefilter('ignore')


def show(f):
    try:
        print(repr(f()))
    except Exception as error:
        print(type(error).__name__, error)


for x in ('1 days', '1 days 00:00:00', '1 days 2 hours', '-1 days 2 min 3us', '-1us', 'nan', 'nat', 'P0DT0H1M0S', 'P0DT0H0M0.000000123S', '1 day 1h', '-1 days, 00:00:05',
          '1 days, 00:00:05', '-1 days +00:00:05', '2h30min', '15.5us', '1W', '3m', '3M', '1.5 days', 'abc', '', '1 day 5', '00:01', '01:02:03.5', 'P1DT2H', 'PT5S', '5', '-2 days',
          '1 days 06:05:01.00003', '10 ms', '2 weeks', '1 hr', '3 minutes 2 seconds', '1d2h3m4s'):
    show(lambda: pd.Timedelta(x))
show(lambda: pd.Timedelta(days=1,seconds=1))
show(lambda: pd.Timedelta(1,unit='d'))
show(lambda: pd.Timedelta(np.timedelta64(1,'ms')))
show(lambda: pd.Timedelta(1))
show(lambda: pd.Timedelta(weeks=2))
show(lambda: pd.Timedelta())
show(lambda: pd.Timedelta(foo=1))
show(lambda: pd.Timedelta(1.5,unit='h'))
show(lambda: (pd.Timedelta.min, pd.Timedelta.max, pd.Timedelta.resolution))
t = pd.Timedelta('-1 days 2 hours 3 seconds')
for f in (lambda: -1 * t,
          lambda: -t,
          lambda: abs(t),
          lambda: t / 2,
          lambda: t // 2,
          lambda: t * 1.5,
          lambda: t + datetime.timedelta(1),
          lambda: t / pd.Timedelta(hours=1),
          lambda: t // pd.Timedelta(hours=1),
          lambda: t % pd.Timedelta(hours=5),
          lambda: t.components,
          lambda: t.isoformat(),
          lambda: t.total_seconds(),
          lambda: (t.days, t.seconds, t.microseconds, t.nanoseconds),
          lambda: t.delta,
          lambda: t.asm8,
          lambda: t.to_numpy(),
          lambda: t.to_pytimedelta(),
          lambda: t.round('H'),
          lambda: t.floor('D'),
          lambda: t.ceil('D'),
          lambda: t.resolution_string,
          lambda: t.value,
          lambda: t == datetime.timedelta(-1, 7203),
          lambda: t < pd.Timedelta(0),
          lambda: str(t),
          lambda: hash(t) == hash(datetime.timedelta(-1, 7203)),
          lambda: t.view('i8'),
          lambda: +t,
          lambda: bool(pd.Timedelta(0)),
          lambda: t.to_timedelta64()):
    show(f)
show(lambda: pd.Timedelta(hours=37) % datetime.timedelta(hours=2))
show(lambda: divmod(datetime.timedelta(hours=2), pd.Timedelta(minutes=11)))
show(lambda: divmod(pd.Timedelta(hours=25), 86400000000000))
show(lambda: divmod(pd.Timedelta(hours=25),pd.Timedelta(hours=2)))
show(lambda: datetime.timedelta(hours=25)//pd.Timedelta(hours=2))
show(lambda: pd.Timedelta(days=6, minutes=50, seconds=3, milliseconds=10, microseconds=10, nanoseconds=12).isoformat())
show(lambda: pd.Timedelta(days=1).isoformat())
show(lambda: pd.Timedelta(hours=1)*np.arange(3))
td = pd.Series([pd.Timedelta(days=31), pd.Timedelta(days=31, minutes=5, seconds=3), pd.NaT])
for f in (lambda: td / np.timedelta64(1, 'D'),
          lambda: td.astype('timedelta64[D]'),
          lambda: td / np.timedelta64(1, 's'),
          lambda: td.astype('timedelta64[s]'),
          lambda: td * -1,
          lambda: td * pd.Series([1, 2, 3]),
          lambda: td // pd.Timedelta(days=3, hours=4),
          lambda: pd.Timedelta(days=3, hours=4) // td,
          lambda: td.dt.days,
          lambda: td.dt.seconds,
          lambda: td.dt.components,
          lambda: td.dt.components.seconds,
          lambda: td.dt.total_seconds(),
          lambda: td.fillna(pd.Timedelta(0)),
          lambda: td.fillna(pd.Timedelta('-1 days, 00:00:05')),
          lambda: td.mean(),
          lambda: td.median(),
          lambda: td.quantile(0.1),
          lambda: td.sum(),
          lambda: td.max(),
          lambda: td.std(),
          lambda: td % pd.Timedelta(days=3),
          lambda: divmod(td, pd.Timedelta(days=3)),
          lambda: td / td,
          lambda: -td,
          lambda: td.abs(),
          lambda: td.dt.floor('D'),
          lambda: td.dt.round('H'),
          lambda: td.dt.to_pytimedelta(),
          lambda: td.dt.microseconds):
    show(f)
show(lambda: pd.to_timedelta(["1 days 06:05:01.00003", "15.5us", "nan"]))
show(lambda: pd.to_timedelta(np.arange(5),unit='s'))
show(lambda: pd.to_timedelta(pd.Series(['1 days','2h'])))
show(lambda: pd.to_timedelta('1 x', errors='coerce'))
show(lambda: pd.to_timedelta(['1 x'],errors='ignore'))
show(lambda: pd.to_timedelta('1 x'))
show(lambda: pd.TimedeltaIndex(["1 days","1 days, 00:00:05",np.timedelta64(2, "D"),datetime.timedelta(days=2, seconds=2)]))
show(lambda: pd.TimedeltaIndex(["0 days", "10 days", "20 days"], freq="infer"))
for k in (dict(start='1 days', periods=5), dict(start='1 days', end='5 days'), dict(end='10 days', periods=4), dict(start='1 days', end='2 days', freq='12H'), dict(start='1 days',
          end='2 days', freq='30T'), dict(start='1 days', periods=5, freq='2D5H'), dict(start='0 days', end='4 days', periods=5), dict(start='0 days', end='4 days', periods=10),
          dict(start='1 days', periods=3, freq='h', name='x'), dict(start='1 days', periods=3, closed='left'), dict(start='1 days'), dict(start='1 days', end='5 days', periods=3, freq='D')):
    show(lambda: pd.timedelta_range(**k))
s = pd.Series(np.arange(30), index=pd.timedelta_range('1 days', periods=30, freq='h'))
show(lambda: s.head(3))
show(lambda: s['1 day 20:00:00':'2 day'])
show(lambda: s['1 day 01:00:00'])
show(lambda: s[pd.Timedelta('1 day 1h')])
show(lambda: s['1 day':'1 day 5 hours'])
show(lambda: s.loc['1 day'])
show(lambda: s.index.days[:3])
show(lambda: s.index.total_seconds()[:2])
show(lambda: s.index.components.head(2))
show(lambda: s.loc[:'1 days 02:00:00'])
tdi = pd.TimedeltaIndex(['1 days', pd.NaT, '2 days'])
dti = pd.date_range('20130101', periods=3)
show(lambda: tdi.to_list())
show(lambda: (dti+tdi).to_list())
show(lambda: (dti-tdi).to_list())
show(lambda: tdi/np.timedelta64(1,'s'))
show(lambda: tdi.astype('timedelta64[s]'))
show(lambda: tdi+pd.Timestamp('20130101'))
show(lambda: (pd.Timestamp('20130101')+tdi).to_list())
show(lambda: tdi//pd.Timedelta(hours=5))
show(lambda: tdi+tdi[0])
show(lambda: -tdi)
show(lambda: tdi*2)
show(lambda: tdi.sum())
show(lambda: tdi.max())
