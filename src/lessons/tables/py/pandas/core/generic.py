"""What a Series and a DataFrame have in common: rows taken and left out, what is missing, order, copies."""
import numpy as np

from pandas.core import reduce
from pandas.core.combining import Combining
from pandas.core.algorithms import among, sorting
from pandas.core.dtypes import is_integer, is_list_like, put, take
from pandas.core.indexes.base import Index, ensure_index
from pandas.core.missing import missing_in

UNSAID = type('Unsaid', (), {'__repr__': lambda self: '<no_default>'})()


def axis_number(axis, obj):
    """0 or 1 for what a program names an axis."""
    found = {0: 0, 1: 1, 'index': 0, 'rows': 0, 'columns': 1}.get(axis) if not isinstance(axis, (list, np.ndarray)) else None
    if found is None or (found and obj.ndim == 1):
        raise ValueError(f'No axis named {axis} for object type {type(obj).__name__}')
    return found


from pandas.core.frame_forms import Forms  # noqa: E402 (it takes axis_number from here)


class NDFrame(Combining, Forms):
    """What tables and their columns share."""
    __module__ = 'pandas.core.generic'
    __array_priority__ = 1000

    # ---- form ----
    @property
    def empty(self):
        return not self.size

    @property
    def loc(self):
        from pandas.core.indexing import Loc
        return Loc(self)

    @property
    def iloc(self):
        from pandas.core.indexing import ILoc
        return ILoc(self)

    @property
    def at(self):
        from pandas.core.indexing import At
        return At(self)

    @property
    def iat(self):
        from pandas.core.indexing import IAt
        return IAt(self)

    @property
    def attrs(self):
        return self.__dict__.setdefault('_attrs', {})

    def __bool__(self):
        raise ValueError(f'The truth value of a {type(self).__name__} is ambiguous. Use a.empty, a.bool(), a.item(), a.any() or a.all().')

    def __hash__(self):
        raise TypeError(f'unhashable type: {type(self).__name__!r}')

    def __copy__(self):
        return self.copy(False)

    def __deepcopy__(self, memo):
        return self.copy()

    # ---- rows ----
    def head(self, n=5):
        """The first n rows."""
        self._whole_number(n)
        return self._rows(slice(None, n))

    def tail(self, n=5):
        """The last n rows."""
        self._whole_number(n)
        return self._rows(slice(0, 0) if n == 0 else slice(-n, None))

    def _whole_number(self, n):
        if not is_integer(n) and n is not None:
            raise TypeError(f'cannot do positional indexing on {type(self.index).__name__} with these indexers [{n}] of type {type(n).__name__}')

    def take(self, indices, axis=0):
        """The rows at positions."""
        if axis_number(axis, self):
            return self.iloc[:, indices]
        return self._rows(np.asarray(indices, np.intp))

    def sample(self, n=None, frac=None, replace=False, weights=None, random_state=None, axis=None, ignore_index=False):
        """Rows drawn at random."""
        if axis is not None and axis_number(axis, self):
            return self.T.sample(n, frac, replace, weights, random_state).T
        if n is not None and frac is not None:
            raise ValueError('Please enter a value for `frac` OR `n`, not both')
        if n is not None and n < 0:
            raise ValueError('A negative number of rows requested. Please provide `n` >= 0.')
        if n is not None and n % 1:
            raise ValueError('Only integers accepted as `n` values')
        if frac is not None and frac > 1 and not replace:
            raise ValueError('Replace has to be set to `True` when upsampling the population `frac` > 1.')
        rows = len(self)
        n = round(frac * rows) if frac is not None else 1 if n is None else n
        if isinstance(weights, str):
            weights = self[weights]._values
        if weights is not None:
            weights = np.array(weights._values if hasattr(weights, '_values') else weights, float)
            if len(weights) != rows:
                raise ValueError('Weights and axis to be sampled must be of same length')
            weights = np.where(weights != weights, 0, weights)
            if not weights.sum():
                raise ValueError('Invalid weights: weights sum to zero')
            weights = weights / weights.sum()
        draw = random_state
        if draw is None:
            draw = np.random
        elif is_integer(draw) or is_list_like(draw):
            draw = np.random.RandomState(draw)
        found = self._rows(draw.choice(rows, size=n, replace=replace, p=weights).astype(np.intp))
        return found.reset_index(drop=True) if ignore_index else found

    def truncate(self, before=None, after=None, axis=None, copy=True):
        """The rows between two labels."""
        axis = 0 if axis is None else axis_number(axis, self)
        index = self.columns if axis else self.index
        if not index.is_monotonic_increasing and not index.is_monotonic_decreasing:
            raise ValueError('truncate requires a sorted index')
        if index.dtype.kind == 'M':
            from pandas.core.dates import to_datetime
            before, after = (x if x is None else to_datetime(x) for x in (before, after))
        if before is not None and after is not None and before > after:
            raise ValueError(f'Truncate: {after} must be after {before}')
        if not index.is_monotonic_increasing:
            before, after = after, before
        return self.loc[:, before:after] if axis else self.loc[before:after]

    # ---- by time ----
    def resample(self, rule, axis=0, closed=None, label=None, convention='start', kind=None, loffset=None, base=None, on=None, level=None, origin='start_day', offset=None, group_keys=UNSAID):
        """The rows in bins of time."""
        from pandas.core.resample import resampled
        return resampled(self, rule, axis, closed, label, convention, kind, loffset, base, on, level, origin, offset, group_keys)

    def asfreq(self, freq, method=None, how=None, normalize=False, fill_value=None):
        """The rows of equal steps."""
        from pandas.core.resample import as_freq
        return as_freq(self, freq, method, how, normalize, fill_value)

    def at_time(self, time, asof=False, axis=None):
        """The rows at a time of the day."""
        from pandas.core.times import at_time
        return at_time(self, time, axis)

    def between_time(self, start_time, end_time, include_start=UNSAID, include_end=UNSAID, inclusive=None, axis=None):
        """The rows between two times of the day."""
        from pandas.core.times import between_time
        if include_start is not UNSAID or include_end is not UNSAID:
            inclusive = {(True, True): 'both', (True, False): 'left', (False, True): 'right', (False, False): 'neither'}[(include_start in (UNSAID, True), include_end in (UNSAID, True))]
        return between_time(self, start_time, end_time, inclusive or 'both')

    def first(self, offset):
        """The rows of the first so long."""
        from pandas.core.times import first
        return first(self, offset)

    def last(self, offset):
        """The rows of the last so long."""
        from pandas.core.times import last
        return last(self, offset)

    def asof(self, where, subset=None):
        """The last row at or before labels."""
        from pandas.core.times import asof
        return asof(self, where, subset)

    def _with_times(self, axis, make):
        """The same under labels that something makes of its times."""
        found = self.copy()
        if axis_number(axis, self):
            found.columns = make(self.columns)
        else:
            found.index = make(self.index)
        return found

    def tz_localize(self, tz, axis=0, level=None, copy=True, ambiguous='raise', nonexistent='raise'):
        """The times of the labels in a zone."""
        from pandas.core.times import zoned
        return self._with_times(axis, lambda labels: zoned(labels, level, lambda x: x.tz_localize(tz, ambiguous, nonexistent)))

    def tz_convert(self, tz, axis=0, level=None, copy=True):
        """The times of the labels shown in another zone."""
        from pandas.core.times import zoned
        return self._with_times(axis, lambda labels: zoned(labels, level, lambda x: x.tz_convert(tz)))

    def to_period(self, freq=None, axis=0, copy=True):
        """The labels as spans of the calendar."""
        from pandas.core.times import spans_of
        return self._with_times(axis, lambda labels: spans_of(labels, freq))

    def to_timestamp(self, freq=None, how='start', axis=0, copy=True):
        """The labels, spans of the calendar, as the moments at which they begin or end."""
        from pandas.core.times import moments_of
        return self._with_times(axis, lambda labels: moments_of(labels, freq, how))

    # ---- what is missing ----
    def isna(self):
        """Where values are missing."""
        return self._each(missing_in)

    isnull = isna
    _isna = isna

    def notna(self):
        """Where values are there."""
        return self._each(lambda v: ~missing_in(v))

    notnull = notna

    def ffill(self, axis=None, inplace=False, limit=None, downcast=None):
        """Missing values as the value before."""
        return self.fillna(method='ffill', axis=axis, inplace=inplace, limit=limit)

    pad = ffill

    def bfill(self, axis=None, inplace=False, limit=None, downcast=None):
        """Missing values as the value behind."""
        return self.fillna(method='bfill', axis=axis, inplace=inplace, limit=limit)

    backfill = bfill

    def interpolate(self, method='linear', axis=0, limit=None, inplace=False, limit_direction=None, limit_area=None, downcast=None, **kwargs):
        """Missing values between their neighbours."""
        from pandas.core.interpolate import interpolated
        return self._become(interpolated(self, method, axis, limit, limit_direction, limit_area, downcast, kwargs), inplace)

    # ---- values ----
    def astype(self, dtype, copy=True, errors='raise'):
        """The values as another dtype."""
        if errors == 'ignore':
            try:
                return self.astype(dtype)
            except (ValueError, TypeError):
                return self.copy()
        return self._astype(dtype)

    def infer_objects(self):
        """Objects as the dtype that they all have."""
        from pandas.core.dtypes import from_objects
        return self._each(lambda v: from_objects(list(v)) if v.dtype.kind == 'O' else v)

    def abs(self):
        """The values without their sign."""
        return self._each(np.abs)

    __abs__ = abs

    def __round__(self, decimals=0):
        return self.round(decimals)

    def __neg__(self):
        return self._each(lambda v: ~v if v.dtype.kind == 'b' else -v)

    def __pos__(self):
        return self.copy()

    def __invert__(self):
        return self._each(lambda v: ~v if v.dtype.kind != 'O' or hasattr(v, '_extended') else np.array([not x if isinstance(x, (bool, np.bool_)) else ~x for x in v], object))

    def isin(self, values):
        """Where values are among others."""
        return self._each(lambda v: among(v, values))

    def clip(self, lower=None, upper=None, axis=None, inplace=False):
        """The values kept between two bounds."""
        if is_list_like(lower) or is_list_like(upper):
            found = self
            if lower is not None:
                found = kept_within(found, found.ge(lower, axis=axis), lower, axis)
            if upper is not None:
                found = kept_within(found, found.le(upper, axis=axis), upper, axis)
            return self._become(found, inplace)
        if lower is None and upper is None:
            return self.copy()

        def kept(v):
            if hasattr(v, '_clipped'):
                return v._clipped(lower, upper)
            if v.dtype.kind in 'mM':
                return within_times(v, lower, upper)
            if v.dtype.kind not in 'iuf':
                return v
            for bound in (lower, upper):
                if isinstance(bound, str):
                    raise TypeError(f'Invalid comparison between dtype={v.dtype} and str')
            with np.errstate(invalid='ignore'):
                return np.clip(v, lower, upper)
        return self._become(self._each(kept), inplace)

    def pipe(self, func, *args, **kwargs):
        """func(self, …)."""
        if isinstance(func, tuple):
            func, name = func
            return func(*args, **{**kwargs, name: self})
        return func(self, *args, **kwargs)

    def get(self, key, default=None):
        """self[key], or a default."""
        try:
            return self[key]
        except (KeyError, ValueError, IndexError):
            return default

    def equals(self, other):
        """Whether another has the same labels and values."""
        return type(self) is type(other) and self._same(other)

    def _become(self, found, inplace):
        """found, or self with what found holds."""
        if not inplace:
            return found
        self._hold(found)
        return None

    # ---- running ----
    def cumsum(self, axis=None, skipna=True, *args, **kwargs):
        """Sums up to each value."""
        return self._running('cumsum', axis, skipna)

    def cumprod(self, axis=None, skipna=True, *args, **kwargs):
        """Products up to each value."""
        return self._running('cumprod', axis, skipna)

    def cummax(self, axis=None, skipna=True, *args, **kwargs):
        """The largest up to each value."""
        return self._running('cummax', axis, skipna)

    def cummin(self, axis=None, skipna=True, *args, **kwargs):
        """The smallest up to each value."""
        return self._running('cummin', axis, skipna)

    def _running(self, what, axis, skipna):
        if axis is not None and axis_number(axis, self):
            return getattr(self.T, what)(skipna=skipna).T
        return self._each(lambda v: reduce.running(v, what) if skipna else spoiled(v, reduce.running(v, what)))

    def shift(self, periods=1, freq=None, axis=0, fill_value=UNSAID):
        """The values moved down by some rows."""
        if freq is not None:
            from pandas.core.resample import moved_by
            return moved_by(self, periods, freq)
        if axis_number(axis, self):
            return self._sideways(periods, fill_value)
        if not isinstance(periods, (int, np.integer)):
            periods = int(periods)

        def moved(v):
            n = len(v)
            if fill_value is UNSAID and v.dtype.kind in 'fmM':
                return pushed(v, periods)
            spots = np.arange(n) - periods
            spots[(spots < 0) | (spots >= n)] = -1
            if fill_value is UNSAID:
                found = take(v, spots)
                if v.dtype == object and not hasattr(v, '_extended'):
                    found[spots < 0] = None
                return found
            out = v[np.where(spots < 0, 0, spots)] if n else v.copy()
            return put(out.copy(), spots < 0, fill_value)
        return self._each(moved)

    def tshift(self, periods=1, freq=None, axis=0):
        """The rows under labels moved by steps of time."""
        import warnings
        warnings.warn('tshift is deprecated and will be removed in a future version. Please use shift instead.', FutureWarning, stacklevel=2)
        return self.shift(periods, 'infer' if freq is None else freq)

    def _sideways(self, periods, fill_value):
        """The columns moved to the right; each keeps its dtype."""
        n = len(self._columns)
        empty = np.nan if fill_value is UNSAID else fill_value
        gone = np.full(len(self), empty)
        return self._with([self._data[i - periods] if 0 <= i - periods < n else gone.copy() for i in range(n)])

    def pct_change(self, periods=1, fill_method='pad', limit=None, freq=None, axis=0):
        """By what part the values grew; what is missing is first as the value before."""
        if axis_number(axis, self):
            return self.T.pct_change(periods, fill_method, limit, freq).T
        data = self if fill_method is None else self.fillna(method=fill_method, limit=limit)
        found = data / data.shift(periods, freq) - 1
        return found if freq is None else found[~found.index.duplicated()].reindex(data.index)

    def rank(self, axis=0, method='average', numeric_only=UNSAID, na_option='keep', ascending=True, pct=False):
        """The rank of each value."""
        from pandas.core.algorithms import ranked
        if axis_number(axis, self):
            return self.T.rank(0, method, numeric_only, na_option, ascending, pct).T
        return self._each(lambda v: ranked(v, method, ascending, na_option, pct))

    def compare(self, other, align_axis=1, keep_shape=False, keep_equal=False, result_names=('self', 'other')):
        """Where two tables differ."""
        from pandas.core.reshape.nearby import compare
        return compare(self, other, align_axis, keep_shape, keep_equal, result_names)

    # ---- windows ----
    def rolling(self, window, min_periods=None, center=False, **rest):
        """The values in a window that moves."""
        if rest.get('win_type') is not None:
            from pandas.core.windowed import Window
            return Window(self, window, min_periods, center, rest['win_type'], rest.get('step'))
        if rest.get('axis') in (1, 'columns') and self.ndim == 2:
            from pandas.core.resample import Sideways
            return Sideways(self.T.rolling(window, min_periods, center, **{**rest, 'axis': 0}))
        from pandas.core.window import Rolling
        return Rolling(self, window, min_periods, center, rest)

    def expanding(self, min_periods=1):
        """The values up to each."""
        from pandas.core.window import Expanding
        return Expanding(self, min_periods)

    def ewm(self, com=None, span=None, halflife=None, alpha=None, min_periods=0, adjust=True, **rest):
        """The values, older ones counting less."""
        from pandas.core.weighted import Weighted
        return Weighted(self, com, span, halflife, alpha, min_periods, adjust, rest)

    # ---- labels ----
    def _set_index_labels(self, labels):
        labels = ensure_index(labels)
        if len(labels) != len(self):
            raise ValueError(f'Length mismatch: Expected axis has {len(self)} elements, new values have {len(labels)} elements')
        return labels

    def _by_level(self, what, level, axis=None):
        """An aggregate of the rows, or with axis=1 of the columns, that have a label of a level."""
        import warnings
        warnings.warn(f'Using the level keyword in DataFrame and Series aggregations is deprecated and will be removed in a future version. Use groupby instead. df.{what}(level=1) should use '
                      f'df.groupby(level=1).{what}().', FutureWarning, stacklevel=3)
        return getattr(self.groupby(level=level, axis=axis) if axis in (1, 'columns') else self.groupby(level=level), what)()

    def _wanted_labels(self, given, have, level=None):
        """The labels that reindex asks for; a plain list keeps the names of those that are there. level: of that level."""
        labels = Index(given) if have.nlevels > 1 and isinstance(given, list) else ensure_index(given)
        if level is not None and (have.nlevels > 1) != (labels.nlevels > 1):
            wide, narrow = (have, labels) if have.nlevels > 1 else (labels, have)
            if wide is labels:
                return labels
            place = {x: i for i, x in enumerate(narrow)}
            at = np.array([place.get(x, -1) for x in wide.get_level_values(level)], np.intp)
            good = np.flatnonzero(at >= 0)
            return wide[good[np.argsort(at[good], kind='stable')]]
        if labels is not given and not hasattr(given, 'name') and labels.nlevels == have.nlevels:
            labels = labels.set_names(list(have.names)) if have.nlevels > 1 else labels._renamed(have.name)
        return labels

    def add_prefix(self, prefix):
        """The labels with something in front."""
        return self.rename(**{'columns' if self.ndim == 2 else 'index': lambda x: f'{prefix}{x}'})

    def add_suffix(self, suffix):
        """The labels with something behind."""
        return self.rename(**{'columns' if self.ndim == 2 else 'index': lambda x: f'{x}{suffix}'})

    def sort_index(self, axis=0, level=None, ascending=True, inplace=False, kind='quicksort', na_position='last', sort_remaining=True, ignore_index=False, key=None):
        """The rows in the order of their labels."""
        axis = axis_number(axis, self)
        labels = self.columns if axis else self.index
        if labels.nlevels > 1:
            from pandas.core.algorithms import order_by
            first = [] if level is None else [labels._level_number(x) for x in (level if isinstance(level, (list, tuple)) else [level])]
            rest = [i for i in range(labels.nlevels) if i not in first] if level is None or sort_remaining else []
            levels = [labels.get_level_values(i) for i in first + rest]
            levels = [key(x) if key is not None and (i < len(first) or level is None) else x for i, x in enumerate(levels)]
            up = list(ascending) if is_list_like(ascending) else [ascending] * len(levels)
            up += [up[-1] if not is_list_like(ascending) else True] * (len(levels) - len(up))
            order = order_by([x._values for x in levels], up, na_position)
        else:
            if key is not None:
                labels = key(labels)
            up = ascending[0] if is_list_like(ascending) else ascending
            still = labels.is_monotonic_increasing if up else labels.is_monotonic_decreasing
            order = np.arange(len(labels)) if still else sorting(labels._values, up, na_position, kind)
        found = self.iloc[:, order] if axis else self._rows(order)
        if ignore_index:
            found = found.reset_index(drop=True)
        return self._become(found, inplace)

    def _relabelled(self, axis, change):
        """The same under other labels of an axis."""
        found = self.copy()
        if axis_number(axis, self):
            found.columns = change(self.columns)
        else:
            found.index = change(self.index)
        return found

    def droplevel(self, level, axis=0):
        """Labels without a level."""
        def change(labels):
            if labels.nlevels == 1:
                gone = level if isinstance(level, (list, tuple)) else [level]
                for x in gone:
                    labels.get_level_values(x)
                raise ValueError(f'Cannot remove {len(gone)} levels from an index with 1 levels: at least one level must be left.')
            return labels.droplevel(level)
        return self._relabelled(axis, change)

    def swaplevel(self, i=-2, j=-1, axis=0):
        """Two levels of the labels in each other's place."""
        if (self.columns if axis_number(axis, self) else self.index).nlevels == 1:
            raise TypeError('Can only swap levels on a hierarchical axis.')
        return self._relabelled(axis, lambda labels: labels.swaplevel(i, j))

    def reorder_levels(self, order, axis=0):
        """The levels of the labels in another order."""
        return self._relabelled(axis, lambda labels: labels._keep_levels([labels._level_number(x) for x in order]))

    def squeeze(self, axis=None):
        """Without the axes that have one label."""
        if self.ndim == 1:
            return self.iloc[0] if len(self) == 1 else self
        rows, columns = self.shape
        want = (0, 1) if axis is None else (axis_number(axis, self),)
        if rows == 1 and columns == 1 and len(want) == 2:
            return self.iloc[0, 0]
        if columns == 1 and 1 in want:
            return self.iloc[:, 0]
        return self.iloc[0] if rows == 1 and 0 in want else self

    def to_pickle(self, path, compression='infer', protocol=5, storage_options=None):
        """Writes the object to a file."""
        import pickle
        if storage_options is not None or compression not in ('infer', None):
            raise NotImplementedError("perch's pandas has only to_pickle(path)")
        with open(path, 'wb') as f:
            pickle.dump(self, f, protocol)

    def to_csv(self, path_or_buf=None, sep=',', na_rep='', float_format=None, columns=None, header=True, index=True, index_label=None, mode='w', encoding=None, **rest):
        """Writes text, a line a row; without a path the text comes back."""
        from pandas.io.formats.csvs import write_csv
        frame = self if self.ndim == 2 else self.to_frame(0 if self.name is None else self.name)
        return write_csv(frame, path_or_buf, sep, na_rep, float_format, columns, header, index, index_label, mode, encoding, rest)

    def to_clipboard(self, *rest, **more):
        """Text for other programs, where there is a clipboard."""
        from pandas.io.missing_engines import no_clipboard
        no_clipboard()

    def to_excel(self, excel_writer, sheet_name='Sheet1', *rest, **named):
        """Writes a sheet of a workbook."""
        from pandas.io.excel import write_excel
        write_excel(self if self.ndim == 2 else self.to_frame(0 if self.name is None else self.name), excel_writer, sheet_name, *rest, **named)

    def to_hdf(self, path_or_buf, key, mode='a', *rest, **named):
        """Writes HDF5, where PyTables is."""
        from pandas.io.missing_engines import write_hdf
        write_hdf(self, path_or_buf, key, mode)

    def to_xarray(self):
        """An array of xarray, where that is."""
        raise ImportError("Missing optional dependency 'xarray'.  Use pip or conda to install xarray.")

    def to_json(self, path_or_buf=None, orient=None, **rest):
        """Writes JSON; without a path the text comes back."""
        from pandas.io.json import write_json
        return write_json(self, path_or_buf, orient, rest)


