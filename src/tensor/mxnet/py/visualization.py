"""Networks of symbols as a table (print_summary) and as a graph for Graphviz (plot_network)."""
import json
import warnings

from .symbol import Symbol
from .symbol.operators import is_true


def _internal_shapes(symbol, shape):
    internals = symbol.get_internals()
    _, found, _ = internals.infer_shape(**shape)
    if found is None:
        raise ValueError('Input shape is incomplete')
    return dict(zip(internals.list_outputs(), found))


def _row(fields, positions):
    line = ''
    for field, at in zip(fields, positions):
        line = (line + str(field))[:at].ljust(at)
    print(line)


def _count(node, inputs, shapes):
    """How many parameters a layer has; as the original counts them."""
    op, attrs = node['op'], node.get('attrs', {})
    if op == 'Convolution':
        filters, total = int(attrs['num_filter']), 0
        channels = sum(int(shapes[name][1]) for name in inputs if len(shapes.get(name, ())) > 1) if inputs else 0
        kernel = 1
        for each in attrs['kernel'].strip('()').split(','):
            if each.strip():
                kernel *= int(each)
        total = channels * filters * kernel // int(attrs.get('num_group', 1))
        return total if is_true(attrs.get('no_bias', 'False')) else total + filters
    if op == 'FullyConnected':
        hidden, width = int(attrs['num_hidden']), 1 if shapes else 0
        for name in inputs:
            for each in shapes[name][1:] if is_true(attrs.get('flatten', 'True')) else shapes[name][-1:]:
                width *= each
        return hidden * (width if is_true(attrs.get('no_bias', 'False')) else width + 1)
    if op == 'BatchNorm':
        return int(shapes[node['name'] + '_output'][1]) * 2 if shapes else 0
    if op == 'Embedding':
        return int(attrs['input_dim']) * int(attrs['output_dim'])
    return 0


def print_summary(symbol, shape=None, line_length=120, positions=[.44, .64, .74, 1.]):
    """A table of the layers: outputs' shapes, counts of parameters, what comes before."""
    if not isinstance(symbol, Symbol):
        raise TypeError('symbol must be Symbol')
    shapes = {} if shape is None else _internal_shapes(symbol, shape)
    graph = json.loads(symbol.tojson())
    nodes, heads = graph['nodes'], {head[0] for head in graph['heads']}
    positions = [int(line_length * each) for each in positions] if positions[-1] <= 1 else positions
    print('_' * line_length)
    _row(['Layer (type)', 'Output Shape', 'Param #', 'Previous Layer'], positions)
    print('=' * line_length)
    total = 0
    for i, node in enumerate(nodes):
        if node['op'] == 'null' and i > 0:
            continue
        name, out = node['name'], ()
        key = name if node['op'] == 'null' else name + '_output'
        if shapes and (key in shapes or key + '0' in shapes):
            out = shapes.get(key, shapes.get(key + '0'))[1:]
        before, channels = [], []
        for at, _, *_ in node['inputs']:
            below = nodes[at]
            if below['op'] != 'null' or at in heads or at == 0 and below['op'] == 'null':
                before.append(below['name'])
                channels.append(below['name'] + ('_output' if below['op'] != 'null' else ''))
        inputs = [each if each in shapes else each + '0' for each in channels] if shapes else []
        count = _count(node, [each for each in inputs if each in shapes], shapes)
        total += count
        _row([f"{name}({node['op']})", 'x'.join(str(each) for each in out), count, before[0] if before else ''], positions)
        for each in before[1:]:
            _row(['', '', '', each], positions)
        print(('=' if i == len(nodes) - 1 else '_') * line_length)
    print(f'Total params: {total}')
    print('_' * line_length)


_COLOURS = ('#8dd3c7', '#fb8072', '#ffffb3', '#bebada', '#80b1d3', '#fdb462', '#b3de69', '#fccde5')


def _drawn(node):
    """(label, colour) of a node."""
    op, attrs = node['op'], node.get('attrs', {})

    def wide(key, default='1'):
        return 'x'.join(each.strip() for each in attrs.get(key, default).strip('()').split(',') if each.strip())
    if op == 'Convolution':
        return f"Convolution\n{wide('kernel')}/{wide('stride')}, {attrs['num_filter']}", _COLOURS[1]
    if op == 'FullyConnected':
        return f"FullyConnected\n{attrs['num_hidden']}", _COLOURS[1]
    if op == 'BatchNorm':
        return node['name'], _COLOURS[3]
    if op in ('Activation', 'LeakyReLU'):
        return f"{op}\n{attrs.get('act_type', 'leaky')}", _COLOURS[2]
    if op == 'Pooling':
        return f"Pooling\n{attrs.get('pool_type', 'max')}, {wide('kernel')}/{wide('stride')}", _COLOURS[4]
    if op in ('Concat', 'Flatten', 'Reshape'):
        return node['name'], _COLOURS[5]
    if op == 'Softmax':
        return node['name'], _COLOURS[6]
    if op == 'null':
        return node['name'], _COLOURS[0]
    return node['name'], _COLOURS[7]


_WEIGHTS = ('_weight', '_bias', '_beta', '_gamma', '_moving_var', '_moving_mean', '_running_var', '_running_mean')


def plot_network(symbol, title='plot', save_format='pdf', shape=None, dtype=None, node_attrs={}, hide_weights=True):
    """A graphviz.Digraph of the network."""
    from graphviz import Digraph
    if not isinstance(symbol, Symbol):
        raise TypeError('symbol must be a Symbol')
    shapes = {} if shape is None else _internal_shapes(symbol, shape)
    nodes = json.loads(symbol.tojson())['nodes']
    if len({node['name'] for node in nodes}) < len(nodes):
        twice = [name for name in {node['name'] for node in nodes} if sum(node['name'] == name for node in nodes) > 1]
        warnings.warn(f'There are multiple variables with the same name in your graph, this may result in cyclic graph. Repeated names: {",".join(twice)}')
    looks = {'shape': 'box', 'fixedsize': 'true', 'width': '1.3', 'height': '0.8034', 'style': 'filled'}
    looks.update(node_attrs)
    dot, hidden = Digraph(name=title, format=save_format), set()
    for node in nodes:
        name, op = node['name'], node['op']
        if op == 'null':
            if name.endswith(_WEIGHTS):         # (edges may show them; the original gives them no look)
                if hide_weights:
                    hidden.add(name)
                continue
            label, colour = _drawn(node)
            dot.node(name=name, label=label, **{**looks, 'shape': 'oval', 'fillcolor': colour})
            continue
        label, colour = _drawn(node)
        dot.node(name=name, label=label, **{**looks, 'fillcolor': colour})
    for node in nodes:
        if node['op'] == 'null':
            continue
        for at, out, *_ in node['inputs']:
            below = nodes[at]
            if below['name'] in hidden:
                continue
            attrs = {'dir': 'back', 'arrowtail': 'open', 'label': ''}
            if shapes:
                key = below['name'] if below['op'] == 'null' else below['name'] + '_output'
                found = shapes.get(key, shapes.get(f'{key}{out}', ()))
                attrs['label'] = 'x'.join(str(each) for each in found[1:])
            dot.edge(tail_name=node['name'], head_name=below['name'], **attrs)
    return dot
