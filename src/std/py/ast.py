"""Syntax trees: parse(), dump(), literal_eval(), visitors and unparse()."""
import sys
from _ast_unparse import unparse

PyCF_ONLY_AST = 0x400
PyCF_TYPE_COMMENTS = 0x1000
PyCF_ALLOW_TOP_LEVEL_AWAIT = 0x2000

# Node: category, fields; ? stands at what may be absent (None), * at lists.
_NODES = """
Module: mod body* type_ignores*
Interactive: mod body*
Expression: mod body
FunctionDef: stmt name args body* decorator_list* returns? type_comment?
AsyncFunctionDef: stmt name args body* decorator_list* returns? type_comment?
ClassDef: stmt name bases* keywords* body* decorator_list*
Return: stmt value?
Delete: stmt targets*
Assign: stmt targets* value type_comment?
AugAssign: stmt target op value
AnnAssign: stmt target annotation value? simple
For: stmt target iter body* orelse* type_comment?
AsyncFor: stmt target iter body* orelse* type_comment?
While: stmt test body* orelse*
If: stmt test body* orelse*
With: stmt items* body* type_comment?
AsyncWith: stmt items* body* type_comment?
Match: stmt subject cases*
Raise: stmt exc? cause?
Try: stmt body* handlers* orelse* finalbody*
TryStar: stmt body* handlers* orelse* finalbody*
Assert: stmt test msg?
Import: stmt names*
ImportFrom: stmt module? names* level?
Global: stmt names*
Nonlocal: stmt names*
Expr: stmt value
Pass: stmt 
Break: stmt 
Continue: stmt 
BoolOp: expr op values*
NamedExpr: expr target value
BinOp: expr left op right
UnaryOp: expr op operand
Lambda: expr args body
IfExp: expr test body orelse
Dict: expr keys* values*
Set: expr elts*
ListComp: expr elt generators*
SetComp: expr elt generators*
DictComp: expr key value generators*
GeneratorExp: expr elt generators*
Await: expr value
Yield: expr value?
YieldFrom: expr value
Compare: expr left ops* comparators*
Call: expr func args* keywords*
FormattedValue: expr value conversion format_spec?
JoinedStr: expr values*
Constant: expr value kind?
Attribute: expr value attr ctx
Subscript: expr value slice ctx
Starred: expr value ctx
Name: expr id ctx
List: expr elts* ctx
Tuple: expr elts* ctx
Slice: expr lower? upper? step?
comprehension: comprehension target iter ifs* is_async
ExceptHandler: excepthandler type? name? body*
arguments: arguments posonlyargs* args* vararg? kwonlyargs* kw_defaults* kwarg? defaults*
arg: arg arg annotation? type_comment?
keyword: keyword arg? value
alias: alias name asname?
withitem: withitem context_expr optional_vars?
match_case: match_case pattern guard? body*
MatchValue: pattern value
MatchSingleton: pattern value
MatchSequence: pattern patterns*
MatchMapping: pattern keys* patterns* rest?
MatchClass: pattern cls patterns* kwd_attrs* kwd_patterns*
MatchStar: pattern name?
MatchAs: pattern pattern? name?
MatchOr: pattern patterns*
TypeIgnore: type_ignore lineno tag
FunctionType: mod argtypes* returns
"""
_OPERATORS = """
operator: Add Sub Mult MatMult Div Mod Pow LShift RShift BitOr BitXor BitAnd FloorDiv
boolop: And Or
unaryop: Invert Not UAdd USub
cmpop: Eq NotEq Lt LtE Gt GtE Is IsNot In NotIn
expr_context: Load Store Del
"""
_POSITION = ('lineno', 'col_offset', 'end_lineno', 'end_col_offset')
_WITH_POSITION = ('stmt', 'expr', 'excepthandler', 'arg', 'keyword', 'alias', 'pattern')


class AST:
    """A node: its fields are named in _fields."""
    _fields = ()
    _attributes = ()
    __match_args__ = ()

    def __init__(self, *args, **kwargs):
        fields = self._fields
        if len(args) > len(fields):
            raise TypeError('%s constructor takes at most %d positional argument%s' % (
                type(self).__name__, len(fields), '' if len(fields) == 1 else 's'))
        for name, value in zip(fields, args):
            setattr(self, name, value)
        for name, value in kwargs.items():
            if name in fields[:len(args)]:
                raise TypeError("%s got multiple values for argument '%s'" % (type(self).__name__, name))
            setattr(self, name, value)

    def __reduce__(self):
        return type(self), (), self.__dict__

    __reduce_ex__ = lambda self, protocol: self.__reduce__()


