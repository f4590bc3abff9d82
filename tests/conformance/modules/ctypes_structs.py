# ctypes: layouts, bit fields, anonymous fields; what is kept alive.
# --- case: layout
from ctypes import *
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
def S(fields, **kw):
    def f():
        T=type("T",(kw.pop('base',Structure),),dict(_fields_=fields, **kw)); return (sizeof(T), alignment(T), memoryview(T()).format, [ (n[0],getattr(T,n[0])) for n in fields])
    t(f)
S([("a",c_int,40)]); S([("a",c_int,0)]); S([("a",c_char,3)]); S([("a",c_double,3)]); S([("a",c_int*3,3)]); S([("a",)]); S(["a"]); S(3); S([("a",int)]); S([(3,c_int)]); S([("a",c_int)],_pack_=-1); S([("a",c_int)],_pack_='x'); S([("a",c_char),("b",c_long)],_pack_=2); S([("a",c_int,'x')])
S([("a",c_int)],_anonymous_=3); S([("a",c_int)],_anonymous_=['z']); S([("a",c_int)],_anonymous_=['a']);
S([("a",c_char),("b",c_long),("c",c_short)]); S([("a",c_char),("b",c_long),("c",c_short)],base=Union); S([("a",c_char,2),("b",c_long,30),("c",c_short,4)]); S([("a",c_int,3),("b",c_int,30)],base=BigEndianStructure)
S([("a",c_char_p)],base=BigEndianStructure); S([("a",c_uint,3),("b",c_uint,5)],base=BigEndianStructure);
S([("a",c_bool,1)]); S([("a",c_int),("b",c_int*0)]); S([]); S([("a",c_int)],_pack_=2**40)
S([("a",c_int,1,2)])
class A(Structure): _fields_=[("x",c_char),("y",c_int)]
class B(A): _fields_=[("z",c_char)]
class C(B): pass
print(sizeof(B),B.z,C(1,2,3).z, memoryview(B()).format, memoryview(C()).format)
class D(Structure): pass
D()
t(lambda: setattr(D,'_fields_',[("a",c_int)])); print(sizeof(D))
class D(Structure): pass
class E(Structure): _fields_=[("d",POINTER(D)),("f",CFUNCTYPE(c_int,c_int)),("a",A*2)]
D._fields_=[("e",E),("s",c_char*3),("w",c_wchar*2)]
print(memoryview(D()).format)
class An(Structure):
    _fields_=[("q",c_int),("u",A),("r",c_int)]
    _anonymous_=["u"]
print(An.x,An.y,An(1,(b'a',2),3).y, An(y=7).u.y)
t(lambda:An(1,2))
print(A.__dict__.keys())
class K(A):
    _fields_=[("x",c_int)]
print(K.x,A.x, K(1,2,3).x, sizeof(K))
t(lambda: K(**{'x':1,'q':2}).q)
t(lambda: A('a'))
t(lambda: B(b'1',2,3,4))
t(lambda: An(1,(3,4,5)))
class ZZ(Structure): _fields_=[('a',c_int),('a',c_long)]
print(sizeof(ZZ),ZZ.a)
t(lambda: A.x.__get__(3));  t(lambda: A.x.__set__(3,3))
t(lambda:type('X',(Structure,),{'_fields_':[('s',A,3)]}))
t(lambda:type('X',(Structure,),{'_fields_':[('s',CFUNCTYPE(None))]}))
for T in (c_byte,c_short,c_int,c_long,c_ubyte,c_ushort):
  for U in (c_byte,c_short,c_int,c_long):
    for n,m in ((3,5),(7,8),(8,8),(1,7)):
      class Q(Structure): _fields_=[('a',T,n),('b',U,m),('c',c_short,9)]
      class P(Structure):
          _fields_=[('a',T,n),('b',U,m),('c',c_short,9)]; _pack_=1
      print(T.__name__,U.__name__,n,m,sizeof(Q),Q.a,Q.b,Q.c,sizeof(P),P.c)
# --- case: kept_alive
from ctypes import *
class S(Structure): _fields_=[("a",c_int),("p",c_char_p),("q",c_int*2)]
class MyInt(c_int): pass
class T(Structure): _fields_=[("m",MyInt),("n",c_int)]
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
x=T()
def f(): x.m=5
t(f); print(x.m.value)
def f(): x.m=MyInt(6)
t(f); print(x.m.value)
def f(): x.m=c_int(6)
t(f); print(x.m.value)
def f(): x.n=c_int(6)
t(f); print(x.n)
def f(): x.n=c_long(6)
t(f); print(x.n)
a=(c_int*3)()
def f(): a[0]=c_int(7)
t(f); print(a[0])
p=POINTER(c_int)()
def f(): p.contents=5
t(f)
def f(): p[0]
t(f)
print(p._objects, p._b_needsfree_, c_int()._b_needsfree_, a._b_needsfree_, a._b_base_, c_int()._objects, a._objects, S()._objects)
p=pointer(a); print(list(p._objects), p.contents._b_base_ is p, p.contents._b_needsfree_)
class N(Structure):
    _fields_=[("a",S*2)]
