"""What estimators say of the data they are given, and in which form they take them."""
import numbers
import warnings

import numpy as np

from sklearn.exceptions import DataConversionWarning, NotFittedError

__all__ = ['as_float_array', 'assert_all_finite', 'check_X_y', 'check_array', 'check_consistent_length', 'check_is_fitted', 'check_random_state', 'column_or_1d', 'has_fit_parameter', 'indexable']


def check_random_state(seed):
    """A RandomState of a seed, of NumPy's own stream (None), or as it is."""
    if isinstance(seed, np.random.RandomState):
        return seed
    own = seed is None or seed is np.random
    if not own and not isinstance(seed, numbers.Integral):
        raise ValueError('%r cannot be used to seed a numpy.random.RandomState instance' % seed)
    return np.random.mtrand._rand if own else np.random.RandomState(seed)


def num_samples(x):
    """How many rows there are."""
    said = 'Expected sequence or array-like, got %s' % type(x)
    if callable(getattr(x, 'fit', None)):
        raise TypeError(said)
    if not hasattr(x, '__len__') and not hasattr(x, 'shape'):
        if not hasattr(x, '__array__'):
            raise TypeError(said)
        x = np.asarray(x)
    if hasattr(x, 'shape') and x.shape is not None:
        if len(x.shape) == 0:
            raise TypeError('Singleton array %r cannot be considered a valid collection.' % x)
        if isinstance(x.shape[0], numbers.Integral):
            return int(x.shape[0])
    try:
        return len(x)
    except TypeError as told:
        raise TypeError(said) from told


_num_samples = num_samples


def check_consistent_length(*arrays):
    lengths = [num_samples(each) for each in arrays if each is not None]
    if len(set(lengths)) > 1:
        raise ValueError('Found input variables with inconsistent numbers of samples: %r' % [int(n) for n in lengths])


def indexable(*iterables):
    """Each as what can be asked for rows."""
    made = [each.tocsr() if hasattr(each, 'tocsr') else each if each is None or hasattr(each, '__getitem__') or hasattr(each, 'iloc') else np.array(each) for each in iterables]
    check_consistent_length(*made)
    return made


def _name_of(estimator):
    return estimator if isinstance(estimator, str) else type(estimator).__name__


_NATIVELY = '''
{} does not accept missing values encoded as NaN natively. For supervised learning, you might want to consider sklearn.ensemble.HistGradientBoostingClassifier and Regressor which accept missing values \
encoded as NaNs natively. Alternatively, it is possible to preprocess the data, for instance by using an imputer transformer in a pipeline or drop samples with missing values. See \
https://scikit-learn.org/stable/modules/impute.html You can find a list of all estimators that handle NaN values at the following page: \
https://scikit-learn.org/stable/modules/impute.html#estimators-that-handle-nan-values'''


def assert_all_finite(X, *, allow_nan=False, estimator_name=None, input_name=''):
    """Refuses NaN (unless it is allowed) and infinities."""
    X = np.asarray(X)
    named = input_name + ' ' if input_name else ''
    if X.dtype == object:
        if not allow_nan and any(each is not None and isinstance(each, float) and each != each for each in X.ravel()):
            raise ValueError('Input contains NaN')
        return
    if X.dtype.kind not in 'fc' or np.isfinite(X).all():
        return
    holds_nan = np.isnan(X).any()
    if allow_nan and not np.isinf(X).any():
        return
    if holds_nan and not allow_nan:
        said = f'Input {named}contains NaN.'
        if estimator_name and input_name == 'X':
            said += _NATIVELY.format(estimator_name)
        raise ValueError(said)
    raise ValueError(f'Input {named}contains infinity or a value too large for {X.dtype!r}.')


_RESHAPE = 'Reshape your data either using array.reshape(-1, 1) if your data has a single feature or array.reshape(1, -1) if it contains a single sample.'


def _table_dtype(array):
    """The one dtype of a table's columns."""
    kinds = [kind for kind in array.dtypes if isinstance(kind, np.dtype)]
    if len(kinds) != len(array.dtypes) or not kinds:
        return None
    kinds = [np.dtype(object) if kind.kind in 'Mm' else kind for kind in kinds]
    return np.result_type(*kinds) if all(kind.kind != 'O' for kind in kinds) else np.dtype(object)


