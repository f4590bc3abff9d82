"""A small language: a tokenizer by one regular expression, a parser by precedence into tuples, an evaluator with match."""
import re
from collections import namedtuple

Token = namedtuple("Token", "kind text at")
SPEC = [("NUMBER", r"\d+(?:\.\d+)?"), ("NAME", r"[A-Za-z_]\w*"), ("OP", r"\*\*|[-+*/%()=,<>]"), ("NEWLINE", r"\n"), ("SKIP", r"[ \t]+"), ("BAD", r".")]
MASTER = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in SPEC))
POWER = {"<": 5, ">": 5, "+": 10, "-": 10, "*": 20, "/": 20, "%": 20, "**": 30}


def tokenize(text):
    line, start = 1, 0
    for match in MASTER.finditer(text):
        kind, value = match.lastgroup, match.group()
        if kind == "SKIP":
            continue
        if kind == "BAD":
            raise SyntaxError(f"{value!r} in line {line}")
        yield Token(kind, value, (line, match.start() - start))
        if kind == "NEWLINE":
            line, start = line + 1, match.end()
    yield Token("END", "", (line, 0))


class Parser:
    def __init__(self, text):
        self.tokens = tokenize(text)
        self.now = next(self.tokens)

    def take(self, text=None):
        token = self.now
        if text is not None and token.text != text:
            raise SyntaxError(f"expected {text!r}, got {token.text!r} at {token.at}")
        if token.kind != "END":
            self.now = next(self.tokens)
        return token

    def program(self):
        while self.now.kind != "END":
            if self.now.kind == "NEWLINE":
                self.take()
                continue
            yield self.statement()

    def statement(self):
        left = self.expression(0)
        if self.now.text == "=":
            self.take()
            return ("set", left[1], self.expression(0))
        return left

    def expression(self, least):
        token = self.take()
        if token.kind == "NUMBER":
            left = ("number", float(token.text) if "." in token.text else int(token.text))
        elif token.kind == "NAME":
            left = ("name", token.text)
            if self.now.text == "(":
                self.take()
                arguments = [self.expression(0)]
                while self.now.text == ",":
                    self.take()
                    arguments.append(self.expression(0))
                self.take(")")
                left = ("call", token.text, arguments)
        elif token.text == "(":
            left = self.expression(0)
            self.take(")")
        elif token.text == "-":
            left = ("negative", self.expression(25))
        else:
            raise SyntaxError(f"unexpected {token.text!r} at {token.at}")
        while self.now.kind == "OP" and POWER.get(self.now.text, -1) > least:
            op = self.take().text
            left = ("binary", op, left, self.expression(POWER[op] - (op == "**")))
        return left


OPS = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b, "%": lambda a, b: a % b,
       "**": lambda a, b: a ** b, "<": lambda a, b: a < b, ">": lambda a, b: a > b}


def evaluate(node, names):
    match node:
        case ("number", value):
            return value
        case ("name", name):
            return names[name]
        case ("set", name, value):
            names[name] = evaluate(value, names)
            return names[name]
        case ("negative", value):
            return -evaluate(value, names)
        case ("binary", op, a, b):
            return OPS[op](evaluate(a, names), evaluate(b, names))
        case ("call", name, arguments):
            return {"max": max, "min": min, "abs": abs}[name](*[evaluate(a, names) for a in arguments])
    raise ValueError(node)


SOURCE = "\n".join(f"a{i} = ({i} + 3) * 2 ** (1 + {i} % 3) - b / (4.5 + {i})\nb = max(a{i} % 17, b, -{i}) + (a{i} > 20)" for i in range(220))
names = {"b": 1}
last = None
for _ in range(6):
    for statement in Parser(SOURCE).program():
        last = evaluate(statement, names)
print(last, len(names), round(sum(v for v in names.values()), 6))
try:
    list(Parser("x = 3 $ 4").program())
except SyntaxError as error:
    print(error)
