"""Graphs as text that are cut, changed or of something else: refused in the original's words, where it has some."""
import json
import re

import mxnet as mx

sym = mx.sym
net = sym.FullyConnected(sym.Variable('data'), num_hidden=8, name='fc1')
net = sym.SoftmaxOutput(sym.FullyConnected(sym.Activation(net, act_type='relu', name='relu1'), num_hidden=3, name='fc2'), name='softmax')
text = net.tojson()


def attempt(label, f):
    try:
        print(label, f())
    except (mx.MXNetError, UnicodeDecodeError, TypeError) as error:
        said = re.split(r'\nStack trace|\n----', str(error))[0]
        print(label, re.sub(r'\[\d\d:\d\d:\d\d\] \S+: |Traceback \(most recent call last\):\n *File .*\n|MXNetError: |around \^.*`', '', said).strip())


def changed(label, change):
    graph = json.loads(text)
    change(graph)
    attempt(label, lambda: sym.load_json(json.dumps(graph)).list_arguments())


for field in 'nodes', 'heads', 'arg_nodes', 'node_row_ptr', 'attrs':
    changed('without ' + field, lambda graph: graph.pop(field))
changed('operator', lambda graph: graph['nodes'][3].update(op='Nope'))
changed('input', lambda graph: graph['nodes'][3].update(inputs=[[99, 0, 0]]))
changed('value', lambda graph: graph['nodes'][3]['attrs'].update(num_hidden='x'))
changed('parameter', lambda graph: graph['nodes'][3]['attrs'].update(foo='x'))
changed('no parameters', lambda graph: graph['nodes'][3].pop('attrs'))
changed('head', lambda graph: graph.update(heads=[[77, 0, 0]]))
changed('a variable with an attribute', lambda graph: graph['nodes'][0].update(attrs={'foo': '1'}))
for kind in 'attr', 'param':
    changed('older: ' + kind, lambda graph: [node.update({kind: node.pop('attrs')}) for node in graph['nodes'] if 'attrs' in node])
changed('no name', lambda graph: graph['nodes'][3].pop('name'))
changed('no inputs', lambda graph: graph['nodes'][3].pop('inputs'))
attempt('list', lambda: sym.load_json('[1, 2]'))
attempt('empty', lambda: sym.load_json('{}'))
attempt('number', lambda: sym.load_json(3))
attempt('no file', lambda: sym.load('there-is-none.json'))
