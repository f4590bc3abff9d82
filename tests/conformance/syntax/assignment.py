# Assignment in all its forms: targets, chains, augmented, unpacking, del.
# --- case: chain
a = b = c = [1]
b.append(2)
print(a, b, c, a is c)
# --- case: order_of_evaluation
def f(name):
    print(name)
    return {}
f("target")[f("key") and 1] = f("value")
# --- case: order_of_chain
log = []
class D(dict):
    def __setitem__(self, k, v):
        log.append((k, v))
d = D()
d["a"] = d["b"] = 5
print(log)
# --- case: swap
a, b, c = 1, 2, 3
a, b, c = c, a, b
print(a, b, c)
# --- case: swap_items
x = [0, 1, 2]
i = 0
i, x[i] = 2, 9
print(i, x)
# --- case: nested_targets
(a, (b, [c, d])), e = (1, (2, [3, 4])), 5
print(a, b, c, d, e)
# --- case: star_middle
a, *b, c = range(6)
print(a, b, c)
# --- case: star_empty
a, *b = [1]
*c, d = "x"
print(a, b, c, d)
# --- case: star_list_target
[a, *b] = "hello"
print(a, b)
# --- case: star_nested
a, (b, *c), *d = 1, "xyz", 3, 4
print(a, b, c, d)
# --- case: star_from_generator
first, *rest = (i * i for i in range(5))
print(first, rest)
# --- case: empty_target
() = []
[] = ()
print("ok")
# --- case: empty_target_too_many
() = [1]
# --- case: too_many
a, b = [1, 2, 3]
# --- case: too_few
a, b, c = [1, 2]
# --- case: too_few_star
a, *b, c = [1]
# --- case: not_iterable
a, b = 5
# --- case: not_iterable_none
[a] = None
# --- case: too_many_string
a, b = "abc"
# --- case: too_many_dict
a, b = {1: 2, 3: 4, 5: 6}
# --- case: unpack_iterator_stops_early
it = iter(range(10))
try:
    a, b = it
except ValueError as e:
    print(e)
print(next(it))
# --- case: augmented_all
x = 7
x += 3; print(x)
x -= 1; print(x)
x *= 4; print(x)
x //= 5; print(x)
x %= 4; print(x)
x **= 5; print(x)
x <<= 3; print(x)
x >>= 1; print(x)
x |= 5; print(x)
x &= 12; print(x)
x ^= 7; print(x)
x /= 2; print(x)
# --- case: augmented_list_in_place
a = b = [1]
a += (2, 3)
print(b, a is b)
a = a + [4]
print(b, a is b)
# --- case: augmented_tuple_new
a = b = (1,)
a += (2,)
print(a, b)
# --- case: augmented_tuple_item_error
t = ([1],)
try:
    t[0] += [2]
except TypeError as e:
    print(e)
print(t)
# --- case: augmented_subscript_once
def key():
    print("key")
    return 0
x = [10]
x[key()] += 5
print(x)
# --- case: augmented_attribute_once
class A:
    n = 1
def get():
    print("get")
    return A
get().n += 1
print(A.n)
# --- case: augmented_unbound
def f():
    x += 1
f()
# --- case: augmented_undefined_global
nothing += 1
# --- case: annotated
x: int = 5
y: "a string"
print(x, __annotations__)
# --- case: annotated_without_value
def f():
    z: int
    print(z)
f()
# --- case: annotated_attribute
class C: pass
c = C()
c.x: int = 3
print(c.x, C.__dict__.get("__annotations__"))
# --- case: annotated_paren
(x): int = 3
print(x, __annotations__)
# --- case: annotated_class
class P:
    x: int
    y: float = 1.5
print(P.__annotations__, hasattr(P, "x"), P.y)
# --- case: annotated_function
def f(a: int, *b: str, c: 1 + 1 = 3, **d: None) -> list:
    pass
print(f.__annotations__)
# --- case: annotation_not_evaluated_locally
def f():
    x: undefined_thing = 4
    return x
