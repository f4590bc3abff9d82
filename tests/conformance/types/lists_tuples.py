# list and tuple: every method, errors, comparison, sorting.
# --- case: construct_1
print(list(), list("ab"), list(range(3)), list({1: 2}), list((1, 2)), [1, "a", None])
# --- case: construct_2
print(tuple(), tuple("ab"), tuple([1]), (1,), ())
# --- case: construct_bad
for f in (lambda: list(5), lambda: tuple(5), lambda: list(None), lambda: list(1, 2), lambda: tuple(a=1)):
    try: print(f())
    except TypeError as e: print(e)
# --- case: append_extend_insert
l = [1]
print(l.append(2), l.extend("ab"), l.extend(range(2)), l.insert(0, "first"), l.insert(100, "last"), l.insert(-1, "penult"), l)
# --- case: extend_self
l = [1, 2]
l.extend(l)
l += l
print(l)
# --- case: extend_bad
[].extend(5)
# --- case: pop
l = [1, 2, 3, 4]
print(l.pop(), l.pop(0), l.pop(-2), l)
# --- case: pop_bad
for f in (lambda: [].pop(), lambda: [1].pop(5), lambda: [1].pop("a"), lambda: [1].pop(-3), lambda: [1].pop(1.0)):
    try: f()
    except Exception as e: print(type(e).__name__, e)
# --- case: remove
l = [1, 2, 1, 3]
l.remove(1)
print(l)
l.remove(9)
# --- case: index
l = ["a", "b", "a"]
print(l.index("a"), l.index("a", 1), l.index("b", -2), (1, 2, 1).index(1, 1), l.index("a", -1, 10))
# --- case: index_missing
for f in (lambda: [1].index(2), lambda: (1,).index(2), lambda: ["a"].index("a", 1), lambda: [].index([]), lambda: [1].index(1, "x")):
    try: f()
    except Exception as e: print(type(e).__name__, e)
# --- case: count_clear_copy_reverse
l = [1, 2, 1]
c = l.copy()
print(l.count(1), l.reverse(), l, l.clear(), l, c, (1, 1.0, True).count(1), c is l)
# --- case: sort
l = [3, 1, 2]
print(l.sort(), l, l.sort(reverse=True), l, l.sort(key=lambda x: x % 3), l)
w = ["banana", "Apple", "cherry"]
w.sort(); print(w); w.sort(key=str.lower); print(w); w.sort(key=len, reverse=True); print(w)
# --- case: sort_bad
for f in (lambda: [1, "a"].sort(), lambda: [1].sort(5), lambda: [3, 1].sort(key=5), lambda: [None, None].sort(), lambda: [1j, 2j].sort(), lambda: [1, 2].sort(cmp=1)):
    try: f()
    except TypeError as e: print(e)
# --- case: sort_modified_during
l = [3, 1, 2]
def k(x): l.append(9); return x
l.sort(key=k)
# --- case: sort_sees_empty
l = [2, 1]
def k(x): print(l); return x
l.sort(key=k)
print(l)
# --- case: sort_key_error_keeps_elements
l = [3, 0, 2]
try: l.sort(key=lambda x: 1 / x)
except ZeroDivisionError: print(sorted(l))
# --- case: sort_larger
import random
random.seed(5)
l = [random.randrange(1000) for _ in range(500)]
s = sorted(l)
print(all(a <= b for a, b in zip(s, s[1:])), s[:5], s[-5:], sorted(s) == s, sorted(l, reverse=True) == s[::-1], sorted(l, key=lambda x: -x) == s[::-1])
# --- case: sort_stability_large
pairs = [(i * 7919 % 13, i) for i in range(200)]
s = sorted(pairs, key=lambda p: p[0])
print(all(a[1] < b[1] for a, b in zip(s, s[1:]) if a[0] == b[0]))
# --- case: sort_custom_lt
class A:
    def __init__(self, v): self.v = v
    def __lt__(self, o): return self.v > o.v
    def __repr__(self): return f"A{self.v}"
print(sorted([A(1), A(3), A(2)]), min([A(1), A(2)]), max([A(1), A(2)]) if hasattr(A, "__gt__") else "")
# --- case: sort_mixed_numbers
print(sorted([3, 1.5, True, -2, 10 ** 20, 0.5]), sorted([(1, "b"), (1, "a"), (0, "c")]), sorted([[2], [1, 5], [1]]), sorted(["b", "a", "B", "é"]))
# --- case: slicing_1
l = list(range(10))
print(l[2:5], l[:-7], l[::3], l[::-2], l[5:2:-1], l[-3:])
# --- case: slicing_2
l = list(range(10))
print(l[100:], l[:], l[True:3], (1, 2, 3)[::-1], (1, 2, 3)[1:])
# --- case: slice_assign
l = [0, 1, 2, 3, 4]
l[1:3] = ["a", "b", "c"]; print(l)
l[:0] = [-1]; print(l)
l[len(l):] = [9]; print(l)
l[1:-1] = []; print(l)
l[::1] = "xyz"; print(l)
l[::-1] = [1, 2, 3]; print(l)
# --- case: slice_assign_bad_1
l = [1, 2, 3]
for f in (lambda: l.__setitem__(slice(0, 1), 5), lambda: l.__setitem__(slice(None, None, 2), [1]), lambda: l.__setitem__(slice(None, None, -1), [1]), lambda: l.__setitem__("a", 1), lambda: l.__setitem__(9, 1)):
    try: f()
    except Exception as e: print(type(e).__name__, e)
