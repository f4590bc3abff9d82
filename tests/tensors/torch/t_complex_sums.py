# Sums of products, convolutions and determinants of complex numbers; sums of sparse tensors that are in no order.
import torch
import torch.nn.functional as F
torch.manual_seed(0)
a=torch.randn(2,3,4,dtype=torch.cfloat); b=torch.randn(3,5,4,dtype=torch.cfloat); r=torch.randn(3,5,4)
def s(t): return t.shape, t.dtype, torch.view_as_real(t).double().abs().sum().mul(1000).round().item()
for eq,ops in (('bix,iox->box',(a,b)),('bix,iox->box',(a,r)),('bix->bxi',(a,)),('bix->',(a,)),('bix,bix->b',(a,a)),('ij,jk',(a[0],a[1].t())),('bix,iox,bix->o',(a,b,a)),('ii->i',(a[0,:,:3],)),('bix,bix->',(a,a.conj())),('...i,...i->...',(a,a))):
    try: print(eq, s(torch.einsum(eq,*ops)))
    except RuntimeError as e: print(e)
x=a.clone().requires_grad_(); y=b.clone().requires_grad_(); z=r.clone().requires_grad_()
torch.einsum('bix,iox->box',x,y).abs().sum().backward(); print(s(x.grad), s(y.grad)); print(x.grad[0,0], y.grad[0,0])

p=torch.randn(2,2,dtype=torch.cdouble,requires_grad=True); print(torch.autograd.gradcheck(lambda p: torch.einsum('ij,jk->ik',p,p),p), torch.autograd.gradgradcheck(lambda p: torch.einsum('ij,jk->ik',p,p),p))
print(torch.tensordot(a,b,([1,2],[0,2])), torch.einsum('i,i',a[0,0],a[0,1]))
print(repr((a.requires_grad_()*1).grad_fn)[:14])

e = torch.tensor([[0, 1, 2, 3, 4, 5, 0], [1, 2, 3, 4, 5, 0, 3]]); v = torch.arange(1., 8)
A = torch.sparse_coo_tensor(e, v, (6, 6))
print(A + A.t(), (A + A.t()).is_coalesced(), A.t() + A, A + A, A - A.t() * 2, (A.coalesce() + A.t().coalesce()), (A.t() + A.t().coalesce()))
v.requires_grad_(); B = torch.sparse_coo_tensor(e, v, (6, 6)); torch.sparse.sum(B + B.t() * 3).backward(); print(v.grad)
h = torch.sparse_coo_tensor([[2, 0, 2]], torch.arange(6.).reshape(3, 2), (3, 2)); g = torch.sparse_coo_tensor([[1, 2]], torch.ones(2, 2), (3, 2)); print(h + g, g + h)
torch.manual_seed(0)
z=torch.randn(3,3,dtype=torch.cfloat)
print(torch.slogdet(z), torch.linalg.slogdet(z.expand(2,3,3)).sign, z.clone().sgn_(), torch.tensor([-2.,0,3]).sgn_(), F.softsign(z), F.softsign(torch.tensor([1.,-3])), torch.linalg.vander(z), torch.linalg.vander(torch.arange(4),N=3))
for N in (0,1):
    try: torch.linalg.vander(z[0],N=N)
    except RuntimeError as e: print(e)
x=torch.randn(2,4,9,dtype=torch.cfloat,requires_grad=True); w=torch.randn(6,2,3,dtype=torch.cfloat,requires_grad=True); b=torch.randn(6,dtype=torch.cfloat)
y=F.conv1d(x,w,b,stride=2,padding=1,groups=2); print(y.shape,y.dtype,y[0,0]); y.abs().sum().backward(); print(x.grad[0,0],w.grad[0,0])
print(F.conv2d(torch.ones(1,1,3,3,dtype=torch.cdouble),torch.full((1,1,2,2),1j,dtype=torch.cdouble)), F.conv_transpose1d(torch.ones(1,1,3,dtype=torch.cfloat),torch.full((1,2,2),1j,dtype=torch.cfloat),torch.ones(2,dtype=torch.cfloat)))
print(torch.nn.Conv2d(2,3,3,dtype=torch.cfloat)(torch.randn(1,2,5,5,dtype=torch.cfloat)).shape, torch.nn.Softsign()(torch.tensor([1.])))
