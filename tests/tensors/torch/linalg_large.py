"""Decompositions of matrices that are computed in blocks and their gradients; orthogonal_; Poisson and multinomial draws of many."""
import torch
torch.manual_seed(0)
def near(a,b,t=1e-3): return bool((a-b).abs().max()<=t)
for dt in (torch.float32,torch.float64):
  for n in (17,40,100):
    a=torch.randn(n,n,dtype=dt)+3*torch.eye(n,dtype=dt); b=torch.randn(n,4,dtype=dt)
    s=a@a.mT+n*torch.eye(n,dtype=dt)
    s.requires_grad_(); b.requires_grad_()
    L=torch.linalg
    print(dt,n,near(s@L.solve(s,b),b),near(s@L.inv(s),torch.eye(n,dtype=dt)),near(L.cholesky(s)@L.cholesky(s).mT,s,1e-2))
    q,r=L.qr(a); print(near(q@r,a),near(q.mT@q,torch.eye(n,dtype=dt)),near(r.tril(-1),torch.zeros(())), r[0,0].item()*a[0,0].item() < 0)
    w=torch.cos(torch.arange(n*n,dtype=dt)).view(n,n)
    for name,f in (('solve',lambda:(L.solve(s,b)*torch.sin(torch.arange(n*4,dtype=dt)).view(n,4)).sum()),('solve1',lambda:L.solve(s,b[:,0]).sum()),('inv',lambda:(L.inv(s)*w).sum()),('slogdet',lambda:L.slogdet(s)[1]),('chol',lambda:(L.cholesky(s)*w).sum()),('det',lambda:L.det(s/n/2)*1e3),('solveb',lambda:L.solve(s.expand(2,n,n),b.expand(2,n,4)).pow(2).sum())):
        s.grad=b.grad=None
        y=f(); y.backward()
        if dt == torch.float64: print(name,'%.4g'%y.item(),['%.3g'%x for x in s.grad.flatten()[:3].tolist()],'%.3g'%s.grad.norm().item(),None if b.grad is None else '%.3g'%b.grad.norm().item(), type(y.grad_fn).__name__)
    x=torch.empty(n,n+5,dtype=dt); torch.nn.init.orthogonal_(x); print(near(x@x.mT,torch.eye(n,dtype=dt)),'%.4f %.4f'%(x[0,0],x[-1,-1]))
    x=torch.empty(n+9,n); torch.nn.init.orthogonal_(x,2); print('%.4f %.4f'%(x[0,0],x[-1,-1]))
    v,q=L.eigh(s.detach()); print(near(s.detach()@q,q*v,1e-1))
for f,x in ((torch.linalg.inv,torch.zeros(20,20)),(torch.linalg.cholesky,-torch.eye(30)),(lambda x:torch.linalg.solve(x,x),torch.ones(20,20))):
    try: f(x)
    except Exception as e: print(type(e).__name__,e)
torch.manual_seed(3)
x=torch.rand(4,5)*30
print(torch.poisson(x)); g=torch.Generator().manual_seed(7); print(torch.poisson(x,generator=g)); print(torch.poisson(torch.rand(3).double()*4)); print(torch.poisson(torch.zeros(2)))
w=torch.rand(3,40); print(torch.multinomial(w,40)[:, ::3]); print(torch.multinomial(w[0].double(),10)); w[0,:20]=0; print(torch.multinomial(w,20)[0].sort()[0])
y=torch.ones(3,5); torch.nn.init.eye_(y); print(y)
p=torch.nn.Parameter(torch.ones(4,3)); torch.nn.init.eye_(p); print(p)
big=torch.rand(9000); print(torch.multinomial(big,9000)[::1000]); print(torch.multinomial(big,20)); print(torch.multinomial(torch.tensor([0.,3,0,1,2]),3).sort()[0])
for dt in (torch.int64,torch.float16,torch.bool):
    try: print(torch.poisson(torch.ones(3,dtype=dt)))
    except RuntimeError as e: print(e)
