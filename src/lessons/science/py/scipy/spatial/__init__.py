"""Distances between sets of points."""
from scipy.spatial import distance
from scipy.spatial._matrix import distance_matrix, minkowski_distance, minkowski_distance_p

__all__ = ['distance', 'distance_matrix', 'minkowski_distance', 'minkowski_distance_p']
