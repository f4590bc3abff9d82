"""Values between given ones: along one axis, on grids and between scattered points."""
from scipy._older import open_places as _open_places
from scipy.interpolate._bsplines import BSpline, make_interp_spline, make_lsq_spline
from scipy.interpolate._grids import NearestNDInterpolator, RBFInterpolator, Rbf, RectBivariateSpline, RegularGridInterpolator, griddata, interpn
from scipy.interpolate._one import interp1d
from scipy.interpolate._pieces import Akima1DInterpolator, CubicHermiteSpline, CubicSpline, PPoly, PchipInterpolator, pchip_interpolate
from scipy.interpolate._smooth import InterpolatedUnivariateSpline, LSQUnivariateSpline, UnivariateSpline, insert, spalde, splantider, splder, splev, splint, splprep, splrep, sproot
from scipy.interpolate._triangles import CloughTocher2DInterpolator, LinearNDInterpolator
from scipy.interpolate._through import BarycentricInterpolator, KroghInterpolator, barycentric_interpolate, krogh_interpolate, lagrange

pchip = PchipInterpolator
__all__ = [name for name in globals() if not name.startswith('_')]
_open_places('interpolate')
