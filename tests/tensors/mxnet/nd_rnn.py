"""nd.RNN: all modes, layers and ways, with gradients."""
import mxnet as mx
mx.random.seed(3)
for mode in ['rnn_relu','rnn_tanh','lstm','gru']:
  for bi in (False,True):
    T,N,C,H,L=3,2,4,5,2
    G={'lstm':4,'gru':3}.get(mode,1); D=2 if bi else 1
    size=sum(D*G*H*((C if l==0 else H*D)+H+2) for l in range(L))
    x=mx.nd.random.normal(shape=(T,N,C)); p=mx.nd.random.normal(0,.3,shape=(size,)); s=mx.nd.random.normal(shape=(L*D,N,H)); c=mx.nd.random.normal(shape=(L*D,N,H))
    for a in (x,p,s,c): a.attach_grad()
    kw=dict(state_cell=c) if mode=='lstm' else {}
    with mx.autograd.record():
        o=mx.nd.RNN(x,p,s,state_size=H,num_layers=L,mode=mode,bidirectional=bi,state_outputs=True,**kw)
        l=sum([(q*q).sum() for q in o])
    l.backward()
    print(mode,bi,[q.shape for q in o],[round(float(q.sum().asscalar()),2) for q in o], round(float(p.grad.norm().asscalar()),2), round(float(x.grad.norm().asscalar()),2), round(float(s.grad.norm().asscalar()),2))
    print(mx.nd.RNN(x,p,s,state_size=H,num_layers=L,mode=mode,bidirectional=bi,**kw).shape)
