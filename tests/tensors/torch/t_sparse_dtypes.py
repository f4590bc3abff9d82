"""Sparse tensors of one dtype with tensors of another: sums, products, what is added in place, what PyTorch's kernels leave out."""
import torch


def told(f):
    try:
        return f()
    except Exception as error:
        return type(error).__name__, str(error).splitlines()[0]


places = torch.tensor([[0, 1, 1], [1, 0, 0]])
dtypes = torch.int64, torch.float32, torch.float64, torch.int32, torch.float16, torch.complex64, torch.uint8
S = {dtype: torch.sparse_coo_tensor(places, torch.tensor([1, 2, 3]), (2, 2), dtype=dtype) for dtype in dtypes}
D = {dtype: torch.tensor([[1, 2], [3, 4]]).to(dtype) for dtype in dtypes}
for a in dtypes:
    for b in dtypes:
        print(a, b, told(lambda: D[a] + S[b]), told(lambda: S[a] + D[b]), told(lambda: D[a] - S[b]), told(lambda: torch.add(D[a], S[b], alpha=2)))
        print(told(lambda: D[a].clone().add_(S[b])), told(lambda: (S[a] + S[b]).dtype), told(lambda: (S[a] - S[b]).to_dense().tolist()))
        print(told(lambda: (S[a] * D[b]).dtype), told(lambda: (S[a] * S[b]).dtype), told(lambda: S[a] @ D[b]), told(lambda: S[a].clone().add_(S[b]).dtype))
F, L = S[torch.float32], S[torch.int64]
for other in (torch.eye(3), torch.eye(1), torch.ones(2, 2, 2), 1, True):
    print(told(lambda: other + F), told(lambda: F + other))
print(told(lambda: torch.eye(3).add_(F)))
for dense, sparse in ((torch.eye(2), F), (torch.eye(2).long(), L), (torch.eye(2), L), (F, L), (L, L)):
    print(told(lambda: torch.add(dense, sparse, alpha=2.5)))
print(told(lambda: torch.eye(2).bool() + F), told(lambda: F.bool() + L), told(lambda: torch.eye(2) + F.bool()))
print(told(lambda: torch.mv(F, torch.ones(2))), told(lambda: torch.mv(F, torch.ones(2).double())), told(lambda: F @ torch.ones(2).long()))
print(told(lambda: torch.addmm(torch.eye(2), F, D[torch.float32])), told(lambda: torch.addmm(torch.eye(2), F, D[torch.float32], beta=2, alpha=3)),
      told(lambda: torch.addmm(torch.eye(2).long(), F, torch.eye(2))), told(lambda: torch.sparse.addmm(torch.eye(2), F, torch.eye(2).double())), told(lambda: F @ L))
for dtype in (torch.float16, torch.bfloat16, torch.bool):
    print(told(lambda: F.to(dtype) @ torch.eye(2).to(dtype)), told(lambda: F.to(dtype) + F.to(dtype)))
print(F.double() + L, F.coalesce() + L.coalesce(), F.bfloat16())
x = torch.eye(2, requires_grad=True)
y = x + L
y.sum().backward()
print(y, x.grad)
