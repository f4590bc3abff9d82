"""Executor: a graph with arrays for its arguments. A plan is the graph as a list of calls; forward runs it, backward goes through what was recorded."""
import _tensor

from . import autograd, ndarray as nd
from .base import MXNetError
from .context import Context
from .symbol.heard import heard_inputs, hidden_outputs
from .symbol.operators import count_outputs, is_true, output_names
from .symbol.run import DRAWS, MAKERS, function_of
from .symbol.shapes import Inference, _known
from .symbol.symbol import walk

NDArray = nd.NDArray
_STYPES = ('default', 'row_sparse', 'csr')  # what var's stype is told as
_LOSSES = frozenset(('SoftmaxOutput', 'LinearRegressionOutput', 'LogisticRegressionOutput', 'MAERegressionOutput', 'SVMOutput', 'MakeLoss', 'make_loss', 'BlockGrad'))


class Plan:
    """The calls of a graph: (function, slots of its inputs, slot of its first output, whether it makes an array, the node)."""

    def __init__(self, heads):
        slot, self.calls, self.variables = {}, [], {}
        for node in walk(heads):
            if node.op == 'null':
                self.variables[node.name] = slot[id(node), 0] = len(slot)
                continue
            inputs = tuple(slot[id(below), i] for below, i in node.inputs)
            first = len(slot)
            shown = count_outputs(node)[0]
            for i in range(shown):
                slot[id(node), i] = first + i
            self.calls.append((function_of(node), inputs, first, shown, node.op in MAKERS or node.op in DRAWS, node))
        self.size = len(slot)
        self.makes = any(call[4] for call in self.calls)
        self.heads = [slot[id(head), i] for head, i in heads]

    def run(self, arrays, ctx, shape_of=None, monitor=None, place_of=None):
        """What the heads are, for arrays by the variables' names."""
        values = [None] * self.size
        for name, at in self.variables.items():
            values[at] = arrays[name]
        try:
            return self._go(values, ctx, shape_of, monitor, place_of)
        except MXNetError as error:
            self._blame(error, values)
            raise

    def _blame(self, error, values):
        """The call that failed is the first whose output is not there: the error names its node."""
        for _, inputs, first, _, _, node in self.calls:
            if values[first] is None:
                text = str(error).replace('attr in node  at', f'attr in node {node.name} at')
                if not text.startswith('MXNetError: Error in operator'):
                    error.args = (f'MXNetError: Error in operator {node.name}: {text.removeprefix("MXNetError: ")}',)
                given = {(id(below), i): values[at].shape for (below, i), at in zip(node.inputs, inputs)}
                node.blame(error, lambda entry: given.get((id(entry[0]), entry[1])))
                return

    def _go(self, values, ctx, shape_of, monitor, place_of):
        if monitor is None and place_of is None and not self.makes:
            for fn, inputs, first, shown, _, _ in self.calls:
                out = fn(*[values[i] for i in inputs])
                if type(out) is list or type(out) is tuple:
                    values[first:first + shown] = out[:shown]
                else:
                    values[first] = out
            return [values[i] for i in self.heads]
        for fn, inputs, first, shown, makes, node in self.calls:
            where = ctx
            taken = [values[i] for i in inputs]
            if place_of is not None:
                where = place_of(node)
                taken = [each if each.context == where else each.as_in_context(where) for each in taken]
            if monitor is not None:
                monitor.given(node, taken)
            if makes:
                shape = shape_of(node) if shape_of else None
                if shape is None:
                    shape = node.params.get('shape', ())
                    shape = (shape,) if isinstance(shape, int) else shape
                out = fn(where, shape)
            else:
                out = fn(*taken)
            if type(out) is list or type(out) is tuple:
                values[first:first + shown] = out[:shown]
            else:
                values[first] = out
            if monitor is not None:
                monitor.made(node, taken, values[first:first + shown])
        return [values[i] for i in self.heads]


