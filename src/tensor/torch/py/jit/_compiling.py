"""script(): a function's source, compiled to a graph. What PyTorch's compiler refuses is refused in its words; what it takes and this one does not know is an Absent, and the Python code itself runs.

Here are statements, functions and modules; expressions are in _expressions.py."""
import ast
import inspect
import linecache
import textwrap
import types

import torch
import torch.nn.functional as F
from torch.nn import Module
from ._annotations import type_of
from ._expressions import _ARITHMETIC, Absent, Expressions, _annotations, _Bound, _Own, _Range, _Thing
from ._ir import Graph, Node, drop_dead, lower_tuples, walked
from ._layers import FUNCTIONS, sources
from ._methods import Method
from ._operators import code_of
from ._script import RecursiveScriptModule, ScriptFunction, ScriptModule, constants_of, library, new_type, whole, wrapped
from ._text import literal
from ._types import ANY, BOOL, INT, NONE, TENSOR, fits, joined, of_value
from .frontend import NotSupportedError, UnsupportedNodeError

_REFUSED = {ast.Delete: None, ast.ClassDef: 'Class definitions', ast.Import: 'Import statements', ast.ImportFrom: 'Import statements', ast.Global: 'global variables', ast.Nonlocal: None, ast.Try: 'try blocks', ast.AsyncFunctionDef: 'async functions', ast.AsyncFor: 'async for loops',
            ast.AsyncWith: 'async with statements', ast.Lambda: 'Lambda', ast.Yield: 'Yield', ast.YieldFrom: 'YieldFrom', ast.Set: 'Set', ast.SetComp: 'SetComp', ast.GeneratorExp: 'GeneratorExp', ast.Await: 'Await'}


class Compiled:
    """A function's source as a tree, with where it stands."""

    def __init__(self, function, text=None):
        self.function = function
        if text is None:
            try:
                lines, self.first = inspect.getsourcelines(function)
            except (OSError, TypeError):
                raise OSError("Can't get source for %s. TorchScript requires source access in order to carry out compilation, make sure original .py files are available." % (function,)) from None
            self.file = inspect.getsourcefile(function) or ''
            whole_text = ''.join(lines)
            self.indent = len(whole_text) - len(whole_text.lstrip())
            text = textwrap.dedent(whole_text)
            self.scope = {**function.__globals__, **_enclosed(function)}
        else:
            self.file, self.first, self.indent, self.scope = '', 1, 0, {'torch': torch, 'F': F}
        self.tree = ast.parse(text).body[0]
        if not isinstance(self.tree, ast.FunctionDef):
            raise Absent(type(self.tree).__name__)

    def place(self, tree):
        return '%s:%d:%d' % (self.file, self.first + tree.lineno - 1, tree.col_offset + self.indent) if self.file and hasattr(tree, 'lineno') else ''


def _enclosed(function):
    made = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        try:
            made[name] = cell.cell_contents
        except ValueError:
            continue
    return made


