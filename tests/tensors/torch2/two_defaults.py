"""What PyTorch 2 does by default that 1.13 did not, and how it says so."""
import collections
import io
import warnings

import torch
from torch import nn


def tried(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, '|', error)


print(torch.__version__ >= '2', torch.__version__ > (1, 13), torch.__version__ < '2.2', torch.__version__ == '1.13.1', isinstance(torch.__version__, str), torch.__version__.split('.')[:2])

# gradients, optimizers
net = nn.Linear(2, 1)
for optimizer in (torch.optim.SGD(net.parameters()), torch.optim.Adam(net.parameters(), lr=torch.tensor(0.5)), torch.optim.AdamW(net.parameters()), torch.optim.NAdam(net.parameters(), weight_decay=0.5, decoupled_weight_decay=True),
                  torch.optim.RAdam(net.parameters(), weight_decay=0.5, decoupled_weight_decay=True), torch.optim.RMSprop(net.parameters()), torch.optim.Adadelta(net.parameters()), torch.optim.ASGD(net.parameters()),
                  torch.optim.Rprop(net.parameters()), torch.optim.Adagrad(net.parameters()), torch.optim.Adamax(net.parameters())):
    nn.init.constant_(net.weight, 1.0)
    nn.init.constant_(net.bias, 0.5)
    for _ in range(2):
        optimizer.zero_grad()
        net(torch.ones(1, 2)).sum().backward()
        optimizer.step()
    optimizer.zero_grad()
    print(optimizer, net.weight.data, net.bias.data, net.weight.grad)
    print(optimizer.defaults, sorted(optimizer.state[net.weight]))
tried(lambda: optimizer.add_param_group([]))
scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer)
print(scheduler.get_last_lr(), 'verbose' in scheduler.state_dict())
tried(lambda: torch.optim.lr_scheduler.StepLR(optimizer, 2, verbose=True))
tried(lambda: torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, verbose=False))

# layers
print(nn.LayerNorm(4, bias=False), nn.BatchNorm2d(3, bias=False).bias, nn.GroupNorm(1, 2, bias=False), nn.InstanceNorm1d(2, affine=True, bias=False), nn.LazyBatchNorm1d(bias=False))
print(nn.ModuleList([nn.Linear(1, 1), nn.Linear(1, 1), nn.ReLU(), nn.Linear(1, 1)]), nn.ModuleList([]), nn.ModuleList([nn.ReLU()]))
print(nn.TransformerEncoderLayer(4, 2, 8, bias=False), nn.Softplus(), nn.Upsample(scale_factor=2), nn.EmbeddingBag(2, 3))
torch.manual_seed(0)
print(nn.init.trunc_normal_(torch.empty(40), std=1.5, a=-1, b=2), torch.rand(1))
layer = nn.Linear(2, 3)
print([type(y.grad_fn).__name__ for y in (layer(torch.ones(4, 2)), layer(torch.ones(2)), layer(torch.ones(2, 2, 2)), layer.weight.norm(), layer.weight.reshape(6), nn.PReLU()(torch.ones(2)))])


# files
class Net(nn.Module):
    pass


def saved(thing):
    file = io.BytesIO()
    torch.save(thing, file)
    file.seek(0)
    return file


tried(lambda: torch.load(saved(Net())))
tried(lambda: torch.load(saved({'of': print})))
tried(lambda: torch.load(saved({'a': torch.ones(2), 'b': [1, 2.5, 'c', None, {3}, collections.OrderedDict(d=torch.float32)], 'c': collections.Counter('aab')})))
tried(lambda: type(torch.load(saved(Net()), weights_only=False)).__name__)
with torch.serialization.safe_globals([Net]):
    tried(lambda: len(torch.serialization.get_safe_globals()) > 0)
tried(lambda: torch.load(saved(collections.defaultdict(list))))
tried(lambda: torch.serialization.get_unsafe_globals_in_checkpoint(saved({'net': Net(), 'a': torch.ones(1)})))
tried(lambda: torch.load(saved(1), mmap=True))

# indices, numbers, printed forms
x = torch.arange(6.).reshape(2, 3)
print(x[torch.tensor([1, 0], dtype=torch.int32)])
tried(lambda: x[torch.tensor([0.5])])
tried(lambda: x.item())
tried(lambda: float(x))
torch.set_printoptions(sci_mode=False)
print(torch.tensor([0.00001, 1.0]), torch.tensor([1e10, 1.0]))
torch.set_printoptions(sci_mode=None)

# devices
for device in ('gpu', 'cud', 'CUDA'):
    tried(lambda: torch.device(device))
for device in ('mps', 'xla', 'xpu'):
    tried(lambda: torch.ones(2).to(device))
tried(lambda: torch.device(2.5))
tried(lambda: torch.ones(2, device='cuda'))
tried(lambda: torch.ones(2).cuda())

# words
w = torch.ones(2, requires_grad=True)
tried(lambda: torch.autograd.grad(w.sum(), [torch.ones(1, requires_grad=True)]))
tried(lambda: setattr(w, 'grad', torch.ones(3)))
tried(lambda: setattr(w, 'grad', torch.ones(2, dtype=torch.float64)))
tried(lambda: setattr(w, 'grad', 3))
tried(lambda: torch.ones(2, 3) @ torch.ones(2, 3))
tried(lambda: torch.ones(2, 3) @ torch.ones(2))
tried(lambda: layer(torch.ones(2, 3)))
tried(lambda: layer(torch.ones(2, 2).double()))
tried(lambda: torch.ones(2, 3) @ torch.ones(3, 2).double())
tried(lambda: torch.ones(2, 3) @ torch.ones(3).double())
tried(lambda: torch.tensor([1, 2]).mean())
tried(lambda: torch.tensor([True]) - torch.tensor([True]))
tried(lambda: -torch.tensor([True]))
tried(lambda: nn.CrossEntropyLoss()(torch.ones(2, 3), torch.ones(2)))
tried(lambda: nn.functional.one_hot(torch.ones(2)))
tried(lambda: nn.LSTM(2, 2)(torch.ones(1, 1, 1, 2)))
tried(lambda: nn.RNN(2, 2)(torch.ones(1, 1, 1, 2)))
tried(lambda: nn.GRU(2, 0))
tried(lambda: torch.zeros('a'))
tried(lambda: nn.GroupNorm(2, 3))
tried(lambda: torch.broadcast_shapes((2, 3), (2,)))
