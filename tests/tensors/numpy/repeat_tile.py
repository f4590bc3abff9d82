"""tile, repeat, roll, flip, rot90, pad."""
import numpy as np

a = np.array([[1, 2], [3, 4]])
print(np.tile([1, 2], 3), np.tile(a, 2), np.tile(a, (2, 1)), np.tile([1, 2], (2, 2)), np.tile(5, 3))
print(np.repeat([1, 2], 3), np.repeat(a, 2, axis=0), np.repeat(a, [1, 2], axis=1), np.repeat(a, 2), np.array([1, 2]).repeat(2))
print(np.roll([1, 2, 3, 4], 1), np.roll([1, 2, 3, 4], -1), np.roll(a, 1), np.roll(a, 1, axis=0), np.roll(a, (1, 1), axis=(0, 1)))
print(np.flip([1, 2, 3]), np.flip(a), np.flip(a, 0), np.fliplr(a), np.flipud(a), np.rot90(a), np.rot90(a, 2), np.rot90(a, -1))
print(np.pad([1, 2], 1), np.pad([1, 2], (1, 2)), np.pad(a, 1), np.pad(a, ((1, 0), (0, 2)), constant_values=9), np.pad([1, 2, 3], 2, mode="edge"), np.pad([1, 2, 3], 2, mode="reflect"), np.pad([1, 2, 3], 2, mode="wrap"), np.pad([1, 2, 3], 2, mode="symmetric"), np.pad([1, 3], 2, mode="mean"), np.pad([1., 3], 2, mode="linear_ramp"), np.pad([1, 3], 1, mode="maximum"))