class Emitter(Expressions):
    def __init__(self, compiled, own=None, notes=None):
        self.source, self.own, self.graph, self.names, self.returned = compiled, own, Graph(), {}, None
        self.block = self.graph.block
        self.graph.compiled = True
        self.result = None
        self.notes = notes if notes is not None else _notes(compiled)

    # ---- the whole ----
    def run(self):
        tree, graph = self.source.tree, self.graph
        arguments, defaults, parameters = [], {}, tree.args.posonlyargs + tree.args.args + tree.args.kwonlyargs
        if tree.args.vararg or tree.args.kwarg:
            raise NotSupportedError("Compiled functions can't take variable number of arguments or use keyword-only arguments with defaults:\n" + self.shown(tree))
        given = self.source.function.__defaults__ or () if self.source.function is not None else ()
        first = len(parameters) - len(given)
        for i, parameter in enumerate(parameters):
            name = parameter.arg
            if i == 0 and self.own is not None:
                value = self.block.takes(self.own._type, name)
                self.names[name] = _Own(self.own, value)
                arguments.append((name, self.own._type, None))
                continue
            kind = self.notes.get(name, TENSOR)
            self.names[name] = self.block.takes(kind, name)
            default = None
            if i >= first:
                defaults[name] = given[i - first]
                default = literal(code_of(given[i - first]), kind)
            arguments.append((name, kind, default))
        self.graph.at = self.block, None
        done = self.body(tree.body)
        if not done:
            self.give(self.constant(None))
        kind = self.notes.get('return')
        value = self.result
        if kind is not None and kind.kind() == 'OptionalType' or kind is not None and fits(value.kind_of, kind):
            returns = kind
        elif kind is not None:
            raise RuntimeError('Return value was annotated as having type %s but is actually of type %s:\n%s' % (kind.annotation_str, value.kind_of.annotation_str, self.shown(tree)))
        else:
            returns = value.kind_of
        self.block.end.take(value)
        lower_tuples(self.block)
        drop_dead(self.block)
        _in_order_of_use(self.block)
        return Method(tree.name, graph, self.own is not None, defaults, arguments, returns)

    def shown(self, tree):
        """Where it stands, as PyTorch marks it."""
        where = self.source.place(tree).rpartition(':')[0]
        line = linecache.getline(self.source.file, self.source.first + tree.lineno - 1).rstrip('\n') if self.source.file else ''
        wide = (tree.end_col_offset - tree.col_offset) if tree.end_lineno == tree.lineno else max(len(line) - tree.col_offset - self.source.indent, 1)
        return '  File "%s", line %s\n%s\n%s%s <--- HERE' % (self.source.file, where.rpartition(':')[2], line, ' ' * (tree.col_offset + self.source.indent), '~' * wide)

    def absent(self, tree, what=None):
        return Absent('%s (line %d of %s)' % (what or type(tree).__name__, self.source.first + getattr(tree, 'lineno', 1) - 1, self.source.tree.name))

    # ---- nodes ----
    def node(self, kind, takes, types, tree=None, **facts):
        return self.graph.make(kind, takes, types, self.source.place(tree) if tree is not None else '', **facts)

    def constant(self, value, tree=None, kind=None):
        return self.graph.constant(value, self.source.place(tree) if tree is not None else '', kind)

    def give(self, value):
        self.result = value

    # ---- statements: True where a return has been reached ----
    def body(self, statements):
        for i, statement in enumerate(statements):
            if isinstance(statement, ast.If):
                done = self.branch(statement, statements[i + 1:])
                if done is not None:
                    return done
                continue
            rule = getattr(self, 's_' + type(statement).__name__, None)
            if rule is None:
                self.refuse(statement)
            if rule(statement):
                return True
        return False

    def refuse(self, tree):
        if type(tree) in _REFUSED:
            what = _REFUSED[type(tree)] or type(tree).__name__
            raise UnsupportedNodeError("%s aren't supported:\n%s" % (what, self.shown(tree)))
        raise self.absent(tree)

    def s_Pass(self, tree):
        return False

    def s_Expr(self, tree):
        if isinstance(tree.value, ast.Constant) and isinstance(tree.value.value, str):
            return False
        self.value(self.expression(tree.value), tree.value)
        return False

    def s_Return(self, tree):
        self.give(self.constant(None) if tree.value is None else self.value(self.expression(tree.value, self.notes.get('return')), tree.value))
        return True

    def s_Assign(self, tree):
        made = self.expression(tree.value)
        for target in tree.targets:
            self.assign(target, made, tree)
        return False

    def s_AnnAssign(self, tree):
        if tree.value is None:
            raise self.absent(tree)
        kind = self.kind(tree.annotation)
        self.assign(tree.target, self.expression(tree.value, kind), tree, kind)
        return False

    def s_AugAssign(self, tree):
        before = self.expression(_loaded(tree.target))
        other = self.value(self.expression(tree.value), tree.value)
        name = _ARITHMETIC.get(type(tree.op))
        value = self.value(before, tree)
        if name is None:
            raise self.absent(tree)
        if value.kind_of == TENSOR and name in ('add', 'sub', 'mul', 'div'):
            made = self.operator(name + '_', [value, other], {}, tree)
        elif value.kind_of.kind() == 'ListType' and name == 'add':
            raise self.absent(tree, '+= of a list')
        else:
            made = self.arithmetic(name, value, other, tree)
        self.assign(tree.target, made, tree)
        return False

    def assign(self, target, made, tree, kind=None):
        if isinstance(target, ast.Name):
            if isinstance(made, (_Thing, _Own, _Range, _Bound)):
                if isinstance(made, _Thing) and of_value(made.value) is None:
                    self.names[target.id] = made
                    return
                if isinstance(made, _Own):
                    self.names[target.id] = made
                    return
            value = self.value(made, tree)
            before = self.names.get(target.id)
            known = getattr(before, 'kind_of', None)
            if known is not None and not fits(value.kind_of, known) and self.around(before):
                raise RuntimeError("Variable '%s' previously had type %s but is now being assigned to a value of type %s:\n%s" % (target.id, known.annotation_str, value.kind_of.annotation_str, self.shown(target)))
            empty = kind is None and value.owner.kind_of in ('prim::ListConstruct', 'prim::DictConstruct') and not value.owner.takes
            if not value.given and value.owner.block is self.graph.at[0] and value.owner.kind_of != 'prim::Param' and not empty:
                value.rename(_meaningful(target.id))
            self.names[target.id] = value
        elif isinstance(target, (ast.Tuple, ast.List)):
            self.unpack(target, made, tree)
        elif isinstance(target, ast.Attribute):
            owner = self.expression(target.value)
            if not isinstance(owner, _Own):
                raise self.absent(target)
            self.node('prim::SetAttr', (owner.value, self.value(made, tree)), (), tree, name=target.attr)
        elif isinstance(target, ast.Subscript):
            self.set_item(target, self.value(made, tree), tree)
        else:
            raise self.absent(target)

    def around(self, value):
        """Is it of a block around this one? Its type stays then."""
        return value.owner.block is not self.graph.at[0]

    def unpack(self, target, made, tree):
        if any(isinstance(each, ast.Starred) for each in target.elts):
            raise self.absent(target, 'a starred name')
        value = self.value(made, tree)
        kind = value.kind_of
        if kind.kind() == 'TupleType':
            if len(kind.parts) != len(target.elts):
                raise RuntimeError('need %d values to unpack but found %d:\n%s' % (len(target.elts), len(kind.parts), self.shown(tree)))
            parts = value.owner.takes if value.owner.kind_of == 'prim::TupleConstruct' else self.node('prim::TupleUnpack', (value,), kind.parts, tree).gives
        elif kind.kind() == 'ListType':
            parts = self.node('prim::ListUnpack', (value,), [kind.parts[0]] * len(target.elts), tree).gives
        else:
            raise RuntimeError('%s cannot be used as a tuple:\n%s' % (kind.annotation_str, self.shown(tree)))
        for each, part in zip(target.elts, parts):
            self.assign(each, part, tree)

    def set_item(self, target, value, tree):
        owner = self.value(self.expression(target.value), target)
        if owner.kind_of.kind() in ('ListType', 'DictType'):
            at = self.value(self.expression(target.slice), target)
            self.node('aten::_set_item', (owner, at, value), (), tree)
            return
        raise self.absent(tree, 'assignment to a part of a tensor')

    def s_Assert(self, tree):
        condition = self.condition(tree.test)
        text = 'AssertionError: '
        if tree.msg is not None:
            if not isinstance(tree.msg, ast.Constant):
                raise self.absent(tree, 'an assertion\'s computed text')
            text += str(tree.msg.value)
        node = self.node('prim::If', (condition,), (), tree)
        node.part()
        other = node.part()
        before, self.graph.at = self.graph.at, (other, None)
        self.raised(text, AssertionError, tree, None)
        self.graph.at = before
        return False

    def raised(self, text, kind, tree, shown):
        takes = [self.constant(text, tree)]
        if shown:
            takes.append(self.constant(shown, tree))
        self.node('prim::RaiseException', takes, (), tree)

    def s_Raise(self, tree):
        call = tree.exc
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or len(call.args) != 1 or not isinstance(call.args[0], ast.Constant):
            raise self.absent(tree, 'raise of a computed error')
        kind = self.lookup(call.func.id, call)
        if not isinstance(kind, _Thing) or not isinstance(kind.value, type):
            raise self.absent(tree)
        self.raised(str(call.args[0].value), kind.value, tree, 'builtins.' + kind.value.__name__)
        return False

    # ---- branches and loops ----
    def branch(self, tree, rest):
        """None: go on behind it; else whether a return has been reached."""
        static = self.static(tree.test)
        if static is not None:
            chosen = tree.body if static else tree.orelse
            return True if self.body(chosen) else None
        condition, refined = self.refined(tree.test)
        ends = [_ends(tree.body), _ends(tree.orelse)]
        node = Node(self.graph, 'prim::If', (condition,))
        node.source = self.source.place(tree)
        self.graph.insert(node)
        before, names = self.graph.at, dict(self.names)
        after, results = [], []
        for statements, known, end in zip((tree.body, tree.orelse), refined, ends):
            self.names, self.graph.at = dict(names), (node.part(), None)
            self.refine(known)
            done = self.body(statements)
            if not done and any(ends):
                done = self.body(rest)
                if not done:
                    self.give(self.constant(None))
                    done = True
            after.append(self.names)
            results.append(self.result if done else None)
        self.graph.at, self.names = before, names
        if any(ends):
            return self.both(node, results, tree)
        self.merge(node, after, names, tree)
        return None

    def both(self, node, results, tree):
        """Both ways return."""
        kinds = [value.kind_of for value in results]
        kind = joined(*kinds)
        if kind is None:
            raise RuntimeError('Previous return statement returned a value of type %s but this return statement returns a value of type %s:\n%s' % (kinds[0].annotation_str, kinds[1].annotation_str, self.shown(tree)))
        for part, value in zip(node.parts, results):
            part.end.take(value)
        self.give(node.give(kind))
        return True

    def merge(self, node, after, names, tree):
        changed = sorted({name for each in after for name, value in each.items() if names.get(name) is not value})
        for name in changed:
            values = [each.get(name) for each in after]
            if any(value is None for value in values):
                self.names.pop(name, None)
                continue
            if values[0] is values[1] or not all(hasattr(value, 'kind_of') for value in values):
                if values[0] is values[1]:
                    self.names[name] = values[0]
                    continue
                raise self.absent(tree, 'a name that is a module in one branch')
            kinds = [value.kind_of for value in values]
            kind = joined(*kinds)
            if kind is None:
                raise RuntimeError('Type mismatch: %s is set to type %s in the true branch and type %s in the false branch:\n%s' % (name, kinds[0].annotation_str, kinds[1].annotation_str, self.shown(tree)))
            if name in names and all(getattr(value.owner, 'kind_of', '') == 'prim::unchecked_cast' and value.owner.takes[0] is names[name] for value in values if value is not names[name]):
                continue
            for part, value in zip(node.parts, values):
                part.end.take(value)
            self.names[name] = node.give(kind).rename(name)

    def refined(self, test):
        """A condition, and what names are known to be where it holds and where not."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            value, known = self.refined(test.operand)
            return self.node('aten::__not__', (value,), (BOOL,), test).gives[0], known[::-1]
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], (ast.Is, ast.IsNot)) and isinstance(test.left, ast.Name) and isinstance(test.comparators[0], ast.Constant) and test.comparators[0].value is None:
            value = self.names.get(test.left.id)
            if hasattr(value, 'kind_of') and value.kind_of.kind() == 'OptionalType':
                known = {test.left.id: value.kind_of.parts[0]}
                return self.condition(test), ({}, known) if isinstance(test.ops[0], ast.Is) else (known, {})
        return self.condition(test), ({}, {})

    def refine(self, known):
        for name, kind in known.items():
            self.names[name] = self.node('prim::unchecked_cast', (self.names[name],), (kind,)).gives[0].rename(name)

    def static(self, test):
        """What is decided where the code is compiled."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            inner = self.static(test.operand)
            return None if inner is None else not inner
        if isinstance(test, ast.Call):
            found = self.named_function(test.func)
            from torch import jit
            if found is jit.is_scripting:
                return True
            if found is jit.is_tracing:
                return False
            if found is isinstance and len(test.args) == 2:
                value = self.expression(test.args[0])
                kinds = self.named_function(test.args[1])
                kind = getattr(value, 'kind_of', None)
                if kind is not None and kinds in (torch.Tensor, int, float, bool, str) and kind.kind() not in ('OptionalType', 'AnyType'):
                    return kind == type_of(kinds)
            if found is hasattr and len(test.args) == 2 and isinstance(test.args[1], ast.Constant):
                value = self.expression(test.args[0])
                if isinstance(value, _Own):
                    return hasattr(value.module, test.args[1].value)
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], (ast.Is, ast.IsNot)) and isinstance(test.comparators[0], ast.Constant) and test.comparators[0].value is None:
            value = self.expression(test.left)
            kind = getattr(value, 'kind_of', None)
            if isinstance(value, (_Own, _Thing)):
                kind = NONE if isinstance(value, _Thing) and value.value is None else ANY if isinstance(value, _Own) else of_value(value.value)
            if kind is not None and kind.kind() not in ('OptionalType', 'AnyType') or isinstance(value, _Own):
                return (kind == NONE) == isinstance(test.ops[0], ast.Is)
        if isinstance(test, ast.Attribute):
            value = self.expression(test)
            if isinstance(value, _Thing) and isinstance(value.value, bool):
                return value.value
        return test.value if isinstance(test, ast.Constant) and isinstance(test.value, bool) else None

    def condition(self, tree):
        value = self.value(self.expression(tree), tree)
        return self.as_bool(value, tree)

    def as_bool(self, value, tree):
        if value.kind_of == BOOL:
            return value
        if value.kind_of.kind() in ('TensorType', 'IntType', 'FloatType'):
            return self.node('aten::Bool', (value,), (BOOL,), tree).gives[0]
        raise RuntimeError("Could not cast value of type %s to bool:\n%s" % (value.kind_of.annotation_str, self.shown(tree)))

    def s_For(self, tree):
        if tree.orelse:
            raise NotSupportedError("else branches of for loops aren't supported:\n" + self.shown(tree))
        if _leaves_loop(tree.body):
            raise self.absent(tree, 'break, continue or return in a loop')
        over = self.expression(tree.iter)
        if isinstance(over, _Own):
            return self.modules(tree, over)
        if isinstance(over, _Bound) and isinstance(over.owner, _Own):
            return self.modules(tree, over)
        if isinstance(over, _Range) and len(over.args) == 1:
            return self.loop(tree, over.args[0], lambda index: index, tree.body)
        if isinstance(over, _Range):
            start, stop, *step = over.args
            step = step[0] if step else self.constant(1, tree)
            length = self.node('aten::__range_length', (start, stop, step), (INT,), tree).gives[0]
            return self.loop(tree, length, lambda index: self.node('aten::__derive_index', (index, start, step), (INT,), tree).gives[0], tree.body)
        if isinstance(over, tuple) and over[0] is enumerate:
            value = over[1]
            length = self.node('aten::len', (value,), (INT,), tree).gives[0]
            raise self.absent(tree, 'enumerate')
        value = self.value(over, tree)
        if value.kind_of.kind() == 'TupleType':
            for part in self.node('prim::TupleUnpack', (value,), value.kind_of.parts, tree).gives:
                self.assign(tree.target, part, tree)
                self.body(tree.body)
            return False
        if value.kind_of.kind() not in ('ListType', 'TensorType'):
            raise RuntimeError("'%s' object is not iterable:\n%s" % (value.kind_of.annotation_str, self.shown(tree)))
        if value.kind_of == TENSOR:
            length = self.node('aten::len', (value,), (INT,), tree).gives[0]
            return self.loop(tree, length, lambda index: self.operator('select', [value, self.constant(0, tree), index], {}, tree), tree.body)
        length = self.node('aten::len', (value,), (INT,), tree).gives[0]
        return self.loop(tree, length, lambda index: self.node('aten::__getitem__', (value, index), (value.kind_of.parts[0],), tree).gives[0], tree.body)

    def modules(self, tree, over):
        """A loop over a module's children, one after the other."""
        own = over if isinstance(over, _Own) else over.owner
        children = [(name, _Own(child, self.graph.attribute(own.value, name, child._type))) for name, child in own.module._modules.items()]
        for name, made in children:
            if isinstance(over, _Bound):
                made = {'values': made, 'items': (self.constant(name), made), 'children': made}.get(over.name)
                if not isinstance(made, _Own):
                    raise self.absent(tree, 'a loop over names of modules')
            self.assign(tree.target, made, tree)
            if self.body(tree.body):
                raise self.absent(tree, 'return in a loop')
        return False

    def s_While(self, tree):
        if tree.orelse:
            raise NotSupportedError("else branches of while loops aren't supported:\n" + self.shown(tree))
        if _leaves_loop(tree.body):
            raise self.absent(tree, 'break, continue or return in a loop')
        return self.loop(tree, None, None, tree.body)

    def loop(self, tree, length, item, statements):
        graph, names = self.graph, dict(self.names)
        changed = [name for name in sorted(_assigned(statements)) if hasattr(names.get(name), 'kind_of')]
        most = length if length is not None else self.constant(9223372036854775807, tree)
        go = self.constant(True, tree) if length is not None else self.condition(tree.test)
        node = Node(graph, 'prim::Loop', (most, go, *(names[name] for name in changed)))
        node.source = self.source.place(tree)
        graph.insert(node)
        part = node.part()
        index = part.takes(INT)
        for name in changed:
            self.names[name] = part.takes(names[name].kind_of, name)
        before, graph.at = graph.at, (part, None)
        if item is not None:
            made = item(index)
            self.assign_index(tree.target, made, index, tree)
        self.body(statements)
        again = self.constant(True, tree) if length is not None else self.condition(tree.test)
        part.end.take(again)
        for name in changed:
            value = self.names[name]
            if not hasattr(value, 'kind_of') or not fits(value.kind_of, names[name].kind_of):
                raise RuntimeError("Variable '%s' previously had type %s but is now being assigned to a value of type %s:\n%s" % (name, names[name].kind_of.annotation_str, getattr(value, 'kind_of', NONE).annotation_str, self.shown(tree)))
            part.end.take(value)
        graph.at, self.names = before, names
        for name in changed:
            self.names[name] = node.give(names[name].kind_of).rename(name)
        return False

    def assign_index(self, target, made, index, tree):
        if made is index and isinstance(target, ast.Name):
            index.rename(_meaningful(target.id))
            self.names[target.id] = index
        else:
            self.assign(target, made, tree)


