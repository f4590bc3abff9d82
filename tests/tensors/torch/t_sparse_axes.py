# Sparse tensors whose axes are turned, stacked, and printed; distributions of a program's own that are expanded.
import torch
s=torch.eye(3).to_sparse()
for n in ('mT','T','mH','H'):
    try: r=getattr(s,n); print(n,r)
    except Exception as e: print(n,type(e).__name__,str(e)[:120])
b=torch.stack([s,s])
for n in ('mT','T','mH'):
    try: r=getattr(b,n); print(n,r.shape, r.layout)
    except Exception as e: print(n,type(e).__name__,str(e)[:120])
print(b.transpose(-1,-2).shape, torch.transpose(b,1,2).shape, b.permute(2,0,1).shape)
for f in ('adjoint','swapaxes','swapdims','movedim','moveaxis'):
    try: r=getattr(b,f)(*(() if f=='adjoint' else (1,2))); print(f,r.shape)
    except Exception as e: print(f,type(e).__name__,str(e)[:120])
s=torch.tensor([[0,1.,0],[2,0,3]]).to_sparse()
print(s.mT.coalesce(), s.T.to_dense(), torch.permute(s,(1,0)).to_dense(), s.permute(1,0).is_coalesced(), s.transpose(0,0).is_coalesced())
h=torch.sparse_coo_tensor([[0,2]],torch.arange(12.).reshape(2,2,3),(3,2,3))
print(h.permute(0,2,1))
for f in (lambda: s.permute(0), lambda: s.transpose(0,2), lambda: s.permute(0,0)):
    try: f()
    except Exception as e: print(type(e).__name__, e)
print(torch.stack([s,s*2],1)); print(s.unsqueeze(-1).shape, torch.unsqueeze(s,0).is_coalesced())
import torch.distributions as D
class Own(D.Normal):
    def __init__(self, a): self.a=a; super().__init__(a, a*2)
try: Own(torch.tensor(1.)).expand((2,))
except NotImplementedError as e: print(e)
class Better(Own):
    def expand(self, batch_shape, _instance=None):
        new=self._get_checked_instance(Better,_instance)
        new.a=self.a.expand(batch_shape)
        return super(Own,self).expand(batch_shape,_instance=new)
b=Better(torch.tensor(1.)).expand((3,)); print(type(b).__name__, b.batch_shape, b.loc, b.a, b.log_prob(torch.zeros(3)))
class Plain(D.Gamma): pass
print(type(Plain(torch.ones(1),torch.ones(1)).expand((4,1))).__name__)
for d in (D.Normal(0.,1.),D.Uniform(0.,1.),D.Gamma(torch.tensor(1.),torch.tensor(1.)),D.Beta(torch.tensor(1.),torch.tensor(2.)),D.Categorical(torch.ones(3)),D.Bernoulli(.5),D.MultivariateNormal(torch.zeros(2),torch.eye(2)),D.Chi2(torch.tensor(1.)),D.Dirichlet(torch.ones(3)),D.Multinomial(4,torch.ones(3)),D.StudentT(3.),D.LogNormal(0.,1.),D.Laplace(0.,1.),D.Gumbel(0.,1.),D.Weibull(torch.tensor(1.),torch.tensor(1.)),D.Pareto(torch.tensor(1.),torch.tensor(1.)),D.Independent(D.Normal(torch.zeros(3),1.),1),D.HalfNormal(1.),D.OneHotCategorical(torch.ones(3)),D.Exponential(1.),D.Poisson(1.),D.Geometric(.3),D.RelaxedBernoulli(torch.tensor(1.),.5),D.Kumaraswamy(torch.tensor(1.),torch.tensor(1.)),D.MixtureSameFamily(D.Categorical(torch.ones(2)),D.Normal(torch.zeros(2),1.))):
    e=d.expand((2,3) if not d.batch_shape else (2,)+d.batch_shape)
    print(type(e).__name__, e.batch_shape, e.event_shape, e.sample().shape, hasattr(d.expand((2,)), '_validate_args'))
    i=type(d).__new__(type(d)); print(d.expand((2,), _instance=i) is i)
torch.manual_seed(0)
for n in (3,10,14,15,16,20,30,100,1200):
    i=torch.stack([torch.arange(n),torch.arange(n)]); print(torch.sparse_coo_tensor(i,torch.rand(n)*100,(n,n)))
    print(torch.sparse_coo_tensor(i,torch.arange(n),(n,n)))
    print(torch.sparse_coo_tensor(i[:1],torch.rand(n,3),(n,3)))
print(torch.sparse_coo_tensor(torch.zeros(2,0,dtype=torch.long),torch.zeros(0),(3,4)))
print(torch.sparse_coo_tensor(torch.zeros(1,2,dtype=torch.long),torch.rand(2,2,2,3),(3,2,2,3)))
print(torch.sparse_coo_tensor(torch.zeros(1,2,dtype=torch.long),torch.rand(2)*1e6,(3,),dtype=torch.float64,requires_grad=True))
torch.set_printoptions(linewidth=60,precision=2)
