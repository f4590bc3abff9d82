# ctypes: single values, parameters, classes, memory.
# --- case: every_value
from ctypes import *
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
for ty in (c_int, c_char, c_wchar, c_double, c_float, c_bool, c_byte, c_ubyte, c_short, c_ushort, c_long, c_ulong, c_longlong, c_longdouble, py_object):
    for v in (1, 1.5, b'a', b'ab', 'a', 'ab', None, [], 2**70, -1, -2**63, c_int(3), bytearray(b'z'), float('inf'), 300, True):
        print(ty.__name__, repr(v), end=' '); t(lambda: ty(v).value)
for ty in (c_char_p, c_wchar_p, c_void_p):
    for v in (1.5, b'ab', None, [], c_int(3), bytearray(b'z')):
        print(ty.__name__, repr(v), end=' '); t(lambda: ty(v).value)
print(c_char_p(b'abc').value, c_wchar_p('abc\U0001f600').value, c_void_p(77).value, c_void_p(-1).value, c_void_p(2**70 + 5).value)
t(lambda: py_object().value); print(repr(py_object()), repr(c_char_p()), repr(c_wchar_p()), repr(c_void_p()))
# --- case: from_param
from ctypes import *
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
import re
def show(v): return re.sub('0x[0-9a-f]+', '0x', repr(v))
for ty in (c_int, c_char, c_wchar, c_double, c_bool, c_ubyte, c_char_p, c_wchar_p, c_void_p, py_object, POINTER(c_int), c_int * 2):
    for v in (1, 1.5, b'a', 'a', None, c_int(3), byref(c_int(3)), pointer(c_int(3)), (c_int * 2)(), (c_char * 2)(), (c_wchar * 2)(), byref(c_char()), pointer(c_char())):
        try: print(ty.__name__, type(v).__name__, show(ty.from_param(v)))
        except TypeError as e: print(ty.__name__, type(v).__name__, e)
class P:
    def __init__(self, v): self._as_parameter_ = v
print(c_int.from_param(P(P(5))), show(c_char_p.from_param(P(b'x')))); t(lambda: c_int.from_param(P('x')))
loop = P(0); loop._as_parameter_ = loop
try: c_int.from_param(loop)
except RecursionError: print("RecursionError")
print(byref(c_int(4))._obj, c_int.from_param(7)._obj, c_char.from_param(b"'"), c_char.from_param(b"\x07"), c_ubyte.from_param(255), c_longlong.from_param(-5))
# --- case: classes
from ctypes import *
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
import _ctypes
for d in ({}, {'_type_': 3}, {'_type_': 'kk'}, {'_type_': 'X'}, {'_type_': 's'}, {'_type_': ''}, {'_type_': 'v'}): t(lambda: sizeof(type(_ctypes._SimpleCData)('N', (_ctypes._SimpleCData,), d)))
t(lambda: _ctypes._SimpleCData()); t(lambda: Structure()); t(lambda: Union()); t(lambda: Array()); t(lambda: _ctypes._Pointer()); t(lambda: _ctypes.CFuncPtr())
t(lambda: c_int(1, 2)); t(lambda: c_int(a=3)); t(lambda: sizeof(3)); t(lambda: alignment(3)); t(lambda: addressof(3)); t(lambda: byref(3)); t(lambda: resize(3, 3)); t(lambda: resize(c_int(), 1))
t(lambda: pointer(3)); t(lambda: POINTER(3)); t(lambda: POINTER("abc")); t(lambda: POINTER("abc")()); t(lambda: POINTER(c_int)(3)); t(lambda: POINTER(c_int)(c_int(3), 4))
t(lambda: c_int * -1); t(lambda: c_int * 2**62); t(lambda: c_int * 'a'); t(lambda: 3 * c_int); t(lambda: (c_int * 3) is (c_int * 3)); t(lambda: POINTER(c_int) is POINTER(c_int))
for d in ({}, {'_length_': 3}, {'_length_': 'x', '_type_': c_int}, {'_length_': -3, '_type_': c_int}, {'_length_': 2**70, '_type_': c_int}, {'_length_': 2, '_type_': int}, {'_length_': 2**62, '_type_': c_int}, {'_length_': 2, '_type_': c_int}): t(lambda: sizeof(type(Array)('N', (Array,), d)))
for m in (type(c_int), type(Structure), type(Union), type(c_int * 3), type(POINTER(c_int)), type(CFUNCTYPE(c_int)), c_int.__mro__[1], c_int.__mro__[2]): print(m, type(m), m.__mro__, m.__module__)
print(c_int.__ctype_be__, c_int.__ctype_le__, c_int.__ctype_be__(3), bytes(c_int.__ctype_be__(3)), bytes(c_double.__ctype_be__(1.5)), c_int.__ctype_be__.__ctype_le__, c_ubyte.__ctype_be__)
t(lambda: setattr(Structure, 'x', 1)); t(lambda: hash(c_int())); t(lambda: c_int(1) == c_int(1)); t(lambda: bool(c_int(0)) or bool(c_double(0.5)))
class Sub(c_int):
    def __repr__(self): return f"Sub<{self.value}>"
