"""scipy.special: functions that are others put together."""
import warnings

import numpy as np
from scipy import special as s
warnings.simplefilter('ignore')

def show(name, *args):
    with np.errstate(all='ignore'):
        found = getattr(s, name)(*args)
    print(name, np.asarray(found).shape, ['%.7g' % x if not isinstance(x, complex) else '%.6g %.6g' % (x.real, x.imag) for x in np.ravel(np.where(np.abs(found) < 1e-12, 0, found)).tolist()])

x = np.array([0.2, 0.9, 2.5, 7.0])
p = np.array([0.05, 0.3, 0.6, 0.975])
for name, args in (('stdtr', (4, [-2.0, 0, 0.5, 3])), ('stdtrit', (5, p)), ('chdtr', (3, x)), ('chdtrc', (3, x)), ('chdtri', (3, p)), ('fdtr', (3, 10, x)), ('fdtrc', (3, 10, x)), ('fdtri', (3, 10, p)),
                   ('gdtr', (2, 3, x)), ('gdtrc', (2, 3, x)), ('btdtr', (2, 3, p)), ('btdtri', (2, 3, p)), ('bdtr', ([0, 2, 3, 5], 5, 0.3)), ('bdtrc', ([0, 2, 3, 5], 5, 0.3)), ('nbdtr', ([0, 1, 4, 9], 3, 0.4)),
                   ('pdtr', ([0, 1, 2, 5], 1.5)), ('pdtrc', ([0, 1, 2, 5], 1.5)), ('kolmogorov', ([0, 0.3, 0.8, 1.0, 2.0],)), ('boxcox', (x, 0.5)), ('boxcox', (x, 0)), ('boxcox1p', (x, 2.0)), ('inv_boxcox', (x, 0.5)),
                   ('inv_boxcox', (x, 0)), ('inv_boxcox1p', (x, 0.5)), ('exprel', ([0, 1e-18, 1e-5, 1, -3],)), ('cosm1', ([0, 1e-9, 1, 3],)), ('powm1', (x, 0.01)), ('huber', (1.5, [-3, -1, 0, 2.0])),
                   ('pseudo_huber', (1.5, [-3, -1, 0, 2.0])), ('radian', (90, 30, 30)), ('sindg', ([0, 30, 90, 180, 270, 360, 45],)), ('cosdg', ([0, 60, 90, 180, 270, -90],)), ('tandg', ([0, 45, 135, 180],)),
                   ('rgamma', ([0.5, 3, 0, -1, -1.5],)), ('gammasgn', ([0.5, -0.5, -1.5, -2.5],)), ('poch', ([0.5, 3.0], [2, 2.5])), ('polygamma', (1, x)), ('polygamma', (2, x)), ('polygamma', (0, x)), ('polygamma', ([1, 2], 3.0)),
                   ('zetac', ([2.0, 3, 10],)), ('sinc', (x,)), ('diric', (np.array([0, 0.5, 2, 2 * np.pi, 4 * np.pi]), 4)), ('diric', (np.array([0, 0.5, 2, 2 * np.pi]), 5)), ('factorial2', (7,)), ('factorial2', ([3, 4, 8],)),
                   ('factorialk', (10, 3)), ('hankel1', (1, x)), ('hankel2', (0.5, x)), ('k0e', (x,)), ('k1e', (x,)), ('spherical_in', (1, x)), ('spherical_in', (2, x, True)), ('spherical_kn', (1, x)),
                   ('spherical_kn', (2, x, True)), ('owens_t', ([0.5, 1.0, 3.0], [0.3, 1.0, 2.0]))):
    show(name, *args)
print(s.factorial2(9, exact=True), s.factorialk(-5, 2), s.factorialk(0, 3))