_classes = {}


def _make_classes():
    space = globals()

    def base(name):
        if name not in space:
            space[name] = type(name, (AST,), {'__module__': 'ast',
                                              '_attributes': _POSITION if name in _WITH_POSITION else ()})
        return space[name]

    for line in _NODES.strip().splitlines():
        name, rest = line.split(': ')
        category, *fields = rest.split()
        names = tuple(field.rstrip('?*') for field in fields)
        body = {'__module__': 'ast', '_fields': names, '__match_args__': names}
        body.update((field[:-1], None) for field in fields if field.endswith('?'))
        parent = AST if category == name else base(category)
        if parent is AST:
            body['_attributes'] = _POSITION if category in _WITH_POSITION else ()
        if category in ('stmt', 'expr'):
            body['end_lineno'] = body['end_col_offset'] = None
        space[name] = _classes[name] = type(name, (parent,), body)
    for line in _OPERATORS.strip().splitlines():
        category, names = line.split(': ')
        for name in names.split():
            space[name] = type(name, (base(category),), {'__module__': 'ast'})
            _classes[name] = space[name]()


_make_classes()


def parse(source, filename='<unknown>', mode='exec', *, type_comments=False, feature_version=None):
    """The tree of a source text."""
    return compile(source, filename, mode, PyCF_ONLY_AST)


def literal_eval(node_or_string):
    """The value of a literal: numbers, texts, tuples, lists, dicts, sets, True, False, None, ... and nothing else."""
    if isinstance(node_or_string, str):
        node_or_string = parse(node_or_string.lstrip(' \t'), mode='eval')
    if isinstance(node_or_string, Expression):
        node_or_string = node_or_string.body
    return _literal(node_or_string)


def _malformed(node):
    place = getattr(node, 'lineno', None)
    raise ValueError('malformed node or string' + (f' on line {place}' if place else '') + f': {node!r}')


def _signed(node):
    if isinstance(node, UnaryOp) and isinstance(node.op, (UAdd, USub)):
        value = _plain(node.operand)
        return +value if isinstance(node.op, UAdd) else -value
    return _plain(node)


def _plain(node):
    if not isinstance(node, Constant) or type(node.value) not in (int, float, complex):
        _malformed(node)
    return node.value


def _literal(node):
    if isinstance(node, Constant):
        return node.value
    if isinstance(node, Tuple):
        return tuple(map(_literal, node.elts))
    if isinstance(node, List):
        return list(map(_literal, node.elts))
    if isinstance(node, Set):
        return set(map(_literal, node.elts))
    if isinstance(node, Call) and isinstance(node.func, Name) and node.func.id == 'set' and node.args == node.keywords == []:
        return set()
    if isinstance(node, Dict):
        if len(node.keys) != len(node.values):
            _malformed(node)
        return dict(zip(map(_literal, node.keys), map(_literal, node.values)))
    if isinstance(node, BinOp) and isinstance(node.op, (Add, Sub)):
        left, right = _signed(node.left), _plain(node.right)
        if isinstance(left, (int, float)) and isinstance(right, complex):
            return left + right if isinstance(node.op, Add) else left - right
    return _signed(node)


def dump(node, annotate_fields=True, include_attributes=False, *, indent=None):
    """The tree as text."""
    if not isinstance(node, AST):
        raise TypeError('expected AST, got %r' % node.__class__.__name__)
    if indent is not None and not isinstance(indent, str):
        indent = ' ' * indent

    def write(node, level):
        level += 1
        if indent is not None:
            start, gap = '\n' + indent * level, ',\n' + indent * level
        else:
            start, gap = '', ', '
        if isinstance(node, AST):
            cls, args, simple, named = type(node), [], True, annotate_fields
            for name in node._fields:
                try:
                    value = getattr(node, name)
                except AttributeError:
                    named = True
                    continue
                if value is None and getattr(cls, name, ...) is None:
                    named = True
                    continue
                text, small = write(value, level)
                simple = simple and small
                args.append('%s=%s' % (name, text) if named else text)
            if include_attributes and node._attributes:
                for name in node._attributes:
                    try:
                        value = getattr(node, name)
                    except AttributeError:
                        continue
                    if value is None and getattr(cls, name, ...) is None:
                        continue
                    text, small = write(value, level)
                    simple = simple and small
                    args.append('%s=%s' % (name, text))
            if simple and len(args) <= 3:
                return '%s(%s)' % (cls.__name__, ', '.join(args)), not args
            return '%s(%s%s)' % (cls.__name__, start, gap.join(args)), False
        if isinstance(node, list):
            if not node:
                return '[]', True
            return '[%s%s]' % (start, gap.join(write(item, level)[0] for item in node)), False
        return repr(node), True

    return write(node, 0)[0]


