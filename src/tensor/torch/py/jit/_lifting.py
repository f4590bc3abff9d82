"""What a recording becomes: blocks of modules' calls are methods of theirs, attributes are read from self where they are used. The order of the steps is PyTorch's, since its values' numbers follow it."""
from ._ir import Graph, Node, copy_block, drop_dead, lower_tuples
from ._types import NONE, TENSOR, tuple_of

CALL = 'prim::TracedModuleForward'


def _calls(block):
    return [node for node in list(block.nodes) if node.kind_of == CALL]


def lift(graph, modules=None):
    """modules: the ScriptModules by their names in the graph, None for a function's."""
    if modules is not None:
        _attributes(graph)
    _Reached().run(graph.block)
    _returns(graph.block)
    if modules is None:
        _flatten(graph.block)
    else:
        _graphs(graph.block)
        _methods(graph, modules)
    clean(graph)


def clean(graph):
    lower_tuples(graph.block)
    drop_dead(graph.block)


# ---- attributes ----
def _attributes(graph):
    traced = {node.facts['scope']: node for node in graph.block.nodes if node.kind_of == 'prim::TracedAttr'}
    _own_self(graph.block, traced)
    _read_where_used(graph.block, '__module', graph.block.start.gives[0])
    for node in traced.values():
        node.destroy()


def _own_self(block, traced):
    for node in _calls(block):
        node.take(traced[node.facts['scope']].gives[0])
        node.parts[0].takes(traced[node.facts['scope']].gives[0].kind_of, 'self')
        _own_self(node.parts[0], traced)


def _read_where_used(block, prefix, own):
    """Gives the attributes of modules outside, which the block is to be given."""
    outside, known = [], {}

    def put(node, i):
        value = node.takes[i]
        if value in known:
            node.put(i, known[value])
        elif value.owner.kind_of == 'prim::TracedAttr':
            path = value.owner.facts['scope']
            if path == prefix or path.startswith(prefix + '.'):
                made = own
                graph = block.graph
                for word in path[len(prefix) + 1:].split('.') if path != prefix else ():
                    kind = made.kind_of.attributes.get(word, TENSOR) if hasattr(made.kind_of, 'attributes') else TENSOR
                    graph.at = block, block.nodes[0] if block.nodes else None
                    made = graph.attribute(made, word, kind)
                if len(path) > len(prefix) and '.' in path[len(prefix) + 1:]:
                    _in_order(block, made)
            else:
                made = block.start.give(TENSOR).like(value)
                outside.append(value)
            known[value] = made
            node.put(i, made)
    for node in list(block.nodes):
        if node.kind_of == CALL:
            for value in _read_where_used(node.parts[0], node.facts['scope'], node.parts[0].start.gives[0]):
                node.take(value)
        for i in range(len(node.takes)):
            put(node, i)
    for i in range(len(block.end.takes)):
        put(block.end, i)
    return outside


def _in_order(block, value):
    """An attribute's attribute stands behind it."""
    chain = []
    while value.owner.kind_of == 'prim::GetAttr':
        chain.append(value.owner)
        value = value.owner.takes[0]
    for node in chain:
        block.nodes.remove(node)
    block.nodes[:0] = chain[::-1]


class _Reached:
    """A value of an inner block that is used outside is one of its results."""

    def __init__(self):
        self.instead = {}

    def run(self, block):
        for node in list(block.nodes):
            self._node(node, block)
            for part in node.parts:
                self.run(part)
        self._node(block.end, block)

    def _node(self, node, block):
        for i, value in enumerate(list(node.takes)):
            if value in self.instead:
                value = self.instead[value]
                node.put(i, value)
            at = value.owner.block
            around = _around(block)
            if at in around:
                continue
            first, made = node.takes[i], value
            while at not in around:
                at.end.take(made)
                made = at.owner.give(made.kind_of)
                at = at.owner.block
            self.instead[first] = made
            node.put(i, made)


def _around(block):
    found = []
    while block is not None:
        found.append(block)
        block = block.owner.block if block.owner is not None else None
    return found


def _returns(block):
    """A module's call gives one value."""
    graph = block.graph
    for node in _calls(block):
        part = node.parts[0]
        _returns(part)
        if len(part.end.takes) > 1:
            graph.at = part, None
            made = graph.tupled(list(part.end.takes))
            part.end.drop_takes()
            part.end.take(made)
            whole = node.give(tuple_of(value.kind_of for value in node.gives))
            i = block.nodes.index(node) + 1
            graph.at = block, block.nodes[i] if i < len(block.nodes) else None
            parts = graph.make('prim::TupleUnpack', (whole,), [value.kind_of for value in node.gives[:-1]]).gives
            for value, instead in zip(node.gives[:-1], parts):
                value.replace(instead)
                value.rename('')
            node.gives = [whole]
        elif not part.end.takes:
            graph.at = part, None
            part.end.take(graph.constant(None))
            node.give(NONE)


def _flatten(block):
    for node in _calls(block):
        part = node.parts[0]
        _flatten(part)
        i = block.nodes.index(node)
        block.nodes[i:i] = part.nodes
        for inner in part.nodes:
            inner.block = block
        for value, instead in zip(node.gives, part.end.takes):
            value.replace(instead)
        part.nodes = []
        node.destroy()


def _graphs(block):
    for node in _calls(block):
        part = node.parts[0]
        _graphs(part)
        graph, known = Graph(), {}

        def outside(value):
            if value not in known:
                known[value] = graph.block.start.give(TENSOR).like(value)
                node.take(value)
            return known[value]
        copy_block(part, graph.block, {}, outside)
        if any(inner.kind_of.startswith('perch::') for inner in graph.block.nodes):
            graph.absent = next(inner.kind_of[7:] for inner in graph.block.nodes if inner.kind_of.startswith('perch::'))
        node.call = graph
        node.parts = []
        for inner in list(part.nodes)[::-1] + [part.end]:
            inner.destroy()


def _methods(graph, modules):
    from ._methods import Method
    for node in _calls(graph.block):
        inner = node.call
        _methods(inner, modules)
        module = modules[node.facts['scope']]
        name, number = 'forward', 0
        while name in module._methods:
            number += 1
            name = 'forward%d' % number
        clean(inner)
        module._methods[name] = Method(name, inner)
        made = Node(graph, 'prim::CallMethod', node.takes, name=name)
        graph.at = graph.block, node
        graph.insert(made)
        made.scope = ''
        kind = inner.block.end.takes[0].kind_of
        value = made.give(general(kind))
        for old in node.gives:
            old.replace(value)
        node.destroy()


def general(kind):
    """A type without what one call's tensors were."""
    if kind == TENSOR:
        return TENSOR
    if kind.kind() == 'TupleType':
        return tuple_of(map(general, kind.parts))
    return kind
