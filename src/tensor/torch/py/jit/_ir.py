"""Graphs of torch.jit: blocks of nodes with values between them, their names and how they are printed.

A value has the number that it was made with until something names it; where two want one name, the one that had it goes on with a number behind a dot, as in PyTorch."""
import torch
from ._types import NONE, TENSOR, complete, list_of, of_value, tuple_of


class Value:
    __slots__ = ('owner', 'kind_of', 'number', 'given', 'uses')

    def __init__(self, owner, type):
        self.owner, self.kind_of, self.given, self.uses = owner, type, '', []
        graph = owner.graph
        self.number = graph.numbers
        graph.numbers += 1

    @property
    def name(self):
        return self.given or str(self.number)

    def rename(self, name):
        """Takes a name, '' for none; who had it goes on with a number."""
        names = self.owner.graph.names
        if self.given:
            names.pop(self.given, None)
            self.given = ''
        if not name:
            return self
        before = names.get(name)
        if before is not None:
            base, dot, end = name.rpartition('.')
            number = 1
            if dot and end.isdigit():
                number = int(end)
            else:
                base = name
            suffixes = self.owner.graph.suffixes
            number = max(number, suffixes.get(base, 0) + 1)
            while '%s.%d' % (base, number) in names:
                number += 1
            suffixes[base] = number + 1
            before.rename('%s.%d' % (base, number))
        names[name] = self
        self.given = name
        return self

    def like(self, other):
        """Another's type and name."""
        self.kind_of = other.kind_of
        return self.rename(other.given) if other.given else self

    def replace(self, other):
        """Who uses it uses the other one from now on."""
        for node, i in list(self.uses):
            node.put(i, other)

    # ---- PyTorch's names ----
    def debugName(self):
        return self.name

    def unique(self):
        return self.number

    def type(self):
        return self.kind_of

    def node(self):
        return self.owner

    def __repr__(self):
        return '%s defined in (%s)' % (self.name, self.owner.text())


class Node:
    __slots__ = ('kind_of', 'graph', 'block', 'takes', 'gives', 'parts', 'facts', 'source', 'scope', 'call')

    def __init__(self, graph, kind, takes=(), gives=0, **facts):
        self.kind_of, self.graph, self.block, self.takes, self.parts, self.facts = kind, graph, None, [], [], facts
        self.source, self.scope, self.call = '', graph.scope, None
        for value in takes:
            self.take(value)
        self.gives = []
        for _ in range(gives):
            self.give(TENSOR)

    def take(self, value):
        value.uses.append((self, len(self.takes)))
        self.takes.append(value)

    def put(self, i, value):
        self.takes[i].uses.remove((self, i))
        self.takes[i] = value
        value.uses.append((self, i))

    def drop_takes(self):
        for i, value in enumerate(self.takes):
            value.uses.remove((self, i))
        self.takes = []

    def give(self, type):
        self.gives.append(Value(self, type))
        return self.gives[-1]

    def part(self):
        self.parts.append(Block(self.graph, self))
        return self.parts[-1]

    def destroy(self):
        self.drop_takes()
        for block in self.parts:
            for node in list(block.nodes)[::-1] + [block.end]:
                node.destroy()
        for value in self.gives:
            value.rename('')
        if self.block is not None and self in self.block.nodes:
            self.block.nodes.remove(self)

    # ---- PyTorch's names ----
    def kind(self):
        return self.kind_of

    def inputs(self):
        return iter(self.takes)

    def outputs(self):
        return iter(self.gives)

    def inputsSize(self):
        return len(self.takes)

    def outputsSize(self):
        return len(self.gives)

    def input(self):
        return self.takes[0]

    def output(self):
        return self.gives[0]

    def inputsAt(self, i):
        return self.takes[i]

    def outputsAt(self, i):
        return self.gives[i]

    def blocks(self):
        return iter(self.parts)

    def scopeName(self):
        return self.scope

    def sourceRange(self):
        return self.source

    def attributeNames(self):
        return list(self.facts)

    def hasAttribute(self, name):
        return name in self.facts

    def s(self, name):
        return self.facts[name]

    i = f = t = s

    def text(self):
        gives = ', '.join('%%%s : %s' % (value.name, value.kind_of) for value in self.gives)
        facts = '[%s]' % ', '.join('%s=%s' % (name, _fact(value)) for name, value in self.facts.items()) if self.facts else ''
        line = '%s%s%s(%s)' % (gives + ' = ' if gives else '', self.kind_of, facts, ', '.join('%' + value.name for value in self.takes))
        return line + (', scope: ' + self.scope if self.scope else '') + (' # ' + self.source if self.source else '')

    def __repr__(self):
        return ''.join(_lines(self, 0))

    __str__ = __repr__


