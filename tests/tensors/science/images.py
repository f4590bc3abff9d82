"""scipy.ndimage: filters and their ends, shapes, measures, arrays read at other places."""
import numpy as np
from scipy import ndimage as nd
rng = np.random.RandomState(0); x = rng.rand(6, 7); k = rng.randint(0, 9, (5, 6)); m = rng.rand(7, 8) > .45
r = lambda a: print(np.round(a, 4).tolist(), getattr(a, 'dtype', ''))
for mode in 'reflect', 'constant', 'nearest', 'mirror', 'wrap': r(nd.gaussian_filter(x, 1.2, mode=mode)[0]); r(nd.correlate1d(k, [1, 2, 4], mode=mode, cval=1)[0]); r(nd.median_filter(k, 3, mode=mode)[0]); r(nd.uniform_filter(x, (3, 4), mode=mode)[0])
r(nd.gaussian_filter(x, (1, .5), order=(0, 1))); r(nd.gaussian_filter1d(x, 1., axis=0, order=2)); r(nd.gaussian_filter(k, 1)); r(nd.gaussian_filter(x.astype('f4'), 1)); r(nd.gaussian_filter(x, 1, truncate=2.)); r(nd.sobel(x)); r(nd.sobel(k, axis=0)); r(nd.prewitt(x, 0)); r(nd.laplace(x)); r(nd.gaussian_laplace(x, 1)); r(nd.gaussian_gradient_magnitude(x, 1))
w = np.array([[1, 2, 0], [0, 1, -1], [3, 0, 1]]); r(nd.correlate(x, w)); r(nd.convolve(x, w)); r(nd.convolve(k, w[:2, :2])); r(nd.convolve1d(x, [1, 2, 3, 4])); r(nd.convolve(x, w, mode='constant', cval=2., origin=1))
r(nd.maximum_filter(x, 3)); r(nd.minimum_filter(k, (2, 3))); r(nd.maximum_filter(x, footprint=w > 0)); r(nd.rank_filter(k, -2, size=3)); r(nd.percentile_filter(x, 30, size=3)); r(nd.generic_filter(x, np.ptp, size=3))
for s in None, np.ones((3, 3)): l, n = nd.label(m, structure=s); print(n, l.tolist(), l.dtype, nd.find_objects(l)[:2]); r(np.array(nd.sum(np.ones(m.shape), l, range(1, n + 1)))); r(np.array(nd.center_of_mass(m, l, [1, 2])))
print(nd.center_of_mass(k), nd.mean(k, k > 3), nd.maximum(k), nd.minimum(k, k > 3, [0, 1]), np.round(nd.standard_deviation(k), 4), np.round(nd.variance(k, k > 4), 4), nd.sum(k))
for f in nd.binary_erosion, nd.binary_dilation, nd.binary_opening, nd.binary_closing: print(f(m).astype(int).tolist(), f(m, structure=np.ones((3, 3))).sum(), f(m, iterations=2).sum(), f(m, structure=np.ones((2, 2))).sum())
print(nd.binary_fill_holes(m).sum(), nd.generate_binary_structure(2, 1).tolist(), nd.grey_erosion(k, 3).tolist(), nd.grey_dilation(k, (2, 2)).tolist(), nd.grey_opening(k, 3).sum(), nd.grey_closing(k, 3).sum())
r(nd.distance_transform_edt(m)); d, i = nd.distance_transform_edt(m, sampling=[1, 2], return_indices=True); r(d); print(i.shape, i.dtype)
for o in 0, 1: r(nd.zoom(x, 1.7, order=o)); r(nd.shift(x, (.6, -1.3), order=o)); r(nd.rotate(x, 30, order=o)); r(nd.rotate(x, 30, reshape=False, order=o, mode='nearest')); r(nd.affine_transform(x, [[1, .2], [0, .9]], offset=[.31, .12], order=o, mode='mirror'))
for mode in 'reflect', 'constant', 'nearest', 'mirror', 'grid-constant', 'grid-wrap': r(nd.map_coordinates(x, [[-1.2, 0, 2.5, 7.3], [0.5, -2.2, 3.5, 1]], order=1, mode=mode))
r(nd.rotate(k, 90)); r(nd.shift(k, (1, -2), cval=-1)); r(nd.zoom(k, 2, order=0)); r(nd.zoom(x, .5, order=1, grid_mode=True, mode='nearest'))
for f in (lambda: nd.gaussian_filter(x, [1, 2, 3]), lambda: nd.correlate(x, [1, 2]), lambda: nd.median_filter(x), lambda: nd.gaussian_filter(x, 1, mode='x'), lambda: nd.label(m, structure=np.ones((5, 5))), lambda: nd.uniform_filter1d(x, 0), lambda: nd.rank_filter(x, 20, size=3), lambda: nd.map_coordinates(x, [[1]], order=1), lambda: nd.rotate([1, 2], 3), lambda: nd.zoom(x, 2, order=7)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
