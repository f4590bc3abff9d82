# index_fill: a value that is a tensor has a gradient of its own, each row once
import torch
x = torch.arange(24.).reshape(2, 3, 4)
for d, rows in ((0, [1]), (1, [0, 2]), (1, [0, 2, 2]), (2, [3, 1, 0])):
    w, v = x.clone().requires_grad_(), torch.tensor(2., requires_grad=True)
    y = (w * 1).index_fill(d, torch.tensor(rows), v)
    (y * x).sum().backward()
    print(y.tolist(), w.grad.sum(), v.grad, y.grad_fn.name())
    v = torch.tensor(2, dtype=torch.float64, requires_grad=True)
    y = x.index_fill(d, torch.tensor(rows), v)
    (y * x).sum().backward()
    print(y.dtype, v.grad, (w * 1).index_fill(d, torch.tensor(rows), 3).grad_fn.name())
print(x.index_fill(1, torch.tensor([-1]), 5.).sum(), x.index_fill(0, torch.tensor(1), torch.tensor(5)).sum(), x.index_fill(0, torch.tensor([], dtype=torch.long), 1).equal(x))
i8 = torch.zeros(3, dtype=torch.int8)
for bad in (lambda: i8.index_fill_(0, torch.tensor([0]), 300), lambda: x.index_fill_(0, torch.tensor([2]), 1), lambda: x.index_fill_(0, torch.tensor([[0]]), 1), lambda: x.index_fill_(3, torch.tensor([0]), 1)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0])
