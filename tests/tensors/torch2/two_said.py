"""What PyTorch 2 warns of and refuses in other words: checkpoints, torch.jit, lazy modules, loaders, functions that no class answers."""
import warnings

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint, checkpoint_sequential
from torch.utils.data import DataLoader, WeightedRandomSampler


def tried(what, call):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter('always')
        try:
            print(what, call())
        except Exception as error:
            print(what, type(error).__name__, error)
    for each in sorted({(each.category.__name__, str(each.message)) for each in said}):
        print('  warned', *each)


net = nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 1))
x = torch.ones(1, 2, requires_grad=True)
tried('neither way', lambda: type(checkpoint(net, x).grad_fn).__name__)
tried('the one', lambda: type(checkpoint(net, x, use_reentrant=False, debug=False).grad_fn).__name__)
tried('the other', lambda: type(checkpoint(net, x, use_reentrant=True).grad_fn).__name__)
tried('parts', lambda: type(checkpoint_sequential(net, 2, x).grad_fn).__name__)
tried('parts, said', lambda: type(checkpoint_sequential(net, 2, x, use_reentrant=False).grad_fn).__name__)


def double(x):
    return x * 2


tried('script', lambda: torch.jit.script(double)(x).detach())
tried('trace', lambda: torch.jit.trace(double, torch.ones(2))(x).detach())
tried('a module', lambda: torch.jit.trace(nn.Linear(2, 1), torch.ones(2))(torch.zeros(2)).shape)
tried('optimize', lambda: torch.jit.script(double, optimize=True)(x).detach())
with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    scripted = torch.jit.script(net)
tried('fork', lambda: torch.jit.fork(double, x) is None)
with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    future = torch.jit.fork(double, x)
tried('wait', lambda: torch.jit.wait(future))
tried('freeze', lambda: torch.jit.freeze(scripted.eval()) is None)
tried('lazy', lambda: nn.LazyLinear(3)(torch.ones(1, 2)).shape)

tried('pinned', lambda: list(DataLoader(range(3), pin_memory=True)))
tried('ahead', lambda: DataLoader(range(3), prefetch_factor=2))
tried('ahead of nothing', lambda: DataLoader(range(3), num_workers=1, prefetch_factor=-1))
print(DataLoader(range(3)).prefetch_factor, DataLoader(range(3), num_workers=1).prefetch_factor)
tried('a table of weights', lambda: WeightedRandomSampler([[1.]], 1))


class Mute:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return NotImplemented


class Left(torch.Tensor):
    pass


class Right(torch.Tensor):
    pass


tried('mul', lambda: torch.mul(Mute(), 3))
tried('relu', lambda: nn.functional.relu(Mute()))
tried('a method', lambda: torch.ones(1).add(Mute()))
tried('two', lambda: torch.add(Left([1.]), Right([1.])))
