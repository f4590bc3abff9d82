# What steps keep for backward: _saved_* in dir(grad_fn), and after the graph is gone; parallel's steps refuse the CPU.
import torch
from torch import nn
from torch.nn.parallel import gather, replicate, scatter

torch.manual_seed(0)
a, b = (torch.arange(9.).reshape(3, 3) / 9 + .5).requires_grad_(), (torch.arange(9.).flip(0).reshape(3, 3) / 7 + .3).requires_grad_()
results = [a.abs(), torch.atan2(a, b), torch.bmm(a[None], b[None]), a.cos(), a / b, a.erf(), a.exp(), a.log1p(), a.log2(), a.log(), a.log_softmax(1), torch.maximum(a, b), a @ b, a * b, a ** b,
           a.relu(), a.rsqrt(), a.sigmoid(), a.sin(), a.sinh(), a.softmax(1), a.sqrt(), a.tan(), a.tanh(), torch.where(b > 1, a, b)]
for result in results:
    step = result.grad_fn
    names = [name for name in dir(step) if name.startswith('_saved_') and not name.startswith(('_saved_dim', '_saved_mat2_sym', '_saved_self_sym'))]
    print(type(step).__name__, names)
    for name in names:
        kept = getattr(step, name)
        print('   ', name, tuple(kept.shape), kept.dtype, kept.sum().item() == kept.detach().sum().item(), kept is result, torch.equal(kept, result) if kept.dtype == result.dtype and kept.shape == result.shape else None)
    print('   ', hasattr(step, '_saved_nothing'))
    result.sum().backward()
    for name in names:
        try:
            print(getattr(step, name))
        except RuntimeError as error:
            print('   ', name, error)
for call in (lambda: gather([torch.ones(2), torch.ones(2)], 'cpu'), lambda: gather((torch.ones(2), torch.ones(2)), -1), lambda: nn.parallel.gather([torch.ones(2)], torch.device('cpu')),
             lambda: replicate(nn.Linear(2, 2), [0, 1]), lambda: replicate(nn.Linear(2, 2), ['cpu']), lambda: scatter(torch.ones(4), ['cpu', 'cpu'])):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
