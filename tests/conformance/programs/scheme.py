# A small Scheme: reader, environments, closures, tail loop, macros of let and cond.
import operator
from functools import reduce


class Env(dict):
    def __init__(self, names=(), values=(), outer=None):
        super().__init__(zip(names, values))
        self.outer = outer

    def find(self, name):
        env = self
        while env is not None:
            if name in env:
                return env
            env = env.outer
        raise NameError(f"unbound {name}")


def read(text):
    tokens = text.replace("(", " ( ").replace(")", " ) ").split()

    def form():
        if not tokens:
            raise SyntaxError("unexpected end")
        t = tokens.pop(0)
        if t == "(":
            out = []
            while tokens and tokens[0] != ")":
                out.append(form())
            if not tokens:
                raise SyntaxError("missing )")
            tokens.pop(0)
            return out
        if t == ")":
            raise SyntaxError("unexpected )")
        try:
            return int(t)
        except ValueError:
            return t
    forms = []
    while tokens:
        forms.append(form())
    return forms


ROOT = Env()
ROOT.update({"+": lambda *a: sum(a), "*": lambda *a: reduce(operator.mul, a, 1), "-": operator.sub, "<": operator.lt,
             "=": operator.eq, "list": lambda *a: list(a), "car": lambda l: l[0], "cdr": lambda l: l[1:],
             "cons": lambda a, l: [a] + l, "null?": lambda l: l == [], "map": lambda f, l: [f(x) for x in l]})


def evaluate(x, env=ROOT):
    while True:
        if isinstance(x, str):
            return env.find(x)[x]
        if not isinstance(x, list):
            return x
        head, *rest = x
        if head == "quote":
            return rest[0]
        if head == "if":
            test, yes, *no = rest
            x = yes if evaluate(test, env) is not False else (no[0] if no else [])
        elif head == "define":
            target, *body = rest
            if isinstance(target, list):
                target, body = target[0], [["lambda", target[1:], *body]]
            env[target] = evaluate(body[0], env)
            return None
        elif head == "lambda":
            params, *body = rest
            def closure(*args, params=params, body=body, env=env):
                inner = Env(params, args, env)
                for b in body[:-1]:
                    evaluate(b, inner)
                return evaluate(body[-1], inner)
            return closure
        elif head == "let":
            names, values = zip(*rest[0])
            env = Env(names, [evaluate(v, env) for v in values], env)
            for b in rest[1:-1]:
                evaluate(b, env)
            x = rest[-1]
        elif head == "cond":
            x = next((b for c, b in rest if c == "else" or evaluate(c, env) is not False), [])
        elif head == "set!":
            env.find(rest[0])[rest[0]] = evaluate(rest[1], env)
            return None
        else:
            f, *args = [evaluate(a, env) for a in x]
            return f(*args)


def show(v):
    return "(" + " ".join(map(show, v)) + ")" if isinstance(v, list) else {True: "#t", False: "#f"}.get(v, str(v)) if isinstance(v, bool) else str(v)


SOURCE = """
(define (fact n) (if (< n 2) 1 (* n (fact (- n 1)))))
(fact 25)
(define (count from to) (if (< from to) (cons from (count (+ from 1) to)) (quote ())))
(map (lambda (x) (* x x)) (count 1 8))
(define (counter) (let ((n 0)) (lambda () (set! n (+ n 1)) n)))
(define c (counter))
(c) (c) (c)
(define (sign x) (cond ((< x 0) (quote negative)) ((= x 0) (quote zero)) (else (quote positive))))
(map sign (list -5 0 5))
(let ((x 2) (y 3)) (+ x y))
(null? (cdr (list 1)))
"""
for form in read(SOURCE):
    value = evaluate(form)
    if value is not None:
        print(show(value))
for bad in ("(foo 1)", "(+ 1", ")", "(car (list))", "(1 2)"):
    try:
        for form in read(bad):
            evaluate(form)
    except Exception as e:
        print(bad, "->", type(e).__name__, e)