# --- case: slice_assign_bad_2
l = [1, 2, 3]
for f in (lambda: l.__delitem__(9), lambda: l.__delitem__("a"), lambda: l.__getitem__(1.5), lambda: l[10 ** 30]):
    try: f()
    except Exception as e: print(type(e).__name__, e)
# --- case: delete
l = list(range(10))
del l[0], l[-1]
print(l)
del l[1:3]; print(l)
del l[::2]; print(l)
del l[:]; print(l)
# --- case: concatenation_repetition
print([1] + [2], [0] * 3, 2 * [1, 2], [[]] * 2, (1,) + (2,), (1, 2) * 2, [1] * -1, [1] * 0, [] + [])
# --- case: repetition_shares
l = [[0] * 2] * 2
l[0][0] = 1
print(l)
# --- case: concat_bad
for f in (lambda: [1] + (2,), lambda: (1,) + [2], lambda: [1] + 1, lambda: [1] * [2], lambda: [1] * "a", lambda: (1,) * 1.5, lambda: [1] - [1]):
    try: f()
    except TypeError as e: print(e)
# --- case: comparison_1
print([1, 2] < [1, 3], [1] < [1, 0], [] < [0], [1, 2] == [1, 2], (1, 2) > (1,))
# --- case: comparison_2
print([1, "a"] == [1, "a"], [1] != (1,), [[1]] <= [[1]], (1, [2]) == (1, [2]), [1, 2] >= [1, 2])
# --- case: comparison_bad
[1, "a"] < [1, 2]
# --- case: comparison_equal_prefix_fine
print([1, "a"] < [2, 1], ["a", 1] == ["a", "b"])
# --- case: in_and_count_identity
nan = float("nan")
print(nan in [nan], [nan].count(nan), [nan].index(nan), [nan] == [nan], nan in (1, 2))
# --- case: repr_recursive
l = [1]
l.append(l)
print(l)
t = ([],)
t[0].append(t)
print(t)
d = {}
d["d"] = d
print(d)
# --- case: tuple_immutable
t = (1, 2)
for f in (lambda: t.__setitem__(0, 1), lambda: t.append(1)):
    try: f()
    except AttributeError as e: print(e)
# --- case: tuple_hash
print(hash((1, 2)) == hash((1.0, 2.0)), {(1, 2): "x"}[(1, 2)], hash(()) == hash(tuple()), hash((1, (2, 3))) == hash((1, (2, 3))))
# --- case: tuple_hash_values
print(hash((1, 2, 3)), hash(()), hash((0,)), hash((-1,)), hash((1.5, 2)))
# --- case: tuple_hash_unhashable
hash((1, []))
# --- case: list_unhashable
{[1]: 2}
# --- case: unpack_into_calls
print(*[1, 2], *(3,), *"ab")
# --- case: nested_modification
m = [[1, 2], [3, 4]]
m[0][1] = 9
for row in m: row.append(0)
print(m, [r[:] for r in m], sum(m, []))
# --- case: stack_and_queue
s = []
for i in range(3): s.append(i)
print(s.pop(), s.pop(), s)
q = [1, 2, 3]
print(q.pop(0), q)
# --- case: list_methods_return_none
l = [2, 1]
print([l.append(1), l.sort(), l.reverse(), l.insert(0, 1), l.extend([]), l.remove(1), l.clear()])
# --- case: list_attribute_error
[].add(1)
# --- case: tuple_attribute_error
().append(1)
# --- case: list_of_lists_sorting
people = [("Ann", 30), ("Bob", 25), ("Cid", 30)]
print(sorted(people, key=lambda p: (-p[1], p[0])), max(people, key=lambda p: p[1]), [n for n, _ in sorted(people)])
# --- case: insert_bad
[].insert("a", 1)
# --- case: insert_huge
l = [1]
l.insert(10 ** 30, 2)
# --- case: list_init_again
l = [1, 2]
l.__init__("xy")
print(l)
# --- case: mutation_during_repr_and_eq
class Evil:
    def __eq__(self, o): l.clear(); return False
l = [Evil(), Evil(), Evil()]
print(5 in l, l)
# --- case: remove_with_mutating_eq
class E:
    def __eq__(self, o):
        l.clear()
        return True
l = [E(), 1, 2]
l.remove(5)
print(l)
# --- case: extend_iterator_error
def g():
    yield 1
    raise ValueError("mid")
