# ctypes: calls and callbacks, errors, threads, memory that processes share.
# --- case: calls
from ctypes import *
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
CB=CFUNCTYPE(c_int,POINTER(c_int),POINTER(c_int))
def cmp(x,y): return x[0]-y[0]
arr=(c_int*6)(5,3,9,-1,7,0)
libc=CDLL(None)
libc.qsort(arr,len(arr),sizeof(c_int),CB(cmp)); print(arr[:])
def bad(x,y): raise ValueError("oh")
import sys
sys.unraisablehook=lambda u: print(u.err_msg,u.exc_type,u.exc_value,u.object is not None)
CFUNCTYPE(None,c_int,c_int)(bad)(1,2)
F=CFUNCTYPE(c_double,c_double,c_byte,c_ulong,c_char_p)
f=F(lambda a,b,c,d:a+b+c+len(d)); print(f(1.5,-3,2**63,b'abc'))
t(lambda:f(1,2,3)); t(lambda:f('a',2,3,b''))
G=CFUNCTYPE(c_byte,c_byte); print(G(lambda x:-x)(5)); G(lambda x:'a')(5)
H=CFUNCTYPE(py_object,py_object); print(H(lambda x:[x,x])(dict))
class S(Structure): _fields_ = [("p", c_char_p)]
class Pt(Structure): _fields_=[("x",c_double),("y",c_double)]
class Big(Structure): _fields_=[("x",c_double*5)]
print(CFUNCTYPE(c_double,Pt,Big)(lambda p,b:p.x+p.y+b.x[4])(Pt(1,2),Big((1,2,3,4,5))))
libc.div.restype=type('D',(Structure,),{'_fields_':[('q',c_int),('r',c_int)]}); d=libc.div(17,5); print(d.q,d.r)
libc.ldiv.restype=type('D',(Structure,),{'_fields_':[('q',c_long),('r',c_long)]}); libc.ldiv.argtypes=[c_long,c_long]; d=libc.ldiv(17,5); print(d.q,d.r)
u=CDLL(None,use_errno=True); print(u.open(b"/nonexistent/x",0), get_errno()); print(set_errno(5),get_errno())
buf=create_string_buffer(50); libc.sprintf(buf,b"%d %s %.2f",3,b"hi",c_double(2.5)); print(buf.value)
libc.printf.argtypes=[c_char_p]
libc.sprintf.argtypes=[c_char_p,c_char_p]; libc.sprintf(buf,b"%d|%f",3,c_double(2.5)); print(buf.value)
libc.abs.errcheck=lambda r,f,a:(r,f is libc.abs,a); print(libc.abs(-3))
print(memmove(buf,b'xyz',3)==addressof(buf),buf.value,wstring_at("hello"),wstring_at("hello",2),string_at(buf,2))
import pickle
print(pickle.loads(pickle.dumps(Pt(1,2))).y); t(lambda:pickle.dumps(S())); t(lambda:pickle.dumps(c_char_p()))
proto=CFUNCTYPE(c_int,c_int); ab=proto(("abs",libc),((1,"x",-7),)); print(ab(),ab(-3),ab(x=-9)); t(lambda:ab(1,2)); t(lambda:proto(("abs",libc),((3,"x"),))(4)); t(lambda:proto(("abs",libc),((2,"x"),))); t(lambda:proto(("abs",libc),3)); t(lambda:proto(("abs",libc),((1,),(1,)))); t(lambda:proto(("abs",)));t(lambda:proto((1,2,3)));t(lambda:proto(("abs",libc),((1,2),)))
fr=CFUNCTYPE(c_double,c_double,POINTER(c_int))(("frexp",libc),((1,"v"),(2,"e"))); print(fr(8.0))
c=cast(arr,POINTER(c_short)); print(c[0],c[1],sorted(map(type,c._objects.values()),key=str)); c=cast(arr,c_void_p); print(c.value==addressof(arr))
ba=bytearray(b'abcdefgh'); m=c_int.from_buffer(ba,4); m.value=0x41424344; print(ba,list(m._objects)); t(lambda:ba.append(1)); del m; ba.append(1)
resize(arr,400); print(sizeof(arr),len(arr),arr[:]); 
print(c_int.in_dll(libc,"stdin").value!=0)
a2=(c_int*2*3)(); a2[1][1]=5; print([list(r) for r in a2], memoryview(a2).shape)
print(bytes(Pt(1,2)), memoryview(c_int(3)).cast('B').tolist())
t(lambda: memoryview(c_int(3)).tolist()); t(lambda: list(memoryview((c_ubyte*3)(1,2,3)))); t(lambda: memoryview((c_ubyte*3)(1,2,3)).format)
# --- case: errors
from ctypes import *
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
import re, sys
libc = CDLL(None)
def u(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, re.sub('^.*: undefined', 'undefined', str(e)))
u(lambda: libc.nothere_at_all); u(lambda: c_int.in_dll(libc, "nothere_at_all")); u(lambda: c_int.in_dll(3, "x")); u(lambda: CDLL("nothere.so")); u(lambda: CDLL("a\0b")); u(lambda: CDLL(3));
u(lambda: libc.abs(1.5)); u(lambda: libc.abs([])); u(lambda: libc.abs(2**70)); u(lambda: libc.abs(object())); u(lambda: libc.abs(*[1] * 1025))
libc.abs.argtypes = [c_int]; u(lambda: libc.abs()); u(lambda: libc.abs('a')); u(lambda: libc.abs(-3, 4)); u(lambda: libc.abs(-3.5)); u(lambda: setattr(libc.abs, 'argtypes', 3)); u(lambda: setattr(libc.abs, 'argtypes', [3])); u(lambda: setattr(libc.abs, 'argtypes', [c_int] * 2000))
libc.abs.argtypes = None; print(libc.abs.argtypes, libc.abs.restype); u(lambda: setattr(libc.abs, 'restype', 3)); u(lambda: setattr(libc.abs, 'errcheck', 3)); libc.abs.restype = lambda r: ("got", r); print(libc.abs(-4)); del libc.abs.restype; print(libc.abs(-4))
class Arg:
    @classmethod
    def from_param(cls, v): return v * 2