def _by_name(given, names, what, missing_allowed):
    """Arrays in the order of the names, from a list or a dictionary."""
    if isinstance(given, (list, tuple)):
        if len(given) != len(names):
            raise ValueError(f'Length of {what} does not match the number of arguments')
        if not all(isinstance(each, NDArray) or each is None and missing_allowed for each in given):
            raise TypeError('Only accept list of NDArrays or dict of str to NDArray')
        return list(given)
    if isinstance(given, dict):
        for name in names:
            if name not in given and not missing_allowed:
                raise ValueError(f'key `{name}` is missing in `{what}`')
            if not isinstance(given.get(name, None), NDArray) and name in given:
                raise TypeError('Only accept list of NDArrays or dict of str to NDArray')
        return [given.get(name) for name in names]
    raise TypeError('Only accept list of NDArrays or dict of str to NDArray')


def _requests(grad_req, names):
    """What to do with each argument's gradient."""
    if isinstance(grad_req, str):
        found = [grad_req] * len(names)
    elif isinstance(grad_req, (list, tuple)):
        found = list(grad_req)
    elif isinstance(grad_req, dict):
        found = [grad_req.get(name, 'null') for name in names]
    else:
        raise TypeError('grad_req must be a str, a list or a dict')
    for each in found:
        if each not in ('write', 'add', 'null'):
            raise ValueError("grad_req must be in {'null': 0, 'write': 1, 'add': 3}")
    return found


def bind(symbol, ctx, args, args_grad, grad_req, aux_states, group2ctx):
    """An executor over arrays that are given."""
    if not isinstance(ctx, Context):
        raise TypeError('Context type error')
    names, states = symbol.list_arguments(), symbol.list_auxiliary_states()
    arrays = _by_name(args, names, 'args', False)
    reqs = _requests(grad_req, names)
    grads = [None] * len(names) if args_grad is None else _by_name(args_grad, names, 'args_grad', True)
    reqs = [req if grad is not None else 'null' for req, grad in zip(reqs, grads)]
    aux = _by_name([] if aux_states is None else aux_states, states, 'aux_states', False)
    return Executor(symbol, ctx, arrays, grads, reqs, aux, group2ctx)


def _grad_stype(symbol, node, stypes):
    """How a variable's gradient is stored: by rows where every operator that takes the variable gives it so."""
    from .ndarray.sparse import _KEEP_ZERO, _MEET
    seen = False
    for user in walk(symbol._heads):
        below = [each for each, _ in user.inputs] if user.op != 'null' else ()
        for i, each in enumerate(below):
            if each is not node:
                continue
            seen = True
            kinds = [stypes.get(other.name, 'default') if other.op == 'null' else 'default' for other in below]
            by_row = i == 1 and (user.op == 'dot' and kinds[0] == 'csr' or user.op == '_contrib_SparseEmbedding' or user.op == 'Embedding' and is_true(user.params.get('sparse_grad', False)))
            if not by_row and not (set(kinds) == {'row_sparse'} and (user.op in _KEEP_ZERO or user.op in _MEET)):
                return 'default'
    return 'row_sparse' if seen else stypes[node.name]


def simple_bind(symbol, ctx, grad_req, type_dict, stype_dict, group2ctx, shapes, shared=None):
    """An executor whose arrays are made here, all zero, from the inputs' shapes."""
    said = 'simple_bind error. Arguments:\n' + ''.join(f'{key}: {tuple(shape)}\n' for key, shape in shapes.items())
    import numpy
    arguments, states = symbol._variables()
    try:
        found = Inference(symbol._heads, {key: (shape,) if isinstance(shape, int) else tuple(shape) for key, shape in shapes.items()}, {key: numpy.dtype(each).type for key, each in (type_dict or {}).items()})
        unknown = [(node.name, found.of((node, 0))) for node in arguments + states if not _known(found.of((node, 0)))]
        if unknown:
            listed = ''.join(f'{key}: {"None" if not shape else str([each or -1 for each in shape]).replace(" ", "")}, ' for key, shape in unknown)
            raise MXNetError('MXNetError: InferShape pass cannot decide shapes for the following arguments (-1 means unknown dimensions). Please consider providing them as inputs:\n' + listed)
    except MXNetError as error:
        from perch.graphs import carrying
        raise carrying(RuntimeError(f'{said}{error}'), error) from error

    def place(node):
        return (group2ctx or {}).get(node.attrs.get('__ctx_group__'), ctx)

    stypes = {node.name: (stype_dict or {}).get(node.name) or _STYPES[int(node.attrs.get('__storage_type__', 0))] for node in arguments + states}

    def make(node, stype):
        return nd.zeros(found.of((node, 0)), ctx=place(node), dtype=found.dtype.get((id(node), 0)) or 'float32', **({} if stype == 'default' else {'stype': stype}))

    def given(node):
        """The array that an executor that shares has for it."""
        for known in ((shared.arg_dict, shared.aux_dict) if shared is not None else ()):
            old = known.get(node.name)
            if old is not None and old.shape == found.of((node, 0)) and node.name not in shapes:
                return old
        return make(node, stypes[node.name])
    reqs = _requests(grad_req, [node.name for node in arguments])
    arrays, aux = [given(node) for node in arguments], [given(node) for node in states]
    kept = shared.grad_dict if shared is not None else {}
    grads = [None if req == 'null' else kept[node.name] if kept.get(node.name) is not None and kept[node.name].shape == found.of((node, 0)) and node.name not in shapes else
             make(node, _grad_stype(symbol, node, stypes)) for node, req in zip(arguments, reqs)]
    return Executor(symbol, ctx, arrays, grads, reqs, aux, group2ctx, found)


