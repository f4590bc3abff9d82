# Parts of arrays of objects, which are no complex numbers for NumPy; whole numbers of the older call.
import numpy as np
a = np.array([[1, '2'], [3 + 4j, None]], dtype=object)
print(a.real is not None, a.real.tolist(), a.imag.tolist(), a.imag.dtype, a.imag.flags.writeable, np.isreal(a).tolist(), np.iscomplex(a).tolist())
print(np.array([]).astype(object).imag, np.array(5, dtype=object).imag, np.array([1, 2], dtype=object)[::-1].real.tolist())
np.random.seed(1)
print(type(np.random.random_integers(5)).__name__, np.random.random_integers(2, 6, 4).tolist(), type(np.random.randint(5)).__name__)
