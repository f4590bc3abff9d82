# Functions that make complex tensors where the numbers that they begin with are real, and the way back.
import torch

for dtype in (torch.complex64, torch.complex128):
    print(torch.eye(2, dtype=dtype))
    print(torch.eye(2, 3, dtype=dtype))
    print(torch.linspace(0, 1, 3, dtype=dtype))
    print(torch.logspace(0, 2, 3, base=2, dtype=dtype))
    print(torch.full((2,), 3, dtype=dtype))
    print(torch.full_like(torch.ones(2, dtype=torch.int64), 2, dtype=dtype))
    print(torch.scalar_tensor(1, dtype=dtype), torch.tensor([True, False], dtype=dtype))
    print(torch.zeros(300, dtype=dtype).fill_(2).sum(), torch.ones(300, dtype=dtype).t().sum())
    print(torch.zeros(2, 2, dtype=dtype).fill_diagonal_(5))
    print(torch.eye(40, dtype=dtype).sum())
    print(torch.randn(50, dtype=dtype).imag.abs().max() > 0, torch.rand(50, dtype=dtype).imag.min() >= 0)
    for values in (torch.tensor([[1.5, -2], [0, 4]]), torch.tensor([[1, 2], [3, 4]]), torch.tensor([[True, False], [True, True]]), torch.tensor([[1.5, 2], [3, 4]]).half()):
        print(values.to(dtype), values.t().to(dtype), values[:, 1].type(dtype))
        if values.dtype == torch.float16:       # perch has no complex32, which sums of halves go over
            continue
        print(values.sum(dtype=dtype), values.sum(0, dtype=dtype), values.prod(dtype=dtype), values.cumsum(1, dtype=dtype), values.cumprod(0, dtype=dtype))
    made = torch.tensor([[1 + 2j, 0], [3 - 1j, -2j]], dtype=dtype)
    print(made.count_nonzero(), made.any(), made.all())
