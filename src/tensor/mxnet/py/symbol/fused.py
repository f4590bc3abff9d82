"""Graphs as MXNet's CPU backend has them: a convolution or a dense layer is one node with the norm, sum and activation behind it, and, once it is quantized, with the step back to 8 bits.

Such a node keeps the graph that it stands for. Over floats it runs that; over 8 bits it multiplies whole numbers and goes through what follows with their scale.
"""
import _mxnet

from .. import ndarray as nd
from ..ndarray.quantized import LEVELS, kind_of, nearest, packed, reach_of
from ..ndarray.quantized_layers import exact, product_range
from .operators import count_outputs, is_true
from .symbol import Node, Symbol, walk

CONV, DENSE = '_sg_mkldnn_conv', '_sg_mkldnn_fully_connected'
_RANGE = ('min_calib_range', 'max_calib_range')


def _uses(heads, order):
    """{entry: the nodes that take it}, None for a head of the graph."""
    found = {}
    for node in order:
        for below, i in node.inputs:
            found.setdefault((id(below), i), []).append(node)
    for head, i in heads:
        found.setdefault((id(head), i), []).append(None)
    return found


def _follower(node, uses):
    """The one node that takes this one's output, if nothing else does."""
    users = uses.get((id(node), 0), ())
    others = any(key[0] == id(node) and key[1] for key in uses) if node.op == 'BatchNorm' else False
    return users[0] if len(users) == 1 and not others else None


def _is_activation(node, dense):
    if node is None:
        return False
    if node.op == 'Activation':
        return node.params.get('act_type') == 'relu'
    if node.op == 'LeakyReLU':
        return node.params.get('act_type', 'leaky') in ('leaky', 'gelu') + ('elu',) * dense
    return node.op == 'clip' and node.params.get('a_min') == 0 or dense and node.op == 'abs'


class _Group:
    """What becomes one node: a layer and those behind it, and what the sum adds."""

    def __init__(self, layer, uses, taken):
        """taken: the nodes of other groups, by id."""
        self.dense, self.nodes, self.said, self.added = layer.op == 'FullyConnected', [layer], {}, None

        def behind(node):
            found = _follower(node, uses)
            return None if found is None or id(found) in taken else found
        below = behind(layer)
        if self.dense:
            if _is_activation(below, True):
                self._take(below, 'with_eltwise')
            return
        if below is not None and below.op == 'BatchNorm' and below.inputs[0][0] is layer:
            self._take(below, 'with_bn')
            below = behind(below)
        if below is not None and below.op == 'elemwise_add':
            self.added, = [each for each in below.inputs if each[0] is not self.nodes[-1]]
            self._take(below, 'with_sum')
            below = behind(below)
            if below is not None and below.op == 'Activation' and _is_activation(below, False):
                self._take(below, 'with_postsum_act')
        elif _is_activation(below, False):
            self._take(below, 'with_act')

    def _take(self, node, word):
        self.nodes.append(node)
        self.said[word] = 'True' if self.dense else 'true'

    def name(self, number):
        if self.dense:
            return f'sg_mkldnn_fully_connected_{"eltwise_" * bool(self.said)}{number}'
        return f'sg_mkldnn_conv_{"bn_" * ("with_bn" in self.said)}{"add_" * ("with_sum" in self.said)}{"act_" * (not {"with_act", "with_postsum_act"}.isdisjoint(self.said))}{number}'

    def made(self, number, entry_of):
        """The node: its inputs are the layer's and what stands beside it, in order, what is added last."""
        inputs, inner = [], {}

        def variable(entry):
            below, i = entry_of(entry)
            inputs.append((below, i))
            return Node('null', f'{below.name}{"" if below.op == "null" else "_output"}{inputs.count((below, i)) - 1}', {}), 0
        for node in self.nodes:
            taken = [(inner[id(below)], i) if id(below) in inner else None if node.op == 'elemwise_add' and (below, i) == self.added else variable((below, i)) for below, i in node.inputs]
            if None in taken:       # (what is added comes behind what the layer gives, so that the inputs stand in their order)
                taken = [each for each in taken if each is not None] + [variable(self.added)]
            copy = inner[id(node)] = Node(node.op, node.name, dict(node.attrs), taken, node.params)
            copy.site = node.site
        made = Node(DENSE if self.dense else CONV, self.name(number), dict(self.said), inputs, dict(self.said))
        made.subgraphs = [Symbol([(copy, 0)])]
        made.site = self.nodes[0].site
        return made


