# Learning-rate schedules over several epochs.
import math

import torch
from torch import nn
from torch.optim import lr_scheduler


def trace(make, steps=8, lr=1.0, feed=None):
    p = nn.Parameter(torch.zeros(1))
    opt = torch.optim.SGD([p], lr=lr, momentum=0.9)
    s = make(opt)
    rates = []
    for e in range(steps):
        rates.append(round(opt.param_groups[0]['lr'], 6))
        opt.step()
        s.step(*([feed[e]] if feed else []))
    print(type(s).__name__, rates)
    return s


s = trace(lambda o: lr_scheduler.StepLR(o, step_size=3, gamma=0.5))
print(s.get_last_lr(), s.last_epoch, sorted(s.state_dict())[:3])
trace(lambda o: lr_scheduler.MultiStepLR(o, milestones=[2, 5], gamma=0.1))
trace(lambda o: lr_scheduler.ExponentialLR(o, 0.9))
trace(lambda o: lr_scheduler.CosineAnnealingLR(o, T_max=6, eta_min=0.1))
trace(lambda o: lr_scheduler.CosineAnnealingWarmRestarts(o, T_0=3, T_mult=2))
trace(lambda o: lr_scheduler.LambdaLR(o, lambda e: 1 / math.sqrt(e + 1)))
trace(lambda o: lr_scheduler.MultiplicativeLR(o, lambda e: 0.95))
trace(lambda o: lr_scheduler.LinearLR(o, start_factor=0.25, total_iters=4))
trace(lambda o: lr_scheduler.ConstantLR(o, factor=0.5, total_iters=3))
trace(lambda o: lr_scheduler.PolynomialLR(o, total_iters=5, power=2))
trace(lambda o: lr_scheduler.CyclicLR(o, base_lr=0.1, max_lr=1.0, step_size_up=2))
trace(lambda o: lr_scheduler.OneCycleLR(o, max_lr=1.0, total_steps=10))
trace(lambda o: lr_scheduler.ReduceLROnPlateau(o, factor=0.5, patience=1), feed=[1, 0.9, 0.9, 0.9, 0.9, 0.5, 0.5, 0.5])
trace(lambda o: lr_scheduler.SequentialLR(o, [lr_scheduler.ConstantLR(o, 0.1, 2), lr_scheduler.ExponentialLR(o, 0.5)], milestones=[3]))
trace(lambda o: lr_scheduler.ChainedScheduler([lr_scheduler.ConstantLR(o, 0.1, 2), lr_scheduler.ExponentialLR(o, 0.5)]))
opt = torch.optim.SGD([{'params': [nn.Parameter(torch.zeros(1))]}, {'params': [nn.Parameter(torch.zeros(1))], 'lr': 0.3}], lr=0.6)
s = lr_scheduler.LambdaLR(opt, [lambda e: 0.5 ** e, lambda e: 1.0])
opt.step()
s.step()
print(s.get_last_lr(), s.base_lrs, opt.param_groups[0]['initial_lr'])
state = s.state_dict()
print(state['last_epoch'], state['base_lrs'])
t = lr_scheduler.StepLR(opt, 2)
t.load_state_dict({'step_size': 5, 'last_epoch': 4})
print(t.step_size, t.last_epoch)
for bad in (lambda: lr_scheduler.StepLR(3, 2), lambda: lr_scheduler.StepLR(opt), lambda: lr_scheduler.ReduceLROnPlateau(opt, factor=2.), lambda: lr_scheduler.LambdaLR(opt, [lambda e: 1]), lambda: lr_scheduler.OneCycleLR(opt, 1.), lambda: lr_scheduler.ReduceLROnPlateau(opt, mode='x'), lambda: lr_scheduler.StepLR(torch.optim.SGD([nn.Parameter(torch.zeros(1))], lr=1.), 2, last_epoch=3)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, '|', e)


def warmed(turns, first, top, last, whole):
    """A rate for each turn: up in a line, then down along half a wave."""
    for turn in range(whole):
        if turn < turns:
            yield first + (top - first) * turn / turns
        else:
            yield last + (top - last) * math.cos(math.pi / 2 * (turn - turns) / (whole - turns)) ** 2


plan = list(warmed(4, 0.0, 0.3, 0.01, 17))
trace(lambda o: lr_scheduler.LambdaLR(o, plan.__getitem__), steps=16)
print([f'{rate:.4f}' for rate in plan[::3]], [f'{0.1 / math.sqrt(e + 1):.4f}' for e in range(5)])
