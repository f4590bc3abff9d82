"""Adafactor and Muon: their steps, states, reprs and errors."""
import torch
from torch import nn
from torch.optim import Adafactor, Muon


def shown(p):
    return [round(v, 3) for v in p.flatten()[:4].tolist()]


def run(cls, shapes, steps=4, **settings):
    torch.manual_seed(0)
    params = [nn.Parameter(torch.randn(shape)) for shape in shapes]
    made = cls(params, **settings)
    for _ in range(steps):
        made.zero_grad()
        loss = sum((p ** 2).sum() + p.sum() for p in params)
        loss.backward()
        made.step()
    print(cls.__name__, settings, round(loss.item(), 2), [shown(p) for p in params])
    state = made.state_dict()
    print({k: (tuple(v.shape), v.dtype) for each in state['state'].values() for k, v in each.items()})
    print(state['param_groups'][0])
    made.load_state_dict(state)


for settings in (dict(lr=0.05), dict(lr=0.05, weight_decay=0.1, beta2_decay=-0.5), dict(lr=0.05, eps=(1e-30, 0.01), d=2.0), dict(lr=0.05, maximize=True)):
    run(Adafactor, [(4, 3), (2, 5), (3,), (2, 3, 4)], **settings)
for settings in (dict(lr=0.05), dict(lr=0.05, nesterov=False, weight_decay=0.), dict(lr=0.05, adjust_lr_fn='match_rms_adamw'), dict(lr=0.05, adjust_lr_fn='original', ns_steps=3, momentum=0.5)):
    run(Muon, [(1, 3), (2, 1)], **settings)
w = nn.Parameter(torch.ones(2, 3))
print(Adafactor([w]), Muon([w]))
for cls, settings in ((Adafactor, dict(lr=-1)), (Adafactor, dict(beta2_decay=1)), (Adafactor, dict(eps=(-1, 1))), (Adafactor, dict(eps=(1, -1))), (Adafactor, dict(d=0.5)), (Adafactor, dict(weight_decay=-1)),
                      (Adafactor, dict(lr=torch.tensor([1., 2.]))), (Muon, dict(lr=-1)), (Muon, dict(momentum=-1)), (Muon, dict(weight_decay=-1)), (Muon, dict(adjust_lr_fn='x')),
                      (Muon, dict(lr=torch.tensor([1., 2.]))), (Muon, dict(ns_steps=100)), (Muon, dict(ns_coefficients=(1, 2)))):
    try:
        made = cls([w], **settings)
        w.sum().backward()
        made.step()
        print(settings, 'taken')
    except Exception as e:
        print(settings, type(e).__name__, e)
for cls, p in ((Muon, torch.ones(3)), (Muon, torch.ones(2, 2, dtype=torch.cfloat)), (Adafactor, torch.ones(2, 2, dtype=torch.cfloat))):
    try:
        p = nn.Parameter(p)
        made = cls([p])
        p.grad = torch.ones_like(p)
        made.step()
    except Exception as e:
        print(type(e).__name__, e)