def _is_layer(node):
    if node.op == 'FullyConnected':
        return True
    kernel = node.params.get('kernel')
    return node.op == 'Convolution' and isinstance(kernel, (tuple, list)) and len(kernel) == 2 and node.params.get('layout') in (None, 'None', 'NCHW')


def _rebuilt(heads, order, replaced):
    """The graph with other nodes: replaced(node, entry_of) gives {(node's id, output): the new entry} or None where it stays as it is."""
    entries = {}

    def entry_of(entry):
        return entries.get((id(entry[0]), entry[1]), entry)
    for node in order:
        if node.op == 'null':
            continue
        new = replaced(node, entry_of)
        if new is None:
            inputs = [entry_of(each) for each in node.inputs]
            if all(a[0] is b[0] for a, b in zip(inputs, node.inputs)):
                continue
            copy = Node(node.op, node.name, node.attrs, inputs, node.params)
            copy.subgraphs, copy.site = node.subgraphs, node.site
            new = {(id(node), i): (copy, i) for i in range(max(count_outputs(node)))}
        entries.update(new)
    return Symbol([entry_of(head) for head in heads])


def fused(symbol):
    """Layers and what stands behind them as one node each, then layers of 8 bits with what brings them to 8 bits or to floats."""
    symbol = _rebuilt(symbol._heads, walk(symbol._heads), lambda node, entry_of: {(id(node), 0): entry_of(node.inputs[0])} if node.op == 'Dropout' else None)      # (that is for training)
    order = walk(symbol._heads)
    uses, group_of, numbers, last = _uses(symbol._heads, order), {}, {True: 0, False: 0}, {}
    for node in order:
        if _is_layer(node) and id(node) not in group_of:
            group = _Group(node, uses, group_of)
            for each in group.nodes:
                group_of[id(each)] = group
            last[id(group.nodes[-1])] = group, numbers[group.dense]
            numbers[group.dense] += 1

    def replaced(node, entry_of):
        if id(node) in last:
            group, number = last[id(node)]
            return {(id(node), 0): (group.made(number, entry_of), 0)}
        return {} if id(node) in group_of else None
    return _with_ends(_rebuilt(symbol._heads, order, replaced))


def _with_ends(symbol):
    """Quantized layers take the calibrated step to 8 bits behind them, dense ones the step to floats behind that."""
    order = walk(symbol._heads)
    uses, gone, last = _uses(symbol._heads, order), set(), {}

    def only(node):
        users = [each for (at, _), found in uses.items() if at == id(node) for each in found]
        return users[0] if users and all(each is users[0] for each in users) else None
    for node in order:
        if node.op not in (CONV, DENSE) or not is_true(node.params.get('quantized')) or _RANGE[0] in node.params or is_true(node.params.get('enable_float_output')):
            continue
        step = only(node)
        if step is None or step.op != '_contrib_requantize' or _RANGE[0] not in step.params:
            continue
        end, said = step, {key: step.attrs[key] for key in _RANGE}
        back = only(step)
        if node.op == DENSE and back is not None and back.op == '_contrib_dequantize':
            gone.add(id(step))
            end, said = back, {'enable_float_output': 'True'}
        gone.add(id(node))
        last[id(end)] = node, said

    def replaced(node, entry_of):
        if id(node) not in last:
            return {} if id(node) in gone else None
        layer, said = last[id(node)]
        made = Node(layer.op, layer.name, {**layer.attrs, **said}, [entry_of(each) for each in layer.inputs], {**layer.params, **{key: _value(text) for key, text in said.items()}})
        made.subgraphs, made.site = layer.subgraphs, layer.site
        return {(id(node), i): (made, i) for i in range(3)}
    return _rebuilt(symbol._heads, order, replaced)


def _value(text):
    return text if text == 'True' else float(text)


BACKENDS = {'MKLDNN': fused, 'MKLDNN_QUANTIZE': fused}


# ---- running such a node ----
def run_fused(node):
    """The function of its inputs."""
    from .control import _plan
    graph = node.subgraphs[0]
    if not is_true(node.params.get('quantized')):
        plan = _plan(graph)
        return lambda *inputs: plan(inputs, inputs[0].context)[0]
    return _quantized_layer(node, graph)


def _scale(kind, low, high):
    return LEVELS[kind] / reach_of(low, high)