def pushed(v, periods):
    """Values moved down, nothing where none comes from."""
    out = v.copy()
    n = min(abs(periods), len(v))
    nothing = np.nan if v.dtype.kind == 'f' else np.timedelta64('NaT', 'ns') if v.dtype.kind == 'm' else np.datetime64('NaT', 'ns')
    if periods > 0:
        out[n:], out[:n] = v[:len(v) - n], nothing
    elif periods < 0:
        out[:len(v) - n], out[len(v) - n:] = v[n:], nothing
    return out


def within_times(v, lower, upper):
    """Moments, or spans, between two bounds."""
    from pandas.core.dates import span
    from pandas.core.zones import Zoned, beside
    zone, plain = getattr(v, 'zone', None), np.asarray(v).view(np.ndarray)
    for bound, keep in ((lower, np.maximum), (upper, np.minimum)):
        if bound is not None:
            one = beside(v, bound) if v.dtype.kind == 'M' else span(bound)
            if one is None:
                raise TypeError('Cannot compare tz-naive and tz-aware timestamps')
            plain = np.where(np.isnat(plain), plain, keep(plain, one))
    return plain if zone is None else Zoned._with_zone(plain, zone)


def spoiled(v, found):
    """What runs along values, without any from the first that is missing."""
    gone = np.maximum.accumulate(missing_in(v)) if len(v) else np.zeros(0, bool)
    return put(found, gone, np.nan) if gone.any() else found


