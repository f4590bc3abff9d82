"""The few of mx.test_utils that lessons use."""
import _tensor

from .context import cpu, current_context


def default_context():
    return current_context()


def list_gpus():
    return list(range(_tensor.gpu_count()))


def assert_almost_equal(a, b, rtol=1e-5, atol=1e-20, **_):
    import numpy
    a, b = (x.asnumpy() if hasattr(x, 'asnumpy') else numpy.array(x) for x in (a, b))
    wrong = abs(a - b) > atol + rtol * abs(b)
    if wrong.any():
        raise AssertionError(f'{a}\nis not\n{b}\nwithin rtol={rtol}, atol={atol}')


def same(a, b):
    import numpy
    return bool(numpy.array_equal(*(x.asnumpy() if hasattr(x, 'asnumpy') else x for x in (a, b))))


def almost_equal(a, b, rtol=1e-5, atol=1e-20, **_):
    try:
        assert_almost_equal(a, b, rtol, atol)
        return True
    except AssertionError:
        return False
