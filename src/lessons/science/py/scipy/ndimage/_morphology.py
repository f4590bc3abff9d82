"""More shapes: hats and gradients of grey, propagation and hits of masks, floods from markers, distances counted in steps, filters of a program's own along lines, measures of parts."""
from collections import deque

import numpy as np

from scipy.ndimage._filters import _put, maximum_filter, minimum_filter
from scipy.ndimage._shapes import binary_dilation, binary_erosion, generate_binary_structure, grey_closing, grey_dilation, grey_erosion, grey_opening


def binary_propagation(input, structure=None, mask=None, output=None, border_value=0, origin=0):
    """Dilation within a mask until nothing changes."""
    return binary_dilation(input, structure, -1, mask, output, border_value, origin)


def binary_hit_or_miss(input, structure1=None, structure2=None, output=None, origin1=0, origin2=None):
    """Where one structure fits in what is set and another in what is not."""
    first = np.asarray(generate_binary_structure(np.ndim(input), 1) if structure1 is None else structure1, dtype=bool)
    second = np.logical_not(first) if structure2 is None else np.asarray(structure2, dtype=bool)
    found = binary_erosion(input, first, origin=origin1)
    clear = binary_erosion(np.asarray(input) == 0, second, border_value=1, origin=origin1 if origin2 is None else origin2)
    return _put(found & clear, np.asarray(found), output)


