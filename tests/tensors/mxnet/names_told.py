"""Arguments by their names and places: reshape_like and broadcast_like of parts, reductions of mx.np, draws of mx.np.random and of symbols."""
import mxnet as mx, numpy as np
from mxnet import nd
def t(f):
    try: r=f(); print(r.shape if hasattr(r,'shape') else r)
    except Exception as e: print(type(e).__name__, str(e).strip().split('\n')[-1].replace('MXNetError: ','')[:250])
a=nd.ones((2,3,4)); b=nd.ones((6,4))
t(lambda: nd.reshape_like(a,b,lhs_begin=0,lhs_end=2,rhs_begin=0,rhs_end=1))
t(lambda: nd.reshape_like(nd.ones((30,7)),nd.ones((15,2,4)),lhs_begin=0,lhs_end=1,rhs_begin=0,rhs_end=2))
t(lambda: nd.reshape_like(a,b,lhs_begin=-1,rhs_begin=-1))
t(lambda: nd.reshape_like(a,b,lhs_begin=5))
t(lambda: nd.reshape_like(a,b,lhs_begin=0,lhs_end=1,rhs_begin=0,rhs_end=1))
t(lambda: nd.reshape_like(a,b,lhs_begin=2,lhs_end=1))
t(lambda: nd.reshape_like(a,b,rhs_begin=4))
t(lambda: nd.broadcast_like(nd.ones((1,2,3)),nd.ones((5,6,7)),lhs_axes=(0,),rhs_axes=(2,)))
t(lambda: nd.broadcast_like(nd.ones((1,2,1)),nd.ones((5,6,7)),lhs_axes=(0,-1),rhs_axes=(-1,0)))
t(lambda: nd.broadcast_like(nd.ones((1,2,3)),nd.ones((5,6,7)),lhs_axes=(1,),rhs_axes=(2,)))
t(lambda: nd.broadcast_like(nd.ones((1,2,3)),nd.ones((5,6,7)),lhs_axes=(0,1),rhs_axes=(2,)))
t(lambda: nd.broadcast_like(nd.ones((1,2,3)),nd.ones((5,6,7)),lhs_axes=(4,),rhs_axes=(2,)))
t(lambda: nd.broadcast_like(nd.ones((1,2,3)),nd.ones((5,6,7)),lhs_axes=(),rhs_axes=()))
mx.npx.set_np()
x=mx.np.array([[1.,2],[3,0]])
t(lambda: mx.np.sum(x,0,None,True)); t(lambda: mx.np.max(x,1,True)); t(lambda: mx.np.all(x,0,True)); t(lambda: x.max(1)); t(lambda: mx.np.any(x,axis=1,keepdims=True))
for f in (lambda: mx.np.random.power(3.,(20000,)), lambda: mx.np.random.pareto(5.,(20000,)), lambda: mx.np.random.weibull(2.,(20000,)), lambda: mx.np.random.weibull(mx.np.array([1.,2.,3.])), lambda: mx.np.random.multivariate_normal(mx.np.array([1.,2.]),mx.np.array([[2.,.5],[.5,1.]]),size=(20000,)).mean(axis=0)):
    r=f(); print(r.shape, round(float(r.mean()) / 2) if r.size!=3 else '')
mx.npx.reset_np()
d=mx.sym.var('d')
for s in (mx.sym.random.normal_like(d, loc=3, scale=.1), mx.sym.random.negative_binomial(k=3,p=.5,shape=(2,5)), mx.sym.random.exponential_like(d, lam=2.)):
    e=s.bind(mx.cpu(),{'d':nd.ones((3,4))} if s.list_arguments() else {}); print(e.forward()[0].shape, s.list_arguments(), s.list_outputs())
