# if, while, for, break, continue, else, pass.
# --- case: if_chain
for x in range(4):
    if x == 0:
        print("zero")
    elif x == 1:
        print("one")
    elif x == 2:
        pass
    else:
        print("many")
# --- case: truthiness_1
class L:
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
class B:
    def __bool__(self): return False
for v in [0, 1, "", "a", [], [0], {}]:
    print("T" if v else "F", end=" ")
print()
# --- case: truthiness_2
class L:
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
class B:
    def __bool__(self): return False
for v in [{0: 0}, None, 0.0, 0j, (), (0,), L(0)]:
    print("T" if v else "F", end=" ")
print()
# --- case: truthiness_3
class L:
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
class B:
    def __bool__(self): return False
for v in [L(2), B(), set(), b"", range(0)]:
    print("T" if v else "F", end=" ")
print()
# --- case: bool_wrong_type
class B:
    def __bool__(self): return 1
if B(): pass
# --- case: len_negative
class B:
    def __len__(self): return -1
if B(): pass
# --- case: while_else
n = 3
while n:
    n -= 1
else:
    print("done")
while True:
    break
else:
    print("never")
# --- case: for_else
for x in []:
    pass
else:
    print("empty")
for x in [1, 2]:
    if x == 2:
        break
else:
    print("never")
print(x)
# --- case: continue_in_loops
for i in range(6):
    if i % 2:
        continue
    print(i, end=" ")
n = 0
while n < 5:
    n += 1
    if n == 3:
        continue
    print(n, end=" ")
# --- case: nested_break
for i in range(3):
    for j in range(3):
        if j == i:
            break
        print(i, j)
    else:
        print("full", i)
# --- case: loop_variable_remains
for i in range(3):
    pass
print(i)
# --- case: loop_variable_reassigned
for i in range(3):
    print(i, end=" ")
    i = 10
# --- case: range_evaluated_once
n = 3
for i in range(n):
    n += 1
print(n)
# --- case: list_grows_while_iterating
x = [1, 2, 3]
for v in x:
    if len(x) < 6:
        x.append(v * 10)
print(x)
# --- case: list_shrinks_while_iterating
x = [1, 2, 3, 4, 5, 6]
for v in x:
    x.remove(v)
print(x)
# --- case: dict_changes_size
d = {1: 1}
for k in d:
    d[k + 1] = 1
# --- case: dict_keys_change
d = {1: 1, 2: 2}
try:
    for k in d:
        del d[k]
        d[k + 10] = 1
        if len(d) > 5: break
except RuntimeError as e:
    print(e)
# --- case: dict_value_change_fine
d = {1: 1, 2: 2}
for k in d:
    d[k] = d[k] * 5
print(d)
# --- case: set_changes_size
s = {1, 2}
for v in s:
    s.add(v + 10)
# --- case: for_tuple_target
for i, (a, b) in enumerate([(1, 2), (3, 4)]):
    print(i, a, b)
# --- case: for_attribute_target
class A: pass
for A.x in range(3): pass
print(A.x)
# --- case: for_index_target
x = [0]
for x[0] in "ab": print(x)
# --- case: for_not_iterable
for x in 5: pass
# --- case: for_not_iterable_function
for x in print: pass
# --- case: for_unpack_error
for a, b in [(1, 2), (3,)]:
    print(a, b)
# --- case: iter_protocol_getitem
class S:
    def __getitem__(self, i):
        if i > 3: raise IndexError
        return i * 2
print(list(S()), [x for x in S()])
# --- case: iter_protocol_class
class C:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n > 3: raise StopIteration
        return self.n
for v in C(): print(v)
print(sum(C()))
# --- case: iter_returns_non_iterator
class C:
    def __iter__(self): return 5
for v in C(): pass
# --- case: iter_none
class C:
    __iter__ = None
for v in C(): pass
# --- case: break_in_finally_like
for i in range(3):
    try:
        if i == 1: break
    finally:
        print("f", i)
# --- case: continue_in_finally
for i in range(2):
    try:
        1 / 0
    except ZeroDivisionError:
        continue
    finally:
        print("f", i)
print("end")
# --- case: while_with_walrus_and_else
x = [1, 2]
while x and (y := x.pop()):
    print(y)
else:
    print("out", x)
# --- case: deep_nesting
n = 0
for a in range(2):
    for b in range(2):
        for c in range(2):
            for d in range(2):
                while True:
                    if a ^ b ^ c ^ d:
                        n += 1
                    break
print(n)
# --- case: conditional_expression
print([("neg" if x < 0 else "zero" if x == 0 else "pos") for x in (-1, 0, 1)])
# --- case: short_circuit
def t(x): print(x, end=" "); return x
t(0) and t(1)
t(1) or t(2)
t(0) or t("") or t([])
t(1) and t(2) and t(3)
print(0 or None, 1 and [], not 3)
# --- case: comparison_chain
def v(x): print(x, end=" "); return x
print(v(1) < v(2) < v(3))
print(v(3) < v(2) < v(1))
print(1 < 3 > 2 != 4 == 4 is not None)
# --- case: range_loops
for r in (range(0), range(3), range(2, 5), range(10, 0, -3), range(0, -5, -2)):
    print(list(r))
# --- case: large_range
print(sum(1 for i in range(10**20, 10**20 + 5)))
# --- case: reversed_loop
print([x for x in reversed([1, 2, 3])], [c for c in reversed("abc")])
# --- case: pass_everywhere
class A: pass
def f(): pass
if 1: pass
while 0: pass
try: pass
finally: pass
print(f())
# --- case: ellipsis_statement
def f(): ...
class A: ...
print(f(), ...)
# --- case: string_statement
"nothing"
1
None
print("end")
