import torch
from torch import nn
from torch.optim import lr_scheduler


def run(make, steps=4):
    torch.manual_seed(0)
    net = nn.Linear(3, 2)
    x, y = torch.rand(8, 3), torch.rand(8, 2)
    opt = make(net.parameters())
    losses = []
    for _ in range(steps):
        opt.zero_grad()
        l = ((net(x) - y) ** 2).mean()
        l.backward()
        opt.step()
        losses.append(round(l.item(), 4))
    print(type(opt).__name__, losses, net.weight.data)
    return opt


for make in (lambda p: torch.optim.SGD(p, lr=0.1), lambda p: torch.optim.SGD(p, 0.1, momentum=0.9, nesterov=True), lambda p: torch.optim.SGD(p, 0.1, 0.5, 0.1, 0.01),
             lambda p: torch.optim.Adam(p, 0.05), lambda p: torch.optim.Adam(p, 0.05, amsgrad=True, weight_decay=0.1), lambda p: torch.optim.AdamW(p, 0.05), lambda p: torch.optim.RMSprop(p, 0.01, alpha=0.9),
             lambda p: torch.optim.RMSprop(p, momentum=0.9, centered=True), lambda p: torch.optim.Adagrad(p, 0.1), lambda p: torch.optim.Adadelta(p), lambda p: torch.optim.Adamax(p, 0.02),
             lambda p: torch.optim.NAdam(p, 0.02)):
    opt = run(make)
    print(opt)
print(list(opt.state_dict()), opt.state_dict()['param_groups'], len(opt.param_groups))
o2 = torch.optim.NAdam(nn.Linear(3, 2).parameters())
o2.load_state_dict(opt.state_dict())
print(o2.param_groups[0]['lr'], sorted(o2.state_dict()['state'][0]))
for make in (lambda o: lr_scheduler.StepLR(o, 2, 0.5), lambda o: lr_scheduler.MultiStepLR(o, [2, 4]), lambda o: lr_scheduler.ExponentialLR(o, 0.9), lambda o: lr_scheduler.CosineAnnealingLR(o, 4),
             lambda o: lr_scheduler.LambdaLR(o, lambda e: 1 / (e + 1)), lambda o: lr_scheduler.LinearLR(o), lambda o: lr_scheduler.ConstantLR(o, 0.5, 2),
             lambda o: lr_scheduler.CosineAnnealingWarmRestarts(o, 3), lambda o: lr_scheduler.MultiplicativeLR(o, lambda e: 0.9)):
    o = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=1.0)
    s = make(o)
    rates = []
    for _ in range(6):
        o.step()
        s.step()
        rates.append(round(o.param_groups[0]['lr'], 5))
    print(type(s).__name__, rates, [round(r, 5) for r in s.get_last_lr()])
o = torch.optim.SGD([{'params': [torch.ones(1, requires_grad=True)]}, {'params': [torch.ones(1, requires_grad=True)], 'lr': 0.5}], lr=0.1)
print(o)
p = torch.ones(2, requires_grad=True)
(p * 30).sum().backward()
print(nn.utils.clip_grad_norm_([p], 1.0), p.grad, nn.utils.clip_grad_value_([p], 0.5), p.grad)
