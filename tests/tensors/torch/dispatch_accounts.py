"""Modes that keep accounts: memory of what lives, time and calls by operator, stacks of modules; and modes in modes."""
import weakref
from collections import Counter, defaultdict

import torch
import torch.nn as nn
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_map_only


class MemoryMode(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.now = self.peak = self.total = 0
        self.seen = set()

    def _track(self, t):
        key, size = t.data_ptr(), t.numel() * t.element_size()
        if key in self.seen:
            return
        self.seen.add(key)
        self.now += size
        self.total += size
        self.peak = max(self.peak, self.now)

        def gone():
            self.now -= size
            self.seen.discard(key)
        weakref.finalize(t, gone)

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        tree_map_only(torch.Tensor, self._track, out)
        return out


class CountMode(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.counts = Counter()

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.counts[func.overloadpacket] += 1
        return func(*args, **(kwargs or {}))


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(100, 200), nn.GELU(), nn.LayerNorm(200), nn.Linear(200, 10))
x = torch.randn(32, 100)
with MemoryMode() as memory:
    with torch.no_grad():
        a = torch.zeros(1000)
        b = a + 1
        del a
        c = b * 2
print(memory.total, memory.peak, memory.now)
del b, c
print(memory.now)
with CountMode() as count:
    model(x).logsumexp(1).mean().backward()
print(sorted((str(k), v) for k, v in count.counts.items()))


class ModuleMode(TorchDispatchMode):
    """Which module an operator belongs to, by hooks."""

    def __init__(self, model):
        super().__init__()
        self.stack, self.found, self.hooks = [], defaultdict(list), []
        for name, module in model.named_modules():
            self.hooks.append(module.register_forward_pre_hook(lambda m, i, name=name: self.stack.append(name or 'root')))
            self.hooks.append(module.register_forward_hook(lambda m, i, o: self.stack.pop() and None))

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.found[self.stack[-1] if self.stack else ''].append(func.__name__)
        return func(*args, **(kwargs or {}))

    def __exit__(self, *error):
        for hook in self.hooks:
            hook.remove()
        return super().__exit__(*error)


with ModuleMode(model) as modules:
    model(x)
print(dict(modules.found))


class Raises(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func.overloadpacket is torch.ops.aten.exp:
            raise ValueError('no exponentials here')
        return func(*args, **(kwargs or {}))


for body in (lambda: torch.ones(2).exp(), lambda: torch.ones(2).sin(), lambda: torch.ones(2, requires_grad=True).exp()):
    try:
        with Raises():
            print(body())
    except ValueError as error:
        print('ValueError', error)
print(torch.ones(2).exp())


class Adds(TorchDispatchMode):
    def __init__(self, by):
        super().__init__()
        self.by = by

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        return out + self.by if func is torch.ops.aten.add.Tensor else out


with Adds(10), Adds(100):
    print(torch.ones(1) + 1)
with Adds(10) as m:
    with torch.utils._python_dispatch._pop_mode_temporarily():
        print(torch.ones(1) + 1)
    print(torch.ones(1) + 1)
x = torch.ones(2, requires_grad=True)
with CountMode() as count:
    y = (x * 3).sum()
y.backward()
print(count.counts, x.grad)
with CountMode() as count:
    y.detach()
    (x * 2).sum().backward()
print(count.counts, x.grad)


class Wrong(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return NotImplemented


try:
    with Wrong():
        torch.ones(2)
except TypeError as error:
    print(str(error).splitlines()[0].split(' object at')[0])
