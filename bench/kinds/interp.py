"""A small language: tokens by a regular expression, a parser, an interpreter that dispatches by name."""
import re
TOKEN = re.compile(r'\s*(?:(?P<num>\d+)|(?P<name>[a-z]\w*)|(?P<op>[-+*/%()<>=;{}!]=?))')
def tokens(src):
    for m in TOKEN.finditer(src):
        kind = m.lastgroup
        yield kind, m.group(kind)
    yield 'end', ''
class P:
    def __init__(self, src):
        self.t = list(tokens(src))
        self.i = 0
    def peek(self): return self.t[self.i]
    def next(self):
        tok = self.t[self.i]
        self.i += 1
        return tok
    def accept(self, v):
        if self.t[self.i][1] == v:
            self.i += 1
            return True
        return False
    def block(self):
        out = []
        while not self.accept('}') and self.peek()[0] != 'end':
            out.append(self.stmt())
        return out
    def stmt(self):
        if self.accept('while'):
            c = self.expr()
            self.accept('{')
            return ('while', c, self.block())
        if self.accept('if'):
            c = self.expr()
            self.accept('{')
            return ('if', c, self.block())
        if self.accept('print'):
            e = self.expr()
            self.accept(';')
            return ('print', e)
        name = self.next()[1]
        self.accept('=')
        e = self.expr()
        self.accept(';')
        return ('set', name, e)
    LEVELS = [('<', '>', '==', '!='), ('+', '-'), ('*', '/', '%')]
    def expr(self, level=0):
        if level == 3:
            return self.atom()
        left = self.expr(level + 1)
        while self.peek()[1] in self.LEVELS[level]:
            op = self.next()[1]
            left = ('bin', op, left, self.expr(level + 1))
        return left
    def atom(self):
        kind, v = self.next()
        if kind == 'num': return ('num', int(v))
        if kind == 'name': return ('var', v)
        e = self.expr()
        self.accept(')')
        return e
OPS = {'+': lambda a, b: a + b, '-': lambda a, b: a - b, '*': lambda a, b: a * b, '/': lambda a, b: a // b, '%': lambda a, b: a % b,
       '<': lambda a, b: a < b, '>': lambda a, b: a > b, '==': lambda a, b: a == b, '!=': lambda a, b: a != b}
class Interp:
    def __init__(self):
        self.env = {}
        self.out = []
    def run(self, block):
        for s in block:
            getattr(self, 'do_' + s[0])(s)
    def do_while(self, s):
        while self.eval(s[1]):
            self.run(s[2])
    def do_if(self, s):
        if self.eval(s[1]):
            self.run(s[2])
    def do_print(self, s):
        self.out.append(str(self.eval(s[1])))
    def do_set(self, s):
        self.env[s[1]] = self.eval(s[2])
    def eval(self, e):
        kind = e[0]
        if kind == 'num': return e[1]
        if kind == 'var': return self.env[e[1]]
        _, op, a, b = e
        return OPS[op](self.eval(a), self.eval(b))
src = '''
n = 2; count = 0;
while n < 2600 {
  d = 2; prime = 1;
  while d * d < n + 1 {
    if n % d == 0 { prime = 0; d = n; }
    d = d + 1;
  }
  if prime == 1 { count = count + 1; }
  n = n + 1;
}
print count;
'''
for _ in range(200):
    tree = P(src).block()
it = Interp()
it.run(tree)
print(it.out)
