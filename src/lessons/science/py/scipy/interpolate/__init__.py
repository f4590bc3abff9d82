"""Values between given ones, along one axis."""
from scipy._absent import of as _absent
from scipy.interpolate._one import CubicSpline, interp1d

__all__ = ['CubicSpline', 'interp1d']
__getattr__ = _absent(__name__)
