"""pandas._testing: drawn tables of pandas' guide."""
import numpy as np
import pandas as pd
import pandas._testing as tm

np.random.seed(7)
print(tm.makeTimeDataFrame(3))
print(tm.makeTimeDataFrame(3, freq='D').stack())
print(tm.makeDataFrame().head(3))
print(tm.makeTimeSeries(4))
print(tm.makeStringSeries().tail(2), tm.makeFloatSeries().head(2))
print(tm.makeMixedDataFrame(), tm.makeMixedDataFrame().dtypes)
print(tm.makeIntIndex(3), tm.makeDateIndex(3), tm.makeStringIndex(2))
print(list(tm.getSeriesData()), tm.getCols(3), tm.rands(5), tm.rands_array(3, 2))
tm.assert_frame_equal(pd.DataFrame({'a': [1]}), pd.DataFrame({'a': [1]}))


def unpivot(frame):
    n, k = frame.shape
    return pd.DataFrame({'value': frame.to_numpy().ravel('F'), 'variable': np.asarray(frame.columns).repeat(n), 'date': np.tile(np.asarray(frame.index), k)}, columns=['date', 'variable', 'value'])


df = unpivot(tm.makeTimeDataFrame(3))
print(df, df.pivot(index='date', columns='variable', values='value'), sep='\n')
