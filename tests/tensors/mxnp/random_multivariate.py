"""mx.np.random.multivariate_normal: numbers of a generator that no seed reaches, multiplied by the root's transpose; shapes that broadcast, and what is refused."""
from mxnet import np, npx, random

npx.set_np()
random.seed(3)
mean, cov = np.array([1., -2.]), np.array([[2., .5], [.5, 1.]])


def told(make):
    try:
        print(make().asnumpy().round(4).tolist())
    except Exception as error:
        print(type(error).__name__, str(error).strip().split('\n')[-1].split('ValueError: ')[-1] if not isinstance(error, AssertionError) else error)


for size in (None, 3, (2,), (2, 2), ()):
    told(lambda: np.random.multivariate_normal(mean, cov, size))
    told(lambda: np.random.normal(size=2))
random.seed(3)
told(lambda: np.random.multivariate_normal(mean, cov))
told(lambda: np.random.multivariate_normal(np.zeros((3, 2)), cov))
told(lambda: np.random.multivariate_normal(mean, np.stack([cov, cov * 2])))
told(lambda: np.random.multivariate_normal(np.zeros((3, 2)), np.stack([cov, cov * 2, cov * 3]), size=(2,)))
told(lambda: np.random.multivariate_normal([1., 2.], cov))
told(lambda: np.random.multivariate_normal(mean, [[1., 0.], [0., 1.]]))
told(lambda: np.random.multivariate_normal(mean, cov, check_valid='warn', tol=1e-8))
told(lambda: np.random.multivariate_normal(mean, cov))
