"""query and eval: expressions of Python over the columns of tables."""
import ast
import builtins
import re
import sys

import numpy as np

from pandas.errors import UndefinedVariableError


class Bits(ast.NodeTransformer):
    """and, or, not, in and chains of comparisons as columns have them."""

    def visit_BoolOp(self, node):
        self.generic_visit(node)
        found = node.values[0]
        for other in node.values[1:]:
            found = ast.BinOp(found, ast.BitAnd() if isinstance(node.op, ast.And) else ast.BitOr(), other)
        return found

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        return ast.UnaryOp(ast.Invert(), node.operand) if isinstance(node.op, ast.Not) else node

    def visit_Compare(self, node):
        self.generic_visit(node)
        parts, left = [], node.left
        for op, right in zip(node.ops, node.comparators):
            if isinstance(op, (ast.In, ast.NotIn)):
                given, among = (right, left) if isinstance(left, ast.List) else (left, right)   # [1, 2] in c: which of c are 1 or 2
                part = ast.Call(ast.Attribute(given, 'isin', ast.Load()), [among], [])
                part = ast.UnaryOp(ast.Invert(), part) if isinstance(op, ast.NotIn) else part
            elif isinstance(right, ast.List) and isinstance(op, (ast.Eq, ast.NotEq)):
                part = ast.Call(ast.Attribute(left, 'isin', ast.Load()), [right], [])
                part = ast.UnaryOp(ast.Invert(), part) if isinstance(op, ast.NotEq) else part
            else:
                part = ast.Compare(left, [op], [right])
            parts.append(part)
            left = right
        found = parts[0]
        for other in parts[1:]:
            found = ast.BinOp(found, ast.BitAnd(), other)
        return found


FUNCTIONS = 'sin cos exp log expm1 log1p sqrt sinh cosh tanh arcsin arccos arctan arccosh arcsinh arctanh abs log10 floor ceil arctan2'.split()


def space_of(frame):
    """The names that an expression over a table may use."""
    space = {}
    for i, name in enumerate(frame.index.names):
        labels = frame.index.get_level_values(i) if frame.index.nlevels > 1 else frame.index
        space[f'ilevel_{i}' if name is None else name] = labels.to_series(index=frame.index)
    space.update({c: frame[c] for c in frame.columns if isinstance(c, str)})
    if 'index' not in space and frame.index.nlevels == 1:
        space['index'] = frame.index.to_series(index=frame.index)
    return space


def loosely(text):
    """The text with and, or for & and |, which bind looser than comparisons here."""
    import io
    import tokenize
    words = {'&': 'and', '|': 'or'}
    try:
        tokens = [(t.type, t.string) for t in tokenize.generate_tokens(io.StringIO(text).readline)]
    except (tokenize.TokenError, IndentationError):
        return text
    if not any(kind == tokenize.OP and said in words for kind, said in tokens):
        return text
    return tokenize.untokenize((tokenize.NAME, words[said]) if kind == tokenize.OP and said in words else (kind, said) for kind, said in tokens).strip()


def computed(text, space, caller, more, quoted=None):
    """What an expression of Python gives over columns; @NAME is a variable of the caller."""
    names = {}
    text = re.sub(r'`([^`]*)`', lambda m: names.setdefault(m.group(1), f'_quoted_{len(names)}'), text.strip())
    text = loosely(re.sub(r'@(\w+)', r'_outer_\1', text))
    tree = Bits().visit(ast.parse(text, mode='eval'))
    space = {**space, **{v: quoted(k) for k, v in names.items()}}
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id.startswith('_outer_'):
            name = node.id[7:]
            if name not in caller.f_locals and name not in caller.f_globals and name not in more:
                raise UndefinedVariableError(f"local variable '{name}' is not defined")
            space[node.id] = more.get(name, caller.f_locals.get(name, caller.f_globals.get(name)))
        elif isinstance(node, ast.Name) and node.id in called and node.id in FUNCTIONS:
            space[node.id] = getattr(np, node.id)
        elif isinstance(node, ast.Name) and node.id not in space and node.id not in ('True', 'False', 'None'):
            raise UndefinedVariableError(f"name '{node.id}' is not defined")
    return builtins.eval(compile(ast.fix_missing_locations(tree), '<query>', 'eval'), {'__builtins__': {}}, space)


def query(frame, expr, more):
    """The rows for which the expression holds."""
    if not isinstance(expr, str):
        raise ValueError(f'expr must be a string to be evaluated, {type(expr)} given')
    return frame.loc[computed(expr, space_of(frame), sys._getframe(2), more, frame.__getitem__)]


def evaluate(frame, expr, inplace, more, depth):
    """What the lines of an expression give; lines NAME = … make columns of a copy, or of the table itself."""
    if not isinstance(expr, str):
        raise ValueError(f'expr must be a string to be evaluated, {type(expr)} given')
    caller, lines = sys._getframe(depth), [x for x in expr.splitlines() if x.strip()]
    if not lines:
        raise ValueError('expr cannot be an empty string')
    made, assigned = frame, False
    for line in lines:
        found = re.match(r'\s*(\w+)\s*=(?!=)(.*)$', line, re.S)
        if len(lines) > 1 and not found:
            raise ValueError('Multi-line expressions are only valid if all expressions contain an assignment')
        value = computed(found.group(2) if found else line, space_of(made), caller, more, made.__getitem__)
        if not found:
            if inplace:
                raise ValueError('Cannot operate inplace if there is no assignment')
            return value
        if not assigned and not inplace:
            made = frame.copy()
        assigned = True
        made[found.group(1)] = value
    return None if inplace else made


def eval(expr, parser='pandas', engine=None, truediv=None, local_dict=None, global_dict=None, resolvers=(), level=0, target=None, inplace=False):  # noqa: A001 (pandas' own name)
    """What an expression gives over the tables and columns that its names mean."""
    if not isinstance(expr, str):
        return expr
    caller = sys._getframe(1 + level)
    if local_dict is None:
        space = {**caller.f_globals, **caller.f_locals}
    else:
        space = {**(global_dict or {}), **local_dict}
    for each in resolvers:
        space.update(each)
    lines = [x for x in expr.splitlines() if x.strip()]
    if not lines:
        raise ValueError('expr cannot be an empty string')
    if target is not None:
        return evaluate_into(target, lines, space, caller, inplace)
    return computed(lines[0], space, caller, {})


def evaluate_into(target, lines, space, caller, inplace):
    made = target if inplace else target.copy()
    for line in lines:
        found = re.match(r'\s*(\w+)\s*=(?!=)(.*)$', line, re.S)
        if not found:
            raise ValueError('Multi-line expressions are only valid if all expressions contain an assignment')
        made[found.group(1)] = computed(found.group(2), {**space, **(space_of(made) if hasattr(made, '_columns') else {})}, caller, {})
    return None if inplace else made
