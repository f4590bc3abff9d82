"""Graphs, run: each becomes a Python function of straight lines, loops and branches that calls perch's operators. None of the code that was traced or scripted runs again."""
import torch
from ._operators import SCHEMAS, call_of, meaning
from ._errors import Error
from ._recorder import filled

_SIGNS = {'add': '+', 'sub': '-', 'mul': '*', 'floordiv': '//', 'remainder': '%', 'lt': '<', 'le': '<=', 'gt': '>', 'ge': '>=', 'eq': '==', 'ne': '!=', '__and__': '&', '__or__': '|', '__xor__': '^', 'pow': '**', 'div': '/'}
_PLAIN = ('IntType', 'FloatType', 'BoolType', 'StringType', 'NumberType', 'ComplexType', 'ListType', 'DeviceObjType', 'NoneType', 'OptionalType', 'TupleType', 'DictType')
_TOLD = {'prim::device': '%s.device', 'prim::dtype': '%s.dtype', 'prim::shape': 'list(%s.shape)', 'prim::is_cuda': '%s.is_cuda', 'prim::requires_grad': '%s.requires_grad', 'prim::unchecked_cast': '%s', 'prim::TupleUnpack': None, 'prim::layout': '%s.layout',
         'prim::NumToTensor': '_tensor(%s)', 'aten::__not__': 'not %s', 'aten::__is__': '%s is %s', 'aten::__isnot__': '%s is not %s', 'aten::__getitem__': '%s[%s]', 'aten::len': 'len(%s)', 'prim::TupleIndex': '%s[%s]', 'aten::Bool': 'bool(%s)',
         'aten::Int': 'int(%s)', 'aten::Float': 'float(%s)', 'aten::str': 'str(%s)', 'prim::unchecked_unwrap_optional': '%s', 'aten::append': '%s.append(%s)', 'aten::extend': '%s.extend(%s)', 'aten::_set_item': '%s.__setitem__(%s, %s)',
         'aten::__contains__': '%s.__contains__(%s)', 'aten::pop': '%s.pop(%s)', 'aten::insert': '%s.insert(%s, %s)', 'aten::keys': 'list(%s)', 'aten::values': 'list(%s.values())', 'aten::items': 'list(%s.items())', 'prim::min': 'min(%s)',
         'prim::max': 'max(%s)', 'aten::list': 'list(%s)', 'aten::clear': '%s.clear()', 'aten::reverse': '%s.reverse()', 'aten::__range_length': '_length(%s, %s, %s)', 'aten::__derive_index': '%s + %s * %s', 'aten::sorted': 'sorted(%s)', 'aten::tensor': '_tensor(%s)'}


def _length(start, stop, step):
    return len(range(start, stop, step))


