"""Tests and intervals by drawing again: bootstrap, permutations, samples of a law."""
import math

import numpy as np

from scipy.stats._continuous import norm
from scipy.stats._distribution import generator
from scipy.stats._told import ConfidenceInterval, _Told


# ---- resampling ----
class BootstrapResult(_Told):
    _shown = ('confidence_interval', 'bootstrap_distribution', 'standard_error')


def bootstrap(data, statistic, *, n_resamples=9999, batch=None, vectorized=None, paired=False, axis=0, confidence_level=0.95, method='BCa', bootstrap_result=None, random_state=None):
    """Limits of a statistic, from samples drawn of the sample."""
    import inspect
    if method.lower() not in ('percentile', 'basic', 'bca'):
        raise ValueError("`method` must be in {'percentile', 'basic', 'bca'}")
    if not isinstance(data, (tuple, list)) or not len(data):
        raise ValueError('`data` must be a sequence of samples.')
    data = [np.moveaxis(np.atleast_1d(s), axis, -1) for s in data]
    if any(s.shape[-1] < 2 for s in data):
        raise ValueError('each sample in `data` must contain two or more observations along `axis`.')
    vectorized = 'axis' in inspect.signature(statistic).parameters if vectorized is None and callable(statistic) else vectorized
    rng, of = generator(random_state), statistic if vectorized else _rows(statistic)
    draw = rng.integers if hasattr(rng, 'integers') else rng.randint
    made = []
    k = 0
    size = batch or n_resamples
    while k < n_resamples:
        now = min(size, n_resamples - k)
        if paired:
            at = draw(0, data[0].shape[-1], (now, data[0].shape[-1]))
            parts = [np.moveaxis(s[..., at], -2, 0) for s in data]
        else:
            parts = [np.moveaxis(s[..., draw(0, s.shape[-1], (now, s.shape[-1]))], -2, 0) for s in data]
        made.append(np.asarray(of(*parts, axis=-1)))
        k += now
    spread = np.moveaxis(np.concatenate([np.atleast_1d(m) for m in made]), 0, -1)
    alpha = (1 - confidence_level) / 2
    value = np.asarray(of(*data, axis=-1))
    if method.lower() == 'bca':
        low, high = _accelerated(data, of, spread, value, alpha, paired)
        ends = np.array([np.percentile(spread, 100 * float(each)) if np.isfinite(each) else np.nan for each in (low, high)]) if spread.ndim == 1 else np.array([np.percentile(spread, 100 * float(np.mean(each)), axis=-1) for each in (low, high)])
    else:
        ends = np.percentile(spread, [100 * alpha, 100 * (1 - alpha)], axis=-1)
    low, high = ends
    if method.lower() == 'basic':
        low, high = 2 * value - high, 2 * value - low
    return BootstrapResult(confidence_interval=ConfidenceInterval(low[()], high[()]), bootstrap_distribution=spread, standard_error=np.std(spread, ddof=1, axis=-1))


def _rows(statistic):
    def over(*parts, axis=-1):
        shape = parts[0].shape[:-1]
        if not shape:
            return np.asarray(statistic(*parts))
        return np.array([statistic(*[p.reshape(-1, p.shape[-1])[i] for p in parts]) for i in range(int(np.prod(shape)))]).reshape(shape)
    return over


def _accelerated(data, of, spread, value, alpha, paired):
    below = (np.sum(spread < value[..., None], axis=-1) + np.sum(spread <= value[..., None], axis=-1)) / (2 * spread.shape[-1])
    z0, z = np.asarray(norm.ppf(below)), float(norm.ppf(alpha))
    up = down = 0.0
    for i, s in enumerate([None] if paired else data):
        n = data[0].shape[-1] if paired else s.shape[-1]
        each = np.array([of(*[np.delete(q, k, axis=-1) if paired or j == i else q for j, q in enumerate(data)], axis=-1) for k in range(n)])
        u = (n - 1) * (each.mean(axis=0) - each)
        up, down = up + np.sum(u ** 3, axis=0) / n ** 3, down + np.sum(u ** 2, axis=0) / n ** 2
    a = up / (6 * down ** 1.5)
    return norm.cdf(z0 + (z0 + z) / (1 - a * (z0 + z))), norm.cdf(z0 + (z0 - z) / (1 - a * (z0 - z)))


class PermutationTestResult(_Told):
    _shown = ('statistic', 'pvalue', 'null_distribution')


