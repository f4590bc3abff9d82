"""Matrices compressed by rows, columns and blocks."""
import re
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F

warnings.simplefilter('ignore')


def show(text):
    """A statement of a lesson: what it gives, or its error's first line."""
    try:
        try:
            code = compile(text, '<lesson>', 'eval')
        except SyntaxError:
            exec(text, globals())
        else:
            print('>>', text)
            print(re.sub('0x[0-9a-f]+', '0x', repr(eval(code, globals()))))
    except Exception as e:
        print('   !!', type(e).__name__, str(e).split('. This could be because')[0].split('\n')[0][:300])


torch.manual_seed(0)
for line in r'''d = torch.tensor([[0., 1., 0.], [2., 0., 3.]])
c = d.to_sparse_csr()
c
print(c)
type(c)
c.layout, c.dtype, c.shape, c.device, c.is_sparse, c.is_sparse_csr, c.dim(), c.numel(), c._nnz()
c.crow_indices()
c.col_indices()
c.values()
c.to_dense()
c.ccol_indices()
c.row_indices()
torch.sparse_csr_tensor(torch.tensor([0, 2, 4]), torch.tensor([0, 1, 0, 1]), torch.tensor([1., 2., 3., 4.]))
torch.sparse_csr_tensor([0, 2, 4], [0, 1, 0, 1], [1, 2, 3, 4], size=(2, 10), dtype=torch.double)
torch.sparse_csr_tensor(torch.tensor([0, 2, 4]), torch.tensor([0, 1, 0, 1]), torch.tensor([True, False, False, True]))
torch.sparse_csr_tensor([0, 2], [0, 1, 0, 1], [1, 2, 3, 4], size=(2, 10))
torch.sparse_csr_tensor([0, 2, 5], [0, 1, 0, 1], [1, 2, 3, 4], size=(2, 10))
torch.sparse_csr_tensor([0, 2, 4], [0, 1, 0, 11], [1, 2, 3, 4], size=(2, 10))
torch.sparse_csr_tensor([0, 2, 4], [1, 0, 0, 1], [1, 2, 3, 4], size=(2, 10))
c @ torch.ones(3)
c @ torch.ones(3, 2)
c.matmul(torch.ones(3, 2))
torch.mm(c, torch.ones(3, 2))
torch.mv(c, torch.ones(3))
torch.sparse.mm(c, torch.ones(3, 2))
torch.addmm(torch.ones(2, 2), c, torch.ones(3, 2))
c @ c.to_dense().t().to_sparse_csr()
c + c
c * 2
2 * c
c / 2
c - c
-c
c.sin()
c.abs()
c.relu()
c.sum()
c.sum(1)
c.t()
c.transpose(0, 1)
c.to_sparse()
c.to_sparse_coo()
c.to_sparse_csc()
d.to_sparse_csc()
d.to_sparse_bsr((1, 1))
c.clone()
c.detach()
c.to(torch.float64)
c.double()
c.float() is c
c[0]
c[0, 1]
c[0, 0]
c[0:1]
c.select(0, 1)
c.requires_grad_()
c.grad_fn
(c @ torch.ones(3, 2)).sum().backward()
c.grad
d.to_sparse().to_sparse_csr()
d.to_sparse(layout=torch.sparse_csr)
torch.sparse_compressed_tensor([0, 2, 4], [0, 1, 0, 1], [1, 2, 3, 4], layout=torch.sparse_csr)
torch.sparse_csc_tensor([0, 2, 4], [0, 1, 0, 1], [1, 2, 3, 4])
torch.sparse_bsr_tensor([0, 1, 2], [0, 1], [[[1, 2], [3, 4]], [[5, 6], [7, 8]]])
torch.sparse_bsc_tensor([0, 1, 2], [0, 1], [[[1, 2], [3, 4]], [[5, 6], [7, 8]]])
torch.eye(50).to_sparse_csr()
torch.zeros(2, 3).to_sparse_csr()
d.to_sparse_csr().requires_grad_()
d.clone().requires_grad_().to_sparse_csr()
c.is_contiguous()
c.stride()
c.numpy()
c.tolist()
c.item()
torch.rand(3, 3) @ d.t().to_sparse_csr()
d.t().to_sparse_csr() + torch.ones(3, 2)
torch.add(torch.ones(2, 3), d.to_sparse_csr())
torch.sparse_csr, torch.sparse_csc, torch.sparse_bsr, torch.sparse_bsc, torch.jagged
d.to_sparse_csr() * d.to_sparse_csr()
d.to_sparse_csr() * d
torch.mul(d.to_sparse_csr(), d)
F.linear(torch.ones(1, 3), d.to_sparse_csr())
torch.sparse.sampled_addmm(d.to_sparse_csr(), torch.ones(2, 4), torch.ones(4, 3))
torch.zeros_like(d.to_sparse_csr())
torch.empty_like(d.to_sparse_csr()).layout
torch.allclose(d.to_sparse_csr().to_dense(), d)
torch.equal(d.to_sparse_csr(), d.to_sparse_csr())
torch.sparse_coo_tensor([[0, 1], [1, 0]], [1., 2.]).to_sparse_csr()
d.to_sparse_csr().cpu()
d.to_sparse_csr().norm()
d.to_sparse_csr().pow(2)
d.to_sparse_csr() ** 2
d.to_sparse_csr().mul_(2)
d.to_sparse_csr().to_dense().requires_grad
d.to_sparse_csr().mean()
d.to_sparse_csr().exp()
d.to_sparse_csr().view(-1)'''.split('\n'):
    show(line)
