"""Tensors of millions of elements, printed: their summaries."""
import torch

a = torch.arange(6 * 10**6).view(2000, 3000)
for b in (a, a.t(), a[:, ::2], a[::2][7:], a.view(2, 3, 10, 100, 1000), a.view(-1), a.view(-1, 1), a.view(1, -1), a > 4, a.float() / 7, a.half(), a.expand(2, 2000, 3000), torch.zeros(3000, 3000, requires_grad=True) * 2):
    print(b)
torch.set_printoptions(edgeitems=1)
print(a)
torch.set_printoptions(profile='short')
print(a / 3)
