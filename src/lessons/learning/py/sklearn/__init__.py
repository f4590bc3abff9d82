"""perch's sklearn: a core of scikit-learn 1.2 over NumPy's arrays, for what lessons call. What is absent says so by name."""
from sklearn.base import clone

__version__ = '1.2.1'
_ROOMS = ('base', 'cluster', 'compose', 'datasets', 'decomposition', 'exceptions', 'feature_extraction', 'impute', 'linear_model', 'metrics', 'model_selection', 'naive_bayes', 'neighbors', 'pipeline',
          'preprocessing', 'utils')
__all__ = [*_ROOMS, 'clone']


def __dir__():
    return sorted({*globals(), *_ROOMS})
