import torch


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, '|', e)


t(lambda: torch.ones(2, requires_grad=True).numpy())
t(lambda: torch.ones(2, 3).item())
t(lambda: torch.ones(2, requires_grad=True).backward())
t(lambda: torch.ones(2).sum().backward())
t(lambda: torch.tensor([1, 2], requires_grad=True))
t(lambda: torch.ones(2, 3).view(4))
t(lambda: torch.ones(2, 3).reshape(-1, 4))
t(lambda: torch.ones(2, 3).t().view(6))
t(lambda: torch.ones(2, 3) @ torch.ones(2, 3))
t(lambda: torch.ones(2, 3) + torch.ones(2, 4))
t(lambda: torch.cat([torch.ones(2, 3), torch.ones(2, 4)]))
t(lambda: torch.stack([torch.ones(2, 3), torch.ones(2, 4)]))
t(lambda: torch.cat([]))
t(lambda: torch.zeros(-1))
t(lambda: torch.tensor([[1, 2], [3]]))
t(lambda: torch.tensor('a'))
t(lambda: torch.foo)
t(lambda: torch.ones(2).foo)
t(lambda: torch.ones('a'))
t(lambda: torch.ones(2.5))
t(lambda: torch.arange(0, 3, -1))
t(lambda: torch.sum(3))
t(lambda: torch.exp(3))
t(lambda: torch.add('a', 1))
t(lambda: torch.ones(2) + 'a')
t(lambda: 'a' + torch.ones(2))
t(lambda: torch.ones(2, 3).sum(2))
t(lambda: torch.ones(2, 3).expand(3, 3))
t(lambda: torch.from_numpy(3))
t(lambda: torch.empty(0).max())
t(lambda: torch.empty(0).argmax())
t(lambda: torch.tensor([1, 2]).mean())
t(lambda: torch.device('cuda:x'))
t(lambda: torch.device(''))
t(lambda: torch.randint(5, 2, (2,)))
t(lambda: torch.set_default_dtype(torch.int32))
t(lambda: torch.bmm(torch.ones(2, 3), torch.ones(3, 2)))
t(lambda: torch.bmm(torch.ones(2, 3, 4), torch.ones(2, 3, 2)))
t(lambda: torch.mm(torch.ones(2), torch.ones(3, 2)))
t(lambda: torch.mm(torch.ones(2, 3), torch.ones(2, 3)))
t(lambda: torch.dot(torch.ones(2), torch.ones(3)))
t(lambda: torch.mv(torch.ones(2, 2), torch.ones(3)))
t(lambda: torch.split(torch.ones(5), [2, 2]))
t(lambda: torch.where(torch.ones(2), 1, 2))
t(lambda: torch.gather(torch.ones(2, 2), 0, torch.ones(2, 2)))
t(lambda: torch.ones(2)[5])
t(lambda: torch.ones(2, 2)[0, 0, 0])
t(lambda: torch.ones(2, 2)[1.5])
t(lambda: torch.ones(2, 2, 2).t())
t(lambda: bool(torch.ones(2)))
t(lambda: len(torch.tensor(1)))
t(lambda: list(torch.tensor(1)))
t(lambda: int(torch.ones(2)))
t(lambda: float(torch.ones(2)))
t(lambda: torch.ones(2, 2).transpose(0, 2))
t(lambda: torch.ones(2, 2).squeeze(3))
t(lambda: torch.ones(2, 2).unsqueeze(4))
t(lambda: torch.ones(2, 2).repeat(2))
t(lambda: torch.topk(torch.ones(2), 3))
t(lambda: torch.ones(3).index_select(0, torch.tensor([5])))


def again():
    x = torch.ones(2, requires_grad=True)
    y = (x * x).sum()
    y.backward()
    y.backward()


def leaf():
    x = torch.ones(2, requires_grad=True)
    x += 1


def leaf_view():
    x = torch.ones(2, requires_grad=True)
    x[0] = 1


def saved():
    x = torch.ones(2, requires_grad=True)
    y = x.exp()
    y += 1
    y.sum().backward()


def flag():
    x = torch.ones(2, requires_grad=True)
    y = x * 2
    y.requires_grad = False


def unused():
    x = torch.ones(2, requires_grad=True)
    z = torch.ones(2, requires_grad=True)
    torch.autograd.grad((x * 2).sum(), z)


def shape_of_gradient():
    x = torch.ones(2, requires_grad=True)
    (x * 2).backward(torch.ones(3))


for f in (again, leaf, leaf_view, flag, unused, shape_of_gradient):
    t(f)


def integer_out():
    a = torch.ones(2, dtype=torch.int64)
    a += 1.5


t(integer_out)


def add_shapes():
    a = torch.ones(2)
    a += torch.ones(3, 2)


t(add_shapes)
t(lambda: torch.ones(2, dtype=torch.bool) - torch.ones(2, dtype=torch.bool))
t(lambda: -torch.ones(2, dtype=torch.bool))
t(lambda: torch.tensor([1, 2]) ** -1)
t(lambda: torch.tensor([1]) // 0)
t(lambda: torch.ones(3).chunk(0))
t(lambda: torch.linspace(0, 1, -1))
t(lambda: torch.eye(-1))
t(lambda: torch.full(3, 1.))
t(lambda: torch.einsum('ij,jk->ik', torch.ones(2, 3), torch.ones(4, 2)))
t(lambda: torch.ones(2).clamp())
t(lambda: torch.ones(2).to('gpu') if False else None)
t(lambda: torch.normal(1, 2))
t(lambda: torch.manual_seed('a'))
t(lambda: torch.randn(2, 3, dtype=torch.int64))
t(lambda: torch.ones(2, 3).max(5))
t(lambda: torch.ones(2, 3).permute(0, 0))
t(lambda: torch.ones(2, 3).flatten(1, 0))
t(lambda: torch.ones(2, 3).narrow(0, 1, 5))
t(lambda: torch.ones(2, 3).select(0, 5))
t(lambda: torch.autograd.backward([]))
