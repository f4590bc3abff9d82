"""Graphs as text: MXNet's JSON, both ways, and what debug_str shows."""
import json

from ..base import MXNetError
from .operators import count_outputs, operator
from .symbol import Node, Symbol, value_of, walk

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


def to_json(symbol):
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


def from_json(text):
    """The symbol of a JSON text; older files call the attributes 'attr' or 'param'."""
    try:
        data = json.loads(text)
        listed = data['nodes']
    except (ValueError, KeyError, TypeError) as error:
        first = text.lstrip()[:1] if isinstance(text, str) else ''
        raise MXNetError(f"MXNetError: Check failed: ch == '{{' ({ord(first) if first else -1} vs. {{) : Error at Line 0, around ^``, Expect '{{' but get '{first}'") from error
    return _graph_of(listed, data['heads'])


def _graph_of(listed, heads):
    nodes = []
    for each in listed:
        attrs = {**each.get('param', {}), **each.get('attr', {}), **each.get('attrs', {})}
        inputs = [(nodes[entry[0]], entry[1]) for entry in each['inputs']]
        if each['op'] == 'null':
            nodes.append(Node('null', each['name'], attrs))
            continue
        op = operator(each['op'])
        if op is None:
            raise MXNetError(f"MXNetError: Operator {each['op']} is not registered")
        names = attrs if op.name == 'Custom' or 'subgraphs' in each else {*op.params, op.counted}
        nodes.append(Node(op.name, each['name'], attrs, inputs, {key: value_of(value) for key, value in attrs.items() if key in names}))
        nodes[-1].subgraphs = [_graph_of(graph['nodes'], graph['heads']) for graph in each.get('subgraphs', ())]
    return Symbol([(nodes[head[0]], head[1]) for head in heads])


def load_json(json_str):
    if not isinstance(json_str, str):
        raise TypeError('fname required to be string')
    return from_json(json_str)


def load(fname):
    if not isinstance(fname, str):
        raise TypeError('fname need to be string')
    try:
        with open(fname) as file:
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