# ---- trees ----
def _loaded(tree):
    made = ast.parse(ast.unparse(tree), mode='eval').body
    return ast.copy_location(made, tree) if not hasattr(made, 'lineno') else _moved_to(made, tree)


def _moved_to(made, tree):
    for each in ast.walk(made):
        if hasattr(each, 'lineno'):
            each.lineno, each.end_lineno, each.col_offset, each.end_col_offset = tree.lineno, tree.end_lineno, tree.col_offset, tree.end_col_offset
    return made


def _meaningful(name):
    """Names like _0 are none."""
    return '' if name[:1] == '_' and (name[1:].isdigit() or len(name) == 1) else name


def _ends(statements):
    """Is there a way through that returns?"""
    return any(isinstance(each, ast.Return) or isinstance(each, ast.If) and (_ends(each.body) or _ends(each.orelse)) for each in statements)


def _leaves_loop(statements):
    for each in statements:
        if isinstance(each, (ast.Break, ast.Continue, ast.Return)):
            return True
        for part in ('body', 'orelse'):
            if _leaves_loop(getattr(each, part, ())):
                return True
    return False


def _assigned(statements):
    found = set()
    for statement in statements:
        for each in ast.walk(statement):
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                found.add(each.id)
            elif isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name):
                found.add(each.target.id)
    return found


