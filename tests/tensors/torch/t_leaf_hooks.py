# When hooks of leaves run: as soon as all of a gradient has come, between those of what came before; backward within a hook; what only looks at what a backward collects; callbacks at its end.
import torch

w, v = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
h = w * 2
k = h * v
log = []
w.register_hook(lambda g: log.append(('w', g.tolist(), w.grad)))
v.register_hook(lambda g: log.append(('v', g.tolist(), v.grad)))
h.register_hook(lambda g: log.append(('h', g.tolist())))
(k.sum() + w.sum()).backward()
print(log, w.grad, v.grad)
log.clear()
w.register_hook(lambda g: g * 10)
(w[0] * 3 + w[1] * v[0]).backward()
print(log, w.grad, v.grad)

a, b = torch.tensor(2., requires_grad=True), torch.tensor(3., requires_grad=True)


def inner(g):
    with torch.enable_grad():
        (b * 5).backward()
    print('inner', g.item(), b.grad)


a.register_hook(inner)
b.register_hook(lambda g: print('b', g.item()))
(a * b + b * a + a).backward()
print(a.grad, b.grad)
torch.autograd.backward([a, a * 2], [torch.tensor(1.), torch.tensor(1.)])
print(a.grad)

parts = torch.arange(6.).requires_grad_()
parts.register_hook(lambda g: print('parts', g.tolist()) or g * 2)
later = torch.ones(3, requires_grad=True)
later.register_hook(lambda g: print('later', g.tolist()))
(parts[:3] * later + parts[3:] * 2 + parts[::2]).sum().backward()
print(parts.grad, later.grad)


class Asks(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        torch.autograd.Variable._execution_engine.queue_callback(lambda: print('at the end'))
        return g * 2


x = torch.ones(2, requires_grad=True)
print(torch.autograd.grad(Asks.apply(x).sum(), x))
Asks.apply(x).sum().backward()
print(x.grad)
node = x.expand_as(x).grad_fn.next_functions[0][0]
node.register_hook(lambda given, taken: print('collected', given, taken))
print(torch.autograd.grad((x * 7).sum(), x))
(x * 5).sum().backward()
print(x.grad)


class Unused(torch.autograd.Function):
    """One of its operands gets no gradient: a part that never comes."""
    @staticmethod
    def forward(ctx, x, y):
        return x + y

    @staticmethod
    def backward(ctx, g):
        return g, None


p, q = torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)
q.register_hook(lambda g: print('q', g))
p.register_hook(lambda g: print('p', g))
(Unused.apply(p * 2, q) + q * 3).sum().backward()
print(p.grad, q.grad)

# autograd.grad: what is asked for, with hooks of its own and of what it comes from
m = torch.ones(2, requires_grad=True)
m.register_hook(lambda g: print('m', g) or g * 10)
print(torch.autograd.grad((m * 2).sum(), m))
n = m * 3
n.register_hook(lambda g: print('n', g) or g * 10)
print(torch.autograd.grad((n * 2).sum(), [n]))
n = m * 3
n.register_hook(lambda g: print('n again', g) or g * 10)
print(torch.autograd.grad((n * 2).sum(), [n, m]))
