"""Operators written in Python: CustomOp computes, CustomOpProp describes; mx.nd.Custom and mx.sym.Custom call them by the name they were registered under."""
import _tensor

from . import autograd, ndarray as nd
from .base import MXNetError
from .context import current_context

_registered = {}


class CustomOp:
    """Computes: forward(is_train, req, in_data, out_data, aux), backward(req, out_grad, in_data, out_data, in_grad, aux)."""

    def forward(self, is_train, req, in_data, out_data, aux):
        raise NotImplementedError

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        raise NotImplementedError

    def assign(self, dst, req, src):
        """Writes src into dst as req says: 'write' and 'inplace' replace, 'add' adds, 'null' leaves it."""
        if req in ('write', 'inplace'):
            dst[:] = src
        elif req == 'add':
            dst[:] += src


class CustomOpProp:
    """Describes: names, shapes and dtypes of arguments, outputs and states; makes the operator."""

    def __init__(self, need_top_grad=True):
        self.need_top_grad_ = need_top_grad

    def infer_shape(self, in_shape):
        return in_shape, (in_shape[0],) * len(self.list_outputs()), ()

    def infer_type(self, in_type):
        return in_type, [in_type[0]] * len(self.list_outputs()), [in_type[0]] * len(self.list_auxiliary_states())

    def list_outputs(self):
        return ['output']

    def list_arguments(self):
        return ['data']

    def list_auxiliary_states(self):
        return []

    def declare_backward_dependency(self, out_grad, in_data, out_data):
        return [*(out_grad if self.need_top_grad_ else ()), *in_data, *out_data]

    def create_operator(self, ctx, in_shapes, in_dtypes):
        return CustomOp()


def register(reg_name):
    """A decorator: the CustomOpProp's name for mx.nd.Custom(op_type=…)."""
    def named(prop_cls):
        _registered[reg_name] = prop_cls
        return prop_cls
    return named


def make_prop(params):
    """The CustomOpProp of op_type; the other parameters reach it as text."""
    params = dict(params)
    kind = params.pop('op_type', None)
    if kind is None:
        raise MXNetError('MXNetError: Required parameter op_type of string is not presented, in operator Custom(name="")')
    if kind not in _registered:
        raise MXNetError(f'Check failed: it != CustomOpPropRegistry.end(): Cannot find custom operator {kind}')
    return _registered[kind](**{key: str(value) for key, value in params.items() if not key.startswith('__')})


def _all_shapes(prop, inputs):
    shapes = [list(each.shape) for each in inputs]
    found = prop.infer_shape(shapes)
    if len(found) not in (2, 3):
        raise AssertionError('infer_shape must return 2 or 3 lists')
    return [tuple(each) if isinstance(each, (list, tuple)) else (each,) for each in found[0]], [tuple(each) if isinstance(each, (list, tuple)) else (each,) for each in found[1]]


def run_custom(prop, inputs):
    """The outputs for arrays: arguments, then states."""
    count = len(prop.list_arguments())
    if len(inputs) != count + len(prop.list_auxiliary_states()):
        raise MXNetError(f'Check failed: inputs.size() == num_args ({len(inputs)} vs. {count}) : Custom expects {count} inputs')
    arguments, aux = list(inputs[:count]), list(inputs[count:])
    in_shapes, out_shapes = _all_shapes(prop, arguments)
    kinds = prop.infer_type([each.dtype for each in arguments])
    ctx = inputs[0].context if inputs else current_context()
    operator = prop.create_operator(ctx, in_shapes, kinds[0])
    in_data = [each.detach() for each in arguments]
    out_data = [nd.zeros(shape, ctx=ctx, dtype=kind) for shape, kind in zip(out_shapes, kinds[1])]
    recording, training = autograd.is_recording(), autograd.is_training()
    with autograd.pause(train_mode=training):
        operator.forward(int(training), ['write'] * len(out_data), in_data, out_data, aux)
    if recording:
        results = [each.detach() for each in out_data]

        def back(*out_grad):
            in_grad = [nd.zeros(each.shape, ctx=ctx, dtype=each.dtype) for each in in_data]
            with autograd.pause(train_mode=training):
                operator.backward(['write'] * count, list(out_grad), in_data, out_data, in_grad, aux)
            return in_grad
        _tensor.custom('Custom', arguments, results, back)
        out_data = results
    return out_data[0] if len(out_data) == 1 else out_data


