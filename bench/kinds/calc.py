"""A calculator: characters to tokens, tokens to a tree of objects, the tree evaluated and written out; errors with places."""


class CalcError(Exception):
    def __init__(self, message, at):
        super().__init__(message)
        self.at = at


class Token:
    __slots__ = ("kind", "text", "at")

    def __init__(self, kind, text, at):
        self.kind = kind
        self.text = text
        self.at = at

    def __repr__(self):
        return f"Token({self.kind}, {self.text!r})"


def tokenize(text):
    tokens = []
    i, n = 0, len(text)
    while i < n:
        ch = text[i]
        if ch.isspace():
            i += 1
            continue
        if ch.isdigit() or (ch == "." and i + 1 < n and text[i + 1].isdigit()):
            j = i
            while j < n and (text[j].isdigit() or text[j] == "."):
                j += 1
            tokens.append(Token("num", text[i:j], i))
            i = j
        elif ch.isalpha() or ch == "_":
            j = i
            while j < n and (text[j].isalnum() or text[j] == "_"):
                j += 1
            tokens.append(Token("name", text[i:j], i))
            i = j
        elif ch in "+-*/^()=,":
            tokens.append(Token("op", ch, i))
            i += 1
        else:
            raise CalcError(f"unexpected {ch!r}", i)
    tokens.append(Token("end", "", n))
    return tokens


class Node:
    def eval(self, env):
        raise NotImplementedError


class Num(Node):
    def __init__(self, value):
        self.value = value

    def eval(self, env):
        return self.value

    def __str__(self):
        return str(self.value)


class Name(Node):
    def __init__(self, name, at):
        self.name = name
        self.at = at

    def eval(self, env):
        try:
            return env[self.name]
        except KeyError:
            raise CalcError(f"unknown name {self.name}", self.at)

    def __str__(self):
        return self.name


OPS = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b, "^": lambda a, b: a ** b}


class Bin(Node):
    def __init__(self, op, left, right):
        self.op, self.left, self.right = op, left, right

    def eval(self, env):
        return OPS[self.op](self.left.eval(env), self.right.eval(env))

    def __str__(self):
        return "(" + str(self.left) + " " + self.op + " " + str(self.right) + ")"


class Neg(Node):
    def __init__(self, inner):
        self.inner = inner

    def eval(self, env):
        return -self.inner.eval(env)

    def __str__(self):
        return f"-{self.inner}"


class Call(Node):
    def __init__(self, name, args):
        self.name, self.args = name, args

    def eval(self, env):
        return env[self.name](*[a.eval(env) for a in self.args])

    def __str__(self):
        return f"{self.name}({', '.join(map(str, self.args))})"


class Parser:
    LEVELS = ["+-", "*/"]

    def __init__(self, tokens):
        self.tokens = tokens
        self.pos = 0

    @property
    def current(self):
        return self.tokens[self.pos]

    def advance(self):
        token = self.tokens[self.pos]
        self.pos += 1
        return token

    def accept(self, text):
        if self.current.text == text and self.current.kind == "op":
            return self.advance()
        return None

    def expect(self, text):
        token = self.accept(text)
        if token is None:
            raise CalcError(f"expected {text!r}, got {self.current.text!r}", self.current.at)
        return token

    def expression(self, level=0):
        if level == len(self.LEVELS):
            return self.power()
        left = self.expression(level + 1)
        while self.current.kind == "op" and self.current.text in self.LEVELS[level]:
            op = self.advance().text
            left = Bin(op, left, self.expression(level + 1))
        return left

    def power(self):
        base = self.unary()
        if self.accept("^"):
            return Bin("^", base, self.power())
        return base

    def unary(self):
        if self.accept("-"):
            return Neg(self.unary())
        return self.atom()

    def atom(self):
        token = self.advance()
        if token.kind == "num":
            return Num(float(token.text) if "." in token.text else int(token.text))
        if token.kind == "name":
            if self.accept("("):
                args = []
                if not self.accept(")"):
                    args.append(self.expression())
                    while self.accept(","):
                        args.append(self.expression())
                    self.expect(")")
                return Call(token.text, args)
            return Name(token.text, token.at)
        if token.text == "(":
            inner = self.expression()
            self.expect(")")
            return inner
        raise CalcError(f"unexpected {token.text or 'end'!r}", token.at)


def run(line, env):
    tokens = tokenize(line)
    parser = Parser(tokens)
    if len(tokens) > 2 and tokens[0].kind == "name" and tokens[1].text == "=":
        parser.pos = 2
        tree = parser.expression()
        env[tokens[0].text] = tree.eval(env)
        return str(tree)
    tree = parser.expression()
    if parser.current.kind != "end":
        raise CalcError("too much", parser.current.at)
    return tree.eval(env)


LINES = ["x = 3 * (4 + 5) - 6 / 2", "y = x ^ 2 - 2 * x + 1", "max(x, y) - min(x, y, 7)", "-(x + 2.5) * -y / (1 + 0.25)",
         "((1 + 2) * (3 + 4)) ^ 2 ^ 1", "z + 1", "3 + * 4", "2 $ 3", "abs(-5) + sqrt(16.0) * (x - y)", "(1 + 2"]
env = {"max": max, "min": min, "abs": abs, "sqrt": lambda v: v ** 0.5}
results, errors = [], {}
for k in range(2200):
    for line in LINES:
        try:
            results.append(run(line, env))
        except CalcError as e:
            errors[str(e), e.at] = errors.get((str(e), e.at), 0) + 1
print(results[:7])
for (text, at), count in sorted(errors.items()):
    print(f"{at:>3}: {text} x{count}")
