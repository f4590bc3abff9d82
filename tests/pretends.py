"""Names of torch and mxnet that answer and do nothing: none may, but those of pretends.txt, each with its reason.

    tests/pretends.py [PATTERN]      fails where something new is found, and where a row of pretends.txt has nothing left to excuse; a PATTERN lists what it matches

What is looked for, in src/tensor/{torch,mxnet}: py/ and the C tables:
    FILE:FUNCTION empty           the body is nothing but words, `pass` or `return`
    FILE:FUNCTION constant        it returns a constant
    FILE:FUNCTION argument        it returns an argument as it came
    FILE:FUNCTION(PARAMETER)      a parameter that is never read
    FILE:CLASS.OPTION             what __init__ keeps is read nowhere
    FILE.def:NAME(PARAMETER)      a row of a binding table whose parameter is X: taken, and nothing more
    FILE.c:FUNCTION(PARAMETER)    a native function that never looks at that argument
What raises, and says so by name, does not pretend.
"""
import ast
import fnmatch
import glob
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import ROOT, Tally  # noqa: E402

TENSOR = os.path.join(ROOT, "src", "tensor")
PACKAGES = ("torch", "mxnet")
ACCEPTED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pretends.txt")


# ---- Python ----
def files():
    for package in PACKAGES:
        top = os.path.join(TENSOR, package, "py")
        for folder, _, names in sorted(os.walk(top)):
            for name in sorted(names):
                if name.endswith(".py"):
                    path = os.path.join(folder, name)
                    yield os.path.join(package, os.path.relpath(path, top)), path


def body_of(function):
    """Its statements without its words."""
    body = function.body
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) and isinstance(body[0].value.value, str):
        body = body[1:]
    return body


def parameters(function):
    a = function.args
    return [p.arg for p in (*a.posonlyargs, *a.args, *a.kwonlyargs, *([a.vararg] if a.vararg else []), *([a.kwarg] if a.kwarg else []))]


def is_constant(node):
    """A value that depends on nothing."""
    if isinstance(node, ast.Constant):
        return True
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return all(is_constant(e) for e in node.elts)
    if isinstance(node, ast.Dict):
        return all(is_constant(v) for v in (*node.keys, *node.values))
    return isinstance(node, ast.UnaryOp) and is_constant(node.operand)


def does_nothing(function):
    """"empty", "constant", "argument", or None: it does something."""
    body = body_of(function)
    if not body or all(isinstance(s, ast.Pass) or isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant) for s in body):
        return "empty"
    if len(body) != 1 or not isinstance(body[0], ast.Return):
        return None
    value = body[0].value
    if value is None or isinstance(value, ast.Constant) and value.value is None:
        return "empty"
    if is_constant(value):
        return "constant"
    if isinstance(value, ast.Name) and value.id in parameters(function):
        return "argument"
    return None


def is_refusal(statement):
    """A call of what raises by name."""
    call = statement.value if isinstance(statement, (ast.Expr, ast.Return)) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id.lstrip("_") in ("absent", "refuse", "only", "no_more")


def only_raises(function):
    if body_of(function) and is_refusal(body_of(function)[-1]):
        return True
    return any(isinstance(s, ast.Raise) for s in body_of(function)) and all(isinstance(s, (ast.Raise, ast.Import, ast.ImportFrom, ast.If)) for s in body_of(function)) \
        and not any(isinstance(n, ast.Return) and n.value is not None for n in ast.walk(function))


def functions(tree, path=()):
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield ".".join((*path, node.name)), node
            yield from functions(node, (*path, node.name))
        elif isinstance(node, ast.ClassDef):
            yield from functions(node, (*path, node.name))
        else:
            yield from functions(node, path)


def names_read(node):
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Store)}