def _in_order_of_use(block):
    """Results of branches and loops stand in the order in which they are used."""
    order = {}
    for i, node in enumerate([*walked(block), block.end]):
        for place, value in enumerate(node.takes):
            order.setdefault(value, (i, place))
    ends = {}
    for node in walked(block):
        for part in node.parts:
            for place, value in enumerate(part.end.takes):
                ends[value] = (1 << 40, place)
    for node in walked(block):
        if node.kind_of not in ('prim::If', 'prim::Loop') or len(node.gives) < 2:
            continue
        places = sorted(range(len(node.gives)), key=lambda i: order.get(node.gives[i], ends.get(node.gives[i], (1 << 50, i))))
        if places == list(range(len(places))):
            continue
        skip = node.kind_of == 'prim::Loop'
        node.gives[:] = [node.gives[i] for i in places]
        for part in node.parts:
            values = list(part.end.takes)
            head, rest = (values[:1], values[1:]) if skip else ([], values)
            part.end.drop_takes()
            for value in [*head, *(rest[i] for i in places)]:
                part.end.take(value)
            if skip:
                part.start.gives[1:] = [part.start.gives[1:][i] for i in places]
        if skip:
            values = list(node.takes)
            node.drop_takes()
            for value in [*values[:2], *(values[2:][i] for i in places)]:
                node.take(value)


