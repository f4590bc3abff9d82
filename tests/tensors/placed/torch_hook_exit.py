# A program that ends while a graph holds a leaf with a hook.
import torch

w = torch.nn.Parameter(torch.ones(3))
w.register_hook(lambda g: print('hook', g))
y = w * 2
y.sum().backward()
