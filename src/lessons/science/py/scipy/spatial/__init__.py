"""Distances between sets of points."""
from scipy._older import open_places as _open_places
from scipy.spatial import distance
from scipy.spatial._hulls import (ConvexHull, Delaunay, HalfspaceIntersection, QhullError, Voronoi, convex_hull_plot_2d, delaunay_plot_2d, geometric_slerp, procrustes, tsearch, voronoi_plot_2d)
from scipy.spatial._matrix import distance_matrix, minkowski_distance, minkowski_distance_p
from scipy.spatial._tree import KDTree, cKDTree

__all__ = ['ConvexHull', 'Delaunay', 'HalfspaceIntersection', 'QhullError', 'Voronoi', 'convex_hull_plot_2d', 'delaunay_plot_2d', 'geometric_slerp', 'procrustes', 'tsearch', 'voronoi_plot_2d', 'KDTree', 'cKDTree', 'distance', 'distance_matrix', 'minkowski_distance', 'minkowski_distance_p']


def __getattr__(name):
    if name == 'transform':
        import importlib
        return importlib.import_module('scipy.spatial.transform')
    raise AttributeError(f"module 'scipy.spatial' has no attribute {name!r}")


_open_places('spatial')
