"""Cuts programs into pieces that run alone: a statement with what it needs of those before it.

    pieces(source) -> texts        of one program: for each statement of its top level the ones that made its names

A piece has at most SIZE characters; longer ones are left out, as are those that would read files or wait.
"""

import ast

SIZE = 900
OUTSIDE = ("open(", "input(", "sleep", "subprocess", "os.", "sys.", "savefig", "download")


def bound(node):
    """The names that a statement gives a value to, or changes."""
    names = set()
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and isinstance(each.ctx, (ast.Store, ast.Del)):
            names.add(each.id)
        elif isinstance(each, (ast.FunctionDef, ast.ClassDef)):
            names.add(each.name)
        elif isinstance(each, ast.alias):
            names.add((each.asname or each.name).split(".")[0])
        elif isinstance(each, (ast.Attribute, ast.Subscript)) and isinstance(each.ctx, (ast.Store, ast.Del)):
            inner = each.value
            while isinstance(inner, (ast.Attribute, ast.Subscript)):
                inner = inner.value
            if isinstance(inner, ast.Name):
                names.add(inner.id)
        elif isinstance(each, ast.Expr) and isinstance(each.value, ast.Call):  # x.add(...) may change x
            inner = each.value.func
            while isinstance(inner, (ast.Attribute, ast.Subscript, ast.Call)):
                inner = inner.func if isinstance(inner, ast.Call) else inner.value
            if isinstance(inner, ast.Name):
                names.add(inner.id)
    return names


def used(node):
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def pieces(source):
    try:
        body = ast.parse(source).body
    except SyntaxError:
        return
    lines = source.splitlines(keepends=True)
    texts = ["".join(lines[min([n.lineno] + [d.lineno for d in getattr(n, "decorator_list", [])]) - 1:n.end_lineno]) for n in body]
    facts = [(bound(n), used(n)) for n in body]
    for last in range(len(body)):
        if isinstance(body[last], (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef)) or (last and body[last].lineno == body[last - 1].lineno):
            continue
        wanted, chosen, size = set(facts[last][1]), [last], len(texts[last])
        for i in range(last - 1, -1, -1):
            if facts[i][0] & wanted and texts[i] != texts[chosen[-1]]:
                chosen.append(i)
                wanted |= facts[i][1]
                size += len(texts[i])
        text = "".join(t if t.endswith("\n") else t + "\n" for t in (texts[i] for i in reversed(chosen)))
        if size <= SIZE and not any(word in text for word in OUTSIDE):
            yield text
