# Short ways of machine code and of look-ups among plain keys: what is not plain must be told the same.
# --- case: membership_of_strange_equals
class Like:
    def __init__(self, v): self.v = v
    def __eq__(self, o):
        asked.append(o)
        return self.v == o
    def __hash__(self): return hash(self.v)
asked = []
for _ in range(3):
    print("a" in {Like("a"), "b"}, 1 in {Like(1), 2}, -1 in {Like(-1)}, -2 in {-1}, "c" in {Like("a")}, "a" in (Like("a"),), 5 in (1.0, 5.0), "a" in {Like("a"): 1}, len(asked))
print(True in {1}, 1 in {True}, 1 in {1.0}, 1.0 in {1}, "" in {""}, None in {None}, 2**60 in {2**60}, 0 in (False,), "a" in ("b", b"a", "a"))
print("é" in "caf\u00e9", "\u4e2d" in "abc", "a" in "\u4e2da", "" in "x", "\0" in "a\0b", "a" in "", "ab" in "cab")
s = set(range(20))
for i in range(0, 20, 2): s.discard(i)
print([i in s for i in range(22)], [str(i) in {str(j) for j in s} for i in range(5)])
# --- case: texts_compared
class S(str):
    def __eq__(self, o): return "mine"
    __hash__ = str.__hash__
def kinds(a, b):
    out = []
    if a == b: out.append("eq")
    if a != b: out.append("ne")
    if a == "x": out.append("x")
    if a != "yy": out.append("not yy")
    return out
for _ in range(2):
    for a in ("x", "yy", "".join(["y", "y"]), S("x"), 1, None, "\u4e2d", b"x"):
        print([kinds(a, b) for b in ("x", "yy", "\u4e2d", 1.0, S("q"))])
# --- case: attributes_written_short
class Node:
    def __init__(self, v): self.v, self.next = v, None
    def __del__(self): gone.append(self.v)
gone = []
def churn(n):
    a = Node(0)
    for i in range(n):
        a.v = i
        a.next = Node(i) if i % 3 else a
        a.next = None
        a.v = a
        a.v = "text"
    a.next = a
    a.next = 1
churn(7)
print(gone)
# --- case: characters_taken
def walk(s, n):
    return [s[i] for i in range(-n, n)]
print(walk("abc", 3), walk("\xe9\xff", 2), walk("\u4e2d\U0001f600", 2), walk((1, "a"), 2))
for bad in ("abc", (1, 2)):
    try: walk(bad, 4)
    except IndexError as e: print(e)
# --- case: patterns_of_attributes
class P:
    __match_args__ = ("x", "y")
    def __init__(s): s.x = 1; s.y = 2
class Q:
    __match_args__ = ("x", "x")
    x = 1
class R:
    __match_args__ = ("x", 3)
    x = 1
for s, f in ((P(), "P(1, y=2)"), (P(), "P(1, x=1)"), (P(), "P(1,2,3)"), (Q(), "Q(1,1)"), (R(), "R(1, 2)"), (R(), "R(2, 2)"), (P(), "P(z=1)"), (P(), "P()"), (5, "int(5)"),
             (5, "int(5, real=5)"), (5, "int(5, 6)"), (Q(), "Q(1, x=1)"), (P(), "P(2, x=1)"), (P(), "Q(1)")):
    try: exec(f"match s:\n case {f}: print('yes')\n case _: print('no')")
    except TypeError as e: print(type(e), e)
class K: a = "k"; b = "k"
for d in ({"a": 1, "b": 2}, {"a": 1}, {}, {"k": 5, "a": 1, "b": 3}):
    match d:
        case {"a": x, "b": y, **r}: print(x, y, r)
        case {"a": x}: print(x)
        case _: print("none")
    try:
        match d:
            case {K.a: x, K.b: y}: print(x)
            case _: print("n")
    except ValueError as e: print(e)
# --- case: lists_grow
import sys
class Mine(list):
    def append(self, v): list.append(self, v); seen.append(("mine", v))
seen = []
def grow(l, n):
    for i in range(n): l.append(i)
    for i in range(n): x = l.append([i])
    for i in range(3): y = l; y = y.append(i)
    return len(l), x, y
def calls():
    print([grow(l, 6) for l in ([], Mine(), [1] * 5)], itself(), itself(), temporaries(), changing([[], [], bytearray(b"a"), Mine(), [], (), [2]]), held(9))
def itself():
    l = []
    for i in range(4): l.append(l)
    return len(l), sys.getrefcount(l) - len(l), l[0] is l
def temporaries():
    out = []
    for i in range(5):
        [].append(i)
        out.append([].append(i))
        list(out).append(out)
    return out
def changing(kinds):
    for k in kinds:
        try: k.append(1)
        except (AttributeError, TypeError) as e: print(type(e).__name__, e)
    return kinds
def held(n):
    l, v = [], object()
    before = sys.getrefcount(v)
    for i in range(n): l.append(v)
    return sys.getrefcount(v) - before
calls()
for _ in range(1300): grow([], 2), itself(), temporaries(), changing([[], []]), held(2) # until all is hot
calls()
print(held(5000), len(seen))
