"""NaN and infinities."""
import numpy as np

a = np.array([1, np.nan, np.inf, -np.inf, 0])
with np.errstate(all="ignore"):
    print(a + 1, a * 0, a / 0, a - a, 1 / a, np.sqrt(a), np.log(a), a > 0, a == a, np.sign(a), np.maximum(a, 0), np.minimum(a, 0), a % 2, a // 2)
    print(np.array([1, 0, -1]) / 0, np.array([0.0]) / 0, np.array([5]) // 0, np.array([5]) % 0, np.float64(1) / 0, np.float64(0) / 0, np.int64(3) // 0, np.exp(1000), np.array([1e308]) * 10)
print(np.isnan(a), np.isinf(a), np.isfinite(a), np.isneginf(a), np.isposinf(a), np.nan_to_num(a), np.nan_to_num(a, nan=-1, posinf=9, neginf=-9), np.nanmax(a), np.nansum(a[:2]), np.nanmean(a[:2]), np.nanvar([1, np.nan, 3]), np.nanpercentile([1, np.nan, 3], 50), np.nancumsum([1, np.nan]))
print(a.max(), a.min(), a[:2].sum(), a.argmax(), np.sort(a), a[~np.isnan(a)], np.where(np.isnan(a), 0, a), np.mean(a[:2]), np.nan in a, np.nan == np.nan, np.array([np.nan, 1]).astype("f4"), np.median([1, np.nan]))
