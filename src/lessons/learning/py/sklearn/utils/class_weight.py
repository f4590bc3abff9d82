"""Weights of classes, given or from how often each occurs."""
import numpy as np

__all__ = ['compute_class_weight', 'compute_sample_weight']


def compute_class_weight(class_weight, *, classes, y):
    """A weight for each of classes."""
    if set(y) - set(classes):
        raise ValueError('classes should include all valid labels that can be in y')
    if class_weight is None or len(class_weight) == 0:
        return np.ones(len(classes), dtype=np.float64)
    if isinstance(class_weight, str):
        if class_weight != 'balanced':
            raise ValueError("class_weight must be dict, 'balanced', or None, got: %r" % class_weight)
        found, inverse = np.unique(y, return_inverse=True)
        if not all(np.isin(classes, found)):
            raise ValueError('classes should have valid labels that are in y')
        each = len(y) / (len(found) * np.bincount(inverse).astype(np.float64))
        return each[np.searchsorted(found, classes)]
    weight = np.ones(len(classes), dtype=np.float64)
    lacking = []
    for i, name in enumerate(classes):
        if name in class_weight:
            weight[i] = class_weight[name]
        else:
            lacking.append(name)
    if lacking and len(classes) - len(lacking) != len(class_weight):
        raise ValueError(f'The classes, {np.array(lacking).tolist()}, are not in class_weight')
    return weight


def compute_sample_weight(class_weight, y, *, indices=None):
    """A weight for each row, by its class."""
    if indices is not None:
        raise NotImplementedError("scikit-learn has compute_sample_weight(indices=…), perch's sklearn has not")
    y = np.asarray(y)
    classes, inverse = np.unique(y, return_inverse=True)
    return compute_class_weight(class_weight, classes=classes, y=y)[inverse]
