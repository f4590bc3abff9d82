# Hulls, triangles, cells of the nearest; values between scattered points; pictures read between their places by curves; more shapes in masks.
import numpy as np
from scipy import interpolate, ndimage, spatial

np.set_printoptions(precision=4, suppress=True)
points = np.array([[0, 0], [0, 1.1], [1, 0], [1, 1.05], [0.45, 0.5], [2, 0.3], [1.6, 1.9]])
hull = spatial.ConvexHull(points)
print(round(hull.volume, 6), round(hull.area, 6), sorted(hull.vertices.tolist()), np.sort(np.sort(hull.simplices, 1).view('i4,i4').ravel()).tolist(), hull.nsimplex)
cube = np.random.RandomState(1).rand(40, 3)
hull = spatial.ConvexHull(cube)
print(round(hull.volume, 6), round(hull.area, 6), sorted(hull.vertices.tolist()), len(hull.simplices))
tri = spatial.Delaunay(points)
print(sorted(map(sorted, tri.simplices.tolist())), sorted(map(sorted, tri.convex_hull.tolist())), tri.find_simplex([[0.1, 0.2], [5, 5]]) >= 0, (tri.neighbors == -1).sum())
vor = spatial.Voronoi(points)
order = np.lexsort(vor.vertices.T)
print(vor.vertices[order], sorted(map(sorted, vor.ridge_points.tolist())), [len(vor.regions[k]) for k in vor.point_region], sum(-1 in r for r in vor.ridge_vertices))
print(spatial.geometric_slerp([1, 0], [0, 1], [0, 0.5, 1]), *[np.round(part, 4) for part in spatial.procrustes(points[:4], points[:4] * 2 + 1)[1:]])
half = spatial.HalfspaceIntersection(np.array([[-1, 0.0, 0.0], [0, -1, 0], [2, 1, -4], [-0.5, 1, -2]]), np.array([0.5, 0.5]))
print(np.round(half.intersections[np.lexsort(np.round(half.intersections, 6).T)], 4) + 0.0)
values = np.sin(points[:, 0]) + points[:, 1] ** 2
places = np.array([[0.3, 0.3], [0.9, 0.7], [1.5, 1.0], [9, 9]])
for method in ('nearest', 'linear', 'cubic'):
    print(method, interpolate.griddata(points, values, places, method=method, fill_value=-1))
print(interpolate.LinearNDInterpolator(points, np.column_stack([values, -values]))(0.5, 0.4), interpolate.CloughTocher2DInterpolator(points, values)([[0.5, 0.4], [1.2, 0.6]]))
a = np.arange(12.0).reshape(4, 3) ** 1.3
for mode in ('constant', 'nearest', 'mirror', 'wrap', 'grid-wrap'):
    print(mode, ndimage.map_coordinates(a, [[0.5, 2.2, 3.4, -0.6], [0.5, 1.1, 0.2, 1.7]], order=3, mode=mode), ndimage.map_coordinates(a, [[0.5, 2.2], [0.5, 1.1]], order=2, mode=mode))
print(ndimage.rotate(a, 30), ndimage.zoom(a, 1.7), ndimage.shift(a, (0.5, 0.2)), ndimage.affine_transform(a, [[0.9, 0.1], [0, 1.1]], order=4).round(4) + 0.0, ndimage.spline_filter(a), ndimage.geometric_transform(a, lambda at: (at[0] - 0.5, at[1] - 0.5)), sep='\n')
mask = np.zeros((7, 7), int)
mask[1:6, 1:6] = mask[3, 6] = 1
mask[3, 3] = 0
print(ndimage.binary_propagation(np.eye(7, dtype=int)[3:4].repeat(7, 0) * mask, mask=mask).astype(int), ndimage.binary_hit_or_miss(mask, np.ones((2, 2))).astype(int), ndimage.iterate_structure(ndimage.generate_binary_structure(2, 1), 2).astype(int), sep='\n')
grey = np.random.RandomState(2).randint(0, 9, (6, 6))
for of in (ndimage.white_tophat, ndimage.black_tophat, ndimage.morphological_gradient, ndimage.morphological_laplace):
    print(of.__name__, of(grey, size=3))
marks = np.zeros((6, 6), int)
marks[0, 0], marks[5, 5] = 1, 2
print(ndimage.distance_transform_cdt(mask), ndimage.distance_transform_cdt(mask, 'taxicab'), ndimage.maximum_filter1d(grey, 3), ndimage.median(grey, grey > 4, [0, 1]), ndimage.maximum_position(grey), ndimage.extrema(grey), ndimage.histogram(grey, 0, 9, 3), sep='\n')
print(ndimage.labeled_comprehension(grey, grey % 3, [0, 1, 2], np.mean, float, 0), ndimage.fourier_gaussian(np.fft.fft2(grey), 2)[:2, :2], ndimage.fourier_shift(np.fft.fft2(grey), 1.5)[:2, :2], ndimage.generic_gradient_magnitude(grey.astype(float), ndimage.sobel), sep='\n')
for broken in (lambda: spatial.ConvexHull([[0, 0.0], [1, 1], [np.nan, 2]]), lambda: ndimage.rotate(a, 10, order=7), lambda: ndimage.watershed_ift(grey, marks), lambda: interpolate.griddata(points, values, places, method='none')):
    try:
        print(broken())
    except (ValueError, RuntimeError, TypeError) as e:
        print(type(e).__name__, e)
