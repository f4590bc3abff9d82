"""mx.contrib.autograd: gradients as they were asked for before mx.autograd."""
import functools

from .. import autograd as _autograd, ndarray as nd


class TrainingStateScope:
    """Within it what is computed is recorded, or no longer."""

    def __init__(self, enter_state):
        self._enter, self._before = enter_state, None

    def __enter__(self):
        self._before = set_is_training(self._enter)

    def __exit__(self, kind, value, trace):
        if self._before != self._enter:
            set_is_training(self._before)


def set_is_training(is_train):
    """Records, or stops to; what it was before."""
    before = _autograd.set_training(is_train)
    _autograd.set_recording(is_train)
    return before


def train_section():
    return TrainingStateScope(True)


def test_section():
    return TrainingStateScope(False)


def mark_variables(variables, gradients, grad_reqs='write'):
    _autograd.mark_variables(variables, gradients, grad_reqs)


def backward(outputs, out_grads=None, retain_graph=False):
    if not isinstance(outputs, (list, tuple)):
        raise AssertionError('outputs must be a list or tuple of NDArrays')
    _autograd.backward(list(outputs), None if out_grads is None else list(out_grads), retain_graph)


def compute_gradient(outputs):
    backward(outputs)


def grad_and_loss(func, argnum=None):
    """A function that gives the gradients of func's arguments (those of argnum), and what func gave."""
    @functools.wraps(func)
    def wrapped(*args):
        chosen = args if argnum is None else [args[i] for i in (argnum if isinstance(argnum, list) else [argnum])]
        for each in chosen:
            if not isinstance(each, nd.NDArray):
                raise AssertionError('type of autograd input should NDArray.')
        gradients = [nd.zeros_like(each) for each in chosen]
        mark_variables(list(chosen), gradients)
        with train_section():
            outputs = func(*args)
        compute_gradient([outputs] if isinstance(outputs, nd.NDArray) else outputs)
        return gradients, outputs
    return wrapped


def grad(func, argnum=None):
    """A function that gives the gradients alone."""
    both = grad_and_loss(func, argnum)

    @functools.wraps(both)
    def wrapped(*args):
        return both(*args)[0]
    return wrapped
