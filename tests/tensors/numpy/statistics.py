"""percentile, quantile, histogram, cov, corrcoef."""
import numpy as np

x = np.random.RandomState(3).randn(50)
y = x * 2 + np.random.RandomState(4).rand(50)
print(np.percentile(x, 50), np.percentile(x, [25, 75]), np.quantile(x, 0.1), np.percentile([1, 2, 3, 4], 30), np.percentile([[1, 2], [3, 4]], 50, axis=0), np.quantile([1, 2, 3], [0, 0.5, 1]), np.percentile([1, 2, 3, 4], 40, method="lower"), np.percentile([1, 2, 3, 4], 40, method="nearest"), np.percentile(np.arange(5.0), 10, keepdims=True))
h, e = np.histogram(x, bins=5)
print(h, e, np.histogram([1, 2, 1], bins=[0, 1, 2, 3]), np.histogram([1, 2, 3, 4], bins=4, range=(0, 4)), np.histogram(x, 4, density=True)[0], np.histogram([1, 2], 2, weights=[0.5, 2])[0])
print(np.cov(x, y), np.corrcoef(x, y), np.cov([[1, 2, 3], [3, 1, 2]]), np.corrcoef([[1, 2, 3], [3, 2, 1]]), np.cov(x, y, bias=True)[0, 1].round(10), np.var(x, ddof=1) - np.cov(x) < 1e-15)
print(np.interp(2.5, [1, 2, 3], [3, 2, 0]), np.interp([0, 1.5, 4], [1, 2, 3], [3, 2, 0]), np.interp([-1, 5], [0, 1], [0, 1], left=-10, right=10), np.interp(370, [0, 180, 360], [0, 1, 0], period=360))
print(np.polyfit([0, 1, 2, 3], [1, 3, 5, 7], 1).round(6), np.polyval([1, 2, 3], 2), np.polyval([2, 0], [1, 2]), np.histogram2d([0, 1, 1], [0, 1, 1], bins=2)[0], np.bincount([1, 2, 2]), np.ptp(x).round(6), np.corrcoef(x, y)[0, 1].round(10))
