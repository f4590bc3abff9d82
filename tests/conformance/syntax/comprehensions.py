# Comprehensions and generator expressions: forms and scopes.
# --- case: list
print([x * x for x in range(5)], [x for x in range(10) if x % 2 if x > 3], [(x, y) for x in "ab" for y in [1, 2]])
# --- case: dict
print({k: v for k, v in zip("abc", range(3))}, {x: x for x in [1, 1, 2]})
# --- case: set
print({x % 3 for x in range(10)} == {0, 1, 2}, {c for c in "aaa"})
# --- case: generator
g = (x for x in "ab")
print(next(g), next(g), next(g, "end"), type(g).__name__)
# --- case: nested
print([[j for j in range(i)] for i in range(4)])
# --- case: flatten
print([y for x in [[1], [2, 3], []] for y in x])
# --- case: later_for_sees_earlier
print([(a, b) for a in range(3) for b in range(a) if a + b > 1])
# --- case: scope_does_not_leak
x = "outer"
[x for x in range(3)]
print(x)
# --- case: name_gone
[q for q in range(3)]
print(q)
# --- case: first_iterable_outer_scope
class A:
    n = 3
    l = [i for i in range(n)]
print(A.l)
# --- case: class_scope_inner_invisible
class A:
    n = 3
    l = [n for i in range(2)]
# --- case: closure_late_binding
print([f() for f in [lambda: i for i in range(3)]])
print([f() for f in [lambda i=i: i for i in range(3)]])
# --- case: generator_first_iterable_eager
try:
    g = (x for x in 5)
except TypeError as e:
    print(e)
g = (y for x in [1] for y in 5)
print("made")
next(g)
# --- case: condition_order
def t(n, v): print(n, end=" "); return v
[0 for a in t("it", [1, 2]) if t("c1", a == 2) if t("c2", True)]
# --- case: dict_order_key_first
def t(v): print(v, end=" "); return v
{t(k): t(v) for k, v in [(1, 2), (3, 4)]}
# --- case: uses_enclosing_function
def f(n):
    k = 10
    return [i * k + n for i in range(3)]
print(f(1))
# --- case: in_default_argument
def f(a=[i for i in range(3)]): return a
print(f())
# --- case: lambda_in_condition
print([x for x in range(5) if (lambda v: v > 2)(x)])
# --- case: tuple_target
print([a + b for a, b in [(1, 2), (3, 4)]], [x for x, in [(1,)]], [r for _, *r in ["abc"]])
# --- case: star_in_element
print([(*a, 0) for a in ["xy"]], [{**d} for d in [{1: 2}]])
# --- case: conditional_element
print([x if x % 2 else -x for x in range(5)])
# --- case: generator_argument_forms
print(list(x for x in "ab"), max((x for x in [3, 1]), default=0), sorted((x for x in [2, 1]), reverse=True))
# --- case: generator_lazy
def noisy():
    for i in range(3):
        print("make", i)
        yield i
for v in (x * 2 for x in noisy()):
    print("use", v)
# --- case: generator_exhausted
g = (i for i in range(2))
print(list(g), list(g))
# --- case: exception_inside
try:
    [1 // x for x in [1, 0]]
except ZeroDivisionError as e:
    print(e)
# --- case: stop_iteration_inside
def f(): raise StopIteration
try:
    list(f() for _ in [1])
except RuntimeError as e:
    print(e, repr(e.__cause__))
# --- case: stop_iteration_in_list
def f(): raise StopIteration(3)
try:
    [f() for _ in [1]]
except StopIteration as e:
    print(e.value)
# --- case: unhashable_in_set
{[] for _ in [1]}
# --- case: nested_scope_names
x = 1
print([[x + y for y in range(2)] for x in range(2)], x)
# --- case: matrix_transpose
m = [[1, 2, 3], [4, 5, 6]]
print([[row[i] for row in m] for i in range(3)], list(zip(*m)))
# --- case: many_ifs_and_fors
print([(a, b, c) for a in range(3) if a for b in range(3) if b > a for c in "xy" if c == "y"])
# --- case: recursion_in_comprehension
def tree(n): return [tree(n - 1) for _ in range(2)] if n else 0
print(tree(2))
# --- case: generator_names
g = (x for x in [])
print(g.__name__, g.__qualname__, g.gi_running)
# --- case: generator_closure_sees_changes
n = 1
g = (i * n for i in range(3))
n = 10
print(list(g))
# --- case: yield_in_comprehension_is_error
def f():
    return [(yield x) for x in range(3)]
# --- case: walrus_target_conflict
[i := 0 for i in range(3)]
# --- case: walrus_in_iterable
[x for x in (y := [1])]
# --- case: iterate_over_string_dict
print([c for c in "héé"], [k for k in {"b": 1, "a": 2}])
# --- case: sum_of_generator_with_start
print(sum((x for x in range(5)), 100), "".join(c for c in "abc" if c != "b"))
# --- case: any_all_short_circuit
def t(x): print(x, end=" "); return x
print(any(t(x) for x in [0, 1, 2]), all(t(x) for x in [1, 0, 2]))
