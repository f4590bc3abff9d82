# Optimizers with names, what they and schedulers keep, hooks of every optimizer's steps; settings of the compiler; control flow as functions; storages of bytes; files without data.
import io
import sys

import torch
from torch import nn
from torch.optim import lr_scheduler as L


def T(f):
    try:
        print(repr(f())[:600])
    except Exception as e:
        print(type(e).__name__, str(e)[:140])


torch.manual_seed(0)
m = nn.Linear(2, 2)
opt = torch.optim.SGD(m.parameters(), 0.1)
for make in (lambda: L.LambdaLR(opt, lambda e: 1), lambda: L.StepLR(opt, 3), lambda: L.CosineAnnealingLR(opt, 3), lambda: L.CosineAnnealingWarmRestarts(opt, 3), lambda: L.ReduceLROnPlateau(opt),
             lambda: L.CyclicLR(opt, .1, .2, cycle_momentum=False), lambda: L.OneCycleLR(torch.optim.SGD(m.parameters(), 0.1, momentum=.9), 0.1, total_steps=4),
             lambda: L.SequentialLR(opt, [L.ConstantLR(opt), L.StepLR(opt, 3)], [2])):
    T(lambda: make().state_dict())
one = L.OneCycleLR(torch.optim.SGD(m.parameters(), 0.1, momentum=.9), 0.1, total_steps=4)
two = L.OneCycleLR(torch.optim.SGD(m.parameters(), 0.1, momentum=.9), 0.1, total_steps=4, anneal_strategy='linear')
two.load_state_dict(one.state_dict())
print(two._anneal_func_type)
o = torch.optim.SGD(m.named_parameters(), 0.1)
T(lambda: o)
m(torch.ones(1, 2)).sum().backward()
o.step()
T(lambda: o.state_dict())
T(lambda: o.add_param_group({'params': nn.Linear(1, 1).parameters()}))
T(lambda: torch.optim.SGD([{'params': [('a', m.weight)]}, {'params': [('b', m.bias)]}]).param_groups[1]['param_names'])
T(lambda: torch.optim.SGD([('a', m.weight), m.bias]))
for O in ('Adam', 'AdamW', 'Adagrad', 'SGD'):
    T(lambda: getattr(torch.optim, O)(m.parameters(), foreach=True, fused=True))
T(lambda: torch.optim.Adam(m.parameters(), fused=True, differentiable=True))
T(lambda: torch.optim.Adam(m.parameters(), betas=(torch.tensor(.9), .9)))
T(lambda: torch.optim.SGD(m.parameters(), lr=torch.tensor(.1)))
h = torch.optim.optimizer.register_optimizer_step_post_hook(lambda o, a, k: print('post', type(o).__name__, len(a), k)) if hasattr(torch.optim, 'optimizer') else None
import torch.optim.optimizer as oo
h = h or oo.register_optimizer_step_post_hook(lambda o, a, k: print('post', type(o).__name__, len(a), k))
h2 = oo.register_optimizer_step_pre_hook(lambda o, a, k: print('pre', type(o).__name__))
s = torch.optim.SGD(m.parameters(), .1)
s.step()
s.register_step_pre_hook(lambda o, a, k: print('own pre'))
s.register_step_post_hook(lambda o, a, k: print('own post'))
s.step()
h.remove()
h2.remove()
s.step()

print(torch.accelerator.current_accelerator(check_available=True), torch.accelerator.device_count(), torch.accelerator.memory_allocated(), torch.accelerator.max_memory_reserved())
T(lambda: torch.accelerator.memory_stats())
T(lambda: torch.accelerator.synchronize())
T(lambda: torch.cuda.reset_peak_memory_stats())
T(lambda: torch.cuda.reset_accumulated_memory_stats())

T(lambda: torch.compile(lambda x: x, options={'nothing': 1}))
T(lambda: torch.compile(lambda x: x, options={'max_autotune': 3}))
T(lambda: torch._dynamo.config.nothing)
T(lambda: setattr(torch._dynamo.config, 'nothing', 1))
T(lambda: torch._inductor.config.max_autotune)
with torch._dynamo.config.patch(suppress_errors=True, cache_size_limit=3):
    print(torch._dynamo.config.suppress_errors, torch._dynamo.config.recompile_limit)
print(torch._dynamo.config.suppress_errors, torch._dynamo.config.recompile_limit)
T(lambda: torch._dynamo.utils.counters)
T(lambda: torch._logging.set_logs(graph_breaks=True))
torch._logging.set_logs(graph_breaks=False)

from torch._higher_order_ops.associative_scan import associative_scan
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop
x = torch.ones(2)
T(lambda: torch.cond(torch.tensor(True), lambda x: x + 1, lambda x: x - 1, (x,)))
T(lambda: torch.cond(False, lambda x: x + 1, lambda x: x - 1, (x,)))
T(lambda: torch.cond(torch.tensor([True, False]), lambda: 1, lambda: 2))
T(lambda: while_loop(lambda i: i < 3, lambda i: (i + 1,), (torch.tensor(0),)))
T(lambda: scan(lambda c, x: (c + x, c * x), torch.tensor(0.), torch.arange(3.)))
T(lambda: associative_scan(torch.add, torch.arange(4.), 0, combine_mode='generic'))
T(lambda: torch.func.functionalize(lambda x: x.clone().add_(1))(x))
T(lambda: torch.func.functional_call(m, {'weight': torch.ones(1, 2), 'x': torch.ones(1)}, (torch.ones(1, 2),), strict=True))
T(lambda: torch.set_grad_enabled(True))
with torch.autograd.set_multithreading_enabled(False):
    print('one thread')

u = torch.arange(3.).untyped_storage()
print(u.nbytes(), len(u), u.tolist()[4:8], u[0], u[0:2].nbytes(), u.is_cuda, u.element_size(), u == torch.ones(1).untyped_storage())
print(torch.ones(1).untyped_storage(), torch.UntypedStorage(4).nbytes())
y = torch.empty(0).set_(torch.arange(4.).untyped_storage(), 1, (2,), (1,))
print(y, y.storage()._untyped_storage.nbytes(), y.untyped_storage().data_ptr() == y[1:].untyped_storage().data_ptr())
held = io.BytesIO()
with torch.serialization.skip_data():
    torch.save({'w': torch.ones(2)}, held)
held.seek(0)
print(torch.load(held))
hist, edges = torch.histogram(torch.arange(4.))
print(hist.shape, edges.shape)


class A(nn.Module):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)


T(lambda: A(embedding=1))
T(lambda: A(1, 2))
