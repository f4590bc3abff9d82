"""Shapes in masks: what hangs together, grows, shrinks, how far from outside; and what is measured of labelled parts."""
import numpy as np

from scipy.ndimage._filters import _footprint, _put, _windows


def generate_binary_structure(rank, connectivity):
    """The places that count as neighbours."""
    connectivity = max(connectivity, 1)
    if rank < 1:
        return np.array(True)
    return np.abs(np.indices([3] * rank) - 1).sum(axis=0) <= connectivity


def _structure(x, structure):
    structure = generate_binary_structure(x.ndim, 1) if structure is None else np.asarray(structure, bool)
    if structure.ndim != x.ndim:
        raise RuntimeError('structure and input must have same dimensionality')
    return structure


def label(input, structure=None, output=None):
    """(numbers of the parts that hang together, how many)."""
    x = np.asarray(input) != 0
    structure = _structure(x, structure)
    if structure.shape != (3,) * x.ndim:
        raise ValueError('structure dimensions must be equal to 3')
    number = np.arange(1, x.size + 1).reshape(x.shape) * x
    steps = [tuple(at - 1) for at in np.argwhere(structure) if (at != 1).any()]
    parent = np.arange(x.size + 1)

    def top(i):
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i
    for step in steps:
        here = tuple(slice(max(0, -s), n - max(0, s)) for s, n in zip(step, x.shape))
        there = tuple(slice(max(0, s), n - max(0, -s)) for s, n in zip(step, x.shape))
        both = x[here] & x[there]
        for a, b in zip(number[here][both].tolist(), number[there][both].tolist()):
            a, b = top(a), top(b)
            if a != b:
                parent[max(a, b)] = min(a, b)
    roots = np.array([top(i) for i in number[x].tolist()], int)
    found, numbered = np.unique(roots, return_inverse=True)
    made = np.zeros(x.shape, np.int32 if output is None or isinstance(output, np.ndarray) else output)
    made[x] = numbered + 1
    if isinstance(output, np.ndarray):
        output[...] = made
        return len(found)
    return made, len(found)


def find_objects(input, max_label=0):
    """The slices that hold each part."""
    x = np.asarray(input)
    if np.iscomplexobj(x):
        raise TypeError('Complex type not supported')
    found = []
    for i in range(1, (max_label or int(x.max(initial=0))) + 1):
        at = np.nonzero(x == i)
        found.append(tuple(slice(int(a.min()), int(a.max()) + 1) for a in at) if len(at[0]) else None)
    return found


def _moved(x, structure, iterations, mask, output, border, origin, grows):
    structure = _structure(x, structure)
    x = np.asarray(x) != 0
    inside = structure[(slice(None, None, -1),) * x.ndim] if grows else structure
    fixed = x
    while True:
        if grows:
            origins = [-o - (0 if n % 2 else 1) for o, n in zip([origin] * x.ndim if np.isscalar(origin) else origin, structure.shape)]
            near = _windows(x, inside.shape, 'constant', border, origins)[..., inside]
            made = near.any(axis=-1)
        else:
            near = _windows(x, inside.shape, 'constant', border, origin)[..., inside]
            made = near.all(axis=-1)
        if mask is not None:
            made = np.where(np.asarray(mask, bool), made, fixed)
        iterations -= 1
        if iterations == 0 or iterations < 0 and (made == x).all():
            break
        x = made
    if isinstance(output, np.ndarray):
        output[...] = made
        return None
    return made


def binary_erosion(input, structure=None, iterations=1, mask=None, output=None, border_value=0, origin=0, brute_force=False):
    return _moved(np.asarray(input), structure, iterations, mask, output, border_value, origin, False)


def binary_dilation(input, structure=None, iterations=1, mask=None, output=None, border_value=0, origin=0, brute_force=False):
    return _moved(np.asarray(input), structure, iterations, mask, output, border_value, origin, True)


def binary_opening(input, structure=None, iterations=1, output=None, origin=0, mask=None, border_value=0, brute_force=False):
    return binary_dilation(binary_erosion(input, structure, iterations, mask, None, border_value, origin), structure, iterations, mask, output, border_value, origin)


def binary_closing(input, structure=None, iterations=1, output=None, origin=0, mask=None, border_value=0, brute_force=False):
    return binary_erosion(binary_dilation(input, structure, iterations, mask, None, border_value, origin), structure, iterations, mask, output, border_value, origin)


