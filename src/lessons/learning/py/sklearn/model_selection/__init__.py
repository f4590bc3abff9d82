"""sklearn.model_selection: dividing, validating in turn, searching a grid."""
from sklearn.model_selection._splits import (BaseCrossValidator, BaseShuffleSplit, GroupKFold, KFold, LeaveOneOut, RepeatedKFold, RepeatedStratifiedKFold, ShuffleSplit, StratifiedKFold,
                                             StratifiedShuffleSplit, TimeSeriesSplit, check_cv, train_test_split)
from sklearn.model_selection._scores import cross_val_predict, cross_val_score, cross_validate
from sklearn.model_selection._search import GridSearchCV, ParameterGrid

__all__ = ['BaseCrossValidator', 'BaseShuffleSplit', 'GridSearchCV', 'GroupKFold', 'KFold', 'LeaveOneOut', 'ParameterGrid', 'RepeatedKFold', 'RepeatedStratifiedKFold', 'ShuffleSplit', 'StratifiedKFold',
           'StratifiedShuffleSplit', 'TimeSeriesSplit', 'check_cv', 'cross_val_predict', 'cross_val_score', 'cross_validate', 'train_test_split']
