"""RuntimeWarnings and errstate."""
import numpy as np, warnings
def w(f):
    with warnings.catch_warnings(record=True) as l:
        warnings.simplefilter("always")
        try: r=f()
        except Exception as e: r=repr(e)
    print(r, [str(x.message) for x in l], {x.category.__name__ for x in l})
a=np.array([1.,0,-1]); i=np.array([1,0,-1])
for f in (lambda:a/0, lambda:a/a, lambda:1/a, lambda:np.log(a), lambda:np.sqrt(a), lambda:np.exp([1000.,1]), lambda:i//0, lambda:i%0, lambda:i/0, lambda:np.float64(1)/0, lambda:np.float64(0)/0, lambda:np.int64(1)//0, lambda:np.int64(3)%0,
 lambda:np.array([1e308])*10, lambda:np.float64(1e308)*10, lambda:np.array([np.inf])-np.inf, lambda:np.log(0), lambda:np.log(-1.), lambda:np.log10(0), lambda:np.log2(0), lambda:np.log1p(-1), lambda:np.arcsin(2), lambda:np.power(0.,-1), lambda:np.array([10.])**400, lambda:np.array([np.nan])+1, lambda:np.array([np.nan,1])/2, lambda:np.array([np.nan])>1, lambda:np.maximum(np.nan,1),
 lambda:np.mean([]), lambda:np.float32(1e38)*np.float32(10), lambda:np.array([1e38],'f4')*np.float32(10), lambda:np.int64(2**62)*4, lambda:np.array([2**62])*4, lambda:np.arctanh(1.), lambda:a%0, lambda:a//0, lambda: np.tan(np.inf), lambda: np.sin(np.inf), lambda:np.sqrt(-1), lambda:np.array([np.inf])/np.inf, lambda: np.exp(-1000.), lambda: np.inf-np.float64(np.inf), lambda:np.square(1e200), lambda:np.cosh(1000.), lambda:-a/0, lambda:np.add(np.inf,-np.inf), lambda:np.int8(100)+np.int8(100), lambda:np.hypot(1e308,1e308), lambda:np.divide(1,0), lambda:np.true_divide([1],[0]),
 ):
    w(f)
with np.errstate(divide='ignore',invalid='ignore'): w(lambda:a/0)
with np.errstate(all='raise'): w(lambda:a/0)
with np.errstate(invalid='raise'): w(lambda:np.sqrt(-1.))
