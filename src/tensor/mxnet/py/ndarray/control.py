"""Loops and choices of mx.nd.contrib: what a body gives may be nested lists of arrays, and comes back nested in the same way."""
import _mxnet
import _tensor



def _leaves(nested, what):
    """The arrays of a nested list, in order."""
    from . import NDArray
    if isinstance(nested, NDArray):
        return [nested]
    if not isinstance(nested, (list, tuple)):
        raise AssertionError(f'{what} must be (nested) list of NDArray, but got {nested} of type {type(nested)}')
    return [leaf for each in nested for leaf in _leaves(each, what)]


def _nested(like, leaves):
    """Leaves (an iterator) in lists as like has them."""
    if not isinstance(like, (list, tuple)):
        return next(leaves)
    return [_nested(each, leaves) for each in like]


def foreach(body, data, init_states):
    """body(item, states) for each item of the first axis; what it gave, stacked, and the last states."""
    arrays = _leaves(data, 'foreach input')
    _leaves(init_states, 'foreach states')
    outputs, states, out = [], init_states, []
    for i in range(arrays[0].shape[0]):
        out, states = body(_nested(data, iter([each[i] for each in arrays])), states)
        outputs.append(_leaves(out, 'foreach output'))
    return _nested(out, iter([_mxnet.stack(*column) for column in zip(*outputs)])), states


def _whole(value, kind, words):
    """A condition or a count as a number of Python's."""
    try:
        return kind(value.asscalar() if hasattr(value, 'asscalar') else value)
    except (ValueError, TypeError) as error:
        if words is None or 'not a scalar' in str(error):
            raise
        raise ValueError(words) from None


def while_loop(cond, func, loop_vars, max_iterations=None):
    """func while cond holds, max_iterations times at most; what it gave, stacked (rows of steps that were not taken hold zeros), and the last variables."""
    if max_iterations is None:
        raise ValueError('max_iterations should be specified')
    most = _whole(max_iterations, int, 'Cannot convert max_iteration to python int')
    alone = not isinstance(loop_vars, (list, tuple))
    if len(loop_vars) == 0:
        raise ValueError('loop_vars should contain at least one element')
    outputs, out = [], []
    while len(outputs) < most and _whole(cond(loop_vars) if alone else cond(*loop_vars), bool, None):
        out, after = func(loop_vars) if alone else func(*loop_vars)
        if isinstance(after, (list, tuple)) and alone:
            after = after[0] if len(after) == 1 else after
        elif not alone and not isinstance(after, (list, tuple)):
            after = [after]
        if not alone and len(after) != len(loop_vars):
            raise ValueError('The length of loop_vars should be consistent during the loop')
        loop_vars = after
        outputs.append(_leaves(out, 'while output'))
        if len(outputs[-1]) != len(outputs[0]):
            raise ValueError('Number of elements in step_output should be the same in each step')
    return _nested(out, iter([_padded(column, most) for column in zip(*outputs)])), loop_vars


def _padded(column, most):
    """Steps' arrays as rows of one of most rows."""
    rows = _mxnet.stack(*column)
    missing = most - len(column)
    return rows if missing == 0 else _mxnet.concat(rows, _mxnet.zeros((missing, *rows.shape[1:]), ctx=rows.context, dtype=rows.dtype), dim=0)


def cond(pred, then_func, else_func):
    """What one of two functions gives."""
    return (then_func if _whole(pred, bool, None) else else_func)()