def _text_notes(tree):
    for each in tree.args.args:
        yield each.arg, ast.unparse(each.annotation)
    yield 'return', ast.unparse(tree.returns)


def _notes(compiled):
    return _annotations(compiled.function) if compiled.function is not None else {}


# ---- functions and modules ----
_functions, _libraries, _types = {}, {}, {}


def compiled_function(function):
    found = _functions.get(function)
    if found is None:
        found = _functions[function] = ScriptFunction(function)
        try:
            found._method = Emitter(Compiled(function)).run()
        except Absent as what:
            found._absent = str(what)
    return found


def library_function(thing):
    """A function of torch.nn.functional's, which is called as it is."""
    if thing not in _libraries:
        arguments, defaults = [], {}
        for name, p in inspect.signature(thing).parameters.items():
            if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD):
                return None
            default = None if p.default is p.empty else literal(code_of(p.default), None)
            arguments.append((name, ANY if arguments else TENSOR, default))
            if default is not None:
                defaults[name] = p.default
        made = ScriptFunction.__new__(ScriptFunction)
        method = Method(thing.__name__, Graph(), False, defaults, arguments, TENSOR)
        method._run = thing
        method.graph.absent = 'torch.nn.functional.' + thing.__name__
        text = FUNCTIONS.get(thing.__name__)
        if text is not None:
            source = Compiled(None, text)
            source.function = types.SimpleNamespace(__defaults__=thing.__defaults__)
            emitter = Emitter(source, notes={name: type_of(note) for name, note in _text_notes(source.tree)})
            method = emitter.run()
        made._function, made._method, made._absent, made.name = thing, method, None, thing.__name__
        made.qualified_name = '__torch__.torch.nn.functional.' + {'max_pool2d': '_max_pool2d', 'max_pool1d': '_max_pool1d', 'max_pool3d': '_max_pool3d'}.get(thing.__name__, thing.__name__)
        _libraries[thing] = made
    return _libraries[thing]


