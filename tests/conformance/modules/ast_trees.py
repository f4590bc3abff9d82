# ast: parse, dump, literal_eval, walk, visitors, compile of trees, unparse.
# --- case: dump
import ast
src = '''
import a.b as c, d
from .. import x as y
@dec
def f(a, /, b: int = 1, *c, d=2, **e) -> int:
    "doc"
    return a if b else lambda q: q
class C(B, metaclass=M):
    x: int = 5
    async def g(self):
        async with a as b: await c
        async for i in x: yield i
for i, *j in z:
    if i < 1 <= 2 is not None: break
    elif not x: continue
    else: pass
else: del a[1:2], b.c
try: raise E from None
except (A, B) as e: x += 1
except* T: pass
''' .replace("except* T: pass\n", "") + '''
with open(f) as g, h: global q; assert a, "m"
x = [*a, {1: 2, **b}, {3}, (4,), f"{x!r:>{w}} a", b"q", u"u", 1j, 10 ** 30, ..., True]
y = {k: v for k, v in z if k if v}
while (n := 1) or a and b: a @= b[::2, ...]
match p:
    case [1, *r] | {"k": v, **o} if g: pass
    case P(1, a=None) as w: pass
    case -1 | "s" | a.b | _: pass
'''
t = ast.parse(src)
print(ast.dump(t, indent=2)); print(ast.dump(t, include_attributes=True)[:600]); print(ast.dump(ast.parse("x", mode="eval"), annotate_fields=False), ast.dump(ast.parse("1;2", mode="single")))
# --- case: literal_eval
import ast
for s in ("1", "-1.5", "'a' 'b'", "[1,(2,{3:4}),{5}]", "set()", "-1+2j", "b'x'", "...", "None", " 1", "{'a': [True, None]}", "()", "1_000", "0xff"): print(repr(ast.literal_eval(s)))
for s in ("a", "f()", "1+a", "1+2", "not 1", "f'{1}'", "2**3", "a.b", "[x for x in y]", "", "1 +", "lambda: 1"):
    try: print(ast.literal_eval(s))
    except Exception as e: print(type(e).__name__, str(e).partition("<ast")[0])
# --- case: nodes
import ast
n = ast.Name("x", ctx=ast.Load()); print(n.id, n._fields, n._attributes, type(n.ctx), isinstance(n, ast.expr), issubclass(ast.Add, ast.operator), ast.Return().value, ast.Name.__match_args__)
for f in (lambda: ast.Name(1, 2, 3), lambda: ast.Name("x", id="y"), lambda: ast.Name().id, lambda: ast.dump(1), lambda: ast.parse("a ="), lambda: ast.parse("x", mode="z"), lambda: ast.get_docstring(n)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
t = ast.parse("def f(a):\n  '''d\n  e'''\n  return a + 1\n")
print([type(x).__name__ for x in ast.walk(t)], ast.get_docstring(t.body[0]), [k for k, v in ast.iter_fields(t.body[0])], len(list(ast.iter_child_nodes(t.body[0]))))
print(ast.get_source_segment("a = (b +\n  c) * d", ast.parse("a = (b +\n  c) * d").body[0].value), t.body[0].lineno, t.body[0].end_lineno, t.body[0].body[1].value.col_offset)
match ast.parse("a + 1", mode="eval").body:
    case ast.BinOp(ast.Name(x), ast.Add(), ast.Constant(v)): print(x, v)
# --- case: visit_and_compile
import ast
class Names(ast.NodeVisitor):
    def __init__(self): self.seen = []
    def visit_Name(self, node): self.seen.append(node.id); self.generic_visit(node)
v = Names(); v.visit(ast.parse("a = b + f(c, d.e)[g]")); print(v.seen)
class Swap(ast.NodeTransformer):
    def visit_BinOp(self, node):
        self.generic_visit(node)
        return ast.copy_location(ast.BinOp(node.left, ast.Mult(), node.right), node) if isinstance(node.op, ast.Add) else node
    def visit_Expr(self, node): return None
    def visit_Constant(self, node): return ast.Constant(node.value * 10) if isinstance(node.value, int) else node
t = ast.fix_missing_locations(Swap().visit(ast.parse("'gone'\nx = 1 + 2 + y\ndef f(z=1): return [z + i for i in range(1)]")))
ns = {"y": 3}; exec(compile(t, "<t>", "exec"), ns); print(ns["x"], ns["f"](2))
print(eval(compile(ast.parse("1 + 2 * 3", mode="eval"), "e", "eval")), compile("a", "f", "exec", ast.PyCF_ONLY_AST), isinstance(compile(t, "x", "exec", ast.PyCF_ONLY_AST), ast.Module)) if False else print(eval(compile(ast.parse("1 + 2 * 3", mode="eval"), "e", "eval")))
m = ast.Module([ast.Assign([ast.Name("q", ast.Store())], ast.List([ast.Constant(1), ast.Constant("s"), ast.Constant(b"b"), ast.Constant(None), ast.Constant(2.5)], ast.Load()))], [])
exec(compile(ast.fix_missing_locations(m), "m", "exec"), ns); print(ns["q"])
for bad in (ast.Module([ast.Pass()], []), ast.Module([ast.Expr(ast.Constant(1), lineno=1, col_offset=0)], []), ast.Module([1], []), ast.Expression(ast.Constant(1)), ast.Module([ast.FunctionDef("f", ast.arguments([], [], None, [], [], None, []), [], [], lineno=1, col_offset=0)], [])):
    try: compile(bad, "b", "exec"); print("fine")
    except Exception as e: print(type(e).__name__, e)
src = "def f(x):\n    for i in range(3):\n        yield x / i\n"
exec(compile(ast.parse(src), "file.py", "exec"), ns)
try: list(ns["f"](1))
except ZeroDivisionError as e: print(e.__traceback__.tb_next.tb_lineno, e.__traceback__.tb_next.tb_frame.f_code.co_filename)
# --- case: unparse
import ast
for s in ("x=1+2*(3-4)**-5", "a if b else c", "lambda x,*y,z=1:x", "f(*a,k=1,**b)", "[i for i in x if i for j in y]", "{**a,1:2}", "not (a and b) or c", "a<b<=c", "x[1:2,::3]", "(yield x)", "-x**2", "(-x)**2", "a.b.c(d)[e]", "x:int=5", "async def f():\n  await x", "@d\nclass C(B,metaclass=M):\n  x=1\n  def g(self):\n    return", "try:\n  a\nexcept E as e:\n  b\nelse:\n  c\nfinally:\n  d", "with a as b,c:\n  pass", "for i in x:\n  break\nelse:\n  pass", "while 1:\n  continue", "if a:\n  b\nelif c:\n  d\nelse:\n  e", "import a.b as c\nfrom . import d", "global x\nnonlocal_=1", "del a,b", "assert a,'m'", "raise E from c", "x=y=1,", "{1}", "()", "f'{x!r:>3}a'", "'a\\nb'", "match x:\n  case [1,*_]|{'a':b}:\n    pass\n  case P(q,r=2) as z if w:\n    pass", "1 .real", "(a:=5)", "def f(a,/,b,*,c)->int: ...", "print(x for x in y)", "a@b", "x = (1 if y else 2, *z)", "a or b and c", "(a or b) and c", "2**3**4", "(2**3)**4", "a-(b-c)", "~x", "1e400", "'''d'''"): print(ast.unparse(ast.parse(s)))