def check_array(array, accept_sparse=False, *, accept_large_sparse=True, dtype='numeric', order=None, copy=False, force_all_finite=True, ensure_2d=True, allow_nd=False, ensure_min_samples=1,
                ensure_min_features=1, estimator=None, input_name=''):
    """An array of what was given, or the sentence that says why not."""
    if isinstance(array, np.matrix):
        raise TypeError('np.matrix is not supported. Please convert to a numpy array with np.asarray. For more information see: https://numpy.org/doc/stable/reference/generated/numpy.matrix.html')
    if force_all_finite not in (True, False, 'allow-nan'):
        raise ValueError('force_all_finite should be a bool or "allow-nan". Got %r instead' % (force_all_finite,))
    who = None if estimator is None else _name_of(estimator)
    by = f' by {who}' if who else ''
    if hasattr(array, 'tocsr') and hasattr(array, 'nnz'):
        if accept_sparse is False:
            raise TypeError('A sparse matrix was passed, but dense data is required. Use X.toarray() to convert to a dense numpy array.')
        if force_all_finite:
            assert_all_finite(array.data, allow_nan=force_all_finite == 'allow-nan', estimator_name=who, input_name=input_name)
        made = array.tocsr()
        kinds = dtype if isinstance(dtype, (list, tuple)) else [dtype]
        return made if dtype in ('numeric', None) or made.dtype in kinds else made.astype(kinds[0])
    has = getattr(array, 'dtype', None)
    if not (hasattr(has, 'kind') and hasattr(has, 'type')):
        has = None
    if hasattr(array, 'dtypes') and hasattr(array.dtypes, '__array__'):
        has = _table_dtype(array)
        if has is None and any(not isinstance(kind, np.dtype) and not hasattr(kind, 'categories') for kind in array.dtypes):
            has = np.dtype(float) if dtype is not None and dtype != object else None
    wanted = None
    if isinstance(dtype, str) and dtype == 'numeric':
        wanted = np.float64 if isinstance(has, np.dtype) and has.kind == 'O' else None
    elif isinstance(dtype, (list, tuple)):
        wanted = None if has is not None and has in dtype else dtype[0]
    else:
        wanted = dtype
    with warnings.catch_warnings():
        warnings.simplefilter('error', np.ComplexWarning)
        try:
            if wanted is not None and np.dtype(wanted).kind in 'iu' and isinstance(has, np.dtype) and has.kind == 'f':
                made = np.asarray(array, order=order)
                assert_all_finite(made, estimator_name=who, input_name=input_name)
                made = made.astype(wanted, copy=False)
            else:
                made = np.asarray(array, order=order, dtype=wanted)
        except np.ComplexWarning as told:
            raise ValueError('Complex data not supported\n{}\n'.format(array)) from told
    if made.dtype.kind == 'c':
        raise ValueError('Complex data not supported\n{}\n'.format(made))
    if ensure_2d:
        if made.ndim == 0:
            raise ValueError('Expected 2D array, got scalar array instead:\narray={}.\n'.format(made) + _RESHAPE)
        if made.ndim == 1:
            raise ValueError('Expected 2D array, got 1D array instead:\narray={}.\n'.format(made) + _RESHAPE)
    if isinstance(dtype, str) and dtype == 'numeric' and made.dtype.kind in 'USV':
        raise ValueError("dtype='numeric' is not compatible with arrays of bytes/strings.Convert your data to numeric values explicitly instead.")
    if isinstance(dtype, str) and dtype == 'numeric' and made.dtype.kind == 'O':
        made = made.astype(np.float64)
    if not allow_nd and made.ndim >= 3:
        raise ValueError('Found array with dim %d. %s expected <= 2.' % (made.ndim, who or 'Estimator'))
    if force_all_finite:
        assert_all_finite(made, allow_nan=force_all_finite == 'allow-nan', estimator_name=who, input_name=input_name)
    if ensure_min_samples > 0 and num_samples(made) < ensure_min_samples:
        raise ValueError('Found array with %d sample(s) (shape=%s) while a minimum of %d is required%s.' % (num_samples(made), made.shape, ensure_min_samples, by))
    if ensure_min_features > 0 and made.ndim == 2 and made.shape[1] < ensure_min_features:
        raise ValueError('Found array with %d feature(s) (shape=%s) while a minimum of %d is required%s.' % (made.shape[1], made.shape, ensure_min_features, by))
    if copy and np.may_share_memory(made, array if isinstance(array, np.ndarray) else made):
        made = np.array(made, order=order)
    return made


