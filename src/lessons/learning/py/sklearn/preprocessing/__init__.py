"""sklearn.preprocessing: scales, labels, categories, products of features."""
from sklearn.preprocessing._categories import OneHotEncoder, OrdinalEncoder
from sklearn.preprocessing._labels import LabelBinarizer, LabelEncoder, MultiLabelBinarizer, label_binarize
from sklearn.preprocessing._more import FunctionTransformer, PolynomialFeatures
from sklearn.preprocessing._scales import (Binarizer, MaxAbsScaler, MinMaxScaler, Normalizer, RobustScaler, StandardScaler, add_dummy_feature, binarize, maxabs_scale, minmax_scale, normalize,
                                           robust_scale, scale)

__all__ = ['Binarizer', 'FunctionTransformer', 'LabelBinarizer', 'LabelEncoder', 'MaxAbsScaler', 'MinMaxScaler', 'MultiLabelBinarizer', 'Normalizer', 'OneHotEncoder', 'OrdinalEncoder',
           'PolynomialFeatures', 'RobustScaler', 'StandardScaler', 'add_dummy_feature', 'binarize', 'label_binarize', 'maxabs_scale', 'minmax_scale', 'normalize', 'robust_scale', 'scale']
