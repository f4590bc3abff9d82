"""Values of dtypes that NumPy has not (moments in a zone, periods) becoming another dtype, and what can be set among them."""
import datetime

import numpy as np

from pandas.core.dtypes import OBJECT, boxed, cast, listed, objects
from pandas.core.missing import missing_one
from pandas.core.zones import DatetimeTZDtype, Zoned, shown


def cast_extended(values, want):
    """values.astype(want) where one side is a dtype of pandas' own."""
    if isinstance(want, DatetimeTZDtype):
        return to_zone(values, want)
    if hasattr(want, '_of_values'):
        return want._of_values(values)
    if want.kind == 'U':
        return objects([x if isinstance(x, str) else str(x) for x in listed(values)])
    if want.kind == 'O':
        return boxed(values)
    if hasattr(values, '_cast'):
        return values._cast(want)
    if want.kind == 'M':
        import warnings
        warnings.warn('Using .astype to convert from timezone-aware dtype to timezone-naive dtype is deprecated and will raise in a future version.  Use obj.tz_localize(None) or '
                      "obj.tz_convert('UTC').tz_localize(None) instead", FutureWarning, stacklevel=5)
        return values.view(np.ndarray).copy()
    if want.kind in 'iu' and want.itemsize == 8:
        return values.view(np.ndarray).astype(want)
    raise TypeError(f'Cannot cast DatetimeArray to dtype {want}' if want.kind == 'f' else f'cannot astype a datetimelike from [{values.dtype}] to [{want}]')


def to_zone(values, want):
    if values.dtype.kind == 'M':
        if getattr(values, 'zone', None) is None and len(values):
            import warnings
            warnings.warn('Using .astype to convert from timezone-naive dtype to timezone-aware dtype is deprecated and will raise in a future version.  Use obj.tz_localize instead.', FutureWarning, stacklevel=5)
        return Zoned._with_zone(np.asarray(values.view(np.ndarray)).copy(), want.tz)
    if values.dtype.kind in 'iu':
        return Zoned._with_zone(values.astype('M8[ns]'), want.tz)
    from pandas.core.dates import to_moments
    from pandas.core.zones import localized
    found = to_moments(cast(values, object), utc=False)
    if found.dtype.kind != 'M':
        found = to_moments(cast(values, object), utc=True)
        return Zoned._with_zone(found, want.tz)
    return Zoned._with_zone(found, want.tz) if getattr(found, 'zone', None) is not None else localized(found, want.tz)


def fits_extended(dtype, x):
    """The dtype that an array must have so that x can be set in it."""
    if missing_one(x):
        return dtype
    if isinstance(dtype, DatetimeTZDtype):
        zone = getattr(x, 'tzinfo', None)
        return dtype if isinstance(x, str) or isinstance(x, datetime.datetime) and zone is not None and shown(zone) == shown(dtype.tz) or isinstance(x, datetime.datetime) and zone is not None else OBJECT
    return dtype if getattr(x, 'freq', None) is not None and dtype == f'period[{getattr(x, "freqstr", "")}]' else OBJECT


