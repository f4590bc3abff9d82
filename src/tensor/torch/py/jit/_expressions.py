"""Expressions of scripted code: what they are of a graph, and calls (statements and whole functions: _compiling.py)."""
import ast
import inspect
import types
import typing

import torch
import torch.nn.functional as F
from torch.nn import Module
from ._annotations import type_of
from ._ir import Node
from ._operators import SCHEMAS, code_of
from ._script import ScriptFunction, constants_of, library, whole
from ._types import BOOL, DEVICE, FLOAT, FUNCTION, INT, NONE, NUMBER, STR, TENSOR, dict_of, fits, joined, list_of, of_value, optional, tuple_of
from .frontend import NotSupportedError


class Absent(Exception):
    """What the compiler of perch does not know; PyTorch's may."""


_ARITHMETIC = {ast.Add: 'add', ast.Sub: 'sub', ast.Mult: 'mul', ast.Div: 'div', ast.FloorDiv: 'floordiv', ast.Mod: 'remainder', ast.Pow: 'pow', ast.MatMult: 'matmul', ast.BitAnd: '__and__', ast.BitOr: '__or__', ast.BitXor: '__xor__'}
_COMPARED = {ast.Eq: 'eq', ast.NotEq: 'ne', ast.Lt: 'lt', ast.LtE: 'le', ast.Gt: 'gt', ast.GtE: 'ge', ast.Is: '__is__', ast.IsNot: '__isnot__'}
_TENSOR_SIGNS = {'floordiv': 'floor_divide'}
_NUMBERS = ('IntType', 'FloatType', 'BoolType', 'NumberType')
_PROPERTIES = {'dtype': ('prim::dtype', INT), 'device': ('prim::device', DEVICE), 'shape': ('aten::size', list_of(INT)), 'ndim': ('aten::dim', INT), 'is_cuda': ('prim::is_cuda', BOOL), 'requires_grad': ('prim::requires_grad', BOOL), 'T': ('aten::numpy_T', TENSOR),
               'mT': ('aten::mT', TENSOR), 'data': ('prim::data', TENSOR), 'layout': ('prim::layout', INT)}
_TO = {'float': 6, 'double': 7, 'half': 5, 'int': 3, 'long': 4, 'bool': 11, 'short': 2, 'byte': 0, 'char': 1, 'bfloat16': 15}
_MATH = {'sqrt': FLOAT, 'exp': FLOAT, 'log': FLOAT, 'sin': FLOAT, 'cos': FLOAT, 'floor': INT, 'ceil': INT, 'tanh': FLOAT, 'log2': FLOAT, 'log10': FLOAT, 'fabs': FLOAT}


class _Thing:
    """A Python value that code names: a module, a function, a class, a constant."""

    def __init__(self, value):
        self.value = value


class _Bound:
    """A method of a value, to be called."""

    def __init__(self, owner, name):
        self.owner, self.name = owner, name


class _Own:
    """A ScriptModule in code: its value, where one has been asked for."""

    def __init__(self, module, value):
        self.module, self.value = module, value


class _Range:
    def __init__(self, args):
        self.args = args


