# A recursive-descent calculator with variables, functions and good errors.
import math
import re

TOKEN = re.compile(r"\s*(?:(?P<num>\d+\.?\d*)|(?P<name>[a-z]\w*)|(?P<op>\*\*|[-+*/()=,])|(?P<bad>.))")


class CalcError(Exception):
    pass


class Calc:
    functions = {"sqrt": math.sqrt, "max": max, "min": min, "abs": abs, "fact": math.factorial}

    def __init__(self):
        self.vars = {"pi": math.pi}

    def run(self, text):
        self.tokens = []
        for m in TOKEN.finditer(text.rstrip()):
            if m.lastgroup == "bad":
                raise CalcError(f"unexpected {m['bad']!r} at {m.start('bad')}")
            self.tokens.append((m.lastgroup, m[m.lastgroup]))
        self.tokens.append(("end", ""))
        self.i = 0
        if len(self.tokens) > 2 and self.tokens[0][0] == "name" and self.tokens[1] == ("op", "="):
            name = self.tokens[0][1]
            self.i = 2
            self.vars[name] = value = self.expr()
        else:
            value = self.expr()
        if self.peek()[0] != "end":
            raise CalcError(f"left over: {self.peek()[1]!r}")
        return value

    def peek(self):
        return self.tokens[self.i]

    def take(self, *ops):
        kind, text = self.peek()
        if kind == "op" and text in ops:
            self.i += 1
            return text

    def need(self, op):
        if not self.take(op):
            raise CalcError(f"expected {op!r}, got {self.peek()[1] or 'the end'!r}")

    def expr(self):
        v = self.term()
        while op := self.take("+", "-"):
            w = self.term()
            v = v + w if op == "+" else v - w
        return v

    def term(self):
        v = self.unary()
        while op := self.take("*", "/"):
            w = self.unary()
            if op == "/" and w == 0:
                raise CalcError("division by zero")
            v = v * w if op == "*" else v / w
        return v

    def unary(self):
        if self.take("-"):
            return -self.unary()
        return self.power()

    def power(self):
        v = self.atom()
        return v ** self.unary() if self.take("**") else v

    def atom(self):
        kind, text = self.peek()
        self.i += 1
        if kind == "num":
            return float(text) if "." in text else int(text)
        if kind == "name":
            if self.take("("):
                args = [self.expr()]
                while self.take(","):
                    args.append(self.expr())
                self.need(")")
                if text not in self.functions:
                    raise CalcError(f"no function {text}")
                return self.functions[text](*args)
            if text not in self.vars:
                raise CalcError(f"no variable {text}")
            return self.vars[text]
        if text == "(":
            v = self.expr()
            self.need(")")
            return v
        raise CalcError(f"unexpected {text or 'end'!r}")


calc = Calc()
for line in ["1 + 2 * 3", "(1+2)*3", "2 ** 3 ** 2", "-2 ** 2", "x = 10 / 4", "x * 2", "sqrt(16) + max(1, 5, 3)",
             "fact(20)", "1 / 0", "1 +", "y + 1", "foo(2)", "2 $ 3", "(1", "3 4", "1.5 * 4", "pi", "--3", "abs(-7)"]:
    try:
        print(line, "=>", calc.run(line))
    except CalcError as e:
        print(line, "=> error:", e)