class _Writer:
    def __init__(self):
        self.lines, self.held, self.names = [], {'_tensor': torch.tensor, '_length': _length, '_filled': filled}, {}

    def name(self, value):
        found = self.names.get(value)
        if found is None:
            found = self.names[value] = 'v%d' % len(self.names)
        return found

    def hold(self, thing):
        name = 'k%d' % len(self.held)
        self.held[name] = thing
        return name

    def write(self, depth, text):
        self.lines.append('    ' * depth + text)

    # ---- nodes ----
    def block(self, block, depth):
        for node in block.nodes:
            self.node(node, depth)

    def node(self, node, depth):
        kind = node.kind_of
        made = _WRITTEN.get(kind)
        if made is not None:
            return made(self, node, depth)
        gives = ', '.join(map(self.name, node.gives))
        self.write(depth, '%s%s' % (gives + ' = ' if gives else '', self.call(node)))

    def call(self, node):
        kind, takes = node.kind_of, [self.name(value) for value in node.takes]
        told = _TOLD.get(kind)
        if told is not None and kind in ('prim::min', 'prim::max'):
            return told % ', '.join(takes)
        if told is not None and told.count('%s') == len(takes):
            return told % tuple(takes)
        if kind == 'aten::pop' and len(takes) == 1:
            return takes[0] + '.pop()'
        name = kind.partition('::')[2]
        plain = all(value.kind_of.kind() in _PLAIN for value in node.takes)
        if plain and name in _SIGNS and len(takes) == 2:
            return '%s %s %s' % (takes[0], _SIGNS[name], takes[1])
        if plain and name == 'neg':
            return '-' + takes[0]
        if plain and name in _MATH:
            return '%s(%s)' % (self.hold(_MATH[name]), ', '.join(takes))
        if kind.startswith('perch::'):
            func, template = node.call
            text = '%s(*_filled(%s, (%s)), **_filled(%s, (%s)))' % (self.hold(func), self.hold(template[0]), _comma(takes), self.hold(template[1]), _comma(takes))
            return text if node.facts.get('whole') else '%s(%s)' % (self.hold(_leaves(node.facts['leaves'])), text)
        return self.operator(node, name, takes)

    def operator(self, node, name, takes):
        call = call_of(name)
        schema = node.call or next((schema for schema in SCHEMAS.get(name, ()) if len(schema.parameters) == len(takes)), None)
        if call is None or schema is None:
            raise NotImplementedError('torch.jit: the operator %s is not in perch' % node.kind_of)
        words = []
        parameters = schema.parameters
        last = max((i for i, (value, p) in enumerate(zip(node.takes, parameters)) if not p.named and not _left_out(value, p)), default=-1)
        for i, (value, p, take) in enumerate(zip(node.takes, parameters, takes)):
            if p.named and _left_out(value, p) or not p.named and i > last:
                continue
            if value.owner.kind_of == 'prim::Constant' and p.kind in ('ScalarType', 'Layout', 'MemoryFormat'):
                take = self.hold(meaning(value.owner.facts.get('value'), p))
            elif p.kind == 'ScalarType':
                take = '%s(%s)' % (self.hold(lambda number, p=p: meaning(number, p)), take)
            words.append('%s=%s' % (p.name, take) if p.named else take)
        return '%s(%s)' % (self.hold(call), ', '.join(words))


def _left_out(value, p):
    """Is it what it is when nothing is said?"""
    owner = value.owner
    if owner.kind_of == 'prim::Constant':
        return p.as_default(owner.facts.get('value'))
    if owner.kind_of == 'prim::ListConstruct' and all(each.owner.kind_of == 'prim::Constant' for each in owner.takes):
        return p.as_default([each.owner.facts.get('value') for each in owner.takes])
    return False


def _comma(words):
    return ''.join(word + ', ' for word in words)


def _leaves(count):
    from ._recorder import _tensors

    def taken(result):
        found = _tensors((result,))
        return found[0] if count == 1 else found
    return taken


def _constant(w, node, depth):
    w.names[node.gives[0]] = w.hold(node.facts.get('value'))


def _if(w, node, depth):
    for word, part in zip(('if %s:' % w.name(node.takes[0]), 'else:'), node.parts):
        w.write(depth, word)
        w.block(part, depth + 1)
        _move(w, depth + 1, node.gives, part.end.takes)


def _move(w, depth, to, values):
    w.write(depth, '%s = %s' % (', '.join(map(w.name, to)), ', '.join(map(w.name, values))) if to else 'pass')


def _loop(w, node, depth):
    most, first, *carried = node.takes
    part = node.parts[0]
    index, *inner = part.start.gives
    go = w.name(node.gives[0]) + 'g' if node.gives else 'g%d' % len(w.lines)
    _move(w, depth, inner, carried)
    w.write(depth, '%s = %s' % (go, w.name(first)))
    w.write(depth, '%s = 0' % w.name(index))
    w.write(depth, 'while %s and %s < %s:' % (go, w.name(index), w.name(most)))
    w.block(part, depth + 1)
    again, *values = part.end.takes
    w.write(depth + 1, '%s = %s' % (', '.join([go, *map(w.name, inner), w.name(index)]), ', '.join([w.name(again), *map(w.name, values), w.name(index) + ' + 1'])))
    _move(w, depth, node.gives, inner)


