# einsum: every form that attention code, covariances and traces use; errors.
import torch

A, B = torch.arange(6.).reshape(2, 3), torch.arange(12.).reshape(3, 4)
x, y = torch.arange(3.), torch.arange(3., 6.)
T, S = torch.arange(24.).reshape(2, 3, 4), torch.arange(40.).reshape(2, 4, 5)
M = torch.arange(9.).reshape(3, 3)
for eq, args in (('ij,jk->ik', (A, B)), ('ij,jk', (A, B)), ('i,i->', (x, y)), ('i,j->ij', (x, y)), ('ij->ji', (A,)), ('ij->', (A,)), ('ij->i', (A,)), ('ii->i', (M,)), ('ii', (M,)), ('bij,bjk->bik', (T, S)), ('bij->bji', (T,)), ('ij,j->i', (A, x)), ('i,ij,j->', (torch.ones(2), A, x)), ('ij,ij->ij', (A, A)), ('...ij->...ji', (T,)),
                 ('bhqd,bhkd->bhqk', (torch.ones(1, 2, 3, 4), torch.ones(1, 2, 5, 4))), ('ijk,k->ij', (T, torch.ones(4))), ('ij,kj->ik', (A, A)), ('a b, b c -> a c', (A, B)), ('...i,...i->...', (T, T))):
    out = torch.einsum(eq, *args)
    print(eq, out.shape, out if out.numel() < 16 else out.sum())
a = torch.ones(2, 3, requires_grad=True)
torch.einsum('ij,jk->', a, B).backward()
print(a.grad, torch.einsum('ij,jk->ik', [A, B]).shape)
for eq, args in (('ij,jk->ik', (A, A)), ('ij', (T,)), ('i->j', (x,)), ('ij,jk', (A,)), ('i->ii', (x,))):
    try:
        print(torch.einsum(eq, *args))
    except Exception as e:
        print(type(e).__name__, '|', str(e).split('\n')[0][:90])
