"""Moments as people write them: ISO's forms and others, told and not told, with zones, with mistakes."""
import datetime

import numpy as np
import pandas as pd


def show(what):
    try:
        found = what()
    except Exception as e:
        found = f'{type(e).__name__}: {e}'
    print(found)


texts = ['2020-01-05', '2020-1-5', '2020-01-05 10:20', '2020-01-05T10:20:30', '2020-01-05 10:20:30.5', '2020-01-05 10:20:30.123456789', '2020-01-05T10:20:30Z', '2020-01-05 10:20:30+02:00', '2020-01-05 10:20:30-0530',
         ' 2020-01-05 ', '20200105', '20200105T1020', '20200105102030', '1/5/2020', '13/5/2020', '05-13-2020', '13.05.2020', '01/05/2020 10:20', '1/5/2020 10:20 PM', '1/5/2020 12:00 AM', 'Jan 5, 2020', 'January 5, 2020', '5 January 2020',
         '5-Jan-2020', 'jan 5 2020', '5 Mar 2020 10:20:30', '2020', '2020-01', '', 'NaT', None, float('nan'), '1677-09-22', '2262-04-11 23:47:16.854775807', '2020-02-29', '1900-02-28']
for x in texts:
    print(x, end=' ')
    show(lambda: pd.to_datetime([x]))
    show(lambda: pd.to_datetime([x], dayfirst=True))
    show(lambda: pd.to_datetime([x], utc=True, errors='coerce'))
for x in ('2021-02-29', '2020-13-05', '2020-01-05 25:00', '2020-01-32', 'x', '32 January 2020', 'Jan 2020 5 7 9', '1/5/20/20'):
    print(x, end=' ')
    show(lambda: pd.to_datetime([x, '2020-01-05'], errors='coerce'))

print('forms')
days = [datetime.datetime(2000, 1, 31, 22, 7, 5, 25000) + datetime.timedelta(days=41 * i, hours=5 * i) for i in range(12)]
for form in ('%Y-%m-%d', '%Y-%m-%d %H:%M:%S.%f', '%Y-%m-%dT%H:%M:%S', '%d/%m/%Y', '%m/%d/%Y %H:%M', '%m/%d/%Y %I:%M %p', '%Y%m%d', '%Y%m%d%H%M%S', '%b %d, %Y', '%d %B %Y', '%d-%b-%Y', '%y%m%d', '%A, %d %b %Y', '%a %d.%m.%y', '%H:%M %d/%m/%Y', '100%% %d/%m/%Y',
             '%d/%m/%Y %z', '%j/%Y'):
    written = [d.strftime(form).replace(' ' * form.endswith('%z'), ' +0130' if form.endswith('%z') else '') for d in days]
    written = [d.replace(tzinfo=datetime.timezone(datetime.timedelta(minutes=90))).strftime(form) if '%z' in form else d.strftime(form) for d in days]
    show(lambda: pd.to_datetime(written, format=form))
    show(lambda: pd.to_datetime(written + [None, 'no'], format=form, errors='coerce'))
    show(lambda: pd.to_datetime(pd.Series(written), format=form, errors='ignore').head(2))
show(lambda: pd.to_datetime(['05/13/2020'], format='%d/%m/%Y'))
show(lambda: pd.to_datetime(['5/13/2020', '13/5/2020'], format='%d/%m/%Y', errors='coerce'))
show(lambda: pd.to_datetime(['10:20 pm'], format='%I:%M %p'))
show(lambda: pd.Series(['2020-01-05', '2020-01-06 10:00', None]).astype('datetime64[ns]'))
show(lambda: pd.Series(['2020-01-05 10:00+02:00', '2020-01-06 10:00+02:00']).astype('datetime64[ns]'))
show(lambda: pd.to_datetime(['2020-01-05 10:00+02:00', '2020-01-06 10:00+03:00']))
show(lambda: pd.to_datetime(['2020-01-05 10:00+02:00', '2020-01-06 10:00+03:00'], utc=True))
show(lambda: pd.to_datetime(['2020-01-05 10:00+02:00', None, '2020-01-06 10:00+02:00']))

print('parts')
moments = pd.Series(pd.to_datetime(['1677-09-22', '1899-12-31 23:59:59.999999999', '1900-03-01', '1969-12-31 23:59', '1970-01-01', '2000-02-29 12:00', '2000-03-01', '2100-02-28', None, '2262-04-11']))
for part in ('year', 'month', 'day', 'hour', 'quarter', 'dayofyear', 'dayofweek', 'days_in_month', 'is_leap_year', 'is_month_end', 'is_quarter_start', 'is_year_end'):
    show(lambda: getattr(moments.dt, part).tolist())
wide = pd.date_range('1700-01-31', '2250-12-31', freq='997H')
show(lambda: (int(wide.year.values.sum()), int(wide.month.values.sum()), int(wide.day.values.sum()), int(wide.dayofyear.values.sum())))
show(lambda: pd.Series(range(10), wide[:10]) + pd.Series(range(10), wide[5:15]))
show(lambda: pd.Series(range(10), wide[:10]) + pd.Series(range(10), wide[5:15][::-1]))
show(lambda: np.flatnonzero(wide.isin(wide[[3, 7]])))
