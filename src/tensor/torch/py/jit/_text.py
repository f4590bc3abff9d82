"""A graph as code: what .code shows and what files hold. An expression that is used once stands where it is used, unless it is long or has a name."""
import keyword

import torch
from ._ir import number_text, quoted

_LONG = 40
_RESERVED = set(keyword.kwlist) | {'_', 'torch', 'CONSTANTS', 'ops', 'annotate', 'getattr', 'int', 'float', 'bool', 'print', 'range', 'uninitialized', 'unchecked_cast', 'device', 'as', 'match', 'case', 'fork', 'attribute', 'AT_ASSERTM', 'DispatchKey', 'NoneType',
                                   'List', 'Optional', 'inf', 'nan', 'infj', 'nanj', 'self'} - {'match', 'case', 'self', 'print_', 'List', 'Optional', 'NoneType', 'AT_ASSERTM', 'DispatchKey', 'attribute', 'device'}
_CASTS = {'aten::Bool': 'bool', 'aten::Int': 'int', 'aten::Float': 'float', 'aten::str': 'str', 'aten::Complex': 'complex'}


class Constants:
    """The tensors that code calls CONSTANTS.c0 and so on."""

    def __init__(self):
        self.held = []

    def name(self, tensor):
        for i, each in enumerate(self.held):
            if each is tensor or each.dtype == tensor.dtype and each.shape == tensor.shape and torch.equal(each, tensor):
                return 'CONSTANTS.c%d' % i
        self.held.append(tensor)
        return 'CONSTANTS.c%d' % (len(self.held) - 1)


