"""The names of pandas.tseries.frequencies."""
from pandas.core.indexes.datetimes import infer_freq
from pandas.core.offsets import to_offset
