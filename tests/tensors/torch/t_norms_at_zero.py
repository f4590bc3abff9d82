"""Gradients of norms where elements, or all of them, are zero."""
import torch

for p in (0, 0.5, 1, 2, 3, float('inf'), -1):
    for values in ([0., 3., -4.], [0., 0., 0.], [1., -2., 2.]):
        x = torch.tensor(values, requires_grad=True)
        for options in ({}, {'dim': 0}, {'dim': 0, 'keepdim': True}):
            x.grad = None
            x.norm(p, **options).sum().backward()
            print(p, values, options, None if x.grad is None else [round(g, 4) + 0.0 for g in x.grad.tolist()])
    m = torch.tensor([[0., 1.], [0., 0.]], requires_grad=True)
    m.norm(p, dim=1).sum().backward()
    print(p, None if m.grad is None else m.grad.tolist())
for values in ([0., 3., -4.], [1., -2., 2.]):       # gradients of the gradients
    for p in (1, 2, 3):
        x = torch.tensor(values, requires_grad=True)
        first, = torch.autograd.grad(x.norm(p) ** 2, x, create_graph=True)
        (first * torch.tensor([1., 2., 3.])).sum().backward()
        print(p, values, [round(g, 4) + 0.0 for g in x.grad.tolist()])
