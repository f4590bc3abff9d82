"""Recording what is computed, and gradients of it."""
import _tensor

from .base import MXNET, MXNetError

def _mode(grad=None, training=None):
    return _tensor.mode(MXNET, grad, training)



class _RecordingStateScope:
    """Sets recording and training (None: leaves it) for the time of a `with`."""

    def __init__(self, is_record, train_mode):
        self._enter = (is_record, train_mode)
        self._before = None

    def __enter__(self):
        self._before = _mode(*self._enter)

    def __exit__(self, kind, value, trace):
        _mode(*self._before)


def record(train_mode=True):
    """`with autograd.record():` remembers what is computed, for backward."""
    return _RecordingStateScope(True, train_mode)


def pause(train_mode=False):
    """Does not remember, within a record."""
    return _RecordingStateScope(False, train_mode)


def train_mode():
    """Dropout drops, BatchNorm uses the batch's statistics."""
    return _RecordingStateScope(None, True)


def predict_mode():
    """Dropout passes all, BatchNorm uses the running statistics."""
    return _RecordingStateScope(None, False)


def is_recording():
    return _mode()[0]


def is_training():
    return _mode()[1]


def set_recording(is_recording):
    return _mode(bool(is_recording), None)[0]


def set_training(train_mode):
    return _mode(None, bool(train_mode))[1]


def _listed(x):
    return list(x) if isinstance(x, (list, tuple)) else [x]


def mark_variables(variables, gradients, grad_reqs='write'):
    """Makes arrays collect their gradients in the arrays given."""
    variables, gradients = _listed(variables), _listed(gradients)
    reqs = [grad_reqs] * len(variables) if isinstance(grad_reqs, str) else grad_reqs
    for variable, gradient, req in zip(variables, gradients, reqs):
        _tensor.attach(variable, req)
        _tensor.set_grad(variable, gradient)


def _heads(heads, head_grads):
    heads = _listed(heads)
    if head_grads is None:
        return heads, [None] * len(heads)
    head_grads = _listed(head_grads)
    if len(heads) != len(head_grads):
        raise AssertionError('heads and head_grads must be lists of the same length')
    return heads, head_grads


def backward(heads, head_grads=None, retain_graph=False, train_mode=True):
    """The gradients of heads for all arrays with attach_grad that they were computed from."""
    heads, head_grads = _heads(heads, head_grads)
    _tensor.backward(heads, head_grads, retain_graph, False)


def grad(heads, variables, head_grads=None, retain_graph=None, create_graph=False, train_mode=True):
    """The gradients of heads for variables, returned instead of stored."""
    heads, head_grads = _heads(heads, head_grads)
    wanted = _listed(variables)
    if not wanted:
        raise AssertionError('variables cannot be an empty list.')
    retain = create_graph if retain_graph is None else retain_graph
    return [g.as_nd_ndarray() for g in _tensor.grads(heads, head_grads, wanted, retain, create_graph, False)]


def get_symbol(x):
    raise NotImplementedError('autograd.get_symbol: perch has no symbols')


class Function:
    """A function with its own gradient: subclasses give forward and backward; an instance is called once."""

    def __init__(self):
        self._used = False
        self.saved_tensors = ()

    def save_for_backward(self, *args):
        self.saved_tensors = args

    def __call__(self, *inputs):
        if self._used:
            raise AssertionError('Each Function instance can only be called once. Please create another instance.')
        self._used = True
        recording, _ = _mode(False, None)
        try:
            outputs = self.forward(*inputs)
        finally:
            _mode(recording, None)
        if not recording:
            return outputs
        single = not isinstance(outputs, (list, tuple))
        # arrays of their own: what forward made and saved must not know, for ever, the node that saves it
        results = [each.detach() for each in ([outputs] if single else outputs)]
        count = len(inputs)

        def run(*output_grads):
            before, _ = _mode(False, None)
            try:
                grads = self.backward(*output_grads)
            finally:
                _mode(before, None)
            grads = _listed(grads)
            if len(grads) != count:
                raise AssertionError(f'{type(self).__name__}.backward must return exactly the same number of NDArrays as the '
                                     f'number of NDArrays arguments to forward. Expecting {count} got {len(grads)}')
            return grads

        _tensor.custom(type(self).__name__, inputs, results, run)
        del inputs
        return results[0] if single else type(outputs)(results)

    def forward(self, *inputs):
        raise NotImplementedError

    def backward(self, *output_grads):
        raise NotImplementedError
