"""Tensor.new and the older constructors: of values, of sizes; torch.quantization, the older place."""
import numpy as np
import torch
import torch.nn as nn
import torch.quantization


def told(f):
    try:
        return f()
    except Exception as error:
        return type(error).__name__, str(error)


def shown(t, values):
    return (t.dtype, tuple(t.shape), t.tolist() if values else '') if isinstance(t, torch.Tensor) else t


f = torch.ones(2)
for x in (f, f.double(), torch.ones(2, dtype=torch.int64), f.bool()):
    for args in ((np.ones((2, 2)),), (np.ones(2, 'f4'),), (np.arange(3),), ([1, 2],), ((1, 2),), ([[1., 2.], [3, 4]],), (torch.zeros(2),), (torch.zeros(2).double(),), (3,), (2, 3),
                 (torch.Size([1, 2]),), (), (np.float32(3),), (np.int64(2),), (1.5,), ([],)):
        sizes = not args or isinstance(args[0], (int, np.integer, torch.Size))
        print(args, shown(told(lambda: x.new(*args)), not sizes))
print(torch.FloatTensor(), torch.LongTensor([1, 2]), torch.FloatTensor(np.int64(2)).shape, torch.DoubleTensor(np.arange(2)))
y = f.requires_grad_().new([3., 4.])
print(y, y.requires_grad)


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.new(2 * x.detach().numpy())

    @staticmethod
    def backward(ctx, g):
        return g.new(2 * g.numpy())


d = Doubled.apply(f)
d.sum().backward()
print(d, f.grad)
torch.manual_seed(0)
for layer in (nn.LSTM(3, 4, 2), nn.GRU(3, 4, bidirectional=True), nn.Linear(2, 3)):
    made = torch.quantization.quantize_dynamic(nn.Sequential(layer), {type(layer)}, dtype=torch.qint8)
    print(made, sorted(made.state_dict()))
print(torch.quantization.quantize_dynamic is torch.ao.quantization.quantize_dynamic, torch.quantization.QuantStub is torch.ao.quantization.QuantStub)
