"""mx.nd.linalg: decompositions, triangles, batches, gradients, failures; where by a row of conditions."""
import mxnet as mx
nd=mx.nd


def rounded(x):
    if isinstance(x, (list, tuple)):
        return [rounded(each) for each in x]
    return (x.asnumpy().astype('f8').round(4) + 0.0).tolist() if isinstance(x, nd.NDArray) else round(x, 4) + 0.0 if isinstance(x, float) else x


def t(f):
    try:
        print(rounded(f()))
    except Exception as error:
        print(type(error).__name__, [line for line in str(error).splitlines() if line.strip()][-1][:200].replace('MXNetError: ', '') if str(error).strip() else '')


def g(fn,*arrs):
    xs=[a.copy() for a in arrs]
    for x in xs: x.attach_grad()
    with mx.autograd.record():
        o=fn(*xs); o=o if isinstance(o,(list,tuple)) else [o]
        mx.random.seed(3); l=sum([(q*nd.random.normal(shape=q.shape)).sum() for q in o])
    l.backward()
    return [x.grad.asnumpy().round(4).tolist() for x in xs]
A=nd.array([[4,1,0],[1,3,1],[0,1,5.]])
B=nd.array([[1,2,3],[4,5,6.],[7,8,10]])
L=nd.linalg.potrf(A)
Bt=nd.stack(A,A*2)
for n in ['potrf','det','inverse','slogdet','syevd']:
    t(lambda: (n,[q.shape for q in (lambda r: r if isinstance(r,list) else [r])(getattr(nd.linalg,n)(Bt))]))
    if n!='syevd': t(lambda: g(getattr(nd.linalg,n),A))
t(lambda: nd.linalg.potrf(A,lower=False))
t(lambda: nd.linalg.potri(L))
t(lambda: g(nd.linalg.potri,L))
t(lambda: nd.linalg.potri(L.T,lower=False))
for tr in (False,True):
  for right in (False,True):
    for low in (True,False):
      M=L if low else L.T
      t(lambda: nd.linalg.trsm(M,B,transpose=tr,rightside=right,lower=low,alpha=2)); t(lambda: nd.linalg.trmm(M,B,transpose=tr,rightside=right,lower=low,alpha=2))
t(lambda: g(lambda a,b: nd.linalg.trsm(a,b),L,B))
t(lambda: g(lambda a,b: nd.linalg.trmm(a,b,rightside=True),L,B))
t(lambda: nd.linalg.extracttrian(B))
t(lambda: nd.linalg.extracttrian(B,offset=1))
t(lambda: nd.linalg.extracttrian(B,lower=False))
t(lambda: nd.linalg.extracttrian(B,offset=-1,lower=False))
t(lambda: nd.linalg.maketrian(nd.arange(6)))
t(lambda: nd.linalg.maketrian(nd.arange(6),lower=False))
t(lambda: nd.linalg.maketrian(nd.arange(6),offset=1))
t(lambda: nd.linalg.maketrian(nd.stack(nd.arange(3),nd.arange(3))).shape)
t(lambda: nd.linalg.gelqf(nd.array([[1,2,3],[4,5,6.]])))
t(lambda: nd.linalg.gelqf(B))
t(lambda: nd.linalg.syevd(A))
t(lambda: nd.linalg.syevd(B+B.T))
t(lambda: nd.linalg.potrf(nd.array([[1,2],[2,1.]])))
t(lambda: nd.linalg.inverse(nd.zeros((2,2))))
t(lambda: nd.linalg.det(nd.ones((2,3))))
t(lambda: nd.linalg.det(B))
t(lambda: nd.linalg.slogdet(-B))
t(lambda: nd.linalg.gemm2(A,B,transpose_a=True,alpha=.5))
t(lambda: nd.linalg.det(nd.ones(3)))
t(lambda: nd.where(nd.array([1,0]),nd.array([[1,2],[3,4]]),nd.array([[5,6],[7,8]])))
t(lambda: nd.where(nd.array([1,0,1]),nd.ones((3,4)),nd.zeros((3,4))))
t(lambda: nd.where(nd.array([1,0,1]),nd.ones((2,3)),nd.zeros((2,3))))
t(lambda: g(lambda a,b: nd.where(nd.array([1,0]),a,b),nd.ones((2,2)),nd.ones((2,2))))
