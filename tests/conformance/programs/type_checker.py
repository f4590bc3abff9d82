# Inference for a small lambda calculus with let, by unification.
from dataclasses import dataclass, field
from itertools import count

names = count()


@dataclass(eq=False)
class Var:
    ref: object = None
    name: str = field(default_factory=lambda: f"t{next(names)}")


@dataclass
class Con:
    name: str
    args: tuple = ()


INT, BOOL = Con("int"), Con("bool")


def fn(a, b):
    return Con("->", (a, b))


def prune(t):
    while isinstance(t, Var) and t.ref is not None:
        t = t.ref
    return t


def show(t, env=None):
    env = {} if env is None else env
    t = prune(t)
    if isinstance(t, Var):
        return env.setdefault(t, chr(97 + len(env)))
    if t.name == "->":
        a, b = t.args
        left = show(a, env)
        return f"({left})" + f" -> {show(b, env)}" if "->" in left else f"{left} -> {show(b, env)}"
    return t.name + "".join(" " + show(a, env) for a in t.args)


def occurs(v, t):
    t = prune(t)
    return t is v or isinstance(t, Con) and any(occurs(v, a) for a in t.args)


def unify(a, b):
    a, b = prune(a), prune(b)
    if a is b:
        return
    if isinstance(a, Var):
        if occurs(a, b):
            raise TypeError("a type would contain itself")
        a.ref = b
    elif isinstance(b, Var):
        unify(b, a)
    elif a.name != b.name or len(a.args) != len(b.args):
        raise TypeError(f"{show(a)} is not {show(b)}")
    else:
        for x, y in zip(a.args, b.args):
            unify(x, y)


def free(t):
    t = prune(t)
    return {t} if isinstance(t, Var) else set().union(*map(free, t.args))


def fresh(scheme):
    bound, t = scheme
    new = {v: Var() for v in bound}
    def copy(t):
        t = prune(t)
        return new.get(t, t) if isinstance(t, Var) else Con(t.name, tuple(map(copy, t.args)))
    return copy(t)


def infer(e, env):
    match e:
        case bool(): return BOOL
        case int(): return INT
        case str():
            if e not in env:
                raise NameError(f"unknown {e}")
            return fresh(env[e])
        case ("fn", x, body):
            a = Var()
            return fn(a, infer(body, {**env, x: (set(), a)}))
        case ("let", x, value, body):
            t = infer(value, env)
            outer = set().union(*(free(s) - b for b, s in env.values()))
            return infer(body, {**env, x: (free(t) - outer, t)})
        case ("if", c, y, n):
            unify(infer(c, env), BOOL)
            t = infer(y, env)
            unify(t, infer(n, env))
            return t
        case (f, x):
            t = Var()
            unify(infer(f, env), fn(infer(x, env), t))
            return t


ENV = {"add": (set(), fn(INT, fn(INT, INT))), "zero": (set(), fn(INT, BOOL))}
PROGRAMS = [("fn", "x", "x"), ("fn", "x", (("add", "x"), 1)), ("let", "id", ("fn", "y", "y"), (("id", "id"), 3)),
            ("fn", "f", ("fn", "g", ("fn", "x", ("f", ("g", "x"))))), ("fn", "x", ("x", "x")), ("if", 1, 2, 3),
            ("if", True, 2, False), (("add", 1), True), "y", ("fn", "x", ("if", ("zero", "x"), "x", 0))]
for p in PROGRAMS:
    try:
        print(p, ":", show(infer(p, ENV)))
    except (TypeError, NameError) as e:
        print(p, "=>", e)
