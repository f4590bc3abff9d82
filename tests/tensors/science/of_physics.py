# scipy.special: Bessel's functions, Airy's, elliptic integrals, exponential ones, zeta, Lambert's W, orthogonal polynomials
import warnings

import numpy as np
from scipy import special as sp

warnings.simplefilter('ignore')
x = np.array([0.0, 1e-3, 0.3, 1.0, 2.5, 4.9, 7.0, 15.0, 60.0])


def show(name, *values):
    print(name, *(['%.8g' % (v + 0.0) for v in np.ravel(value)] if np.isrealobj(value) else [f'{v.real:.8g} {v.imag:.8g}' for v in np.ravel(value)] for value in values))


for v in (0, 1, 2, 5, 0.5, 1 / 3, 2.7):
    show(f'order {v:.3g}', sp.jv(v, x), sp.yv(v, x), sp.iv(v, x[:8]), sp.kv(v, x))
show('named', sp.j0(x), sp.j1(x), sp.y0(x), sp.y1(x), sp.i0(x[:8]), sp.i1(x[:8]), sp.k0(x), sp.k1(x), sp.jn(3, x), sp.yn(2, x), sp.kn(2, x))
show('negative', sp.jv([-1, -2, 0, 1], -2.5), sp.jv(0.5, -1.0), sp.yv(0, -1.0), sp.iv(1, -2.0), sp.jv(-0.5, [0.5, 3.0]))
show('slopes', sp.jvp(1, x), sp.yvp(1, x[1:]), sp.ivp(0, x[:8]), sp.kvp(0, x[1:]), sp.jvp(2, 1.5, 2), sp.ive(0, x), sp.kve(1, x[1:]), sp.i0e(x), sp.i1e(x))
show('spherical', sp.spherical_jn(0, x), sp.spherical_jn(2, x), sp.spherical_yn(1, x[1:]), sp.spherical_jn(1, 2.0, derivative=True))
show('zeros', sp.jn_zeros(0, 4), sp.jn_zeros(3, 3), sp.yn_zeros(0, 3), sp.jnp_zeros(1, 3))
show('airy', *sp.airy(np.array([-12.0, -5, -2.3, -0.5, 0, 0.7, 3, 6])), *sp.airy(1.0))
show('fresnel', *sp.fresnel(np.array([-2.0, 0, 0.5, 1.3, 5, 12, 40])))
m = np.array([-3.0, 0, 0.2, 0.5, 0.99, 1, 1.5])
show('elliptic', sp.ellipk(m), sp.ellipe(m), sp.ellipkm1(0.3), sp.ellipkinc([0.4, 2.0, -1.0, 8.0], 0.6), sp.ellipeinc([0.4, 2.0, -1.0, 8.0], 0.6), *sp.ellipj([0.3, 1.2, -4.0], 0.7))
show('exponential', sp.expn([0, 1, 2, 3, 1, 5], [0.5, 0.5, 1.5, 0.0, 12.0, 0.2]), sp.exp1([0.1, 2.0]), sp.expi([-1.0, 0.5, 3.0, 60.0]), *sp.sici([-1.0, 0.0, 0.5, 30.0]))
show('zeta', sp.zeta([2, 3, 1.5, 10, 1]), sp.zeta(2, [1, 2.5, 0.3]), sp.zeta(3.0, 1))
show('lambertw', sp.lambertw([0, 1, -0.2, 10, 1e5, 3 + 4j]), sp.lambertw(-0.2, k=-1), sp.lambertw(-0.35), sp.lambertw(-0.36, -1))
at = np.array([-0.9, -0.2, 0.0, 0.5, 1.0, 2.0])
for name in ('legendre', 'chebyt', 'chebyu', 'hermite', 'hermitenorm', 'laguerre'):
    show(name, getattr(sp, 'eval_' + name)(4, at), getattr(sp, 'eval_' + name)([0, 1, 2], 0.3))
show('generalized', sp.eval_genlaguerre(3, 1.5, at))
for name in ('legendre', 'chebyt', 'hermite', 'laguerre'):
    show(name, getattr(sp, name)(3).coef, getattr(sp, name)(3)(at), getattr(sp, 'roots_' + name)(4)[0], getattr(sp, 'roots_' + name)(4)[1], getattr(sp, name)(3, monic=True).coef)
show('associated', sp.lpmv([0, 1, 2, -1], 3, 0.4), sp.sph_harm([0, 1, -1, 2], [1, 1, 2, 2], 0.3, 1.1))
