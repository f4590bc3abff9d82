"""Pattern matching on named tuples, lists of words and dicts."""
from collections import namedtuple
from functools import reduce
Num = namedtuple('Num', 'v')
Add = namedtuple('Add', 'l r')
Mul = namedtuple('Mul', 'l r')
Var = namedtuple('Var', 'name')
def simplify(e):
    match e:
        case Add(Num(0), x) | Add(x, Num(0)): return simplify(x)
        case Mul(Num(1), x) | Mul(x, Num(1)): return simplify(x)
        case Mul(Num(0), _) | Mul(_, Num(0)): return Num(0)
        case Add(Num(a), Num(b)): return Num(a + b)
        case Mul(Num(a), Num(b)): return Num(a * b)
        case Add(l, r): return Add(simplify(l), simplify(r))
        case Mul(l, r): return Mul(simplify(l), simplify(r))
        case _: return e
def deriv(e, x):
    match e:
        case Num(): return Num(0)
        case Var(name): return Num(1 if name == x else 0)
        case Add(l, r): return Add(deriv(l, x), deriv(r, x))
        case Mul(l, r): return Add(Mul(deriv(l, x), r), Mul(l, deriv(r, x)))
def ev(e, env):
    if isinstance(e, Num): return e.v
    if isinstance(e, Var): return env[e.name]
    if isinstance(e, Add): return ev(e.l, env) + ev(e.r, env)
    return ev(e.l, env) * ev(e.r, env)
poly = reduce(lambda acc, k: Add(Mul(acc, Var('x')), Num(k)), range(1, 14), Num(0))
for i in range(60):
    d = deriv(poly, 'x')
    for _ in range(4): d = simplify(d)
print(ev(d, {'x': 2}), ev(poly, {'x': 3}))
def cmd(line):
    match line.split():
        case ['go', ('north' | 'south') as d, *_]: return d
        case ['take', n, thing] if n.isdigit(): return int(n), thing
        case ['say', *words]: return len(words)
        case []: return None
        case _: return '?'
tot = 0
for i in range(90000):
    r = cmd(('go north', 'take 5 apple', 'say a b c d', '', 'xx')[i % 5])
    tot += r if isinstance(r, int) else 1
print(tot)
def shape(d):
    match d:
        case {'type': 'circle', 'r': r}: return 3 * r * r
        case {'type': 'rect', 'w': w, 'h': h, **rest}: return w * h + len(rest)
        case _: return 0
print(sum(shape(({'type': 'circle', 'r': i}, {'type': 'rect', 'w': i, 'h': 2, 'z': 1}, {})[i % 3]) for i in range(120000)))
