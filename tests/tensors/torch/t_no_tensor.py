import torch


def show(make, words=True):
    try:
        print(make())
    except Exception as e:
        print(type(e).__name__, str(e).split('\n')[0] if words else '')


# What is no tensor, in each place.
t = torch.ones(2)
for wrong in ('a', None, [1.0], (1,), {}):
    for f in (torch.div, torch.true_divide, torch.add, torch.sub, torch.mul, torch.pow, torch.fmod, torch.maximum, torch.where, torch.lerp, torch.dot, torch.mm, torch.exp, torch.abs, torch.relu, torch.sum, torch.mean, torch.cat):
        show(lambda: (f.__name__, f(wrong, t) if f not in (torch.exp, torch.abs, torch.relu, torch.sum, torch.mean, torch.cat) else f(wrong)), words=False)
for wrong in ('a', None, [1.0]):
    for f in (torch.div, torch.add, torch.mul, torch.pow, torch.maximum):
        show(lambda: (f.__name__, f(t, wrong)), words=False)
for mode in (None, 'floor', 'trunc', 'round', 3):
    show(lambda: torch.div(torch.tensor([5., -5.]), 3, rounding_mode=mode), words=False)
    show(lambda: torch.tensor([5, -5]).div_(3, rounding_mode=mode), words=False)
show(lambda: torch.nn.Parameter(None))
# Gradients asked of what cannot give them.
x = torch.tensor([1., 2.], requires_grad=True)
y = (x * x).sum()
show(lambda: torch.autograd.grad(y, x, grad_outputs=torch.ones(2)))
show(lambda: torch.autograd.grad([y, y * 2], x, grad_outputs=[torch.tensor(1.), torch.tensor(3.)], retain_graph=True))
show(lambda: torch.autograd.grad([y, y * 2], x, grad_outputs=[None, None], retain_graph=True))
show(lambda: torch.autograd.backward([y], [torch.ones(3)]))
show(lambda: torch.autograd.grad(torch.ones(2), x))


class Kept(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        global context
        context, y = ctx, x.exp()
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, g):
        return g * ctx.saved_tensors[1]


y = Kept.apply(x)
print([s.detach() for s in context.saved_tensors], context.needs_input_grad)
y.sum().backward()
print(x.grad)
# Many in a row, all of them.
torch.set_printoptions(threshold=10 ** 9)
for a in (torch.arange(1100), torch.arange(2100).reshape(2, 1050), torch.zeros(1030, 2), torch.arange(1025.) / 8):
    text = str(a)
    print(len(text), text.count('\n'), text[-60:])
for profile in ('short', 'full', 'default', 'none'):
    show(lambda: torch.set_printoptions(profile=profile))
    print(torch.tensor([1.23456789, 1000]))
