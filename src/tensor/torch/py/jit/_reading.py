"""The code of files of torch.jit, compiled to graphs again: it is Python's syntax over the operators themselves."""
import ast

import torch
from ._annotations import type_of
from ._compiling import Emitter
from ._expressions import Absent, _Bound, _Own, _Range, _Thing
from ._ir import Node
from ._operators import SCHEMAS
from ._script import ScriptFunction
from ._types import BOOL, DEVICE, FLOAT, FUNCTION, INT, LONG, NUMBER, STR, TENSOR, list_of, tuple_of

_GIVES = {'len': INT, '__is__': BOOL, '__isnot__': BOOL, '__not__': BOOL, '__contains__': BOOL, 'eq': BOOL, 'ne': BOOL, 'lt': BOOL, 'le': BOOL, 'gt': BOOL, 'ge': BOOL, 'format': STR, 'item': NUMBER, 'dim': INT, 'numel': INT,
          '__range_length': INT, '__derive_index': INT, 'floor': INT, 'ceil': INT, 'sqrt': FLOAT, 'exp': FLOAT, 'log': FLOAT, 'str': STR, 'warn': None}
_PRIMS = {'NumToTensor': LONG, 'device': DEVICE, 'dtype': INT, 'is_cuda': BOOL, 'requires_grad': BOOL, 'data': TENSOR, 'min': INT, 'max': INT, 'abs': INT, 'layout': INT}




class _Source:
    """Code of a file, as the emitter looks at a function's."""

    def __init__(self, tree, file=''):
        self.tree, self.function, self.file, self.first, self.indent = tree, None, file, 1, 0
        self.scope = {}

    def place(self, tree):
        return ''


class _Path:
    """torch.add, ops.prim.NumToTensor, __torch__.relu: a name of the file's."""

    def __init__(self, words):
        self.words = words


def kind_of(tree, sources):
    text = ast.unparse(tree)
    if text.startswith('__torch__'):
        return sources.type(text)
    return type_of(text)


