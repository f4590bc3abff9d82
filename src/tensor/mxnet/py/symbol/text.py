"""Graphs as text: MXNet's JSON, both ways, and what debug_str shows."""
import json

from ..base import MXNetError
from .operators import count_outputs, operator, refuse_params
from .symbol import Node, Symbol, value_of, walk

# what older files say of a node beside its parameters
_HINTS = ('ctx_group', 'lr_mult', 'wd_mult', 'force_mirroring', 'weight_lr_mult', 'bias_lr_mult', 'weight_wd_mult', 'bias_wd_mult')
_CODES = ('float32', 'float64', 'float16', 'uint8', 'int32', 'int8', 'int64', 'bool')


def dtype_code(dtype):
    name = dtype if isinstance(dtype, str) else getattr(dtype, '__name__', None) or str(dtype)
    return _CODES.index(name)


def dtype_named(code):
    return _CODES[int(code)]


def _array(items, indent, wide):
    """A list in dmlc's form: in one line, or, where it is long, a line an item."""
    if not wide:
        return '[' + ', '.join(items) + ']'
    inside = ' ' * (indent + 2)
    return '[\n' + ', \n'.join(inside + each for each in items) + '\n' + ' ' * indent + ']'


def _object(pairs, indent, wide=None):
    if not (len(pairs) > 1 if wide is None else wide):
        return '{' + ', '.join(f'{json.dumps(k)}: {v}' for k, v in pairs) + '}'
    inside = ' ' * (indent + 2)
    return '{\n' + ', \n'.join(f'{inside}{json.dumps(k)}: {v}' for k, v in pairs) + '\n' + ' ' * indent + '}'


def to_json(symbol, remove_amp_cast=True):
    symbol = Symbol(without_casts(symbol._heads)) if remove_amp_cast else symbol
    return _graph_text(symbol, 0, [('attrs', _object([('mxnet_version', '["int", 10901]')], 2))])


def _graph_text(symbol, indent, more=()):
    """A graph whose text begins so far to the right."""
    nodes = walk(symbol._heads)
    number = {id(node): i for i, node in enumerate(nodes)}
    rows, said = [0], []
    for node in nodes:
        states = set(node.states())
        inputs = [f'[{number[id(below)]}, {i}, {int(at in states)}]' for at, (below, i) in enumerate(node.inputs)]
        pairs = [('op', json.dumps(node.op)), ('name', json.dumps(node.name))]
        if node.attrs:
            pairs.append(('attrs', _object([(key, json.dumps(node.attrs[key])) for key in sorted(node.attrs)], indent + 6)))
        pairs.append(('inputs', _array(inputs, indent + 6, len(inputs) > 10)))
        if node.subgraphs:
            pairs.append(('subgraphs', _array([_graph_text(each, indent + 8) for each in node.subgraphs], indent + 6, True)))
        said.append(_object(pairs, indent + 4))
        rows.append(rows[-1] + (1 if node.op == 'null' else count_outputs(node)[1]))
    arguments = [str(i) for i, node in enumerate(nodes) if node.op == 'null']
    heads = [f'[{number[id(head)]}, {i}, 0]' for head, i in symbol._heads]
    rows = [str(each) for each in rows]
    return _object([('nodes', _array(said, indent + 2, True)), ('arg_nodes', _array(arguments, indent + 2, len(arguments) > 10)), ('node_row_ptr', _array(rows, indent + 2, len(rows) > 10)),
                    ('heads', _array(heads, indent + 2, len(heads) > 10)), *more], indent)


def without_casts(heads):
    """The same graph without the casts of mixed precision (files have them not unless they are asked for)."""
    made, order = {}, walk(heads)
    if not any(node.op in ('amp_cast', 'amp_multicast') for node in order):
        return heads

    def real(entry):
        node, i = entry
        while node.op in ('amp_cast', 'amp_multicast'):
            node, i = node.inputs[i if node.op == 'amp_multicast' else 0]
        return made.get(id(node), node), i
    for node in order:
        if node.op in ('amp_cast', 'amp_multicast'):
            continue
        copy = made[id(node)] = Node(node.op, node.name, node.attrs, [real(each) for each in node.inputs], node.params)
        copy.subgraphs = node.subgraphs
    return [real(each) for each in heads]


# What a node is told besides its parameters; before 0.9 without the lines around it.
_HIDDEN = frozenset(('ctx_group', 'lr_mult', 'wd_mult', 'force_mirroring', 'mirror_stage'))


