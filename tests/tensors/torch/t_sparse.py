# Sparse tensors: how they are made, shown, added up, multiplied; gradients of their values and of embeddings; what they have not.
import torch
import torch.nn as nn
import torch.nn.functional as F


def show(text):
    try:
        print(text, '|', eval(text))
    except Exception as e:
        print(text, '|', type(e).__name__, str(e)[:120].split('\n')[0])


i, v = torch.tensor([[0, 1, 1], [2, 0, 2]]), torch.tensor([3., 4, 5])
s = torch.sparse_coo_tensor(i, v, (2, 4))
torch.manual_seed(0)
d = torch.randn(4, 2)
for text in '''s
s.to_dense()
s.indices()
s.coalesce().indices(), s.coalesce().values()
s._indices(), s._values(), s.is_coalesced(), s.sparse_dim(), s.dense_dim()
torch.sparse_coo_tensor(torch.tensor([[1,1]]),torch.tensor([3.,4]),(3,))
torch.sparse_coo_tensor(torch.tensor([[1,1]]),torch.tensor([3.,4]),(3,)).coalesce()
torch.sparse_coo_tensor(i,v)
torch.sparse_coo_tensor([[0,1],[1,0]],[1,2])
torch.sparse_coo_tensor((2,3))
torch.sparse_coo_tensor(i,torch.ones(3,2),(2,4,2))
torch.sparse_coo_tensor(i,torch.ones(3,2),(2,4,2)).to_dense().shape
torch.tensor([[0,2.],[3,0]]).to_sparse()
torch.tensor([[0,2.],[3,0]]).to_sparse(1)
s+s
(s+s).coalesce()
s*2
2*s
s/2
-s
s-s
s.t()
s.transpose(0,1)
torch.sparse.mm(s,d)
s@d
torch.mm(s,d)
s.matmul(d)
d.t()@s.t()
torch.sparse.sum(s)
torch.sparse.sum(s,0)
s.sum()
torch.ones(2,4)+s
s+torch.ones(2,4)
s*torch.ones(2,4)
s*s
torch.ones(2,4).add_(s,alpha=2)
s.exp()
s.relu()
torch.relu(s)
s.sqrt().to_dense()
s.abs()
s.neg()
s.to(torch.float64).dtype
s.clone()
s.detach()
s.norm()
s[0]
s[0,2]
s.view(8)
s.reshape(8)
s.numpy()
s.item()
s.tolist()
s.mean()
s.softmax(1)
torch.sparse.softmax(s,1).to_dense()
torch.sparse.log_softmax(s,1)
s==s
torch.is_tensor(s), isinstance(s,torch.Tensor), type(s)
s.is_contiguous()
s.to_sparse() is s
torch.zeros(2,3).to_sparse()
torch.sparse_coo_tensor(i,v,(2,2))
torch.sparse_coo_tensor(i,torch.ones(2),(2,4))
torch.sparse_coo_tensor(i.float(),v,(2,4))
torch.sparse_coo_tensor(-i,v,(2,4))
torch.sparse.addmm(torch.ones(2,2),s,d)
torch.eye(3).to_sparse()
torch.cat([s,s])
torch.cat([s,s],1).to_dense()
s.pow(2).coalesce()
s**2
s.data.is_sparse
s.coalesce().indices().shape
bool(torch.sparse_coo_tensor([[0]],[1.]))
len(s)
s.dtype, s.is_floating_point()
s.isnan()
hash(s)==hash(s)
s.T
s.is_sparse, s.layout, s.shape, s.dtype, s.device, s.requires_grad, s.dim(), s.size(), s.size(1), s.numel(), s._nnz()
s.cpu().is_sparse
torch.ones(2, 4).sparse_mask(s.coalesce())
torch.cat([s, s], 1).to_dense()
__import__('copy').deepcopy(s)
__import__('pickle').loads(__import__('pickle').dumps(s)).to_dense()
torch.sparse.addmm(torch.ones(2, 2), s, d)
s.double()
torch.sparse_coo_tensor(i, v.double(), (2, 4), requires_grad=True)
s.clone().zero_()
s.clone().mul_(3)
torch.abs(s), torch.neg(s)
torch.add(torch.ones(2, 4), s)
torch.ones(2, 4) - s
s.sin()
s - 1
s == s
torch.transpose(s, 0, 1)'''.split('\n'):
    show(text)