class _Printer:
    def __init__(self, constants, level=1):
        self.lines, self.level, self.used, self.next, self.of, self.inline, self.constants = [], level, set(), {}, {}, set(), constants

    # ---- names ----
    def fresh(self, wanted):
        name = wanted
        while name in self.used or name in _RESERVED:
            count = self.next.get(name, 0)
            self.next[name] = count + 1
            name = wanted + str(count)
        self.used.add(name)
        return name

    def named(self, values):
        for value in values:
            base, dot, end = value.given.rpartition('.')
            base = base if dot and end.isdigit() else value.given
            base = ('_' if base[:1].isdigit() else '') + ''.join(c if c.isalnum() and c.isascii() or c == '_' else '_' for c in base)
            self.of[value] = self.fresh(base if value.given else '_')

    def write(self, text):
        self.lines.append('  ' * self.level + text + '\n')

    def listed(self, values):
        return ', '.join(self.of[value] for value in values)

    # ---- what stands where it is used ----
    def scan_block(self, block):
        self._scan(block.end, block)
        for node in block.nodes[::-1]:
            self._scan(node, block)

    def _scan(self, node, block):
        if node in self.inline:
            return node
        for part in node.parts:
            self.scan_block(part)
        at = _before(node, block)
        for value in node.takes[::-1]:
            owner = value.owner
            if owner.kind_of == 'prim::Constant':
                self.inline.add(owner)
            elif owner is at and _once(value):
                at = self._scan(owner, block)
                self.inline.add(owner)
        return at

    def _is_long(self, text):
        return len(text) + 2 * self.level >= _LONG

    def _stands(self, value):
        return value.owner in self.inline and value.owner.kind_of != 'prim::Constant'

    def _split(self, values):
        """Long expressions get a name; so do those before them in what they stand in, which keeps the order."""
        for value in values:
            if self._stands(value) and self._is_long(self.of[value]):
                first = [value]
                while len(value.uses) == 1:
                    user, place = value.uses[0]
                    first += [each for each in user.takes[:place][::-1] if self._stands(each)]
                    if user not in self.inline:
                        break
                    value = user.gives[0]
                for each in first[::-1]:
                    if self._stands(each):
                        self.define(each.owner, self.of[each])
                        self.inline.discard(each.owner)

    def define(self, node, text):
        self.named(node.gives)
        self.write('%s%s' % (self.listed(node.gives) + ' = ' if node.gives else '', text))

    # ---- nodes ----
    def body(self, block):
        self.scan_block(block)
        for node in _constants(block, set()):
            self._constant(node)
        self.block(block, True)
        self._split(block.end.takes)
        self.write('return ' + self.listed(block.end.takes))

    def _constant(self, node):
        text = self.literal(node)
        if self._is_long(text) and node.kind_of == 'prim::Constant':
            self.define(node, text)
        else:
            self.of[node.gives[0]] = text

    def literal(self, node):
        value = node.facts.get('value')
        if node.gives[0].kind_of.kind() == 'FunctionType':
            return value.qualified_name
        if isinstance(value, torch.Tensor):
            return self.constants.name(value)
        return literal(value, node.gives[0].kind_of)

    def block(self, block, more):
        if not more and not block.nodes:
            self.write('pass')
        for node in block.nodes:
            self.node(node)

    def node(self, node):
        if node.kind_of == 'prim::Constant':
            return
        self._split(node.takes)
        statement = getattr(self, {'prim::If': '_if', 'prim::Loop': '_loop', 'prim::TupleUnpack': '_unpack', 'prim::ListUnpack': '_unpack', 'prim::SetAttr': '_set'}.get(node.kind_of, '_plain'))
        statement(node)

    def _plain(self, node):
        text = self.call(node)
        if node in self.inline:
            self.of[node.gives[0]] = text
        else:
            self.define(node, text)

    def _unpack(self, node):
        self.named(node.gives)
        self.write('%s%s' % (''.join(self.of[value] + ', ' for value in node.gives) + '= ' if node.gives else '', self.of[node.takes[0]]))

    def _set(self, node):
        self.write('%s.%s = %s' % (self.of[node.takes[0]], node.facts['name'], self.of[node.takes[1]]))

    def _if(self, node):
        self.named(node.gives)
        for word, part in zip(('if %s:' % self.of[node.takes[0]], 'else:'), node.parts):
            self.write(word)
            self.level += 1
            self.block(part, bool(node.gives))
            self._assign(node.gives, part.end.takes)
            self.level -= 1

    def _assign(self, to, values):
        if to:
            self.write('%s = %s' % (self.listed(to), self.listed(values)))

    def _loop(self, node):
        part = node.parts[0]
        most, go, *carried = node.takes
        index, *inner = part.start.gives
        again, *values = part.end.takes
        counted = go.owner.kind_of == 'prim::Constant' and again.owner.kind_of == 'prim::Constant' and go.owner.facts.get('value') is True and again.owner.facts.get('value') is True
        self.named(node.gives)
        for value, out in zip(inner, node.gives):
            self.of[value] = self.of[out]
        for out, value in zip(node.gives, carried):
            self._assign([out], [value])
        if counted:
            self.named([index])
            self.write('for %s in range(%s):' % (self.of[index], self.of[most]))
            to, values = inner, values
        else:
            self.named([index])
            word = self.of[index]
            self.write('%s = %s' % (word, self.of[go]))
            self.write('while %s:' % word)
            to, values = [index, *inner], [again, *values]
        self.level += 1
        self.block(part, bool(to))
        self._assign(to, values)
        self.level -= 1

    def call(self, node):
        kind, takes = node.kind_of, [self.of[value] for value in node.takes]
        if kind == 'prim::CallFunction':
            return '%s(%s)' % (takes[0], ''.join(each + ', ' for each in takes[1:]))
        if kind == 'prim::CallMethod':
            return '(%s).%s(%s)' % (takes[0], node.facts['name'], ''.join(each + ', ' for each in takes[1:]))
        if kind == 'prim::GetAttr':
            name = node.facts['name']
            return '%s.%s' % (takes[0], name) if name.isidentifier() and not keyword.iskeyword(name) else 'getattr(%s, %s)' % (takes[0], quoted(name))
        if kind == 'prim::TupleConstruct':
            return '(%s)' % (takes[0] + ',' if len(takes) == 1 else ', '.join(takes))
        if kind == 'prim::TupleIndex':
            return '%s[%s]' % tuple(takes)
        if kind == 'prim::ListConstruct':
            made = '[%s]' % ', '.join(takes)
            element = node.gives[0].kind_of.parts[0]
            return made if takes and element.kind() != 'OptionalType' else 'annotate(%s, %s)' % (node.gives[0].kind_of.annotation_str, made)
        if kind == 'prim::DictConstruct':
            made = '{%s}' % ', '.join('%s: %s' % pair for pair in zip(takes[::2], takes[1::2]))
            return made if takes else 'annotate(%s, {})' % node.gives[0].kind_of.annotation_str
        if kind in _CASTS:
            return '%s(%s)' % (_CASTS[kind], ', '.join(takes))
        if kind == 'aten::__getitem__':
            return '%s[%s]' % tuple(takes)
        if kind == 'prim::unchecked_cast':
            return 'unchecked_cast(%s, %s)' % (node.gives[0].kind_of.annotation_str, takes[0])
        if kind == 'prim::Uninitialized':
            return 'uninitialized(%s)' % node.gives[0].kind_of.annotation_str
        if kind == 'prim::Print':
            return 'print(%s)' % ', '.join(takes)
        if kind == 'aten::warn':
            return 'torch.warn(%s)' % ', '.join(takes)
        space, _, name = kind.partition('::')
        if space == 'perch':
            return '^%s()(%s)' % (name, ', '.join(takes))
        word = 'torch.' + name if space == 'aten' else 'ops.%s.%s' % (space, name)
        return '%s(%s)' % (word, ', '.join(self._arguments(node, takes)))

    def _arguments(self, node, takes):
        schema = node.call
        if schema is None:
            return takes
        keep = len(takes)
        while keep and _unsaid(node.takes[keep - 1], schema.parameters[keep - 1]):
            keep -= 1
        return ['%s=%s' % (p.name, take) if p.named else take for take, p in zip(takes[:keep], schema.parameters)]


