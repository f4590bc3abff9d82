"""query: an expression of Python over the columns of a table."""
import ast
import re

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


def query(frame, expr, more):
    """The rows for which the expression holds."""
    import sys
    if not isinstance(expr, str):
        raise ValueError(f'expr must be a string to be evaluated, {type(expr)} given')
    caller = sys._getframe(2)
    names = {}
    text = re.sub(r'`([^`]*)`', lambda m: names.setdefault(m.group(1), f'_quoted_{len(names)}'), expr.strip())
    text = re.sub(r'@(\w+)', r'_outer_\1', text)
    tree = Bits().visit(ast.parse(text, mode='eval'))
    space = {}
    for i, name in enumerate(frame.index.names):
        labels = frame.index.get_level_values(i) if frame.index.nlevels > 1 else frame.index
        space[f'ilevel_{i}' if name is None else name] = labels.to_series(index=frame.index)
    space.update({c: frame[c] for c in frame.columns if isinstance(c, str)})
    space.update({v: frame[k] for k, v in names.items()})
    if 'index' not in space and frame.index.nlevels == 1:
        space['index'] = frame.index.to_series(index=frame.index)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id.startswith('_outer_'):
            name = node.id[7:]
            if name not in caller.f_locals and name not in caller.f_globals and name not in more:
                raise UndefinedVariableError(f"local variable '{name}' is not defined")
            space[node.id] = more.get(name, caller.f_locals.get(name, caller.f_globals.get(name)))
        elif isinstance(node, ast.Name) and node.id not in space and node.id not in ('True', 'False', 'None'):
            raise UndefinedVariableError(f"name '{node.id}' is not defined")
    found = eval(compile(ast.fix_missing_locations(tree), '<query>', 'eval'), {'__builtins__': {}}, space)
    return frame.loc[found]