def compile_method(module, name='forward'):
    """A method of a ScriptModule, compiled at its first mention; None where nothing is."""
    if name in module._methods:
        return module._methods[name]
    own = module._own
    if whole(own) or isinstance(own, (torch.nn.ModuleList, torch.nn.ModuleDict)) and name == 'forward':
        return None
    text = sources(own) if library(own) and name == 'forward' else None
    if library(own) and text is None:
        module.__dict__['_uncompiled'] = type(own).__name__ + '.forward'
        return None
    function = getattr(type(own), name, None)
    if text is None and not inspect.isfunction(function):
        return None
    if function is Module.forward:
        return None
    source = Compiled(None, text) if text is not None else Compiled(function)
    try:
        module._methods[name] = Emitter(source, module).run()
    except RuntimeError as error:
        if text is None:
            raise
        raise Absent('%s.forward: %s' % (type(own).__name__, str(error).partition(':\n')[0])) from None
    return module._methods[name]


def _typed(module, attributes):
    """Modules alike share a type."""
    constants = tuple((name, repr(getattr(module, name, None))) for name in sorted(constants_of(module)))
    key = type(module), constants, tuple((name, str(kind)) for name, kind in attributes.items())
    if key not in _types:
        _types[key] = new_type(module, attributes)
    return _types[key]


