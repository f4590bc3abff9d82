# Moments of samples in full, and a search's result whose arrays stand in tuples and dicts
import numpy as np
from scipy import optimize, stats

print(optimize.minimize(lambda x: (x[0] - 1) ** 2 + x[1] ** 2, [1, 1.0], method='Nelder-Mead'))
print(optimize.OptimizeResult(a=(np.array([1.123456789, 2]), 3), b=[np.array([1.123456789]), 1.23456789], c=1.23456789, dd={'x': np.array([1.123456789]), 'long': np.eye(3)},
                              e=np.float64(1.23456789012), g=np.arange(3), h={'a': {'b': np.eye(2), 'cc': 1}}))
for seed in range(6):
    x = np.random.RandomState(seed).gamma(2, 3, (50 + seed * 7, 3))
    print(stats.describe(x))
    print(stats.describe(x[:, 0], ddof=0), repr(stats.skew(x[:, 1])), repr(stats.kurtosis(x[:, 1])))
    print(repr(stats.skew(x, bias=False)), repr(stats.kurtosis(x, bias=False, fisher=False)), stats.moment(x[:, 2], [2, 3, 4, 5, 6]).tolist())
print(stats.describe([1, 2, 3, 4]), stats.describe(np.arange(12.0).reshape(3, 4), axis=None))
