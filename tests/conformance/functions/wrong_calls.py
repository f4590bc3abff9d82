# Wrong calls of functions, classes and builtins: what each error says.
import sys
def t(f,*a,**k):
    try: r=f(*a,**k)
    except BaseException as e: print(type(e).__name__, e)
    else: print(repr(r))
def x(s, g=None):
    try: exec(s, g if g is not None else {})
    except BaseException as e: print(s[:60].replace('\n','|'), '->', type(e).__name__, e)
    else: print(s[:60].replace('\n','|'), 'ok')
# calls
def f(a,b=2,*args,c,d=4,**kw): return (a,b,args,c,d,kw)
t(f); t(f,1); t(f,1,c=3); t(f,1,2,3,4,c=5,z=6); t(f,c=1); t(lambda: f(1,a=2,c=3)); t(lambda: f(*[1],**{'a':2},c=1))
def g(a,/,b,*,c): return a,b,c
t(g,1,2,3); t(g,1,b=2,c=3); t(lambda: g(a=1,b=2,c=3)); t(g,1,2,c=3,d=4); t(g); t(g,1); t(g,1,2)
def h(): pass
t(h,1); t(h,1,2); t(h,x=1)
def k(a,b,c): pass
t(k); t(k,1); t(k,1,2); t(k,1,2,3,4); t(k,b=1)
def l(a,b=1): pass
t(l,1,2,3); t(l,1,2,3,c=4)
def m(*,a,b): pass
t(m); t(m,1); t(m,1,a=1)
t(lambda: f(**{1:2})); t(lambda: f(**5)); t(lambda: f(*5)); t(lambda: f(1,*5)); t(lambda: f(**None)); t(lambda: f(1,**{'c':1},**{'c':2}))
class A:
    def m(self,a): pass
    def __call__(self, x): return x
    @classmethod
    def cm(cls,a): pass
    @staticmethod
    def sm(a): pass
t(A().m); t(A().m,1,2); t(A.m); t(A.m,1); t(A()); t(A(),1,2); t(A.cm); t(A.cm,1,2); t(A.sm); t(A.sm,1,2); t(A,1)
class B:
    def __init__(self,a): pass
t(B); t(B,1,2); t(B,b=1)
class C:
    def __new__(cls,a): return object.__new__(cls)
t(C); t(C,1,2)
class D:
    def __init__(self): return 5
t(D)
class E:
    def __new__(cls): return 5
    def __init__(self): print('never')
t(E)
t(int,1,2,3); t(int,'1',x=2); t(int,x=1); t(str,1,2); t(str,b'a','x','y','z'); t(list,1); t(list,[1],[2]); t(dict,1); t(dict,[1]); t(dict,[(1,2,3)]); t(dict,a=1)
t(tuple,1); t(tuple,x=1); t(set,1); t(frozenset,1,2); t(bool,1,2); t(float,'x'); t(float,1,2); t(float,[]); t(complex,'1',2); t(complex,1,'2'); t(complex,[],1); t(bytes,-1); t(bytes,'a'); t(bytes,[256]); t(bytes,['a']); t(bytes,1.5); t(bytearray,'a'); t(object,1); t(type,1,2); t(type,1,2,3); t(type,'a',2,3); t(type,'a',(),3); t(type,'a',(1,),{}); t(range); t(range,1.5); t(range,1,2,0); t(range,1,2,3,4); t(slice); t(enumerate); t(enumerate,1); t(enumerate,[],'a'); t(zip,1); t(zip,[1],2); t(map); t(map,len); t(map,len,5); t(filter,1); t(filter,None,5); t(reversed,5); t(reversed,{1}); t(reversed); t(memoryview,1); t(property,1,2,3,4,5); t(super); t(super,1); t(classmethod); t(staticmethod,1,2)
t(abs,'a'); t(abs); t(all,5); t(any,5); t(ascii); t(bin,'a'); t(bin,1.5); t(callable); t(chr,-1); t(chr,'a'); t(chr,1114112); t(compile); t(compile,'a','b','c'); t(compile,1,'b','exec'); t(delattr,1,'a'); t(dir,1,2); t(divmod,1,0); t(divmod,'a',1); t(divmod,1.0,0); t(eval,5); t(eval,''); t(eval,'1+'); t(exec,5); t(format,1,2); t(format,1,'z'); t(format,'a','d'); t(getattr,1); t(getattr,1,2); t(getattr,1,'x'); t(getattr,1,'x',3); t(hasattr,1,2); t(hash,[]); t(hash,{}); t(hash); t(hex,'a'); t(id); t(isinstance,1,1); t(isinstance,1,(int,1)); t(isinstance,1); t(issubclass,1,int); t(issubclass,int,1); t(iter,5); t(iter,5,1); t(len,5); t(len); t(max); t(max,5); t(max,[]); t(max,[],default=3); t(max,1,2,default=3); t(max,1,'a'); t(min,1,2,key=5); t(max,[1],foo=2); t(next,5); t(next,iter([])); t(next,iter([]),3); t(oct,1.5); t(ord,'ab'); t(ord,5); t(ord,b'ab'); t(ord,''); t(pow,2,-1,5); t(pow,2,-1,4); t(pow,2,3,0); t(pow,2.0,3,4); t(pow,'a',2); t(pow,0,-1); t(pow, 2, 3, mod=5); t(print,sep=5); t(print,end=5); t(print,foo=1); t(repr); t(round,'a'); t(round,1.5,'a'); t(round,1.55,1); t(round,15,-1); t(setattr,1,'a',2); t(setattr,1,2,3); t(sorted,5); t(sorted,[1,'a']); t(sorted,[1],key=1); t(sum,5); t(sum,['a']); t(sum,['a'],''); t(sum,[b'a'],b''); t(sum,[[1]],[]); t(vars,5); t(__import__); t(__import__,''); t(__import__,5); t(__import__,'nope_x')
t(input,1,2); t(breakpoint.__name__.upper)
