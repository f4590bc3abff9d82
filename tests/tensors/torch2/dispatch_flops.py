"""FlopCounterMode, and one written by hand."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import FlopCounterMode

net = nn.Sequential(nn.Conv2d(3, 16, 3, padding=1), nn.ReLU(), nn.Flatten(), nn.Linear(16 * 8 * 8, 10))
x = torch.randn(4, 3, 8, 8)
counter = FlopCounterMode(display=False)
with counter:
    net(x).sum().backward()
print(counter.get_total_flops(), {str(k): v for k, v in counter.get_flop_counts()['Global'].items()}, isinstance(counter, TorchDispatchMode))
mm = FlopCounterMode(display=False, custom_mapping={torch.ops.aten.sin: lambda shape, out_shape=None, **kw: 7})
with mm:
    torch.ones(3, 4) @ torch.ones(4, 5)
    torch.ones(3).sin()
    torch.bmm(torch.ones(2, 3, 4), torch.ones(2, 4, 5))
    F.scaled_dot_product_attention(*(torch.ones(1, 2, 4, 8) for _ in range(3)))
print(mm.get_total_flops(), sorted((str(k), v) for k, v in mm.get_flop_counts()['Global'].items()))


class Own(TorchDispatchMode):
    def __init__(self, module=None):
        super().__init__()
        self.flops = {}

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        packet = func._overloadpacket
        if packet == torch.ops.aten.mm:
            n = 2 * args[0].shape[0] * args[0].shape[1] * args[1].shape[1]
        elif packet == torch.ops.aten.addmm:
            n = 2 * args[1].shape[0] * args[1].shape[1] * args[2].shape[1]
        elif packet == torch.ops.aten.convolution:
            n = 2 * out.numel() * args[1][0].numel()
        else:
            return out
        self.flops[str(packet)] = self.flops.get(str(packet), 0) + n
        return out


with Own() as own:
    net(x).sum().backward()
print(own.flops)
with Own() as own, FlopCounterMode(display=False) as both:
    net(x).sum().backward()
print(own.flops, both.get_total_flops())
