"""numpy.testing."""
import numpy as np

from numpy.testing import assert_allclose, assert_array_equal, assert_almost_equal, assert_equal, assert_array_almost_equal, assert_raises, assert_array_less
assert_allclose([1.0, 2], [1, 2 + 1e-9])
assert_array_equal([1, 2], np.array([1, 2]))
assert_almost_equal(1.0, 1.00000001)
assert_equal([1, {"a": 2}], [1, {"a": 2}])
assert_array_almost_equal([1, 2], [1, 2.00000001])
assert_array_less([1, 2], [2, 3])
assert_allclose(np.nan, np.nan)
with assert_raises(ValueError):
    np.zeros(3).reshape(2)
def attempt(f, *args, **kwargs):
    try:
        f(*args, **kwargs)
        print("passed")
    except AssertionError as e:
        print(e)
attempt(assert_allclose, [1.0, 2], [1, 3])
attempt(assert_array_equal, [1, 2, 3], [1, 2, 4])
attempt(assert_array_equal, [1, 2], [1, 2, 3])
attempt(assert_almost_equal, 1.0, 1.1)
attempt(assert_equal, 1, 2)
attempt(assert_allclose, [np.nan, 1], [1, 1])
attempt(assert_array_almost_equal, [1.0, 2], [1, 2.1], decimal=3)
attempt(assert_allclose, 1.0, 1.5, rtol=0.1)
