"""What kind of labels there are."""
import numpy as np

from sklearn.utils.validation import check_array

__all__ = ['check_classification_targets', 'type_of_target', 'unique_labels']


def is_multilabel(y):
    """Whether rows of zeros and ones say which of several labels hold."""
    if hasattr(y, 'nnz'):
        y = y.toarray()
    if not hasattr(y, '__array__') and not isinstance(y, (list, tuple)):
        return False
    try:
        y = np.asarray(y) if hasattr(y, '__array__') else np.array(y)
    except ValueError:
        return False
    if y.ndim != 2 or y.shape[1] <= 1 or y.dtype.kind in 'OUS':
        return False
    values = np.unique(y)
    return len(values) < 3 and (y.dtype.kind in 'biu' or bool(np.all(values.astype(int) == values)))


def type_of_target(y, input_name=''):
    """The kind of y in a word."""
    named = f'{input_name} ' if input_name else ''
    if not (hasattr(y, '__len__') or hasattr(y, 'shape') or hasattr(y, '__array__')) or isinstance(y, str):
        raise ValueError('Expected array-like (array or non-string sequence), got %r' % y)
    if is_multilabel(y):
        return 'multilabel-indicator'
    try:
        y = np.asarray(y)
    except ValueError:
        return 'unknown'
    if y.dtype.kind == 'O' and y.ndim and len(y) and not isinstance(y.flat[0], str):
        first = y.flat[0]
        if hasattr(first, '__len__') or hasattr(first, '__array__'):
            if y.ndim == 1:
                raise ValueError('You appear to be using a legacy multi-label data representation. Sequence of sequences are no longer supported; use a binary array or sparse matrix instead - the '
                                 'MultiLabelBinarizer transformer can convert to this format.')
        return 'unknown'
    if y.ndim > 2 or y.ndim == 0:
        return 'unknown'
    if y.ndim == 2 and y.shape[1] == 0:
        return 'unknown'
    suffix = '-multioutput' if y.ndim == 2 and y.shape[1] > 1 else ''
    if y.dtype.kind == 'f' and np.any(y != y.astype(int)):
        from sklearn.utils.validation import assert_all_finite
        assert_all_finite(y, input_name=input_name)
        return 'continuous' + suffix
    return ('multiclass' if len(np.unique(y)) > 2 or y.ndim == 2 and len(y[0]) > 1 else 'binary') + suffix


def check_classification_targets(y):
    kind = type_of_target(y, input_name='y')
    if kind not in ('binary', 'multiclass', 'multiclass-multioutput', 'multilabel-indicator', 'multilabel-sequences'):
        raise ValueError('Unknown label type: %r' % kind)


def unique_labels(*ys):
    """The labels of all ys, sorted."""
    if not ys:
        raise ValueError('No argument has been passed.')
    kinds = {type_of_target(y) for y in ys}
    if kinds == {'binary', 'multiclass'}:
        kinds = {'multiclass'}
    if len(kinds) > 1:
        raise ValueError('Mix type of y not allowed, got types %s' % kinds)
    kind = kinds.pop()
    if kind not in ('binary', 'multiclass', 'multilabel-indicator'):
        raise ValueError('Unknown label type: %s' % repr(ys))
    if kind == 'multilabel-indicator':
        widths = {check_array(y, accept_sparse='csr').shape[1] for y in ys}
        if len(widths) > 1:
            raise ValueError('Multi-label binary indicator input with different numbers of labels')
        return np.arange(widths.pop())
    found = {label for y in ys for label in np.unique(np.asarray(y)).tolist()}
    if len({isinstance(label, str) for label in found}) > 1:
        raise ValueError('Mix of label input types (string and number)')
    kinds = [np.asarray(y).dtype for y in ys]
    return np.array(sorted(found), dtype=None if any(k.kind == 'O' for k in kinds) else np.result_type(*kinds) if kinds else None)
