"""scipy.stats: tables of counts (contingency), limits of means and spreads."""
import re
import warnings

import numpy as np
from scipy import stats
warnings.simplefilter('ignore')

def show(x):
    print(re.sub(r'-?\d+\.\d+(e-?\d+)?', lambda m: '%.6g' % float(m.group()), repr(x)))

def t(f):
    try:
        show(f())
    except Exception as e:
        print(type(e).__name__, e)

r = np.random.RandomState(3)
a, b = r.randn(25) * 2 + 1, r.randn(30) + 1.5
C = stats.contingency
t(lambda: C.crosstab(['a', 'b', 'a', 'a'], [1, 1, 2, 1]))
t(lambda: C.crosstab([1, 2, 2], [3, 3, 4], levels=([1, 2, 9], None)))
t(lambda: C.expected_freq([[10, 20, 30], [6, 9, 17]]))
t(lambda: [m.tolist() for m in C.margins(np.array([[10, 20, 30], [6, 9, 17]]))])
for method in ('cramer', 'tschuprow', 'pearson', 'nope'):
    t(lambda: C.association(np.array([[10, 20, 30], [6, 9, 17]]), method=method))
t(lambda: C.relative_risk(27, 122, 44, 487))
t(lambda: tuple(C.relative_risk(27, 122, 44, 487).confidence_interval(0.95)))
t(lambda: C.relative_risk(5, 3, 1, 2))
t(lambda: C.chi2_contingency([[10, 20], [6, 9]]))
t(lambda: stats.bayes_mvs(a))
t(lambda: stats.bayes_mvs(a, 0.5)[1])
t(lambda: [m.mean() for m in stats.mvsdist(a)])
