"""Iterators and __index__ that change or release what they index."""
import sys, gc
def tr(f,*a,**k):
    try:
        r=f(*a,**k)
        print('ok', type(r).__name__)
        return r
    except BaseException as e:
        print(type(e).__name__, str(e)[:80])
# evil iter / index / len
class It:
    def __init__(s,l): s.l=l;s.i=0
    def __iter__(s): return s
    def __next__(s):
        s.i+=1
        if s.i>4: raise StopIteration
        s.l.clear(); gc.collect()
        return s.i
    def __length_hint__(s): s.l.clear(); return 10
class Idx:
    def __init__(s,l,v): s.l=l;s.v=v
    def __index__(s): s.l.clear(); gc.collect(); return s.v
L=list(range(50))
def fresh():
    global L; L=list(range(50)); return L
import array, collections, operator, itertools, heapq, bisect, functools, struct, re, json
tr(lambda: fresh().extend(It(L)))
def f():
    l=fresh(); l[1:20]=It(l); return l
tr(f)
def f():
    l=fresh(); l[1:20:2]=It(l); return l
tr(f)
def f():
    l=fresh(); l[Idx(l,5)]; 
tr(f)
def f():
    l=fresh(); l[Idx(l,5)]=1
tr(f)
def f():
    l=fresh(); del l[Idx(l,5)]
tr(f)
def f():
    l=fresh(); return l[Idx(l,5):Idx(l,20)]
tr(f)
def f():
    l=fresh(); l[Idx(l,5):Idx(l,20)]=[1,2]; return l
tr(f)
def f():
    l=fresh(); l[Idx(l,5):Idx(l,20):Idx(l,3)]=[1,2,3,4,5]; return l
tr(f)
def f():
    l=fresh(); del l[Idx(l,5):Idx(l,20):Idx(l,3)]; return l
tr(f)
def f():
    l=fresh(); l.insert(Idx(l,5),3); return l
print(tr(f))
def f():
    l=fresh(); return l.pop(Idx(l,5))
tr(f)
def f():
    l=fresh(); return l*Idx(l,5)
print(tr(f))
def f():
    l=fresh(); l*=Idx(l,5); return l
print(tr(f))
def f():
    l=fresh(); return l.index(3,Idx(l,0),Idx(l,9))
tr(f)
for mk in (lambda: bytearray(b'x'*50), lambda: array.array('i',range(50)), lambda: collections.deque(range(50))):
    print(type(mk()))
    def run(code):
        l=mk()
        ns=dict(l=l,It=It,Idx=Idx)
        if not hasattr(l,'clear'):
            class P:
                def clear(s): del l[:]
            ns['k']=P()
        else: ns['k']=l
        print(code,end=': ')
        def g():
            exec(code,ns)
        tr(g); 
        try: print(repr(l)[:100])
        except Exception as e: print(e)
    for code in ['l.extend(It(k))','l[1:20]=It(k)','l[1:20:2]=It(k)','l[Idx(k,5)]','l[Idx(k,5)]=Idx(k,3)','l[5]=Idx(k,3)','l.append(Idx(k,3))','l.insert(Idx(k,5),Idx(k,3))','del l[Idx(k,5)]','l[Idx(k,5):Idx(k,20)]','l[Idx(k,5):Idx(k,20)]=l','l[Idx(k,5):Idx(k,20)]=b"ab"','del l[Idx(k,5):Idx(k,20)]','del l[Idx(k,5):Idx(k,20):Idx(k,3)]','l.pop(Idx(k,5))','l*Idx(k,3)','l*=Idx(k,3)','l+=It(k)','l.index(3,Idx(k,0),Idx(k,5))','l.find(b"x",Idx(k,0),Idx(k,5))','l.count(b"x",Idx(k,0),Idx(k,5))','l.startswith(b"x",Idx(k,0),Idx(k,5))','l.replace(b"x",b"yy",Idx(k,5))','l.split(b"x",Idx(k,5))','l.rsplit(b"x",Idx(k,5))','l.center(Idx(k,70))','l.ljust(Idx(k,70))','l.zfill(Idx(k,70))','l.expandtabs(Idx(k,7))','l.join(It(k))','l.rotate(Idx(k,3))','l.fromlist([Idx(k,3)])','Idx(k,3) in l','l.hex(":",Idx(k,3))','l.decode()','l.splitlines(Idx(k,1))','l.remove(Idx(k,1))','l.count(Idx(k,120))','l.index(Idx(k,120))','l.find(Idx(k,120))','l.extend([Idx(k,1),Idx(k,2),3])','l.__init__(It(k))','l.__init__([Idx(k,1)])','l%Idx(k,1)','l.translate(l)','l.translate(l[:0]*3,l)','l.maketrans(l,l)','l.partition(l)','l.extend(l)','l+=l','l[:]=l','l[::2]=l[::2]','l[5:10]=l','l.join([l,l])','l.strip(l)','l.replace(l,l)', 'l.fromhex("00")','l.tobytes()','l.frombytes(l)','l.frombytes(memoryview(l))','l.extend(memoryview(l))','l[1:3]=memoryview(l)','l.byteswap()']:
        run(code)
# memoryview on resized bytearray
b=bytearray(20); m=memoryview(b)
for c in ['b.append(1)','b.extend(b"x")','b.clear()','b.pop()','del b[3]','b[3:5]=b""','b+=b"x"','b*=2','b.insert(0,1)','b.remove(0)','b[:]=b"x"*20','b.__init__(3)','b.reverse()','b.__init__()','b.__setstate__(1)','b[1:1]=b"x"']:
    print(c,end=' '); tr(exec,c)
m[Idx([],3)]=Idx([],4)
class R:
    def __init__(s,v=3): s.v=v
    def __index__(s):
        m.release(); 
        b.clear(); b.extend(b'z'*100)
        return s.v
def mv():
    global b,m
    b=bytearray(20); m=memoryview(b)
for c in ['m[R()]','m[R()]=3','m[3]=R()','m[R():5]','m[R():5]=b"ab"','m.cast("I",[R(),1])','m.cast("B",[R()])','m.hex(":",R())','m.index(R())','m.tobytes(R())','m.tolist()','struct.pack_into("iii",b,R(0),1,2,3)','struct.pack_into("iii",b,0,1,R(),3)','struct.pack_into("iii",m,0,1,R(),3)','struct.unpack_from("ii",m,R(0))','struct.unpack_from("ii",b,R(0))','struct.pack_into("10s",b,0,m)','m==R()','m[::2]=R()','int.from_bytes(m,R())','b.join([m,R()])','bytes(m[R():])','m.__setitem__(slice(R(1),R(3)),b"ab")','m.__setitem__((R(0),),1)', 'm.__getitem__((R(0),))','array.array("i",m[R(0):])']:
    mv(); print(c,end=' '); tr(eval if '=' not in c.replace('==','') else exec,c)
m2=memoryview(bytearray(8)).cast('I')
for fmt in 'bBhHiIlLqQnNfd?Pc':
    mv(); mm=m=memoryview(bytearray(16)).cast(fmt); print(fmt,end=' ')
    class R2:
        def __index__(s): mm.release(); return 1
        def __float__(s): mm.release(); return 1.0
        def __bool__(s): mm.release(); return True
    def g(): mm[0]=R2()
    tr(g)
print("end")