class Expressions:
    """The half of the compiler that gives values: what holds it has the graph, the names and the source (Emitter)."""

    def expression(self, tree, wanted=None):
        rule = getattr(self, 'e_' + type(tree).__name__, None)
        if rule is None:
            self.refuse(tree)
        return rule(tree, wanted) if type(tree) in (ast.List, ast.Dict, ast.Constant, ast.ListComp, ast.Tuple) else rule(tree)

    def value(self, made, tree):
        """A value of the graph, of what an expression was."""
        if isinstance(made, _Thing):
            kind = of_value(made.value)
            if isinstance(made.value, torch.Tensor) or kind is None:
                if isinstance(made.value, torch.Tensor):
                    raise RuntimeError("python value of type 'Tensor' cannot be used as a value. Perhaps it is a closed over global variable? If so, please consider passing it in as an argument or use a local varible instead.:\n" + self.shown(tree))
                raise self.absent(tree, 'a %s as a value' % type(made.value).__name__)
            if isinstance(made.value, (tuple, list)):
                parts = [self.value(_Thing(each), tree) for each in made.value]
                return self.graph.tupled(parts) if isinstance(made.value, tuple) else self.graph.listed(parts[0].kind_of, parts)
            return self.constant(code_of(made.value), tree)
        if isinstance(made, _Own):
            return made.value
        if hasattr(made, 'kind_of'):
            return made
        raise self.absent(tree, 'a method as a value')

    def e_Constant(self, tree, wanted=None):
        value = tree.value
        if value is Ellipsis or isinstance(value, (bytes, complex)):
            raise self.absent(tree)
        return self.constant(value, tree)

    def e_Name(self, tree):
        return self.lookup(tree.id, tree)

    def lookup(self, name, tree):
        import builtins
        if name in self.names:
            return self.names[name]
        if name in self.source.scope:
            return _Thing(self.source.scope[name])
        if hasattr(builtins, name):
            return _Thing(getattr(builtins, name))
        raise RuntimeError('undefined value %s:\n%s' % (name, self.shown(tree)))

    def named_function(self, tree):
        """The Python object that a name or a path of names stands for, or None."""
        try:
            if isinstance(tree, ast.Name):
                found = self.lookup(tree.id, tree)
                return found.value if isinstance(found, _Thing) else None
            if isinstance(tree, ast.Attribute):
                owner = self.named_function(tree.value)
                return getattr(owner, tree.attr, None) if owner is not None else None
        except RuntimeError:
            return None
        return None

    def e_Attribute(self, tree):
        owner = self.expression(tree.value)
        name = tree.attr
        if isinstance(owner, _Thing):
            if not hasattr(owner.value, name):
                raise RuntimeError("%s has no attribute %s:\n%s" % (getattr(owner.value, '__name__', owner.value), name, self.shown(tree)))
            return _Thing(getattr(owner.value, name))
        if isinstance(owner, _Own):
            return self.member(owner, name, tree)
        if hasattr(owner, 'kind_of') and owner.kind_of == TENSOR and name in _PROPERTIES:
            kind, made = _PROPERTIES[name]
            return self.node(kind, (owner,), (made,), tree).gives[0]
        return _Bound(owner, name)

    def member(self, own, name, tree):
        module = own.module
        if name in module._modules:
            child = module._modules[name]
            return _Thing(None) if child is None else _Own(child, self.graph.attribute(own.value, name, child._type))
        kind = module._type.attributes.get(name)
        if kind is not None:
            if kind == NONE:
                return self.constant(None, tree)
            return self.graph.attribute(own.value, name, kind)
        if name in constants_of(module._own):
            return _Thing(getattr(module._own, name))
        found = getattr(type(module._own), name, None)
        if inspect.isfunction(found) or isinstance(found, (staticmethod, classmethod)):
            return _Bound(own, name)
        if hasattr(module._own, name):
            value = getattr(module._own, name)
            if callable(value):
                return _Thing(value) if not isinstance(module._own, (torch.nn.ModuleList, torch.nn.ModuleDict, torch.nn.Sequential)) else _Bound(own, name)
            if of_value(value) is None:
                raise RuntimeError("Module '%s' has no attribute '%s' (This attribute exists on the Python module, but we failed to convert Python type: '%s' to a TorchScript type. Could not infer type of list element: "
                                   "Could not infer the type.):\n%s" % (type(module._own).__name__, name, type(value).__name__, self.shown(tree)) if isinstance(value, list) else
                                   "Module '%s' has no attribute '%s' (This attribute exists on the Python module, but we failed to convert Python type: '%s' to a TorchScript type. Only tensors and (possibly nested) tuples of "
                                   "tensors, lists, or dictsare supported as inputs or outputs of traced functions, but instead got value of type %s.):\n%s"
                                   % (type(module._own).__name__, name, type(value).__name__, type(value).__name__, self.shown(tree)))
            return _Thing(value)
        raise RuntimeError("Module '%s' has no attribute '%s' :\n%s" % (type(module._own).__name__, name, self.shown(tree)))

    def e_Tuple(self, tree, wanted=None):
        kinds = wanted.parts if wanted is not None and wanted.kind() == 'TupleType' and len(wanted.parts) == len(tree.elts) else [None] * len(tree.elts)
        return self.graph.tupled([self.value(self.expression(each, kind), each) for each, kind in zip(tree.elts, kinds)], self.source.place(tree))

    def e_List(self, tree, wanted=None):
        parts = [self.value(self.expression(each), each) for each in tree.elts]
        element = wanted.parts[0] if wanted is not None and wanted.kind() == 'ListType' else parts[0].kind_of if parts else TENSOR
        for part in parts:
            if not fits(part.kind_of, element):
                raise self.absent(tree, 'a list of several types')
        return self.graph.listed(element, parts, self.source.place(tree))

    def e_Dict(self, tree, wanted=None):
        parts = [self.value(self.expression(each), each) for pair in zip(tree.keys, tree.values) for each in pair]
        kind = wanted if wanted is not None and wanted.kind() == 'DictType' else dict_of(parts[0].kind_of, parts[1].kind_of) if parts else dict_of(STR, TENSOR)
        return self.node('prim::DictConstruct', parts, (kind,), tree).gives[0]

    def e_ListComp(self, tree, wanted=None):
        first = tree.generators[0]
        if len(tree.generators) != 1 or first.ifs:
            raise NotSupportedError('Comprehension ifs are not supported yet:\n' + self.shown(tree)) if first.ifs else self.absent(tree)
        over = self.expression(first.iter)
        if isinstance(over, (_Own, _Bound)):
            raise self.absent(tree, 'a comprehension over modules')
        listed = self.graph.listed(TENSOR, [], self.source.place(tree))
        loop = ast.copy_location(ast.For(first.target, first.iter, [], []), tree)
        kinds = []

        def item_then(make):
            def made(index):
                self.assign_index(first.target, make(index), index, tree)
                value = self.value(self.expression(tree.elt), tree.elt)
                kinds.append(value.kind_of)
                self.node('aten::append', (listed, value), (list_of(value.kind_of),), tree)
                return index
            return made
        names = dict(self.names)
        if isinstance(over, _Range) and len(over.args) == 1:
            self.comprehended(loop, over.args[0], item_then(lambda index: index))
        else:
            value = self.value(over, tree)
            if value.kind_of.kind() != 'ListType':
                raise self.absent(tree, 'a comprehension over a %s' % value.kind_of)
            length = self.node('aten::len', (value,), (INT,), tree).gives[0]
            self.comprehended(loop, length, item_then(lambda index: self.node('aten::__getitem__', (value, index), (value.kind_of.parts[0],), tree).gives[0]))
        self.names = names
        listed.kind_of = list_of(kinds[0])
        return listed

    def comprehended(self, tree, length, item):
        graph = self.graph
        node = Node(graph, 'prim::Loop', (length, self.constant(True, tree)))
        graph.insert(node)
        part = node.part()
        index = part.takes(INT)
        before, graph.at = graph.at, (part, None)
        item(index)
        part.end.take(self.constant(True, tree))
        graph.at = before

    def e_BinOp(self, tree):
        name = _ARITHMETIC.get(type(tree.op))
        if name is None:
            raise self.absent(tree)
        left = self.value(self.expression(tree.left), tree.left)
        right = self.value(self.expression(tree.right), tree.right)
        return self.arithmetic(name, left, right, tree)

    def arithmetic(self, name, left, right, tree):
        kinds = left.kind_of.kind(), right.kind_of.kind()
        if 'TensorType' in kinds:
            if kinds[0] != 'TensorType':
                if name in ('add', 'mul'):
                    left, right = right, left
                elif name == 'sub':
                    return self.operator('rsub', [right, left], {}, tree)
                elif name == 'div':
                    made = self.operator('reciprocal', [right], {}, tree)
                    return self.operator('mul', [made, left], {}, tree)
            return self.operator(_TENSOR_SIGNS.get(name, name), [left, right], {}, tree)
        if all(kind in _NUMBERS for kind in kinds):
            made = FLOAT if name == 'div' or 'FloatType' in kinds or name == 'pow' else BOOL if kinds == ('BoolType', 'BoolType') and name.startswith('__') else INT
            return self.node('aten::' + name, (left, right), (made,), tree).gives[0]
        if kinds == ('StringType', 'StringType') and name == 'add':
            return self.node('aten::add', (left, right), (STR,), tree).gives[0]
        if kinds[0] == 'ListType' and name in ('add', 'mul'):
            return self.node('aten::' + name, (left, right), (left.kind_of,), tree).gives[0]
        raise self.absent(tree, '%s of %s and %s' % (name, left.kind_of, right.kind_of))

    def e_UnaryOp(self, tree):
        if isinstance(tree.op, ast.Not):
            return self.node('aten::__not__', (self.condition(tree.operand),), (BOOL,), tree).gives[0]
        if isinstance(tree.op, ast.USub) and isinstance(tree.operand, ast.Constant):
            return self.constant(-tree.operand.value, tree)
        value = self.value(self.expression(tree.operand), tree)
        if isinstance(tree.op, ast.USub):
            return self.operator('neg', [value], {}, tree) if value.kind_of == TENSOR else self.node('aten::neg', (value,), (value.kind_of,), tree).gives[0]
        if isinstance(tree.op, ast.Invert) and value.kind_of == TENSOR:
            return self.operator('bitwise_not', [value], {}, tree)
        raise self.absent(tree)

    def e_Compare(self, tree):
        if len(tree.ops) != 1:
            return self.chained(tree)
        return self.compared(tree.ops[0], self.value(self.expression(tree.left), tree.left), self.value(self.expression(tree.comparators[0]), tree), tree)

    def chained(self, tree):
        parts = [tree.left, *tree.comparators]
        tests = [ast.copy_location(ast.Compare(a, [op], [b]), tree) for a, op, b in zip(parts, tree.ops, parts[1:])]
        return self.e_BoolOp(ast.copy_location(ast.BoolOp(ast.And(), tests), tree))

    def compared(self, op, left, right, tree):
        if isinstance(op, (ast.In, ast.NotIn)):
            made = self.node('aten::__contains__', (right, left), (BOOL,), tree).gives[0]
            return made if isinstance(op, ast.In) else self.node('aten::__not__', (made,), (BOOL,), tree).gives[0]
        name = _COMPARED[type(op)]
        kinds = left.kind_of, right.kind_of
        if TENSOR in kinds and not name.startswith('__'):
            if left.kind_of != TENSOR:
                left, right = right, left
                name = {'lt': 'gt', 'gt': 'lt', 'le': 'ge', 'ge': 'le'}.get(name, name)
            return self.operator(name, [left, right], {}, tree)
        return self.node('aten::' + name, (left, right), (BOOL,), tree).gives[0]

    def e_BoolOp(self, tree):
        first, *rest = tree.values
        value = self.condition(first)
        for other in rest:
            node = Node(self.graph, 'prim::If', (value,))
            node.source = self.source.place(tree)
            self.graph.insert(node)
            before = self.graph.at
            for side in (True, False):
                self.graph.at = node.part(), None
                node.parts[-1].end.take(self.condition(other) if side is isinstance(tree.op, ast.And) else self.constant(not isinstance(tree.op, ast.And), tree))
            self.graph.at = before
            value = node.give(BOOL)
        return value

    def e_IfExp(self, tree):
        static = self.static(tree.test)
        if static is not None:
            return self.expression(tree.body if static else tree.orelse)
        condition, refined = self.refined(tree.test)
        node = Node(self.graph, 'prim::If', (condition,))
        node.source = self.source.place(tree)
        self.graph.insert(node)
        before, names, values = self.graph.at, self.names, []
        for each, known in zip((tree.body, tree.orelse), refined):
            self.graph.at, self.names = (node.part(), None), dict(names)
            self.refine(known)
            values.append(self.value(self.expression(each), each))
            node.parts[-1].end.take(values[-1])
        self.graph.at, self.names = before, names
        kind = joined(values[0].kind_of, values[1].kind_of)
        if kind is None:
            raise RuntimeError('if-expression\'s true branch has type %s but false branch has type %s:\n%s' % (values[0].kind_of.annotation_str, values[1].kind_of.annotation_str, self.shown(tree)))
        return node.give(kind)

    def e_JoinedStr(self, tree):
        words, takes = '', []
        for part in tree.values:
            if isinstance(part, ast.Constant):
                words += part.value
            elif part.format_spec is not None or part.conversion != -1:
                raise NotSupportedError("Don't support conversion in JoinedStr:\n" + self.shown(tree))
            else:
                words += '{}'
                takes.append(self.value(self.expression(part.value), part.value))
        return self.node('aten::format', (self.constant(words, tree), *takes), (STR,), tree).gives[0]

    def e_Subscript(self, tree):
        owner = self.expression(tree.value)
        if isinstance(owner, _Own):
            return self.child_at(owner, tree)
        value = self.value(owner, tree.value)
        kind = value.kind_of.kind()
        if kind == 'TensorType':
            return self.tensor_part(value, tree)
        if isinstance(tree.slice, ast.Slice):
            bounds = [None if each is None else self.value(self.expression(each), tree) for each in (tree.slice.lower, tree.slice.upper, tree.slice.step)]
            if kind == 'TupleType':
                raise self.absent(tree, 'a slice of a tuple')
            takes = [value, *(self.constant(default, tree) if each is None else each for each, default in zip(bounds, (None, None, 1)))]
            return self.node('aten::slice', takes, (value.kind_of,), tree).gives[0]
        at = self.value(self.expression(tree.slice), tree)
        if kind == 'TupleType':
            number = at.owner.facts.get('value')
            if not isinstance(number, int):
                raise RuntimeError('tuple index must be a compile time constant:\n' + self.shown(tree))
            if not -len(value.kind_of.parts) <= number < len(value.kind_of.parts):
                raise RuntimeError('Tuple index out of range:\n' + self.shown(tree))
            if number < 0:
                at = self.constant(number + len(value.kind_of.parts), tree)
            return self.node('prim::TupleIndex', (value, at), (value.kind_of.parts[number],), tree).gives[0]
        if kind in ('ListType', 'DictType'):
            return self.node('aten::__getitem__', (value, at), (value.kind_of.parts[-1],), tree).gives[0]
        raise RuntimeError("'%s' object is not subscriptable:\n%s" % (value.kind_of.annotation_str, self.shown(tree)))

    def child_at(self, own, tree):
        at = tree.slice
        key = at.value if isinstance(at, ast.Constant) else -at.operand.value if isinstance(at, ast.UnaryOp) and isinstance(at.operand, ast.Constant) else None
        if key is None:
            raise RuntimeError('Expected integer literal for index. ModuleList/Sequential indexing is only supported with integer literals. For example, \'i = 4; self.layers[i](x)\' will fail because i is not a literal. Enumeration is '
                               "supported, e.g. 'for index, v in enumerate(self): out = v(inp)':\n" + self.shown(tree))
        names = list(own.module._modules)
        name = names[key] if isinstance(key, int) else key
        child = own.module._modules[name]
        return _Own(child, self.graph.attribute(own.value, name, child._type))

    def tensor_part(self, value, tree):
        parts = tree.slice.elts if isinstance(tree.slice, ast.Tuple) else [tree.slice]
        dim, chosen = 0, {}
        for at, part in enumerate(parts):
            if isinstance(part, ast.Constant) and part.value is Ellipsis:
                dim = -(len(parts) - at - 1)
                if any(isinstance(each, ast.Constant) and each.value is None for each in parts):
                    raise self.absent(tree, 'an ellipsis beside None')
                continue
            if isinstance(part, ast.Constant) and part.value is None:
                value = self.operator('unsqueeze', [value, self.constant(dim, tree)], {}, tree)
                dim += 1
            elif isinstance(part, ast.Slice):
                bounds = [self.constant(None, tree) if each is None else self.value(self.expression(each), tree) for each in (part.lower, part.upper)]
                step = self.constant(1, tree) if part.step is None else self.value(self.expression(part.step), tree)
                value = self.operator('slice', [value, self.constant(dim, tree), *bounds, step], {}, tree)
                dim += 1
            else:
                index = self.value(self.expression(part), part)
                if index.kind_of == TENSOR:
                    chosen[dim] = index
                    dim += 1
                elif index.kind_of == INT:
                    value = self.operator('select', [value, self.constant(dim, tree), index], {}, tree)
                    dim += dim < 0
                else:
                    raise self.absent(tree, 'an index of %s' % index.kind_of)
        if not chosen:
            return value
        listed = self.graph.listed(optional(TENSOR), [chosen[i] if i in chosen else self.constant(None, tree) for i in range(max(chosen) + 1)], self.source.place(tree))
        return self.operator('index', [value, listed], {}, tree)

    # ---- calls ----
    def e_Call(self, tree):
        if any(isinstance(each, ast.Starred) for each in tree.args) or any(word.arg is None for word in tree.keywords):
            raise self.absent(tree, 'a call with *')
        called = self.expression(tree.func)
        if isinstance(called, _Thing) and called.value in (getattr(torch.jit, 'annotate', None), getattr(typing, 'cast', None)):
            return self.annotated(tree)
        if isinstance(called, _Thing) and called.value in (isinstance, hasattr):
            static = self.static(tree)
            if static is None:
                raise self.absent(tree)
            return self.constant(static, tree)
        args = [self.expression(each) for each in tree.args]
        kwargs = {word.arg: self.expression(word.value) for word in tree.keywords}
        if isinstance(called, _Own):
            return self.call_method(called, 'forward', args, kwargs, tree)
        if isinstance(called, _Bound):
            return self.call_bound(called, args, kwargs, tree)
        if isinstance(called, _Thing):
            return self.call_thing(called.value, args, kwargs, tree)
        raise RuntimeError("'%s' object is not callable:\n%s" % (self.value(called, tree).kind_of.annotation_str, self.shown(tree)))

    def annotated(self, tree):
        kind = self.kind(tree.args[0])
        value = self.value(self.expression(tree.args[1], kind), tree)
        return value

    def kind(self, tree):
        return type_of(eval(compile(ast.Expression(tree), '<annotation>', 'eval'), self.source.scope))

    def values(self, args, kwargs, tree):
        return [self.value(each, tree) for each in args], {name: self.value(each, tree) for name, each in kwargs.items()}

    def call_method(self, own, name, args, kwargs, tree):
        module = own.module
        method = module._methods.get(name)
        if method is None and module is not self.own or method is None and name != self.source.tree.name:
            from ._compiling import compile_method
            method = compile_method(module, name)
        given, named = self.values(args, kwargs, tree)
        if method is None:
            if whole(module._own) or library(module._own) and name == 'forward':
                kind = TENSOR
                if whole(module._own):
                    raise self.absent(tree, 'a call of %s' % type(module._own).__name__)
                if named:
                    raise self.absent(tree, 'a call of %s with words' % type(module._own).__name__)
                return self.node('prim::CallMethod', (own.value, *given), (kind,), tree, name=name).gives[0]
            raise Absent(module.__dict__.get('_uncompiled') or '%s.%s' % (type(module._own).__name__, name))
        return self.node('prim::CallMethod', (own.value, *self.arranged(method, given, named, tree, 1)), (method.returns,), tree, name=name).gives[0]

    def arranged(self, method, given, named, tree, skip):
        made, wanted = [], method.arguments[skip:]
        if len(given) > len(wanted):
            raise RuntimeError('%s() expected at most %d arguments but found %d positional arguments.:\n%s' % (method.name, len(wanted), len(given), self.shown(tree)))
        for i, (name, kind, default) in enumerate(wanted):
            if i < len(given):
                value = given[i]
            elif name in named:
                value = named.pop(name)
            elif default is not None:
                value = self.value(_Thing(method.defaults[name]), tree)
            else:
                raise RuntimeError("%s() is missing value for argument '%s':\n%s" % (method.name, name, self.shown(tree)))
            if not fits(value.kind_of, kind):
                if kind == FLOAT and value.kind_of == INT and value.owner.kind_of == 'prim::Constant':
                    value = self.constant(float(value.owner.facts['value']), tree)
                else:
                    raise RuntimeError("%s() Expected a value of type '%s' for argument '%s' but instead found type '%s'.:\n%s" % (method.name, kind.annotation_str, name, value.kind_of.annotation_str, self.shown(tree)))
            made.append(value)
        if named:
            raise RuntimeError("Unknown keyword argument '%s' for operator '%s':\n%s" % (next(iter(named)), method.name, self.shown(tree)))
        return made

    def call_bound(self, bound, args, kwargs, tree):
        owner, name = bound.owner, bound.name
        if isinstance(owner, _Own):
            function = getattr(type(owner.module._own), name, None)
            if getattr(function, '_torchscript_modifier', None) in ('ignore', 'unused'):
                return self.ignored(owner, name, function, args, kwargs, tree)
            return self.call_method(owner, name, args, kwargs, tree)
        given, named = self.values(args, kwargs, tree)
        kind = owner.kind_of.kind()
        if kind == 'TensorType':
            return self.tensor_method(owner, name, given, named, tree)
        rule = _METHODS.get((kind, name))
        if rule is None or named:
            raise self.absent(tree, 'the method %s of a %s' % (name, owner.kind_of))
        word, made = rule
        made = made(owner.kind_of) if callable(made) else made
        return self.node(word, (owner, *given), () if made is None else (made,), tree).gives[0] if made is not None else self.effect(word, (owner, *given), tree)

    def effect(self, word, takes, tree):
        self.node(word, takes, (takes[0].kind_of,), tree)
        return self.constant(None, tree)

    def tensor_method(self, owner, name, given, named, tree):
        if name in _TO and not given:
            return self.operator('to', [owner, self.constant(_TO[name], tree), self.constant(False), self.constant(False), self.constant(None)], {}, tree)
        if name == 'size' and not given:
            return self.node('aten::size', (owner,), (list_of(INT),), tree).gives[0]
        if name in ('dim', 'ndimension', 'numel', 'nelement'):
            return self.node('aten::' + {'ndimension': 'dim', 'nelement': 'numel'}.get(name, name), (owner,), (INT,), tree).gives[0]
        if name == 'item':
            return self.node('aten::item', (owner,), (NUMBER,), tree).gives[0]
        if name == 'to':
            return self.moved(owner, given, named, tree)
        if name not in SCHEMAS:
            if hasattr(torch.Tensor, name):
                raise self.absent(tree, 'Tensor.' + name)
            raise RuntimeError("'%s' object has no attribute or method '%s'.:\n%s" % ('Tensor', name, self.shown(tree)))
        return self.operator(name, [owner, *given], named, tree)

    def moved(self, owner, given, named, tree):
        if len(given) == 1 and given[0].kind_of == INT:
            return self.operator('to', [owner, given[0], self.constant(False), self.constant(False), self.constant(None)], {}, tree)
        raise self.absent(tree, 'Tensor.to of these arguments')

    def ignored(self, own, name, function, args, kwargs, tree):
        notes = _annotations(function)
        kind = notes.get('return', TENSOR)
        given, named = self.values(args, kwargs, tree)
        if named:
            raise self.absent(tree, 'a call of an ignored method with words')
        node = self.node('perch::' + name, (own.value, *given), (kind,), tree, whole=True)
        from ._recorder import _Place
        if getattr(function, '_torchscript_modifier') == 'unused':
            raise self.absent(tree, 'a call of an unused method')
        node.call = (lambda module, *args: getattr(module._own, name)(*args)), (tuple(_Place(i) for i in range(len(given) + 1)), {})
        return node.gives[0]

    def call_thing(self, thing, args, kwargs, tree):
        rule = _BUILTINS.get(thing) if isinstance(thing, typing.Hashable) else None
        if rule is not None:
            return rule(self, args, kwargs, tree)
        if isinstance(thing, type) and issubclass(thing, Module):
            raise self.absent(tree, 'making a module')
        given, named = self.values(args, kwargs, tree)
        if isinstance(thing, ScriptFunction) and thing._method is not None:
            return self.call_function(thing, thing._method, given, named, tree)
        name = getattr(thing, '__name__', '')
        if isinstance(thing, types.FunctionType) and thing.__module__ and thing.__module__.startswith('torch.nn'):
            return self.call_library(thing, given, named, tree)
        if name and (getattr(torch, name, None) is thing or getattr(torch.Tensor, name, None) is thing or name in _OF_F and getattr(F, name, None) is thing):
            if name in SCHEMAS:
                return self.operator(name, given, named, tree)
            raise self.absent(tree, 'torch.' + name)
        if getattr(thing, '__module__', None) == 'math' and name in _MATH:
            return self.node('aten::' + name, given, (_MATH[name],), tree).gives[0]
        if isinstance(thing, types.FunctionType):
            if getattr(thing, '_torchscript_modifier', None) is not None:
                raise self.absent(tree, 'a call of an ignored function')
            from ._compiling import compiled_function
            function = compiled_function(thing)
            if function._method is None:
                raise Absent(function._absent)
            return self.call_function(function, function._method, given, named, tree)
        raise self.absent(tree, 'a call of %s' % (name or thing))

    def call_function(self, function, method, given, named, tree):
        held = self.node('prim::Constant', (), (FUNCTION,), None, name=function.name, value=function).gives[0]
        return self.node('prim::CallFunction', (held, *self.arranged(method, given, named, tree, 0)), (method.returns,), tree).gives[0]

    def call_library(self, thing, given, named, tree):
        """One of torch.nn.functional: those that PyTorch has in C are operators, the others functions."""
        name = thing.__name__
        if name in _OF_F:
            return self.operator({'logsigmoid': 'log_sigmoid'}.get(name, name), given, named, tree)
        from ._compiling import library_function
        function = library_function(thing)
        if function is None:
            raise self.absent(tree, 'torch.nn.functional.' + name)
        for i, (word, _, _) in enumerate(function._method.arguments):
            if word in _SIZES and i < len(given):
                given[i] = self.sizes(given[i], int(name[-2]) if name[-2:-1].isdigit() else 1, tree)
            elif word in _SIZES and word in named:
                named[word] = self.sizes(named[word], int(name[-2]) if name[-2:-1].isdigit() else 1, tree)
        return self.call_function(function, function._method, given, named, tree)

    def sizes(self, value, many, tree):
        """One number for all, or as many as there are, as a list."""
        if value.kind_of == INT:
            return self.graph.listed(INT, [value] * many, self.source.place(tree))
        if value.owner.kind_of == 'prim::TupleConstruct' and all(part == INT for part in value.kind_of.parts):
            return self.graph.listed(INT, list(value.owner.takes), self.source.place(tree))
        return value

    def operator(self, name, given, named, tree):
        """The first form of an operator that the values fit."""
        for schema in SCHEMAS.get(name, ()):
            bound = self.bound(schema, given, named, tree)
            if bound is not None:
                node = Node(self.graph, 'aten::' + name)
                node.source, node.call = self.source.place(tree), schema
                for value in bound:
                    node.take(value() if callable(value) else value)
                self.graph.insert(node)
                results = schema.results
                parts = [_KINDS.get(each, TENSOR) for each in results]
                for part in parts:
                    node.give(part)
                return node.gives[0] if len(parts) == 1 else self.graph.tupled(node.gives)
        raise self.absent(tree, 'aten::%s of (%s)' % (name, ', '.join([str(each.kind_of) for each in given] + ['%s: %s' % (word, each.kind_of) for word, each in named.items()])))

    def bound(self, schema, given, named, tree):
        named, made = dict(named), []
        places = [p for p in schema.parameters if not p.named]
        if 'input' in named and places[:1] and places[0].name == 'self':
            named['self'] = named.pop('input')
        if len(given) > len(places):
            at = next((i for i, p in enumerate(places) if p.listed and p.kind == 'int' and not p.many), None)
            if at is None:
                return None
            given = [*given[:at], given[at:]]
        elif places and places[-1].listed and places[-1].kind == 'int' and not places[-1].many and len(given) == len(places) and given[-1].kind_of == INT:
            given = [*given[:-1], given[-1:]]
        for i, p in enumerate(schema.parameters):
            value = given[i] if not p.named and i < len(given) else named.pop(p.name, None)
            if value is None:
                if p.required:
                    return None
                made.append(lambda p=p: self.constant(None if p.default is None else p.default, tree) if not isinstance(p.default, list) and not p.listed or p.default is None else self.default_list(p, tree))
                continue
            fit = self.fitted(value, p, tree)
            if fit is None:
                return None
            made.append(fit)
        return None if named else made

    def default_list(self, p, tree):
        value = p.default if isinstance(p.default, list) else [p.default] * (p.many or 1)
        return self.constant(value, tree, list_of(INT if p.kind == 'int' else FLOAT))

    def fitted(self, value, p, tree):
        if isinstance(value, list):
            return (lambda: self.graph.listed(INT, value, self.source.place(tree))) if all(each.kind_of == INT for each in value) else None
        kind = value.kind_of
        if kind == NONE:
            return value if p.optional else None
        if kind.kind() == 'OptionalType':
            return value if p.optional else None
        if p.listed:
            if kind.kind() == 'ListType':
                element = kind.parts[0]
                return value if p.kind == 'Tensor' and element.kind() in ('TensorType', 'OptionalType') or p.kind == 'int' and element == INT or p.kind == 'float' and element in (FLOAT, INT) else None
            if kind.kind() == 'TupleType' and value.owner.kind_of == 'prim::TupleConstruct' and all(part == (TENSOR if p.kind == 'Tensor' else INT) for part in kind.parts):
                return lambda: self.graph.listed(TENSOR if p.kind == 'Tensor' else INT, list(value.owner.takes), self.source.place(tree))
            if kind == INT and p.many and p.kind == 'int':
                return lambda: self.graph.listed(INT, [value] * p.many, self.source.place(tree))
            return None
        wanted = {'Tensor': TENSOR, 'int': INT, 'float': FLOAT, 'bool': BOOL, 'str': STR, 'ScalarType': INT, 'Layout': INT, 'MemoryFormat': INT, 'Device': DEVICE}.get(p.kind)
        if p.kind == 'Scalar':
            return value if kind.kind() in _NUMBERS and kind != BOOL else None
        if wanted == FLOAT and kind == INT and value.owner.kind_of == 'prim::Constant':
            return lambda: self.constant(float(value.owner.facts['value']), tree)
        return value if kind == wanted else None


