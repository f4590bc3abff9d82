"""What a product, a sum or a shape is refused with where core, an op's own check and Python all have a say: one sentence each."""
import torch
import torch.nn.functional as F
from torch import nn


def ones(*shape, dtype=torch.float32):
    return torch.ones(*shape, dtype=dtype)


def refused(name, call):
    try:
        call()
        print(name, 'passes')
    except Exception as error:
        print(name, '->', type(error).__name__ + ':', str(error).split('\n')[0])


double = torch.float64
refused('addmm', lambda: torch.addmm(ones(2, 2), ones(2, 3), ones(4, 2)))
refused('addmm, the sum', lambda: torch.addmm(ones(5, 5), ones(2, 3), ones(3, 2)))
refused('addmm, a vector', lambda: torch.addmm(ones(7), ones(2, 3), ones(3, 2)))
refused('addmm, dtypes', lambda: torch.addmm(ones(2, 2), ones(2, 3), ones(3, 2, dtype=double)))
refused('mm, dtypes', lambda: torch.mm(ones(2, 3), ones(3, 5, dtype=double)))
refused('matmul', lambda: ones(2, 3) @ ones(4, 5))
refused('matmul, batches', lambda: ones(2, 3, 4) @ ones(3, 4, 6))
refused('matmul, vectors', lambda: ones(3) @ ones(4))
refused('bmm', lambda: torch.bmm(ones(2, 3, 4), ones(2, 5, 6)))
refused('bmm, a matrix', lambda: torch.bmm(ones(2, 3), ones(2, 5, 6)))
refused('linear', lambda: F.linear(ones(6, 2, 3), ones(4, 5)))
refused('linear, a vector', lambda: F.linear(ones(3), ones(4, 5)))
refused('linear, bias', lambda: F.linear(ones(2, 3), ones(4, 3), ones(5)))
refused('linear, dtypes', lambda: F.linear(ones(2, 3), ones(4, 3, dtype=double)))
refused('dot', lambda: torch.dot(ones(3), ones(4)))
refused('dot, dtypes', lambda: torch.dot(ones(3), ones(3, dtype=double)))
refused('two bools', lambda: torch.tensor([True]) - torch.tensor([True]))
refused('a bool', lambda: 1 - torch.tensor([True]))
refused('classes', lambda: F.cross_entropy(ones(2, 3), torch.tensor([0, 5])))
refused('weights', lambda: F.cross_entropy(ones(2, 3), torch.tensor([0, 1]), weight=ones(3, dtype=double)))
refused('weights of 2', lambda: F.cross_entropy(ones(2, 3), torch.tensor([0, 1]), weight=ones(2)))
refused('batch', lambda: F.cross_entropy(ones(2, 3), torch.tensor([0, 1, 2])))
refused('conv, stride', lambda: F.conv2d(ones(1, 3, 5, 5), ones(2, 3, 3, 3), stride=(1, 2, 3)))
refused('conv, kernel', lambda: F.conv2d(ones(1, 3, 5, 5), ones(2, 3, 6, 6)))
refused('pool, padding', lambda: F.max_pool2d(ones(1, 3, 5, 5), 2, padding=2))
for name, make in {'zeros': torch.zeros, 'empty': torch.empty, 'rand': torch.rand, 'randn': torch.randn, 'ones': torch.ones}.items():
    refused(name, lambda: make(2, -3))
refused('full', lambda: torch.full((2, -1), 1.0))
refused('randint', lambda: torch.randint(3, (2, -1)))
refused('new_zeros', lambda: ones(2).new_zeros(-1, 2))
refused('repeat', lambda: ones(2).repeat(3, -1))
refused('tile', lambda: ones(2).tile(-1))
refused('expand', lambda: ones(2).expand(2, -3))
refused('expand, leading', lambda: ones(2).expand(-1, 2))
refused('size', lambda: torch.tensor(1.0).size(0))
refused('stride', lambda: torch.tensor(1.0).stride(0))
refused('unbind', lambda: torch.tensor(1.0).unbind())
refused('Parameter', lambda: nn.Parameter(torch.tensor([1])))
refused('requires_grad_', lambda: torch.tensor([1]).requires_grad_())
refused('requires_grad', lambda: setattr(torch.tensor([1]), 'requires_grad', True))
refused('tensor', lambda: torch.tensor([1], requires_grad=True))
refused('dims', lambda: torch.fft.fft(ones(2), dim=4))
refused('dropout', lambda: nn.Dropout(2.0))
refused('backward', lambda: ones(2, 2).requires_grad_().sum(0).backward(ones(3)))
refused('grad', lambda: torch.autograd.grad(ones(2).requires_grad_() * 2, ones(2).requires_grad_(), grad_outputs=[1]))
