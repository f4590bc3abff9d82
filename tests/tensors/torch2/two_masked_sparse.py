"""Masked tensors of sparse layouts: made of dense ones, of coordinates, of compressed rows."""
import warnings

import torch
from torch.masked import masked_tensor

warnings.simplefilter('ignore')
mt = masked_tensor(torch.tensor([[0, 0, 3], [4, 0, 5]]), torch.tensor([[False, False, True], [False, False, True]]))
for made in (mt.to_sparse_coo(), mt.to_sparse_csr()):
    print(made, made.get_data(), made.is_sparse, made.is_sparse_coo(), made.is_sparse_csr(), made.layout)
    print(made.to_dense(), made.sum(), made.sin())
i, m = [[0, 1, 1], [2, 0, 2]], torch.tensor([True, False, True])
one, two = (masked_tensor(torch.sparse_coo_tensor(i, v, (2, 3)), torch.sparse_coo_tensor(i, m, (2, 3))) for v in ([3, 4, 5], [20, 30, 40]))
print(one, two, torch.div(two, one), torch.mul(one, two), two.get_data())
part = masked_tensor(torch.tensor([[0, 0, 3], [4, 0, 5]]).to_sparse(), torch.tensor([[False, False, True], [False, False, True]]).to_sparse())
print(part, part.get_data())
at, columns = torch.tensor([0, 2, 4]), torch.tensor([0, 1, 0, 1])
csr = masked_tensor(torch.sparse_csr_tensor(at, columns, torch.tensor([1, 2, 3, 4]), dtype=torch.double), torch.sparse_csr_tensor(at, columns, torch.tensor([True, False, False, True]), dtype=torch.bool))
print(csr, csr.get_data())