def from_json(text):
    """The symbol of a JSON text; older files call the attributes 'attr' or 'param'."""
    first = text.lstrip()[:1]
    if first != '{':
        raise MXNetError(f"MXNetError: Check failed: ch == '{{' ({ord(first) if first else -1} vs. {{) : Error at Line 0, around ^`{text.lstrip()[1:40]}`, Expect '{{' but get '{first}'")
    try:
        data = json.loads(text)
    except ValueError as error:
        place = getattr(error, 'pos', 0)
        ends = place >= len(text.rstrip()) or error.msg.startswith('Unterminated')
        raise MXNetError(f'MXNetError: Error at Line {text.count(chr(10), 0, place)}, around ^`{text[place:place + 40]}`, ' + ('the text ends within the graph' if ends else error.msg)) from None
    return _graph_of(data)


def _field(data, name, kind):
    """What a graph or a node must have."""
    if name not in data:
        raise MXNetError(f'JSONReader: Check failed: visited.count(it->first) != 0U (0 vs. 0) : Missing field "{name}"\n At  Line 0, around ^``')
    if not isinstance(data[name], kind):
        raise MXNetError(f'MXNetError: "{name}" of a graph is a {kind.__name__}, not {json.dumps(data[name])[:40]}')
    return data[name]


def _entry(entry, nodes):
    """(node, output) of [number, output, version]; nodes: those before it."""
    if not isinstance(entry, list) or len(entry) < 2 or not all(type(each) is int for each in entry):
        raise MXNetError(f'MXNetError: an entry of a graph is [node, output, version], not {json.dumps(entry)[:40]}')
    if not 0 <= entry[0] < len(nodes):
        raise MXNetError('MXNetError: Check failed: e.node_id < jgraph.nodes.size():')
    node = nodes[entry[0]]
    if not 0 <= entry[1] < (1 if node.op == 'null' else count_outputs(node)[1]):
        raise MXNetError(f'MXNetError: {node.name} has no output {entry[1]}')
    return node, entry[1]


def _node_of(each, nodes):
    op_name, name = _field(each, 'op', str), _field(each, 'name', str)
    attrs = {f'__{key}__' if key in _HIDDEN else key: value for kind in ('param', 'attr', 'attrs') for key, value in (each.get(kind) or {}).items()}
    inputs = [_entry(entry, nodes) for entry in _field(each, 'inputs', list)]
    if op_name == 'null':
        return Node('null', name, attrs)
    op = operator(op_name)
    if op is None:
        raise MXNetError(f'MXNetError: Failed loading Op {name} of type {op_name}: Check failed: op != nullptr: Operator {op_name} is not registered')
    names = attrs if op.name == 'Custom' or 'subgraphs' in each else {*op.params, op.counted}
    params = {key: value_of(value) for key, value in attrs.items() if key in names}
    if op.name != 'Custom' and 'subgraphs' not in each:
        said = f'{op.name}(name="{name}"' + ''.join(f', {key}="{value}"' for key, value in attrs.items()) + ')'
        refuse_params(op, {key: params.get(key, value) for key, value in attrs.items() if key not in _HINTS}, said)
    made = Node(op.name, name, attrs, inputs, params)
    made.subgraphs = [_graph_of(graph) for graph in each.get('subgraphs', ())]
    return made


def _graph_of(data):
    fields = {name: _field(data, name, list) for name in ('arg_nodes', 'heads', 'nodes')}
    nodes = []
    for each in fields['nodes']:
        if not isinstance(each, dict):
            raise MXNetError(f'MXNetError: a node of a graph is an object, not {json.dumps(each)[:40]}')
        nodes.append(_node_of(each, nodes))
    return Symbol([_entry(head, nodes) for head in fields['heads']])


def load_json(json_str):
    if not isinstance(json_str, str):
        raise TypeError('fname required to be string')
    return from_json(json_str)


def load(fname):
    if not isinstance(fname, str):
        raise TypeError('fname need to be string')
    try:
        with open(fname, encoding='utf-8', errors='replace') as file:
            text = file.read()
    except OSError as error:
        raise MXNetError(f'LocalFileSystem: Check failed: allow_null: :Open "{fname}": {error.strerror}') from error
    return from_json(text)


def debug_text(symbol):
    lines = ['Symbol Outputs:', *(f'\toutput[{i}]={head.name}({at})' for i, (head, at) in enumerate(symbol._heads))]
    for node in walk(symbol._heads):
        if node.op == 'null':
            lines.append(f'Variable:{node.name}')
            continue
        states = set(node.states())
        lines += ['-' * 20, f'Op:{node.op}, Name={node.name}', 'Inputs:']
        lines += [f'\targ[{i}]={below.name}({at})' + (f' version={int(i in states)}' if below.op == 'null' else '') for i, (below, at) in enumerate(node.inputs)]
        if node.attrs:
            lines += ['Attrs:', *(f'\t{key}={node.attrs[key]}' for key in sorted(node.attrs))]
    return '\n'.join(lines) + '\n'
