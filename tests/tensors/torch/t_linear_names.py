# What a linear layer's result says that made it, by how its input lies: of a vector, a matrix, a batch, a batch turned.
import torch
from torch import nn

torch.manual_seed(0)
biased, plain = nn.Linear(3, 2), nn.Linear(3, 2, bias=False)


def steps(node, depth=0):
    return [] if node is None or depth > 5 else [type(node).__name__, [steps(after, depth + 1) for after, _ in node.next_functions]]


for label, x in (('vector', torch.randn(3)), ('matrix', torch.randn(4, 3)), ('matrix turned', torch.randn(3, 4).t()), ('batch', torch.randn(2, 4, 3)), ('batch of one', torch.randn(1, 4, 3)),
                 ('batch turned', torch.randn(4, 2, 3).transpose(0, 1)), ('one turned', torch.randn(4, 1, 3).transpose(0, 1)), ('expanded', torch.randn(1, 4, 3).expand(2, 4, 3)),
                 ('part', torch.randn(2, 4, 6)[..., :3]), ('four', torch.randn(2, 2, 4, 3)), ('four turned', torch.randn(2, 2, 4, 3).transpose(0, 1)),
                 ('channels last', torch.randn(2, 3, 2, 4).permute(0, 2, 3, 1)), ('five', torch.randn(1, 2, 2, 4, 3))):
    for layer in biased, plain:
        y = layer(x)
        print(label, layer.bias is not None, steps(y.grad_fn), y.stride())
print(biased(torch.ones(2, 4, 3).transpose(0, 1)))
print(biased(torch.ones(1, 1, 4, 3)))