class _Told:
    """Tells a monitor of a pass: of each node's inputs (everything; a variable by its own name first) before it runs, then of all its outputs, hidden ones too."""

    def __init__(self, callback, everything, training):
        self.callback, self.everything, self.training = callback, everything, training

    def say(self, name, array):
        self.callback(name.encode(), array.detach())

    def given(self, node, inputs):
        if self.everything:
            for (below, _), name, array in zip(node.inputs, heard_inputs(node), inputs):
                if below.op == 'null':
                    self.say(below.name, array)
                self.say(f'{node.name}_{name}', array)

    def made(self, node, inputs, outputs):
        names = output_names(node, hidden=True)
        for name, array in zip(names, [*outputs, *hidden_outputs(node, inputs, outputs, self.training)] if len(names) > len(outputs) else outputs):
            self.say(name, array)


class Executor:
    """A graph that is bound to arrays."""

    def __init__(self, symbol, ctx, arrays, grads, reqs, aux, group2ctx=None, found=None):
        self._symbol, self._ctx, self._group2ctx, self._reqs = symbol, ctx, group2ctx, reqs
        self.arg_arrays, self.grad_arrays, self.aux_arrays = arrays, grads, aux
        names, states = symbol.list_arguments(), symbol.list_auxiliary_states()
        self.arg_dict, self.grad_dict, self.aux_dict = dict(zip(names, arrays)), dict(zip(names, grads)), dict(zip(states, aux))
        if found is None:
            given = {key: each.shape for key, each in [*self.arg_dict.items(), *self.aux_dict.items()]}
            found = Inference(symbol._heads, given, {key: each.dtype for key, each in [*self.arg_dict.items(), *self.aux_dict.items()]})
        self._found, self._plan = found, Plan(symbol._heads)
        self._monitor, self._monitor_all, self._outputs, self._trained = None, False, None, False
        # leaves of their own over the same memory: the caller's arrays do not learn of gradients
        self._leaves = {name: each.detach() for name, each in self.arg_dict.items()}
        wanted = [name for name, req in zip(names, reqs) if req != 'null']
        autograd.mark_variables([self._leaves[name] for name in wanted], [self.grad_dict[name] for name in wanted], [req for req in reqs if req != 'null'])

    def _place(self, node):
        return self._group2ctx.get(node.attrs.get('__ctx_group__'), self._ctx)

    def _shape_of(self, node):
        return self._found.of((node, 0))

    @property
    def outputs(self):
        if self._outputs is None:
            stypes = ['default'] * len(self._symbol._heads)
            if any(each.stype != 'default' for each in self._leaves.values()):
                stypes = [each.stype for each in self.forward()]
            self._outputs = [nd.zeros(self._found.of(head), ctx=self._ctx, stype=stype) for head, stype in zip(self._symbol._heads, stypes)]
        return self._outputs

    @property
    def output_dict(self):
        return dict(zip(self._symbol.list_outputs(), self.outputs))

    def forward(self, is_train=False, **kwargs):
        for name, value in kwargs.items():
            if not isinstance(value, NDArray) and type(value).__name__ != 'ndarray':
                raise ValueError('only accept keyword argument of NDArrays and numpy.ndarray')
            if name not in self.arg_dict:
                raise TypeError(f'Unknown argument {name}')
            if self.arg_dict[name].shape != value.shape:
                raise ValueError(f'Shape not match! Argument {name}, need: {self.arg_dict[name].shape}, received: {value.shape}')
            self.arg_dict[name][:] = value
        self._trained = is_train
        scope = autograd.record() if is_train else autograd.pause()
        with scope:
            self._outputs = self._plan.run({**self._leaves, **self.aux_dict}, self._ctx, self._shape_of, _Told(self._monitor, self._monitor_all, is_train) if self._monitor else None, self._place if self._group2ctx else None)
        return self._outputs

    def backward(self, out_grads=None, is_train=True):
        if out_grads is None:
            heads = [None] * len(self.outputs)
        elif isinstance(out_grads, NDArray):
            heads = [out_grads]
        elif isinstance(out_grads, dict):
            heads = [out_grads[name] for name in self._symbol.list_outputs()]
        else:
            heads = list(out_grads)
        for each in heads:
            if each is not None and not isinstance(each, NDArray):
                raise TypeError('inputs must be NDArray')
        heads += [None] * (len(self.outputs) - len(heads))
        for (head, _), given in zip(self._symbol._heads, heads):
            if given is None and head.op not in _LOSSES and not (head.op == 'Custom' and not head.custom().need_top_grad_):
                raise MXNetError('MXNetError: Check failed: i < head_grads.size() && !head_grads[i].is_none(): Because the last operator is not Loss function, head_gradient is required when '
                                 'calling backward. If you are attempting to minimize the output as an objective, please modify your network and pass it through the make_loss symbol.')
        if all(req == 'null' for req in self._reqs):        # (there is nothing to write)
            return
        if not self._trained:
            self.forward(is_train=True)
        chosen = [(out, grad) for out, grad in zip(self._outputs, heads) if _tensor.recorded(out)] if hasattr(_tensor, 'recorded') else list(zip(self._outputs, heads))
        if chosen:
            autograd.backward([out for out, _ in chosen], [grad for _, grad in chosen], retain_graph=True)

    def set_monitor_callback(self, callback, monitor_all=False):
        """callback(name, array) for each output of each node in forward."""
        self._monitor, self._monitor_all = callback, monitor_all

    def copy_params_from(self, arg_params, aux_params=None, allow_extra_params=False):
        for given, known, what in ((arg_params, self.arg_dict, 'arguments'), (aux_params or {}, self.aux_dict, 'auxiliary states')):
            for name, array in given.items():
                if name in known:
                    array.astype(known[name].dtype).copyto(known[name])
                elif not allow_extra_params:
                    raise ValueError(f'Find name "{name}" that is not in the {what}')

    def reshape(self, partial_shaping=False, allow_up_sizing=False, **kwargs):
        """An executor for other shapes of inputs, over the same parameters."""
        import math
        for name, shape in kwargs.items():
            old = self.arg_dict.get(name)
            if old is not None and not allow_up_sizing and math.prod(shape) > math.prod(old.shape):
                raise MXNetError(f'MXNetError: Check failed: allow_up_sizing: New shape of arg: {name} is larger than original.First making a big executor and then down sizing it is more '
                                 'efficient than the reverse.If you really want to up size, set allow_up_sizing=True to enable allocation of new arrays.')
        made = simple_bind(self._symbol, self._ctx, dict(zip(self.arg_dict, self._reqs)), {name: each.dtype for name, each in self.arg_dict.items()}, None, self._group2ctx, kwargs, self)
        for name, each in made.arg_dict.items():
            if not partial_shaping and name not in kwargs and each.shape != self.arg_dict[name].shape:
                raise MXNetError(f'MXNetError: Shape of unspecifie arg: {name} changed. This can cause the new executor to not share parameters with the old one. Please check for error in '
                                 'network.If this is intended, set partial_shaping=True to suppress this warning.')
        return made

    def debug_str(self):
        return self._symbol.debug_str()
