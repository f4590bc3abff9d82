"""Integrals of samples: by straight lines, by parabolas, by Romberg's table."""
import numpy as np


def _steps(y, x, dx, axis):
    """The distances between samples, along the last axis."""
    if x is None:
        return np.asarray(dx)
    x = np.asarray(x)
    if x.ndim == 1:
        if x.shape[0] != y.shape[axis]:
            raise ValueError('If given, length of x along axis must be the same as y.')
        return np.diff(x)
    if x.shape != y.shape:
        raise ValueError('If given, shape of x must be 1-D or the same as y.')
    return np.diff(np.moveaxis(x, axis, -1), axis=-1)


def trapezoid(y, x=None, dx=1.0, axis=-1):
    """By straight lines between the samples."""
    y = np.asarray(y)
    rows = np.moveaxis(y, axis, -1)
    found = (_steps(y, x, dx, axis) * (rows[..., 1:] + rows[..., :-1]) / 2.0).sum(axis=-1)
    return found


def cumulative_trapezoid(y, x=None, dx=1.0, axis=-1, initial=None):
    """The same up to each sample."""
    y = np.asarray(y)
    rows = np.moveaxis(y, axis, -1)
    steps = _steps(y, x, dx, axis)
    found = np.cumsum(steps * (rows[..., 1:] + rows[..., :-1]) / 2.0, axis=-1)
    if initial is not None:
        if not np.isscalar(initial):
            raise ValueError('`initial` parameter should be a scalar.')
        found = np.concatenate([np.full((*found.shape[:-1], 1), initial, dtype=found.dtype), found], axis=-1)
    return np.moveaxis(found, -1, axis)


def _parabolas(rows, steps):
    """Two steps at a time, of an odd number of samples."""
    if steps.ndim == 0:
        return (rows[..., :-2:2] + 4 * rows[..., 1::2] + rows[..., 2::2]).sum(axis=-1) * steps / 3.0
    first, second = steps[..., ::2].astype(float), steps[..., 1::2].astype(float)
    whole, product = first + second, first * second
    ratio = np.true_divide(first, second, out=np.zeros_like(first), where=second != 0)
    back = np.true_divide(1.0, ratio, out=np.zeros_like(ratio), where=ratio != 0)
    middle = np.true_divide(whole * whole, product, out=np.zeros_like(whole), where=product != 0)
    return (whole / 6.0 * (rows[..., :-2:2] * (2.0 - back) + rows[..., 1::2] * middle + rows[..., 2::2] * (2.0 - ratio))).sum(axis=-1)


def simpson(y, x=None, dx=1.0, axis=-1, even='avg'):
    """By parabolas through three samples each; of an even number of samples one step is left for a straight line: the last ('first'), the first ('last'), or the mean of both."""
    y = np.asarray(y)
    rows, steps = np.moveaxis(y, axis, -1), _steps(y, x, dx, axis)
    if rows.shape[-1] % 2:
        return _parabolas(rows, steps)
    if even not in ('avg', 'last', 'first'):
        raise ValueError("Parameter 'even' must be 'avg', 'last', or 'first'.")
    one = steps.ndim == 0
    found = 0.0
    if even in ('avg', 'first'):
        found = found + _parabolas(rows[..., :-1], steps if one else steps[..., :-1]) + 0.5 * (steps if one else steps[..., -1]) * (rows[..., -1] + rows[..., -2])
    if even in ('avg', 'last'):
        found = found + _parabolas(rows[..., 1:], steps if one else steps[..., 1:]) + 0.5 * (steps if one else steps[..., 0]) * (rows[..., 1] + rows[..., 0])
    return found / 2.0 if even == 'avg' else found


def romb(y, dx=1.0, axis=-1, show=False):
    """Romberg's: of 2 ** k + 1 samples."""
    rows = np.moveaxis(np.asarray(y), axis, -1)
    many = rows.shape[-1] - 1
    if many < 1 or many & (many - 1):
        raise ValueError('Number of samples must be one plus a non-negative power of 2.')
    step, width, table = many, float(dx) * many, []
    while step:
        line = [(rows[..., ::step].sum(axis=-1) - 0.5 * (rows[..., 0] + rows[..., -1])) * width * step / many]
        for k, above in enumerate(table[-1] if table else ()):
            line.append(line[k] + (line[k] - above) / (4 ** (k + 1) - 1))
        table.append(line)
        step //= 2
    if show:
        print('\n'.join(' '.join('%8.5f' % value for value in line) for line in table))
    return table[-1][-1]


trapz, cumtrapz, simps = trapezoid, cumulative_trapezoid, simpson
