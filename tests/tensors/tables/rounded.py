"""Numbers rounded to tens, parts that are none: what round and quantile do, and refuse."""
import numpy as np
import pandas as pd

s = pd.Series([14, 25, -36, 149])
d = pd.DataFrame({'a': [14, 25], 'b': [1.26, 2.5], 'c': ['x', 'y'], 'd': [True, False]})


def told(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


for decimals in (-1, -2, 0, 1, 2.5, None, 'a'):
    for shown in (s, s / 7, s.astype('u1').iloc[:2], s.astype('Int64'), d):
        told(lambda: shown.round(decimals))
    told(lambda: round(s, decimals) if decimals is not None else None)
for decimals in ({'a': -1, 'b': 1}, pd.Series({'a': -1}), {'a': 1.5}, [1], {'zz': 3}):
    told(lambda: d.round(decimals))
told(lambda: pd.Series([True, False]).round())
told(lambda: pd.Series(['a']).round())
for q in (-1.0, 1.5, [0.1, 1.5], [-1], 0, 1, [0.25, 0.75]):
    told(lambda: s.quantile(q))
    told(lambda: d.quantile(q, numeric_only=True))
    told(lambda: s.groupby([1, 1, 2, 2]).quantile(q))
told(lambda: s.describe(percentiles=[0.1, 1.5]))
told(lambda: s.describe(percentiles=[0.1, 0.999]))
