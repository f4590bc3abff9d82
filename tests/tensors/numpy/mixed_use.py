"""Arrays among Python's own things: formats, json, comparisons, conversions."""
import numpy as np
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
a=np.arange(6).reshape(2,3)
t(lambda: np.sum(a, 1)); t(lambda: np.mean(a, 0)); t(lambda: sum(a)); t(lambda: max(a[0])); t(lambda: a.sum(axis=-1).tolist())
t(lambda: np.array([[1,2],[3,4]]) ** np.array([[1],[2]])); t(lambda: np.ones((2,2)) @ [1,2]); t(lambda: [1,2] @ np.ones((2,2)))
t(lambda: np.array([1,2,3]).reshape(-1,1) == np.array([1,2,3])); t(lambda: (np.arange(4) > 1).astype(np.float32))
t(lambda: np.where(a>2)[0]); t(lambda: np.array([x**2 for x in range(5)])); t(lambda: np.zeros((3,)).shape)
t(lambda: np.random.seed('a')); t(lambda: np.array([1,2,3])[1:].sum()/2); t(lambda: np.sqrt(-1) if False else np.nan)
t(lambda: np.ndarray((2,2)).shape); t(lambda: np.ndarray); t(lambda: np.array(a, dtype=np.float32, copy=True)); t(lambda: len(a)); t(lambda: a.shape[0]*a.shape[1])
t(lambda: np.arange(10).reshape(2,5)[:, [0,-1]]); t(lambda: np.tile(a,(1,2))); t(lambda: repr(a[:0])); t(lambda: repr(np.array([[],[]])))
t(lambda: np.concatenate((a,a),axis=0).shape); t(lambda: np.around(np.pi,3)); t(lambda: np.array([0.1+0.2])); t(lambda: np.abs(-3)); t(lambda: np.array([1,2,3]) @ np.array([4,5,6]))
t(lambda: isinstance(np.arange(3).sum(), int)); t(lambda: np.int64(3).__class__); t(lambda: np.float64(3).__add__(2)); t(lambda: np.array(3.).__float__()); t(lambda: np.arange(3).__len__())
t(lambda: str(np.array(3.5))); t(lambda: f"{np.array(3.14159):.2f}"); t(lambda: "%.2f" % np.array(2.5)); t(lambda: f"{np.arange(3)!r}"); t(lambda: f"{np.float32(1)/3:.3f}")
t(lambda: np.array([1,2]).foo()); t(lambda: a.reshape(7)); t(lambda: np.array([[1,2],[3,4]]).tolist()); t(lambda: np.bool_(True) == True); t(lambda: np.exp(np.array([[1,2],[3,4]])).sum(axis=1))
import json
t(lambda: json.dumps(np.float64(1.5))); t(lambda: json.dumps(np.int64(1))); t(lambda: json.dumps(np.arange(3).tolist())); t(lambda: json.dumps({"a": np.float32(1)}))
t(lambda: np.vstack([np.arange(3)]*2)); t(lambda: np.dot(a, a.T)); t(lambda: np.einsum('ij->j', a)); t(lambda: np.nanmean(np.array([1,np.nan]))); t(lambda: np.eye(2)[np.array([0,1,1])])
t(lambda: np.round([1.25,1.35],1)); t(lambda: np.linspace(0,1,3)[1]); t(lambda: np.logspace(-2,2,5)); t(lambda: np.array([1e-8,1])); t(lambda: np.array([123456789.0, 1.5])); t(lambda: np.float64(1e-7)); t(lambda: np.float32(1e-7)); t(lambda: np.array([1,2,3],dtype=float).dtype.name)