def python_findings():
    trees = {name: ast.parse(open(path, encoding="utf-8").read()) for name, path in files()}
    attributes, words = set(), set()
    for folder, _, names in os.walk(os.path.join(ROOT, "src")):
        for name in names:
            if name.endswith(".py"):
                for n in ast.walk(ast.parse(open(os.path.join(folder, name), encoding="utf-8").read())):
                    if isinstance(n, ast.Attribute) and not isinstance(n.ctx, ast.Store):
                        attributes.add(n.attr)
                    elif isinstance(n, ast.Constant) and isinstance(n.value, str):
                        words.update(re.findall(r"\w+", n.value) if len(n.value) < 400 else ())
    for file, tree in trees.items():
        for name, function in functions(tree):
            what = does_nothing(function)
            if what:
                yield f"{file}:{name} {what}"
                continue
            if only_raises(function):
                continue
            read = set().union(*(names_read(s) for s in function.body)) | {"self", "cls"}
            whole = {n.func.id for s in function.body for n in ast.walk(s) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
            if whole & {"locals", "vars"}:
                continue
            for p in parameters(function):
                if p not in read and not p.startswith("_"):
                    yield f"{file}:{name}({p})"
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                for made in node.body:
                    if isinstance(made, ast.FunctionDef) and made.name == "__init__":
                        given = set(parameters(made))
                        for n in ast.walk(made):
                            targets = n.targets if isinstance(n, ast.Assign) else []
                            pairs = [(t, n.value) for t in targets] if not targets or not isinstance(targets[0], ast.Tuple) else \
                                list(zip(targets[0].elts, n.value.elts)) if isinstance(n.value, ast.Tuple) and len(n.value.elts) == len(targets[0].elts) else []
                            for target, value in pairs:
                                if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self" and isinstance(value, ast.Name) \
                                        and value.id in given and target.attr not in attributes and target.attr not in words:
                                    yield f"{file}:{node.name}.{target.attr}"


# ---- C ----
def sources(kind):
    """(its path in src/tensor, its text) of the files of a kind."""
    for path in sorted(glob.glob(os.path.join(TENSOR, "*", "*" + kind))):
        yield os.path.relpath(path, TENSOR), open(path, encoding="utf-8").read()


def signature(text):
    """The parameters of a signature, in order."""
    return [p.split("=")[0].strip().lstrip("*") for p in text.split(",") if p.strip() not in ("*", "/", "")]


def table_findings():
    for name, text in sources(".def"):
        for kind, row, sig, where in re.findall(r'\b(P?(?:FUNC|METHOD|BOTH|BOTH_IN))\((\w+), *\w+, *"([^"]*)", *([^\n]*(?:\n[^\n]*?)??)\)(?=\s|$)', text):
            entries = re.findall(r"\b(TO|TS|T|A|DT|D|V|X|O)\b(?:\([^()]*(?:\([^()]*\))?[^()]*\))?", where)
            for p, entry in zip(signature(sig), entries):
                if entry == "X":
                    yield f"{name}:{row}({p})"


def native_findings():
    for name, text in sources(".c"):
        bodies = {m.group(1): m.group(2) for m in re.finditer(r"^static Value (\w+)\(VM \*vm, const Ref \*args, int n, Ref kwnames\)\s*(\{.*?^\}|\{[^\n]*\})", text, re.M | re.S)}
        for row, function, sig in re.findall(r'\{"(\w+)", (\w+), "([^"]*)",', text):
            body = bodies.get(function)
            if body is None or re.search(r"\bargs\b(?!\[)", body):
                continue
            used = {int(i) for i in re.findall(r"\bargs\[(\d+)\]", body)}
            if re.search(r"\bargs\[[^\d\]]", body) or "err_raise" in body and len(body) < 300:
                continue
            for i, p in enumerate(signature(sig)):
                if i not in used and p != "self" and not (i == 0 and p in ("cls",)):
                    yield f"{name}:{row}({p})"


# ---- what is excused ----
def accepted():
    rows = []
    for line in open(ACCEPTED, encoding="utf-8"):
        if line.strip() and not line.startswith("#"):
            pattern, _, reason = line.partition("  ")
            rows.append((pattern.strip(), reason.strip()))
    return rows


def fits(found, pattern):
    return fnmatch.fnmatchcase(found, pattern.replace("[", "[[]"))


def main():
    found = sorted({*python_findings(), *table_findings(), *native_findings()})
    if len(sys.argv) > 1:
        for f in found:
            if fits(f, sys.argv[1]):
                print(f)
        return 0
    tally = Tally("pretends")
    rows = accepted()
    for f in found:
        tally.check(any(fits(f, pattern) for pattern, _ in rows), f"{f}: it answers and does nothing: give it its meaning, raise by name, or say in tests/pretends.txt why")
    for pattern, reason in rows:
        tally.check(bool(reason), f"{pattern} has a reason in pretends.txt")
        tally.check(any(fits(f, pattern) for f in found), f"{pattern} of pretends.txt excuses something that is there")
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
