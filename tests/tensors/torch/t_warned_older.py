"""What PyTorch warns of where older functions, masks of bytes and dropout of other dimensions are used; and what these give."""
import warnings
import torch
import torch.nn as nn
import torch.nn.functional as F


def told(f):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter('always')
        try:
            result = f()
        except Exception as error:
            result = type(error).__name__, str(error)
    print(result, [(w.category.__name__, str(w.message).split(' (Triggered')[0]) for w in found])


A = torch.eye(2)
m = torch.tensor([1, 0, 1], dtype=torch.uint8)
x = torch.arange(6.).reshape(2, 3) / 5 - .5
for f in (F.sigmoid, F.tanh):
    told(lambda: f(x))
for f in (torch.qr, torch.qr, torch.lu, torch.Tensor.lu, torch.cholesky, torch.symeig, torch.Tensor.symeig, lambda A: torch.chain_matmul(A, A), lambda A: torch.triangular_solve(A, A),
          lambda A: torch.lu_solve(A, *torch.linalg.lu_factor(A))):
    told(lambda: f(A))
for f in (lambda: x.masked_fill(m, 0.), lambda: x.clone().masked_fill_(m, 0.), lambda: torch.masked_fill(x, m, 1.), lambda: torch.masked_select(x, m), lambda: x.masked_select(m),
          lambda: torch.where(m, x, x), lambda: x.masked_fill(m.bool(), 0.)):
    told(f)
for f in (F.dropout1d, F.dropout2d, F.dropout3d, F.feature_alpha_dropout):
    for shape in ((4,), (2, 3), (2, 3, 4), (2, 3, 2, 2), (2, 2, 2, 2, 2), (2, 2, 2, 1, 1, 1)):
        for train in (True, False):
            torch.manual_seed(3)
            told(lambda: (f(torch.ones(shape), .5, train).flatten().tolist(), torch.rand(1)))
torch.manual_seed(0)
for f in (lambda: nn.Dropout2d()(torch.ones(2, 3)), lambda: nn.Dropout2d()(torch.ones(2, 3, 4)), lambda: nn.Dropout3d()(torch.ones(2, 3, 2)), lambda: F.dropout2d(torch.ones(2, 3), inplace=True),
          lambda: F.dropout2d(x, 2.), lambda: F.dropout1d(torch.ones(3), p=2.), lambda: nn.Dropout1d()(torch.ones(3, 2)), lambda: F.dropout2d(x, 0.)):
    told(f)
print(torch.is_storage(x.storage()), torch.is_storage(x), repr(x.storage()).splitlines()[-1])