print(f())
# --- case: slice_assign
x = list(range(8))
x[2:4] = "abc"
print(x)
x[::2] = [0] * 5
print(x)
del x[1::3]
print(x)
# --- case: slice_assign_wrong_size
x = list(range(6))
x[::2] = [1]
# --- case: slice_assign_self
x = [1, 2, 3]
x[1:1] = x
print(x)
# --- case: del_forms
x = [1, 2, 3, 4]
d = {"a": 1, "b": 2}
class O: pass
o = O(); o.z = 1
del x[0], d["a"], o.z
print(x, d, o.__dict__)
del (x), [d]
print("x" in globals(), "d" in globals())
# --- case: del_missing_name
del nope
# --- case: del_local_twice
def f():
    x = 1
    del x
    del x
f()
# --- case: del_then_use
def f():
    x = 1
    del x
    return x
f()
# --- case: del_key_missing
d = {}
del d["k"]
# --- case: del_index_missing
x = []
del x[0]
# --- case: del_attribute_missing
class A: pass
a = A()
del a.b
# --- case: attribute_on_int
x = 5
x.y = 1
# --- case: item_on_int
x = 5
x[0] = 1
# --- case: item_on_str
s = "abc"
s[0] = "x"
# --- case: item_on_tuple
t = (1, 2)
t[0] = 5
# --- case: del_item_on_tuple
t = (1, 2)
del t[0]
# --- case: star_in_index
x = {}
x[1, *[2, 3]] = 4
print(x)
# --- case: return_star
def f(*a):
    return 0, *a
print(f(1, 2))
# --- case: for_star_target
for a, *b in [(1, 2, 3), "xy"]:
    print(a, b)
# --- case: walrus_basics
if (n := len("abc")) > 2:
    print(n)
print([y := 1, y ** 2], y)
# --- case: walrus_in_comprehension
total = 0
print([total := total + v for v in range(5)], total)
# --- case: walrus_while
data = iter([3, 2, 1, 0, 9])
while x := next(data):
    print(x)
# --- case: walrus_any
if any((found := w).startswith("c") for w in ["apple", "cherry", "date"]):
    print(found)
# --- case: walrus_function_scope
def f():
    [last := i for i in range(3)]
    return last
print(f())
# --- case: walrus_f_string
print(f"{(x:=10)} {x:=10}")
# --- case: global_statement
x = 1
def f():
    global x, y
    x = 2
    y = 3
f()
print(x, y)
# --- case: nonlocal_statement
def outer():
    x = 1
    def inner():
        nonlocal x
        x += 1
        def deeper():
            nonlocal x
            x *= 10
        deeper()
    inner()
    return x
print(outer())
# --- case: local_before_assignment
x = 1
def f():
    print(x)
    x = 2
f()
# --- case: free_variable_unbound
def f():
    def g():
        return v
    try:
        g()
    except NameError as e:
        print(type(e).__name__, e)
    v = 1
    return g()
print(f())
# --- case: class_scope_not_closure
x = "global"
class A:
    x = "class"
    def f(self):
        return x
    y = [x for _ in range(1)]
print(A().f(), A.y)
# --- case: class_reads_own_then_global
x = "g"
class A:
    before = x
    x = "c"
    after = x
print(A.before, A.after)
# --- case: unpack_dict_keys
a, b = {"k": 1, "l": 2}
print(a, b)
# --- case: unpack_set_single
(a,) = {5}
print(a)
# --- case: with_target_tuple
class C:
    def __enter__(self): return 1, 2
    def __exit__(self, *a): pass
with C() as (a, b):
    print(a, b)
# --- case: with_target_subscript
class C:
    def __enter__(self): return 7
    def __exit__(self, *a): pass
x = {}
with C() as x["k"]:
    print(x)
# --- case: multiple_statements_line
a = 1; b = 2; print(a + b);
# --- case: line_continuation
x = 1 + \
    2
print(x)
# --- case: underscore_names
_ = 1; __ = 2; _x1 = 3
print(_, __, _x1)
# --- case: unicode_names
größe = 5
π = 3.14
数 = 1
print(größe, π, 数)
# --- case: unicode_name_normalised
ﬁ = 3
print(fi)
