# A copy over a tensor that was computed ends its gradient there: zeros, not none; so do draws over it.
import torch


def show(word, write, shape=(3,)):
    w = torch.ones(shape, requires_grad=True)
    x = w * 1
    try:
        write(x)
        x.sum().backward()
        print(word, w.grad.tolist(), x.grad_fn.name(), x.grad_fn.next_functions[0][0].name())
    except Exception as e:
        print(word, type(e).__name__, e)


v = torch.ones(3, requires_grad=True)
show('copy_', lambda x: x.copy_(torch.zeros(3)))
show('copy_ of computed', lambda x: x.copy_(v * 2))
print(v.grad)
show('copy_ of integers', lambda x: x.copy_(torch.zeros(3, dtype=torch.int)))
show('copy_ of doubles', lambda x: x.copy_(torch.zeros(3, dtype=torch.double)))
show('copy_ broadcast', lambda x: x.copy_(torch.zeros(1)))
show('copy_ turned', lambda x: x.copy_(torch.zeros(3, 2).t()), (2, 3))
show('fill_', lambda x: x.fill_(5.))
show('zero_', lambda x: x.zero_())
show('uniform_', lambda x: x.uniform_())
show('normal_', lambda x: x.normal_())
show('exponential_', lambda x: x.exponential_())
show('cauchy_', lambda x: x.cauchy_())
show('geometric_', lambda x: x.geometric_(.5))
show('log_normal_', lambda x: x.log_normal_())
show('bernoulli_', lambda x: x.bernoulli_(.5))
show('masked_scatter_', lambda x: x.masked_scatter_(torch.tensor([True] * 3), torch.zeros(3)))


def parts(x):
    x[0] = torch.zeros(3)
    x[1].copy_(torch.ones(3))


show('by parts', parts, (2, 3))
w = torch.ones(3, requires_grad=True)
x = w * 1
x[...] = torch.zeros(3)
print(torch.autograd.grad(x.sum(), w))
x = w * 2
x.copy_(torch.zeros(3))
(x * w).sum().backward()
print(w.grad)
w = torch.ones(2, 2, requires_grad=True)
x = w * 3
x[:] = w * 5
x.sum().backward()
print(w.grad)
