"""An einsum of one operand where nothing is summed is a view: strides, memory, what is written through it, its gradient."""
import torch

x = torch.arange(24.).reshape(2, 3, 4)
s = torch.arange(9.).reshape(3, 3)
d = torch.arange(12.).reshape(2, 2, 3)
for equation, t in (('ijk->kij', x), ('ijk->ijk', x), ('...ij->...ji', x), ('i...->...i', x), ('ijk', x), ('kji', x), ('bAa', x), ('ii->i', s), ('ii', s), ('ij->i', s), ('ij->', s), ('ij->ji', s), ('ijk->ki', x),
                    ('...->...', x), ('ijk->ji', x), ('iij->ij', d), ('iij->ji', d), ('iij->j', d), ('i', s[0]), (' i j -> j i ', s)):
    t = t.clone().requires_grad_()
    r = torch.einsum(equation, t)
    r.pow(2).sum().backward()
    print(equation, tuple(r.shape), r.stride(), r.grad_fn.name(), r.data_ptr() == t.data_ptr(), t.grad.sum().item(), t.grad.flatten()[:5].tolist())
y = x.clone()
torch.einsum('ijk->kji', y)[0, 0, 0] = 100
torch.einsum('ii->i', s).zero_()
print(y[0, 0], s)
z = torch.complex(x, x + 1)
print(torch.einsum('ijk->kij', z).stride(), torch.einsum('iij->ji', z[:, :2]).stride(), torch.einsum('ijk->ik', z)[0])
print(torch.einsum('ij->ji', torch.arange(6).reshape(2, 3)), torch.einsum('ij->ji', torch.tensor([[True, False]])))
print(torch.einsum(x, [0, 1, 2], [2, 0, 1]).stride(), torch.einsum(x, [..., 0], [0, ...]).stride())
for equation, t in (('ij->ij', x), ('ijk->iij', x), ('ijk->ijl', x), ('ii->i', torch.ones(2, 3)), ('i1->i', s), ('....ij', x), ('ijkl->i', x)):
    try:
        print(torch.einsum(equation, t).shape)
    except RuntimeError as e:
        print(equation, e)