def iter_fields(node):
    """(name, value) of the fields that are there."""
    for name in node._fields:
        try:
            yield name, getattr(node, name)
        except AttributeError:
            pass


def iter_child_nodes(node):
    """The nodes directly below."""
    for name, value in iter_fields(node):
        if isinstance(value, AST):
            yield value
        elif isinstance(value, list):
            for item in value:
                if isinstance(item, AST):
                    yield item


def walk(node):
    """The node and all below it, level by level."""
    from collections import deque
    todo = deque([node])
    while todo:
        node = todo.popleft()
        todo.extend(iter_child_nodes(node))
        yield node


def copy_location(new_node, old_node):
    """Where a node stands, from another one."""
    for name in _POSITION:
        if name in old_node._attributes and name in new_node._attributes:
            value = getattr(old_node, name, None)
            if value is not None or (hasattr(old_node, name) and name.startswith('end_')):
                setattr(new_node, name, value)
    return new_node


def fix_missing_locations(node):
    """Nodes without a place get that of the node above."""
    def fix(node, place):
        for i, name in enumerate(_POSITION):
            if name in node._attributes:
                value = getattr(node, name, None)
                if value is None:
                    setattr(node, name, place[i])
                else:
                    place = (*place[:i], value, *place[i + 1:])
        for child in iter_child_nodes(node):
            fix(child, place)
    fix(node, (1, 0, 1, 0))
    return node


def increment_lineno(node, n=1):
    """All line numbers, n more."""
    for child in walk(node):
        if isinstance(child, TypeIgnore):
            child.lineno = getattr(child, 'lineno', 0) + n
            continue
        if 'lineno' in child._attributes:
            child.lineno = getattr(child, 'lineno', 0) + n
        if 'end_lineno' in child._attributes and getattr(child, 'end_lineno', 0) is not None:
            child.end_lineno = getattr(child, 'end_lineno', 0) + n
    return node


def get_docstring(node, clean=True):
    """The docstring of a module, class or function."""
    if not isinstance(node, (AsyncFunctionDef, FunctionDef, ClassDef, Module)):
        raise TypeError("%r can't have docstrings" % node.__class__.__name__)
    if not (node.body and isinstance(node.body[0], Expr)):
        return None
    value = node.body[0].value
    if not (isinstance(value, Constant) and isinstance(value.value, str)):
        return None
    if not clean:
        return value.value
    from inspect import cleandoc
    return cleandoc(value.value)


def get_source_segment(source, node, *, padded=False):
    """The text of a node."""
    try:
        if node.end_lineno is None or node.end_col_offset is None:
            return None
        first, last, start, end = node.lineno - 1, node.end_lineno - 1, node.col_offset, node.end_col_offset
    except AttributeError:
        return None
    lines = source.splitlines(keepends=True)
    if first == last:
        return lines[first].encode()[start:end].decode()
    head = lines[first].encode()
    pad = ''.join(c if c in '\f\t' else ' ' for c in head[:start].decode()) if padded else ''
    return ''.join([pad + head[start:].decode(), *lines[first + 1:last], lines[last].encode()[:end].decode()])


class NodeVisitor:
    """visit(node) calls visit_CLASS(node), or generic_visit(node), which visits what is below."""

    def visit(self, node):
        return getattr(self, 'visit_' + type(node).__name__, self.generic_visit)(node)

    def generic_visit(self, node):
        for name, value in iter_fields(node):
            if isinstance(value, list):
                for item in value:
                    if isinstance(item, AST):
                        self.visit(item)
            elif isinstance(value, AST):
                self.visit(value)


class NodeTransformer(NodeVisitor):
    """A visitor whose methods return what shall stand in the node's place: a node, a list of them, or None."""

    def generic_visit(self, node):
        for name, old in iter_fields(node):
            if isinstance(old, list):
                new = []
                for item in old:
                    if isinstance(item, AST):
                        item = self.visit(item)
                        if item is None:
                            continue
                        if not isinstance(item, AST):
                            new.extend(item)
                            continue
                    new.append(item)
                old[:] = new
            elif isinstance(old, AST):
                new = self.visit(old)
                if new is None:
                    delattr(node, name)
                else:
                    setattr(node, name, new)
        return node
