"""mx.test_utils that run symbols: gradients beside differences, results beside expected ones, what they say and leave behind."""
import os
import warnings

import mxnet as mx
import numpy as np
from mxnet.test_utils import *          # noqa: F403

warnings.simplefilter('ignore')
np.random.seed(0)
a, b = mx.sym.var('a'), mx.sym.var('b')
s = a * b
x, y = np.array([[1., 2, 3], [4, 5, 6]]), np.array([[.1, .2, .3], [.4, .5, .6]])


def place():
    """How far the random numbers are."""
    return np.random.get_state()[2]


def attempt(function, *arguments, **named):
    try:
        print(function(*arguments, **named), place())
    except Exception as error:
        print(type(error).__name__, [line for line in str(error).splitlines() if line and 'Traceback' not in line and 'File' not in line][-3:])


attempt(check_numeric_gradient, s, [x, y])
attempt(check_numeric_gradient, s, {'a': x, 'b': y}, grad_nodes=['a'])
attempt(check_numeric_gradient, s, [x, y], grad_nodes={'a': 'add', 'b': 'null'})
attempt(check_numeric_gradient, s, [x, y], grad_nodes=3)
attempt(check_numeric_gradient, s, [x, y], dtype='float64')
attempt(check_numeric_gradient, s, [x, y], dtype=np.float64)
attempt(check_symbolic_forward, s, [x, y], [x * y])
attempt(check_symbolic_backward, s, [x, y], [np.ones((2, 3))], {'a': y, 'b': x})
attempt(check_symbolic_backward, s, [x, y], [np.ones((2, 3))], [y, x], grad_req='add')
attempt(check_symbolic_backward, s, [x, y], [np.ones((2, 3))], [y, x], grad_req='null')
attempt(check_symbolic_backward, s, [x, y], [np.ones((2, 3))], [y, x], grad_req=['write', 'null'])
bn = mx.sym.BatchNorm(a, name='bn', fix_gamma=False)
attempt(check_numeric_gradient, bn, [np.random.rand(4, 3), np.random.rand(3), np.random.rand(3)], [np.zeros(3), np.ones(3)], numeric_eps=1e-2, rtol=0.2, atol=1e-2)
attempt(simple_forward, s, a=x, b=y)
attempt(simple_forward, mx.sym.Group([s, a + b]), a=x, b=y)
attempt(check_symbolic_forward, s, [x, y], [x * y + 1])
attempt(check_symbolic_backward, s, [x, y], [np.ones((2, 3))], [y, x + 1])
attempt(check_numeric_gradient, s, [x])
attempt(check_symbolic_backward, s, [x, y], [np.ones((2, 3))], {'a': y, 'c': x})
print(create_vector(4), create_2d_tensor(3, 2), assign_each(x, lambda v: v * 2), assign_each2(x, y, lambda v, w: v - w), same_symbol_structure(a + b, b + a), same_symbol_structure(a + b, a * b))
setenv('PERCH_TEST_NAME', '1')
print(getenv('PERCH_TEST_NAME'), getenv('PERCH_TEST_NO'), effective_dtype(mx.nd.ones(1)))
setenv('PERCH_TEST_NAME', None)
print(getenv('PERCH_TEST_NAME'), 'PERCH_TEST_NAME' in os.environ)
print(type(check_speed(s, location={'a': x, 'b': y}, N=2)).__name__, type(check_speed(s, N=2, typ='forward', a=(2, 3), b=(2, 3))).__name__)
attempt(check_speed, s, N=2, typ='both', a=(2, 3), b=(2, 3))
r = np.arange(30.).reshape(5, 6)
for one, other, named in ((r, r + 1, {}), (r, np.where(r % 7 == 0, r + 1, r), {}), (r.astype('f'), r.astype('f') + 1, {'mismatches': (3, 3)}), (np.arange(5), np.arange(5) + 1, {}), (np.arange(2000.), np.arange(2000.) + 1, {}),
                          (mx.nd.ones(3), mx.nd.zeros(3), {}), (np.float32(1.), np.float32(2.), {}), (r, np.where(r == 3, np.nan, r), {})):
    try:
        assert_almost_equal(one, other, **named)
    except AssertionError as error:
        print(error)
print(np.arange(10.))