def _unsaid(value, p):
    return value.owner.kind_of == 'prim::Constant' and p.as_default(value.owner.facts.get('value'))


def literal(value, kind):
    if value is None:
        return 'None'
    if isinstance(value, (bool, int)):
        return str(value)
    if isinstance(value, float):
        return {'inf': 'float("inf")', '-inf': 'float("-inf")', 'nan': 'float("nan")'}.get(str(value)) or number_text(value)
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, torch.device):
        return 'torch.device("%s")' % value
    if isinstance(value, list):
        return '[%s]' % ', '.join(literal(each, None) for each in value)
    if isinstance(value, tuple):
        return '(%s)' % ', '.join(literal(each, None) for each in value)
    return str(value)


def _before(node, block):
    i = len(block.nodes) if node is block.end else block.nodes.index(node)
    while i > 0 and block.nodes[i - 1].kind_of == 'prim::Constant':
        i -= 1
    return block.nodes[i - 1] if i > 0 else None


def _once(value):
    node = value.owner
    if len(node.gives) != 1 or len(value.uses) != 1 or node.parts:
        return False
    user, place = value.uses[0]
    if value.given and user.kind_of != 'prim::Return':
        return False
    return not (user.kind_of == 'prim::Loop' and place >= 2)


def _constants(block, seen):
    """Those that nodes use, in the order in which they do."""
    found = []
    for node in [*block.nodes, block.end]:
        for value in node.takes:
            if value.owner.kind_of == 'prim::Constant' and value.owner not in seen:
                seen.add(value.owner)
                found.append(value.owner)
        for part in node.parts:
            found += _constants(part, seen)
    return found


def code(name, graph, arguments, returns, constants=None, level=0, own=None):
    """def name(…): arguments are (name, type, default text or None) of the graph's inputs."""
    if graph.absent:
        from ._absent import refused
        raise refused('.code', graph.absent)
    printer = _Printer(constants or Constants(), level + 1)
    words = []
    for (word, kind, default), value in zip(arguments, graph.inputs()):
        word = printer.fresh(word)
        printer.of[value] = word
        text = word if own is not None and not words and own == '' else '%s: %s' % (word, own if own and not words else kind.annotation_str)
        words.append(text + ('=' + default if default is not None else ''))
    pad = '  ' * level
    head = '%sdef %s(%s) -> %s:\n' % (pad, name, (',\n    ' + pad).join(words), returns.annotation_str)
    printer.body(graph.block)
    return head + ''.join(printer.lines)