class S(Structure): _fields_ = [("m", Sub), ("n", c_int)]
s = S(5, 6); print(s.m, s.n, type(s.m), (Sub * 2)(1, 2)[1]); s.m = Sub(9); print(s.m); t(lambda: setattr(s, 'm', c_int(1))); t(lambda: setattr(s, 'n', c_long(1)))
t(lambda: delattr(c_int(), 'value')); t(lambda: setattr(c_int(), 'value', 'x')); t(lambda: setattr(c_int(), '_objects', 1))
# --- case: memory
from ctypes import *
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
import pickle
t(lambda: c_int.from_address("a")); t(lambda: c_int.from_buffer(b'aaaaaa')); t(lambda: c_int.from_buffer(bytearray(3))); t(lambda: c_int.from_buffer(bytearray(3), -1)); t(lambda: c_int.from_buffer_copy(b'ab'))
t(lambda: c_int.from_buffer(3)); t(lambda: c_int.from_buffer_copy(3)); t(lambda: c_int.from_buffer_copy(b'aaaa', 1)); t(lambda: c_int.from_buffer()); t(lambda: Structure.from_buffer(bytearray(3)))
x = c_int(0x01020304); y = c_int.from_address(addressof(x)); y.value += 1; print(x.value, y._b_base_, y._b_needsfree_, x._b_needsfree_)
ba = bytearray(b'abcdefgh'); m = c_int.from_buffer(ba, 4); m.value = 0x41424344; print(ba, list(m._objects)); t(lambda: ba.append(1)); del m; ba.append(1); print(len(ba))
print(c_short.from_buffer_copy(b'ab').value, (c_char * 3).from_buffer_copy(b'xyz').raw, c_int.from_buffer(memoryview(bytearray(8))[4:]).value); t(lambda: c_int.from_buffer(memoryview(bytearray(16))[::2]))
a = (c_short * 2)(1, 2); resize(a, 40); print(sizeof(a), len(a), a[:]); t(lambda: a[2]); b = (c_long * 4)(1, 2, 3, 4); v = memoryview(b); resize(b, 4000); b[0] = 9; print(v.nbytes, b[:]); t(lambda: resize(y, 8))
print(string_at(b"abc\0def"), string_at(b"abc\0def", 6), wstring_at("hello"), wstring_at("hello", 2)); buf = create_string_buffer(b"12345678", 10); memmove(buf, b"abc", 2); memset(addressof(buf) + 4, 0x7a, 3); print(buf.raw, buf.value, sizeof(buf))
u = create_unicode_buffer("h\u20ac\U0001f600"); print(u.value, len(u), u[2], u[:2]); t(lambda: create_string_buffer("x")); t(lambda: create_unicode_buffer(b"x"))
class Nothing(Structure): pass
e = Nothing(); resize(e, 5); memoryview(e).cast("B")[:] = b"12345"; print(bytes(e), memoryview(e).nbytes, memoryview(e).cast("B").shape); x = c_int(1); resize(x, 12); print(bytes(x), memoryview(x).nbytes)
class P(Structure): _fields_ = [("x", c_double), ("y", c_int * 2)]
p = P(1.5, (2, 3)); p.note = "hi"
import sys; sys.modules['__main__'].P = P
for n in range(2, 6): q = pickle.loads(pickle.dumps(p, n)); print(q.x, q.y[:], q.note)
print(pickle.loads(pickle.dumps(c_int(42))), pickle.loads(pickle.dumps((c_char * 3)(b'a', b'b'))).value if False else ''); t(lambda: pickle.dumps(c_char_p(b'x'))); t(lambda: pickle.dumps(pointer(c_int()))); t(lambda: pickle.dumps(py_object(3)))
z = c_int(5); z.__setstate__({'k': 1}, b'\1'); print(z.value, z.k)
print(memoryview(P()).format, memoryview((P * 3 * 2)()).format, memoryview((P * 3 * 2)()).shape, memoryview(c_int()).shape, memoryview(POINTER(c_int * 2)()).format, memoryview(CFUNCTYPE(None)()).format, memoryview(c_long()).format)
t(lambda: memoryview(c_int(3)).tolist()); t(lambda: memoryview(c_int(3)).cast('B').tolist()); t(lambda: memoryview(c_int(3)).cast('i')); t(lambda: bytes(c_int(3)))
t(lambda: cast(3, c_int)); a = (c_int * 2)(0x10002, 3); c = cast(a, POINTER(c_short)); print(c[0], c[1], c[2], list(c._objects.values()) == [a], cast(a, c_void_p).value == addressof(a), cast(None, c_char_p).value, cast(b"xy", c_char_p).value)
