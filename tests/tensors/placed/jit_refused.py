# perch's own words: graphs that it has no text for, and what is not kept under a mode; what runs all the same.
import torch
from torch import nn
from torch.utils._python_dispatch import TorchDispatchMode


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, '|', e)


def loop(x):
    for i in range(5):
        if i == 3:
            break
        x = x + i
    return x


s = torch.jit.script(loop)
print(s(torch.ones(1)))
attempt(lambda: s.code)
attempt(lambda: s.graph)
lstm = nn.LSTM(2, 3)
t = torch.jit.trace(lstm, torch.ones(4, 1, 2), check_trace=False)
print(torch.equal(t(torch.ones(6, 2, 2))[0], lstm(torch.ones(6, 2, 2))[0]))
attempt(lambda: t.graph_for(torch.ones(1)))
attempt(lambda: torch.jit.trace_module)


class Seen(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


w = torch.ones(2, requires_grad=True)


def hooked():
    with Seen(), torch.autograd.graph.saved_tensors_hooks(lambda x: x, lambda x: x):
        return (w * w).sum()


attempt(hooked)
