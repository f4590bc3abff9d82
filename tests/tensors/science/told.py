"""scipy.stats: what tests say in full, with what they say besides; fits between bounds."""
import re

import numpy as np
from scipy import integrate, stats

def show(x):
    print(re.sub(r'-?\d+\.\d+(e-?\d+)?', lambda m: '%.7g' % float(m.group()), repr(x)))

np.random.seed(1)
a, b = 5 * np.random.randn(30) + 50, 5 * np.random.randn(30) + 51
for r in (stats.ttest_rel(a, b), stats.ttest_1samp(a, 50), stats.ttest_1samp(a, 50, alternative='less'), stats.ttest_ind(a, b), stats.linregress(a, b), stats.anderson(a), stats.anderson(a, 'expon'),
          stats.kstest(a, 'norm', args=(50, 5)), stats.pearsonr(a, b), stats.spearmanr(a, b), stats.kendalltau(a, b)):
    show(r)
    print(len(r))
r = stats.ttest_rel(a, b)
show(r.df)
show(tuple(r.confidence_interval()))
show(tuple(stats.ttest_1samp(a, 49, alternative='greater').confidence_interval(0.9)))
show(stats.ttest_1samp(np.stack([a, b]), 50, axis=1).df)
statistic, p = r
show((statistic, p))
show(stats.anderson(a).fit_result.params.loc)
print(stats.anderson(a).fit_result.success, stats.anderson(a).fit_result.message)
print(stats.tukey_hsd(a[:10], b[:10], a[10:20]))
show([float(x) for x in stats.linregress([1, 2, 3], [2, 3, 5])[:3]])
show(float(stats.linregress([1, 2, 3], [2, 3, 5]).intercept_stderr))
r = stats.fit(stats.norm, a, [(0, 100), (0, 100)])
print(np.round(r.params, 4), r.success, r.message, '%.4f' % r.nllf(), type(r.params).__name__, r.params._fields)
print(stats.fit(stats.expon, a))
for bad in (lambda: stats.fit(1, a), lambda: stats.fit(stats.norm, a, [(0, 1)] * 4), lambda: stats.fit(stats.gamma, a), lambda: stats.fit(stats.norm, [a, b]), lambda: stats.fit(stats.norm, [1, np.nan])):
    try:
        bad()
    except ValueError as e:
        print(e)
# a peak far from the first points: an error that is as large as can be is no reason to stop
show(float('%.6g' % integrate.quad(lambda x: min(x, 3) * np.exp(-x / 5) / 5, 0, 100000)[0]))
