# dict, its views, set and frozenset.
# --- case: dict_construct_1
print(dict(), dict(a=1), dict({"b": 2}), dict([("c", 3)]), dict(zip("de", [4, 5])))
# --- case: dict_construct_2
print(dict({"f": 6}, g=7), {1: 2}, dict([["x", 1]]), dict({"a": 1}, a=2), dict(["ab", "cd"]))
# --- case: dict_construct_bad_1
for f in (lambda: dict(5), lambda: dict([1]), lambda: dict([(1, 2, 3)]), lambda: dict("ab"), lambda: dict([[]])):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: dict_construct_bad_2
for f in (lambda: dict({}, {}), lambda: dict([([], 1)]), lambda: dict(None), lambda: dict([(1,)]), lambda: dict(["abc"])):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: dict_order
d = {"z": 1, "a": 2}
d["m"] = 3
d["z"] = 9
del d["a"]
d["a"] = 4
print(d, list(d), list(reversed(d)))
# --- case: dict_get_setdefault
d = {"a": 1}
print(d.get("a"), d.get("b"), d.get("b", 0), d.setdefault("a", 5), d.setdefault("c", 6), d.setdefault("n"), d)
# --- case: dict_pop
d = {"a": 1, "b": 2}
print(d.pop("a"), d.pop("x", "default"), d)
d.pop("x")
# --- case: dict_popitem
d = {"a": 1, "b": 2}
print(d.popitem(), d.popitem())
d.popitem()
# --- case: dict_update
d = {"a": 1}
d.update({"b": 2}); d.update(c=3); d.update([("d", 4)]); d.update(); d.update({"a": 9}, e=5)
print(d, d.update())
# --- case: dict_update_bad
for f in (lambda: {}.update(5), lambda: {}.update([1]), lambda: {}.update([(1, 2, 3)]), lambda: {}.update("ab"), lambda: {}.update({}, {})):
    try: f()
    except Exception as e: print(type(e).__name__, e)
# --- case: dict_missing_key
{"a": 1}["b"]
# --- case: dict_missing_key_types
for k in (1, "a", (1, 2), None, 1.5, "it's", b"x"):
    try: {}[k]
    except KeyError as e: print(e)
# --- case: dict_views
d = {"a": 1, "b": 2}
print(d.keys(), d.values(), d.items(), len(d.keys()), "a" in d.keys(), 2 in d.values(), ("a", 1) in d.items(), list(d.items()))
k = d.keys()
d["c"] = 3
print(k, list(reversed(d.values())))
# --- case: dict_view_set_operations
a, b = {"x": 1, "y": 2}, {"y": 2, "z": 3}
print(sorted(a.keys() & b.keys()), sorted(a.keys() | b.keys()), sorted(a.keys() - b), sorted(a.keys() ^ b.keys()), a.items() & b.items(), a.keys() == {"x", "y"}, a.keys() <= {"x", "y", "z"}, a.keys().isdisjoint(["q"]), sorted(a.keys() & ["x"]))
# --- case: dict_view_mapping
d = {"a": 1}
print(d.keys().mapping, type(d.keys().mapping).__name__)
# --- case: dict_fromkeys_copy_clear
d = dict.fromkeys("abc")
e = dict.fromkeys([1, 2], [])
c = d.copy()
d.clear()
print(d, c, e, e[1] is e[2])
# --- case: dict_merge_operators
a, b = {"x": 1, "y": 2}, {"y": 3}
print(a | b, b | a, a)
a |= b; print(a)
a |= [("z", 9)]; print(a)
# --- case: dict_merge_bad
{} | [("a", 1)]
# --- case: dict_comparison
print({1: 2} == {1: 2}, {1: 2, 3: 4} == {3: 4, 1: 2}, {1: 2} != {1: 3}, {} == [], {1: 1} == {1.0: True})
# --- case: dict_numeric_keys_equal
d = {1: "int"}
d[1.0] = "float"; d[True] = "bool"
print(d, d[1], len(d))
# --- case: dict_unhashable
for k in ([], {}, set(), bytearray(), [1]):
    try: {k: 1}
    except TypeError as e: print(e)
    try: {}[k]
    except TypeError as e: print(e)
    try: k in {}
    except TypeError as e: print(e)
# --- case: dict_collisions
class K:
    def __init__(self, n): self.n = n
    def __hash__(self): return 1
    def __eq__(self, o): return self.n == o.n
    def __repr__(self): return f"K{self.n}"
d = {K(i): i for i in range(20)}
print(len(d), d[K(7)], K(30) in d, d.pop(K(3)), len(d), list(d)[:4])
# --- case: dict_key_error_custom_eq_raises
class K:
    def __hash__(self): return 1
    def __eq__(self, o): raise ValueError("eq")
