"""Shapes and dtypes of a graph: forward by dry runs of the operators, backward by what each says of its parameters.

A shape is a tuple whose 0 is not known, None where nothing is. What a layer's weight must be follows from its data; elementwise operators want all alike.
"""
import math
import warnings

import _tensor

from .. import autograd, ndarray as nd
from ..base import MXNetError
from .control import wanted_shapes
from .operators import FUSED, count_outputs, is_true, wanted_inputs
from .run import DRAWS, MAKERS, SAME_SHAPES, fits, function_of
from .symbol import value_of, walk


def _known(shape):
    return shape is not None and 0 not in shape


def _unified(one, two, where):
    """What both say; an error where they disagree."""
    if one is None or two is None:
        return two if one is None else one
    if len(one) != len(two) or any(a and b and a != b for a, b in zip(one, two)):
        raise MXNetError(where(one, two))
    return tuple(a or b for a, b in zip(one, two))


def _axis(shape, axis):
    return shape[axis] if -len(shape) <= axis < len(shape) else 0


# ---- what inputs must be, from the data's shape: {input's name: shape} ----
def _of_dense(p, data):
    width = math.prod(data[1:]) if is_true(p.get('flatten', True)) else data[-1]
    return {'weight': (p['num_hidden'], width), 'bias': (p['num_hidden'],)}


def _kernel(p):
    return (p['kernel'],) if isinstance(p['kernel'], int) else tuple(p['kernel'])


def _of_convolution(p, data):
    last = str(p.get('layout', '')).endswith('C')
    channels, kernel, groups = data[-1 if last else 1], _kernel(p), p.get('num_group', 1)
    below = channels // groups if channels else 0
    return {'weight': (p['num_filter'], *kernel, below) if last else (p['num_filter'], below, *kernel), 'bias': (p['num_filter'],)}


_ENDS = dict.fromkeys(('min_data', 'max_data', 'min_weight', 'max_weight', 'min_bias', 'max_bias'), (1,))      # of ranges


