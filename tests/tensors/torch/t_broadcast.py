# Broadcasting: the rule, expand and its strides, and what does not fit.
import torch

a = torch.arange(3).reshape((3, 1))
b = torch.arange(2).reshape((1, 2))
print(a + b, a * b, a == b, a > b, a - 1, 2 ** b, a / (b + 1), a // (b + 1), a % 2)
A = torch.arange(20, dtype=torch.float32).reshape(5, 4)
print(A / A.sum(axis=1, keepdims=True), A - A.mean(0), (A - A.mean(0)) / A.std(0))
print((torch.ones(5, 1, 3) + torch.ones(4, 3)).shape, (torch.ones(()) + torch.ones(2)).shape, (torch.ones(0, 3) + torch.ones(1, 3)).shape)
x = torch.tensor([[1], [2], [3]])
e = x.expand(3, 4)
print(e, e.stride(), e.is_contiguous(), x.expand(-1, 2), x.expand(2, 3, 4).shape, x.expand_as(torch.ones(3, 2)), e.storage().size() if False else e.numel())
print(torch.broadcast_to(torch.tensor([1, 2]), (2, 2)), torch.broadcast_shapes((3, 1), (1, 4), (2, 1, 1)), [t.shape for t in torch.broadcast_tensors(a, b)])
print(x.repeat(1, 2), x.repeat(2, 1, 2).shape, torch.tile(x, (1, 2)), x.repeat_interleave(2), torch.repeat_interleave(x, torch.tensor([1, 0, 2]), dim=0))
print((A.unsqueeze(0) - A.unsqueeze(1)).abs().sum(-1), torch.outer(torch.arange(3), torch.arange(3)))
w = torch.zeros(2, 3)
w += torch.tensor([1., 2, 3])
w *= torch.tensor([[2.], [3.]])
print(w)
g = torch.ones(3, 1, requires_grad=True)
h = torch.ones(4, requires_grad=True)
(g * h * torch.arange(12.).reshape(3, 4)).sum().backward()
print(g.grad, h.grad)
for bad in (lambda: torch.ones(2, 3) + torch.ones(2), lambda: torch.ones(2, 3) * torch.ones(4, 3), lambda: torch.ones(3).add_(torch.ones(2, 3)), lambda: x.expand(3, 4).add_(1),
            lambda: x.expand(4, 4), lambda: x.expand(3), lambda: torch.broadcast_to(x, (2, 2)), lambda: torch.ones(2, 3) == torch.ones(4), lambda: torch.where(torch.ones(2) > 0, torch.ones(3), torch.ones(3)),
            lambda: torch.broadcast_shapes((2,), (3,)), lambda: torch.ones(2, 3).view(4), lambda: torch.ones(2, 3).reshape(-1, -1), lambda: torch.ones(2, 3).reshape(-1, 4), lambda: torch.ones(3, 2).t().view(6),
            lambda: x.repeat(2), lambda: torch.ones(2, 2).t_().view(-1) if False else torch.ones(2, 3).T.view(-1)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, '|', str(e).split('\n')[0])