_SIZES = {'kernel_size', 'stride', 'padding', 'dilation', 'output_size', 'normalized_shape'}
_KINDS = {'Tensor': TENSOR, 'int': INT, 'float': FLOAT, 'bool': BOOL, 'Tensor[]': list_of(TENSOR), 'int[]': list_of(INT), 'Scalar': NUMBER}
_OF_F = {'linear', 'conv1d', 'conv2d', 'conv3d', 'conv_transpose1d', 'conv_transpose2d', 'conv_transpose3d', 'gelu', 'avg_pool1d', 'avg_pool2d', 'avg_pool3d', 'logsigmoid', 'softplus', 'one_hot', 'pixel_shuffle', 'cosine_similarity', 'pad'} - {'pad'}
_METHODS = {('ListType', 'append'): ('aten::append', None), ('ListType', 'extend'): ('aten::extend', None), ('ListType', 'pop'): ('aten::pop', lambda kind: kind.parts[0]), ('ListType', 'insert'): ('aten::insert', None),
            ('ListType', 'clear'): ('aten::clear', None), ('ListType', 'reverse'): ('aten::reverse', None), ('DictType', 'keys'): ('aten::keys', lambda kind: list_of(kind.parts[0])), ('DictType', 'values'): ('aten::values', lambda kind: list_of(kind.parts[1])),
            ('DictType', 'items'): ('aten::items', lambda kind: list_of(tuple_of(kind.parts))), ('StringType', 'format'): ('aten::format', STR)}


