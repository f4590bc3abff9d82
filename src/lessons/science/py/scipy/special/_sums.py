"""Sums of exponentials that do not overflow."""
import numpy as np


def _highest(a, axis):
    """The maximum along axis, kept as an axis; where it is no number, 0."""
    top = np.amax(a, axis=axis, keepdims=True)
    if top.ndim:
        top[~np.isfinite(top)] = 0
    elif not np.isfinite(top):
        top = 0
    return top


def logsumexp(a, axis=None, b=None, keepdims=False, return_sign=False):
    a = np.asarray(a)
    if b is not None:
        a, b = np.broadcast_arrays(a, b)
        if np.any(b == 0):
            a = np.where(b == 0, -np.inf, a + 0.0)
    top = _highest(a, axis)
    with np.errstate(divide='ignore'):
        parts = np.exp(a - top)
        total = np.sum(parts if b is None else b * parts, axis=axis, keepdims=keepdims)
        sign = np.sign(total)
        found = np.log(total * sign if return_sign else total)
    found = found + (top if keepdims else np.squeeze(top, axis=axis))
    return (found, sign) if return_sign else found


def softmax(x, axis=None):
    x = np.asarray(x)
    parts = np.exp(x - np.amax(x, axis=axis, keepdims=True))
    return parts / np.sum(parts, axis=axis, keepdims=True)


def log_softmax(x, axis=None):
    x = np.asarray(x)
    apart = x - _highest(x, axis)
    with np.errstate(divide='ignore'):
        return apart - np.log(np.sum(np.exp(apart), axis=axis, keepdims=True))
