"""Values between given ones, along one axis."""
from scipy.interpolate._one import CubicSpline, interp1d

__all__ = ['CubicSpline', 'interp1d']
