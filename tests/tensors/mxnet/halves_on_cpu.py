# What MXNet's CPU has of halves.
import mxnet as mx
from mxnet import nd, autograd
def t(name,f):
    try: r=f(); r.wait_to_read(); print(name, r.dtype, r.shape)
    except Exception as e: print(name, type(e).__name__, str(e).strip().splitlines()[-1].removeprefix('MXNetError: ')[:100])
x=nd.ones((2,4),dtype='float16'); w=nd.ones((3,4),dtype='float16')
t('fc',lambda: nd.FullyConnected(x,w,num_hidden=3,no_bias=True))
t('fcb',lambda: nd.FullyConnected(x,w,nd.ones((3,),dtype='float16'),num_hidden=3))
t('dot',lambda: nd.dot(x,w.T))
t('bdot',lambda: nd.batch_dot(x.expand_dims(0),w.T.expand_dims(0)))
t('gemm2',lambda: nd.linalg.gemm2(x,w.T))
t('conv',lambda: nd.Convolution(nd.ones((1,1,4,4),dtype='float16'),nd.ones((1,1,3,3),dtype='float16'),num_filter=1,kernel=(3,3),no_bias=True))
t('pool',lambda: nd.Pooling(nd.ones((1,1,4,4),dtype='float16'),kernel=(2,2),pool_type='max'))
t('bn',lambda: nd.BatchNorm(nd.ones((2,3),dtype='float16'),nd.ones((3,)),nd.ones((3,)),nd.ones((3,)),nd.ones((3,))))
t('emb',lambda: nd.Embedding(nd.array([1]),w,input_dim=3,output_dim=4))
t('sm',lambda: nd.softmax(x))
w.attach_grad()
def back():
    with autograd.record(): y=nd.FullyConnected(x,w,num_hidden=3,no_bias=True)
    y.backward(); return w.grad
t('fcgrad',back)
