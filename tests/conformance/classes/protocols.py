# Operator, container and conversion protocols.
# --- case: arithmetic_1
class N:
    def __init__(s, v): s.v = v
    def __repr__(s): return f"N({s.v})"
    def __add__(s, o): return N(("add", s.v, o))
    def __sub__(s, o): return N(("sub", s.v, o))
    def __mul__(s, o): return N(("mul", s.v, o))
    def __truediv__(s, o): return N(("truediv", s.v, o))
    def __floordiv__(s, o): return N(("floordiv", s.v, o))
    def __mod__(s, o): return N(("mod", s.v, o))
    def __pow__(s, o, m=None): return N(("pow", s.v, o, m))
    def __divmod__(s, o): return N(("divmod", s.v, o))
n = N(1)
for r in (n + 2, n - 2, n * 2, n / 2, n // 2):
    print(r)
# --- case: arithmetic_2
class N:
    def __init__(s, v): s.v = v
    def __repr__(s): return f"N({s.v})"
    def __add__(s, o): return N(("add", s.v, o))
    def __sub__(s, o): return N(("sub", s.v, o))
    def __mul__(s, o): return N(("mul", s.v, o))
    def __truediv__(s, o): return N(("truediv", s.v, o))
    def __floordiv__(s, o): return N(("floordiv", s.v, o))
    def __mod__(s, o): return N(("mod", s.v, o))
    def __pow__(s, o, m=None): return N(("pow", s.v, o, m))
    def __divmod__(s, o): return N(("divmod", s.v, o))
n = N(1)
for r in (n % 2, n ** 2, divmod(n, 2), pow(n, 2), pow(n, 2, 3)):
    print(r)
# --- case: bitwise
class N:
    def __and__(s, o): return ("and", o)
    def __or__(s, o): return ("or", o)
    def __xor__(s, o): return ("xor", o)
    def __lshift__(s, o): return ("lshift", o)
    def __rshift__(s, o): return ("rshift", o)
n = N()
print(n & 1, n | 2, n ^ 3, n << 4, n >> 5)
# --- case: reflected_1
class N:
    def __radd__(s, o): return ("radd", o)
    def __rsub__(s, o): return ("rsub", o)
    def __rmul__(s, o): return ("rmul", o)
    def __rtruediv__(s, o): return ("rtruediv", o)
    def __rfloordiv__(s, o): return ("rfloordiv", o)
    def __rmod__(s, o): return ("rmod", o)
    def __rpow__(s, o): return ("rpow", o)
    def __rdivmod__(s, o): return ("rdivmod", o)
    def __rand__(s, o): return ("rand", o)
    def __ror__(s, o): return ("ror", o)
    def __rxor__(s, o): return ("rxor", o)
    def __rlshift__(s, o): return ("rlshift", o)
    def __rrshift__(s, o): return ("rrshift", o)
    def __rmatmul__(s, o): return ("rmatmul", o)
n = N()
print(1 + n, 1 - n, 1 * n, 1 / n, 1 // n, 1 % n)
# --- case: reflected_2
class N:
    def __radd__(s, o): return ("radd", o)
    def __rsub__(s, o): return ("rsub", o)
    def __rmul__(s, o): return ("rmul", o)
    def __rtruediv__(s, o): return ("rtruediv", o)
    def __rfloordiv__(s, o): return ("rfloordiv", o)
    def __rmod__(s, o): return ("rmod", o)
    def __rpow__(s, o): return ("rpow", o)
    def __rdivmod__(s, o): return ("rdivmod", o)
    def __rand__(s, o): return ("rand", o)
    def __ror__(s, o): return ("ror", o)
    def __rxor__(s, o): return ("rxor", o)
    def __rlshift__(s, o): return ("rlshift", o)
    def __rrshift__(s, o): return ("rrshift", o)
    def __rmatmul__(s, o): return ("rmatmul", o)
n = N()
print(1 ** n, divmod(1, n), 1 & n, 1 | n, 1 ^ n, 1 << n)
# --- case: reflected_3
class N:
    def __radd__(s, o): return ("radd", o)
    def __rsub__(s, o): return ("rsub", o)
    def __rmul__(s, o): return ("rmul", o)
    def __rtruediv__(s, o): return ("rtruediv", o)
    def __rfloordiv__(s, o): return ("rfloordiv", o)
    def __rmod__(s, o): return ("rmod", o)
    def __rpow__(s, o): return ("rpow", o)
    def __rdivmod__(s, o): return ("rdivmod", o)
    def __rand__(s, o): return ("rand", o)
    def __ror__(s, o): return ("ror", o)
    def __rxor__(s, o): return ("rxor", o)
    def __rlshift__(s, o): return ("rlshift", o)
    def __rrshift__(s, o): return ("rrshift", o)
    def __rmatmul__(s, o): return ("rmatmul", o)
n = N()
print(1 >> n, 1 @ n, "a" + n, [] + n, "x" * n)
# --- case: in_place
class N:
    def __init__(s): s.log = []
    def __iadd__(s, o): s.log.append(("+=", o)); return s
    def __isub__(s, o): s.log.append(("-=", o)); return s
    def __imul__(s, o): s.log.append(("*=", o)); return s
    def __itruediv__(s, o): s.log.append(("/=", o)); return s
    def __ifloordiv__(s, o): s.log.append(("//=", o)); return s
    def __imod__(s, o): s.log.append(("%=", o)); return s
    def __ipow__(s, o): s.log.append(("**=", o)); return s
    def __iand__(s, o): s.log.append(("&=", o)); return s
    def __ior__(s, o): s.log.append(("|=", o)); return s
    def __ixor__(s, o): s.log.append(("^=", o)); return s
    def __ilshift__(s, o): s.log.append(("<<=", o)); return s
    def __irshift__(s, o): s.log.append((">>=", o)); return s
    def __imatmul__(s, o): s.log.append(("@=", o)); return s
n = m = N()
n += 1; n -= 2; n *= 3; n /= 4; n //= 5; n %= 6; n **= 7; n &= 8; n |= 9; n ^= 10; n <<= 11; n >>= 12; n @= 13
print(n.log, n is m)
# --- case: in_place_falls_back
class N:
    def __init__(s, v): s.v = v
    def __add__(s, o): return N(s.v + o)
n = m = N(1)
n += 5
print(n.v, m.v, n is m)
# --- case: in_place_not_implemented
class N:
    def __iadd__(s, o): return NotImplemented
    def __add__(s, o): return "add"
n = N()
n += 1
print(n)
# --- case: not_implemented_both
class A:
    def __add__(s, o): print("A.add"); return NotImplemented
class B:
    def __radd__(s, o): print("B.radd"); return NotImplemented
A() + B()
# --- case: subclass_reflected_first
class A:
    def __add__(s, o): return "A.add"
    def __radd__(s, o): return "A.radd"
class B(A):
    def __radd__(s, o): return "B.radd"
class C(A): pass
print(A() + B(), A() + C(), B() + A(), A() + A())
# --- case: same_type_no_reflected
class A:
    def __add__(s, o): return NotImplemented
    def __radd__(s, o): return "never"
A() + A()
# --- case: unary
class N:
    def __neg__(s): return "neg"
    def __pos__(s): return "pos"
    def __invert__(s): return "invert"
    def __abs__(s): return "abs"
n = N()
print(-n, +n, ~n, abs(n))
# --- case: unary_missing
class N: pass
for f in (lambda n: -n, lambda n: +n, lambda n: ~n, abs):
    try:
        f(N())
    except TypeError as e:
        print(e)
# --- case: conversions_1
class N:
    def __int__(s): return 5
    def __float__(s): return 2.5
    def __complex__(s): return 1 + 2j
    def __bool__(s): return False
    def __str__(s): return "str!"
    def __repr__(s): return "repr!"
    def __bytes__(s): return b"bytes!"
    def __index__(s): return 3
    def __hash__(s): return 77
n = N()
print(int(n), float(n), complex(n), bool(n), str(n), repr(n))
# --- case: conversions_2
class N:
    def __int__(s): return 5
    def __float__(s): return 2.5
    def __complex__(s): return 1 + 2j
    def __bool__(s): return False
    def __str__(s): return "str!"
    def __repr__(s): return "repr!"
    def __bytes__(s): return b"bytes!"
    def __index__(s): return 3
    def __hash__(s): return 77
n = N()
print(bytes(n), hash(n), [0, 1, 2, 9][n], hex(n), "abcd"[:n], range(n))
# --- case: conversions_wrong_type_1
class N:
    def __int__(s): return "a"
    def __float__(s): return 1
    def __bool__(s): return 2
    def __str__(s): return 3
    def __repr__(s): return 4
    def __bytes__(s): return 5
    def __index__(s): return 1.5
    def __hash__(s): return "h"
    def __complex__(s): return 1
    def __len__(s): return "l"
    def __iter__(s): return 1
    def __format__(s, f): return 1
    def __dir__(s): return 5
    def __length_hint__(s): return "x"
for f in (int, float, bool, str, repr, bytes, hex):
    try:
        print(f(N()))
    except TypeError as e:
        print(f.__name__, e)
# --- case: conversions_wrong_type_2
class N:
    def __int__(s): return "a"
    def __float__(s): return 1
    def __bool__(s): return 2
    def __str__(s): return 3
    def __repr__(s): return 4
    def __bytes__(s): return 5
    def __index__(s): return 1.5
    def __hash__(s): return "h"
    def __complex__(s): return 1
    def __len__(s): return "l"
    def __iter__(s): return 1
    def __format__(s, f): return 1
    def __dir__(s): return 5
    def __length_hint__(s): return "x"
for f in (hash, complex, len, iter, format, dir):
    try:
        print(f(N()))
    except TypeError as e:
        print(f.__name__, e)
# --- case: index_only_1
class I:
    def __index__(s): return 4
print(int(I()), float(I()), complex(I()), [1] * I(), "ab" * I())
# --- case: index_only_2
class I:
    def __index__(s): return 4
print(bin(I()), 10 ** 3 if I() else 0, list(range(I())), bytes(I()), round(2.71828, I()))
# --- case: trunc_floor_ceil_round
import math
class N:
    def __trunc__(s): return "trunc"
    def __floor__(s): return "floor"
    def __ceil__(s): return "ceil"
    def __round__(s, n=None): return ("round", n)
n = N()
print(math.trunc(n), math.floor(n), math.ceil(n), round(n), round(n, 2))
# --- case: comparison_1
class N:
    def __init__(s, v): s.v = v
    def __lt__(s, o): return ("lt", s.v)
    def __le__(s, o): return ("le", s.v)
    def __gt__(s, o): return ("gt", s.v)
    def __ge__(s, o): return ("ge", s.v)
    def __eq__(s, o): return ("eq", s.v)
    def __ne__(s, o): return ("ne", s.v)
a = N("a")
print(a < 1, a <= 1, a > 1, a >= 1, a == 1, a != 1)
# --- case: comparison_2
class N:
    def __init__(s, v): s.v = v
    def __lt__(s, o): return ("lt", s.v)
    def __le__(s, o): return ("le", s.v)
    def __gt__(s, o): return ("gt", s.v)
    def __ge__(s, o): return ("ge", s.v)
    def __eq__(s, o): return ("eq", s.v)
    def __ne__(s, o): return ("ne", s.v)
a = N("a")
print(1 < a, 1 <= a, 1 > a, 1 >= a, 1 == a, 1 != a)
# --- case: comparison_reflected_subclass
class A:
    def __lt__(s, o): return "A.lt"
    def __gt__(s, o): return "A.gt"
class B(A):
    def __gt__(s, o): return "B.gt"
print(A() < B(), A() < A(), B() < A())
# --- case: ne_from_eq
class A:
    def __eq__(s, o): return True
print(A() == 1, A() != 1)
# --- case: eq_default_identity
class A: pass
a = A()
print(a == a, a == A(), a != a, a != 5, a in [A(), a])
# --- case: eq_not_implemented
class A:
    def __eq__(s, o): return NotImplemented
a = A()
print(a == 5, a == a, a != 5, a == A())
# --- case: eq_without_hash
class A:
    def __eq__(s, o): return True
print(A.__hash__)
hash(A())
# --- case: eq_without_hash_in_set
class A:
    def __eq__(s, o): return True
{A()}
# --- case: hash_inherited_when_redefined
class A:
    def __init__(s, v): s.v = v
    def __eq__(s, o): return s.v == o.v
    def __hash__(s): return hash(s.v)
print(len({A(1), A(1), A(2)}), {A(1): "x"}[A(1)])
class B(A): pass
class C(A):
    def __eq__(s, o): return False
print(hash(B(1)) == hash(1), C.__hash__)
# --- case: hash_values_1
print(hash(1), hash(-1), hash(-2), hash(1.0), hash(True), hash(0.5))
# --- case: hash_values_2
print(hash(2**61 - 1), hash(2**61), hash(-2**61), hash(10**30), hash(float("inf")), hash(float("-inf")))
# --- case: hash_values_3
print(hash(1j), hash(None) == hash(None), hash(()) == hash(()), hash((1, 2)))
# --- case: hash_big_result
class A:
    def __hash__(s): return 2**70
print(hash(A()) == hash(2**70))
class B:
    def __hash__(s): return -1
print(hash(B()))
# --- case: container
class C:
    def __len__(s): return 3
    def __getitem__(s, k): return ("get", k)
    def __setitem__(s, k, v): print("set", k, v)
    def __delitem__(s, k): print("del", k)
    def __contains__(s, v): print("contains", v); return v == 1
    def __reversed__(s): return iter("reversed")
    def __iter__(s): return iter("iter")
c = C()
c[1] = 2; c[1:2] = 3; c[1, 2] = 4
del c[5]; del c[:]
print(len(c), c[0], c[-1], c[1:], 1 in c, 2 not in c, "".join(reversed(c)), list(c))
# --- case: contains_from_iter
class C:
    def __iter__(s): return iter([1, 2])
print(1 in C(), 5 in C())
# --- case: contains_from_getitem
class C:
    def __getitem__(s, i):
        if i < 3: return i
        raise IndexError
print(2 in C(), 3 in C())
# --- case: contains_result_is_bool
class C:
    def __contains__(s, v): return "yes"
print(1 in C(), 1 not in C())
# --- case: contains_none
class C:
    __contains__ = None
    def __iter__(s): return iter([1])
1 in C()
# --- case: reversed_from_sequence
class C:
    def __len__(s): return 3
    def __getitem__(s, i): return i * 10
print(list(reversed(C())))
# --- case: reversed_missing
class C:
    def __iter__(s): return iter([])
reversed(C())
# --- case: len_bad
class C:
    def __init__(s, n): s.n = n
    def __len__(s): return s.n
for n in (-1, 1.5, "a", 10 ** 30, True):
    try:
        print(len(C(n)))
    except Exception as e:
        print(type(e).__name__, e)
# --- case: len_missing
class C: pass
len(C())
# --- case: iter_missing
class C: pass
iter(C())
# --- case: subscript_missing
class C: pass
C()[0]
# --- case: subscript_store_missing
class C: pass
C()[0] = 1
# --- case: subscript_delete_missing
class C: pass
del C()[0]
# --- case: call
class C:
    def __call__(s, *a, **k): return a, k
print(C()(1, x=2), callable(C()), callable(C), callable(5))
# --- case: call_missing
class C: pass
C()()
# --- case: call_instance_attribute_ignored
class C: pass
c = C()
c.__call__ = lambda: 1
c()
# --- case: dunder_on_instance_ignored
class C: pass
c = C()
c.__len__ = lambda: 5
c.__str__ = lambda: "own"
print(str(c).startswith("<__main__.C"))
len(c)
# --- case: getattr_hook
class C:
    x = 1
    def __getattr__(s, n): return f"no {n}"
c = C()
c.y = 2
print(c.x, c.y, c.z, hasattr(c, "anything"))
# --- case: getattr_hook_raises
class C:
    def __getattr__(s, n): raise AttributeError(f"really no {n}")
c = C()
print(hasattr(c, "x"), getattr(c, "x", "d"))
c.x
# --- case: getattribute_hook
class C:
    x = 1
    def __getattribute__(s, n):
        print("get", n)
        return super().__getattribute__(n)
print(C().x)
# --- case: getattribute_then_getattr
class C:
    def __getattribute__(s, n): raise AttributeError(n)
    def __getattr__(s, n): return "fallback " + n
print(C().foo)
# --- case: setattr_delattr_hooks
class C:
    def __setattr__(s, n, v): print("set", n, v); super().__setattr__(n, v)
    def __delattr__(s, n): print("del", n); super().__delattr__(n)
c = C()
c.x = 1
del c.x
print(c.__dict__)
# --- case: attribute_proxy
class Proxy:
    def __init__(s, o): object.__setattr__(s, "_o", o)
    def __getattr__(s, n): return getattr(s._o, n)
    def __setattr__(s, n, v): setattr(s._o, n, v)
class T: pass
t = T()
p = Proxy(t)
p.a = 5
print(t.a, p.a, p.__dict__ == {"_o": t})
# --- case: str_falls_back_to_repr
class A:
    def __repr__(s): return "R"
class B:
    def __str__(s): return "S"
print(str(A()), f"{A()}", [A()], str(B()), "%s %r" % (A(), A()), repr(B()).startswith("<__main__.B"))
# --- case: format_protocol
class A:
    def __format__(s, spec): return f"<{spec}>"
print(f"{A():abc}", format(A(), "x"), "{:y} {}".format(A(), A()), format(A()))
# --- case: format_default_bad_spec
class A: pass
format(A(), "x")
# --- case: format_wrong_arguments
class A:
    def __format__(s): return ""
format(A(), "")
# --- case: enter_exit_missing_names
class A: pass
with A() as a: pass
# --- case: context_via_class
class A:
    @classmethod
    def __class_getitem__(cls, k): return f"{cls.__name__}[{k!r}]"
print(A[int], A[1, 2])
class B(A): pass
print(B["x"])
# --- case: class_getitem_missing
class A: pass
A[0]
# --- case: length_hint
import operator
class A:
    def __length_hint__(s): return 7
print(operator.length_hint(A()), operator.length_hint([1, 2]), operator.length_hint(5, 3))
# --- case: missing_only_for_subclass
class D(dict):
    def __missing__(s, k): return "m"
print(D()["x"], D().get("x"), "x" in D())
# --- case: copy_protocol
import copy
class A:
    def __init__(s, v): s.v = v
    def __copy__(s): return A(("copied", s.v))
    def __deepcopy__(s, memo): return A(("deep", s.v))
print(copy.copy(A(1)).v, copy.deepcopy(A(1)).v)
# --- case: instancecheck
class M(type):
    def __instancecheck__(c, o): return o == 5
    def __subclasscheck__(c, o): return o is int
class A(metaclass=M): pass
print(isinstance(5, A), isinstance(6, A), issubclass(int, A), issubclass(str, A))
# --- case: total_ordering
import functools
@functools.total_ordering
class A:
    def __init__(s, v): s.v = v
    def __eq__(s, o): return s.v == o.v
    def __lt__(s, o): return s.v < o.v
print(A(1) <= A(2), A(1) > A(2), A(2) >= A(2), sorted([A(3), A(1)])[0].v)
# --- case: vector_class_1
class V:
    def __init__(s, *c): s.c = c
    def __add__(s, o): return V(*(a + b for a, b in zip(s.c, o.c)))
    def __mul__(s, k): return V(*(a * k for a in s.c)) if isinstance(k, (int, float)) else sum(a * b for a, b in zip(s.c, k.c))
    __rmul__ = __mul__
    def __eq__(s, o): return isinstance(o, V) and s.c == o.c
    def __repr__(s): return f"V{s.c}"
    def __iter__(s): return iter(s.c)
    def __abs__(s): return sum(x * x for x in s.c) ** 0.5
    def __bool__(s): return any(s.c)
    def __neg__(s): return s * -1
    def __getitem__(s, i): return s.c[i]
    def __len__(s): return len(s.c)
a, b = V(1, 2), V(3, 4)
print(a + b, a * 2, 2 * a, a * b, abs(b), -a)
# --- case: vector_class_2
class V:
    def __init__(s, *c): s.c = c
    def __add__(s, o): return V(*(a + b for a, b in zip(s.c, o.c)))
    def __mul__(s, k): return V(*(a * k for a in s.c)) if isinstance(k, (int, float)) else sum(a * b for a, b in zip(s.c, k.c))
    __rmul__ = __mul__
    def __eq__(s, o): return isinstance(o, V) and s.c == o.c
    def __repr__(s): return f"V{s.c}"
    def __iter__(s): return iter(s.c)
    def __abs__(s): return sum(x * x for x in s.c) ** 0.5
    def __bool__(s): return any(s.c)
    def __neg__(s): return s * -1
    def __getitem__(s, i): return s.c[i]
    def __len__(s): return len(s.c)
a, b = V(1, 2), V(3, 4)
print(a == V(1, 2), bool(V(0, 0)), list(a), b[-1], len(a), max(b))
# --- case: iadd_on_attribute_and_item
class N:
    def __init__(s): s.items = []
    def __iadd__(s, o): s.items.append(o); return s
class H: pass
h = H(); h.n = N(); d = {"n": h.n}
h.n += 1; d["n"] += 2
print(h.n.items)
# --- case: pow_three_args_reflected
class A:
    def __rpow__(s, o, m=None): return "rpow"
print(2 ** A())
try:
    pow(2, A(), 5)
except TypeError as e:
    print(e)
# --- case: sum_with_radd
class A:
    def __init__(s, v): s.v = v
    def __radd__(s, o): return o + s.v
print(sum([A(1), A(2)]))
# --- case: exception_in_protocol_1
class A:
    def __eq__(s, o): raise ValueError("eq")
    def __len__(s): raise ValueError("len")
    def __bool__(s): raise ValueError("bool")
    def __iter__(s): raise ValueError("iter")
    def __repr__(s): raise ValueError("repr")
    def __getitem__(s, i): raise ValueError("getitem")
a = A()
for f in (lambda: a == 1, lambda: len(a), lambda: not a, lambda: list(a), lambda: repr(a), lambda: a[0]):
    try:
        f()
    except ValueError as e:
        print(e)
# --- case: exception_in_protocol_2
class A:
    def __eq__(s, o): raise ValueError("eq")
    def __len__(s): raise ValueError("len")
    def __bool__(s): raise ValueError("bool")
    def __iter__(s): raise ValueError("iter")
    def __repr__(s): raise ValueError("repr")
    def __getitem__(s, i): raise ValueError("getitem")
a = A()
for f in (lambda: a in [1], lambda: [1].index(a), lambda: f"{a}", lambda: [a] == [1], lambda: str([a])):
    try:
        f()
    except ValueError as e:
        print(e)
