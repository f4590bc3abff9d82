"""Module.compile(): the module stays the object it is; hooks, errors, other shapes, copies; training gives the same numbers as without."""
import copy
import pickle
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Conv2d(1, 4, 5), nn.Sigmoid(), nn.AvgPool2d(2), nn.Flatten(), nn.Linear(4 * 12 * 12, 10), nn.Tanh())
plain = copy.deepcopy(net)
print(net.compile(), type(net).__name__, list(net.state_dict())[:2], net._compiled_call_impl is None, plain._compiled_call_impl)
loss_of, optimizers = nn.CrossEntropyLoss(), [torch.optim.SGD(n.parameters(), lr=.1) for n in (net, plain)]


def step(x, y):
    for n, optimizer in zip((net, plain), optimizers):
        optimizer.zero_grad()
        loss_of(n(x), y).backward()
        optimizer.step()


def same():
    return all(torch.equal(a, b) and torch.equal(a.grad, b.grad) for a, b in zip(net.parameters(), plain.parameters()))


for i in range(10):
    step(torch.randn(3 + i % 2, 1, 28, 28), torch.randint(0, 10, (3 + i % 2,)))
    if i == 4:
        hook = net[0].register_forward_hook(lambda m, given, out: print('hook', tuple(out.shape)))
    if i == 6:
        hook.remove()
        own = net.register_forward_hook(lambda m, given, out: print('of the whole', tuple(out.shape)))
    if i == 8:
        own.remove()
print(same())
with torch.no_grad():
    net[4].weight.mul_(2), plain[4].weight.mul_(2)
print(torch.equal(net(torch.ones(2, 1, 28, 28)), plain(torch.ones(2, 1, 28, 28))), same())
try:
    net(torch.ones(2, 1, 20, 20))
except RuntimeError as error:
    print(str(error).splitlines()[0])
step(torch.randn(3, 1, 28, 28), torch.randint(0, 10, (3,)))
print(same(), copy.deepcopy(net)._compiled_call_impl, pickle.loads(pickle.dumps(nn.Sequential(net)))[0]._compiled_call_impl)
layer = nn.Linear(2, 2)
layer.compile(backend='eager', fullgraph=True)
print(layer(torch.ones(1, 2)).shape, layer)
for words in dict(mode='nope'), dict(mode='default', options={'a': 1}), dict(backend='nope'), dict(nope=1):
    try:
        nn.Linear(2, 2).compile(**words)
    except Exception as error:
        print(type(error).__name__, str(error)[:90])
double = nn.Linear(3, 1)
double.compile()
x = torch.ones(2, 3, requires_grad=True)
for _ in range(4):
    first, = torch.autograd.grad(double(x).tanh().sum(), x, create_graph=True)
    print([round(v, 4) for v in torch.autograd.grad((first ** 2).sum(), double.weight)[0].flatten().tolist()])