def _attribute(w, node, depth):
    w.write(depth, '%s = getattr(%s, %r)' % (w.name(node.gives[0]), w.name(node.takes[0]), node.facts['name']))


def _set_attribute(w, node, depth):
    w.write(depth, 'setattr(%s, %r, %s)' % (w.name(node.takes[0]), node.facts['name'], w.name(node.takes[1])))


def _method(w, node, depth):
    takes = [w.name(value) for value in node.takes]
    w.write(depth, '%s = %s._call(%r)(%s)' % (w.name(node.gives[0]), takes[0], node.facts['name'], ', '.join(takes[1:])))


def _function(w, node, depth):
    takes = [w.name(value) for value in node.takes]
    w.write(depth, '%s = %s(%s)' % (w.name(node.gives[0]), takes[0], ', '.join(takes[1:])))


def _listed(w, node, depth):
    w.write(depth, '%s = [%s]' % (w.name(node.gives[0]), ', '.join(map(w.name, node.takes))))


def _tupled(w, node, depth):
    w.write(depth, '%s = (%s)' % (w.name(node.gives[0]), _comma(map(w.name, node.takes))))


def _dicted(w, node, depth):
    takes = list(map(w.name, node.takes))
    w.write(depth, '%s = {%s}' % (w.name(node.gives[0]), ', '.join('%s: %s' % pair for pair in zip(takes[::2], takes[1::2]))))


def _unpacked(w, node, depth):
    w.write(depth, '%s = %s' % (_comma(map(w.name, node.gives)) or '()', w.name(node.takes[0])))


def _printed(w, node, depth):
    w.write(depth, 'print(%s)' % ', '.join(map(w.name, node.takes)))


def _raised(w, node, depth):
    w.write(depth, 'raise %s(%s)' % (w.hold(Error), w.name(node.takes[0])))


def _formatted(w, node, depth):
    takes = list(map(w.name, node.takes))
    w.write(depth, '%s = %s.format(%s)' % (w.name(node.gives[0]), takes[0], ', '.join(takes[1:])))


import math         # noqa: E402
_MATH = {'floor': math.floor, 'ceil': math.ceil, 'sqrt': math.sqrt, 'exp': math.exp, 'log': math.log, 'abs': abs, 'round': round, 'pow': pow, 'sin': math.sin, 'cos': math.cos, 'tanh': math.tanh, 'log2': math.log2, 'log10': math.log10, 'fabs': math.fabs,
         'slice': lambda x, start, end, step: x[start:end:step]}
_WRITTEN = {'prim::Constant': _constant, 'prim::If': _if, 'prim::Loop': _loop, 'prim::GetAttr': _attribute, 'prim::SetAttr': _set_attribute, 'prim::CallMethod': _method, 'prim::CallFunction': _function, 'prim::ListConstruct': _listed,
            'prim::TupleConstruct': _tupled, 'prim::DictConstruct': _dicted, 'prim::TupleUnpack': _unpacked, 'prim::ListUnpack': _unpacked, 'prim::Print': _printed, 'prim::RaiseException': _raised, 'prim::Uninitialized': _constant, 'aten::format': _formatted}


def function_of(graph, name):
    """A Python function that does what a graph says."""
    w = _Writer()
    takes = [w.name(value) for value in graph.inputs()]
    w.write(0, 'def %s(%s):' % (name, ', '.join(takes)))
    w.block(graph.block, 1)
    w.write(1, 'return %s' % ', '.join(map(w.name, graph.outputs())))
    scope = w.held
    exec(compile('\n'.join(w.lines), '<torch.jit %s>' % name, 'exec'), scope)
    return scope[name]