l = [0]
try: l.extend(g())
except ValueError as e: print(e, l)
# --- case: big_list
l = list(range(100000))
print(len(l), sum(l), l[-1], l[50000:50003], len(l[::7]), l.index(99999), len(l + l))
# --- case: iter_while_extending
l = [1]
for x in l:
    if x < 5: l.append(x + 1)
print(l)
# --- case: list_iterator_state
it = iter([1, 2, 3])
next(it)
print(it.__length_hint__(), list(it), it.__length_hint__())
# --- case: tuple_compare_chain
print((1, 2, 3) < (1, 2, 4) < (1, 3), sorted([(2, 1), (1, 2), (1, 1)]), max((1, 9), (2, 0)), (1,) == (1, ), () < (1,))
# --- case: named_indexes_negative
l = [10, 20, 30]
print(l[-1], l[-3], l[~0], l[len(l) - 1])
l[-4]
# --- case: list_dunder_calls_1
l = [1, 2]
print(l.__len__(), l.__contains__(1), l.__add__([3]), l.__mul__(2), l.__eq__([1, 2]), l.__eq__(5))
# --- case: list_dunder_calls_2
l = [1, 2]
print(l.__lt__([2]), l.__getitem__(slice(1)), l.__iadd__([9]), l, l.__reversed__().__next__(), l.__hash__)
# --- case: list_subclass_with_len
class L(list):
    def __len__(self): return 99
l = L([1])
print(len(l), bool(L()), list(l), l)
# --- case: sort_tuples_of_kinds
n = float("nan")
rows = [(2, "b"), (1, "é", 3), (1, "汉"), (2, "b", 0), (1,), (2, "a"), (), (1, "é"), (True, "z"), (10**30, 1), (2, None), (1.5, n), (1.5, 0.0), (1.5, -0.0, 1), (1.5, 0, 0)]
print(sorted(rows[:9])); print(sorted([r for r in rows if None not in r and r[:1] != (1.5,)])); print(sorted(rows[11:]))
print(sorted([(n, 1), (n, 0)]), sorted([("a", 1.0), ("a", 0.5), ("B", 2)]), sorted([(1, "a"), (1, "b")] * 2, reverse=True))
try: sorted([(1, "x"), (1, None)])
except TypeError as e: print(e)
class T(tuple):
    def __lt__(self, other): return len(self) < len(other)
print(sorted([T((3, 1)), T((5,)), T(())]), sorted([(1, [2]), (1, [1])]))
# --- case: find_among_kinds
class E:
    def __eq__(self, other): return other == 5
l = [1, True, 2.0, "a", 3, E(), 5, 10**20, 2]
print(l.index(2), l.index(5), l.index(10**20), l.index(1, 1), l.index(3, 2, 5), l.count(2), l.count(1), 4 in l, 5 in l[:5], 3 in tuple(l), 7 in tuple(l))
try: l.index(9)
except ValueError as e: print(e)
class Cutter:
    def __eq__(self, other): m.clear(); return False
m = [1, Cutter(), 2, 3]
print(2 in m, m)
m = [1, Cutter(), 2, 3]
try: m.index(3)
except ValueError as e: print(e)
# --- case: steps_and_kinds
for s in ("abcdefgh" * 9, "жёлудь" * 12, "a汉b𝄞c" * 8, b"abcdefgh" * 9, bytearray(b"xyz" * 5)):
    print(s[::-1], s[::2], s[5:1:-2], s[1::7], s[:0:-9])
# --- case: long_texts_that_narrow
w = "ж" + "a" * 100
v = "a" * 40 + "é" + "b" * 40 + "汉" + "c" * 40 + "𝄞"
for i in (0, 1, 41, 42, 82, 123): print(ascii(w[i:]), w[i:].isascii(), ascii(v[i:]), ascii(v[:i]), v[i:i + 33].isascii(), len(v[i:].encode()))
# --- case: steps_as_large_as_can_be
import sys, struct, array
M=sys.maxsize
for v in (b'abc', bytearray(b'abc'), 'abc', 'äbc€', array.array('i',[1,2,3]), [1,2,3], (1,2,3), range(3), memoryview(b'abc')):
    for s in (slice(0,None,M), slice(1,None,M), slice(None,None,-M), slice(None,None,-M-1), slice(2,None,-M), slice(M,None,M)):
        try: print(v[s] if not isinstance(v,memoryview) else bytes(v[s]), end=' ')
        except Exception as e: print(type(e).__name__, e, end=' ')
        if isinstance(v,(bytearray,list,array.array)):
            w=v[:]; del w[s]; print(w, end=' ')
            w=v[:]
            try: w[s]=v[s]; print(w, end=' ')
            except Exception as e: print(e, end=' ')
    print()
for f in (lambda: struct.unpack_from('>h', b'', M), lambda: struct.pack_into('>h', bytearray(3), M, 1), lambda: struct.unpack_from('>h', b'abc', -M-1)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
