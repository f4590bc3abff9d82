# scipy.interpolate: pieces of polynomials, B-splines, smoothing splines, one polynomial through all points, grids, radial functions
import warnings

import numpy as np
from scipy import interpolate as I

np.set_printoptions(precision=5, suppress=True, linewidth=120)
x = np.array([0.0, 0.7, 1.5, 2.0, 3.1, 4.0, 5.2, 6.0])
y = np.sin(x) + 0.1 * x
at = np.linspace(-0.5, 6.5, 9)


def show(name, *values):
    print(name, *((np.round(np.asarray(v, dtype=float), 6) + 0.0).tolist() if not isinstance(v, (str, tuple, type(None))) else v for v in values))


def refused(name, f):
    try:
        show(name, f())
    except Exception as e:
        print(name, type(e).__name__, str(e).split('\n')[0])


# pieces
spline = I.CubicSpline(x, y)
for bc in ('not-a-knot', 'natural', 'clamped', ((1, 0.5), (2, 0.1)), ('natural', 'not-a-knot'), ((2, 1.0), 'clamped')):
    made = I.CubicSpline(x, y, bc_type=bc)
    show(str(bc), made(at), made(at, 1), made(at, nu=2))
around = np.r_[y[:-1], y[0]]
made = I.CubicSpline(x, around, bc_type='periodic')
show('periodic', made(at), made(at + 12, 1), made.integrate(-1, 15))
show('derivative', spline.derivative()(at), spline.derivative(2)(at), spline.derivative().roots(), spline.roots(), spline.solve(0.5), spline.derivative().roots(extrapolate=False))
show('integral', spline.antiderivative()(at), spline.integrate(0.3, 5), spline.integrate(5, 0.3), spline.integrate(-1, 7))
two = I.CubicSpline(x, np.stack([y, y ** 2], axis=1))
show('columns', two(at), two.c.shape, two.roots()[0], two.roots()[1])
rows = I.CubicSpline(x, np.stack([y, y ** 2]), axis=1)
show('rows', rows(at[:3]), rows(at[:4].reshape(2, 2)).shape)
for kind in (I.PchipInterpolator, I.Akima1DInterpolator):
    made = kind(x, y)
    show(kind.__name__, made(at), made(at, nu=1), made.derivative()(at), made.integrate(0.5, 4.5))
show('pchip of two', I.PchipInterpolator([0, 1], [2, 5])(at), I.pchip_interpolate(x, y, at), I.pchip_interpolate(x, y, at, der=1))
show('hermite', I.CubicHermiteSpline(x, y, np.cos(x))(at), I.CubicHermiteSpline(x, y, np.cos(x)).c.shape)
pieces = I.PPoly(np.array([[1.0, -1], [0, 2], [-0.5, 0.25]]), [0, 1, 2])
show('PPoly', pieces(at), pieces.roots(), pieces.antiderivative()(at), pieces.integrate(0, 2), pieces(at, extrapolate=False), pieces.derivative(1)(at, extrapolate='periodic'))
for c, b in ((np.zeros((2, 3)), [0, 1]), (np.zeros(3), [0, 1]), (np.zeros((2, 1)), [0]), (np.zeros((1, 2)), [0, 2, 1])):
    refused('bad PPoly', lambda: I.PPoly(c, b))
for bad in (([1, 2, 2], [1, 2, 3]), ([1, 2], [1, 2, 3]), ([1], [1]), ([1, 2, 3], [1, np.nan, 3])):
    refused('bad points', lambda: I.CubicSpline(*bad)(1.0))
refused('bad ends', lambda: I.CubicSpline(x, y, bc_type='odd')(1))
refused('bad ends', lambda: I.CubicSpline(x, y, bc_type=((3, 1), (1, 1)))(1))

# B-splines
for k in (0, 1, 2, 3, 5):
    made = I.make_interp_spline(x, y, k=k)
    show(f'k={k}', made(at), made.t, made.c)
    if k:
        show('  slope', made.derivative()(at), made(at, nu=min(k, 2)), made.integrate(0, 5), made.antiderivative()(at))
