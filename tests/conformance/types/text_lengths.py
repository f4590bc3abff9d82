# What goes by blocks of bytes, at every length around theirs: methods of str and bytes on texts of every width, searches from either end. A line for each method: a failure says which.
# --- case: str_methods_by_length
import hashlib
state = 7
def draw(n):
    global state
    state = (state * 1103515245 + 12345) % 2147483648
    return (state >> 8) % n
letters = [[chr(c) for c in range(128)], list(" \t\n\x0b\x0c\r\x1c\x1f aB"), list("abcXYZ019"), list("0123456789"), list("aab"), [chr(c) for c in range(256)],
           list("éàßÿÀ×ªµ a\x85\xa0"), list("привет МИРΣσς٣ⅷǅ½² a1"), list("😀🚀𝐀𝟘𐐀𐐨 aB1")]
def text(n):
    own = letters[draw(len(letters))]
    s = [own[draw(len(own))] for _ in range(n)]
    if n and draw(3) == 0:
        other = letters[draw(len(letters))]
        s[draw(n)] = other[draw(len(other))]
    return "".join(s)
texts = [text(n) for n in range(131) for _ in range(3)]
needles = []
for s in texts:
    at = draw(len(s) + 1)
    needles.append(s[at:at + 1 + draw(5)] if draw(4) else text(1 + draw(3)))
def show(name, call):
    said = []
    for s, u in zip(texts, needles):
        try:
            said.append(repr(call(s, u)))
        except ValueError as e:
            said.append(str(e))
    print(name, hashlib.sha256("\n".join(said).encode("utf-8", "surrogatepass")).hexdigest()[:16])
for name in ("capitalize casefold title lower upper swapcase isspace isdecimal isdigit isnumeric isalpha isalnum isascii isprintable islower isupper istitle isidentifier strip lstrip rstrip "
             "split rsplit splitlines").split():
    show(name, lambda s, u: getattr(s, name)())
for name in "find rfind index rindex count startswith endswith split rsplit strip lstrip rstrip partition rpartition removeprefix removesuffix".split():
    show(name + " u", lambda s, u: getattr(s, name)(u))
for name in "find rfind count".split():
    show(name + " 5 -5", lambda s, u: getattr(s, name)(u, 5, -5))
show("split 2", lambda s, u: (s.split(u, 2), s.rsplit(u, 2), s.split(None, 2), s.rsplit(None, 2)))
show("replace", lambda s, u: (s.replace(u, "é"), s.replace(u, u + u, 2), s.replace(u, "")))
show("repeat", lambda s, u: (s * 2, u * 3, u * 11))
# --- case: bytes_methods_by_length
import hashlib
state = 11
def draw(n):
    global state
    state = (state * 1103515245 + 12345) % 2147483648
    return (state >> 8) % n
letters = [list(range(256)), list(b" \t\n\x0b\x0c\r\x1c aB"), list(b"abcXYZ019"), list(b"0123456789"), list(b"aab"), list(range(128))]
def some(n):
    own = letters[draw(len(letters))]
    s = bytearray(own[draw(len(own))] for _ in range(n))
    if n and draw(3) == 0:
        s[draw(n)] = draw(256)
    return bytes(s)
texts = [some(n) for n in range(131) for _ in range(3)]
needles = []
for s in texts:
    at = draw(len(s) + 1)
    needles.append(s[at:at + 1 + draw(5)] if draw(4) else some(1 + draw(3)))
def show(name, call):
    said = []
    for kind in bytes, bytearray:
        for s, u in zip(texts, needles):
            try:
                said.append(repr(call(kind(s), u)))
            except ValueError as e:
                said.append(str(e))
    print(name, hashlib.sha256("\n".join(said).encode()).hexdigest()[:16])
for name in "capitalize title lower upper swapcase isspace isdigit isalpha isalnum isascii islower isupper istitle strip lstrip rstrip split rsplit splitlines".split():
    show(name, lambda s, u: getattr(s, name)())
for name in "find rfind index rindex count startswith endswith split rsplit strip lstrip rstrip partition rpartition removeprefix removesuffix".split():
    show(name + " u", lambda s, u: getattr(s, name)(u))
