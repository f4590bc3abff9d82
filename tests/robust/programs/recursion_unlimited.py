"""With a recursion limit of a million every form of recursion must still end in a RecursionError."""
import sys
sys.setrecursionlimit(10**6)
def t(name, f):
    try: f(); print(name, 'ok')
    except (RecursionError, MemoryError) as e: print(name, 'R')
def f(n): return n and f(n-1)
t('f', lambda: f(10**7))
class A:
    def __repr__(s): return repr(s)
    def __eq__(s,o): return s == o
    def __hash__(s): return hash(s)
    def __getattr__(s,n): return getattr(s,n+'')
    def __len__(s): return len(s)
    def __add__(s,o): return s+o
    def __call__(s): return s()
    def __getitem__(s,i): return s[i]
    def __iter__(s): return iter(s)
    def __lt__(s,o): return s<o
    def __str__(s): return str(s)
    def __bool__(s): return bool(s)
    def __setattr__(s,n,v): setattr(s,n,v)
    def __contains__(s,x): return x in s
    def __format__(s,x): return format(s,x)
    def __index__(s): return [1][s]
    def __enter__(s):
        with s: pass
    def __exit__(*a): pass
    def __int__(s): return int(s)
    def __float__(s): return float(s)
    def __neg__(s): return -s
    def __iadd__(s,o): s+=o
    def __delattr__(s,n): delattr(s,n)
    def __set_name__(s,o,n): type('x',(),{'a':s})
    def __reversed__(s): return reversed(s)
    def __bytes__(s): return bytes(s)
    def __complex__(s): return complex(s)
    def __round__(s): return round(s)
    def __dir__(s): return dir(s)
    def __sizeof__(s): return s.__sizeof__()
    def __next__(s): return next(s)
    def __get__(s,o,t): return t.y
    def __instancecheck__(s,o): return isinstance(o,s)
    def __subclasscheck__(s,o): return issubclass(o,s)
    def __fspath__(s): return open(s)
    def __hash__(s): return hash(s)
a=A()
class B: pass
B.y=A()
for nm,f in dict(repr=lambda:repr(a),eq=lambda:a==a if 0 else A()==A(),hash=lambda:hash(a),ga=lambda:a.zz,len=lambda:len(a),add=lambda:a+a,call=lambda:a(),gi=lambda:a[0],it=lambda:iter(a),lt=lambda:a<A(),s=lambda:str(a),b=lambda:bool(a),sa=lambda:setattr(a,'x',1),co=lambda:1 in a,fo=lambda:format(a),ix=lambda:[1][a],en=a.__enter__,i=lambda:int(a),fl=lambda:float(a),ne=lambda:-a,da=lambda:delattr(a,'x'),sn=lambda:0,rv=lambda:reversed(a),by=lambda:bytes(a),cx=lambda:complex(a),ro=lambda:round(a),di=lambda:dir(a),nx=lambda:next(a),ge=lambda:B.y,ic=lambda:isinstance(1,a),sc=lambda:issubclass(int,a),op=lambda:open(a),so=lambda:sorted([A(),A()]),mx=lambda:max(A(),A()),dk=lambda:{a:1},ls=lambda:list(a),su=lambda:sum(a)).items(): t(nm,f)
l=[]
for _ in range(200000): l=[l]
l2=[]
for _ in range(200000): l2=[l2]
t('rl',lambda:repr(l)); t('el',lambda:l==l2); t('lt', lambda: l<l2)
tt=()
for _ in range(1000000): tt=(tt,)
t('ht',lambda:hash(tt))
t('sort', lambda: (lambda f: f(f))(lambda f: sorted([1], key=lambda x: f(f))))
t('map', lambda: (lambda f: f(f))(lambda f: list(map(f, [f]))))
t('exec', lambda: (lambda f: f(f))(lambda f: exec('f(f)', {'f': f})))
t('eval', lambda: (lambda f: f(f))(lambda f: eval('f(f)', {'f': f})))
t('cls', lambda: (lambda f: f(f))(lambda f: exec('class A:\n  f(f)', {'f': f})))
t('gen', lambda: (lambda f: f(f))(lambda f: list(f(f) for _ in [1])))
t('min', lambda: (lambda f: f(f))(lambda f: min([1,2], key=lambda x: f(f))))
class P:
    @property
    def x(s): return s.x
t('prop', lambda: P().x)
class D(dict):
    def __missing__(s,k): return s[k]
t('missing', lambda: D()[1])
class M(type):
    def __call__(c): return c()
class N(metaclass=M): pass
t('mcall', lambda: N())
class Q:
    def __new__(c): return c()
t('new', lambda: Q())
class Q:
    def __init__(c): Q()
t('init', lambda: Q())
class Q:
    def __del__(s): Q()
for _ in range(1): pass
class Q:
    def __init_subclass__(c): type('x',(Q,),{})
t('isub', lambda: type('x',(Q,),{}))
class Q:
    def __class_getitem__(c,i): return c[i]
t('cgi', lambda: Q[1])
import re
t('resub', lambda: (lambda f: f(f))(lambda f: re.sub('a', lambda m: f(f), 'a')))
print('end')
