"""Assertions about arrays."""
import math
import _numpy
from _numpy import asarray, ndarray
from .._calculus import isclose, array_equal
from .._text import array_repr, array2string
from perch.only import only


def _shown(x):
    x = asarray(x)
    return array_repr(x) if x.ndim else "array(%s)" % x


def _excerpt(value, precision):
    """The value's text; of more than four lines the first three."""
    text = array_repr(value, precision=precision) if isinstance(value, ndarray) else repr(value)
    lines = text.splitlines()
    return text if len(lines) < 5 else "\n".join(lines[:3]) + "..."


def build_err_msg(arrays, err_msg, header="Items are not equal:", verbose=True, names=("ACTUAL", "DESIRED"), precision=8):
    beside = len(header) + len(err_msg) < 79 and "\n" not in err_msg       # there is room for it behind the header
    lines = ["", header + (err_msg and (" " if beside else "\n") + err_msg)]
    if verbose:
        lines += [" %s: %s" % (name, _excerpt(value, precision)) for name, value in zip(names, arrays)]
    return "\n".join(lines)


def _compare(x, y, near, err_msg, verbose, header, precision=6, equal_nan=True, equal_inf=True, strict=False):
    x, y = asarray(x), asarray(y)

    def fail(reason):
        text = build_err_msg([x, y], (err_msg or "") + "\n" + reason, verbose=verbose, header=header, names=("x", "y"), precision=precision)
        raise AssertionError(text)
    cond = (x.shape == () or y.shape == ()) or x.shape == y.shape
    if not cond:
        fail("(shapes %s, %s mismatch)" % (x.shape, y.shape))
    xv, yv = (x, y) if x.shape and y.shape or x.shape == y.shape else (x + 0 * y, y + 0 * x)
    flagged = None
    if equal_nan and (xv.dtype.kind == "f" or yv.dtype.kind == "f"):
        xn, yn = _numpy.isnan(xv), _numpy.isnan(yv)
        if not _numpy.all(xn == yn):
            fail("x and y nan location mismatch:")
        flagged = asarray(xn)
        if equal_inf:
            for v, name in ((float("inf"), "+inf"), (float("-inf"), "-inf")):
                if not _numpy.all((xv == v) == (yv == v)):
                    fail("x and y %s location mismatch:" % name)
                flagged = flagged | (xv == v)
    if flagged is not None and _numpy.any(flagged):
        keep = ~flagged
        xv, yv = asarray(xv)[keep], asarray(yv)[keep]
    good = asarray(near(xv, yv))
    if _numpy.all(good):
        return
    bad = int(good.size - int(good.sum()))
    total = good.size
    remarks = ["Mismatched elements: %d / %d (%.3g%%)" % (bad, total, 100 * bad / total)]
    a, b = asarray(xv), asarray(yv)
    if a.dtype.kind != "b":
        error = _numpy.absolute(a - b)
        biggest = error.max()
        remarks.append("Max absolute difference: " + array2string(biggest))
        nonzero = b != 0
        if _numpy.all(~nonzero):
            rel = array2string(asarray(float("inf")))
        else:
            rel = array2string((asarray(error)[nonzero] / _numpy.absolute(b[nonzero])).max() if asarray(b).ndim else error / _numpy.absolute(b))
        remarks.append("Max relative difference: " + rel)
    fail("\n".join(remarks))


def assert_array_compare(comparison, x, y, err_msg="", verbose=True, header="", precision=6, equal_nan=True, equal_inf=True):
    _compare(x, y, comparison, err_msg, verbose, header, precision, equal_nan, equal_inf)


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg="", verbose=True):
    def near(x, y):
        return isclose(x, y, rtol=rtol, atol=atol, equal_nan=equal_nan)
    header = "Not equal to tolerance rtol=%g, atol=%g" % (rtol, atol)
    _compare(asarray(actual), asarray(desired), near, str(err_msg), verbose, header, equal_nan=equal_nan)


def assert_array_equal(x, y, err_msg="", verbose=True, *, strict=False):
    only('np.testing.assert_array_equal', strict=(strict, False))
    _compare(x, y, lambda a, b: a == b, err_msg, verbose, "Arrays are not equal")


def assert_array_almost_equal(x, y, decimal=6, err_msg="", verbose=True):
    def near(a, b):
        return _numpy.absolute(a - b) < 1.5 * 10.0 ** -decimal
    _compare(x, y, near, err_msg, verbose, "Arrays are not almost equal to %d decimals" % decimal, precision=decimal)


def assert_almost_equal(actual, desired, decimal=7, err_msg="", verbose=True):
    if isinstance(actual, (ndarray, tuple, list)) or isinstance(desired, (ndarray, tuple, list)):
        return assert_array_almost_equal(actual, desired, decimal, err_msg)
    if actual != actual and desired != desired or actual == desired:
        return
    if not (math.isfinite(actual) and math.isfinite(desired)) or abs(desired - actual) >= 1.5 * 10.0 ** -decimal:
        raise AssertionError(build_err_msg([actual, desired], err_msg, verbose=verbose, header="Arrays are not almost equal to %d decimals" % decimal))


def assert_equal(actual, desired, err_msg="", verbose=True):
    if isinstance(desired, dict):
        if not isinstance(actual, dict):
            raise AssertionError(repr(type(actual)))
        assert_equal(len(actual), len(desired), err_msg, verbose)
        for k in desired:
            if k not in actual:
                raise AssertionError(repr(k))
            assert_equal(actual[k], desired[k], "key=%r\n%s" % (k, err_msg), verbose)
        return
    if isinstance(desired, (list, tuple)) and isinstance(actual, (list, tuple)):
        assert_equal(len(actual), len(desired), err_msg, verbose)
        for k in range(len(desired)):
            assert_equal(actual[k], desired[k], "item=%r\n%s" % (k, err_msg), verbose)
        return
    if isinstance(actual, ndarray) or isinstance(desired, ndarray):
        return assert_array_equal(actual, desired, err_msg, verbose)
    if actual != actual and desired != desired:
        return
    if not actual == desired:
        raise AssertionError(build_err_msg([actual, desired], err_msg, verbose=verbose))


def assert_(val, msg=""):
    if not val:
        raise AssertionError(msg() if callable(msg) else msg)


def assert_array_less(x, y, err_msg="", verbose=True):
    _compare(x, y, lambda a, b: a < b, err_msg, verbose, "Arrays are not less-ordered", equal_inf=False)


def assert_raises(exception_class, *args, **kwargs):
    import unittest
    return unittest.TestCase().assertRaises(exception_class, *args, **kwargs)


def assert_raises_regex(exception_class, expected_regexp, *args, **kwargs):
    import unittest
    return unittest.TestCase().assertRaisesRegex(exception_class, expected_regexp, *args, **kwargs)


def assert_approx_equal(actual, desired, significant=7, err_msg="", verbose=True):
    if actual == desired:
        return
    scale = 10 ** math.floor(math.log10(0.5 * (abs(desired) + abs(actual))))
    if abs(desired / scale - actual / scale) >= 10.0 ** -(significant - 1):
        raise AssertionError(build_err_msg([actual, desired], err_msg, header="Items are not equal to %d significant digits:" % significant, verbose=verbose))