def filled(v, value, limit=None):
    """An array with a value where it is missing one, where it misses the first `limit` of them."""
    gone = missing_in(v)
    if limit is not None:
        if not isinstance(limit, (int, np.integer)):
            raise ValueError('Limit must be an integer')
        if limit < 1:
            raise ValueError('Limit must be greater than 0')
        gone &= np.cumsum(gone) <= limit
    if not gone.any():
        return v.copy()
    if isinstance(value, np.ndarray) or hasattr(value, '_extended'):
        return put(v.copy(), gone, value[gone])
    return put(v.copy(), gone, value)


def carried(v, method, limit=None):
    """An array with missing values as their neighbours before or behind."""
    gone = missing_in(v)
    if not gone.any():
        return v.copy()
    back = method in ('bfill', 'backfill')
    if back:
        v, gone = v[::-1], gone[::-1]
    last = np.maximum.accumulate(np.where(gone, -1, np.arange(len(v))))
    if limit is not None:
        last = np.where(np.arange(len(v)) - last > limit, np.arange(len(v)), last)
    out = v[np.where(last < 0, np.arange(len(v)), last)]
    return out[::-1].copy() if back else out


def kept_within(table, good, limit, axis):
    """The table where it is good or a limit is none, else the limit."""
    from pandas.core.missing import isna
    free = isna(limit)
    if np.ndim(free) == 1 and np.any(free) and hasattr(limit, 'fillna'):
        none = (table * 0).add(free, axis=axis).astype(bool) if table.ndim == 2 else free
        return table.where(good | table.isna() | none, limit.fillna(0).astype(limit.dropna().astype('int64').dtype) if (limit.dropna() % 1 == 0).all() else limit, axis=axis)
    return table.where(good | table.isna(), limit, axis=axis)
