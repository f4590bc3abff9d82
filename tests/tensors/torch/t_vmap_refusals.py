# What a function under vmap may not ask of an example: its value, a size that hangs on values; control flow by values.
import torch
from functorch import grad, vmap


def p(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e))


x = torch.arange(6.).reshape(3, 2)
p(lambda: vmap(lambda a: a.sum().item())(x))
p(lambda: vmap(lambda a: a*float(a.sum()))(x))
p(lambda: vmap(lambda a: a if a.sum()>2 else -a)(x))
p(lambda: vmap(lambda a: a*int(a[0]))(x))
p(lambda: vmap(lambda a: a.nonzero())(x))
p(lambda: vmap(lambda a: a[a>1])(x))
p(lambda: vmap(lambda a: a.tolist())(x))
p(lambda: vmap(lambda a: a.numpy())(x))
p(lambda: vmap(lambda a: torch.tensor(a.sum().item()))(x))
p(lambda: vmap(lambda a: a.unique())(x))
p(lambda: vmap(lambda a: a.masked_select(a>1))(x))
p(lambda: vmap(lambda a: torch.where(a>1,a,-a))(x))
p(lambda: vmap(lambda a: a.add_(1))(x.clone()))
p(lambda: vmap(lambda a,b: b.add_(a), in_dims=(0,None))(x, torch.zeros(2)))
p(lambda: vmap(lambda a: bool(a.sum()))(x))
p(lambda: vmap(lambda a: range(a[0].long()))(x))
p(lambda: vmap(lambda a: a.data_ptr())(x))
p(lambda: vmap(lambda a: torch.zeros(int(a[0])))(x))
p(lambda: vmap(lambda a: sum(a))(x))
p(lambda: vmap(lambda a: [b for b in a][0])(x))
p(lambda: vmap(lambda a: len(a)*a)(x))
p(lambda: vmap(lambda a: a.is_contiguous() and a)(x))
p(lambda: vmap(lambda a: a.stride() and a)(x))
p(lambda: vmap(vmap(lambda a: a.item()))(x))
p(lambda: grad(lambda a: a.sum()*a.sum().item())(x))
p(lambda: vmap(lambda a: a.backward())(x))
captured = torch.zeros(2)
print(vmap(lambda a: a * captured.sum().item())(x), captured.sum().item(), x[0, 0].item())
print(vmap(grad(lambda a: (a * a).sum()))(x), vmap(lambda a: a.clone().mul_(2))(x), vmap(vmap(lambda a: a * 2))(x))
done = vmap(lambda a: a, out_dims=0)(x)
print(done.sum().item(), bool(done[0, 0] == 0), done.tolist())
