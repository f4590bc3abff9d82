"""scipy.stats: what is said of samples."""
import numpy as np
from scipy import stats


def show(name, value, digits=8):
    value = np.asarray(value)
    print(name, [float(f'{each:.{digits}g}') for each in value.ravel()], value.shape)


rng = np.random.RandomState(1)
x = rng.randn(30)
y = 2 * x + rng.randn(30)
M = rng.randn(12, 3).round(1)
r = stats.pearsonr(x, y)
show('pearsonr', r)
show('pearsonr', [r.statistic, r.pvalue, r[0], *r.confidence_interval(), *r.confidence_interval(0.8)])
show('pearsonr', stats.pearsonr(x, y, alternative='less'))
show('pearsonr', stats.pearsonr([1, 2, 3], [3, 2, 1.5]))
print(stats.pearsonr([1, 2], [3, 5]))
r = stats.spearmanr(x, y)
show('spearmanr', [r.statistic, r.pvalue, r[0]])
found = stats.spearmanr(M)
show('spearmanr', found[0])
show('spearmanr', found[1])
show('ties', stats.spearmanr([1, 2, 2, 3], [1, 2, 3, 3]))
show('entropy', stats.entropy([0.5, 0.5]))
show('entropy', stats.entropy([1, 2, 3], base=2))
show('entropy', stats.entropy([[1, 2], [3, 4]], axis=1))
show('divergence', stats.entropy([1, 2, 3], [3, 2, 1]))
show('zscore', stats.zscore(M))
show('zscore', stats.zscore([1, 2, 3.5, 9], ddof=1))
show('zscore', stats.zscore([[1, 1], [2, 1]], axis=0))
show('sem', stats.sem(M))
show('skew', stats.skew(M))
show('kurtosis', stats.kurtosis(M, bias=False))
show('skew', [stats.skew(x, bias=False), stats.kurtosis(x), stats.kurtosis(x, fisher=False)])
for method in ('average', 'min', 'max', 'dense', 'ordinal'):
    print(method, stats.rankdata([0, 2, 3, 2], method).tolist())
print(stats.rankdata([[0, 2], [3, 2]], axis=1).tolist())
show('ttest', stats.ttest_ind(x, y))
show('ttest', stats.ttest_ind(x, y[:20], equal_var=False))
show('ttest', stats.ttest_ind(x, y, alternative='greater'))
show('ttest', stats.ttest_1samp(x, 0.3))
r = stats.linregress(x, y)
show('linregress', [r.slope, r.intercept, r.rvalue, r.pvalue, r.stderr])
for call in (lambda: stats.pearsonr([1], [2]), lambda: stats.pearsonr([1, 2], [2]), lambda: stats.entropy([1], base=-1), lambda: stats.rankdata([1], 'no'), lambda: stats.spearmanr([1, 2]),
             lambda: stats.linregress([1, 1], [1, 2]), lambda: stats.zscore([1.0, np.nan], nan_policy='raise')):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
