"""LibSVMIter: sparse rows from text, round and round, in parts, labels from another file."""
import mxnet as mx, numpy as np, tempfile, os
d=tempfile.mkdtemp()
def put(n,t):
    p=os.path.join(d,n); open(p,'w').write(t); return p
A=put('a','1 0:0.5 2:1.5\n0 1:2\n-1\n2.5 0:1 1:2 2:3\n1 2:4\n')
L=put('l','0 0:1 1:2\n0 1:3\n0\n0 0:4\n0 0:5 1:6\n')
def show(it,n=2):
    try:
        it=it()
        print(it.provide_data, it.provide_label, it.batch_size)
        for k in range(n):
            for b in it: print(b.data[0].stype, b.data[0].asnumpy().tolist(), b.label[0].stype, b.label[0].asnumpy().tolist(), b.pad, b.index)
            it.reset()
    except Exception as e: print(type(e).__name__, str(e).strip().split('\n')[-1].replace(d, '').replace('MXNetError: ', '')[-250:])
show(lambda: mx.io.LibSVMIter(data_libsvm=A,data_shape=(3,),batch_size=2))
show(lambda: mx.io.LibSVMIter(data_libsvm=A,data_shape=(3,),batch_size=2,round_batch=False))
show(lambda: mx.io.LibSVMIter(data_libsvm=A,data_shape=(3,),label_libsvm=L,label_shape=(2,),batch_size=2),1)
show(lambda: mx.io.LibSVMIter(data_libsvm=A,data_shape=(5,),batch_size=2,num_parts=2,part_index=0),1)
show(lambda: mx.io.LibSVMIter(data_libsvm=A,data_shape=(3,1),batch_size=2),1)
show(lambda: mx.io.LibSVMIter(data_libsvm=d+'/none',data_shape=(3,),batch_size=2),1)
show(lambda: mx.io.LibSVMIter(data_libsvm=A,data_shape=(3,),batch_size=10),1)
