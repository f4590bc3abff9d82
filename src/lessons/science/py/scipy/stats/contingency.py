"""Tables of counts: made, expected, their margins, how strongly rows and columns go together."""
import functools
import math

import numpy as np

from scipy.stats._tests import chi2_contingency
from scipy.stats._told import ConfidenceInterval, _Told, _named

CrosstabResult = _named('CrosstabResult', 'elements count')


def margins(a):
    """The sums of a table over all axes but one, for each axis."""
    return [np.apply_over_axes(np.sum, a, [j for j in range(a.ndim) if j != k]) for k in range(a.ndim)]


def expected_freq(observed):
    """The counts of a table whose axes have nothing to do with each other."""
    observed = np.asarray(observed, dtype=np.float64)
    return functools.reduce(np.multiply, margins(observed)) / observed.sum() ** (observed.ndim - 1)


def crosstab(*args, levels=None, sparse=False):
    """How often values stand together."""
    if not args:
        raise TypeError('At least one input sequence is required.')
    if len({len(a) for a in args}) != 1:
        raise ValueError('All input sequences must have the same length.')
    if sparse and len(args) != 2:
        raise ValueError('When `sparse` is True, only two input sequences are allowed.')
    if levels is not None and len(levels) != len(args):
        raise ValueError('len(levels) must equal the number of input sequences')
    elements, places, kept = [], [], np.ones(len(args[0]), bool)
    for values, level in zip((np.asarray(a) for a in args), levels or [None] * len(args)):
        if level is None:
            found, at = np.unique(values, return_inverse=True)
        else:
            found = level
            same = values[:, None] == np.asarray(level)
            kept &= same.any(1)
            at = same.argmax(1)
        elements.append(found)
        places.append(at)
    shape = tuple(len(e) for e in elements)
    count = np.zeros(shape, dtype=int)
    np.add.at(count, tuple(at[kept] for at in places), 1)
    if sparse:
        from scipy.sparse import coo_matrix
        count = coo_matrix(count)
    return CrosstabResult(tuple(elements) if levels is None else elements, count)


def association(observed, method='cramer', correction=False, lambda_=None):
    """How strongly the rows and columns of a table go together, from 0 to 1."""
    table = np.asarray(observed)
    if not np.issubdtype(table.dtype, np.integer):
        raise ValueError('`observed` must be an integer array.')
    if table.ndim != 2:
        raise ValueError('method only accepts 2d arrays')
    phi = chi2_contingency(table, correction=correction, lambda_=lambda_)[0] / table.sum()
    rows, columns = table.shape
    if method == 'cramer':
        return math.sqrt(phi / min(columns - 1, rows - 1))
    if method == 'tschuprow':
        return math.sqrt(phi / math.sqrt((rows - 1) * (columns - 1)))
    if method == 'pearson':
        return math.sqrt(phi / (1 + phi))
    raise ValueError("Invalid argument value: 'method' argument must be 'cramer', 'tschuprow', or 'pearson'")


class RelativeRiskResult(_Told):
    _shown = ('relative_risk', 'exposed_cases', 'exposed_total', 'control_cases', 'control_total')

    def confidence_interval(self, confidence_level=0.95):
        """Limits by the logarithm of the ratio."""
        from scipy.stats._continuous import norm
        if not 0 <= confidence_level <= 1:
            raise ValueError('confidence_level must be in the interval [0, 1].')
        if self.exposed_cases == 0 or self.control_cases == 0:
            return ConfidenceInterval(0.0 if self.exposed_cases == 0 and self.control_cases else np.nan, np.nan if self.exposed_cases == 0 else np.inf)
        far = norm.ppf(1 - (1 - confidence_level) / 2) * np.sqrt(1 / self.exposed_cases - 1 / self.exposed_total + 1 / self.control_cases - 1 / self.control_total)
        return ConfidenceInterval(self.relative_risk * np.exp(-far), self.relative_risk * np.exp(far))


def relative_risk(exposed_cases, exposed_total, control_cases, control_total):
    """The part of cases among the exposed over that among the others."""
    import operator
    exposed_cases, exposed_total, control_cases, control_total = given = [operator.index(x) for x in (exposed_cases, exposed_total, control_cases, control_total)]
    for name, x, least in zip(('exposed_cases', 'exposed_total', 'control_cases', 'control_total'), given, (0, 1, 0, 1)):
        if x < least:
            raise ValueError(f'{name} must be an integer not less than {least}, but got {x}')
    for name, cases, total in (('exposed', exposed_cases, exposed_total), ('control', control_cases, control_total)):
        if cases > total:
            raise ValueError(f'{name}_cases must not exceed {name}_total.')
    ratio = np.nan if exposed_cases == 0 and control_cases == 0 else 0.0 if exposed_cases == 0 else np.inf if control_cases == 0 else exposed_cases / exposed_total / (control_cases / control_total)
    return RelativeRiskResult(relative_risk=ratio, exposed_cases=exposed_cases, exposed_total=exposed_total, control_cases=control_cases, control_total=control_total)


__all__ = ['association', 'chi2_contingency', 'crosstab', 'expected_freq', 'margins', 'relative_risk']
