"""What tests say: their results, with the names of their numbers."""
import collections

import numpy as np


def _named(name, fields):
    return collections.namedtuple(name, fields)


ShapiroResult = _named('ShapiroResult', 'statistic pvalue')
BartlettResult = _named('BartlettResult', 'statistic pvalue')
FlignerResult = _named('FlignerResult', 'statistic pvalue')
AnsariResult = _named('AnsariResult', 'statistic pvalue')
MoodResult = _named('SignificanceResult', 'statistic pvalue')
RanksumsResult = _named('RanksumsResult', 'statistic pvalue')
FriedmanchisquareResult = _named('FriedmanchisquareResult', 'statistic pvalue')
PointbiserialrResult = _named('SignificanceResult', 'statistic pvalue')
Power_divergenceResult = _named('Power_divergenceResult', 'statistic pvalue')
BrunnerMunzelResult = _named('BrunnerMunzelResult', 'statistic pvalue')
Ttest_indResult = _named('Ttest_indResult', 'statistic pvalue')
TheilslopesResult = _named('TheilslopesResult', 'slope intercept low_slope high_slope')
SiegelslopesResult = _named('SiegelslopesResult', 'slope intercept')
SigmaclipResult = _named('SigmaclipResult', 'clipped lower upper')
CumfreqResult = _named('CumfreqResult', 'cumcount lowerlimit binsize extrapoints')
RelfreqResult = _named('RelfreqResult', 'frequency lowerlimit binsize extrapoints')
BinnedStatisticResult = _named('BinnedStatisticResult', 'statistic bin_edges binnumber')
BinnedStatistic2dResult = _named('BinnedStatistic2dResult', 'statistic x_edge y_edge binnumber')
ConfidenceInterval = _named('ConfidenceInterval', 'low high')


def shown_with(*more):
    """A __repr__ of a named tuple that tells attributes besides its parts."""
    def __repr__(self):
        return f'{type(self).__name__}(' + ', '.join(f'{name}={getattr(self, name)!r}' for name in self._fields + more) + ')'
    return __repr__


class _Told:
    """A result whose attributes are told line by line."""
    _shown = ()

    def __init__(self, **named):
        self.__dict__.update(named)

    def __repr__(self):
        return f'{type(self).__name__}(' + ', '.join(f'{name}={getattr(self, name)!r}' for name in self._shown) + ')'


class AlexanderGovernResult(_Told):
    _shown = ('statistic', 'pvalue')


def _tail_of(dist, at, alternative, *shapes):
    if alternative == 'less':
        return dist.cdf(at, *shapes)
    if alternative == 'greater':
        return dist.sf(at, *shapes)
    if alternative != 'two-sided':
        raise ValueError("alternative must be 'less', 'greater' or 'two-sided'")
    return 2 * dist.sf(np.abs(at), *shapes)


class SignificanceResult(collections.namedtuple('SignificanceResult', 'statistic pvalue')):
    pass
