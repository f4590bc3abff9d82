# What may not be done to a graph, and the words for it.
import torch


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, '|', e)


x = torch.ones(2, 3, requires_grad=True)
i = torch.arange(3)


def twice():
    y = (x * x).sum()
    y.backward()
    y.backward()


def in_place_leaf():
    w = torch.ones(2, requires_grad=True)
    w += 1


def in_place_view():
    w = torch.ones(2, requires_grad=True)
    w[0] = 5


def in_place_saved():
    a = torch.ones(2, requires_grad=True)
    b = a.exp()
    b.add_(1)
    b.sum().backward()


def in_place_saved_slice():
    a = torch.ones(3, requires_grad=True)
    b = a * a
    c = b * b
    b[0] = 0
    c.sum().backward()


t(twice)
t(in_place_leaf)
t(in_place_view)
t(in_place_saved)
t(in_place_saved_slice)
t(lambda: (x * 2).backward())
t(lambda: (x * 2).backward(torch.ones(3)))
t(lambda: (x * 2).sum().detach().backward())
t(lambda: torch.ones(2).sum().backward())
t(lambda: torch.ones(2, dtype=torch.int64).requires_grad_())
t(lambda: torch.tensor([1, 2], requires_grad=True))
t(lambda: torch.arange(3, requires_grad=True))
t(lambda: (x * 2).requires_grad_(False))
t(lambda: setattr(x * 2, 'requires_grad', False))
t(lambda: x.numpy())
t(lambda: x.detach().numpy().shape)
t(lambda: torch.autograd.grad(x.sum(), i))
t(lambda: torch.autograd.grad(x.sum(), torch.ones(1, requires_grad=True)))
t(lambda: torch.autograd.grad(torch.ones(1), x))
t(lambda: setattr(x, 'grad', torch.ones(2)))
t(lambda: setattr(x, 'grad', 3))
t(lambda: setattr(x, 'grad', torch.ones(2, 3, dtype=torch.float64)))
t(lambda: x.detach().register_hook(print))
t(lambda: x.detach().retain_grad())
t(lambda: x.retain_grad())
t(lambda: x.sum().item())
t(lambda: x.item())
t(lambda: bool(x))
t(lambda: bool(torch.tensor([])))
t(lambda: float(x))
t(lambda: int(torch.ones(2)))
t(lambda: x.expand(2, 2, 3).sum().backward(retain_graph=True))
t(lambda: x.unsqueeze_(0))
t(lambda: x.data.add_(1))



def freed_saved():
    y = (x.exp() * x).sum()
    torch.autograd.grad(y, x)
    return torch.autograd.grad(y, x)


t(freed_saved)


def hook_error():
    y = x * 2
    y.register_hook(lambda g: 1 / 0)
    y.sum().backward()


t(hook_error)
t(lambda: torch.no_grad(3))



def copy_graph():
    import copy
    return copy.deepcopy(x * 2)


t(copy_graph)
with torch.autograd.set_detect_anomaly(True):
    t(lambda: (x.detach().requires_grad_().sqrt() * 2).sum().backward())
one = torch.ones(1, requires_grad=True)
t(lambda: torch.autograd.grad(3, torch.ones(()), torch.ones(())))
t(lambda: torch.autograd.grad([one, 3], [one], [torch.ones(1), torch.ones(1)]))
t(lambda: torch.autograd.backward([3], [torch.ones(())]))
t(lambda: torch.autograd.backward(3, torch.ones(())))
t(lambda: torch.autograd.backward([one, 3], [torch.ones(1)]))
t(lambda: torch.autograd.backward(one, 3))
t(lambda: torch.autograd.backward([one], [3]))
t(lambda: torch.autograd.backward([]))
t(lambda: torch.nn.Parameter(5))
t(lambda: torch.nn.Parameter([1.0]))
t(lambda: torch.nn.Parameter(torch.nn.Parameter(torch.ones(1))))