d = {K(): 1}
d[K()]
# --- case: dict_mutated_in_eq
class K:
    def __init__(self, n): self.n = n
    def __hash__(self): return 1
    def __eq__(self, o):
        d.clear()
        return self is o
d = {K(1): 1, K(2): 2}
print(d.get(K(3)), d)
# --- case: dict_iteration_items
d = {"a": 1, "b": 2}
for k, v in d.items(): print(k, v, end=" ")
for v in d.values(): print(v, end=" ")
print([k for k in d], {v: k for k, v in d.items()}, sorted(d, key=d.get, reverse=True), max(d, key=lambda k: d[k]))
# --- case: dict_changed_during_items
d = {1: 1, 2: 2}
for k, v in d.items(): d.pop(k)
# --- case: dict_len_bool
print(len({}), bool({}), bool({0: 0}), len({1: 1, 1.0: 2}))
# --- case: dict_nested
d = {"a": {"b": {"c": [1, 2, {"d": 3}]}}}
print(d["a"]["b"]["c"][2]["d"], d)
d["a"]["b"]["c"].append(d["a"]["b"].get("zz"))
print(d)
# --- case: dict_many_inserts_deletes
d = {}
for i in range(1000): d[i] = i * i
for i in range(0, 1000, 2): del d[i]
for i in range(5): d[-i] = i
print(len(d), list(d)[:3], list(d)[-5:], sum(d.values()))
# --- case: dict_delete_reinsert_order
d = dict.fromkeys(range(5))
for i in (2, 0): d.pop(i)
d[0] = 1
print(list(d))
while d: d.popitem()
d["x"] = 1
print(d)
# --- case: dict_string_int_keys_repr
print({"a": 1, 2: "b", (1,): [2], None: None, 1.5: {"x"}, "q'": 'd"'})
# --- case: dict_setdefault_list_grouping
g = {}
for w in "apple avocado banana blueberry cherry".split(): g.setdefault(w[0], []).append(w)
print(g)
# --- case: dict_counting
c = {}
for ch in "mississippi": c[ch] = c.get(ch, 0) + 1
print(c, sorted(c.items(), key=lambda kv: (-kv[1], kv[0])))
# --- case: dict_methods_arguments_1
for f in (lambda: {}.get(), lambda: {}.setdefault(), lambda: {}.pop(), lambda: {}.popitem(1), lambda: {}.keys(1)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: dict_methods_arguments_2
for f in (lambda: {}.get([]), lambda: {}.fromkeys(5), lambda: {}.pop([]), lambda: {}.setdefault([], 1), lambda: {}.copy(1)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: dict_subclass_getitem_not_used_by_get
class D(dict):
    def __getitem__(self, k): return "own"
d = D(a=1)
print(d["a"], d.get("a"), list(d.values()), dict(d), {**d}, "%(a)s" % d)
# --- case: dict_contains_none
d = {None: 1}
print(None in d, d[None], d.get(None))
# --- case: mappingproxy
import types
m = types.MappingProxyType({"a": 1})
print(m, m["a"], len(m), list(m), m.get("b"), "a" in m, m | {"b": 2}, m == {"a": 1})
m["b"] = 1
# --- case: set_construct
print(set(), set("aab") == {"a", "b"}, {1, 2, 2}, frozenset([1]), frozenset(), set(range(3)), {(1, 2)}, len({1, 1.0, True}))
# --- case: set_construct_bad
for f in (lambda: set(5), lambda: set([[]]), lambda: frozenset(5), lambda: {[]}, lambda: set(1, 2), lambda: {{}}):
    try: f()
    except TypeError as e: print(e)
# --- case: set_methods
s = {1, 2}
print(s.add(3), s.discard(9), s.remove(1), sorted(s), s.update([5], (6,)), sorted(s), s.copy() == s, s.clear(), s)
# --- case: set_remove_missing
{1}.remove(5)
# --- case: set_pop
s = {7}
print(s.pop(), s)
s.pop()
# --- case: set_operations_1
a, b = {1, 2, 3}, {2, 3, 4}
print(a & b, a | b, a - b, a ^ b, a.union([9]), a.intersection([1]))
# --- case: set_operations_2
a, b = {1, 2, 3}, {2, 3, 4}
print(a.difference([1], [2]), a.symmetric_difference([1, 7]), a.union(), a.intersection(), a.intersection(b, {3}))
# --- case: set_in_place
a = {1, 2, 3}
a &= {2, 3}; print(a)
a |= {5}; print(a)
a -= {2}; print(a)
a ^= {5, 6}; print(a)
a.intersection_update([6, 7]); a.difference_update([]); a.symmetric_difference_update([1]); print(a)
# --- case: set_comparisons_1
print({1} < {1, 2}, {1} <= {1}, {1, 2} > {1}, {1} == {1.0}, {1}.issubset([1, 2]), {1, 2}.issuperset([1]))
# --- case: set_comparisons_2
print({1}.isdisjoint([2]), {1} != {2}, {1} < {2}, set() == frozenset(), frozenset([1]) == {1}, {1} >= set())
# --- case: set_operators_bad_1
for f in (lambda: {1} | [2], lambda: {1} & "a", lambda: {1} - [1], lambda: {1} ^ 5, lambda: {1} < [1], lambda: {1} + {2}):
    try: f()
    except TypeError as e: print(e)
# --- case: set_operators_bad_2
for f in (lambda: {1}.union(5), lambda: {1}.update(5), lambda: {1}.add([]), lambda: [] in {1}, lambda: {1}[0], lambda: {1}.issubset(5)):
    try: f()
    except TypeError as e: print(e)
# --- case: set_in_set
s = {frozenset([1]), frozenset([2])}
print(frozenset([1]) in s, {1} in s, {3} in s)
s.discard({1})
print(len(s))
# --- case: frozenset_methods
f = frozenset([1, 2])
print(f | {3} == {1, 2, 3}, type(f | {3}).__name__, type({3} | f).__name__, hash(f) == hash(frozenset([2, 1])), f.copy() is f, f.union([5]) == {1, 2, 5})
f.add(1)
# --- case: frozenset_in_place
f = g = frozenset([1])
f |= {2}
print(f == {1, 2}, g, type(f).__name__)
# --- case: set_unhashable
hash({1})
# --- case: set_of_small_ints_order
print({3, 1, 2}, {5, 10, 15}, set(range(10)), {0}, frozenset({2, 1}))
# --- case: set_repr
print(repr(set()), repr(frozenset()), repr({1}), repr(frozenset([1])), repr({"a"}), {(): 1}, {None})
# --- case: set_subclass_repr
class S(set): pass
print(S([1]), S(), S([1]) == {1})
# --- case: set_dedupe_keep_order
print(list(dict.fromkeys([3, 1, 3, 2, 1])), sorted(set("hello")), len(set(range(1000)) & set(range(500, 1500))))
# --- case: set_iteration_change
s = {1, 2, 3}
for x in s: s.discard(x)
# --- case: set_equality_semantics
class K:
    def __init__(self, v): self.v = v
    def __hash__(self): return hash(self.v)
    def __eq__(self, o): return isinstance(o, K) and self.v == o.v
print(len({K(1), K(1), K(2)}), K(1) in {K(1)}, {K(1)} == {K(1)}, {K(1)} - {K(1)})
# --- case: set_intersection_keeps_which
a, b = {1}, {1.0}
print(a & b, b & a, a | b, b | a)
# --- case: eq_moves_another_entry
d = {}
class Key:
    def __init__(self, n): self.n = n
    def __hash__(self): return self.n
    def __eq__(self, other):
        if self.n == 2: d[1] = d.pop(1)
        return self.n == other.n
d[1] = 'one'
d[Key(2)] = 'two'
print(d.pop(Key(2)), list(d.values()))
# --- case: filled_from_another
a = {i: str(i) for i in range(20)}
for k in (3, 19, 18): del a[k]
a.popitem()
b = {}; b.update(a); c = dict(a); d = {**a}; e = a.copy()
for x in (b, c, d, e):
    x[3] = x[100] = "new"
    del x[0]
    for i in range(200, 230): x[i] = i
    print(len(x), list(x)[:5], x == b, 3 in x, 19 in x, x.popitem(), x[100])
f = {i: i for i in range(5)}
for i in range(5): f.popitem()
f.update(a); print(f == a, len(f)); f.clear(); f.update({"k": 1}); print(f)
g = {i: i for i in range(6)}
while g: g.popitem()
g[1] = 2; h = g.copy()
for i in range(50): h[i] = i; del h[i]
print(h, g)
# --- case: texts_in_sets
class Text(str):
    asked = 0
    def __eq__(self, other):
        Text.asked += 1
        return str.__eq__(self, other)
    __hash__ = str.__hash__
words = ["w%d" % (i % 70) for i in range(300)]
made = set(words)
print(len(made), sorted(made)[:5], all(w in made for w in words), "w70" in made)
for w in words[:40]: made.discard(w)
made.update(words[20:60])
print(len(made), len(set(words) - made), made <= set(words), len(made | {"w1", "w2", 3, 3.0, True}))
mixed = set([Text("w1"), "w1", "w2", Text("w2"), 1, "1", ("w1",)])
print(len(mixed), Text.asked > 0, sorted(type(x).__name__ for x in mixed))
pool = set()
for round in range(50):
    for i in range(30): pool.add(f"{round % 7}{i}")
    for i in range(0, 30, 2): pool.discard(f"{round % 7}{i}")
    while len(pool) > 60: pool.pop()
print(len(pool) <= 60, all(p in pool for p in list(pool)), pool == set(list(pool)))
gone = []
class Last(str):
    def __del__(self): gone.append(str(self))
made = {Last("a"), Last("b"), 1, "c"}
made.clear()
print(sorted(gone), made)
# --- case: tuples_as_keys
class Text(str):
    def __eq__(self, other): Text.asked += 1; return str.__eq__(self, other)
    __hash__ = str.__hash__
Text.asked = 0
class Number(int):
    def __hash__(self): return int.__hash__(self)
    def __eq__(self, other): return int.__eq__(self, other)
d = {}
for r in range(40):
    for c in range(40): d[r, c] = r * c; d["w%d" % r, c] = c; d[(r, (c,))] = -1
print(len(d), d[3, 4], d["w3", 4], d[3, (4,)], (3, 4) in d, (3, 41) in d, (3.0, True) in d, d[3.0, True], d[True, False], (Number(3), 4) in d, d.get((Text("w3"), 4)), Text.asked > 0)
seen = set(d)
print(len(seen), (3, 4) in seen, (3.0, 4) in seen, (Number(3), 4.0) in seen, (Text("w3"), 4) in seen, ("w3", 41) in seen, () in seen, ((),) in seen)
seen.add(()); seen.add((-1,)); seen.add((-2,)); seen.add((1, "a", 2.5, None))
print(() in seen, (-1,) in seen, (-2,) in seen, (-3,) in seen, (1, "a", 2.5, None) in seen, (1, "a", 2.5) in seen)
print(hash((1, 2)) == hash((1.0, 2)), hash((-1, "a")) == hash((-2, "a")), (1, 2) in {(1, 2, 3): 1}, len({(1,), (1.0,), (True,), (1, 1)}))
for key in (([],), ({},), (1, [2]), (set(), 1)):
    for holder in (d, seen):
        try: print(key in holder)
        except TypeError as e: print(e)
    try: d[key] = 1
    except TypeError as e: print(e)
nan = float("nan")
print((nan,) in {(nan,)}, (nan, 1) in {(nan, 1): 1}, (1, "é") in {(1, "é")}, (2 ** 70, "x") in {(2 ** 70, "x"): 0})
# --- case: set_algebra_of_many
class Odd:
    def __init__(self, n): self.n = n
    def __hash__(self): return hash(self.n)
    def __eq__(self, other): return self.n == (other.n if isinstance(other, Odd) else other)
    def __repr__(self): return "Odd(%r)" % self.n
a = set(range(0, 60, 2)) | {"w%d" % i for i in range(40)} | {(i, i) for i in range(20)} | {Odd(3), Odd("w5"), 2.5, None}
b = set(range(0, 60, 3)) | {"w%d" % i for i in range(30, 70)} | {(i, i) for i in range(15, 40)} | {Odd(9), Odd("w7"), 2.5, True}
show = lambda s: (len(s), sorted(map(repr, s))[:9])
for x, y in ((a, b), (b, a), (a, a), (a, set()), (set(), b), (frozenset(a), b), (a, frozenset(b))):
    print(show(x & y), show(x | y), show(x - y), show(x ^ y), x <= y, x >= y, x.isdisjoint(y), x == y, type(x & y).__name__)
for name in ("update", "intersection_update", "difference_update", "symmetric_difference_update"):
    for other in (b, list(b), dict.fromkeys(b), set()):
        c = set(a); getattr(c, name)(other); print(name, show(c))
keys = dict.fromkeys(a)
print(show(keys.keys() & b), show(keys.keys() & frozenset(b)), show(b & keys.keys()), show(keys.keys() & list(b)), show(keys.keys() - b), show(keys.keys() | b), keys.keys() & set())
c = set(range(1000)); c &= set(range(500, 2000)); c -= set(range(600)); c ^= set(range(990, 1010)); print(len(c), sum(c), min(c), max(c))
print([x for x in set(range(20)) & set(range(5, 50))], [x for x in {5, 1, 40} - {1}], [x for x in {9, 17, 1} | {25, 33}], [x for x in {8, 16, 3} ^ {16, 24}])
class Empties:
    def __hash__(self): return 5
    def __eq__(self, other): victim.clear(); return False
victim = {5, 6, "x"}
print(len(victim & {Empties(), 6}), len(victim), Empties() in {5}, {5: 1}.keys() & {Empties()})
