# plot_network as DOT, and graphs of one's own: Graphviz's package is a stand-in of perch's where it is not installed.
import os
import tempfile
import mxnet as mx
from graphviz import Digraph, Graph, Source, nohtml


def told(make):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, str(error).split('at 0x')[0])


a, b = mx.sym.Variable('a'), mx.sym.Variable('b')
print(mx.viz.plot_network(mx.sym.broadcast_to(mx.sym.reshape(a * b + mx.sym.dot(a, b), shape=(1, 4)), shape=(2, 4))).source)
net = mx.sym.Convolution(mx.sym.Variable('data'), kernel=(3, 3), num_filter=4, name='c', stride=(2, 2))
net = mx.sym.Pooling(mx.sym.BatchNorm(net, name='n'), kernel=(2, 2), pool_type='max', stride=(2, 2), name='p')
net = mx.sym.Flatten(mx.sym.LeakyReLU(net, act_type='leaky', name='l'), name='flat')
net = mx.sym.Dropout(mx.sym.FullyConnected(mx.sym.Concat(net, net, name='both'), num_hidden=3, name='f'), name='d')
net = mx.sym.SoftmaxOutput(mx.sym.softmax(net, name='soft'), name='s')
plot = mx.viz.plot_network(net, title='t', shape={'data': (1, 3, 9, 9)}, hide_weights=False, node_attrs={'shape': 'oval', 'fixedsize': 'false'})
print(plot.source)
print(mx.viz.plot_network(net, save_format='svg').source)
print(type(plot), plot.name, plot.format, plot.filename, plot.engine, plot.encoding, plot.directed, plot.strict)
told(lambda: mx.viz.plot_network([1]))
told(lambda: mx.viz.plot_network(net, node_attrs=3))

dot = Digraph('G', comment='The Round Table', node_attr={'color': 'red'}, graph_attr={'rankdir': 'LR'})
dot.node('A', 'King Arthur')
dot.node('B', 'Sir "Bed" <x>')
dot.edges(['AB', 'BA'])
dot.edge('B', 'L x', constraint='false', label='1.5')
dot.attr('node', shape='box')
dot.attr(rank='same', style='dotted')
for name in ('1.5', '-3', '.5', '1a', 'a-b', 'node', 'Strict', 'é'):
    dot.node(name)
dot.node('', label='')
dot.edge('a:b:c', 'd:e')
dot.node('n', label='<<b>x</b>>')
dot.node('m', label=nohtml('<x>'))
dot.node('q', label='a\\nb', _attributes={'k': 'v'})
with dot.subgraph(name='cluster_0') as within:
    within.attr(color='blue')
    within.node('c1')
    within.edge('c1', 'c2')
print(dot)
told(lambda: dot.edges([1]))
told(lambda: dot.attr('zz', a='b'))
told(lambda: dot.edge('a'))
told(lambda: dot.subgraph(Graph('H')))
told(lambda: dot.subgraph(Digraph('x'), name='y'))
told(lambda: Digraph(format='zzz'))
told(lambda: Digraph(engine='zzz'))
told(lambda: Digraph().pipe('png'))
graph = Graph('H', strict=True, body=['\tx -- y'])
graph.edge('a', 'b')
print(graph.source, graph.filepath, Digraph().source, Digraph().filename, Source('digraph {}').filename)
copied = dot.copy()
copied.clear()
print(copied.source, len(dot.source) > len(copied.source))
with tempfile.TemporaryDirectory() as folder:
    path = graph.save('graph.gv', os.path.join(folder, 'new'))
    print(os.path.relpath(path, folder), open(path).read() == graph.source + '\n')
    print(Source.from_file(path).source == open(path).read())