def _quantized_layer(node, graph):
    order = walk(graph._heads)
    layer, behind = next(each for each in order if _is_layer(each)), [each for each in order if each.op != 'null' and not _is_layer(each)]
    names, p = graph.list_inputs(), node.params
    dense, channelwise = layer.op == 'FullyConnected', _RANGE[0] in p
    bare = {key: value for key, value in layer.params.items() if key not in ('no_bias', 'workspace', 'cudnn_tune', 'cudnn_off')}
    said = {key for key in ('with_act', 'with_eltwise', 'with_postsum_act') if is_true(p.get(key))}
    rectified = any(each.op in ('Activation', 'clip') for each in behind) and not (is_true(p.get('with_sum')) and 'with_postsum_act' not in said)
    from .run import function_of
    steps = [(each, function_of(each)) for each in behind if each.op not in ('BatchNorm', 'elemwise_add')]

    def run(*inputs):
        values, ends = dict(zip(names, inputs)), inputs[len(names):]
        data, weight, *bias = (values[below.name] for below, _ in layer.inputs)
        bias = bias[0] if bias else None
        data_kind = kind_of(data)
        data_scale = _scale(data_kind, *ends[:2])
        if dense:
            weight, bias, scale, low, high = _dense_parameters(weight, bias, data_scale, ends[2:])
        else:
            weight, bias, scale, low, high = _convolution_parameters(weight, bias, next((each for each in behind if each.op == 'BatchNorm'), None), values, data_scale, channelwise)
        kind = exact(data, weight.size // weight.shape[0])
        made = (nd.FullyConnected if dense else nd.Convolution)(data.astype(kind), weight.astype(kind), **{**bare, 'no_bias': True})
        column = (1, -1) + (1,) * (made.ndim - 2)
        if bias is not None:
            made = _mxnet.broadcast_add(made, bias.astype(kind).reshape(column))
        by = (data_scale * scale).reshape(column) if scale.size > 1 else data_scale * scale
        real = _mxnet.broadcast_div(made.reshape((made.shape[0], made.shape[1] if made.ndim > 1 else 1, -1)).astype('float32'), by.reshape((1, -1, 1))).reshape(made.shape)
        if is_true(p.get('with_sum')):
            other = values[next(below.name for each in behind if each.op == 'elemwise_add' for below, _ in each.inputs if below.op == 'null')]
            real = real + _mxnet.broadcast_div(other.astype('float32'), _scale(kind_of(other), *ends[2:4]).reshape((1,) * other.ndim))
        for _, function in steps:
            real = function(real)
        if is_true(p.get('enable_float_output')):
            return real
        if channelwise:
            ends = [_mxnet.array([p[key]], ctx=data.context) for key in _RANGE]
            out = 'uint8' if rectified else 'int8'
            return [packed(_mxnet.broadcast_mul(real, _scale(out, *ends).reshape((1,) * real.ndim)), out), *ends]
        _, least, most = product_range(data, ends[0], ends[1], low, high)
        return [packed(_mxnet.broadcast_mul(real.astype('float64'), by.astype('float64').reshape((1,) * real.ndim)), 'int32'), least, most]
    return run


def _dense_parameters(weight, bias, data_scale, ends):
    """(weight, bias in steps of the products, the weight's scale, its range)."""
    scale = _scale('int8', ends[0], ends[1])
    if bias is not None:
        bias = nearest(_mxnet.broadcast_mul(bias.astype('float32'), data_scale * scale / _scale('int8', ends[2], ends[3])))
    return weight, bias, scale, ends[0], ends[1]


def _convolution_parameters(weight, bias, norm, values, data_scale, channelwise):
    """The same of a convolution's floats, the norm behind it taken in: a scale a channel, or one where the result keeps 32 bits."""
    if norm is not None:
        gamma, beta, mean, var = (values[below.name] for below, _ in norm.inputs[1:])
        slope = (_mxnet.ones_like(gamma) if is_true(norm.params.get('fix_gamma', True)) else gamma) / _mxnet.sqrt(var + float(norm.params.get('eps', 1e-3)))
        weight = _mxnet.broadcast_mul(weight, slope.reshape((-1,) + (1,) * (weight.ndim - 1)))
        bias = beta - mean * slope if bias is None else beta + (bias - mean) * slope
    rows = weight.reshape((weight.shape[0], -1))
    low, high = rows.min(axis=1), rows.max(axis=1)
    if not channelwise:
        low, high = low.min().reshape((1,)), high.max().reshape((1,))
    scale = _scale('int8', low, high)
    quantized = packed(_mxnet.broadcast_mul(rows, scale.reshape((-1, 1))), 'int8').reshape(weight.shape)
    if bias is not None:
        bias = nearest(_mxnet.broadcast_mul(_mxnet.broadcast_mul(bias, scale), data_scale))
    return quantized, bias, scale, low, high