def column_or_1d(y, *, dtype=None, warn=False):
    """A row of labels, also from a column."""
    y = np.asarray(y, dtype=dtype)
    if y.ndim == 1:
        return np.ravel(y)
    if y.ndim == 2 and y.shape[1] == 1:
        if warn:
            warnings.warn('A column-vector y was passed when a 1d array was expected. Please change the shape of y to (n_samples, ), for example using ravel().', DataConversionWarning, stacklevel=2)
        return np.ravel(y)
    raise ValueError('y should be a 1d array, got an array of shape {} instead.'.format(y.shape))


def check_y(y, multi_output=False, y_numeric=False, estimator=None):
    who = None if estimator is None else _name_of(estimator)
    if multi_output:
        y = check_array(y, accept_sparse='csr', force_all_finite=True, ensure_2d=False, dtype=None, input_name='y', estimator=estimator)
    else:
        y = column_or_1d(y, warn=True)
        assert_all_finite(y, input_name='y', estimator_name=who)
    return y.astype(np.float64) if y_numeric and y.dtype.kind == 'O' else y


def check_X_y(X, y, accept_sparse=False, *, accept_large_sparse=True, dtype='numeric', order=None, copy=False, force_all_finite=True, ensure_2d=True, allow_nd=False, multi_output=False,
              ensure_min_samples=1, ensure_min_features=1, y_numeric=False, estimator=None):
    """X and y, checked, of one length."""
    if y is None:
        raise ValueError(f'{"estimator" if estimator is None else _name_of(estimator)} requires y to be passed, but the target y is None')
    X = check_array(X, accept_sparse, dtype=dtype, order=order, copy=copy, force_all_finite=force_all_finite, ensure_2d=ensure_2d, allow_nd=allow_nd, ensure_min_samples=ensure_min_samples,
                    ensure_min_features=ensure_min_features, estimator=estimator, input_name='X')
    y = check_y(y, multi_output=multi_output, y_numeric=y_numeric, estimator=estimator)
    check_consistent_length(X, y)
    return X, y


def check_is_fitted(estimator, attributes=None, *, msg=None, all_or_any=all):
    """Refuses an estimator that has learnt nothing yet."""
    if isinstance(estimator, type):
        raise TypeError('{} is a class, not an instance.'.format(estimator))
    if not hasattr(estimator, 'fit'):
        raise TypeError('%s is not an estimator instance.' % (estimator,))
    if attributes is not None:
        fitted = all_or_any([hasattr(estimator, name) for name in ([attributes] if isinstance(attributes, str) else attributes)])
    elif hasattr(estimator, '__sklearn_is_fitted__'):
        fitted = estimator.__sklearn_is_fitted__()
    else:
        fitted = any(name.endswith('_') and not name.startswith('__') for name in vars(estimator))
    if not fitted:
        said = msg or "This %(name)s instance is not fitted yet. Call 'fit' with appropriate arguments before using this estimator."
        raise NotFittedError(said % {'name': type(estimator).__name__})


def names_of(X):
    """The names of a table's columns, if they are texts."""
    if not hasattr(X, 'columns'):
        return None
    names = np.asarray(X.columns, dtype=object)
    texts = [isinstance(name, str) for name in names]
    if len(names) == 0 or not any(texts):
        return None
    if not all(texts):
        raise TypeError('Feature names are only supported if all input features have string names, but your input has %s as feature name / column name types. If you want feature names to be stored and '
                        'validated, you must convert them all to strings, by using X.columns = X.columns.astype(str) for example. Otherwise you can remove feature / column names from your input data, or '
                        'convert them all to a non-string data type.' % sorted({type(name).__qualname__ for name in names}))
    return names


def _list_of(names):
    return ''.join(f'- {name}\n' for name in names[:5]) + ('- ...\n' if len(names) > 5 else '')