class Reader(Emitter):
    def __init__(self, tree, sources, own=None):
        self.sources = sources
        super().__init__(_Source(tree), own)
        self.notes = {each.arg: kind_of(each.annotation, sources) for each in tree.args.args if each.annotation is not None}
        if tree.returns is not None:
            self.notes['return'] = kind_of(tree.returns, sources)

    def run(self):
        self.source.function = _Defaults(self.source.tree)
        return super().run()

    def kind(self, tree):
        return kind_of(tree, self.sources)

    def around(self, value):
        return False

    # ---- names ----
    def lookup(self, name, tree):
        if name in self.names:
            return self.names[name]
        return _Path([name])

    def named_function(self, tree):
        return None

    def static(self, test):
        return None

    def e_Attribute(self, tree):
        owner = self.expression(tree.value)
        if isinstance(owner, _Path):
            if owner.words == ['CONSTANTS']:
                return self.graph.constant(self.sources.constants[int(tree.attr[1:])])
            return _Path([*owner.words, tree.attr])
        if isinstance(owner, _Own):
            return self.part(owner, tree.attr)
        return _Bound(owner, tree.attr)

    def part(self, own, name):
        if name in own.module._modules:
            child = own.module._modules[name]
            return _Own(child, self.graph.attribute(own.value, name, child._type))
        kind = own.module._type.attributes.get(name)
        if kind is not None:
            return self.graph.attribute(own.value, name, kind)
        if name in own.module._type.constants:
            return _Thing(own.module._type.constants[name])
        return _Bound(own, name)

    def value(self, made, tree):
        if isinstance(made, _Path):
            if made.words[0] == '__torch__':
                function = self.sources.function('.'.join(made.words))
                return self.node('prim::Constant', (), (FUNCTION,), None, name=function.name, value=function).gives[0]
            if made.words in (['inf'], ['nan']):
                return self.constant(float(made.words[0]))
            raise self.absent(tree, '.'.join(made.words))
        return super().value(made, tree)

    def assign(self, target, made, tree, kind=None):
        if isinstance(made, _Path):
            self.names[target.id] = made
            return
        super().assign(target, made, tree, kind)

    # ---- calls ----
    def e_Call(self, tree):
        called = self.expression(tree.func)
        if isinstance(called, _Path):
            return self.path_call(called.words, tree)
        args = [self.value(self.expression(each), each) for each in tree.args]
        if isinstance(called, _Own):
            called = _Bound(called, 'forward')
        if isinstance(called, _Bound) and isinstance(called.owner, _Own):
            method = read_method(called.owner.module, called.name)
            return self.node('prim::CallMethod', (called.owner.value, *args), (method.returns,), None, name=called.name).gives[0]
        raise self.absent(tree)

    def path_call(self, words, tree):
        if words == ['annotate']:
            kind = self.kind(tree.args[0])
            value = self.value(self.expression(tree.args[1], kind), tree)
            value.kind_of = kind if value.owner.kind_of in ('prim::ListConstruct', 'prim::DictConstruct', 'prim::Constant') else value.kind_of
            return value
        if words == ['getattr']:
            return self.part(self.expression(tree.args[0]), tree.args[1].value)
        if words == ['uninitialized']:
            return self.node('prim::Uninitialized', (), (self.kind(tree.args[0]),)).gives[0]
        if words == ['unchecked_cast']:
            return self.node('prim::unchecked_cast', (self.value(self.expression(tree.args[1]), tree),), (self.kind(tree.args[0]),)).gives[0]
        if words == ['float'] and isinstance(tree.args[0], ast.Constant):
            return self.constant(float(tree.args[0].value))
        if words == ['torch', 'device']:
            return self.constant(torch.device(tree.args[0].value))
        if words == ['range']:
            return _Range([self.value(self.expression(each), each) for each in tree.args])
        given = [self.value(self.expression(each), each) for each in tree.args]
        named = {word.arg: self.value(self.expression(word.value), tree) for word in tree.keywords}
        if words[0] == '__torch__':
            function = self.sources.function('.'.join(words))
            held = self.node('prim::Constant', (), (FUNCTION,), None, name=function.name, value=function).gives[0]
            return self.node('prim::CallFunction', (held, *given), (function._method.returns,)).gives[0]
        if words in (['int'], ['float'], ['bool'], ['str']):
            kind = {'int': ('Int', INT), 'float': ('Float', FLOAT), 'bool': ('Bool', BOOL), 'str': ('str', STR)}[words[0]]
            return self.node('aten::' + kind[0], given, (kind[1],)).gives[0]
        if words == ['print']:
            self.node('prim::Print', given, ())
            return self.constant(None)
        if words[:2] == ['ops', 'prim']:
            return self.prim(words[2], given, tree)
        if words[0] == 'torch' and len(words) == 2:
            return self.aten(words[1], given, named, tree)
        raise self.absent(tree, '.'.join(words))

    def prim(self, name, given, tree):
        if name == 'RaiseException':
            self.node('prim::RaiseException', given, ())
            return self.constant(None)
        if name == 'unchecked_unwrap_optional':
            return self.node('prim::' + name, given, (given[0].kind_of.parts[0],)).gives[0]
        if name not in _PRIMS:
            raise self.absent(tree, 'ops.prim.' + name)
        return self.node('prim::' + name, given, (_PRIMS[name],)).gives[0]

    def aten(self, name, given, named, tree):
        """torch.name of a file is the operator of that name."""
        kinds = [value.kind_of.kind() for value in given]
        if 'TensorType' in kinds or any(kind == 'ListType' and value.kind_of.parts[0] == TENSOR for kind, value in zip(kinds, given)) or name in ('zeros', 'ones', 'rand', 'randn', 'arange', 'full', 'empty', 'eye', 'linspace', 'randint', 'randperm'):
            if name in SCHEMAS:
                try:
                    return self.operator(name, given, named, tree)
                except Absent:
                    if name not in _GIVES and name not in ('append', '_set_item', '__getitem__', 'extend', 'pop', 'insert', 'stack', 'cat'):
                        raise
        if name in ('append', 'extend', 'insert', 'clear', 'reverse', '_set_item', 'warn'):
            self.node('aten::' + name, given, (given[0].kind_of,))
            return self.constant(None)
        if name in ('add', 'sub', 'mul', 'div', 'floordiv', 'remainder', 'pow', '__and__', '__or__', '__xor__') and len(given) == 2:
            return self.arithmetic(name, *given, tree)
        if name == 'size':
            return self.node('aten::size', given, (list_of(INT),)).gives[0]
        if name == 'neg':
            return self.node('aten::neg', given, (given[0].kind_of,)).gives[0]
        if name in ('pop', '__getitem__'):
            return self.node('aten::' + name, given, (given[0].kind_of.parts[-1],)).gives[0]
        if name in ('keys', 'values', 'items', 'list', 'slice', 'sorted'):
            parts = given[0].kind_of.parts
            kind = {'keys': lambda: list_of(parts[0]), 'values': lambda: list_of(parts[1]), 'items': lambda: list_of(tuple_of(parts))}.get(name, lambda: given[0].kind_of)()
            return self.node('aten::' + name, given, (kind,)).gives[0]
        if name in ('tensor', 'scalar_tensor'):
            made = Node(self.graph, 'aten::tensor', given)
            self.graph.insert(made)
            return made.give(TENSOR)
        if _GIVES.get(name) is not None:
            return self.node('aten::' + name, given, (_GIVES[name],)).gives[0]
        raise self.absent(tree, 'torch.' + name)


class _Defaults:
    """The defaults of a function in a file."""

    def __init__(self, tree):
        self.__defaults__ = tuple(ast.literal_eval(each) for each in tree.args.defaults)


def read_method(module, name):
    method = module._methods.get(name)
    if method is None:
        try:
            method = module._methods[name] = Reader(module._type.methods[name], module._sources, module).run()
        except Absent as what:
            raise NotImplementedError('torch.jit.load: the code of %s.%s has what perch does not know: %s' % (module._type, name, what)) from None
    return method


def read_function(sources, name):
    made = ScriptFunction.__new__(ScriptFunction)
    made._function, made._absent, made.name, made.qualified_name = None, None, name.rpartition('.')[2], name
    sources.functions[name] = made
    tree = sources.trees.get(name)
    if tree is None:
        raise RuntimeError("Unknown type or function %s in the archive's code" % name)
    try:
        made._method = Reader(tree, sources).run()
    except Absent as what:
        raise NotImplementedError('torch.jit.load: the code of %s has what perch does not know: %s' % (name, what)) from None
