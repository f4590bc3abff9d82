"""max, min, argmax, argmin, ptp, any, all."""
import numpy as np

a = np.array([[3, 1, 2], [9, 7, 8]])
print(a.max(), a.min(), a.max(0), a.min(axis=1), a.argmax(), a.argmin(), a.argmax(axis=0), a.argmin(axis=1), np.ptp(a), np.ptp(a, axis=1))
print(np.max([1, 5, 2]), np.min([[1, 2], [0, 3]], axis=0), np.amax(a), np.amin(a), a.max(keepdims=True), a.argmax(axis=1, keepdims=True))
print(np.argmax([1, 3, 3]), np.argmax([[1, 2], [5, 0]]), np.max([np.nan, 1]), np.nanmax([np.nan, 1]), np.argmax([1, np.nan]), np.max([1, 2], initial=5))
print((a > 2).any(), (a > 2).all(), (a > 2).any(axis=0), np.all([[True, False], [True, True]], axis=1), np.any([]), np.all([]), np.any([0, 0.0]), np.all([1, 2]))
print(np.maximum.reduce([1, 5, 3]), np.unravel_index(a.argmax(), a.shape), a.flatten()[a.argmax()], np.array([1.5, 2]).max(), type(np.array([1]).max()))
print(np.nansum([1, np.nan]), np.nanmean([1, np.nan, 3]), np.nanstd([1, np.nan, 3]), np.nanmin([np.nan, 2]), np.nanargmax([np.nan, 2, 1]), np.nanmedian([1, np.nan, 3]), np.count_nonzero([[0, 1], [2, 3]], axis=0))