def permutation_test(data, statistic, *, permutation_type='independent', vectorized=None, n_resamples=9999, batch=None, alternative='two-sided', axis=0, random_state=None):
    """How likely is the statistic if it does not matter who is in which sample?"""
    import inspect
    import itertools
    if permutation_type not in ('independent', 'samples', 'pairings'):
        raise ValueError("`permutation_type` must be in {'samples', 'pairings', 'independent'}.")
    if alternative not in ('two-sided', 'less', 'greater'):
        raise ValueError("`alternative` must be in {'two-sided', 'greater', 'less'}")
    data = [np.moveaxis(np.atleast_1d(s), axis, -1) for s in data]
    rng = generator(random_state)
    vectorized = 'axis' in inspect.signature(statistic).parameters if vectorized is None else vectorized
    of = (lambda *p: statistic(*p, axis=-1)) if vectorized else statistic
    value = np.asarray(of(*data))
    n = [s.shape[-1] for s in data]
    pooled, edges = np.concatenate(data, -1), np.cumsum(n)[:-1]
    if permutation_type == 'independent':
        ways = math.factorial(sum(n)) // np.prod([math.factorial(k) for k in n], dtype=object)
        exact = ways <= n_resamples
        if exact:
            orders = (np.array([*first, *(i for i in range(sum(n)) if i not in set(first))]) for first in itertools.combinations(range(sum(n)), n[0])) if len(n) == 2 else map(np.array, itertools.permutations(range(sum(n))))
        else:
            orders = (rng.permutation(sum(n)) for _ in range(n_resamples))
        split = lambda order: np.split(pooled[..., order], edges, axis=-1)
    elif permutation_type == 'pairings':
        ways = math.factorial(n[0]) ** len(n)
        exact = ways <= n_resamples
        orders = itertools.product(*[list(itertools.permutations(range(n[0])))] * len(n)) if exact else ([rng.permutation(n[0]) for _ in data] for _ in range(n_resamples))
        split = lambda order: [s[..., np.array(o)] for s, o in zip(data, order)]
    else:
        ways = math.factorial(len(data)) ** n[0] if len(data) > 1 else 2 ** n[0]
        exact = ways <= n_resamples
        if len(data) == 1:
            orders = itertools.product((1, -1), repeat=n[0]) if exact else (rng.choice([1, -1], n[0]) for _ in range(n_resamples))
            split = lambda order: [data[0] * np.array(order)]
        else:
            stacked = np.stack(data)
            orders = itertools.product(list(itertools.permutations(range(len(data)))), repeat=n[0]) if exact else (np.array([rng.permutation(len(data)) for _ in range(n[0])]) for _ in range(n_resamples))
            split = lambda order: list(stacked[np.array(order).T, ..., np.arange(n[0])])
    null = np.array([of(*split(order)) for order in orders])
    near = np.maximum(1e-14, np.abs(value) * 1e-14)
    less, more = (null <= value + near).sum(axis=0), (null >= value - near).sum(axis=0)
    extra = 0 if exact else 1
    tails = {'less': (less + extra) / (len(null) + extra), 'greater': (more + extra) / (len(null) + extra)}
    p = np.minimum(1, 2 * np.minimum(tails['less'], tails['greater'])) if alternative == 'two-sided' else tails[alternative]
    return PermutationTestResult(statistic=value[()], pvalue=p, null_distribution=null)


class MonteCarloTestResult(PermutationTestResult):
    pass


def monte_carlo_test(sample, rvs, statistic, *, vectorized=None, n_resamples=9999, batch=None, alternative='two-sided', axis=0):
    """How likely is the statistic in samples that rvs draws?"""
    import inspect
    sample = np.asarray(sample)
    vectorized = 'axis' in inspect.signature(statistic).parameters if vectorized is None else vectorized
    value = statistic(sample, axis=-1) if vectorized else statistic(sample)
    n, null, k = sample.shape[-1], [], 0
    size = batch or n_resamples
    while k < n_resamples:
        now = min(size, n_resamples - k)
        drawn = rvs(size=(now, n))
        null.append(statistic(drawn, axis=-1) if vectorized else np.array([statistic(row) for row in drawn]))
        k += now
    null = np.concatenate(null)
    less, more = ((null <= value).sum() + 1) / (n_resamples + 1), ((null >= value).sum() + 1) / (n_resamples + 1)
    p = {'less': less, 'greater': more, 'two-sided': 2 * min(less, more)}[alternative]
    return MonteCarloTestResult(statistic=value, pvalue=p, null_distribution=null)
