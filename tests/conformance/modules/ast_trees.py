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

# --- case: type_comments
import ast
source = '''
x = y = 0  # type: int
for a in b:  # type: str
    pass  # type: ignore[x]
with c as d:  # type: D
    pass
def f(
    a,  # type: A
    b=1,  # type: B
    *c,  # type: C
    d=2,  # type: D
    **e  # type: E
):
    # type: (...) -> None
    pass
async def g():  # type: () -> int
    await x
# type: ignore
'''
print(ast.dump(ast.parse(source, type_comments=True), indent=1))
print(ast.dump(ast.parse(source)) == ast.dump(ast.parse(source.replace('# type', '#'))))
for bad in 'pass  # type: int', 'x += 1  # type: int', 'def f():  # type: A\n  # type: B\n  pass', 'def f(*,  # type: A\n a): pass', 'while x:  # type: int\n  pass', '# type: ignoreme':
    try:
        print(ast.parse(bad, type_comments=True).body, ast.parse(bad) is not None)
    except SyntaxError as e:
        print(e.msg)

# --- case: func_type
import ast
for text in '() -> int', '(int) -> List[str]', '(int, *str, **Any) -> float', '(*int) -> None', '(**int) -> None', '(int, *str, *Any) -> float', '(int, **str, Any) -> float', '(**int, **str) -> float', '(int,) -> x', 'int':
    try:
        print(ast.dump(ast.parse(text, mode='func_type')))
    except SyntaxError as e:
        print('SyntaxError')
try:
    compile('() -> int', '?', 'func_type')
except ValueError as e:
    print(e)

# --- case: feature_version
import ast
features = ['async def f(): pass', 'async def f():\n  async for x in y: pass', 'async def f():\n  async with x: pass', 'async def f():\n  await x', 'async def f():\n  [x async for x in y]',
    'a @ b', 'a @= b', 'a: int', 'a.b: int', 'f"{a}"', 'f"{a=}"', '1_0', '(a := 1)', 'def f(a, /): pass', 'with (a as b): pass', 'match x:\n  case 1: pass', 'try: pass\nexcept* A: pass',
    'async = 1', 'await = async', 'def f(async): pass']
for text in features:
    for minor in range(3, 12):
        try:
            ast.parse(text, feature_version=(3, minor))
            print(minor, end=' ')
        except SyntaxError as e:
            print(e.msg if 'greater' in e.msg else '-', end=' ')
    print(text.splitlines()[0])

# --- case: top_level_await
import ast, asyncio, types
flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
async def f(n):
    for i in range(n):
        yield i
for mode, text in [('exec', 'a = await asyncio.sleep(0, 3)'), ('exec', 'async for a in f(3): pass'), ('exec', 'async with asyncio.Lock() as a: a = 5'), ('single', 'a = [x async for x in f(3)][1]'),
                   ('exec', 'a = {x: 1 async for x in f(1)}[0]'), ('exec', 'a = 4')]:
    try:
        compile(text, '?', mode)
    except SyntaxError as e:
        print(e.msg, end=' ')
    code = compile(text, '?', mode, flags=flags)
    names = {'asyncio': asyncio, 'f': f}
    print(bool(code.co_flags & 128), end=' ')
    if code.co_flags & 128:
        asyncio.run(eval(code, names))
        asyncio.run(types.FunctionType(code, names)())
    else:
        exec(code, names)
    print(names['a'])
print(asyncio.run(eval(compile('await asyncio.sleep(0, 7)', '?', 'eval', flags=flags))))
compiled = {}
exec(compile('def f(a: undefined): pass', '?', 'exec', flags=0x1000000), compiled)
print(compiled['f'].__annotations__)

# --- case: objects_in_constants
import ast
for value in (1, (2, None)), frozenset([3]), -5, -2.5, 1 + 2j, -10 ** 30, (), b'x', ...:
    tree = ast.Expression(ast.Constant(value))
    print(repr(eval(compile(ast.fix_missing_locations(tree), '?', 'eval'))))
class I(int): pass
for value in [1], (1, [2]), {1: 2}, I(3), object, frozenset([I(1)]):
    try:
        compile(ast.fix_missing_locations(ast.Expression(ast.Constant(value))), '?', 'eval')
    except TypeError as e:
        print(e)

# --- case: places_and_counts
import ast
def place(**names):
    tree = ast.parse('x=1\ny=(2+\n 3)')
    for name, value in names.items():
        setattr(tree.body[1], name, value)
    try:
        compile(tree, '?', 'exec')
        print('ok')
    except Exception as e:
        print(type(e).__name__, e)
place(lineno=5, end_lineno=4)
place(lineno=-1, end_lineno=1)
place(lineno=2, end_lineno=2, col_offset=5, end_col_offset=3)
place(col_offset=-1)
place(end_lineno=None)
place(lineno=2, end_lineno=-1)
place(col_offset=-2, end_col_offset=-3)
def statement(node):
    module = ast.fix_missing_locations(ast.Module([node], []))
    try:
        compile(module, '?', 'exec')
        print('ok')
    except Exception as e:
        print(type(e).__name__, e)
p, x = ast.Pass(), ast.Name('x', ast.Load())
statement(ast.Try([p], [], [], []))
statement(ast.TryStar([p], [], [], []))
statement(ast.TryStar([p], [], [p], [p]))
statement(ast.Try([p], [], [p], [p]))
statement(ast.Try([ast.Expr(ast.Name('x', ast.Store()))], [], [], []))
statement(ast.ImportFrom('a', [ast.alias('b')], -42))
for value in (1, 2), -2, 1 + 2j, frozenset():
    statement(ast.Match(x, [ast.match_case(ast.MatchValue(ast.Constant(value)), None, [p])]))
statement(ast.Expr(ast.ListComp(ast.Name('x', ast.Store()), [ast.comprehension(x, x, [], 0)])))
statement(ast.Expr(ast.Lambda(ast.arguments([], [], None, [ast.arg('a', ast.Name('x', ast.Store()))], [], None, []), x)))