class Block:
    def __init__(self, graph, owner):
        self.graph, self.owner, self.nodes = graph, owner, []
        self.start, self.end = Node(graph, 'prim::Param'), Node(graph, 'prim::Return')
        self.start.block = self.end.block = self

    def inputs(self):
        return iter(self.start.gives)

    def outputs(self):
        return iter(self.end.takes)

    def paramNode(self):
        return self.start

    def returnNode(self):
        return self.end

    def takes(self, type, name=''):
        value = self.start.give(type)
        return value.rename(name) if name else value


class Graph:
    def __init__(self):
        self.numbers, self.names, self.suffixes, self.scope = 0, {}, {}, ''
        self.absent = None              # what stands in it that perch has no operator for
        self.compiled = False           # by script(): its values have not PyTorch's numbers
        self.block = Block(self, None)
        self.at = self.block, None      # where nodes go: before that one, or at the end

    def insert(self, node):
        block, before = self.at
        node.block = block
        block.nodes.append(node) if before is None else block.nodes.insert(block.nodes.index(before), node)
        return node

    def make(self, kind, takes=(), types=(), source='', **facts):
        node = Node(self, kind, takes, **facts)
        node.source = source
        self.insert(node)
        for type in types:
            node.give(type)
        return node

    def constant(self, value, source='', kind=None):
        if value is None:
            return self.make('prim::Constant', (), (kind or NONE,), source).gives[0]
        if isinstance(value, torch.Tensor):
            return self.make('prim::Constant', (), (complete(value),), source, value=value).gives[0]
        return self.make('prim::Constant', (), (kind or of_value(value),), source, value=value).gives[0]

    def attribute(self, owner, name, type):
        value = self.make('prim::GetAttr', (owner,), (type,), name=name).gives[0]
        return value.rename('_' + name if name[:1].isdigit() else name)

    def listed(self, element, values, source=''):
        return self.make('prim::ListConstruct', values, (list_of(element),), source).gives[0]

    def tupled(self, values, source=''):
        return self.make('prim::TupleConstruct', values, (tuple_of(value.kind_of for value in values),), source).gives[0]

    # ---- PyTorch's names ----
    def inputs(self):
        return self.block.inputs()

    def outputs(self):
        return self.block.outputs()

    def nodes(self):
        return iter(list(self.block.nodes))

    def return_node(self):
        return self.block.end

    def param_node(self):
        return self.block.start

    def findAllNodes(self, kind, recurse=True):
        return [node for node in walked(self.block, recurse) if node.kind_of == kind]

    def findNode(self, kind, recurse=True):
        return next(iter(self.findAllNodes(kind, recurse)), None)

    def copy(self):
        made = Graph()
        made.absent, made.compiled = self.absent, self.compiled
        copy_block(self.block, made.block, {})
        return made

    def str(self, print_source_ranges=True):
        return str(self)

    def __str__(self):
        if self.absent:
            from ._absent import refused
            raise refused('.graph', self.absent)
        if self.compiled:
            from ._absent import refused
            raise refused('the text of .graph', 'the numbers that values of scripted code have (.code says what it does)')
        head = ',\n      '.join('%%%s : %s' % (value.name, value.kind_of) for value in self.inputs())
        lines = [line for node in self.block.nodes for line in _lines(node, 1)]
        return 'graph(%s):\n%s  return (%s)\n' % (head, ''.join(lines), ', '.join('%' + value.name for value in self.outputs()))

    __repr__ = __str__


def walked(block, recurse=True):
    for node in list(block.nodes):
        yield node
        if recurse:
            for part in node.parts:
                yield from walked(part)


