# scipy.special: hypergeometric functions, Tricomi's, the gamma function's logarithm of complex numbers
import warnings

import numpy as np
from scipy import special as sp

warnings.simplefilter('ignore')


def show(name, found):
    print(name, *['%.7g' % (x + 0.0) if np.isrealobj(found) else '%.6g %.6g' % (x.real, x.imag) for x in np.ravel(found)])


x = np.array([-50.0, -5, -1.5, -0.3, 0, 0.4, 1, 3, 20, 100])
for a, b in ((1, 2), (0.5, 1.5), (-2, 3), (2.5, 0.7), (-0.5, 1.2), (3, 3)):
    show(f'1f1 {a} {b}', sp.hyp1f1(a, b, x))
    show('u', sp.hyperu(a, b, [0.1, 1, 3, 20]))
show('0f1', sp.hyp0f1([0.5, 1, 2.5], [[-3.0], [0.7], [10]]))
y = np.array([-30.0, -2, -0.9, -0.2, 0, 0.3, 0.8, 0.97, 0.999, 1])
for a, b, c in ((1, 1, 2), (0.5, 1, 1.5), (2, 3, 7.2), (-3, 2, 1.5), (0.3, 0.7, 1), (1.5, 2.5, 2.5), (2, 1.2, 1.1)):
    show(f'2f1 {a} {b} {c}', sp.hyp2f1(a, b, c, y))
show('complex', sp.hyp2f1(0.5, 1.2, 2.3, np.array([0.3 + 0.4j, -2 + 1j, 3 + 2j, 1 + 0.2j])))
show('loggamma', sp.loggamma(np.array([0.3 + 1j, 5 - 2j, -2.5 + 0.5j, -3.2 - 4j, 30j, 0.1 - 0.01j])))
show('of numbers', sp.loggamma([0.5, 3.0, -1.5]))
