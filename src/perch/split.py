"""A text of Python in two parts: what is run, and the expression at its end, whose value is wanted."""


def parts(source, name):
    """(code to run or None, code of the value or None); both keep the text, so that errors in them show its lines."""
    import ast
    whole = compile(source, name, 'exec')
    tree = ast.parse(source, name)
    if not tree.body or not isinstance(tree.body[-1], ast.Expr):
        return whole, None
    last = tree.body.pop()
    if last.col_offset == 0:
        lines = source.split('\n')
        text = '\n' * (last.lineno - 1) + '\n'.join(lines[last.lineno - 1:]).rstrip().rstrip(';')
        try:
            value = compile(text, name, 'eval')
        except SyntaxError:
            value = compile(ast.Expression(last.value), name, 'eval')
        return compile('\n'.join(lines[:last.lineno - 1]), name, 'exec') if tree.body else None, value
    return compile(tree, name, 'exec') if tree.body else None, compile(ast.Expression(last.value), name, 'eval')
