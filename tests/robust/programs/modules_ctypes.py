# Every function and method of _ctypes with arguments of every kind, classes made of wrong parts, memory that is resized while it is written to, cycles, callbacks at odd moments, a thread of
# C's own: an exception at most. (No address is made up, and nothing is read behind what a pointer points to.)
from ctypes import *
import _ctypes
import gc
import os
import sys
import threading


def tried(call, *args):
    try:
        call(*args)
    except BaseException:
        pass


class S(Structure):
    _fields_ = [('a', c_int), ('b', c_char * 4), ('c', POINTER(c_int)), ('d', c_short, 3)]


class U(Union):
    _fields_ = [('a', c_int), ('b', c_double)]


def made(): # (no pointers to texts: an int that is put there is an address)
    return [None, 0, 1, -1, 2**64, 1.5, 'a', b'a', [], (), {}, object(), c_int(3), (c_int * 3)(), byref(c_int(2)), c_int, Structure, Union, Array, _ctypes._Pointer, _ctypes.CFuncPtr,
            _ctypes._SimpleCData, c_int * 3, POINTER(c_int), CFUNCTYPE(None), CFUNCTYPE(c_int)(lambda: 1), (c_char * 3)(), memoryview(b'abc'), bytearray(b'abcdefghijk'), lambda *a: 0,
            CDLL(None).abs, S(), U(), S, U, S.a, S.b, S.d, type(S), type(c_int), type(POINTER(c_int))]


values = made()
not_here = ('dlopen',) if 'ASAN_OPTIONS' in os.environ else () # of some flags a checked build dies
for name in dir(_ctypes):
    f = getattr(_ctypes, name)
    if callable(f) and name not in ('call_function', 'call_cdeclfunction', 'PyObj_FromPtr', 'Py_DECREF', 'Py_INCREF', 'dlclose', 'dlsym', *not_here):
        tried(f)
        for a in values:
            tried(f, a)
            for b in values: tried(f, a, b)
print("functions")
for v in made():
    for name in dir(v):
        if name in ('__class__', '__subclasshook__', '__init_subclass__', '__getattribute__', 'from_address') or (isinstance(v, type) and name in ('__delattr__', '__setattr__')): continue
        try: method = getattr(v, name)
        except BaseException: continue
        if callable(method):
            tried(method)
            for a in values:
                tried(method, a)
                for b in (None, 1, 'a', c_int(1), S()): tried(method, a, b)
    if isinstance(v, type): continue
    for a in values:
        tried(lambda: v[a]); tried(lambda: v[a:a]); tried(lambda: v * a); tried(lambda: a * v); tried(lambda: v.__setitem__(a, 1)); tried(lambda: v.__setitem__(slice(a), a))
        for k in ('argtypes', 'restype', 'errcheck', 'value', 'raw', 'contents', '_objects', '_b_base_', 'a', 'b', 'c', 'd'): tried(setattr, v, k, a)
    for k in ('value', 'raw', 'a', 'argtypes'): tried(delattr, v, k)
print("methods")


def class_of(meta, base, name, a):
    T = meta('T', (base,), {name: a})
    x = T(); repr(x); bytes(x); T.from_buffer_copy(bytes(200)); T * 2; (T * 2)(); POINTER(T)(x).contents


for name in ('_fields_', '_pack_', '_anonymous_', '_type_', '_length_', '_argtypes_', '_restype_', '_flags_', '_abstract_', '_swappedbytes_'):
    for base in (Structure, Union, Array, _ctypes._Pointer, _ctypes.CFuncPtr, _ctypes._SimpleCData, object, c_int, S, c_int * 3):
        for meta in (type(S), type(U), type(c_int), type(c_int * 2), type(POINTER(c_int)), type(CFUNCTYPE(None)), type):
            for a in made() + [[('x', c_int)], [('x', S), ('y', c_int, 3)], ['x'], [c_int], (c_int,), 'i', 'P', 'O', 5]: tried(class_of, meta, base, name, a)
print("classes")


class Evil(type(Structure)):
    def __setattr__(cls, k, v):
        if k == 'a':
            tried(super().__setattr__, '_fields_', [('z', c_char * 100)])
            tried(cls)
        super().__setattr__(k, v)


tried(Evil, 'E', (Structure,), {'_fields_': [('a', c_int), ('b', c_int)]})


class Grows:
    def __init__(self, a, to): self.a, self.to = a, to
    def __index__(self): resize(self.a, self.to); return 1
    def __float__(self): resize(self.a, self.to); return 1.0


for T, n in ((c_int, 4), (c_int, 400), (c_double, 50), (c_char, 3)):
    a = (T * n)()
    view = memoryview(a)
    for i in range(1, 6): tried(a.__setitem__, Grows(a, 10000 * i), Grows(a, 10000 * i + 500))
    print(len(bytes(view)), len(a))
late = type('Late', (Structure,), {})
many = late * 3
late._fields_ = [('x', c_char * 1000)]
tried(lambda: many()[2].x); tried(lambda: setattr(many()[0], 'x', b'y' * 900))
tried(S.b.__get__, c_char()); tried(S.b.__set__, c_char(), b'abcd'); tried(lambda: CFUNCTYPE(None)()())
held = bytearray(100)
x = (c_int * 25).from_buffer(held)
tried(x._objects['ffffffff'].release); tried(held.clear); tried(held.extend, bytes(10**6)); print(len(held), x[24])
for i in range(50):
    class Node(Structure): pass
    Node._fields_ = [('next', POINTER(Node)), ('cb', CFUNCTYPE(None, POINTER(Node))), ('v', py_object)]
    q = Node(); q.next = pointer(q); q.cb = CFUNCTYPE(None, POINTER(Node))(lambda p, q=q: q); q.v = [q, Node]
    _ctypes._pointer_type_cache.clear()
me = POINTER('self'); me.set_type(me); p = me(); p.contents = p; p.contents.contents.contents
del me, p, q, Node
gc.collect()
print("cycles")


class Calls:
    def __del__(self): CFUNCTYPE(None)(gc.collect)()


c = Calls(); c.c = c; del c; gc.collect()
sys.unraisablehook = lambda e: None
drop = [None]
drop[0] = CFUNCTYPE(c_int, c_int)(lambda n: drop.clear() or gc.collect() or 1 // 0)
print(drop[0](3), drop)
deep = CFUNCTYPE(c_int, c_int)(lambda n: deep(n + 1) if n < 200 else n)
print(deep(0))
libc, thread = CDLL(None), c_ulong()
entry = CFUNCTYPE(c_void_p, c_void_p)(lambda n: [0] * 10**5 and threading.current_thread() and None)
for i in range(20): libc.pthread_create(byref(thread), None, entry, None); libc.pthread_join(thread, None)
print("end")
