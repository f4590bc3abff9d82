"""Windows by strides."""
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view, as_strided

x = np.arange(6)
print(sliding_window_view(x, 3), np.lib.stride_tricks.sliding_window_view(x, 3).mean(axis=-1))
a = np.arange(12).reshape(3, 4)
print(sliding_window_view(a, (2, 2)).shape, sliding_window_view(a, (2, 2))[0, 1], sliding_window_view(a, 2, axis=1).shape)
print(as_strided(x, (2, 3), (24, 8)), as_strided(x, (4, 3), (8, 8)), (sliding_window_view(a, (2, 2)) * np.array([[0, 1], [2, 3]])).sum((-1, -2)))
for bad in (lambda: sliding_window_view(x, 9), lambda: sliding_window_view(a, 2), lambda: sliding_window_view(x, -1)):
    try:
        bad()
    except ValueError as e:
        print(e)