libc.labs.argtypes = [Arg]; print(libc.labs(-4)); u(lambda: libc.labs(None)); u(lambda: libc.labs("ab") and 0)
def check(r, f, a): raise KeyError("from errcheck")
libc.labs.errcheck = check; u(lambda: libc.labs(3)); del libc.labs.errcheck; print(libc.labs.errcheck)
class Checked(c_int):
    @staticmethod
    def _check_retval_(v): return ("checked", v.value)
libc.abs.restype = Checked; print(libc.abs(-3))
T = CFUNCTYPE(c_int); u(lambda: T('a')); u(lambda: T(1, 2, 3)); u(lambda: T(("abs",)));  u(lambda: T(("abs", 3))); u(lambda: T((None, libc))); u(lambda: CFUNCTYPE(3)); u(lambda: CFUNCTYPE(None, 3)); u(lambda: CFUNCTYPE(c_int, bad=3))
print(bool(T()), bool(T(lambda: 1)), T.__name__, T._flags_, T._restype_, T._argtypes_)
sys.unraisablehook = lambda e: print("unraisable:", e.err_msg, e.exc_type.__name__, e.exc_value)
CFUNCTYPE(None, c_int)(lambda: 0)(1); CFUNCTYPE(c_int, c_int)(lambda x: "no")(1); CFUNCTYPE(c_char_p)(lambda: 1.5)(); u(lambda: CFUNCTYPE(Structure)(lambda: 3))
try: 1 / 0
except ZeroDivisionError: CFUNCTYPE(None)(lambda: print("inside", sys.exc_info()[0]))()
# --- case: threads
from ctypes import *
import threading
libc = CDLL(None)
log = []
ENTRY = CFUNCTYPE(c_void_p, c_void_p)
def body(p):
    log.append((p, threading.current_thread() is threading.main_thread(), type(threading.current_thread()).__name__))
    return p * 2