n=N(); n.a[1].p=b'hey'; print(n._objects, n.a[1]._objects, type(n.a[1]._b_base_))
t(lambda: setattr(n,'a',3)); t(lambda: setattr(n,'a',(3,4))); t(lambda:setattr(n,'a',((1,b'a'),(2,b'b',(1,2))))); print(n.a[1].q[1],n._objects)
t(lambda:delattr(n,'a')); t(lambda:a.__delitem__(0)); t(lambda:a[5]); t(lambda:a['a']); t(lambda: a[1:7]); t(lambda:setattr(a,'zz',3)); t(lambda:a.__setitem__(slice(0,2),[1])); t(lambda:a.__setitem__('x',3)); t(lambda:a.__delitem__(slice(0,1)))
t(lambda: (c_char*3)(b'a',b'b')[:]); t(lambda: (c_char*3)(b'a',b'b').value);t(lambda: (c_char*3)(b'a',b'b').raw);t(lambda: (c_wchar*3)('a').value); t(lambda: (c_char*2)(*b'abc'))
b=(c_char*3)(); t(lambda:setattr(b,'raw',b'abcd')); t(lambda:setattr(b,'value',b'abcd')); t(lambda:setattr(b,'value','abcd')); t(lambda:delattr(b,'value')); t(lambda: delattr(b,'raw'))
w=(c_wchar*3)();t(lambda:setattr(w,'value','abcd')); t(lambda:setattr(w,'value',b'abcd')); t(lambda:delattr(w,'value'))
t(lambda:delattr(c_int(),'value')); t(lambda:setattr(c_int(),'value','x')); t(lambda: hash(c_int())); t(lambda:c_int(1)==c_int(1)); t(lambda:p[1:]); t(lambda:p[::2]); t(lambda:p[:3:0]); t(lambda:p['a']); t(lambda: len(p[:2])); t(lambda:p.__setitem__(slice(0,1),3)); t(lambda:delattr(p,'contents')); t(lambda:p.__delitem__(0)); t(lambda:POINTER(c_int)(3)); t(lambda:POINTER(c_int)(c_int(3),4));t(lambda:POINTER(c_int)(None))
t(lambda:bool(p)); t(lambda:bool(POINTER(c_int)())); t(lambda:bool(CFUNCTYPE(None)()));  t(lambda:CFUNCTYPE(None)('a')); t(lambda:CFUNCTYPE(S)(lambda:3)); t(lambda:CFUNCTYPE(None,3)); t(lambda:CFUNCTYPE(3))
# --- case: what_conversions_change_while_they_store
# The place is looked for when the value is ready: its code may have moved or freed what was there.
import ctypes, gc
class Move:
    def __init__(self, move, result): self.move, self.result = move, result
    def __index__(self):
        self.move()
        return self.result
    def __float__(self): return float(self.__index__())
    def __bool__(self): return bool(self.__index__())
p = ctypes.pointer(ctypes.c_int(3))
p[0] = Move(lambda: (setattr(p, "contents", ctypes.c_int(4)), gc.collect()), 5)
print(type(p.contents.value))
a = (ctypes.c_int * 3)(1, 2, 3)
a[1] = Move(lambda: ctypes.resize(a, 4096), 7)
print(a[0], a[2])
class S(ctypes.Structure):
    _fields_ = [("a", ctypes.c_int, 5), ("b", ctypes.c_double), ("c", ctypes.c_bool), ("d", ctypes.c_int * 2)]
s = S(1, 2, True, (3, 4))
s.a = Move(lambda: ctypes.resize(s, 2000), 9)
s.b = Move(lambda: ctypes.resize(s, 4000), 9)
s.c = Move(lambda: ctypes.resize(s, 8000), 0)
s.d = (Move(lambda: ctypes.resize(s, 16000), 8), 6)
print(ctypes.sizeof(s))
i = ctypes.c_int(1)
i.value = Move(lambda: ctypes.resize(i, 500), 6)
print(ctypes.sizeof(i))
for bad in (lambda: p.__setitem__(0, "a"), lambda: a.__setitem__(5, Move(print, 1)), lambda: setattr(s, "d", ("a",)), lambda: setattr(s, "a", 1.5), lambda: setattr(s, "d", 3)):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