def binary_fill_holes(input, structure=None, output=None, origin=0):
    """What cannot be reached from outside is filled."""
    x = np.asarray(input) != 0
    outside = binary_dilation(np.zeros(x.shape, bool), structure, -1, ~x, None, 1, origin)
    if isinstance(output, np.ndarray):
        output[...] = ~outside
        return None
    return ~outside


def _grey(input, size, footprint, output, mode, cval, origin, largest):
    x = np.asarray(input)
    mask = _footprint(x, size, footprint)
    if largest:
        mask = mask[(slice(None, None, -1),) * x.ndim]
        origin = [-o - (0 if n % 2 else 1) for o, n in zip([origin] * x.ndim if np.isscalar(origin) else origin, mask.shape)]
    near = _windows(x, mask.shape, mode, cval, origin)[..., mask]
    return _put(near.max(axis=-1) if largest else near.min(axis=-1), x, output)


def grey_erosion(input, size=None, footprint=None, structure=None, output=None, mode='reflect', cval=0.0, origin=0):
    return _grey(input, size, footprint if footprint is not None or structure is None else np.ones_like(structure, bool), output, mode, cval, origin, False)


def grey_dilation(input, size=None, footprint=None, structure=None, output=None, mode='reflect', cval=0.0, origin=0):
    return _grey(input, size, footprint if footprint is not None or structure is None else np.ones_like(structure, bool), output, mode, cval, origin, True)


def grey_opening(input, size=None, footprint=None, structure=None, output=None, mode='reflect', cval=0.0, origin=0):
    return grey_dilation(grey_erosion(input, size, footprint, structure, None, mode, cval, origin), size, footprint, structure, output, mode, cval, origin)


def grey_closing(input, size=None, footprint=None, structure=None, output=None, mode='reflect', cval=0.0, origin=0):
    return grey_erosion(grey_dilation(input, size, footprint, structure, None, mode, cval, origin), size, footprint, structure, output, mode, cval, origin)


# -- measures of labelled parts --
def _parts(input, labels, index):
    """[the numbers of a part], and whether one alone was asked for."""
    x = np.asarray(input)
    if labels is None:
        return [x.ravel()], True
    labels = np.broadcast_to(labels, x.shape)
    if index is None:
        return [x[labels > 0]], True
    return [x[labels == i] for i in np.atleast_1d(index)], np.isscalar(index)


def _measure(function, dtype=None):
    def measured(input, labels=None, index=None):
        parts, alone = _parts(input, labels, index)
        found = [function(part) if part.size else 0 for part in parts]
        return found[0] if alone else np.array(found, dtype)
    return measured


sum_labels = sum = _measure(lambda part: part.sum())
mean = _measure(lambda part: part.astype(float).mean())
variance = _measure(lambda part: part.astype(float).var())
standard_deviation = _measure(lambda part: part.astype(float).std())
minimum, maximum = _measure(lambda part: part.min()), _measure(lambda part: part.max())


def center_of_mass(input, labels=None, index=None):
    """The mean place, by weight."""
    x = np.asarray(input)
    grids = np.ogrid[tuple(slice(0, n) for n in x.shape)]
    total = sum_labels(x, labels, index)
    made = [sum_labels(x * grid.astype(float), labels, index) / total for grid in grids]
    return tuple(made) if np.isscalar(made[0]) else [tuple(row) for row in np.array(made).T]


def distance_transform_edt(input, sampling=None, return_distances=True, return_indices=False, distances=None, indices=None):
    """How far each place is from the nearest 0, and where that is: parabolas along one axis after the other."""
    x = np.asarray(input) != 0
    sampling = np.broadcast_to(1.0 if sampling is None else sampling, (x.ndim,))
    best = np.where(x, np.inf, 0.0)
    at = np.indices(x.shape)
    for axis in range(x.ndim):
        many = x.shape[axis]
        rows = np.moveaxis(best, axis, -1)
        gaps = (np.subtract.outer(np.arange(many), np.arange(many)) * sampling[axis]) ** 2
        costs = rows[..., None, :] + gaps
        nearest = costs.argmin(axis=-1)
        best = np.moveaxis(np.take_along_axis(costs, nearest[..., None], -1)[..., 0], -1, axis)
        nearest = np.moveaxis(nearest, -1, axis)
        at = np.stack([np.take_along_axis(part, nearest, axis) for part in at])
    made = np.sqrt(best)
    return (made, at.astype(np.int32)) if return_distances and return_indices else at.astype(np.int32) if return_indices else made