class PythonOp:
    """The older way to write an operator in Python: what NumpyOp and NDArrayOp share. One of its objects is called with symbols."""

    def __init__(self, need_top_grad=True):
        _older('PythonOp')
        self.info_, self.need_top_grad_ = None, need_top_grad

    def __call__(self, *args, **kwargs):
        return self.get_symbol(*args, **kwargs)

    def get_symbol(self, *args, **kwargs):
        """A node that computes with this object."""
        raise NotImplementedError('Must override this')

    def forward(self, in_data, out_data):
        """Writes out_data[0]; here a copy of what came in."""
        out_data[0][:] = in_data[0]

    def backward(self, out_grad, in_data, out_data, in_grad):
        """Writes in_grad[0]; here ones."""
        in_grad[0][:] = 1.0

    def infer_shape(self, in_shape):
        return in_shape, [in_shape[0]]

    def list_outputs(self):
        return ['output']

    def list_arguments(self):
        return ['data']

    def need_top_grad(self):
        return self.need_top_grad_


def _older(name):
    import warnings
    warnings.warn(f'{name} has been deprecated. Please use CustomOp')


class _OlderProp(CustomOpProp):
    """An older operator as a CustomOpProp; NumpyOp's arrays are NumPy's."""

    def __init__(self, older, numpy):
        super().__init__(need_top_grad=older.need_top_grad())
        self._older, self._numpy = older, numpy

    def list_arguments(self):
        return self._older.list_arguments()

    def list_outputs(self):
        return self._older.list_outputs()

    def infer_shape(self, in_shape):
        found = self._older.infer_shape(in_shape)
        return list(found[0]), list(found[1]), []

    def create_operator(self, ctx, in_shapes, in_dtypes):
        return _OlderOp(self._older, self._numpy)


class _OlderOp(CustomOp):
    def __init__(self, older, numpy):
        self._older, self._numpy = older, numpy

    def _call(self, function, reads, writes):
        """Calls with the arrays as the operator wants them; what it wrote into NumPy's is copied back."""
        if not self._numpy:
            return function(*reads, writes)
        hosts = [each.asnumpy() for each in writes]
        function(*[[each.asnumpy() for each in part] for part in reads], hosts)
        for target, host in zip(writes, hosts):
            target[:] = host

    def forward(self, is_train, req, in_data, out_data, aux):
        self._call(self._older.forward, (in_data,), out_data)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self._call(self._older.backward, (out_grad, in_data, out_data), in_grad)


def _older_symbol(older, numpy, args, kwargs):
    from . import symbol
    for each in args:
        if not isinstance(each, symbol.Symbol):
            raise AssertionError(f'Positional arguments must be Symbol instances, but got {each}')
    older.info_ = f'_older_{id(older):x}'
    _registered[older.info_] = lambda **_: _OlderProp(older, numpy)
    return symbol.Custom(*args, op_type=older.info_, **kwargs)


class NumpyOp(PythonOp):
    """The older way, over NumPy's arrays in the host's memory."""

    def __init__(self, need_top_grad=True):
        super().__init__(need_top_grad)
        _older('NumpyOp')

    def get_symbol(self, *args, **kwargs):
        return _older_symbol(self, True, args, kwargs)


class NDArrayOp(PythonOp):
    """The older way, over arrays on the device."""

    def __init__(self, need_top_grad=True):
        super().__init__(need_top_grad)
        _older('NDArrayOp')

    def get_symbol(self, *args, **kwargs):
        return _older_symbol(self, False, args, kwargs)

    def declare_backward_dependency(self, out_grad, in_data, out_data):
        return [*(out_grad if self.need_top_grad() else ()), *in_data, *out_data]


def get_all_registered_operators():
    """Names of all operators."""
    from .symbol.operators import known_names
    return sorted(known_names())
