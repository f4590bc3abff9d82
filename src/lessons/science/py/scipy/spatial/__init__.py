"""Distances between sets of points."""
from scipy.spatial import distance
from scipy.spatial._matrix import distance_matrix, minkowski_distance, minkowski_distance_p
from scipy.spatial._tree import KDTree, cKDTree

__all__ = ['KDTree', 'cKDTree', 'distance', 'distance_matrix', 'minkowski_distance', 'minkowski_distance_p']
