"""Hooks on modules and tensors: features of a layer, gradients that pass, gradients changed on the way."""
import torch
from torch import nn

torch.manual_seed(2)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
features, gradients = {}, {}


def keep(name):
    def hook(module, args, output):
        features[name] = output.detach()
    return hook


handles = [m.register_forward_hook(keep(n)) for n, m in net.named_children()]
pre = net[0].register_forward_pre_hook(lambda m, args: (args[0] * 2,))
back = net[2].register_full_backward_hook(lambda m, gin, gout: gradients.update({'in': gin[0].shape, 'out': gout[0].shape}))
x = torch.ones(1, 3, requires_grad=True)
y = net(x)
print({k: tuple(v.shape) for k, v in features.items()}, torch.allclose(features['0'], net[0].weight.sum(1).mul(2).add(net[0].bias)[None].detach()))
y.sum().backward()
print(gradients)
for h in handles + [pre, back]:
    h.remove()
features.clear()
net(x)
print(features)
w = torch.tensor([1., 2.], requires_grad=True)
h = w.register_hook(lambda g: g * 10)
(w ** 2).sum().backward()
print(w.grad)
h.remove()
w.grad = None
z = w * 3
z.retain_grad()
z.register_hook(lambda g: print('at z', g))
z.pow(2).sum().backward()
print(w.grad, z.grad)
net[1].register_forward_hook(lambda m, a, out: out + 1)
print(net(torch.zeros(1, 3)).shape, net[1](torch.tensor([-1., 2.])))
try:
    nn.Linear(2, 2).register_forward_hook(lambda *a: None)
    print('fine')
finally:
    pass
