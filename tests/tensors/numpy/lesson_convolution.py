"""Windows over an array, as views of strides and as sums of shifted slices."""
import numpy as np


def windows(field, shape):
    """All windows of a shape, in an array with two more axes."""
    rows, columns = (length - window + 1 for length, window in zip(field.shape, shape))
    at = np.arange(rows)[:, None, None, None] + np.arange(shape[0])[:, None], np.arange(columns)[:, None, None] + np.arange(shape[1])
    return field[at]


def weighed(field, kernel):
    out = np.zeros([length - window + 1 for length, window in zip(field.shape, kernel.shape)])
    for (down, right), weight in np.ndenumerate(kernel):
        out += weight * field[down:down + out.shape[0], right:right + out.shape[1]]
    return out


field = np.array([[3., 0, 2, 1, 7], [1, 1, 5, 8, 0], [4, 6, 2, 2, 9], [0, 1, 3, 3, 4]])
for kernel in (np.array([[1., 2], [0, -1]]), np.array([[-1., 0, 1]]), np.ones((3, 1)) / 4, np.eye(3)):
    by_view = (windows(field, kernel.shape) * kernel).sum(axis=(2, 3))
    print(weighed(field, kernel), (by_view == weighed(field, kernel)).all())
print(windows(field, (2, 2)).max(axis=(2, 3)), windows(field, (4, 2)).mean(axis=(2, 3)), windows(field, (3, 3)).shape)
print(windows(np.pad(field, 1), (3, 3))[::2, ::3].min(axis=(-2, -1)))
