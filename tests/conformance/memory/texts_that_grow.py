# Texts of the outermost level that grow: nobody else's text grows with them.
# --- case: globals_and_who_else_holds_them
s = ''
for i in range(3000): s += str(i % 10); s += ','
t = s
s += 'x'; print(len(s), len(t), t[-2:], s[-2:])
def f():
    global s
    for i in range(2000): s += 'ab'
    return len(s)
print(f())
a = b = 'q' * 3
a += 'é'; a += 'z'; a += a; print(a, b)
class C:
    w = 'x' * 2
    for i in range(5): w += str(i); w += w
print(C.w[:20], len(C.w))
exec("u = 'u' * 2\nfor i in range(4): u += str(i)\nprint(u)", {}, {})
exec("u = 'u' * 2\nfor i in range(4): u += str(i)\nprint(u)", {})
import sys
big = 'ab' * 5
for i in range(4): big += big[:3]; other = big; big += '-'
print(big, other)
# --- case: kept_by_others
kept, d = [], {}
s = 'ab' * 2
for i in range(4):
    s += str(i)
    kept.append(s)
    d[s] = i
    s += '.'
print(kept, d, s, hash(s) == hash(''.join(s)))
def inner(t=s):
    global s
    s += '!'
    return t, s
print(inner(), inner(), s is inner()[1], len(s))
m = memoryview(b'x')
try:
    s += m
except TypeError as e:
    print(e, s)
# --- case: a_module_of_its_own
import types, sys
m = types.ModuleType('m')
exec("s = 'x' * 3\ndef grow():\n    global s\n    s += 'y'\n    return s\n", vars(m))
a = m.grow(); b = m.grow(); m.s += 'z'
print(a, b, m.s, m.grow(), vars(m)['s'])
class Text(str):
    def __add__(self, other): return 'added'
t = Text('t' * 3)
t += 'u'
print(t)
