# A program that ends inside autocast, with a hook on a weight whose cast is kept.
import sys

import torch

net = torch.nn.Linear(3, 3)
net.weight.register_hook(lambda g: print('hook', g.dtype))
torch.autocast('cpu').__enter__()
y = net(torch.ones(1, 3))
y.float().sum().backward()
print(y.dtype, net.weight.grad.dtype)
sys.exit(0)
