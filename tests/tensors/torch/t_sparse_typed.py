"""torch.sparse.FloatTensor and its like."""
import torch

i, v = torch.tensor([[0, 1], [1, 0]]), torch.ones(2)


def told(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0])


F = torch.sparse.FloatTensor
for args in ((i, v, torch.Size([2, 2])), (i, v), (i, v.double(), (2, 3)), (3,), (2, 3), (torch.Size([2, 2]),), (), ([[0, 1], [1, 0]], [1., 2.], (2, 2)), ((2, 2),), (i,), ('a',), (i, v, 3), (i.double(), v)):
    told(lambda: (F(*args).shape, F(*args)._nnz(), F(*args).dtype))
told(lambda: F(i, v).to_dense())
told(lambda: torch.mm(F(i, v, torch.Size([2, 2])), torch.eye(2)))
for name in ('BFloat16', 'Byte', 'Char', 'Double', 'Float', 'Half', 'Int', 'Long', 'Short'):
    T = getattr(torch.sparse, name + 'Tensor')
    print(T, T.dtype, T.is_sparse, T.is_cuda, isinstance(F(i, v), T), T(2).dtype)
print(torch.sparse.Tensor is torch.Tensor, isinstance(torch.ones(2), F))
from torch.utils.data.dataloader import _collate_fn_t, _worker_init_fn_t
print(_collate_fn_t, _worker_init_fn_t)
