"""A graph of floats as a graph of 8 bits: which nodes there are in both, what stands between them, and the ranges that a calibration found."""
from .fused import CONV, DENSE, _rebuilt
from .symbol import Node, Symbol, walk


class _Kind:
    """How an operator is quantized: its operator over 8 bits, which of its inputs are 8 bits (None: all), whether it gives 32."""

    def __init__(self, op, inputs=None, wide=False, fits=lambda node: True):
        self.op, self.inputs, self.wide, self.fits = op, inputs, wide, fits

    def takes(self, node, at):
        return self.inputs is None or at in self.inputs(node)


def _data_and_sum(node):
    return {0, len(node.inputs) - 1} if node.params.get('with_sum') else {0}


_KINDS = {
    'Convolution': _Kind('_contrib_quantized_conv', wide=True, fits=lambda node: len(node.params['kernel']) == 2), 'FullyConnected': _Kind('_contrib_quantized_fully_connected', wide=True),
    CONV: _Kind(CONV, _data_and_sum, True), DENSE: _Kind(DENSE, wide=True), 'elemwise_add': _Kind('_contrib_quantized_elemwise_add', wide=True),
    'Pooling': _Kind('_contrib_quantized_pooling', fits=lambda node: node.params.get('pool_type', 'max') in ('max', 'avg')), 'Flatten': _Kind('_contrib_quantized_flatten'),
    'Concat': _Kind('_contrib_quantized_concat'), 'Activation': _Kind('_contrib_quantized_act', fits=lambda node: node.params.get('act_type') == 'relu'),
    'BatchNorm': _Kind('_contrib_quantized_batch_norm', lambda node: {0}), 'Embedding': _Kind('_contrib_quantized_embedding', lambda node: {1}),
}
_ONLY_BESIDE = frozenset(('Pooling', 'Flatten', 'Concat', 'Activation', 'elemwise_add', 'BatchNorm'))    # 'smart': where a neighbour is quantized


def _chosen(order, names, ops, mode):
    """The nodes that are quantized, by id."""
    def excluded(node):
        return node.name in names or node.op in ops or any(inner.name in names or inner.op in ops for graph in node.subgraphs for inner in walk(graph._heads))
    able = {id(node): node for node in order if node.op in _KINDS and _KINDS[node.op].fits(node) and not excluded(node)}
    if mode != 'smart':
        return able
    beside = {}
    for node in able.values():
        for below, _ in node.inputs:
            if id(below) in able:
                beside.setdefault(id(node), []).append(below)
                beside.setdefault(id(below), []).append(node)
    found, left = {}, [node for node in able.values() if node.op not in _ONLY_BESIDE]
    while left:
        node = left.pop()
        if id(node) not in found:
            found[id(node)] = node
            left += [each for each in beside.get(id(node), ()) if each.op in _ONLY_BESIDE]
    return found


def entry_name(below, at):
    """What an executor calls an output when it tells of it."""
    from .operators import count_outputs
    return below.name if below.op == 'null' else f'{below.name}_output{at if count_outputs(below)[0] > 1 else ""}'


def quantized(symbol, names=(), ops=(), offline=(), dtype='int8', mode='smart'):
    """(the graph over 8 bits, the names of the outputs whose ranges a calibration may give)."""
    order = walk(symbol._heads)
    chosen, offline, layers = _chosen(order, set(names), set(ops), mode), set(offline), []
    floats, eights = {}, {}

    def fresh(op, name, inputs, **attrs):
        return Node(op, name, attrs, inputs, dict(attrs))

    def as_float(entry):
        below, at = entry
        if id(below) not in chosen:
            return floats.get(id(below), below), at
        key = id(below), at, 'back'
        if key not in floats:
            triple = eights[id(below), 0]
            floats[key] = fresh('_contrib_dequantize', f'{below.name}_dequantize', triple)
        return floats[key], 0

    def as_eight(entry):
        below, at = entry
        if (id(below), at) not in eights:
            if below.op == 'null' and below.name in offline:
                eights[id(below), at] = [(Node('null', f'{below.name}_quantize{end}', {}), 0) for end in ('', '_min', '_max')]
            else:
                label = below.name if below.op == 'null' else f'{below.name}_{"output" if below.op[:1].isupper() or below.op in (CONV, DENSE) else at}'
                made = fresh('_contrib_quantize_v2', label + '_quantize', [as_float(entry)], out_type=dtype)
                layers.append(entry_name(below, at))
                eights[id(below), at] = [(made, i) for i in range(3)]
        return eights[id(below), at]

    for node in order:
        if node.op == 'null':
            continue
        if id(node) not in chosen:
            floats[id(node)] = copy = Node(node.op, node.name, node.attrs, [as_float(each) for each in node.inputs], node.params)
            copy.subgraphs, copy.site = node.subgraphs, node.site
            continue
        kind = _KINDS[node.op]
        triples = [as_eight(entry) if kind.takes(node, at) else [as_float(entry)] for at, entry in enumerate(node.inputs)]
        said = {'quantized': 'True' if node.op == DENSE else 'true'} if node.subgraphs else {}
        made = Node(kind.op, f'quantized_{node.name}', {**node.attrs, **said}, [each[0] for each in triples] + [end for each in triples for end in each[1:]], {**node.params, **said})
        made.subgraphs, made.site = node.subgraphs, node.site
        if kind.wide:
            made = fresh('_contrib_requantize', f'requantize_{node.name}', [(made, i) for i in range(3)], out_type=dtype)
        if kind.wide or node.op == 'BatchNorm':
            layers.append(f'{node.name}_output')
        eights[id(node), 0] = [(made, i) for i in range(3)]
    return Symbol([as_float(head) for head in symbol._heads]), layers


def calibrated(symbol, ranges):
    """The graph with the ranges of {output's name: (least, most)}."""
    def name_of(node):
        if node.op == '_contrib_quantize_v2':
            return entry_name(*node.inputs[0])
        for op, begins in (('_contrib_requantize', 'requantize_'), ('_contrib_quantized_batch_norm', 'quantized_')):
            if node.op == op:
                return node.name.removeprefix(begins) + '_output'
        return None

    def replaced(node, entry_of):
        found = ranges.get(name_of(node))
        if found is None:
            return None
        said = {key: f'{float(value):.6f}' for key, value in zip(('min_calib_range', 'max_calib_range'), found)}
        made = Node(node.op, node.name, {**node.attrs, **said}, [entry_of(each) for each in node.inputs], {**node.params, **{key: float(text) for key, text in said.items()}})
        made.site = node.site
        return {(id(node), i): (made, i) for i in range(3)}
    return _rebuilt(symbol._heads, walk(symbol._heads), replaced)