def keep_names(estimator, X, reset):
    """Keeps the features' names at fit, and looks at them afterwards."""
    names = names_of(X)
    if reset:
        if names is not None:
            estimator.feature_names_in_ = names
        elif hasattr(estimator, 'feature_names_in_'):
            del estimator.feature_names_in_
        return
    known = getattr(estimator, 'feature_names_in_', None)
    who = type(estimator).__name__
    if known is None and names is None:
        return
    if known is None:
        warnings.warn(f'X has feature names, but {who} was fitted without feature names', stacklevel=2)
        return
    if names is None:
        warnings.warn(f'X does not have valid feature names, but {who} was fitted with feature names', stacklevel=2)
        return
    if len(known) == len(names) and (known == names).all():
        return
    unseen, lacking = sorted(set(names) - set(known)), sorted(set(known) - set(names))
    said = 'The feature names should match those that were passed during fit.\n'
    if unseen:
        said += 'Feature names unseen at fit time:\n' + _list_of(unseen)
    if lacking:
        said += 'Feature names seen at fit time, yet now missing:\n' + _list_of(lacking)
    if not unseen and not lacking:
        said += 'Feature names must be in the same order as they were in fit.\n'
    raise ValueError(said)


def keep_count(estimator, X, reset):
    """Keeps how many features there are at fit, and asks for as many afterwards."""
    if np.ndim(X) < 2 and not hasattr(X, 'nnz'):
        return
    count = X.shape[1]
    if reset:
        estimator.n_features_in_ = count
    elif hasattr(estimator, 'n_features_in_') and count != estimator.n_features_in_:
        raise ValueError(f'X has {count} features, but {type(estimator).__name__} is expecting {estimator.n_features_in_} features as input.')


def taken(estimator, X, y=None, *, reset=True, with_y=False, multi_output=False, y_numeric=False, **how):
    """What an estimator works on: X (and y) checked, names and counts kept or compared."""
    keep_names(estimator, X, reset)
    if with_y:
        X, y = check_X_y(X, y, multi_output=multi_output, y_numeric=y_numeric, estimator=estimator, **how)
    else:
        X = check_array(X, input_name='X', estimator=estimator, **how)
    keep_count(estimator, X, reset)
    return (X, y) if with_y else X


def check_feature_names(estimator, input_features=None):
    """The features' names as an array of texts: given, known, or x0, x1, ..."""
    known, count = getattr(estimator, 'feature_names_in_', None), getattr(estimator, 'n_features_in_', None)
    if input_features is not None:
        names = np.asarray(input_features, dtype=object)
        if known is not None and not np.array_equal(known, names):
            raise ValueError('input_features is not equal to feature_names_in_')
        if count is not None and len(names) != count:
            raise ValueError(f'input_features should have length equal to number of features ({count}), got {len(names)}')
        return names
    if known is not None:
        return known
    if count is None:
        raise ValueError('Unable to generate feature names without n_features_in_')
    return np.asarray([f'x{i}' for i in range(count)], dtype=object)


def check_sample_weight(weight, X, dtype=None):
    """A weight for each row, ones where none was given."""
    count = num_samples(X)
    kind = dtype if dtype in (np.float32, np.float64) else np.float64
    if weight is None:
        return np.ones(count, dtype=kind)
    if isinstance(weight, numbers.Number):
        return np.full(count, weight, dtype=kind)
    weight = check_array(weight, ensure_2d=False, dtype=[np.float64, np.float32] if dtype is None else dtype, input_name='sample_weight')
    if weight.ndim != 1:
        raise ValueError('Sample weights must be 1D array or scalar')
    if weight.shape != (count,):
        raise ValueError('sample_weight.shape == {}, expected {}!'.format(weight.shape, (count,)))
    return weight


def as_float_array(X, *, copy=True, force_all_finite=True):
    """X as floats."""
    X = check_array(X, dtype=None, force_all_finite=force_all_finite, ensure_2d=False)
    return X.astype(np.float32 if X.dtype.kind in 'uib' and X.dtype.itemsize <= 4 else np.float64) if X.dtype.kind not in 'f' else X.copy() if copy else X


def has_fit_parameter(estimator, parameter):
    import inspect
    return parameter in inspect.signature(estimator.fit).parameters