for bc in ('natural', 'clamped', 'not-a-knot', ([(1, 0.5)], [(2, 0.0)]), (None, None)):
    made = I.make_interp_spline(x, y, bc_type=bc)
    show(str(bc), made(at), made.t)
show('two columns', I.make_interp_spline(x, np.stack([y, -y], axis=1))(at), I.make_interp_spline(x, np.stack([y, -y]), axis=1)(at))
closed = I.make_interp_spline(x, around, bc_type='periodic')
show('closed', closed(at), closed.extrapolate)
b = I.BSpline([0, 1, 2, 3, 4, 5, 6], [-1, 2, 0, -1], 2)
show('BSpline', b(2.5), b(at), b(at, extrapolate=False), b(at, 1), b.integrate(1, 4), b.tck[2], b.derivative()(at), b(at, extrapolate='periodic'))
show('element', I.BSpline.basis_element([0, 1, 2, 3, 4])(at), I.BSpline.basis_element([0, 1, 1, 2])(at, extrapolate=False))
show('matrix', I.BSpline.design_matrix([0.5, 1.2], [0, 0, 0, 1, 2, 2, 2], 2).toarray())
show('near', I.make_lsq_spline(x, y, [0, 0, 0, 0, 3, 6, 6, 6, 6])(at), I.make_lsq_spline(x, y, [0, 0, 3, 6, 6], k=1, w=np.arange(1, 9))(at))
show('from_spline', I.PPoly.from_spline(I.make_interp_spline(x, y))(at))
for bad in (lambda: I.BSpline([0, 1, 2], [1, 2], 2), lambda: I.BSpline([0, 2, 1, 3], [1, 2], 1), lambda: I.make_interp_spline([1, 1, 2], [1, 2, 3], k=1), lambda: I.make_interp_spline([1, 2], [1, 2], k=3),
            lambda: I.make_interp_spline(x, y[:3]), lambda: I.make_interp_spline(x, y, bc_type='odd'), lambda: b.derivative(3), lambda: I.make_interp_spline(x, y, k=4)):
    refused('bad spline', bad)

# smoothing splines
rng = np.random.RandomState(1)
u = np.linspace(0, 3, 40)
v = np.exp(-u * u) + 0.1 * rng.randn(40)
for k in (1, 2, 3, 4, 5):
    made = I.UnivariateSpline(x, y, k=k, s=0)
    show(f'through {k}', made(at), made.get_knots(), made.get_coeffs())
for s in (0.2, 0.3, 0.4, 1.0, 40):
    made = I.UnivariateSpline(u, v, s=s)
    show(f's={s}', len(made.get_knots()), round(made.get_residual(), 3), np.round(made(u[::6]), 3))
made = I.UnivariateSpline(x, y, s=0)
show('of it', made.integral(1, 2), made.derivatives(1.0), made.roots(), made.derivative()(at), made.antiderivative()(at), made(at, ext=1), made(at, ext='const'), made(at, nu=1))
made = I.InterpolatedUnivariateSpline(x, y, k=2)
show('interpolated', made(at), made.get_residual())
show('lsq', I.LSQUnivariateSpline(u, v, [1, 2])(u[::8]), I.LSQUnivariateSpline(u, v, [1, 2]).get_knots())
tck = I.splrep(x, y)
show('splrep', *tck[:2], tck[2], I.splev(at, tck), I.splev(at, tck, der=1), I.splev(at, tck, ext=1), I.splint(1, 3, tck), I.sproot(tck))
show('spalde', I.spalde(1.5, tck), I.splev(at, I.splder(tck)), I.splev(at, I.splantider(tck)), I.splev(at, I.insert(2.5, tck)))
show('smoothed', I.splev(u[::8], I.splrep(u, v, s=0.4)), I.splev(u[::8], I.splrep(u, v, w=np.full(40, 10.0))), I.splev(u[::8], I.splrep(u, v, t=[1, 2])))
(knots, c, k), where = I.splprep([np.cos(x), np.sin(x)], s=0)
show('splprep', knots, where, *I.splev(np.linspace(0, 1, 5), (knots, c, k)))
for bad in (lambda: I.UnivariateSpline(x, y[:3]), lambda: I.UnivariateSpline(x[::-1], y), lambda: I.UnivariateSpline(x, y, k=6), lambda: I.splrep(x, y, k=7), lambda: I.splrep(x[:3], y[:3]),
            lambda: I.splev(at, tck, der=5), lambda: I.UnivariateSpline(x, y, s=-1), lambda: I.UnivariateSpline(x, y, ext='odd'), lambda: I.sproot(I.splrep(x, y, k=2))):
    refused('bad smoothing', bad)