def scripted(obj):
    if isinstance(obj, (ScriptModule, ScriptFunction)):
        return obj
    if isinstance(obj, Module):
        made = wrapped(obj, RecursiveScriptModule, _typed)
        _compile_all(made)
        return made
    if isinstance(obj, type):
        if issubclass(obj, Module):
            raise RuntimeError("Type '%s' cannot be compiled since it inherits from nn.Module, pass an instance instead" % (obj,))
        return obj
    if isinstance(obj, (dict, list)):
        raise NotImplementedError('torch.jit.script of a %s is not in perch; the nearest is the %s itself' % (type(obj).__name__, type(obj).__name__))
    if inspect.ismethod(obj):
        return ScriptFunction(obj)
    if not inspect.isfunction(obj):
        raise RuntimeError('torch.jit.script takes a module, a function or a class, not %s' % type(obj).__name__)
    return compiled_function(obj)


def _compile_all(module):
    """Each module's forward and what it exports; what cannot be compiled runs as Python has it."""
    for child in module._modules.values():
        if isinstance(child, RecursiveScriptModule):
            _compile_all(child)
    own = module._own
    names = ['forward'] + [name for name in dir(type(own)) if getattr(getattr(type(own), name, None), '_torchscript_modifier', None) == 'export']
    for name in names:
        try:
            compile_method(module, name)
        except Absent as what:
            module.__dict__['_uncompiled'] = str(what)