def iterate_structure(structure, iterations, origin=None):
    """A structure dilated with itself."""
    structure = np.asarray(structure)
    if iterations < 2:
        return structure.copy()
    n = iterations - 1
    made = np.zeros([k + n * (k - 1) for k in structure.shape], bool)
    made[tuple(slice(n * (k // 2), n * (k // 2) + k) for k in structure.shape)] = structure != 0
    made = binary_dilation(made, structure, iterations=n)
    return made if origin is None else (made, [iterations * o for o in (origin if np.iterable(origin) else [origin] * structure.ndim)])


def white_tophat(input, size=None, footprint=None, structure=None, output=None, mode='reflect', cval=0.0, origin=0):
    """What an opening takes away."""
    x = np.asarray(input)
    opened = grey_opening(x, size, footprint, structure, None, mode, cval, origin)
    return _put(np.bitwise_xor(x, opened) if x.dtype == bool else x - opened, x, output)


def black_tophat(input, size=None, footprint=None, structure=None, output=None, mode='reflect', cval=0.0, origin=0):
    """What a closing adds."""
    x = np.asarray(input)
    closed = grey_closing(x, size, footprint, structure, None, mode, cval, origin)
    return _put(np.bitwise_xor(closed, x) if x.dtype == bool else closed - x, x, output)


def morphological_gradient(input, size=None, footprint=None, structure=None, output=None, mode='reflect', cval=0.0, origin=0):
    """Dilation less erosion."""
    x = np.asarray(input)
    return _put(grey_dilation(x, size, footprint, structure, None, mode, cval, origin) - grey_erosion(x, size, footprint, structure, None, mode, cval, origin), x, output)


def morphological_laplace(input, size=None, footprint=None, structure=None, output=None, mode='reflect', cval=0.0, origin=0):
    """Dilation and erosion less twice the input."""
    x = np.asarray(input)
    return _put(grey_dilation(x, size, footprint, structure, None, mode, cval, origin) + grey_erosion(x, size, footprint, structure, None, mode, cval, origin) - 2 * x, x, output)


def _along(of):
    def filter1d(input, size, axis=-1, output=None, mode='reflect', cval=0.0, origin=0):
        x = np.asarray(input)
        shape = [1] * x.ndim
        shape[axis] = size
        return of(x, size=tuple(shape), output=output, mode=mode, cval=cval, origin=[origin if i == axis % x.ndim else 0 for i in range(x.ndim)])
    return filter1d


maximum_filter1d, minimum_filter1d = _along(maximum_filter), _along(minimum_filter)
_PADS = {'reflect': 'symmetric', 'mirror': 'reflect', 'nearest': 'edge', 'wrap': 'wrap', 'constant': 'constant', 'grid-mirror': 'symmetric', 'grid-wrap': 'wrap', 'grid-constant': 'constant'}


def generic_filter1d(input, function, filter_size, axis=-1, output=None, mode='reflect', cval=0.0, origin=0, extra_arguments=(), extra_keywords={}):
    """A program's own function over each line: it gets the line with its edges, and fills the one that comes out."""
    x = np.asarray(input)
    if filter_size < 1:
        raise RuntimeError('invalid filter size')
    left = filter_size // 2 + origin
    if left < 0 or filter_size // 2 + origin >= filter_size:
        raise ValueError('invalid origin')
    rows = np.moveaxis(x.astype(float), axis, -1)
    made = np.empty(rows.shape)
    for at in np.ndindex(*rows.shape[:-1]):
        wide = np.pad(rows[at], (left, filter_size - 1 - left), mode=_PADS[mode], **({'constant_values': cval} if 'constant' in mode else {}))
        line = np.empty(rows.shape[-1])
        function(wide, line, *extra_arguments, **extra_keywords)
        made[at] = line
    return _put(np.moveaxis(made, -1, axis), x, output)


def generic_laplace(input, derivative2, output=None, mode='reflect', cval=0.0, extra_arguments=(), extra_keywords=None):
    """The sum of second derivatives along all axes, by a function."""
    x = np.asarray(input)
    total = sum(np.asarray(derivative2(x, axis, output, mode, cval, *extra_arguments, **(extra_keywords or {}))) for axis in range(x.ndim))
    return _put(total, x, output)


def generic_gradient_magnitude(input, derivative, output=None, mode='reflect', cval=0.0, extra_arguments=(), extra_keywords=None):
    """The length of the gradient, by a function along each axis."""
    x = np.asarray(input)
    total = sum(np.asarray(derivative(x, axis, output, mode, cval, *extra_arguments, **(extra_keywords or {}))).astype(float) ** 2 for axis in range(x.ndim))
    return _put(np.sqrt(total), x, output)


def watershed_ift(input, markers, structure=None, output=None):
    """Markers that flood a picture, the low places first (by the image foresting transform)."""
    x, marks = np.asarray(input), np.asarray(markers)
    if x.dtype not in (np.uint8, np.uint16):
        raise TypeError('only 8 and 16 unsigned inputs are supported')
    near = np.asarray(generate_binary_structure(x.ndim, 1) if structure is None else structure, dtype=bool)
    steps = [np.array(at) - np.array(near.shape) // 2 for at in np.argwhere(near) if np.any(at != np.array(near.shape) // 2)]
    made, cost = marks.astype(np.result_type(marks.dtype, np.int8)).copy(), np.full(x.shape, 1 << 20, dtype=np.int64)
    front, back = [], []
    for at in np.ndindex(*x.shape):
        if marks[at] != 0:
            cost[at] = 0
            (front if marks[at] > 0 else back).append(at)
    queues = [deque() for _ in range(int(x.max(initial=0)) + 2)]
    queues[0].extend(front)
    queues[0].extend(back)
    done, level = np.zeros(x.shape, bool), 0
    while level < len(queues):
        if not queues[level]:
            level += 1
            continue
        at = queues[level].popleft()
        if done[at]:
            continue
        done[at] = True
        for step in steps:
            there = tuple(np.array(at) + step)
            if any(k < 0 or k >= n for k, n in zip(there, x.shape)) or done[there]:
                continue
            high = max(cost[at], abs(int(x[there]) - int(x[at])))
            if high < cost[there]:
                cost[there], made[there] = high, made[at]
                queues[high].append(there)
    return _put(made, made, output)


def _place(of):
    def position(input, labels=None, index=None):
        x = np.asarray(input)
        if labels is None:
            return tuple(int(k) for k in np.unravel_index(of(x), x.shape))
        labels = np.broadcast_to(labels, x.shape)
        wanted = [index] if index is None or np.ndim(index) == 0 else list(index)
        found = []
        for k in wanted:
            inside = labels > 0 if k is None else labels == k
            values = np.where(inside, x.astype(float), -np.inf if of is np.argmax else np.inf)
            found.append(tuple(int(i) for i in np.unravel_index(of(values), x.shape)))
        return found[0] if index is None or np.ndim(index) == 0 else found
    return position


maximum_position, minimum_position = _place(np.argmax), _place(np.argmin)


def extrema(input, labels=None, index=None):
    """Least, greatest, and where they are."""
    from scipy.ndimage._shapes import maximum, minimum
    return minimum(input, labels, index), maximum(input, labels, index), minimum_position(input, labels, index), maximum_position(input, labels, index)


def labeled_comprehension(input, labels, index, func, out_dtype, default, pass_positions=False):
    """A function of each part."""
    x = np.asarray(input)
    places = np.arange(x.size).reshape(x.shape)
    labels = np.ones(x.shape, int) if labels is None else np.broadcast_to(labels, x.shape)
    if index is None:
        inside = labels > 0
        return out_dtype(func(x[inside], places[inside]) if pass_positions else func(x[inside])) if callable(out_dtype) else func(x[inside])
    one = np.ndim(index) == 0
    made = np.full(np.shape(np.atleast_1d(index)), default, dtype=out_dtype)
    for i, k in enumerate(np.atleast_1d(index).ravel()):
        inside = labels == k
        if inside.any():
            made.flat[i] = func(x[inside], places[inside]) if pass_positions else func(x[inside])
    return made[0] if one else made


def median(input, labels=None, index=None):
    """The median of each part."""
    x = np.asarray(input)
    if labels is None:
        return np.median(x)
    return labeled_comprehension(x, labels, index, np.median, np.float64, 0.0)


def histogram(input, min, max, bins, labels=None, index=None):
    """The histogram of each part."""
    edges = np.linspace(min, max, bins + 1)
    count = lambda values: np.histogram(values, edges)[0]
    if labels is None:
        return count(np.ravel(input))
    x, labels = np.asarray(input), np.broadcast_to(labels, np.shape(input))
    if index is None:
        return count(x[labels > 0])
    found = [count(x[labels == k]) for k in np.atleast_1d(index)]
    return found[0] if np.ndim(index) == 0 else found


def value_indices(arr, *, ignore_value=None):
    """Where each value is."""
    arr = np.asarray(arr)
    if arr.dtype.kind not in 'iu':
        raise ValueError('Parameter \'arr\' must be an integer array')
    return {value: np.nonzero(arr == value) for value in np.unique(arr) if value != ignore_value}


def distance_transform_cdt(input, metric='chessboard', return_distances=True, return_indices=False, distances=None, indices=None):
    """How many steps it is to the nearest zero."""
    x = np.asarray(input) != 0
    rank = x.ndim
    if isinstance(metric, str):
        names = {'taxicab': 1, 'cityblock': 1, 'manhattan': 1, 'chessboard': rank}
        if metric not in names:
            raise ValueError('invalid metric provided')
        metric = generate_binary_structure(rank, names[metric])
    made, inside, steps = np.where(x, -1, 0).astype(np.int32), x.copy(), 0
    while inside.any():
        smaller = binary_erosion(inside, np.asarray(metric, dtype=bool), border_value=1)
        steps += 1
        made[inside & ~smaller] = steps
        if np.array_equal(smaller, inside):
            break
        inside = smaller
    return made


def distance_transform_bf(input, metric='euclidean', sampling=None, return_distances=True, return_indices=False, distances=None, indices=None):
    """The same, by trying all."""
    from scipy.ndimage._shapes import distance_transform_edt
    if metric == 'euclidean':
        return distance_transform_edt(input, sampling)
    return distance_transform_cdt(input, metric).astype(np.uint32)


def _in_waves(shape, n, axis):
    """The frequencies along each axis of a transform."""
    found = []
    for i, size in enumerate(shape):
        whole = n if n >= 0 and i == axis % len(shape) else size
        f = np.fft.rfftfreq(n)[:size] if n >= 0 and i == axis % len(shape) else np.fft.fftfreq(whole)
        found.append(f.reshape([-1 if k == i else 1 for k in range(len(shape))]))
    return found


def _waved(of):
    def fourier(input, size, n=-1, axis=-1, output=None):
        x = np.asarray(input)
        made = x.astype(np.result_type(x.dtype, float))
        for f, s in zip(_in_waves(x.shape, n, axis), np.broadcast_to(size, x.ndim)):
            made = made * of(f, s)
        return _put(made, made, output)
    return fourier


fourier_gaussian = _waved(lambda f, s: np.exp(-2 * (np.pi * f * s) ** 2))
fourier_uniform = _waved(lambda f, s: np.sinc(f * s))
fourier_shift = _waved(lambda f, s: np.exp(-2j * np.pi * f * s))
