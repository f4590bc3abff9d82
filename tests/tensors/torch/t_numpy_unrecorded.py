"""Where nothing is recorded, a tensor that requires a gradient is an array as any other; where steps are, it is refused."""
import numpy as np
import torch
from torch import nn

torch.manual_seed(0)
x = torch.tensor([1., 2.], requires_grad=True)
net = nn.Linear(2, 1)


def tried(what, call):
    try:
        print(what, call())
    except RuntimeError as error:
        print(what, error)


def all_ways():
    tried('numpy', lambda: x.numpy())
    tried('__array__', lambda: x.__array__())
    tried('asarray', lambda: np.asarray(x))
    tried('array', lambda: np.array(x, dtype=np.float64))
    tried('a weight', lambda: net.weight.numpy().shape)
    tried('made here', lambda: (x * 2).numpy())
    tried('a ufunc', lambda: type(np.sqrt(x)).__name__)
    tried('force', lambda: x.numpy(force=True))
    tried('tolist', lambda: x.tolist())


all_ways()
with torch.no_grad():
    all_ways()
    shared = x.numpy()
with torch.inference_mode():
    all_ways()
with torch.set_grad_enabled(False):
    tried('numpy', lambda: x.numpy())
    with torch.enable_grad():
        tried('numpy', lambda: x.numpy())
shared[0] = 7
print(x)


@torch.no_grad()
def predicted(values):
    return net(values).numpy().shape


print(predicted(torch.ones(3, 2)))
