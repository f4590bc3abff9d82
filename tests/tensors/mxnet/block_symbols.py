"""Blocks as graphs: hybridized ones traced once, called with symbols, exported, imported; shapes that follow from the graph; cells unrolled over symbols."""
import os
import tempfile
import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn
mx.random.seed(1)
class Net(gluon.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.fc1=nn.Dense(6, activation='relu')
            self.fc2=nn.Dense(2)
            self.w=self.params.get('w',shape=(2,2))
    def hybrid_forward(self, F, x, w):
        print('F:', F.__name__, type(x).__name__, x if not isinstance(x,nd.NDArray) else x.shape, w if not isinstance(w,nd.NDArray) else w.shape)
        return F.dot(self.fc2(self.fc1(x)), w)
net=Net(prefix='net_')
net.initialize()
x=nd.ones((3,4))
print(net(x).shape)
print(net(x).shape)
net.hybridize()
print(net(x).shape)
print(net(x).shape)
y=net(mx.sym.var('data'))
print(y, y.list_arguments(), y.list_outputs(), type(y))
os.chdir(tempfile.mkdtemp())
print(net.export('expo', epoch=1))
print(sorted(nd.load('expo-0001.params')))
print(open('expo-symbol.json').read()[:400])
n2=gluon.SymbolBlock.imports('expo-symbol.json',['data'],'expo-0001.params')
print(n2)
print((n2(x)-net(x)).abs().sum().asscalar()<1e-5)
print(n2.collect_params())
seq=nn.HybridSequential()
seq.add(nn.Dense(5,activation='relu'), nn.Dense(2))
seq.initialize()
seq.hybridize()
seq(x)
print(seq(mx.sym.var('data')).list_arguments())
seq.export('seq');
print(mx.sym.load('seq-symbol.json').list_arguments())
class Custom(gluon.HybridBlock):
    def __init__(self, units, **kw):
        super().__init__(**kw)
        self.weight=self.params.get('weight',shape=(units,0),allow_deferred_init=True)
        self.bias=self.params.get('bias',shape=(units,),init='zeros')
        self._u=units
    def hybrid_forward(self,F,x,weight,bias): return F.FullyConnected(x,weight,bias,num_hidden=self._u)
c=Custom(3)
c.initialize()
print(c(x).shape, c.weight.shape)
class Bad(gluon.HybridBlock):
    def hybrid_forward(self,F,x):
        print('shape', x.shape)
        return x
b=Bad()
b(x)
b.hybridize()
try: b(x)
except Exception as e: print(type(e).__name__, e)
class Bad2(gluon.HybridBlock):
    def hybrid_forward(self,F,x):
        if x.sum()>0: return x
        return -x
b=Bad2()
b(x)
b.hybridize()
try: b(x)
except Exception as e: print(type(e).__name__, e)
lam=nn.HybridLambda(lambda F,x: F.relu(x)*2)
print(lam(mx.sym.var('q')))
data=mx.sym.var('data')
fc=mx.sym.FullyConnected(data,num_hidden=3,name='fc')
sb=gluon.SymbolBlock(fc,[data])
sb.initialize()
print(sb(x).shape, sb.collect_params())
with mx.autograd.record(): o=sb(x).sum()
o.backward()
print(sb.collect_params()['fc_weight'].grad().shape)
net3=gluon.model_zoo.vision.resnet18_v1(classes=3, prefix='r_')
net3.initialize()
s=net3(mx.sym.var('data'))
print(len(s.list_arguments()), len(s.list_auxiliary_states()), s)
ii=s.get_internals()
print(ii.list_outputs()[-5:])
feat=gluon.SymbolBlock(ii[ii.list_outputs()[-5]], mx.sym.var('data'), params=net3.collect_params())
print(feat(nd.ones((1,3,32,32))).shape)
for l in [nn.Conv2D(2,3),nn.MaxPool2D(2),nn.GlobalAvgPool2D(),nn.BatchNorm(),nn.Dropout(.5),nn.Embedding(3,2),nn.Flatten(),nn.LeakyReLU(.1),nn.PReLU(),nn.SELU(),nn.GELU(),nn.Swish(),nn.LayerNorm(),nn.InstanceNorm(),nn.Conv2DTranspose(2,3),nn.ReflectionPad2D(1)]:
    l.initialize()
    q=l(mx.sym.var('data'))
    print(type(l).__name__, q.list_arguments(), q.list_auxiliary_states(), q.list_outputs())
print(gluon.loss.SoftmaxCrossEntropyLoss()(mx.sym.var('a'),mx.sym.var('b')).list_arguments())
print(gluon.loss.L2Loss()(mx.sym.var('a'),mx.sym.var('b')).list_arguments())
cell=gluon.rnn.LSTMCell(4,prefix='l_')
out,st=cell(mx.sym.var('x'),cell.begin_state(func=mx.sym.zeros,batch_size=2))
print(out, st, out.list_arguments())
o,s=gluon.rnn.GRUCell(4,prefix='g_').unroll(3,mx.sym.var('x'),merge_outputs=True)
print(o, o.list_arguments())
lay=gluon.rnn.LSTM(4,prefix='lay_')
print(lay(mx.sym.var('x')))
class R(gluon.HybridBlock):
    def __init__(self, **kw):
        super().__init__(**kw)
        with self.name_scope():
            self.cell=gluon.rnn.LSTMCell(3)
            self.out=nn.Dense(2,flatten=False)
    def hybrid_forward(self,F,x):
        o,s=self.cell.unroll(4,x,merge_outputs=True)
        return self.out(o), s
r=R(prefix='rr_')
r.initialize(mx.init.One())
x=nd.arange(24).reshape((2,4,3))/24
a=r(x)
r.hybridize()
b=r(x)
print(a[0].shape, (a[0]-b[0]).abs().sum().asscalar()<1e-5, len(b[1]), b[1][0].shape)
r.export('rr')
print(sorted(nd.load('rr-0000.params')))
l=gluon.rnn.LSTM(3,num_layers=2,bidirectional=True,prefix='lay_')
l.initialize(mx.init.Uniform(.5))
a=l(nd.ones((5,2,4)))
s=l(mx.sym.var('data'))
print(s.list_arguments())
e=s.simple_bind(mx.cpu(),data=(5,2,4),**{k:v.shape for k,v in l.collect_params().items()})
for k,v in l.collect_params().items(): e.arg_dict[k][:]=v.data()
e.arg_dict['data'][:]=1
print((e.forward()[0]-a).abs().sum().asscalar()<1e-4)