def _of_deconvolution(p, data):
    return {'weight': (data[1], p['num_filter'] // p.get('num_group', 1), *_kernel(p)), 'bias': (p['num_filter'],)}


def _per_channel(default, names=('gamma', 'beta', 'moving_mean', 'moving_var')):
    return lambda p, data: {key: (_axis(data, p.get('axis', default)),) for key in names}


def _of_label(p, data):
    if is_true(p.get('multi_output', False)):
        return {'label': (data[0], math.prod(data[2:]))}
    return {'label': data[:-1] if len(data) > 1 else data}


def _of_regression(_, data):
    return {'label': data[:1] if len(data) == 2 and data[1] == 1 else data}


def _gates(p):
    return {'lstm': 4, 'gru': 3}.get(p['mode'], 1)


def rnn_size(p, width):
    """How many numbers the parameters of a fused RNN are."""
    hidden, ways = p['state_size'], 2 if is_true(p.get('bidirectional', False)) else 1
    per_layer = [ways * _gates(p) * hidden * ((width if layer == 0 else hidden * ways) + hidden + 2) for layer in range(p['num_layers'])]
    return sum(per_layer)


def _of_rnn(p, data):
    state = (p['num_layers'] * (2 if is_true(p.get('bidirectional', False)) else 1), data[1], p['state_size'])
    return {'parameters': (rnn_size(p, data[2]) if data[2] else 0,), 'state': state, 'state_cell': state}


def _of_embedding(p, data):
    return {'weight': (p['input_dim'], p['output_dim'])}


_FROM_DATA = {
    'FullyConnected': _of_dense, 'Convolution': _of_convolution, 'Convolution_v1': _of_convolution, 'Deconvolution': _of_deconvolution, 'BatchNorm': _per_channel(1), '_contrib_SyncBatchNorm': _per_channel(1),
    '_contrib_BatchNormWithReLU': _per_channel(1), 'InstanceNorm': _per_channel(1), 'LayerNorm': _per_channel(-1), 'GroupNorm': lambda p, data: {key: (p.get('num_groups', 1),) for key in ('gamma', 'beta')},
    'Embedding': _of_embedding, '_contrib_SparseEmbedding': _of_embedding, 'LeakyReLU': lambda p, data: {'gamma': (_axis(data, 1),)},
    'SoftmaxOutput': _of_label, 'SVMOutput': lambda p, data: {'label': data[:1]}, 'softmax_cross_entropy': lambda p, data: {'label': data[:1]},
    'LinearRegressionOutput': _of_regression, 'LogisticRegressionOutput': _of_regression, 'MAERegressionOutput': _of_regression, 'RNN': _of_rnn, 'SoftmaxActivation': lambda p, data: {},
    '_contrib_quantized_conv': lambda p, data: {**_of_convolution(p, data), **_ENDS}, '_contrib_quantized_fully_connected': lambda p, data: {**_of_dense(p, data), **_ENDS},
    '_contrib_quantized_batch_norm': _per_channel(1), '_contrib_quantized_embedding': lambda p, data: {**_of_embedding(p, data), **_ENDS},
}
_LAYOUTS = {'Convolution': {3: 'batch-num_filter-x', 4: 'batch-num_filter-y-x', 5: 'batch-num_filter-depth-y-x'}, 'Deconvolution': {3: 'batch-num_filter-x', 4: 'batch-num_filter-y-x', 5: 'batch-num_filter-depth-y-x'}}
_LOOKED_UP = ('Embedding', '_contrib_SparseEmbedding')
_LABELS = frozenset(('SoftmaxOutput', 'SVMOutput', 'LinearRegressionOutput', 'LogisticRegressionOutput', 'MAERegressionOutput'))
_LIKE_DATA = frozenset(('Activation', 'Dropout', 'BlockGrad', 'identity', '_copy', 'Cast', 'relu', 'sigmoid', 'tanh', 'exp', 'log', 'square', 'sqrt', 'negative', 'abs', 'softmax', 'MakeLoss', 'make_loss', 'clip',
                        'zeros_like', 'ones_like', 'softsign', 'LayerNorm', 'LeakyReLU', *_LABELS))


def dry_outputs(node, shapes, dtypes):
    """[(shape, dtype), …] of what a node gives for inputs of these shapes: its function is run dry."""
    if node.op == '_sparse_retain':
        return [(shapes[0], dtypes[0])]
    if node.op == 'Custom':
        prop = node.custom()
        found = prop.infer_shape([list(each) for each in shapes[:len(prop.list_arguments())]])
        kinds = prop.infer_type(list(dtypes)[:len(prop.list_arguments())])
        return [(tuple(shape), kind) for shape, kind in zip(found[1], kinds[1])]
    fn = function_of(node)
    before = _tensor.is_dry()
    _tensor.dry(2)
    try:
        with autograd.pause():
            if node.op in MAKERS or node.op in DRAWS:
                shape = node.params.get('shape', ())
                out = fn(None, (shape,) if isinstance(shape, int) else tuple(shape))
            else:
                out = fn(*[nd.empty(shape, dtype=dtype) for shape, dtype in zip(shapes, dtypes)])
    finally:
        _tensor.dry(2 if before else 0)
    return [(each.shape, each.dtype) for each in (out if isinstance(out, (list, tuple)) else [out])]


class Inference:
    """The shapes of all entries of a graph, as far as they follow from what is given."""

    def __init__(self, heads, given, dtypes=None):
        self.order = walk(heads)
        self.shape, self.dtype = {}, {}
        self.types = dtypes or {}
        for node in self.order:
            if node.op == 'null':
                shape = given.get(node.name)
                if shape is None and '__shape__' in node.attrs:
                    shape = value_of(node.attrs['__shape__'])
                    shape = (shape,) if isinstance(shape, int) else shape
                if shape is not None:
                    self.shape[id(node), 0] = tuple(shape)
                self.dtype[id(node), 0] = self._type_of(node)
        self._done, self._changed = set(), True
        while self._changed:
            self._changed = False
            for node in self.order:
                if node.op != 'null' and id(node) not in self._done:
                    self._step(self._forward, node)
            for node in reversed(self.order):
                if node.op != 'null' and id(node) not in self._done:
                    self._step(self._backward, node)

    def _step(self, way, node):
        try:
            way(node)
        except MXNetError as error:
            raise node.blame(error, self.of)

    def _type_of(self, node):
        if node.name in self.types:
            return self.types[node.name]
        if '__dtype__' in node.attrs:
            from .text import dtype_named
            return dtype_named(node.attrs['__dtype__'])
        return None

    def of(self, entry):
        return self.shape.get((id(entry[0]), entry[1]))

    def _set(self, entry, shape, where):
        key = (id(entry[0]), entry[1])
        old = self.shape.get(key)
        new = _unified(old, tuple(shape), where)
        if new != old:
            self.shape[key] = new
            self._changed = True

    def _wanted(self, node):
        """Sets what the node's inputs must be by its data."""
        rule, data = _FROM_DATA.get(node.op), self.of(node.inputs[0]) if node.inputs else None
        if node.op == 'Custom':
            self._custom(node)
            return
        if node.subgraphs:
            for i, shape in wanted_shapes(node, [self.of(entry) for entry in node.inputs]):
                self._set(node.inputs[i], shape, lambda old, new: f'MXNetError: Error in operator {node.name}: Shape inconsistent, Provided = {list(old)}, inferred shape={list(new)}')
            return
        if rule is None or data is None or not data:
            return
        if node.op == 'RNN' and len(data) < 3:
            return      # the operator says what is wrong
        if node.op in _LAYOUTS and len(data) != len(_kernel(node.params)) + 2:
            n = len(_kernel(node.params)) + 2
            raise MXNetError(f'MXNetError: Error in operator {node.name}: Check failed: dshp.ndim() == {n}U ({len(data)} vs. {n}) : Input data should be {n}D in {_LAYOUTS[node.op].get(n)}')
        from .operators import operator
        names = wanted_inputs(operator(node.op), node.params)
        for key, shape in rule(node.params, data).items():
            if key not in names or key == 'label' and self.of(node.inputs[names.index(key)]) is not None and self._label_fits(node, data, names.index(key)):
                continue
            if not shape:
                continue

            def said(old, new):
                text = str(list(new)).replace(' ', '') if key == 'label' else str(tuple(new)).replace(' ', '')
                return f"MXNetError: Error in operator {node.name}: Shape inconsistent, Provided = {str(list(old)).replace(' ', '')}, inferred shape={text}"
            self._set(node.inputs[names.index(key)], shape, said)

    def _label_fits(self, node, data, at):
        """A label may have the data's shape, or its number of elements."""
        label = self.of(node.inputs[at])
        if not _known(label) or not _known(data):
            return True
        return label == data or node.op != 'SoftmaxOutput' and math.prod(label) == math.prod(data) or label == (data[0], *data[2:]) or label == (data[0], math.prod(data[2:]))

    def _custom(self, node):
        prop = node.custom()
        n = len(prop.list_arguments())
        shapes = [self.of(entry) for entry in node.inputs]
        if shapes and shapes[0] is not None:
            try:
                found = prop.infer_shape([list(each or ()) for each in shapes[:n]])
            except (IndexError, TypeError):
                return
            for entry, shape in zip(node.inputs, [*found[0], *(found[2] if len(found) > 2 else ())]):
                if shape and not (self.of(entry) == tuple(shape)):
                    self._set(entry, shape, lambda old, new: f'MXNetError: Error in operator {node.name}: Shape inconsistent, Provided = {list(old)}, inferred shape={list(new)}')

    def _forward(self, node):
        self._wanted(node)
        shapes = [self.of(entry) for entry in node.inputs]
        if node.op in SAME_SHAPES:
            self._alike(node, node.inputs + [(node, 0)])
        elif node.op in MAKERS and 'shape' in node.params:
            shape = node.params['shape']
            self._set((node, 0), (shape,) if isinstance(shape, int) else shape, str)
        if all(map(_known, shapes)) and (node.op not in MAKERS or 'shape' not in node.params and not fits(node.op, node.params)):
            self._run(node, shapes)
        elif node.op in MAKERS and _known(self.of((node, 0))):
            self.dtype[id(node), 0] = node.params.get('dtype') or 'float32'
            self._done.add(id(node))
        elif shapes and shapes[0] is not None:
            self._partly(node, shapes[0])

    def _alike(self, node, entries):
        known = None
        for at, entry in enumerate(entries):
            shape = self.of(entry)
            if shape is not None:
                def said(old, new, at=at):
                    texts = [str(list(each)).replace(' ', '') for each in (old, new)]
                    return f'MXNetError: Error in operator {node.name}: Check failed: assign(&dattr, vec.at(i)): Incompatible attr in node {node.name} at {at}-th input: expected {texts[0]}, got {texts[1]}'
                known = _unified(known, shape, said)
        if known is not None:
            for entry in entries:
                self._set(entry, known, str)

    def _partly(self, node, data):
        """What follows of the output from data that is known in part."""
        p = node.params
        if node.op == 'FullyConnected':
            self._set((node, 0), (data[0], p['num_hidden']) if is_true(p.get('flatten', True)) else (*data[:-1], p['num_hidden']), str)
        elif node.op in _LIKE_DATA:
            self._set((node, 0), data, str)
        elif node.op == 'SliceChannel' and data:
            n, axis = int(p['num_outputs']), p.get('axis', 1) % len(data)
            parts = [*data[:axis], *([] if is_true(p.get('squeeze_axis', False)) else [data[axis] // n]), *data[axis + 1:]]
            for i in range(n):
                self._set((node, i), parts, str)

    def _backward(self, node):
        out = self.of((node, 0))
        if out is None or not node.inputs:
            return
        if node.op in SAME_SHAPES:
            self._alike(node, node.inputs + [(node, 0)])
        elif node.op in _LIKE_DATA:
            self._set(node.inputs[0], out, str)
        elif node.op == 'FullyConnected' and self.of(node.inputs[0]) is not None and is_true(node.params.get('flatten', True)):
            self._set(node.inputs[0], (out[0], *self.of(node.inputs[0])[1:]), str)

    def _run(self, node, shapes):
        dtypes = [self.dtype.get((id(below), i)) for below, i in node.inputs]
        first = next((each for each in dtypes if each is not None), 'float32')
        for at, (entry, dtype) in enumerate(zip(node.inputs, dtypes)):
            if dtype is None and (node.op in FUSED or node.op.startswith('_contrib_quantized_')):
                dtypes[at] = self.dtype[id(entry[0]), entry[1]] = _quantized_type(node, at)
            elif dtype is None:
                kind = 'float32' if at and (node.op.endswith('Norm') and _size(first) < 4 or node.op in _LOOKED_UP) else first
                dtypes[at] = self.dtype[id(entry[0]), entry[1]] = kind if node.op not in (*_LOOKED_UP, 'one_hot') or at else 'float32'
        try:
            outs = dry_outputs(node, shapes, dtypes)
        except MXNetError as error:
            text = str(error)
            failed = MXNetError(text if text.startswith('MXNetError: Error in operator') else f'MXNetError: Error in operator {node.name}: {text}')
            raise failed from error
        for i, (shape, dtype) in enumerate(outs[:count_outputs(node)[1]]):
            self._set((node, i), shape, lambda old, new: f'MXNetError: Error in operator {node.name}: Shape inconsistent, Provided = {list(old)}, inferred shape={list(new)}')
            self.dtype[id(node), i] = dtype
        self._done.add(id(node))


def _quantized_type(node, at):
    """Layers of 8 bits keep their weights so; ranges, norms and the convolutions that the backend joins are floats."""
    op, name = node.op, node.inputs[at][0].name
    eights = is_true(node.params.get('quantized')) if op == '_sg_mkldnn_fully_connected' else op in ('_contrib_quantized_conv', '_contrib_quantized_fully_connected', '_contrib_quantized_embedding')
    return 'int8' if eights and name.endswith('_quantize') else 'float32'


def _size(dtype):
    return 2 if 'float16' in str(dtype) else 4


def given_shapes(symbol, args, kwargs):
    """Shapes by name; positional ones are the arguments' in order."""
    if args and kwargs:
        raise ValueError('Can only specify known argument                     shapes either by positional or kwargs way.')
    names = symbol.list_inputs()
    if args:
        given = {key: shape for key, shape in zip(symbol.list_arguments(), args) if shape is not None}
    else:
        given = kwargs
    for i, (key, shape) in enumerate(given.items()):
        if not isinstance(shape, (tuple, list)):
            raise TypeError(f'Arguments need to be shapes (tuple), but {f"argument {i}" if args else repr(key)} is {type(shape)}.')
    return names, {key: tuple(shape) for key, shape in given.items()}


def said_shapes(symbol, args, kwargs, partial):
    names, given = given_shapes(symbol, args, kwargs)
    try:
        found = Inference(symbol._heads, _known_names(symbol, given, 'InferShapeKeyword'))
    except MXNetError:
        print('infer_shape error. Arguments:')
        for key, shape in given.items():
            print(f'  {key}: {shape}')
        raise
    arguments, states = symbol._variables()
    lists = [[found.of((node, 0)) for node in arguments], [found.of(head) for head in symbol._heads], [found.of((node, 0)) for node in states]]
    if not partial and not all(_known(each) for part in lists for each in part):
        unknown = [(node.name, shape) for node, shape in zip(arguments, lists[0]) if not _known(shape)]
        listed = '\n\t'.join(f'{key}: {shape or ()}' for key, shape in unknown[:10])
        if len(unknown) > 10:
            listed += '\n\t...'
        warnings.warn('Cannot decide shape for the following arguments (0s in shape means unknown dimensions). Consider providing them as input:\n\t' + listed, stacklevel=3)
        return None, None, None
    return tuple([() if each is None else each for each in part] for part in lists)


def said_types(symbol, args, kwargs, partial):
    """dtypes of arguments, outputs, states: what is given goes through the graph."""
    given = dict(zip(symbol.list_arguments(), args)) if args else kwargs
    try:
        lists = _settled(symbol, _known_names(symbol, given, 'InferTypeKeyword'))
    except MXNetError:
        print('infer_type error. Arguments:')
        for key, kind in given.items():
            print(f'  {key}: {kind}')
        raise
    if partial or all(each is not None for part in lists for each in part):
        return lists
    unknown = [f'{name}: None' for name, kind in zip(symbol.list_arguments(), lists[0]) if kind is None]
    warnings.warn('Cannot decide type for the following arguments. Consider providing them as input:\n\t' + '\n\t'.join(unknown[:10] + ['...'] * (len(unknown) > 10)), stacklevel=3)
    return None, None, None


def _known_names(symbol, given, what):
    names = symbol.list_inputs()
    for key in given:
        if key not in names:
            listed = ''.join(f'\t[{i}]{each}\n' for i, each in enumerate(names))
            raise MXNetError(f'MXNetError: {what} argument name {key} not found.\nCandidate arguments:\n{listed}')
    return given


def _agree(node, settle):
    """Operators of numbers that meet one by one want them of one dtype."""
    first = None
    for at, entry in enumerate(node.inputs):
        kind = settle(entry)
        if first is not None and kind is not None and kind is not first:
            raise node.blame(MXNetError(f'MXNetError: Error in operator {node.name}: Check failed: assign(&dattr, vec.at(i)): Incompatible attr in node {node.name} at {at}-th input: '
                                        f'expected {first.__name__}, got {kind.__name__}'), lambda entry: None)
        first = kind if first is None else first


def _settled(symbol, given):
    import numpy
    types = {}

    def settle(entry):
        return types.get((id(entry[0]), entry[1]))
    order = walk(symbol._heads)
    for _ in range(2):
        for node in order:
            if node.op == 'null':
                if node.name in given and given[node.name] is not None:
                    types[id(node), 0] = numpy.dtype(given[node.name]).type
                elif '__dtype__' in node.attrs:
                    from .text import dtype_named
                    types[id(node), 0] = numpy.dtype(dtype_named(node.attrs['__dtype__'])).type
                continue
            first = next((settle(each) for each in node.inputs if settle(each) is not None), None)
            if node.op in SAME_SHAPES:
                _agree(node, settle)
            said = node.params.get('dtype')
            out = numpy.dtype(said).type if said not in (None, 'None') else first
            if node.op in MAKERS and out is None:
                out = numpy.float32
            if first is not None and node.op not in ('Cast', 'Embedding', 'one_hot'):
                for below, i in node.inputs:
                    types.setdefault((id(below), i), numpy.float32 if node.op == 'BatchNorm' and first is numpy.float16 else first)
            elif node.op == 'Embedding':
                types.setdefault((id(node.inputs[1][0]), 0), out or numpy.float32)
                out = types[id(node.inputs[1][0]), 0]
            if out is not None:
                for i in range(count_outputs(node)[1]):
                    types[id(node), i] = out
    arguments, states = symbol._variables()
    return tuple([settle(entry) for entry in part] for part in ([(node, 0) for node in arguments], symbol._heads, [(node, 0) for node in states]))
