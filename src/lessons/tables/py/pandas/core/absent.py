"""What a program says when it asks perch's pandas for something of pandas that it has not."""

SERIES = frozenset('''asfreq asof at_time between_time cat convert_dtypes filter infer_objects info kurt ravel resample set_flags
slice_shift sparse swapaxes to_excel to_hdf to_latex to_markdown to_period to_sql to_timestamp to_xarray tshift tz_convert tz_localize xs lookup compare memory_usage mad'''.split())
FRAME = frozenset('''asfreq asof at_time between_time boxplot combine_first compare convert_dtypes eval filter from_records hist info lookup mad pivot query
resample set_flags slice_shift sparse style swapaxes to_excel to_feather to_gbq to_hdf to_latex to_markdown to_orc to_parquet to_period to_records to_sql to_stata to_timestamp
to_xarray to_xml tshift tz_convert tz_localize xs explode'''.split())
MODULE = frozenset('''ArrowDtype BooleanDtype Categorical CategoricalDtype CategoricalIndex DatetimeTZDtype ExcelFile ExcelWriter Flags Float32Dtype Float64Dtype Grouper HDFStore Int16Dtype Int32Dtype
Int64Dtype Int8Dtype Interval IntervalDtype IntervalIndex Period PeriodDtype PeriodIndex SparseDtype StringDtype UInt16Dtype UInt32Dtype UInt64Dtype UInt8Dtype arrays bdate_range describe_option
eval from_dummies infer_freq interval_range json_normalize lreshape melt merge_asof merge_ordered period_range pivot pivot_table qcut cut read_clipboard read_excel read_feather read_fwf read_gbq
read_hdf read_html read_orc read_parquet read_sas read_spss read_sql read_sql_query read_sql_table read_stata read_xml register_option show_versions test tseries util wide_to_long
crosstab testing read_json read_pickle to_pickle DateOffset offsets plotting NamedAgg'''.split())


def absent(kind, name, known):
    """The words of an AttributeError: pandas' own, and where pandas has the name, that perch's has it not."""
    if name in known:
        return f"{kind!r} object has no attribute {name!r} (pandas has it; perch's pandas is a core of it, without {name})"
    return f"{kind!r} object has no attribute {name!r}"

# what is read when a program asks for it
LATER = {
    'MultiIndex': 'pandas.core.indexes.multi', 'DatetimeIndex': 'pandas.core.indexes.datetimes', 'bdate_range': 'pandas.core.indexes.ranges', 'infer_freq': 'pandas.core.indexes.datetimes', 'Period': 'pandas.core.periods',
    'PeriodIndex': 'pandas.core.indexes.periods', 'period_range': 'pandas.core.indexes.periods', 'PeriodDtype': 'pandas.core.periods', 'DatetimeTZDtype': 'pandas.core.zones', 'offsets': 'pandas.tseries',
    'Grouper': 'pandas.core.resample', 'merge_asof': 'pandas.core.reshape.nearby', 'merge_ordered': 'pandas.core.reshape.nearby', 'TimedeltaIndex': 'pandas.core.indexes.timedeltas', 'timedelta_range': 'pandas.core.indexes.timedeltas', 'Timestamp': 'pandas.core.dates',
    'Timedelta': 'pandas.core.dates', 'to_datetime': 'pandas.core.dates', 'to_timedelta': 'pandas.core.dates', 'date_range': 'pandas.core.indexes.ranges',
    'merge': 'pandas.core.reshape.merge', 'melt': 'pandas.core.reshape.pivot', 'pivot': 'pandas.core.reshape.pivot', 'pivot_table': 'pandas.core.reshape.pivot', 'crosstab': 'pandas.core.reshape.pivot',
    'cut': 'pandas.core.reshape.cut', 'qcut': 'pandas.core.reshape.cut', 'read_json': 'pandas.io.json', 'read_pickle': 'pandas.io.pickle', 'to_pickle': 'pandas.io.pickle',
    **dict.fromkeys('Categorical CategoricalDtype'.split(), 'pandas.core.extended.categories'), **dict.fromkeys('Interval IntervalDtype interval_range'.split(), 'pandas.core.extended.intervals'),
    **dict.fromkeys('Int8Dtype Int16Dtype Int32Dtype Int64Dtype UInt8Dtype UInt16Dtype UInt32Dtype UInt64Dtype Float32Dtype Float64Dtype BooleanDtype'.split(), 'pandas.core.extended.masked'),
    'StringDtype': 'pandas.core.extended.texts', 'array': 'pandas.core.extended.making', 'arrays': 'pandas.core.extended.making', 'CategoricalIndex': 'pandas.core.indexes.category',
    'IntervalIndex': 'pandas.core.indexes.interval', 'NamedAgg': 'pandas.core.groupby.groupby', 'IndexSlice': 'pandas.core.indexes.levels',
    **dict.fromkeys(('read_excel', 'ExcelFile', 'ExcelWriter'), 'pandas.io.excel'), **dict.fromkeys(('HDFStore', 'read_hdf', 'read_clipboard', 'read_gbq', 'read_spss', 'read_sas'), 'pandas.io.missing_engines'),
    **dict.fromkeys(('read_sql', 'read_sql_query', 'read_sql_table'), 'pandas.io.sql'), 'read_html': 'pandas.io.html',
    **dict.fromkeys(('wide_to_long', 'lreshape', 'from_dummies', 'json_normalize'), 'pandas.core.reshape.wide'), 'eval': 'pandas.core.expressions',
    **dict.fromkeys(('read_parquet', 'read_feather', 'read_orc'), 'pandas.io.missing_engines'), 'Flags': 'pandas.core.frame_forms', 'set_eng_float_format': 'pandas.io.formats.engineering', 'DateOffset': 'pandas.core.offsets'}