# one polynomial
show('barycentric', I.BarycentricInterpolator(x, y)(at), I.barycentric_interpolate(x, y, at), I.BarycentricInterpolator(x, np.stack([y, y * 2], axis=1))(at), I.BarycentricInterpolator(x, y)(x))
show('krogh', I.KroghInterpolator(x, y)(at), I.KroghInterpolator([0, 0, 1], [0, 2, 3])(at), I.KroghInterpolator(x, y).derivatives(1.0)[:4], I.krogh_interpolate(x, y, at, der=1), I.KroghInterpolator(x, y).derivative(2.0))
show('lagrange', I.lagrange([0, 1, 2, 4], [1, 3, 2, 5]).coef)

# interp1d
for kind in ('zero', 'slinear', 'quadratic', 'cubic', 'linear', 'nearest', 'previous', 'next', 5, 2):
    show(f'interp1d {kind}', I.interp1d(x, y, kind=kind)(at[1:-1]), I.interp1d(x, np.stack([y, -y]), kind=kind, bounds_error=False, fill_value=(0, 9))(at))
show('beyond', I.interp1d(x, y, kind='quadratic', fill_value='extrapolate')(at), I.interp1d(x[::-1], y[::-1], kind='cubic')(at[2:4]))
refused('few', lambda: I.interp1d([1, 2, 3], [1, 2, 3], kind='cubic'))
refused('odd', lambda: I.interp1d(x, y, kind='odd'))
refused('outside', lambda: I.interp1d(x, y, kind='quadratic')(7))

# grids
g = np.linspace(0, 3, 5), np.linspace(0, 2, 6)
z = np.sin(g[0])[:, None] * np.cos(g[1])
q = np.array([[0.5, 0.5], [1.7, 1.9], [2.9, 0.1]])
for method in ('linear', 'nearest', 'slinear', 'cubic'):
    show(f'grid {method}', I.RegularGridInterpolator(g, z, method=method)(q), I.interpn(g, z, q, method=method))
show('outside', I.RegularGridInterpolator(g, z, bounds_error=False)([[9, 9], [1, 1]]), I.RegularGridInterpolator(g, z, bounds_error=False, fill_value=None)([[4, 1], [1, 1]]), I.RegularGridInterpolator(g, z)((0.5, 0.5)),
     I.RegularGridInterpolator(g, z)((np.zeros((2, 2)), np.ones((2, 2)))))
refused('outside', lambda: I.RegularGridInterpolator(g, z)([[9, 9]]))
refused('size', lambda: I.RegularGridInterpolator(g, z[:3])([[9, 9]]))
refused('method', lambda: I.RegularGridInterpolator(g, z, method='odd'))
plane = I.RectBivariateSpline(*g, z)
show('plane', plane([0.5, 1.5], [0.5, 1.0, 1.5]), plane.ev([0.5, 1.5], [0.5, 1.0]), plane([0.5], [0.5], dx=1))
points = rng.rand(12, 2)
show('nearest', I.griddata(points, points[:, 0] * 2, q / 3, method='nearest'), I.NearestNDInterpolator(points, np.arange(12))(q / 3), I.griddata(x, y, at[1:4], method='cubic'), I.griddata(x, y, at[1:4]))
for kernel in ('thin_plate_spline', 'linear', 'cubic', 'quintic'):
    show(kernel, I.RBFInterpolator(points, points[:, 0] ** 2, kernel=kernel)(q / 3))
show('gaussian', I.RBFInterpolator(points, points[:, :1] * [1, 2], kernel='gaussian', epsilon=3, smoothing=0.1)(q / 3))
show('Rbf', I.Rbf(x, y)(at), I.Rbf(x, y, function='gaussian')(at), I.Rbf(points[:, 0], points[:, 1], points[:, 0], function='linear')(q[:, 0] / 3, q[:, 1] / 3))
