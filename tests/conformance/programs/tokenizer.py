# A tokenizer and pretty printer for a small language.
from collections import namedtuple
import re

Token = namedtuple("Token", "kind text line column")
KEYWORDS = {"if", "else", "while", "let", "fn", "return"}
RULES = [("number", r"\d+(?:\.\d+)?"), ("string", r'"(?:\\.|[^"\\])*"'), ("name", r"[A-Za-z_]\w*"),
         ("operator", r"==|!=|<=|>=|&&|\|\||[-+*/%<>=!]"), ("punct", r"[(){};,]"), ("newline", r"\n"),
         ("space", r"[ \t]+"), ("comment", r"#[^\n]*")]
MASTER = re.compile("|".join(f"(?P<{n}>{p})" for n, p in RULES))


class LexError(SyntaxError):
    pass


def tokens(source):
    line, start, pos = 1, 0, 0
    while pos < len(source):
        m = MASTER.match(source, pos)
        if not m:
            raise LexError(f"line {line}, column {pos - start + 1}: {source[pos]!r}")
        kind, text = m.lastgroup, m.group()
        if kind == "newline":
            line += 1
            start = m.end()
        elif kind not in ("space", "comment"):
            if kind == "name" and text in KEYWORDS:
                kind = "keyword"
            yield Token(kind, text, line, pos - start + 1)
        pos = m.end()


SOURCE = '''fn fib(n) { # slow
    if n <= 1 { return n; }
    return fib(n - 1) + fib(n - 2);
}
let s = "a \\"quoted\\" string";
while s != "" && 3.14 > 1 { s = s - 1; }
'''
counts = {}
for t in tokens(SOURCE):
    counts[t.kind] = counts.get(t.kind, 0) + 1
    if t.kind in ("keyword", "string", "number"):
        print(f"{t.line:>2}:{t.column:<3} {t.kind:<9} {t.text}")
print(counts)
try:
    list(tokens("let x = 3;\nlet y = @;"))
except LexError as e:
    print(type(e).__name__, e)
