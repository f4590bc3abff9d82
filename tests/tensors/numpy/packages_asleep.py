"""Packages that numpy imports and few programs look into: what is seen of them at the first look, wherever it comes from."""
import sys
import numpy as np

print(sorted(n for n in ('numpy.ma', 'numpy.fft', 'numpy.random', 'numpy.polynomial', 'numpy.ctypeslib') if n in sys.modules), sys.modules['numpy.ma'] is np.ma)
print(np.fft.__name__, np.fft.__package__, np.polynomial.__path__[0].endswith('polynomial'), np.ma.__doc__.strip().split('\n')[0], repr(np.random)[:22])
import numpy.polynomial.chebyshev as cheb
from numpy.ma import masked_array, core
import numpy.random.mtrand
from numpy.random import default_rng
print(cheb.chebval(0.5, [1, 2, 3]), cheb is np.polynomial.chebyshev, masked_array([1, 2], [0, 1]), core is np.ma.core, core is sys.modules['numpy.ma.core'])
print(type(default_rng(1)).__name__, np.random.mtrand is numpy.random.mtrand, np.random.RandomState is numpy.random.mtrand.RandomState)
print(np.fft.fft([1.0, 2, 3, 4]), 'fftn' in dir(np.fft), 'rfft' in vars(np.fft), hasattr(np.fft, 'nothing'), [n for n in dir(np.polynomial) if n[0] == 'H'])
np.random.seed(3)
print(np.random.rand(2), np.random.get_state()[0], np.ctypeslib.as_ctypes(np.arange(3, dtype=np.int32))[2])
try:
    np.ma.nothing
except AttributeError as e:
    print(e)
