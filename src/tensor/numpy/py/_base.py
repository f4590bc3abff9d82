"""What numpy's files share: calls into core, and axes."""
from _numpy import _says
import _numpy
import _tensor
from _numpy import array, asarray, ndarray, generic, scalar

NUMPY = 2
_run = _tensor.op


class _NoValue:
    def __repr__(self):
        return "<no value>"


no_value = _NoValue()


class AxisError(ValueError, IndexError):
    """An axis that an array does not have."""

    def __init__(self, axis, ndim=None, msg_prefix=None):
        if ndim is None and msg_prefix is None:
            self._msg, self.axis, self.ndim = axis, None, None
        else:
            self.axis, self.ndim = axis, ndim
            self._msg = _says("AXIS_RANGE", axis, ndim)
            if msg_prefix is not None:
                self._msg = "%s: %s" % (msg_prefix, self._msg)
        super().__init__(self._msg)

    def __str__(self):
        return self._msg


AxisError.__module__ = "numpy"


def op(name, *inputs, out=None, **attrs):
    """An op of core's on arrays and numbers; None is an operand that is left out."""
    return _run(name, NUMPY, inputs, out, **attrs)


def index(i):
    """An integer, as Python's index() has it."""
    try:
        return i.__index__()
    except AttributeError:
        raise TypeError("'%s' object cannot be interpreted as an integer" % type(i).__name__) from None


def normalize_axis(axis, ndim, prefix=None):
    axis = index(axis)
    if not -ndim <= axis < ndim:
        raise AxisError(axis, ndim, prefix)
    return axis + ndim if axis < 0 else axis


def normalize_axes(axes, ndim, prefix=None, duplicates=False):
    if not isinstance(axes, (tuple, list)):
        axes = (axes,)
    axes = tuple(normalize_axis(a, ndim, prefix) for a in axes)
    if not duplicates and len(set(axes)) != len(axes):
        raise ValueError("repeated axis" + (" in `%s` argument" % prefix if prefix else ""))
    return axes


def give(result, out):
    """The result, or out filled with it."""
    if out is None:
        return result
    if isinstance(out, tuple):
        out, = out
    out[...] = result
    return out


def absent(name, nearest=None):
    hint = "; nearest: %s" % nearest if nearest else ""
    raise NotImplementedError("perch's numpy has no %s yet%s" % (name, hint))
