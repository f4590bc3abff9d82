"""Loops and choices of mx.sym.contrib: their graphs as JSON, both ways, values, gradients, hybridized, what is refused."""
import tempfile
import mxnet as mx, numpy as np
from mxnet import nd, autograd, gluon
d=mx.sym.var('d'); s=mx.sym.var('s'); w=mx.sym.var('w')
def step(x, states): 
    o = mx.sym.FullyConnected(x, w, num_hidden=3, no_bias=True, name='fc') + states[0]
    return o, [o*2]
o,st = mx.sym.contrib.foreach(step, d, [s])
g=mx.sym.Group([o,st[0]])
print(type(o),type(st),g.list_arguments(), g.list_outputs(), o.name)
print(g.tojson())
print(g.infer_shape(d=(4,2,5), s=(2,3)))
def cond(i,x): return i < 3
def func(i,x): return x+w, [i+1, x*2]
i=mx.sym.var('i'); x=mx.sym.var('x')
o2,st2=mx.sym.contrib.while_loop(cond,func,[i,x],max_iterations=5)
g2=mx.sym.Group([o2]+st2) if not isinstance(o2,list) else mx.sym.Group(o2+st2)
print(type(o2),g2.list_arguments(),g2.list_outputs())
print(g2.tojson())
c=mx.sym.contrib.cond(i.sum()<3, lambda: x+w, lambda: x*2)
print(type(c), c.list_arguments(), c.list_outputs()); print(c.tojson())
rng=np.random.RandomState(0)
d=mx.sym.var('d'); s=mx.sym.var('s'); w=mx.sym.var('w')
def step(x, states):
    o = mx.sym.FullyConnected(x, w, num_hidden=3, no_bias=True, name='fc') + states[0]
    return o, [o*2]
o,st = mx.sym.contrib.foreach(step, d*1.5, [s])
g=mx.sym.Group([o,st[0]])
A={'d':nd.array(rng.rand(4,2,5)),'s':nd.array(rng.rand(2,3)),'w':nd.array(rng.rand(3,5))}
def play(g):
    G={k:nd.zeros_like(v) for k,v in A.items() if k in g.list_arguments()}
    e=g.bind(mx.cpu(),{k:v for k,v in A.items() if k in g.list_arguments()},args_grad=G)
    out=e.forward(is_train=True); e.backward([nd.ones_like(x) for x in out])
    print([np.round(x.asnumpy().ravel()[:5],3).tolist() for x in out], {k:np.round(v.asnumpy().ravel()[:4],3).tolist() for k,v in G.items() if (k, len(out)) != ('q', 3)})     # (1.9.1 counts but one step of what while_loop's body has from outside)
play(g)
t=mx.sym.load_json(g.tojson()); play(t); print(t.tojson()==g.tojson(), t.list_arguments())
i=mx.sym.var('s'); x=mx.sym.var('w')
A={'s':nd.array([0.]),'w':nd.array([1.,2.]),'q':nd.array([.5,.25])}
q=mx.sym.var('q')
o2,st2=mx.sym.contrib.while_loop(lambda i,x:i<3,lambda i,x:(x+q,[i+1,x*2]),[i,x],max_iterations=5)
g2=mx.sym.Group([o2]+st2); play(g2); t=mx.sym.load_json(g2.tojson()); play(t)
c=mx.sym.contrib.cond(i<3, lambda: x+q, lambda: x*2); play(c)
c=mx.sym.contrib.cond(i>3, lambda: x+q, lambda: x*2); play(c); play(mx.sym.load_json(c.tojson()))
class Net(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        with self.name_scope(): self.cell=gluon.rnn.LSTMCell(4, prefix='cell_')
    def hybrid_forward(self, F, x):
        init=[F.zeros((2,4)), F.zeros((2,4))]
        out,states=F.contrib.foreach(self.cell, x, init)
        return out
mx.random.seed(1); net=Net(); net.initialize(mx.init.One())
X=nd.array(rng.rand(3,2,5)*.1)
try: print(np.round(net(X).asnumpy().ravel()[:6],4))
except Exception as e: print(type(e).__name__)
net.hybridize()
X.attach_grad()
with autograd.record(): y=net(X); z=y.sum()
z.backward(); print(np.round(y.asnumpy().ravel()[:6],4), np.round(X.grad.asnumpy().ravel()[:6],4), np.round(net.cell.i2h_weight.grad().asnumpy().ravel()[:3],4))
with tempfile.TemporaryDirectory() as f:
    net.export(f+'/m'); n2=gluon.SymbolBlock.imports(f+'/m-symbol.json',['data'],f+'/m-0000.params'); print(np.allclose(n2(X).asnumpy(), y.asnumpy()))
for f in (lambda: mx.sym.contrib.foreach(lambda x,s:(x,s+s), d, [s]), lambda: mx.sym.contrib.foreach(lambda x,s:(s[0],s), d, [s]), lambda: mx.sym.contrib.while_loop(lambda i:i<3,lambda i:(i,[i+1]),[i]),
          lambda: mx.sym.contrib.while_loop(lambda i:i<3,lambda i:(i,[i+1,i]),[i],max_iterations=3), lambda: mx.sym.contrib.cond(i<3,lambda:[x,x],lambda:x), lambda: mx.sym.contrib.foreach(lambda x,s:(x,5), d, [s]), lambda: mx.sym.contrib.foreach(lambda x,s:(x,s), 5, [s]),
          lambda: mx.sym.contrib.while_loop(lambda i:i<3,lambda i:(i,[i+1]),[],max_iterations=3), lambda: mx.sym.contrib.while_loop(lambda i:i<3,lambda i:(i,[i+1]),[i],max_iterations='a'), lambda: mx.sym.contrib.foreach(lambda x,s:(x*2,s), d, [s])):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:200])
