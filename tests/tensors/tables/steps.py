# Steps of the calendar: texts of frequencies, offsets, date_range, infer_freq, holidays.
import datetime
import warnings

import numpy as np
import pandas as pd

warnings.simplefilter('ignore')


def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, '|', e)


o=pd.offsets
d=pd.Timestamp('2020-01-15 10:00')
for f in ['days','2D5H','1.5H','W-MON','W','m','h','Min','foo','1D1M','-3M','BQ','BQS-FEB','SM-10','WOM-2TUE','LWOM-FRI','CBM','BH','REQ-N','L','ms','us','2W-TUE','BAS','BYS','YS','Y','BM','B','','D1','-1D','5min30s','QS-APR','SMS','3BH','1D12H','BA-MAR','W-FOO']:
    t(lambda: pd.tseries.frequencies.to_offset(f))
    t(lambda: pd.tseries.frequencies.to_offset(f).freqstr)
    t(lambda: d+pd.tseries.frequencies.to_offset(f))
    t(lambda: d-pd.tseries.frequencies.to_offset(f))
    t(lambda: pd.date_range('2020-01-03 12:00', periods=5, freq=f))
    t(lambda: pd.date_range('2019-01-03', '2020-03-31', freq=f))
    t(lambda: pd.date_range(end='2020-03-31', periods=4, freq=f))
    t(lambda: pd.infer_freq(pd.date_range('2020-01-03 12:00', periods=5, freq=f)))
for x in [o.Day(2), o.MonthEnd(), o.MonthEnd(-1), o.BDay(), o.BDay(-3), o.Week(weekday=4), o.Week(), o.QuarterEnd(startingMonth=3), o.YearBegin(), o.DateOffset(months=1), o.DateOffset(days=3,hours=4), o.DateOffset(), o.DateOffset(weekday=2), o.DateOffset(year=2019, month=3), o.Easter(), o.BMonthEnd(2), o.SemiMonthEnd(), o.WeekOfMonth(week=1,weekday=2), o.LastWeekOfMonth(weekday=4), o.CustomBusinessDay(holidays=['2020-01-16']), o.BusinessHour(3), o.Hour(5), o.Day(1)+o.Hour(2), o.Hour(24), o.CDay(weekmask='Sun Mon Tue')]:
    t(lambda:x)
    t(lambda:d+x)
    t(lambda: d-x)
    t(lambda: x.rollforward(d))
    t(lambda:x.rollback(d))
    t(lambda:x.is_on_offset(d))
    t(lambda:3*x)
    t(lambda: -x)
    t(lambda: x.freqstr)
    t(lambda: sorted(x.kwds) if not isinstance(x,o.CustomBusinessDay) else 0)
    t(lambda: x.n)
    t(lambda: x.nanos)
    t(lambda: pd.Series(pd.date_range('2020-01-30',periods=3))+x)
    t(lambda: pd.date_range('2020-01-30',periods=3)+x)
    t(lambda:x==x)
    t(lambda: x.name)
    t(lambda: x.is_anchored())
    t(lambda:datetime.datetime(2020,1,31)+x)
    t(lambda: pd.Timestamp('2020-03-28', tz='Europe/Paris')+x)
    t(lambda: d+x+x)
t(lambda: o.Hour(24)==o.Day(1))
t(lambda:o.Hour(3)<o.Day())
t(lambda:o.Hour(3)+pd.Timedelta('1H'))
t(lambda: pd.Timedelta(o.Hour(3)))
t(lambda: o.MonthEnd().rollforward('2020-02-01'))
t(lambda: d+pd.DateOffset(years=1))
t(lambda: o.MonthEnd(1.5))
t(lambda: o.Week(weekday=9))
t(lambda: d-3*o.BDay())
t(lambda: o.Day(5)/o.Hour(2))
t(lambda: {o.Day():1})
t(lambda: o.BDay().apply(d) if False else 1)
t(lambda: pd.bdate_range('2020-01-01','2020-01-10'))
t(lambda: pd.bdate_range('2020-01-01',periods=4,freq='C',holidays=['2020-01-02']))
t(lambda: pd.bdate_range('2020-01-01',periods=3,weekmask='Mon'))
from pandas.tseries.holiday import USFederalHolidayCalendar, AbstractHolidayCalendar, Holiday, MO
t(lambda: USFederalHolidayCalendar().holidays('2020-01-01','2021-12-31'))
t(lambda: d+o.CustomBusinessDay(calendar=USFederalHolidayCalendar())*5)
t(lambda: pd.date_range('2020-01-01','2020-01-05',inclusive='left'))
t(lambda: pd.date_range('2020-01-01','2020-01-05',periods=3))
t(lambda: pd.date_range('2020-01-01',periods=3,freq='foo'))
t(lambda: pd.date_range('2020-01-01'))
t(lambda: pd.date_range('2020','2021',periods=3,freq='D'))
t(lambda: pd.date_range('2020-01-05','2020-01-01'))
t(lambda: pd.date_range('2020-01-05',periods=3,freq='-1D'))
t(lambda: pd.date_range('2020-01-05 10:20',periods=3,normalize=True))
t(lambda: pd.date_range('2020',periods='a'))
t(lambda: pd.date_range('2020', periods=3, inclusive='x'))
t(lambda: pd.date_range('2020',periods=3,name='t'))
t(lambda: pd.date_range('2000',periods=300000,freq='D'))