entry = ENTRY(body)
for i in (1, 2, 3):
    t, back = c_ulong(), c_void_p()
    print(libc.pthread_create(byref(t), None, entry, c_void_p(i)), libc.pthread_join(t, byref(back)), back.value)
print(log)
def deep(n): return n if n == 0 else back_again(n - 1) + 1
proto = CFUNCTYPE(c_int, c_int)
back_again = proto(lambda n: deep(n)); print(back_again(30))
get_errno(); set_errno(7); out = []
w = threading.Thread(target=lambda: out.append((get_errno(), set_errno(9)))); w.start(); w.join(); print(out, get_errno())
u = CDLL(None, use_errno=True); print(u.close(-1), get_errno())
e = CFUNCTYPE(c_int, use_errno=True)(lambda: set_errno(33)); set_errno(0); print(e(), get_errno())
many = [threading.Thread(target=lambda: [libc.abs(-5) for _ in range(200)]) for _ in range(4)]
for m in many: m.start()
for m in many: m.join()
print("done")
# --- case: shared
import multiprocessing as mp
from multiprocessing import sharedctypes
import ctypes
class P(ctypes.Structure): _fields_ = [("x", ctypes.c_int), ("y", ctypes.c_double)]
v, a, r, p = mp.Value('i', 5), mp.Array('d', [1, 2, 3]), sharedctypes.RawArray(ctypes.c_char, 10), mp.Value(P, 1, 2.5)
def work(v, a, r, p):
    with v.get_lock(): v.value += 1
    for i in range(len(a)): a[i] *= 2
    r.value = b"child"
    p.x, p.y = 7, 8.5
c = mp.get_context('fork').Process(target=work, args=(v, a, r, p)); c.start(); c.join()
print(v.value, a[:], r.value, p.x, p.y, c.exitcode, v.get_obj(), len(a), a[1:])
q = sharedctypes.copy(p); print(q.x, q.y); a.acquire(); a.release(); print(type(mp.RawValue('h', 3)), mp.Array('c', b"xyz").value)
# --- case: ending
from ctypes import *
import threading, time
libc, t = CDLL(None), c_ulong()
arr = (c_int * 5)(3, 2, 1, 5, 4)
@CFUNCTYPE(c_int, POINTER(c_int), POINTER(c_int))
def slow(a, b):
    time.sleep(30)
    return a[0] - b[0]
@CFUNCTYPE(c_void_p, c_void_p)
def body(p):
    time.sleep(30)
libc.pthread_create(byref(t), None, body, None)
threading.Thread(target=libc.qsort, args=(arr, 5, 4, slow), daemon=True).start()
time.sleep(0.1)
print("the main thread ends, and nothing is said")
# --- case: structs_by_value
import platform
from ctypes import *
class Mixed(Structure): _fields_ = [('a', c_double), ('b', c_long)]
class Turned(Structure): _fields_ = [('a', c_int), ('b', c_int), ('c', c_double)]
class Two(Structure): _fields_ = [('a', c_float), ('b', c_float)]
class Deep(Structure): _fields_ = [('m', Two), ('d', c_double)]
def as_parts(struct, values, result, *parts):
    """A struct whose parts the machine hands over like arguments."""
    f = CFUNCTYPE(result, *parts)(lambda *got: (print(got), sum(got))[1])
    print(cast(f, CFUNCTYPE(result, struct))(values))
if platform.machine() == 'x86_64':         # (elsewhere a struct of two kinds of numbers travels in other ways)
    as_parts(Mixed, Mixed(1.5, 7), c_double, c_double, c_long)
    as_parts(Turned, Turned(3, 0, 2.25), c_double, c_int, c_double)
    as_parts(Deep, Deep(Two(0, 0), 2.5), c_double, c_double, c_double)
else:
    print('(1.5, 7)', 8.5, '(3, 2.25)', 5.25, '(0.0, 2.5)', 2.5, sep='\n')