# ---- Python's own functions ----
def _len(e, args, kwargs, tree):
    if isinstance(args[0], _Own):
        return e.constant(len(args[0].module._modules), tree)
    value = e.value(args[0], tree)
    if value.kind_of.kind() == 'TupleType':
        return e.constant(len(value.kind_of.parts), tree)
    return e.node('aten::len', (value,), (INT,), tree).gives[0]


def _cast(word, kind):
    def made(e, args, kwargs, tree):
        value = e.value(args[0], tree)
        if value.kind_of == kind:
            return value
        if value.kind_of.kind() not in ('TensorType', *_NUMBERS, 'StringType'):
            raise e.absent(tree, '%s of a %s' % (word, value.kind_of))
        return e.node('aten::' + word, (value,), (kind,), tree).gives[0]
    return made


def _printed(e, args, kwargs, tree):
    e.node('prim::Print', [e.value(each, tree) for each in args], (), tree)
    return e.constant(None, tree)


def _extreme(word):
    def made(e, args, kwargs, tree):
        values = [e.value(each, tree) for each in args]
        if len(values) != 2 or any(value.kind_of.kind() not in _NUMBERS for value in values):
            raise e.absent(tree, 'prim::%s of these' % word)
        return e.node('prim::' + word, values, (FLOAT if FLOAT in [value.kind_of for value in values] else INT,), tree).gives[0]
    return made


def _absolute(e, args, kwargs, tree):
    value = e.value(args[0], tree)
    return e.operator('abs', [value], {}, tree) if value.kind_of == TENSOR else e.node('prim::abs', (value,), (value.kind_of,), tree).gives[0]


_BUILTINS = {len: _len, range: lambda e, args, kwargs, tree: _Range([e.value(each, tree) for each in args]), int: _cast('Int', INT), float: _cast('Float', FLOAT), bool: _cast('Bool', BOOL), str: _cast('str', STR), print: _printed,
             min: _extreme('min'), max: _extreme('max'), abs: _absolute}


def _annotations(function):
    module = inspect.getmodule(function)
    made = {}
    for name, note in getattr(function, '__annotations__', {}).items():
        try:
            made[name] = type_of(note, module)
        except TypeError:
            raise Absent('the annotation %s' % (note,)) from None
    return made
