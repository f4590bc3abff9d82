# Every optimizer, five steps on the same valley.
import torch
from torch import nn


def valley(p):
    return 0.1 * p[0] ** 2 + 2 * p[1] ** 2 + 0.3 * p[0] * p[1]


for make in (lambda p: torch.optim.SGD(p, lr=0.1), lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9), lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, nesterov=True), lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.5, dampening=0.1, weight_decay=0.01),
             lambda p: torch.optim.SGD(p, lr=0.1, maximize=True), lambda p: torch.optim.Adam(p), lambda p: torch.optim.Adam(p, lr=0.1, betas=(0.5, 0.9), eps=1e-3, weight_decay=0.1), lambda p: torch.optim.Adam(p, lr=0.1, amsgrad=True),
             lambda p: torch.optim.AdamW(p, lr=0.1), lambda p: torch.optim.AdamW(p, lr=0.1, weight_decay=0.5), lambda p: torch.optim.Adamax(p, lr=0.1), lambda p: torch.optim.NAdam(p, lr=0.1), lambda p: torch.optim.RAdam(p, lr=0.1), lambda p: torch.optim.RMSprop(p, lr=0.1), lambda p: torch.optim.RMSprop(p, lr=0.01, alpha=0.9, momentum=0.5, centered=True),
             lambda p: torch.optim.Adagrad(p, lr=0.5), lambda p: torch.optim.Adagrad(p, lr=0.5, lr_decay=0.1, weight_decay=0.1, initial_accumulator_value=0.1), lambda p: torch.optim.Adadelta(p), lambda p: torch.optim.Adadelta(p, lr=0.5, rho=0.8), lambda p: torch.optim.Rprop(p, lr=0.1), lambda p: torch.optim.ASGD(p, lr=0.1)):
    p = torch.tensor([-5., 2.], requires_grad=True)
    opt = make([p])
    for _ in range(5):
        opt.zero_grad()
        loss = valley(p)
        loss.backward()
        opt.step()
    print(type(opt).__name__, p, f'{valley(p).item():.4f}', p.grad)
print(torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.1, momentum=0.9))
print(torch.optim.Adam([torch.zeros(1, requires_grad=True)], lr=0.1))
net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))
opt = torch.optim.SGD([{'params': net[0].parameters(), 'weight_decay': 0.1}, {'params': net[1].parameters(), 'lr': 0.01}], lr=0.5)
print([(g['lr'], g['weight_decay'], len(g['params'])) for g in opt.param_groups], opt.defaults['lr'])
opt.add_param_group({'params': torch.zeros(3, requires_grad=True), 'lr': 7.})
print(len(opt.param_groups), opt.param_groups[-1]['lr'], opt)
for g in opt.param_groups:
    g['lr'] *= 0.1
print([g['lr'] for g in opt.param_groups])
q = torch.ones(2, requires_grad=True)
opt = torch.optim.Adam([q], lr=0.1)
(q ** 2).sum().backward()
opt.step()
state = opt.state[q]
print(sorted(state), state['step'], state['exp_avg'], state['exp_avg_sq'])
opt.zero_grad(set_to_none=True)
print(q.grad)
opt.step()
print(q)


def closure():
    opt.zero_grad()
    loss = ((q - 3) ** 2).sum()
    loss.backward()
    return loss


print(opt.step(closure))
lb = torch.optim.LBFGS([q], lr=0.5, max_iter=5)


def closure2():
    lb.zero_grad()
    loss = ((q - 3) ** 4).sum()
    loss.backward()
    return loss


for _ in range(3):
    print(f'{lb.step(closure2).item():.5f}')
print(q)
for bad in (lambda: torch.optim.Adam([q], lr=-1), lambda: torch.optim.Adam([q], betas=(1.5, 0.9)), lambda: torch.optim.SGD([q], lr=.1, nesterov=True), lambda: torch.optim.SGD(q, lr=.1), lambda: torch.optim.SGD([1], lr=.1), lambda: torch.optim.SGD([q], 'a'), lambda: torch.optim.RMSprop([q], alpha=-1),
            lambda: torch.optim.SGD([{'params': [q]}, {'params': [q]}], lr=.1), lambda: opt.add_param_group([q]), lambda: torch.optim.SGD([q * 2], lr=.1), lambda: torch.optim.Adagrad([q], lr_decay=-1), lambda: torch.optim.Adadelta([q], rho=2)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, '|', e)
