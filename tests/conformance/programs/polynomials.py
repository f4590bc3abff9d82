# Polynomials: arithmetic, evaluation, derivative, printing.
class Poly:
    def __init__(self, *c):
        c = list(c)
        while len(c) > 1 and c[-1] == 0:
            c.pop()
        self.c = c or [0]

    def __call__(self, x):
        result = 0
        for a in reversed(self.c):
            result = result * x + a
        return result

    def __add__(self, o):
        o = o if isinstance(o, Poly) else Poly(o)
        n = max(len(self.c), len(o.c))
        return Poly(*(a + b for a, b in zip(self.c + [0] * (n - len(self.c)), o.c + [0] * (n - len(o.c)))))

    __radd__ = __add__

    def __neg__(self):
        return Poly(*(-a for a in self.c))

    def __sub__(self, o):
        return self + -o

    def __mul__(self, o):
        if not isinstance(o, Poly):
            return Poly(*(a * o for a in self.c))
        out = [0] * (len(self.c) + len(o.c) - 1)
        for i, a in enumerate(self.c):
            for j, b in enumerate(o.c):
                out[i + j] += a * b
        return Poly(*out)

    __rmul__ = __mul__

    def __divmod__(self, o):
        q, r = [0] * max(1, len(self.c) - len(o.c) + 1), list(self.c)
        for i in range(len(self.c) - len(o.c), -1, -1):
            q[i] = r[i + len(o.c) - 1] / o.c[-1]
            for j, b in enumerate(o.c):
                r[i + j] -= q[i] * b
        return Poly(*q), Poly(*r[:max(1, len(o.c) - 1)])

    def __pow__(self, n):
        result = Poly(1)
        for _ in range(n):
            result *= self
        return result

    def __eq__(self, o):
        return isinstance(o, Poly) and self.c == o.c

    def derivative(self):
        return Poly(*[i * a for i, a in enumerate(self.c)][1:])

    def __str__(self):
        parts = []
        for i in range(len(self.c) - 1, -1, -1):
            a = self.c[i]
            if a or len(self.c) == 1:
                sign = "-" if a < 0 else "+"
                body = f"{abs(a) if abs(a) != 1 or i == 0 else ''}{'x' if i else ''}{f'^{i}' if i > 1 else ''}"
                parts.append((sign, body))
        first, *rest = parts
        return (("-" if first[0] == "-" else "") + first[1] + "".join(f" {s} {b}" for s, b in rest))


p, q = Poly(-1, 0, 1), Poly(1, 1)
print(p, "|", q, "|", p + q, "|", p - q, "|", p * q, "|", 3 * p + 1)
print(p(3), p(0.5), q ** 5, p.derivative(), Poly(0), -p)
quotient, rest = divmod(p, q)
print(quotient, rest, quotient * q + rest == Poly(-1.0, 0.0, 1.0), p == Poly(-1, 0, 1, 0))
x, f = 1.0, Poly(-2, 0, 1)
for _ in range(6):
    x -= f(x) / f.derivative()(x)
print(x)