def copy_block(block, into, known, outside=None):
    """Puts copies of a block's nodes at the end of another block, of another graph."""
    graph = into.graph

    def at(value):
        return known[value] if value in known else outside(value)
    for value in block.start.gives:
        known[value] = into.start.give(TENSOR).like(value)
    for node in block.nodes:
        known.update(copy_node(node, into, at))
    for value in block.end.takes:
        into.end.take(at(value))
    return graph


def copy_node(node, into, at, before=None):
    """One node with its blocks; what its values have become."""
    known = {}
    made = Node(into.graph, node.kind_of)
    made.facts = dict(node.facts)
    made.source, made.scope, made.call, made.block = node.source, node.scope, node.call, into
    into.nodes.append(made) if before is None else into.nodes.insert(into.nodes.index(before), made)
    for value in node.gives:                # (before what it takes: so are PyTorch's numbers)
        known[value] = made.give(TENSOR).like(value)
    for value in node.takes:
        made.take(at(value))
    for part in node.parts:
        inner = dict(known)
        copy_block(part, made.part(), inner, at)
    return known


# ---- text ----
def number_text(value):
    """A float as graphs and code have it: all its digits."""
    text = '%.17g' % value
    if text in ('inf', '-inf', 'nan'):
        return text
    return text if any(c in text for c in '.e') else text + '.'


def quoted(text):
    return '"%s"' % ''.join({'\n': '\\n', '"': '\\"', '\\': '\\\\', '\t': '\\t', '\r': '\\r'}.get(c, c) for c in text)


def _fact(value):
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, float):
        return number_text(value).rstrip('.') if abs(value) < 1e17 and value == int(value) else number_text(value)
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, torch.Tensor):
        return '{%s}' % _scalar(value) if value.dim() == 0 else '<Tensor>'
    if isinstance(value, torch.device):
        return quoted(str(value))
    if isinstance(value, list):
        return '[%s]' % ', '.join(map(_fact, value))
    return str(value)


def _scalar(value):
    value = value.item()
    return '%g' % value if isinstance(value, float) else str(value)


def _lines(node, depth):
    pad = '  ' * depth
    lines = [pad + node.text() + '\n']
    for i, part in enumerate(node.parts):
        head = ', '.join('%%%s : %s' % (value.name, value.kind_of) for value in part.inputs())
        lines.append('%s  block%d(%s):\n' % (pad, i, head))
        for inner in part.nodes:
            lines += _lines(inner, depth + 2)
        lines.append('%s    -> (%s)\n' % (pad, ', '.join('%' + value.name for value in part.outputs())))
    return lines


# ---- passes ----
_KEPT = {'prim::Print', 'prim::RaiseException', 'prim::SetAttr', 'prim::CallMethod', 'prim::CallFunction', 'aten::append', 'aten::extend', 'aten::insert', 'aten::pop', 'aten::clear', 'aten::_set_item', 'aten::warn',
         'aten::manual_seed', 'aten::Delete', 'aten::update', 'aten::reverse', 'aten::remove', 'aten::sort'}


def has_effect(node):
    name = node.kind_of.partition('::')[2]
    return (node.kind_of in _KEPT or node.kind_of.startswith('aten::') and name.endswith('_') and not name.endswith('__') or node.kind_of.startswith('perch::')
            or any(has_effect(inner) for part in node.parts for inner in part.nodes))


def drop_dead(block, used=None):
    """Takes nodes away whose values nobody uses."""
    for node in list(block.nodes)[::-1]:
        for part in node.parts:
            drop_dead(part)
        if not has_effect(node) and not any(value.uses for value in node.gives):
            node.destroy()


def lower_tuples(block):
    """Tuples that are taken apart where they were put together."""
    for node in list(block.nodes):
        for part in node.parts:
            lower_tuples(part)
        if node.kind_of == 'prim::TupleUnpack' and node.takes[0].owner.kind_of == 'prim::TupleConstruct':
            for value, instead in zip(node.gives, node.takes[0].owner.takes):
                value.replace(instead)
            node.destroy()
        elif node.kind_of == 'prim::TupleIndex' and node.takes[0].owner.kind_of == 'prim::TupleConstruct' and node.takes[1].owner.kind_of == 'prim::Constant':
            node.gives[0].replace(node.takes[0].owner.takes[node.takes[1].owner.facts['value']])
            node.destroy()


for _kind in (Graph, Node, Value, Block):
    _kind.__module__ = 'torch._C'
