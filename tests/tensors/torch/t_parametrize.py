# torch.nn.utils.parametrize: tensors made anew from others, of one's own and of torch.nn.utils.parametrizations
import torch
import torch.nn as nn
import torch.nn.utils.parametrize as P
from torch.nn.utils import parametrizations

torch.manual_seed(3)


class Symmetric(nn.Module):
    def forward(self, x):
        return x.triu() + x.triu(1).transpose(-1, -2)


class Doubled(nn.Module):
    calls = 0

    def forward(self, x):
        Doubled.calls += 1
        return 2 * x

    def right_inverse(self, x):
        return x / 2


class Split(nn.Module):
    def forward(self, sign, size):
        return sign * size

    def right_inverse(self, x):
        return x.sign(), x.abs()


layer = nn.Linear(3, 3)
print(P.register_parametrization(layer, 'weight', Symmetric()) is layer, type(layer).__name__, isinstance(layer, nn.Linear))
print(layer, [n for n, _ in layer.named_parameters()], list(layer.state_dict()))
print(torch.equal(layer.weight, layer.weight.T), P.is_parametrized(layer), P.is_parametrized(layer, 'bias'), P.is_parametrized(layer, 'weight'))
layer(torch.ones(2, 3)).sum().backward()
print(layer.parametrizations.weight.original.grad)
P.register_parametrization(layer, 'weight', Doubled())
print(len(layer.parametrizations.weight), layer.parametrizations.weight[0])
Doubled.calls = 0
with P.cached():
    print(layer.weight is layer.weight, Doubled.calls)
print(Doubled.calls, layer.weight is layer.weight, Doubled.calls)
P.remove_parametrizations(layer, 'weight')
print(type(layer).__name__, [n for n, _ in layer.named_parameters()], torch.equal(layer.weight, layer.weight.T))

layer = nn.Linear(2, 2, bias=False)
before = layer.weight.detach().clone()
P.register_parametrization(layer, 'weight', Split())
print([n for n, _ in layer.named_parameters()], torch.equal(layer.weight, before))
layer.weight = torch.tensor([[1., -2.], [3., -4.]])
print(layer.weight, layer.parametrizations.weight.original1)
other = nn.Linear(2, 2, bias=False)
P.register_parametrization(other, 'weight', Split())
other.load_state_dict(layer.state_dict())
print(other.weight)

for shape, options in (((4, 3), {}), ((3, 4), {}), ((3, 3), {}), ((3, 3), {'orthogonal_map': 'cayley'}), ((4, 2), {'use_trivialization': False})):
    q = parametrizations.orthogonal(nn.Linear(shape[1], shape[0], bias=False), **options)
    w = q.weight
    near = w.T @ w if shape[0] >= shape[1] else w @ w.T
    print(shape, options, (near - torch.eye(min(shape))).abs().max().item() < 1e-5, sorted(q.state_dict()))
    optimizer = torch.optim.SGD(q.parameters(), lr=0.1)
    q(torch.ones(1, shape[1])).sum().backward()
    optimizer.step()
    w = q.weight
    near = w.T @ w if shape[0] >= shape[1] else w @ w.T
    print((near - torch.eye(min(shape))).abs().max().item() < 1e-5)
conv = parametrizations.spectral_norm(nn.Conv2d(2, 3, 2))
print(conv, abs(torch.linalg.svd(conv.weight.detach().flatten(1))[1][0].item() - 1) < 0.05, conv.parametrizations.weight[0]._u.shape, conv.parametrizations.weight[0]._v.shape)
for wrong in (lambda: P.register_parametrization(nn.Linear(2, 2), 'other', Doubled()), lambda: P.remove_parametrizations(nn.Linear(2, 2), 'weight'),
              lambda: P.ParametrizationList([], torch.ones(2)), lambda: parametrizations.orthogonal(nn.Linear(2, 2), 'bias'),
              lambda: P.register_parametrization(nn.Linear(2, 2), 'weight', nn.Flatten(0)), lambda: P.remove_parametrizations(other, 'weight', False)):
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, str(e).replace('\n', ' '))
