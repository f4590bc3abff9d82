"""The names of pandas.tseries.offsets."""
from pandas.core.offsets import (BDay, BMonthBegin, BMonthEnd, BQuarterBegin, BQuarterEnd, BusinessDay, BusinessMonthBegin, BusinessMonthEnd, BYearBegin, BYearEnd, BaseOffset, CBMonthBegin, CBMonthEnd, CDay,
                                 CustomBusinessDay, CustomBusinessMonthBegin, CustomBusinessMonthEnd, DateOffset, Day, Easter, Hour, LastWeekOfMonth, Micro, Milli, Minute, MonthBegin, MonthEnd, Nano,
                                 QuarterBegin, QuarterEnd, Second, SemiMonthBegin, SemiMonthEnd, Tick, Week, WeekOfMonth, YearBegin, YearEnd)
from pandas.core.offsets_hours import BusinessHour, CustomBusinessHour
