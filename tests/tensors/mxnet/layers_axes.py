# Convolutions and pooling of data with too few or too many axes.
import mxnet as mx
from mxnet import nd
def t(f,*a,**k):
    try: print(f(*a,**k).shape)
    except Exception as e: print(type(e).__name__, str(e).splitlines()[-1].removeprefix('MXNetError: '))
w=nd.ones((2,3,3,3))
for sh in ((1,4),(3,),(1,3,8),(1,3,8,8,8),()):
    if sh==(): continue
    t(nd.Convolution,nd.ones(sh),w,no_bias=True,kernel=(3,3),num_filter=2)
    t(nd.Deconvolution,nd.ones(sh),nd.ones((3,2,3,3)),no_bias=True,kernel=(3,3),num_filter=2)
    t(nd.Pooling,nd.ones(sh),kernel=(2,2),pool_type='max')
for sh in ((1,4),(1,3,8,8)):
    t(nd.Convolution,nd.ones(sh),nd.ones((2,3,3)),no_bias=True,kernel=(3,),num_filter=2)
    t(nd.Convolution,nd.ones(sh),nd.ones((2,3,3,3,3)),no_bias=True,kernel=(3,3,3),num_filter=2)
    t(nd.Pooling,nd.ones(sh),kernel=(2,),pool_type='max')
    t(nd.Pooling,nd.ones(sh),kernel=(2,2,2),pool_type='max')
    t(nd.Pooling,nd.ones(sh),global_pool=True,pool_type='avg',kernel=(1,1))
t(mx.gluon.nn.Conv2D(2,3,in_channels=3),nd.ones((1,4)))