show("replace", lambda s, u: (s.replace(u, b"xy"), s.replace(u, u + u, 2), s.replace(u, b"")))
# --- case: needles_that_nearly_stand
s = "ab" * 40 + "ac" + "ab" * 40
for width in "", "é", "ж", "😀":
    t = width + s + width
    print([t.find(u) for u in ("bac", "acab", "abab" * 9 + "ac", "ac" + "ab" * 33, "ab" * 41)], [t.rfind(u) for u in ("ab", "bac", "abab" * 9 + "ac", "ba" * 39)],
          [t.count(u) for u in ("ab", "aba", "ba", "bab" + "a" * 1, "abab" * 5)], len(t.replace("aba", "x")), len(t.replace("ab", "", 7)))
# --- case: round_and_bytes_of_ints
state = 3
def draw(n):
    global state
    state = (state * 1103515245 + 12345) % 2147483648
    return (state >> 8) % n
import hashlib
said = []
for _ in range(4000):
    x = (draw(2000001) - 1000000) / (1, 7, 8, 10, 16, 100, 1000, 1e6)[draw(8)] * (1, 1, 1e-9, 1e9, 1e12)[draw(5)]
    said.append(repr(round(x, draw(28) - 4)))
    n = (1 << draw(90)) - draw(3)
    n = -n if draw(2) else n
    for size in (0, 1, 2, 7, 8, 9):
        try:
            said.append(repr(n.to_bytes(size, ("little", "big")[draw(2)], signed=bool(draw(2)))))
        except OverflowError as e:
            said.append(str(e))
print(hashlib.sha256("\n".join(said).encode()).hexdigest()[:16])
print([round(x, d) for x in (2.675, 1.005, 0.125, -0.003, 0.5, -2.5, 1e15 + 0.5, 2.0**50 + 0.25) for d in (0, 1, 2, 3)])
# --- case: percent_of_plain_values
class S(str):
    def __str__(self): return "S!"
class I(int):
    def __str__(self): return "I!"
    def __repr__(self): return "i!"
for a in ("x", "é", "ж", "😀", "", 0, -5, 2**70, True, 1.5, None, S("s"), I(4)):
    row = []
    for f in ("%s", "%d", "é%s|", "%s %s", "%d%s", "%s%%", "%(k)s", "%5s", "%s%"):
        for args in (a, (a,), (a, a), {"k": a}):
            try:
                row.append(repr(f % args))
            except (TypeError, ValueError) as e:
                row.append(f"{type(e).__name__} {e}")
    print(" | ".join(row))
# --- case: sets_of_small_ints
state = 5
def draw(n):
    global state
    state = (state * 1103515245 + 12345) % 2147483648
    return (state >> 8) % n
import hashlib
said = []
for _ in range(300):
    a, seen = set(), []
    for _ in range(draw(60)):
        v = (draw(40) - 20, float(draw(20)), draw(9), True, 2**61 - 1 - draw(3), draw(3) + 0.5, -1, -2)[draw(8)]
        what = draw(4)
        if what < 2: a.add(v)
        elif what == 2: a.discard(v)
        else: seen.append(v in a)
    b = a | set(range(draw(9)))
    said.append(repr((list(a), list(a.copy()), list(set(a)), list(b), list(b - a), seen, a <= b, frozenset(a) == a)))
print(hashlib.sha256("\n".join(said).encode()).hexdigest()[:16])
# --- case: counters
from collections import Counter
class Like:
    def __init__(self, v): self.v = v
    def __hash__(self): return hash(self.v)
    def __eq__(self, other): return self.v == getattr(other, "v", other)
class Twice(Counter):
    def __setitem__(self, k, v): dict.__setitem__(self, k, v * 2)
for x in ("abracadabra" * 3, ["a", "b", "a"], [1, 1, 2, "1"], [Like("a"), "a", "b", "a"], ["é", "é"]):
    c = Counter(x)
    c.update(x)
    c.subtract(["a"])
    print(sorted(c.values()), sorted(Twice(x).values()))
c = Counter(a=2**47, b=2**48 - 1, c=2**48, d=1.5, e=True, f=2**62, g=-2**48)
c.update("abcdefg")
print(sorted(c.items()))
