# Convolutions of few channels add their products in oneDNN's order, to the last bit: results, and the gradients of images and weights (all their bits, summed). Margins beside infinite weights are none.
# needs avx512f: the original's oneDNN adds in another order where there is none, and so do these products.
import torch
from torch.nn import functional as F
torch.manual_seed(0)


def exact(*shape):
    return torch.randint(-100000, 100000, shape) / 99991.0


def bits(t):
    return t.detach().contiguous().view(torch.int32).to(torch.int64).sum().item()


for batch, channels, filters, side, kernel, pad in ((4, 1, 6, 28, 5, 2), (4, 6, 16, 14, 5, 0), (2, 3, 8, 16, 3, 1), (2, 3, 16, 16, 3, 1), (2, 3, 6, 17, 3, 1), (3, 10, 20, 12, 5, 0), (2, 1, 32, 28, 3, 1), (2, 1, 20, 28, 5, 0),
                                                    (5, 2, 4, 11, 7, 3), (2, 3, 5, 13, 11, 5), (2, 8, 3, 12, 9, 4), (2, 20, 6, 10, 3, 1), (2, 32, 3, 10, 3, 1), (2, 6, 6, 8, 2, 0), (7, 2, 9, 6, 3, 2), (33, 1, 3, 9, 3, 0)):
    x, weight, bias = exact(batch, channels, side, side).requires_grad_(), exact(filters, channels, kernel, kernel).requires_grad_(), exact(filters)
    y = F.conv2d(x, weight, bias, padding=pad)
    y.backward(exact(*y.shape))
    print(tuple(y.shape), bits(y), bits(x.grad), bits(weight.grad))
x, weight = exact(2, 3, 40).requires_grad_(), exact(5, 3, 7).requires_grad_()
y = F.conv1d(x, weight, padding=3)
y.backward(exact(*y.shape))
print(tuple(y.shape), bits(y), bits(x.grad), bits(weight.grad))
for shape, kernel, more in (((2, 4, 5, 6), (6, 4, 3, 3), {'dilation': 2}), ((5, 3, 4, 3), (2, 3, 3, 2), {'padding': (2, 1)}), ((4, 2, 3, 17), (3, 2, 2, 3), {'dilation': (2, 3), 'padding': (1, 0)}),
                            ((4, 5, 2, 1), (7, 5, 2, 1), {}), ((6, 2, 9, 5), (4, 2, 5, 5), {'padding': 4, 'dilation': 1})):
    x, weight = exact(*shape).requires_grad_(), exact(*kernel).requires_grad_()
    y = F.conv2d(x, weight, **more)
    y.backward(exact(*y.shape))
    print(tuple(y.shape), [round(t.double().sum().item(), 3) for t in (y, x.grad, weight.grad)], [round(t.double().square().sum().item(), 2) for t in (y, x.grad, weight.grad)])
x, weight = exact(2, 3, 15, 15).requires_grad_(), exact(5, 3, 3, 3).requires_grad_()
y = F.conv2d(x, weight, padding=2, dilation=2)
y.backward(exact(*y.shape))
print(tuple(y.shape), [round(t.double().sum().item(), 3) for t in (y, x.grad, weight.grad)])
weight = torch.zeros(1, 1, 3, 3)
weight[0, 0, 0, 0] = float('inf')
print(F.conv2d(torch.ones(2, 1, 4, 4), weight, padding=1))