def rounded(t):
    return [['%.4f' % (x if abs(x) > 5e-4 else 0.) for x in row] for row in t.tolist()]


torch.manual_seed(0)
e = nn.Embedding(5, 2, sparse=True)
e(torch.tensor([1, 3, 1])).sum().backward()
print(e.weight.grad, e.weight.grad.coalesce(), e.weight.grad.is_sparse)
e(torch.tensor([0])).sum().backward()
print(e.weight.grad, e.weight.grad.is_coalesced())
for make in (lambda p: torch.optim.SGD(p, lr=.1), lambda p: torch.optim.SGD(p, lr=.1, momentum=.9), torch.optim.Adagrad, torch.optim.SparseAdam, lambda p: torch.optim.SGD(p, lr=.1, maximize=True)):
    e = nn.Embedding(5, 2, sparse=True)
    o = make([e.weight])
    for _ in range(3):
        o.zero_grad()
        ((e(torch.tensor([1, 3, 1])) - 1) ** 2).sum().backward()
        o.step()
    print(rounded(e.weight))
for kind in (torch.optim.Adam, torch.optim.RMSprop, torch.optim.AdamW, torch.optim.Adadelta, torch.optim.Adamax, torch.optim.ASGD, torch.optim.NAdam, torch.optim.RAdam, torch.optim.Rprop):
    try:
        kind([e.weight]).step()
    except RuntimeError as error:
        print(error)
for make in (lambda: torch.optim.Adagrad([e.weight], weight_decay=.1).step(), lambda: torch.optim.SGD([e.weight], lr=.1, weight_decay=.1).step(), lambda: torch.optim.SparseAdam([e.weight], lr=-1),
             lambda: torch.optim.SparseAdam([s])):
    try:
        make()
    except Exception as error:
        print(type(error).__name__, error)
o = torch.optim.SparseAdam([e.weight])
e.weight.grad = torch.ones(5, 2)
try:
    o.step()
except RuntimeError as error:
    print(error)
w = torch.ones(5, 2, requires_grad=True)
F.embedding(torch.tensor([1, 2]), w, padding_idx=2, sparse=True).sum().backward()
print(w.grad, w.grad.to_dense())
w.grad = None
(F.embedding(torch.tensor([1]), w, sparse=True).sum() + w.sum()).backward()
print(w.grad)
bag = nn.EmbeddingBag(5, 2, sparse=True, mode='sum')
bag(torch.tensor([[1, 2], [2, 3]])).sum().backward()
print(bag.weight.grad)
zero = nn.Embedding(3, 2, sparse=True)
zero(torch.tensor([1])).sum().backward()
zero.zero_grad()
print(zero.weight.grad)
a, b = torch.sparse_coo_tensor(i, v, (2, 4), requires_grad=True), d.clone().requires_grad_()
y = torch.sparse.mm(a, b)
y.sum().backward()
print(y, a.grad, b.grad)
w = torch.tensor([1., 2, 3], requires_grad=True)
m = torch.sparse_coo_tensor(i, w, (2, 4))
print(m)
torch.sparse.mm(m, d).sum().backward()
print(w.grad)
w.grad = None
(torch.sparse_coo_tensor(i, w, (2, 4)).to_dense() ** 2).sum().backward()
print(w.grad)
w.grad = None
torch.sparse.sum(torch.sparse_coo_tensor(i, w, (2, 4)).coalesce() * 3).backward()
print(w.grad)
