from mxnet import np, npx
import mxnet as mx

npx.set_np()


def show(make):
    try:
        print(make())
    except Exception as e:
        print(type(e).__name__)


x = np.array([[1., -2, 3], [-4, 5, 6]])
for order in (None, 'fro', 1, -1, 2, float('inf'), -float('inf')):
    for axis in (None, (0, 1), (1, 0), 0, 1, -1):
        for keepdims in (False, True):
            def norm():
                found = np.linalg.norm(x, ord=order, axis=axis, keepdims=keepdims)
                return order, axis, found.shape, (found * 1000).asnumpy().round().tolist()
            if not (order in (float('inf'), -float('inf')) and isinstance(axis, int)) and not (order in (-1, 2, 'fro') and axis is None) and not (order in (2, -1) and isinstance(axis, tuple)) and not (order == 'fro' and isinstance(axis, int)):
                show(norm)
for a, b in ((np.array([1., 2]), np.array([3., 4])), (x, np.array([1., 4, 2])), (x, x)):
    show(lambda: np.inner(a, b))
    show(lambda: np.outer(a, b))
    show(lambda: np.vdot(a, b) if a.ndim == b.ndim == 1 else '')
mx.random.seed(3)
low, high = np.array([0., 10.]), np.array([1., 12.])
for name, draw in (('uniform', lambda **k: np.random.uniform(low, high, **k)), ('uniform one', lambda **k: np.random.uniform(low, 20., **k)), ('normal', lambda **k: np.random.normal(low, 0.01, **k)), ('numbers', lambda **k: np.random.uniform(3., 4., **k)),
                   ('no numbers', lambda **k: np.random.uniform(**k)), ('normal no numbers', lambda **k: np.random.normal(**k)), ('gamma', lambda **k: np.random.gamma(2.0, 1.0, **k))):
    for size in (None, (500, 2), (2,)):
        x = draw(size=size)
        print(name, size, x.shape, x.dtype, bool((x >= -6).all()), [round(float(v)) for v in (x.reshape(-1, 2).mean(0) if size == (500, 2) and low.shape and name in ('normal',) else [])])
x = np.random.uniform(low, high, size=(1000, 2)).asnumpy()
print((x >= [0, 10]).all(), (x <= [1, 12]).all(), abs(x.mean(0) - [.5, 11]).max() < 0.1)
for name, draw, loc, scale in (('normal', lambda: np.random.normal(np.array([1.]), 2., size=(4000,)), 1, 2), ('normal of arrays', lambda: np.random.normal(np.array([1.]), np.array([2.]), size=(4000,)), 1, 2), ('normal of numbers', lambda: np.random.normal(1, 2, size=4000), 1, 2),
                               ('randn', lambda: np.random.randn(4000), 0, 1), ('plain', lambda: np.random.normal(size=4000), 0, 1), ('rand', lambda: np.random.rand(4000), .5, .289), ('exponential', lambda: np.random.exponential(2., size=4000), 2, 2), ('gamma', lambda: np.random.gamma(4., .5, size=4000), 2, 1)):
    x = draw().asnumpy()
    print(name, x.shape, abs(x.mean() - loc) < 0.2, abs(x.std() - scale) < 0.2)
